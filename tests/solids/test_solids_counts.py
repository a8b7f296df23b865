"""Numbers of solutions that are known from the literature, and engines against one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

import pytest

from packings import random_puzzle
from parameters import slow_where
from quebra import solve
from quebra.engine.budget import Budget
from quebra.families.solids.model import Piece, Solids
from quebra.families.solids.rules import check
from quebra.families.solids.sets import SETS, box
from quebra.families.solids.solve.cpsat import cpsat
from quebra.families.solids.solve.obstacles import obstacle
from quebra.families.solids.solve.own import own
from quebra.families.solids.space import TURNS, Cell

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


def test_pieces_whose_turns_make_the_same_bodies_are_equal() -> None:
    free, fixed = Piece("A", ("#",)), Piece("B", ("#",), 1, ("", "x"))
    flat, upright = Piece("S", ("##|##",), 1, ("", "x")), Piece("U", ("##", "##"), 1, ("", "x"))
    one = Solids(pieces=(free, fixed), target=("##",))
    two = Solids(pieces=(flat, upright), target=box(2, 2, 2))
    assert [len(solve(each, count=9).solutions) for each in (one, two)] == [1, 2]


MOST_PIECES, MOST = 7, 1_000
"""Puzzles with more pieces or solutions are not compared."""


def quarter_turned(word: str, cell: Cell) -> Cell:
    """A cell after quarter turns about the axes, as the model describes them."""
    x, y, z = cell
    for letter in word:
        images = {"m": (-x, y, z), "x": (x, -z, y), "y": (z, y, -x), "z": (-y, x, z)}
        x, y, z = images[letter]
    return x, y, z


def _moved(word: str, cells: Iterable[Cell]) -> list[Cell]:
    """Cells after turns, moved so that the least coordinates are 0."""
    images = [quarter_turned(word, cell) for cell in cells]
    least = [min(cell[axis] for cell in images) for axis in range(3)]
    return [(x - least[0], y - least[1], z - least[2]) for x, y, z in images]


Laid = tuple[int, frozenset[Cell]]
"""The kind of a piece, and the cells that it fills."""


def brute_force(puzzle: Solids) -> int:
    """The number of solutions up to turns, by trying all placements of one piece after another."""
    kinds: dict[object, int] = {}
    ways: list[list[Laid]] = []
    given = {place.piece: place for place in puzzle.given}
    for number, kind in enumerate(puzzle.numbers):
        body = {cell for cell, _ in _cells(puzzle.pieces[kind].cells)}
        forms = {frozenset(_moved(word, body)) for word in puzzle.words_of(number)}
        if number in given:
            x, y, z = given[number].at
            form = _moved(given[number].turn, body)
            own_kind = kinds.setdefault(number, len(kinds))
            ways.append([(own_kind, frozenset((a + x, b + y, c + z) for a, b, c in form))])
        else:
            known = kinds.setdefault(frozenset(forms), len(kinds))
            ways.append([(known, cells) for cells in _placements(puzzle, forms)])
    found: set[frozenset[Laid]] = set()
    sizes = [len(puzzle.body_of(number)) for number in range(len(ways))]

    def lay(piece: int, taken: frozenset[Cell], laid: frozenset[Laid]) -> None:
        if len(puzzle.required - taken) > sum(sizes[piece:]):
            return
        if piece == len(ways):
            found.add(laid)
        else:
            for each in ways[piece]:
                if not taken & each[1]:
                    lay(piece + 1, taken | each[1], laid | {each})

    lay(0, frozenset(), frozenset())
    images = _images(puzzle)
    return len({str(min(_image(laid, image) for image in images)) for laid in found})


def _cells(layers: Sequence[str]) -> Iterator[tuple[Cell, str]]:
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer.split("|")):
            yield from (((x, y, z), mark) for x, mark in enumerate(row) if mark != ".")


def _placements(puzzle: Solids, forms: set[frozenset[Cell]]) -> list[frozenset[Cell]]:
    places = product(range(5), repeat=3)
    moved = (
        frozenset((a + x, b + y, c + z) for a, b, c in form) for x, y, z in places for form in forms
    )
    return [cells for cells in moved if cells <= puzzle.marks.keys()]


def _images(puzzle: Solids) -> list[dict[Cell, Cell]]:
    """For each turn that keeps the target, the image of each cell."""
    marks = dict(_cells(puzzle.target))
    is_fixed = puzzle.given or any(piece.turns is not None for piece in puzzle.pieces)
    found = []
    for word in ("",) if is_fixed else TURNS:
        image = dict(zip(marks, _moved(word, marks), strict=True))
        if all(marks.get(image[cell]) == mark for cell, mark in marks.items()):
            found.append(image)
    return found


def _image(laid: frozenset[Laid], image: dict[Cell, Cell]) -> list[tuple[int, list[Cell]]]:
    return sorted((kind, sorted(image[cell] for cell in cells)) for kind, cells in laid)


def _agree(seeds: range) -> Iterator[int]:
    for seed in seeds:
        puzzle = random_puzzle(seed)
        if len(puzzle.numbers) > MOST_PIECES:
            continue
        expected = list(islice(own(puzzle, Budget(), goal="any", seed=None), MOST + 1))
        if len(expected) > MOST:
            continue
        found = list(cpsat(puzzle, Budget(), goal="any", seed=None))
        assert sorted(found, key=str) == sorted(expected, key=str), f"seed {seed}"
        assert not any(check(puzzle, answer) for answer in expected), f"seed {seed}"
        assert not (expected and obstacle(puzzle)), f"seed {seed}"
        assert brute_force(puzzle) == len(expected), f"seed {seed}"
        outcome = solve(puzzle, count=100_000, up_to_symmetry=True)
        if not obstacle(puzzle):
            assert len(outcome.solutions) == outcome.stats["turned_and_mirrored"], f"seed {seed}"
        yield len(expected)


@pytest.mark.parametrize(
    "seeds", slow_where(lambda seeds: len(seeds) > 12, [range(1, 13), range(540)])
)
def test_engines_agree_with_brute_force(seeds: range) -> None:
    counts = list(_agree(seeds))
    assert len({min(count, 3) for count in counts}) > 2, "none, one and several solutions"
    assert len(counts) >= 500 or len(seeds) < 500
