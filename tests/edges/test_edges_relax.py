"""The paper's two algorithms: what they must solve, what they prove, and where they give up."""

from __future__ import annotations

import numpy as np
import pytest
from boards import blank, random_board, with_one_edge_changed
from scipy import sparse

from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.rules import check
from quebra.families.edges.solve.domains import Candidates, consistent_domains, frame_domains
from quebra.families.edges.solve.symmetry import symmetries
from quebra.papers.edge_matching_algebra.certificate import refutes
from quebra.papers.edge_matching_algebra.collapse import Relaxation
from quebra.papers.edge_matching_algebra.functions import TestFunctions
from quebra.papers.edge_matching_algebra.probe import Probe
from quebra.papers.edge_matching_algebra.search import Search

family = get_family("edges")

NEVER_TURNED = [(6, 4), (6, 6), (8, 8), (8, 10), (10, 8), (10, 10), (12, 12)]
SMALL = {
    "squares": blank(3, 3, frame=0),
    "squares that turn": blank(2, 3, frame=0, rotate=True),
    "no frame": blank(2, 3),
    "a square that turns": blank(2, 2, frame=0, rotate=True),
    "hexagons": blank(2, 3, sides=6, shape="hexagon", frame=0),
    "triangles that turn": blank(2, 1, sides=3, shape="triangle", frame=0, rotate=True),
    "cubes": blank(2, 2, sides=6, shape="cube", layers=2, frame=0),
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("side", "colours"), NEVER_TURNED)
def test_boards_collapse_to_a_permutation(side: int, colours: int, seed: int) -> None:
    puzzle = random_board(blank(side, side, frame=0), colours, Source(seed))
    outcome = solve(family, puzzle, engine="lp", count=1)
    assert outcome.status == "found"
    assert check(puzzle, outcome.solutions[0]) == ()
    assert outcome.stats["distance"] < 1e-3


def test_sixteen_by_sixteen_is_proved_unique() -> None:
    puzzle = random_board(blank(16, 16, frame=0), 16, Source(1))
    assert solve(family, puzzle, engine="lp", count=2).status == "unique"


@pytest.mark.parametrize("seed", range(3))
def test_the_algorithm_alone_collapses_without_arc_consistency(seed: int) -> None:
    puzzle = random_board(blank(6, 6, frame=0), 5, Source(seed))
    candidates = Candidates(puzzle)
    relaxation = Relaxation(candidates, frame_domains(candidates), Budget())
    *_, last = steps = list(relaxation.collapse())
    assert last.assignment and check(puzzle, candidates.filling(last.assignment)) == ()
    distances = [step.distance for step in steps]
    assert distances == sorted(distances, reverse=True)


@pytest.mark.parametrize("kind", ["chebyshev", "monomial"])
def test_other_functions_collapse_to_the_same_board(kind: str) -> None:
    candidates = Candidates(random_board(blank(4, 4, frame=0), 6, Source(2)))
    functions = TestFunctions("chebyshev" if kind == "chebyshev" else "monomial")
    boards = []
    for each in (TestFunctions(), functions):
        *_, last = Relaxation(candidates, frame_domains(candidates), Budget(), each).collapse()
        boards.append(last.assignment)
    assert boards[0] is not None and boards[0] == boards[1]


def test_below_the_threshold_it_says_that_it_does_not_know() -> None:
    puzzle = random_board(blank(7, 7, frame=0), 2, Source(0))
    search = Search(puzzle, Budget())
    with pytest.raises(Cut, match="method"):
        search.next()
    mixture = search.trace[-1].mixture
    assert len(mixture) == 49
    assert all(abs(sum(part for _, part in cell) - 1) < 0.05 for cell in mixture)
    assert any(0.1 < part < 0.9 for cell in mixture for _, part in cell)
    outcome = solve(family, puzzle, engine="lp", count=1)
    assert (outcome.status, outcome.reason) == ("unknown", "method")
    assert outcome.stats["distance"] > 0.05


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SMALL)
def test_it_never_disagrees_with_the_exact_engine(name: str, seed: int) -> None:
    puzzle = random_board(SMALL[name], 2 + seed % 3, Source(seed))
    if seed % 2:
        puzzle = with_one_edge_changed(puzzle, 3, Source(seed))
    exact = solve(family, puzzle, engine="backtrack", count=10_000)
    found = solve(family, puzzle, engine="lp", count=10_000)
    assert set(found.solutions) <= set(exact.solutions)
    if found.complete:
        assert set(found.solutions) == set(exact.solutions)
    elif not found.solutions:
        assert found.reason == "method" and exact.status != "none"


def test_proofs_are_common() -> None:
    proved = 0
    for seed in range(10):
        puzzle = random_board(blank(4, 4, frame=0), 3, Source(seed))
        proved += solve(family, puzzle, engine="lp", count=100).complete
    assert proved >= 6


def test_a_hint_and_a_surplus_of_pieces_are_kept() -> None:
    puzzle = random_board(blank(3, 3, frame=0), 4, Source(1))
    exact = solve(family, puzzle, engine="backtrack", count=1).solutions[0].cells[0]
    hinted = Edges(
        rows=3, cols=3, pieces=puzzle.pieces, frame=0, hints=(Hint(exact.cell, exact.piece),)
    )
    assert solve(family, hinted, engine="lp", count=9).status == "unique"
    more = Edges(rows=3, cols=3, pieces=(*puzzle.pieces, (7, 7, 7, 7)), frame=0)
    assert solve(family, more, engine="lp", count=9).status == "unique"


def test_multipliers_refute_only_in_whole_numbers() -> None:
    # x + y = 1 and x = y leave a half each; that x + y is also 2 does not.
    rows = sparse.csr_matrix([[1.0, 1.0], [1.0, -1.0]])
    both = np.array([True, True])
    for multipliers in ([1.0, 0.0], [0.3, 0.7], [-1.0, 1e-9], [np.nan, 1.0], [0.0, 0.0]):
        assert not refutes(np.array(multipliers), rows, np.array([1.0, 0.0]), both, 1)
    wrong = sparse.csr_matrix([[1.0, 1.0], [1.0, 1.0]])
    # Multipliers that are off by a little still prove it, those that say nothing do not.
    assert refutes(np.array([1.0, -1.0001]), wrong, np.array([1.0, 2.0]), both, 1)
    assert not refutes(np.array([1.0, 0.0]), wrong, np.array([1.0, 2.0]), both, 1)


def test_suppositions_lose_no_solution() -> None:
    for seed in range(12):
        puzzle = random_board(blank(4, 4, frame=0), 2 + seed % 2, Source(seed))
        candidates = Candidates(puzzle)
        cells = consistent_domains(candidates)
        assert Probe(candidates).narrow(cells, Budget(), most=99)
        numbers = {
            (candidate.kind, candidate.colours): i for i, candidate in enumerate(candidates.all)
        }
        for filling in solve(family, puzzle, engine="backtrack", count=200).solutions:
            for placed in filling.cells:
                colours = puzzle.turned(placed.piece, placed.turn)
                candidate = numbers[candidates.kind_of[placed.piece], colours]
                assert cells[puzzle.cell_numbers[placed.cell]] >> candidate & 1


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (blank(3, 3, rotate=True), 4),
        (blank(3, 2, rotate=True), 2),
        (blank(3, 3), 1),
        (blank(2, 2, sides=6, shape="hexagon", rotate=True), 2),
        (blank(3, 1, sides=3, shape="triangle", rotate=True), 3),
        (blank(2, 2, sides=6, shape="cube", layers=2, rotate=True), 24),
        (blank(2, 2, sides=6, shape="cube", layers=3, rotate=True), 8),
    ],
)
def test_the_turns_of_a_board(board: Edges, count: int) -> None:
    assert len(symmetries(board)) == count


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("side", "colours"), [(4, 5), (5, 8)])
def test_pieces_that_turn(side: int, colours: int, seed: int) -> None:
    puzzle = random_board(blank(side, side, frame=0, rotate=True), colours, Source(seed))
    outcome = solve(family, puzzle, engine="lp", count=4)
    assert len(outcome.solutions) == 4
    assert all(check(puzzle, filling) == () for filling in outcome.solutions)


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize(("side", "colours"), [(2, 4), (3, 8)])
def test_cubes(side: int, colours: int, rotate: bool) -> None:
    empty = blank(side, side, sides=6, shape="cube", layers=side, frame=0, rotate=rotate)
    puzzle = random_board(empty, colours, Source(3))
    outcome = solve(family, puzzle, engine="lp", count=1)
    assert check(puzzle, outcome.solutions[0]) == ()


def test_a_budget_is_kept() -> None:
    puzzle = random_board(blank(12, 12, frame=0), 6, Source(0))
    outcome = solve(family, puzzle, engine="lp", count=1, seconds=0.5)
    assert (outcome.status, outcome.reason) == ("unknown", "time")


@pytest.mark.parametrize(("side", "colours"), [(2, 3), (3, 4), (4, 8)])
def test_free_places_by_semidefinite_programs(side: int, colours: int) -> None:
    puzzle = random_board(blank(side, side, frame=0), colours, Source(7))
    outcome = solve(family, puzzle, engine="sdp", count=1)
    assert check(puzzle, outcome.solutions[0]) == ()
    assert outcome.stats["iterations"] >= 1


def test_semidefinite_programs_prove_only_what_counts_prove() -> None:
    puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0)
    assert solve(family, puzzle, engine="sdp").status == "none"
    with pytest.raises(BadInput, match="needs a frame"):
        solve(family, random_board(blank(2, 2), 2, Source(1)), engine="sdp")
    ring = tuple((cell, 1, (cell + 1) % 3, 3) for cell in range(3))
    twisted = Edges(shape="free", pieces=((0, 1, 0, 1),) * 3, seams=ring, frame=0)
    with pytest.raises(BadInput, match="lies in the plane"):
        solve(family, twisted, engine="sdp")


@pytest.mark.parametrize("engine", ["lp", "sdp"])
def test_goals_that_the_engines_do_not_have(engine: str) -> None:
    puzzle = random_board(blank(2, 2, frame=0), 2, Source(1))
    with pytest.raises(BadInput, match="no goal 'matched'"):
        solve(family, puzzle, engine=engine, goal="matched")
