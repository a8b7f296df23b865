"""Every engine of Symmetry can be left, stopped and cut."""

from __future__ import annotations

from threading import Event, Timer

import pytest

from quebra.contract.errors import Cut
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve as run_solver
from quebra.families.symmetry.model import Symmetry
from stopping import moderate_work
from symmetry_boards import ENGINE_NAMES, ENGINES, GOAL_NAMES, blank, planted


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_an_engine_may_be_left_at_any_time(engine: str) -> None:
    answers = ENGINES[engine](blank(6, 6), Budget(), goal="any", seed=None)
    first, second = next(answers), next(answers)
    assert first != second
    answers.close()  # type: ignore[attr-defined]
    assert list(answers) == []


def endless(engine: str, goal: str) -> tuple[Symmetry, str]:
    """A search that takes long: all solutions, or the best of a large board."""
    if goal == "any":
        return blank(9, 9), engine
    return planted(14 if engine == "counter" else 40, 0.5, 1), engine


@pytest.mark.parametrize("goal", ["any", *GOAL_NAMES])
@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_time_is_obeyed(engine: str, goal: str) -> None:
    puzzle, engine = endless(engine, goal)
    with pytest.raises(Cut, match="time"):
        for _ in ENGINES[engine](puzzle, Budget(seconds=0.5), goal=goal, seed=None):
            pass


@pytest.mark.parametrize("goal", ["any", "most"])
def test_a_cancelled_search_stops(goal: str) -> None:
    puzzle, engine = endless("own", goal)
    cancel = Event()
    Timer(0.3, cancel.set).start()
    with pytest.raises(Cut, match="cancelled"):
        for _ in ENGINES[engine](puzzle, Budget(cancel=cancel), goal=goal, seed=None):
            pass


@pytest.mark.parametrize("goal", GOAL_NAMES)
@pytest.mark.parametrize("size", [(1, 10_000), (1, 2_000), (30, 300), (100, 100)])
def test_long_lines_keep_the_time(size: tuple[int, int], goal: str) -> None:
    with moderate_work():
        outcome = run_solver(get_family("symmetry"), blank(*size), goal=goal, seconds=0.3)
    assert outcome.status == "optimal" or outcome.reason == "time"
    assert outcome.bound is not None


@pytest.mark.parametrize("size", [(100, 100), (1, 10_000), (10_000, 1)])
@pytest.mark.parametrize("goal", ["any", "fewest"])
def test_no_time_at_all_is_noticed_at_once(size: tuple[int, int], goal: str) -> None:
    for engine in ("own", "cpsat"):
        with moderate_work(), pytest.raises(Cut):
            next(ENGINES[engine](blank(*size), Budget(seconds=0), goal=goal, seed=None))
