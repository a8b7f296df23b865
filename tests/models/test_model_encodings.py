"""The CNF of every small board has the solutions that brute force finds by the rules."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import islice, permutations, product
from typing import get_args

import pytest
from pysat.solvers import Solver

import outside_solvers
from brute_force import BruteForce
from model_boards import boards
from outside_solvers import SOLVERS, NotSettled, verdict_of
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.search import solve
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.edges.rules import check as check_edges
from quebra.families.kojun.model import Kojun, Order, relabelled
from quebra.families.kojun.rules import check as check_kojun
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import check as check_symmetry
from quebra.grid.cells import GridAnswer, as_rows, connected_parts
from quebra.models.cnf import Cnf
from quebra.models.puzzle_model import MODELLED, model_of
from quebra.testing import read_case


def cnf_answers(puzzle: Puzzle) -> Iterator[Answer]:
    """All answers of the CNF, by a SAT solver that excludes one after the other."""
    model = model_of(puzzle)
    cnf = Cnf(model.complete())
    if [] in cnf.clauses:
        return
    with Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = {number for number in solver.get_model() if number > 0}
            found = cnf.values(true, model.decisions)
            values = {name: value for name, (value,) in found.items()}
            yield model.answer(values)
            before = len(cnf.clauses)
            cnf.exclude(values, model.decisions)
            if not cnf.clauses[-1] or len(cnf.clauses) == before:
                return
            solver.add_clause(cnf.clauses[-1])


def kojun_boards() -> Iterator[Kojun]:
    """All regions of boards with two to four cells, each with at most one given."""
    for rows, cols in ((1, 2), (2, 1), (1, 3), (3, 1), (2, 2)):
        area = [(r, c) for r in range(rows) for c in range(cols)]
        for labels in product(range(len(area)), repeat=len(area)):
            regions = as_rows(labels[r * cols : (r + 1) * cols] for r in range(rows))
            parts = (
                [cell for cell, label in zip(area, labels, strict=True) if label == n]
                for n in range(len(area))
            )
            connected = all(len(connected_parts(part)) <= 1 for part in parts)
            if not connected or relabelled(regions) != regions:
                continue
            none = Kojun(regions=regions, givens=((0,) * cols,) * rows)
            yield none
            for (r, c), label in zip(area, labels, strict=True):
                for given in range(1, labels.count(label) + 1):
                    givens = [[0] * cols for _ in range(rows)]
                    givens[r][c] = given
                    yield none.with_givens(as_rows(givens))
    # The two orders differ where a column of a region has a cell of another one in between.
    ring = (("a", "a"), ("b", "a"), ("a", "a"))
    for given in (0, 4):
        for order in get_args(Order):
            yield Kojun(regions=ring, givens=((0, given), (0, 0), (0, 0)), order=order)


def kojun_by_force(puzzle: Kojun) -> Iterator[GridAnswer]:
    rows, cols = puzzle.size
    sizes = {cell: len(region) for region in puzzle.region_cells for cell in region}
    for numbers in product(*(range(1, size + 1) for _, size in sorted(sizes.items()))):
        answer = GridAnswer(grid=as_rows(numbers[r * cols : (r + 1) * cols] for r in range(rows)))
        if not check_kojun(puzzle, answer):
            yield answer


def symmetry_boards() -> Iterator[Symmetry]:
    """All clues on boards of four cells with two shapes, and shapes on six cells with one."""
    for rows, cols, shapes, least in ((1, 4, 2, -1), (2, 2, 2, 0), (2, 3, 1, 0)):
        for clues in product(range(least, shapes + 1), repeat=rows * cols):
            yield Symmetry(
                clues=as_rows(clues[r * cols : (r + 1) * cols] for r in range(rows)), shapes=shapes
            )


def symmetry_by_force(puzzle: Symmetry) -> Iterator[GridAnswer]:
    rows, cols = puzzle.size
    for entries in product(range(puzzle.shapes + 1), repeat=rows * cols):
        answer = GridAnswer(grid=as_rows(entries[r * cols : (r + 1) * cols] for r in range(rows)))
        if not check_symmetry(puzzle, answer):
            yield answer


def edges_boards() -> Iterator[Edges]:
    """All pairs of pieces with two colours on two cells, and small boards with frames and hints."""
    pieces = list(product((0, 1), repeat=4))
    for one, other in product(pieces, repeat=2):
        yield Edges(rows=1, cols=2, pieces=(one, other), rotate=other < one)
    source = Source(1)
    for count in (4, 4, 4, 4, 5, 5, 5, 5):
        drawn = tuple(tuple(source.below(2) for _ in range(4)) for _ in range(count))
        yield Edges(rows=2, cols=2, pieces=drawn, frame=source.choice([0, None]))
        yield Edges(rows=2, cols=2, pieces=drawn, rotate=(0, 2), hints=(Hint((0, 1), 3),))


def edges_by_force(puzzle: Edges) -> Iterator[Filling]:
    cells = puzzle.layout.cells
    for chosen in permutations(range(len(puzzle.pieces)), len(cells)):
        for turns in product(*map(puzzle.turns_of, chosen)):
            places = zip(cells, chosen, turns, strict=True)
            answer = Filling(cells=tuple(Placed(*place) for place in places))
            if not check_edges(puzzle, answer):
                yield answer


def edges_key(puzzle: Edges, answer: Filling) -> Hashable:
    """The colours of each cell, and which kind of piece it has; equal pieces are one."""
    kinds = [
        frozenset(puzzle.turned(piece, turn) for turn in puzzle.turns_of(piece))
        for piece in range(len(puzzle.pieces))
    ]
    return frozenset(
        (each.cell, puzzle.turned(each.piece, each.turn), kinds[each.piece])
        for each in answer.cells
    )


def shisen_boards() -> Iterator[Shisen]:
    """All boards of six tiles in pairs or in fours, and some larger ones with holes."""
    for tiles in {*permutations("AABBCC"), *permutations("AAAABB")}:
        yield Shisen(board=(tiles[:3], tiles[3:]))
    source = Source(2)
    for _ in range(25):
        drawn: list[str | None] = [*"AAAABBCCDD", None, None]
        source.shuffle(drawn)
        yield Shisen(board=as_rows(drawn[i : i + 4] for i in (0, 4, 8)))


def pairing(answer: Clearing) -> Hashable:
    return frozenset(tuple(sorted(move.pair)) for _, move in answer.moves)


def test_kojun() -> None:
    for puzzle in kojun_boards():
        found = list(cnf_answers(puzzle))
        assert len({*found}) == len(found) and {*found} == {*kojun_by_force(puzzle)}, puzzle


def test_symmetry() -> None:
    for puzzle in symmetry_boards():
        found = list(cnf_answers(puzzle))
        assert len({*found}) == len(found) and {*found} == {*symmetry_by_force(puzzle)}, puzzle


def test_edges() -> None:
    for puzzle in edges_boards():
        found = [edges_key(puzzle, answer) for answer in cnf_answers(puzzle)]  # type: ignore[arg-type]
        wanted = {edges_key(puzzle, answer) for answer in edges_by_force(puzzle)}
        assert len({*found}) == len(found) and {*found} == wanted, puzzle


def test_shisen() -> None:
    for puzzle in shisen_boards():
        found = [pairing(answer) for answer in cnf_answers(puzzle)]  # type: ignore[arg-type]
        assert len({*found}) == len(found) and {*found} == BruteForce(puzzle).pairings(), puzzle


@pytest.mark.parametrize("name", ["cnf", "asp"])
@pytest.mark.parametrize("family", MODELLED)
def test_outside_solvers_agree(family: str, name: str) -> None:
    for puzzle in islice(boards(family), 6):
        assert verdict_of(name, puzzle) == solve(get_family(family), puzzle, count=2).status, puzzle


@pytest.mark.integration
@pytest.mark.parametrize("family", MODELLED)
def test_minizinc_agrees(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the smallest case of each status; the time limit is for larger boards."""
    monkeypatch.setattr(outside_solvers, "MINIZINC_SECONDS", 3600)
    known = get_family(family)
    cases = [(case.status, read_case(known, case)[0]) for case in known.cases if case.status]
    for wanted in ("unique", "many", "none"):
        smallest = min((puzzle for status, puzzle in cases if status == wanted), key=_extent)
        assert verdict_of("mzn", smallest) == wanted, smallest


def _extent(puzzle: Puzzle) -> float:
    """The number of cells; puzzles without a model come last."""
    return math.inf if getattr(puzzle, "gravity", False) else puzzle.extent


@pytest.mark.slow
@pytest.mark.integration
@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("family", MODELLED)
def test_outside_solvers_agree_on_200_boards(family: str, name: str) -> None:
    settled = 0
    for puzzle in islice(boards(family), 200):
        with suppress(NotSettled):
            status = solve(get_family(family), puzzle, count=2).status
            assert verdict_of(name, puzzle) == status, puzzle
            settled += 1
    assert settled == 200 or (family, name) == ("shisen", "mzn")
