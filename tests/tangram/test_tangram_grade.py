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
        "Expert: 1 solution. Corners with only one way to fill them: 0 of 4. "
        "Forced steps: 1 of 7. 67% of the sides are inside the figure."
    )
    assert sum(count for _, count in found.techniques) == 7


def test_a_figure_without_a_tiling_has_no_grade() -> None:
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z", count=3)
    found = grade(Tangram(pieces=(tile,), figure="M0 0 H2 V2 H0 Z"), Budget())
    assert found.name is None and found.text == "No solution, so no grade."


def test_a_count_that_is_cut_says_so() -> None:
    assert "at least 10 solutions" in grade(SETS["heart"].puzzle(), Budget()).text


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


@pytest.mark.slow
def test_random_figures_have_all_grades() -> None:
    figures = (generate(TangramRecipe(), Source(seed), Budget()) for seed in range(60))
    shares = Counter(grade(puzzle, Budget()).name for puzzle in figures)
    assert all(shares[name] >= 3 for name in GRADES)
    assert max(shares.values()) <= 33
