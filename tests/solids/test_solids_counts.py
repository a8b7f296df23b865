"""Numbers of solutions that are known from the literature, and engines against one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from agreement import assert_agreement
from parameters import slow_where
from quebra import solve
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.solids.model import Piece, Placed, Solids
from quebra.families.solids.rules import check
from quebra.families.solids.sets import SETS, box
from quebra.families.solids.solve import cover
from quebra.families.solids.solve.cpsat import cpsat
from quebra.families.solids.solve.obstacles import obstacle
from quebra.families.solids.solve.options import options_of
from quebra.families.solids.solve.own import KERNELS, _cover_of, own
from quebra.families.solids.space import (
    SAME,
    TURNS,
    Body,
    Cell,
    Frame,
    components,
    corner,
    normalised,
    shifted,
    turned,
    write_layers,
)

PENTOMINOES = SETS["pentominoes"]
KNOWN = [
    ("soma", SETS["soma"].puzzle(), 480, 240),
    ("diabolical", SETS["diabolical"].puzzle(), 26, 13),
    ("mikusinski", SETS["mikusinski"].puzzle(), 2, 2),
    ("slothouber-graatsma", SETS["slothouber-graatsma"].puzzle(), 1, 1),
    ("2x3x10", PENTOMINOES.puzzle(box(10, 3, 2)), 24, 12),
    ("2x5x6", PENTOMINOES.puzzle(box(6, 5, 2)), 528, 264),
    ("3x4x5", PENTOMINOES.puzzle(box(5, 4, 3)), 7_880, 3_940),
    ("conway", SETS["conway"].puzzle(), 1_144, 572),
    ("bedlam", SETS["bedlam"].puzzle(), 19_186, 19_186),
]
QUICK = ("soma", "diabolical", "mikusinski", "slothouber-graatsma")


@pytest.mark.parametrize(
    ("puzzle", "turned", "mirrored"),
    slow_where(
        lambda case: case.id not in QUICK, [pytest.param(*case, id=name) for name, *case in KNOWN]
    ),
)
def test_known_counts(puzzle: Solids, turned: int, mirrored: int) -> None:
    outcome = solve(puzzle, count=100_000, up_to_symmetry=True)
    assert outcome.complete and len(outcome.solutions) == mirrored
    assert outcome.stats["turned"] == turned
    assert outcome.stats["turned_and_mirrored"] == mirrored


def _bodies() -> list[Body]:
    """All bodies of one to four cubes within 2 x 2 x 3 cells."""
    cells = list(product(range(2), range(2), range(3)))
    found = set()
    for bits in range(1, 1 << len(cells)):
        body = [cell for i, cell in enumerate(cells) if bits >> i & 1]
        if len(body) <= 4 and len(components(body)) == 1:
            found.add(normalised(body))
    return sorted(found)


BODIES = _bodies()
BOXES = ((2, 2, 2), (3, 2, 2), (3, 3, 1), (4, 2, 1), (3, 3, 2))


def random_puzzle(seed: int) -> Solids:
    """A small puzzle; some have cells that may stay empty, fixed turns, or mirrored pieces."""
    source = Source(seed)
    width, depth, height = source.choice(BOXES)
    cells = [(x, y, z) for x in range(width) for y in range(depth) for z in range(height)]
    free = {cell for cell in cells if source.chance(0.15)} if source.chance(0.4) else set()
    marks = {cell: "+" if cell in free else "#" for cell in cells}
    marks[cells[0]] = "#"
    room = len(cells) - len(free)
    pieces: list[Piece] = []
    while room > 0:
        body = source.choice([body for body in BODIES if len(body) <= room])
        layers = write_layers(dict.fromkeys(body, "#"))
        turns = ("", "x") if source.chance(0.1) else None
        pieces.append(Piece(f"P{len(pieces)}", layers, 1, turns))
        room -= len(body)
    return Solids(pieces=tuple(pieces), target=write_layers(marks), mirror=source.chance(0.2))


Laid = tuple[int, tuple[Cell, ...]]
"""A piece, by the first copy that can be exchanged with it, and the cells that it fills."""


def brute_force(puzzle: Solids) -> int:
    """The number of solutions up to turns, by trying all placements of one piece after another."""
    pieces = range(len(puzzle.numbers))
    ways = [_placements(puzzle, piece) for piece in pieces]
    frames = _keeping_frames(puzzle)
    found: set[tuple[Laid, ...]] = set()

    def lay(piece: int, taken: frozenset[Cell], laid: tuple[Laid, ...]) -> None:
        if piece == len(pieces):
            if puzzle.required <= taken:
                found.add(min(_image(puzzle, laid, frame) for frame in frames))
            return
        for cells in ways[piece]:
            if not taken & {*cells}:
                lay(piece + 1, taken | {*cells}, (*laid, (ways.index(ways[piece]), cells)))

    lay(0, frozenset(), ())
    return len(found)


def _placements(puzzle: Solids, piece: int) -> set[tuple[Cell, ...]]:
    """The cells that a piece can fill."""
    words, cells = puzzle.words_of(piece), product(range(-3, 5), repeat=3)
    placed = (Placed(piece, at, word) for at in cells for word in words)  # type: ignore[arg-type]
    filled = (tuple(sorted(puzzle.cells_of(place))) for place in placed)
    return {cells for cells in filled if puzzle.marks.keys() >= {*cells}}


def _keeping_frames(puzzle: Solids) -> list[Frame]:
    """The turns that map the target to itself."""
    marks = sorted(puzzle.marks.items())
    cells = [cell for cell, _ in marks]
    images = ((frame, _moved(cells, cells, frame)) for frame in TURNS.values())
    kept = [
        frame
        for frame, image in images
        if sorted(zip(image, (mark for _, mark in marks), strict=True)) == marks
    ]
    return [SAME] if puzzle.is_fixed else kept


def _moved(cells: Sequence[Cell], target: Sequence[Cell], frame: Frame) -> list[Cell]:
    """Cells after a turn of the target as a whole, moved back to its corner."""
    x, y, z = corner(turned(target, frame))
    return shifted(turned(cells, frame), (-x, -y, -z))


def _image(puzzle: Solids, laid: tuple[Laid, ...], frame: Frame) -> tuple[Laid, ...]:
    target = [*puzzle.marks]
    return tuple(sorted((kind, tuple(sorted(_moved(c, target, frame)))) for kind, c in laid))


def _agree(seeds: range) -> Iterator[int]:
    for seed in seeds:
        puzzle = random_puzzle(seed)
        expected, found = (
            set(engine(puzzle, Budget(), goal="any", seed=None)) for engine in (own, cpsat)
        )
        assert found == expected, f"seed {seed}"
        assert not any(check(puzzle, answer) for answer in expected), f"seed {seed}"
        assert not (expected and obstacle(puzzle)), f"seed {seed}"
        if len(puzzle.numbers) < 6:
            assert brute_force(puzzle) == len(expected), f"seed {seed}"
        yield len(expected)


@pytest.mark.parametrize(
    "seeds", slow_where(lambda seeds: len(seeds) > 12, [range(12), range(500)])
)
def test_engines_agree_with_brute_force(seeds: range) -> None:
    counts = list(_agree(seeds))
    assert len({min(count, 3) for count in counts}) > 2, "none, one and several solutions"


def test_kernel_does_the_same_compiled() -> None:
    for puzzle in (SETS["slothouber-graatsma"].puzzle(), random_puzzle(3), random_puzzle(10)):
        options = options_of(puzzle)
        state = _cover_of(options, list(range(len(options.options))))
        calls = [(cover.search, work) for work in (1, 50, 200)]
        assert len(assert_agreement(KERNELS, (state,), calls)) == 3
