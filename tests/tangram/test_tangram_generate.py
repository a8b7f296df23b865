"""New figures: connected, solvable, new, of the grade and seed asked for; and drawn shapes."""

from __future__ import annotations

import sys
from typing import Any, get_args

import msgspec
import pytest

from parameters import every
from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram import family
from quebra.families.tangram.explain.grade import grade
from quebra.families.tangram.generate import TangramRecipe, generate, shipped_figure_keys
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.silhouette import congruence_key, joined_regions
from quebra.families.tangram.solve.choice import tilings
from quebra.geometry.edges import chained
from quebra.geometry.motion import Motion
from quebra.geometry.region import area_of, moved
from quebra.service import verbs

MADE = list(SETS)


def test_the_sets_that_may_be_named() -> None:
    (kind,) = (field for field in msgspec.structs.fields(TangramRecipe) if field.name == "set")
    assert list(get_args(get_args(kind.type)[0])) == MADE


@pytest.mark.parametrize("name", every(4, [name for name in MADE if name != "flag"]))
def test_figures_are_connected_and_solvable(name: str) -> None:
    for seed in range(3):
        puzzle = generate(TangramRecipe(set=name), Source(seed), Budget())  # type: ignore[arg-type]
        assert puzzle.pieces == SETS[name].puzzle().pieces
        assert len(puzzle.target) == 1
        assert abs(area_of(puzzle.target) - area_of(SETS[name].puzzle().target)) < 1e-6
        assert congruence_key(puzzle.target) not in shipped_figure_keys(name)
        assert next(tilings(puzzle, Budget()), None) is not None


def test_same_seed_same_figure_and_others_differ() -> None:
    made = [verbs.generate("tangram", seed=seed) for seed in (1, 1, 2, 3)]
    assert made[0] == made[1]
    assert isinstance(made[0], Tangram)
    assert len({congruence_key(each.target) for each in made if isinstance(each, Tangram)}) == 3


@pytest.mark.parametrize("wanted", ["easy", "hard"])
def test_the_grade_asked_for(wanted: str) -> None:
    puzzle = verbs.generate("tangram", seed=2, grade=wanted)
    assert isinstance(puzzle, Tangram)
    assert grade(puzzle, Budget()).name == wanted


def test_shapes_are_made_as_large_as_the_pieces_need() -> None:
    puzzle = verbs.generate("tangram", seed=1, shape="M10 10 h3 v3 h-3 z")
    assert isinstance(puzzle, Tangram)
    assert abs(area_of(puzzle.target) - 8) < 1e-9
    with pytest.raises(NotFound, match="do not form this shape"):
        verbs.generate("tangram", seed=1, shape="M0 0 H9 V1 H0 Z")
    with pytest.raises(NotFound, match="The grade of this shape is expert, not easy"):
        verbs.generate("tangram", seed=1, shape="M0 0 H1 V1 H0 Z", grade="easy")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"set": "chess"}, "set: "),
        ({"shape": "M0 0 L"}, "The shape: the path ends where L needs a number"),
        ({"shape": "M0 0 H1 H0 Z"}, "The shape has no area"),
        ({"rows": 3}, "given once"),
    ],
)
def test_bad_options(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        verbs.generate("tangram", seed=1, **options)


def test_there_is_no_size() -> None:
    with pytest.raises(BadInput, match="Tangram has no size"):
        verbs.generate("tangram", "5x5", seed=1)
    assert family.model.default_size is None


def test_it_stops_when_the_time_is_over() -> None:
    with pytest.raises(Cut):
        generate(TangramRecipe(), Source(1), Budget(seconds=0))


def test_forms_tell_outlines_apart() -> None:
    figures = [puzzle for each in SETS.values() for puzzle in map(each.puzzle, each.figures)]
    forms = [congruence_key(puzzle.target) for puzzle in figures]
    # Squares, and other simple figures, are there in several sets.
    assert len(set(forms)) > len(forms) / 2
    for puzzle, form in zip(figures, forms, strict=True):
        assert congruence_key(moved(puzzle.target, Motion(3 + 1j, 71.5, flip=True))) == form


def test_regions_are_joined_along_sides_only() -> None:
    square = (chained([0, 1, 1 + 1j, 1j]),)
    assert joined_regions(square, moved(square, Motion(1)), 1e-6) is not None
    assert joined_regions(square, moved(square, Motion(1 + 1j)), 1e-6) is None
    assert joined_regions(square, moved(square, Motion(0.5)), 1e-6) is None
    assert joined_regions(square, moved(square, Motion(3)), 1e-6) is None


@pytest.mark.slow
def test_figures_of_curves_keep_them() -> None:
    for seed in range(3):
        puzzle = generate(TangramRecipe(set="flag"), Source(seed), Budget())
        assert "C" in puzzle.figure
        assert len(puzzle.target[0]) <= 24
        assert next(tilings(puzzle, Budget()), None) is not None


def test_grades_that_a_set_hardly_has_are_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["quebra.families.tangram.generate"], "FEW_TRIES", 3)
    said = "No figure of the set Egg of Columbus with the grade expert was found in 3 tries. All "
    with pytest.raises(NotFound, match=said):
        generate(TangramRecipe(set="egg", grade="expert"), Source(1), Budget())
