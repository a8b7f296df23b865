"""Canonical forms: one for all puzzles that are the same, and another for all others."""

import random
import sys
from collections.abc import Callable, Iterable
from itertools import product

import pytest

from changed import changed
from images import IMAGES, edges_images, tangram_images
from quebra.contract.puzzle import Puzzle
from quebra.families._template import family as template
from quebra.families._template.model import Latin
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.symmetry.canonical import canonical as canonical_edges
from quebra.families.edges.symmetry.canonical import rearranged
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.symmetry import canonical as canonical_kojun
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.symmetry import canonical as canonical_shisen
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.symmetry import canonical as canonical_symmetry
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.symmetry import canonical as canonical_tangram
from quebra.grid.cells import Rows
from quebra.testing import canonical_is_one_for_all, splits_are_whole

EDGES = sys.modules[canonical_edges.__module__]
Change = Callable[[Rows[int]], Rows[int]]


def orbits(boards: Iterable[Rows[int]], changes: Iterable[Change]) -> int:
    """How many boards are left if those that changes lead to are one, by walking all of them."""
    left, count, changes = set(boards), 0, list(changes)
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            board = waiting.pop()
            for change in changes:
                image = change(board)
                if image in left:
                    left.discard(image)
                    waiting.append(image)
    return count


def quarter(board: Rows[int]) -> Rows[int]:
    return tuple(zip(*board[::-1], strict=True))


def half(board: Rows[int]) -> Rows[int]:
    return quarter(quarter(board))


def mirror(board: Rows[int]) -> Rows[int]:
    return tuple(row[::-1] for row in board)


def swap(a: int, b: int) -> Change:
    other = {a: b, b: a}
    return lambda board: tuple(tuple(other.get(x, x) for x in row) for row in board)


def boards(rows: int, cols: int, values: Iterable[int]) -> list[Rows[int]]:
    every = product(list(values), repeat=rows * cols)
    return [tuple(b[r * cols : (r + 1) * cols] for r in range(rows)) for b in every]


def test_symmetry_has_as_many_forms_as_there_are_orbits() -> None:
    square = boards(2, 2, (-1, 0, 1, 2, 3))
    names = (swap(1, 2), swap(2, 3))
    forms = {canonical_symmetry(Symmetry(clues=board)) for board in square}
    assert len(forms) == orbits(square, (quarter, mirror, *names)) > 20
    wide = boards(2, 3, (0, 1, 2))
    forms = {canonical_symmetry(Symmetry(clues=board, shapes=2)) for board in wide}
    assert len(forms) == orbits(wide, (half, mirror, swap(1, 2))) > 20


def test_shisen_has_as_many_forms_as_there_are_orbits() -> None:
    def playable(board: Rows[int]) -> bool:
        tiles = [x for row in board for x in row if x]
        return bool(tiles) and all(tiles.count(x) % 2 == 0 for x in tiles)

    def shisen(board: Rows[int]) -> Shisen:
        return Shisen(board=tuple(tuple("_ABC"[x] if x else None for x in row) for row in board))

    wide = [board for board in boards(2, 3, range(4)) if playable(board)]
    forms = {canonical_shisen(shisen(board)) for board in wide}
    assert len(forms) == orbits(wide, (half, mirror, swap(1, 2), swap(2, 3))) > 10


def test_merged_tiles_are_one_kind() -> None:
    one = Shisen(board=(("A", "B", "C", "C"),), merged=(("A", "B"),))
    assert canonical_shisen(one) == canonical_shisen(Shisen(board=(("X", "X", "Y", "Y"),)))


def test_kojun_has_as_many_forms_as_there_are_orbits() -> None:
    regions = ((0, 0, 1), (2, 0, 1))
    all_givens = [b for b in boards(2, 3, range(3)) if b[1][0] < 2]
    plain = {canonical_kojun(Kojun(regions=regions, givens=board)) for board in all_givens}
    turned = {
        canonical_kojun(Kojun(regions=mirror(regions), givens=mirror(board)))
        for board in all_givens
    }
    assert plain == turned and len(plain) == len(all_givens)
    flat = boards(1, 3, range(4))
    forms = {canonical_kojun(Kojun(regions=((7, 7, 7),), givens=board)) for board in flat}
    assert len(forms) == orbits(flat, (mirror,)) == 40


def test_kojun_upside_down_is_another_puzzle() -> None:
    board = Kojun(regions=((0,), (0,), (0,)), givens=((3,), (0,), (0,)))
    over = Kojun(regions=board.regions, givens=board.givens[::-1])
    assert canonical_kojun(board) != canonical_kojun(over)


def some_edges(seed: int) -> Edges:
    """Pieces in a few colours, of many of which there are symmetric ones, or several."""
    source = random.Random(seed)
    rows, cols = source.choice([(2, 2), (3, 3), (2, 3), (1, 4)])
    colours = source.choice([2, 3, 4, 6])
    pieces = tuple(
        tuple(source.randrange(colours) for _ in range(4))
        for _ in range(rows * cols + source.randrange(2))
    )
    ways: list[bool | tuple[int, ...]] = [True, True, False, (0, 1)]
    hints = [Hint((0, c), c, source.choice([None, 0])) for c in range(source.randrange(3))]
    own = tuple(source.choice([None, (0, 3)]) for _ in pieces)
    return Edges(
        pieces=pieces,
        rows=rows,
        cols=cols,
        frame=source.choice([None, 0]),
        rotate=source.choice(ways),
        piece_turns=own if source.random() < 0.3 else (),
        hints=tuple(hints),
    )


def shuffled(puzzle: Edges, source: random.Random) -> Edges:
    colours = sorted({c for piece in puzzle.pieces for c in piece} | {puzzle.frame or 0})
    new = source.sample(range(50), len(colours))
    order = source.sample(range(len(puzzle.pieces)), len(puzzle.pieces))
    turns = [source.choice(puzzle.turns) if puzzle.turns_freely else 0 for _ in order]
    return rearranged(puzzle, order, turns, dict(zip(colours, new, strict=True)))


@pytest.mark.parametrize("seed", range(60))
def test_edges_of_all_kinds_have_one_form(seed: int) -> None:
    puzzle = some_edges(seed)
    form = canonical_edges(puzzle)
    assert canonical_edges(form) == form
    source = random.Random(seed)
    for image in edges_images(puzzle):
        assert canonical_edges(shuffled(image, source)) == form


def test_edges_that_differ_have_different_forms() -> None:
    # All ways to colour one piece with two colours: up to turns, mirrors and names.
    pieces = [(a, b, c, d) for a, b, c, d in product((1, 2), repeat=4)]
    turning = {canonical_edges(Edges(pieces=(piece,), rotate=True)) for piece in pieces}
    assert len(turning) == 4, "all alike, one other, two side by side, two opposite"
    fixed = {canonical_edges(Edges(pieces=(piece,), cols=1, rows=1)) for piece in pieces}
    assert fixed == {puzzle for puzzle in fixed if not puzzle.rotate} and len(fixed) == 4
    wide = {canonical_edges(Edges(pieces=(p, q), cols=2)) for p in pieces[:4] for q in pieces[:4]}
    assert len(wide) > 4


def test_colours_too_many_to_tell_apart_lose_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every colour is on one piece alone, so that none looks different from the others.
    alike = Edges(pieces=tuple((c, c, c, c) for c in range(4)), rows=2, cols=2, rotate=True)
    assert canonical_edges(alike).pieces == tuple((c,) * 4 for c in (1, 2, 3, 4))
    monkeypatch.setattr(EDGES, "EFFORT", 1)
    for seed in range(60):
        puzzle = some_edges(seed)
        form = canonical_edges(puzzle)
        assert canonical_edges(form) == form
        monkeypatch.setattr(EDGES, "EFFORT", 40_000)
        assert canonical_edges(form) == canonical_edges(puzzle)
        monkeypatch.setattr(EDGES, "EFFORT", 1)


@pytest.mark.slow
def test_figures_that_ship_are_all_different() -> None:
    forms: dict[Puzzle, str] = {}
    for name, pieces in SETS.items():
        for figure in pieces.figures:
            puzzle = pieces.puzzle(figure)
            form = canonical_tangram(puzzle)
            assert form not in forms, f"{name} {figure} is {forms[form]}"
            forms[form] = f"{name} {figure}"
            assert all(canonical_tangram(image) == form for image in tangram_images(puzzle))
    assert len(forms) > 20


def test_the_contract_refuses_forms_and_splits_that_are_wrong() -> None:
    canonical_is_one_for_all(template, IMAGES["latin"])
    splits_are_whole(template)
    whole = template.symmetry.split
    assert whole is not None
    for broken in (
        changed(template, symmetry={"canonical": lambda puzzle: puzzle}),
        changed(template, symmetry={"canonical": lambda puzzle: Latin(givens=((0,) * 2,) * 2)}),
    ):
        with pytest.raises(AssertionError):
            canonical_is_one_for_all(broken, IMAGES["latin"])
    with pytest.raises(AssertionError, match="only tested with images"):
        canonical_is_one_for_all(template, None)
    for broken in (
        changed(template, symmetry={"split": lambda puzzle: (puzzle, puzzle)}),
        changed(template, symmetry={"split": lambda puzzle: whole(puzzle)[1:]}),
        changed(template, symmetry={"split": lambda puzzle: (Latin(givens=((0,) * 3,) * 3),)}),
    ):
        with pytest.raises(AssertionError):
            splits_are_whole(broken)
