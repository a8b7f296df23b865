"""Stacks of cubes: against brute force, up to symmetry, in every format."""

from __future__ import annotations

import json
from itertools import product

import pytest
from classic_puzzles import instant_insanity

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.rules import check
from quebra.service.verbs import convert, draw, explain, grade, load, solve
from shared_data import shared_text

CUBES = ((4, 2, 3, 4, 1, 2), (1, 2, 1, 4, 3, 3), (2, 3, 1, 2, 4, 1), (3, 3, 4, 2, 3, 1))
ENGINES = ("portfolio", "backtrack", "cpsat")


def looks(puzzle: Edges, solutions: tuple[Filling, ...]) -> set[tuple[tuple[int, ...], ...]]:
    return {tuple(puzzle.turned(p.piece, p.turn) for p in stack.cells) for stack in solutions}


def by_trying(puzzle: Edges) -> set[tuple[tuple[int, ...], ...]]:
    """What the right stacks look like, of all ways to turn each cube in its place."""
    every = product(range(24), repeat=len(puzzle.pieces))
    fillings = (
        Filling(cells=tuple(Placed(cell=(i,), piece=i, turn=turn) for i, turn in enumerate(turns)))
        for turns in every
    )
    return looks(puzzle, tuple(stack for stack in fillings if not check(puzzle, stack)))


@pytest.mark.parametrize("rotate", [True, False])
def test_cubes_that_cannot_differ_are_told(rotate: bool) -> None:
    puzzle = Edges(rows=3, shape="stack", pieces=((1,) * 6,) * 2 + ((2,) * 6,), rotate=rotate)
    why = "2 cubes show blue disc on long side 1 of the stack in every turn, and only one may."
    assert solve(puzzle).text == f"No solution: proved. {why}"
    assert [step.text for step in explain(puzzle)] == [why]
    assert grade(puzzle).name is None
    assert solve(Edges(rows=2, shape="stack", pieces=puzzle.pieces)).solutions


@pytest.mark.parametrize("engine", ENGINES)
def test_eight_oriented_solutions_are_one(engine: str) -> None:
    puzzle = instant_insanity(CUBES)
    assert solve(puzzle, engine=engine, count=99).text == "Exactly 8 solutions: proved."
    once = solve(puzzle, engine=engine, count=99, up_to_symmetry=True)
    assert once.text == "Exactly one solution up to symmetry: proved."


@pytest.mark.parametrize("seed", range(6))
def test_stacks_against_brute_force(seed: int) -> None:
    source = Source(seed)
    cubes = [[1 + source.below(4) for _ in range(6)] for _ in range(2)]
    puzzle = instant_insanity(cubes)
    expected = by_trying(puzzle)
    for engine in ENGINES:
        outcome = solve(puzzle, engine=engine, count=10_000)
        assert outcome.complete
        assert looks(puzzle, outcome.solutions) == expected


def test_order_counts_only_where_no_hint_fixes_it() -> None:
    ordered = instant_insanity(CUBES)
    free = Edges(shape="stack", rows=4, pieces=CUBES, rotate=True)
    assert len(solve(free, count=1000).solutions) == 24 * 8
    assert solve(free, count=1000, up_to_symmetry=True).status == "unique"
    assert solve(ordered, count=1000, up_to_symmetry=True).status == "unique"


def test_stacks_are_written_drawn_explained_and_graded() -> None:
    puzzle = instant_insanity(CUBES)
    for name in ("json", "text", "pieces"):
        assert load(convert(puzzle, name), family="edges") == puzzle
    stack = solve(puzzle).solutions[0]
    shown = draw(puzzle, stack)
    assert shown.title == "Edge-matching, a stack of 4 cubes, 4 colours"
    assert shown.text().count("┏") == 4
    assert list(explain(puzzle))
    assert grade(puzzle).name is not None


@pytest.mark.parametrize("engine", ["lp", "sdp"])
def test_engines_that_know_no_stacks_say_so(engine: str) -> None:
    with pytest.raises(BadInput):
        solve(instant_insanity(CUBES), engine=engine)


@pytest.mark.parametrize("engine", ["portfolio", "backtrack", "cpsat"])
def test_a_stack_has_no_frame_and_no_goal(engine: str) -> None:
    with pytest.raises(BadInput, match="A stack has no frame"):
        Edges(shape="stack", rows=4, pieces=CUBES, frame=0)
    with pytest.raises(BadInput, match="A stack has no seams"):
        solve(instant_insanity(CUBES), goal="matched", engine=engine)


def test_a_sold_set_has_one_solution() -> None:
    told = json.loads(shared_text("edges/instant_insanity.json"))
    order = [told["order"].index(n) for n in ("Front", "Right", "Back", "Left", "Bottom", "Top")]
    letters = list(told["legend"])
    cubes = [[letters.index(cube[face]) for face in order] for cube in told["cubes"]]
    outcome = solve(instant_insanity(cubes), count=99)
    assert outcome.text == "Exactly 8 solutions: proved."
