"""Steps that rule out all other placements agree with every solution."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from packings import random_puzzle
from quebra.engine.budget import Budget
from quebra.families.solids.explain import EXPLAIN, techniques
from quebra.families.solids.explain.steps import explain, with_places
from quebra.families.solids.model import Piece, Placed, Solids
from quebra.families.solids.solve.options import options_of
from quebra.families.solids.solve.own import covers

MOST = 3_000
"""Solutions of a puzzle that are compared."""


def solutions_without(puzzle: Solids, place: Placed) -> int:
    """The number of solutions in which no piece fills exactly the cells of a placement."""
    options = options_of(puzzle)
    cells = tuple(sorted(puzzle.cells_of(place)))
    return sum(
        all(options.options[number].cells != cells for number in choice)
        for choice in islice(covers(options, Budget()), MOST)
    )


@pytest.mark.parametrize(
    ("target", "pieces", "says"),
    [
        ("####|####", ("###|.#.", "###|.#."), "4 cells are coloured, but the pieces fill 2."),
        ("####", ("##",), "The pieces have 2 cubes, and 4 cells are to be filled."),
        ("#+##|.+##", ("#", "###", "#"), "A search proves that the pieces cannot fill"),
    ],
)
def test_a_dead_end_says_why(target: str, pieces: tuple[str, ...], says: str) -> None:
    named = (Piece(name=name, cells=(cells,)) for name, cells in zip("ABC", pieces, strict=False))
    puzzle = Solids(pieces=tuple(named), target=(target,))
    (step,) = explain(puzzle, None, Budget())
    assert step.technique == techniques.DEAD_END.name and says in step.text
    assert not step.changes and EXPLAIN.grade(puzzle, Budget()).name is None


def test_hints_hold_in_all_solutions() -> None:
    used: Counter[str] = Counter()
    for seed in range(200):
        puzzle = random_puzzle(seed)
        placed: tuple[Placed, ...] = ()
        for step in explain(puzzle, None, Budget()):
            used[str(step.technique)] += 1
            if step.technique == techniques.DEAD_END.name:
                assert not any(covers(options_of(puzzle), Budget())), f"seed {seed}: {step.text}"
                continue
            place = step.changes[0].value
            if step.technique != techniques.CHOICE.name:
                position = with_places(puzzle, placed)
                assert not solutions_without(position, place), f"seed {seed}: {step.text}"
            placed += (place,)
    assert len(used) > 5
