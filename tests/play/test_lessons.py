"""Lessons: in every exercise the next step uses the technique, and the same seed gives the same."""

from collections.abc import Iterator

import pytest
from small_puzzles import KOJUN

from changed import changed
from quebra.contract.errors import BadInput
from quebra.contract.family import Case
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.engine.budget import Budget
from quebra.play import follow, hint, link, new_game
from quebra.play.analysis import Hint
from quebra.play.lessons import (
    case_game,
    found_step,
    lesson,
    taught,
    technique_named,
)
from quebra.play.saving import from_link

PLAYED = [family for family in families() if family.play]
COMMON = {
    "kojun": "single",
    "symmetry": "last cell",
    "shisen": "all four",
    "edges": "only piece",
    "tangram": "last piece",
    "solids": "only filler",
}
"""A technique of each family that occurs in most puzzles."""

RARE = {
    "kojun": {"triple", "hidden triple"},
    "symmetry": set(),
    "shisen": {"settled", "only partner", "long run"},
    "edges": {"given"},
    "tangram": set(),
    "solids": set(),
}
"""Techniques without an example in the case file."""

each_family = pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)


@each_family
def test_the_next_step_of_an_exercise_uses_the_technique(family: AnyFamily) -> None:
    technique = technique_named(family, COMMON[family.name])
    found = lesson(family, technique, seed=2, count=3)
    assert not found.note and found.example and len(found.exercises) == 3
    puzzles = [each.game.puzzle for each in (found.example, *found.exercises)]
    assert len(set(puzzles)) == len(puzzles), "one position of each puzzle"
    for exercise in (found.example, *found.exercises):
        shown = hint(exercise.game, Budget())
        assert shown == Hint(exercise.step, exercise.moves)
        assert shown.step.technique == technique.name
        assert from_link(link(exercise.game, moves=True)).attempt == exercise.game.attempt
        if exercise.moves:
            after, start = follow(exercise.game, shown), exercise.game.done
            assert found_step(after, start, technique.name, Budget()) == shown.step


@each_family
def test_all_techniques_but_rare_ones_have_an_example_in_the_case_file(family: AnyFamily) -> None:
    cases = {case.technique: case for case in family.cases if case.technique}
    assert cases.keys() == {str(each.name) for each in taught(family)} - RARE[family.name]
    for name, case in cases.items():
        assert case.violations is None and case.status is None, "it would illustrate a rule"
        assert hint(case_game(family, case), Budget()).step.technique == name


@each_family
def test_the_same_seed_gives_the_same_lesson(family: AnyFamily) -> None:
    technique = technique_named(family, COMMON[family.name])
    one, again, other = (lesson(family, technique, seed, 1) for seed in (1, 1, 2))
    assert one == again and one.exercises != other.exercises


def test_techniques_come_from_easy_to_hard() -> None:
    for family in PLAYED:
        levels = [each.level for each in taught(family)]
        assert levels == sorted(levels) and levels and levels[0] > 0


def test_a_technique_that_is_not_taught_is_refused() -> None:
    for name in ("pear", "mistake", "search"):
        with pytest.raises(BadInput, match=f"does not teach '{name}'"):
            technique_named(get_family("kojun"), name)


def test_a_lesson_without_time_says_so_in_a_sentence() -> None:
    kojun = get_family("kojun")
    found = lesson(kojun, technique_named(kojun, "triple"), seed=77, budget=Budget(0))
    assert found.example is None and found.exercises == ()
    assert found.note == "This technique is rare: no board that needs it was found in time."


def test_the_example_is_a_case_of_the_family(monkeypatch: pytest.MonkeyPatch) -> None:
    kojun = get_family("kojun")
    case = Case(
        about="one cell is open",
        puzzle="kojun\nregions\na a b\na b b\ngivens\n. 2 .\n. . .",
        answer="3 2 .\n. . .",
        technique="last cell",
    )
    family = changed(kojun)
    family.__dict__["cases"] = (case,)
    assert case_game(family, case).attempt.grid[0] == (3, 2, 0)  # type: ignore[attr-defined]
    found = lesson(family, technique_named(family, "last cell"), count=1)
    assert found.example and found.example.game.puzzle.regions[0] == (0, 0, 1)  # type: ignore[attr-defined]


def moves_of_others() -> Iterator[str]:
    yield "r1c2=1"
    yield "r1c1*1"


def test_a_move_that_is_another_step_does_not_solve_an_exercise() -> None:
    game = new_game(KOJUN)
    for move in moves_of_others():
        assert found_step(game.move(move), 0, "chain", Budget()) is None
