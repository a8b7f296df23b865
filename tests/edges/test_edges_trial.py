"""Sentences that a first user meets."""

from __future__ import annotations

import pytest

from quebra.contract.errors import BadInput
from quebra.families.edges.model import Edges
from quebra.service.verbs import parse, solve


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ("1 2 3 4", "There is 1 piece for 4 cells: too few."),
        ("1 2 3 4\n1 2 3 4", "There are 2 pieces for 4 cells: too few."),
    ],
)
def test_too_few_pieces_are_counted_in_good_grammar(pieces: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(f"edges\n2 2\n{pieces}")
    assert str(refused.value) == sentence


def test_lp_does_not_miss_solutions_that_differ_by_one_turn() -> None:
    plain = ",[1,1,1,1]" * 5
    board = '"rows":3,"cols":2,"frame":null,"rotate":true'
    puzzle = parse(f'{{"family":"edges","pieces":[[2,1,1,1]{plain}],{board}}}')
    outcome = solve(puzzle, engine="lp", count=60)
    assert len(outcome.solutions) == 10 or outcome.reason == "method"


def test_cpsat_gives_only_better_boards() -> None:
    pieces = (
        (1, 3, 3, 3),
        (1, 3, 2, 2),
        (1, 2, 1, 3),
        (2, 3, 2, 1),
        (3, 2, 1, 3),
        (2, 2, 3, 3),
        (2, 1, 2, 2),
        (2, 3, 3, 3),
        (2, 2, 2, 2),
    )
    puzzle = Edges(rows=3, cols=3, pieces=pieces)
    best = {e: solve(puzzle, goal="matched", engine=e) for e in ("cpsat", "portfolio")}
    assert {outcome.status for outcome in best.values()} == {"optimal"}
    assert best["cpsat"].objective == best["portfolio"].objective
