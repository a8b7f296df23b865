"""Stopping by the clock, by Ctrl-C, and with solvers that do not listen; and what is then known."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quebra
from changed import changed
from processes import TIMEOUT
from quebra.contract.errors import EngineFault
from quebra.contract.family import Goal
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.interrupts import INTERRUPTED
from quebra.engine.search import solve
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import count_shapes
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text

FEWEST: Goal[Symmetry, GridAnswer] = Goal(Text("few"), "less", count_shapes)
LINE = Symmetry(clues=((1, 0, 0),))
ONE, TWO, OTHER_TWO, THREE = (
    GridAnswer(grid=(row,)) for row in ((1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 2, 1))
)


@pytest.fixture
def large(tmp_path: Path) -> str:
    """An empty board that CP-SAT prepares for seconds without listening."""
    path = tmp_path / "large.stc"
    path.write_text("symmetry\n" + ("." * 40 + "\n") * 40, encoding="utf-8")
    return str(path)


DEAF = """
import runpy, time
from ortools.sat.python import cp_model
cp_model.CpSolver.solve = lambda *anything: time.sleep(1e6)
runpy.run_module("quebra", run_name="__main__", alter_sys=True)
"""
"""The program, with a CP-SAT that never ends and never listens."""


def start(python: list[str], *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *python, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.integration
def test_the_program_ends_with_its_outcome(board: str) -> None:
    """A solver at work keeps neither the process alive nor the output back."""
    process = start(["-c", DEAF], "solve", board, "--engine", "cpsat", "--json", "--time", "0.5")
    out, err = process.communicate(timeout=TIMEOUT)
    outcome = json.loads(out)
    assert (process.returncode, err) == (3, "")
    assert (outcome["status"], outcome["reason"]) == ("unknown", "time")


INTERRUPTING = """
import os, runpy, signal, sys
from contextlib import suppress
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            with suppress({lost}):
                os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
runpy.run_module("quebra", run_name="__main__", alter_sys=True)
"""
"""The program, with Ctrl-C when a module is imported; its exception may be lost."""


def interrupted_at(module: str, large: str, lost: str = "") -> tuple[int, str, str]:
    code = INTERRUPTING.format(module=module, lost=lost)
    process = start(["-c", code], "solve", large, "--engine", "cpsat", "--json")
    out, err = process.communicate(timeout=TIMEOUT)
    return process.returncode, out, err


@pytest.mark.integration
def test_ctrl_c_before_a_command_runs_ends_the_program_at_once(large: str) -> None:
    assert interrupted_at("quebra.cli", large) == (INTERRUPTED, "", "")


@pytest.mark.integration
@pytest.mark.parametrize(
    "module", ["quebra.cli.solve", "quebra.families.symmetry", "quebra.families.symmetry.solve"]
)
def test_ctrl_c_while_a_command_is_imported(module: str, large: str) -> None:
    assert interrupted_at(module, large) == (3, "", "quebra: It was cancelled.\n")


@pytest.mark.integration
@pytest.mark.parametrize(
    ("module", "lost"),
    [
        ("ortools.sat.python", ""),
        ("ortools.sat.python", "KeyboardInterrupt"),
        ("quebra.engine.cpsat", "KeyboardInterrupt"),
    ],
)
def test_ctrl_c_while_a_solver_is_imported(module: str, lost: str, large: str) -> None:
    """Also where the import system loses the exception."""
    status, out, err = interrupted_at(module, large, lost)
    assert (status, err) == (3, "")
    assert json.loads(out)["reason"] == "cancelled"


SLOW_IMPORT = """
import sys, time, quebra
class Slow:
    def find_spec(self, name, path, target=None):
        if name.startswith("ortools"):
            sys.meta_path.remove(self)
            time.sleep(2)
sys.meta_path.insert(0, Slow())
puzzle = quebra.load("kojun\\nregions\\na a\\ngivens\\n. .")
outcome = quebra.solve(puzzle, engine="cpsat", time=1)
print(outcome.status, outcome.reason)
"""
"""A board that CP-SAT solves at once, and an import that takes longer than the time given."""


@pytest.mark.integration
def test_the_clock_runs_while_a_solver_is_imported() -> None:
    command = [sys.executable, "-c", SLOW_IMPORT]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("unknown time\n", "")


def outcome_of(
    answers: list[GridAnswer], goal: Goal[Symmetry, GridAnswer] = FEWEST, bound: int | None = None
) -> quebra.Outcome[Any]:
    """What is said of an engine that gives these answers and is cut then."""

    def engine(
        puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None
    ) -> Iterator[GridAnswer]:
        budget.bound = bound
        yield from answers
        raise quebra.Cut("time")

    family = changed(
        get_family("symmetry"), solve={"engines": {"own": engine}, "goals": {"few": goal}}
    )
    return solve(family, LINE, goal="few")


def test_an_answer_that_meets_the_bound_is_the_best() -> None:
    outcome = outcome_of([TWO, ONE], bound=1)
    assert (outcome.status, outcome.objective, outcome.bound) == ("optimal", 1, 1)
    assert outcome_of([TWO, ONE], bound=0).status == "found"
    assert outcome_of([], bound=1).bound == 1


def test_a_bound_says_nothing_of_a_tie_break() -> None:
    leftmost = replace(FEWEST, tie_break=lambda _, answer: answer.grid[0].index(0))
    outcome = outcome_of([TWO, OTHER_TWO], leftmost, bound=2)
    assert outcome.solutions == (OTHER_TWO,)
    assert (outcome.status, outcome.objective, outcome.bound) == ("found", 2, 2)


def test_an_answer_must_be_better_than_the_one_before() -> None:
    leftmost = replace(FEWEST, tie_break=lambda _, answer: answer.grid[0].index(0))
    for answers, goal in (
        ([ONE, TWO], FEWEST),
        ([TWO, OTHER_TWO], FEWEST),
        ([OTHER_TWO, TWO], leftmost),
        ([TWO, THREE], replace(FEWEST, better="less")),
        ([TWO, ONE], replace(FEWEST, better="more")),
    ):
        with pytest.raises(EngineFault, match="no better than the one before"):
            outcome_of(answers, goal)


def test_no_answer_is_better_than_an_honest_bound() -> None:
    with pytest.raises(EngineFault, match="The answer 1 is better than the bound 2"):
        outcome_of([ONE], bound=2)
    with pytest.raises(EngineFault, match="The answer 3 is better than the bound 2"):
        outcome_of([THREE], replace(FEWEST, better="more"), bound=2)
