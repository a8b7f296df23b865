"""The contract fails a family that does not keep it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from changed import changed
from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput, Cut, EngineFault, NotFound
from quebra.contract.family import Recipe
from quebra.contract.random import Source
from quebra.contract.results import Change, Grade, Place, Progress, Step
from quebra.contract.symmetry import Symmetries
from quebra.engine.budget import Budget
from quebra.families._template import family
from quebra.families._template.model import Latin
from quebra.families._template.symmetry import images
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text
from quebra.render import Drawing
from quebra.testing import check_family


def wrong_engine(
    puzzle: Latin, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    budget.spend()
    yield GridAnswer(grid=((9,) * puzzle.size[1],) * puzzle.size[0])


def lazy_engine(
    puzzle: Latin, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    yield from list(family.solve.engines["backtrack"](puzzle, budget, goal=goal, seed=seed))[:1]


def idle_engine(
    puzzle: Latin, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    raise Cut("time")
    yield


def false_step(
    puzzle: Latin, answer: GridAnswer | None, budget: Budget, at: Place | None = None
) -> Iterator[Step]:
    yield Step("single", ((0, 0),), (Change("remove", (0, 0), n) for n in (1, 2, 3)), "So.")  # type: ignore[arg-type]


def heedless(
    puzzle: Latin, answer: GridAnswer | None, budget: Budget, at: Place | None = None
) -> Iterator[Step]:
    return family.explain.steps(puzzle, answer, budget)


def unfair(recipe: Recipe, source: Source, budget: Budget) -> Latin:
    return Latin(givens=((0,) * recipe.cols,) * recipe.rows)


EASY = Grade(Text("easy"), 1, (), Text("Easy."))


def any_grade(puzzle: Latin, budget: Budget) -> Grade:
    found = next(
        iter(family.solve.engines["backtrack"](puzzle, budget, goal="any", seed=None)), None
    )
    return EASY if found else Grade(None, 0, (), Text("No solution, no grade."))


def all_easy(puzzle: Latin, budget: Budget) -> Grade:
    return EASY


def blank(recipe: Recipe, source: Source, budget: Budget) -> Latin:
    if recipe.grade not in (None, "easy"):
        raise NotFound(Text("All are easy."))
    return unfair(recipe, source, budget)


def unsolvable(recipe: Recipe, source: Source, budget: Budget) -> Latin:
    row = (1, 1, *(0,) * (recipe.cols - 2))
    return Latin(givens=(row, *((0,) * recipe.cols,) * (recipe.rows - 1)))


SEVERAL = changed(
    family, solve={"count": 1}, explain={"grade": any_grade}, generate={"make": blank}
)
"""A family where one solution is as good as several."""


def lossy(text: str) -> Latin:
    return Latin(givens=((0,),))


def test_the_template_itself_passes() -> None:
    check_family(family, images)


def test_the_smallest_family_has_neither_moves_nor_symmetries() -> None:
    check_family(replace(family, play=None, symmetry=Symmetries()))


def test_puzzles_need_not_be_unique_where_that_is_no_virtue() -> None:
    check_family(SEVERAL, images)


@pytest.mark.parametrize(
    "broken",
    [
        changed(SEVERAL, solve={"count": 2}),
        changed(SEVERAL, generate={"make": unsolvable}),
        changed(SEVERAL, explain={"steps": false_step}),
        changed(SEVERAL, explain={"grade": family.explain.grade}),
        changed(SEVERAL, explain={"grade": all_easy}),
    ],
    ids=["unique", "solvable", "steps", "no grade", "grade for all"],
)
def test_a_broken_family_fails_there_too(broken) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(AssertionError):
        check_family(broken, images)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (changed(family, rules={"check": lambda puzzle, answer: ()}), AssertionError),
        (
            changed(family, rules={"codes": {**family.rules.codes, "extra": "never shown"}}),
            AssertionError,
        ),
        (changed(family, rules={"progress": lambda puzzle, answer: Progress(1.0)}), AssertionError),
        (changed(family, solve={"engines": {"wrong": wrong_engine}}), EngineFault),
        (
            changed(family, solve={"engines": {**family.solve.engines, "lazy": lazy_engine}}),
            AssertionError,
        ),
        (
            changed(family, solve={"engines": {**family.solve.engines, "idle": idle_engine}}),
            AssertionError,
        ),
        (
            changed(family, solve={"engines": {"idle": idle_engine, **family.solve.engines}}),
            AssertionError,
        ),
        (changed(family, explain={"steps": false_step}), AssertionError),
        (
            changed(family, explain={"grade": all_easy}),
            AssertionError,
        ),
        (changed(family, explain={"steps": heedless}), AssertionError),
        (changed(family, explain={"change_agrees": lambda answer, change: False}), AssertionError),
        (changed(family, explain={"techniques": family.explain.techniques[1:]}), AssertionError),
        (changed(family, generate={"make": unfair}), AssertionError),
        (
            replace(family, draw=lambda puzzle, answer, look: Drawing(1, 1, Text(), ())),
            AssertionError,
        ),
        (replace(family, draws_candidates=True), AssertionError),
        (replace(family, name="greek"), AssertionError),
        (changed(family, symmetry={"canonical": lambda puzzle: puzzle}), AssertionError),
        (changed(family, symmetry={"split": lambda puzzle: (puzzle, puzzle)}), AssertionError),
        (
            changed(family, symmetry={"solution_key": lambda puzzle, answer: object()}),
            AssertionError,
        ),
        (changed(family, formats={"answers": family.formats.answers[::-1]}), AssertionError),
        (
            changed(
                family,
                formats={
                    "puzzles": (
                        family.formats.puzzles[0],
                        family.formats.puzzles[1],
                        Codec("lossy", Text(), lambda t: True, lossy, lambda p: "x"),
                    )
                },
            ),
            AssertionError,
        ),
    ],
    ids=[
        *("check", "cases", "progress", "answers", "agreement", "idle", "idle first"),
        *("steps", "grade", "place", "agreement of changes", "techniques", "fair", "draw"),
        *(
            "draws candidates",
            "name",
            "canonical",
            "split",
            "solution key",
            "answers first",
            "formats",
        ),
    ],
)
def test_a_broken_family_fails(broken, fault) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(fault):
        check_family(broken, images)


def test_bad_input_is_a_value_error() -> None:
    assert issubclass(BadInput, ValueError)
