"""Grades: figures that are told, the same on every machine, and in sensible shares."""

from __future__ import annotations

from collections import Counter

import pytest

from quebra.contract.errors import Cut
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.grade import grade
from quebra.families.tangram.generate import TangramRecipe, generate
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.sets import SETS


def test_the_figures_are_told() -> None:
    found = grade(SETS["classic"].puzzle("square"), Budget())
    assert found.name == "expert"
    assert found.text == (
        "Expert: 4 of 7 pieces follow from a side, an angle or a corner. "
        "At 4 moments only one piece follows. 67% of the sides are inside the figure."
    )
    assert found.bottlenecks == 4 and found.crux == ((1, 0),)
    assert sum(count for _, count in found.techniques) == 7


def test_a_figure_without_a_tiling_has_no_grade() -> None:
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z", count=3)
    found = grade(Tangram(pieces=(tile,), figure="M0 0 H2 V2 H0 Z"), Budget())
    assert found.name is None and found.text == "No solution, so no grade."


def test_grades_are_the_same_again() -> None:
    puzzle = SETS["bell"].puzzle()
    assert grade(puzzle, Budget()) == grade(puzzle, Budget(seconds=36_000))


def test_grading_stops_when_the_time_is_over() -> None:
    with pytest.raises(Cut):
        grade(SETS["heart"].puzzle(), Budget(seconds=0))


def test_scores_follow_the_grades() -> None:
    found = [grade(SETS["classic"].puzzle(name), Budget()) for name in SETS["classic"].figures]
    names = [each.name for each in sorted(found, key=lambda each: each.score)]
    ranks = [GRADES.index(name) for name in names if name]
    assert ranks == sorted(ranks) and len(ranks) == 13


NEEDED = {"medium": {"short trial"}, "hard": {"trial"}, "expert": {"choice"}}
"""Techniques of which a figure of a grade needs one, and figures of easier grades none."""


@pytest.mark.parametrize("count", [12, pytest.param(200, marks=pytest.mark.slow)])
def test_scores_lie_in_the_band_of_the_grade_and_harder_grades_need_harder_techniques(
    count: int,
) -> None:
    for seed in range(count):
        found = grade(generate(TangramRecipe(), Source(seed), Budget()), Budget())
        assert found.name
        rank = GRADES.index(found.name)
        assert 100 * rank <= found.score < 100 * (rank + 1)
        used = {technique for technique, _ in found.techniques}
        for name, techniques in NEEDED.items():
            if rank == GRADES.index(name):
                assert used & techniques
            elif rank < GRADES.index(name):
                assert not used & techniques


@pytest.mark.slow
def test_random_figures_have_all_grades() -> None:
    figures = (generate(TangramRecipe(), Source(seed), Budget()) for seed in range(60))
    shares = Counter(grade(puzzle, Budget()).name for puzzle in figures)
    assert all(shares[name] >= 3 for name in GRADES)
    assert max(shares.values()) <= 33
