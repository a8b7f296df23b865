"""The open problems of the documentation: boards, answers, and what the page says about them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import open_problems
from open_problems import PROBLEMS, Known, Problem
from quebra.families.shisen.model import Clearing
from quebra.service import verbs

CHEAP = ("shisen-24x12-1", "symmetry-25-1", "edges-8x8", "edges-16x16")
GOALS = [(problem, goal) for problem in PROBLEMS for goal in problem.goals if goal != "any"]


@pytest.mark.parametrize(
    "problem",
    [
        pytest.param(each, id=each.name, marks=() if each.name in CHEAP else pytest.mark.slow)
        for each in PROBLEMS
    ],
)
def test_the_command_makes_the_board(problem: Problem) -> None:
    assert open_problems.board_text(problem) == open_problems.board_file(problem).read_text()


@pytest.mark.parametrize(("problem", "goal"), GOALS, ids=lambda each: getattr(each, "name", each))
def test_the_best_answer_is_right_and_on_the_page(problem: Problem, goal: str) -> None:
    known = open_problems.read_records()[f"{problem.name} {goal}"]
    value = open_problems.value_of(problem, goal)
    assert value is not None and value == known.best and known.bound is not None
    sign = open_problems.sign_of(problem, goal)
    assert sign * known.bound <= sign * value
    page = open_problems.PAGE.read_text()
    assert f"{problem.name}.txt) | {goal} | [{value:g}](" in page


def test_the_page_is_what_is_known() -> None:
    page = "\n".join(open_problems.page(open_problems.read_records()))
    assert page == open_problems.PAGE.read_text()


def test_only_better_answers_and_bounds_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_problems, "FOLDER", tmp_path)
    problem = Problem("small", "shisen --size 4x4 --seed 1", ("sum",))
    outcome = verbs.solve(open_problems.board(problem), goal="sum")
    assert outcome.objective is not None
    records = {"small sum": Known(best=outcome.objective, best_seconds=9, bound=0, bound_seconds=9)}
    open_problems.improve(records, problem, "sum", outcome)
    known = records["small sum"]
    assert (known.best, known.best_seconds) == (outcome.objective, 9)
    assert known.bound == outcome.bound and known.bound_seconds != 9
    assert open_problems.value_of(problem, "sum") is None
    known.best = outcome.objective + 2
    open_problems.improve(records, problem, "sum", outcome)
    assert open_problems.value_of(problem, "sum") == known.best == outcome.objective


def test_a_wrong_answer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_problems, "FOLDER", tmp_path)
    problem = Problem("small", "shisen --size 4x4 --seed 1", ("sum",))
    answer = verbs.solve(open_problems.board(problem), goal="sum").solutions[-1]
    assert isinstance(answer, Clearing)
    short = msgspec.structs.replace(answer, rounds=answer.rounds[:-1])
    open_problems.answer_file("small", "sum").write_bytes(msgspec.json.encode(short))
    with pytest.raises(SystemExit, match="is not an answer"):
        open_problems.value_of(problem, "sum")
