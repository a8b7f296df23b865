"""A search is slowed down, paused and continued; waiting has a limit and does not count."""

from __future__ import annotations

from threading import Event as Flag
from threading import Thread
from types import ModuleType
from typing import NamedTuple

import pytest

from processes import TIMEOUT
from quebra.engine.budget import REPORT_INTERVAL, Budget
from quebra.engine.kernels import NODES, Ended, Kernels, Runner, Slices
from quebra.workers.pace import Pacer

WAITS = 0.05
"""Seconds of waiting in tests."""


def test_full_speed_waits_for_nothing() -> None:
    pacer, budget = Pacer(Flag()), Budget(60)
    pacer.wait(budget, 10)
    assert (pacer.waited, budget.waited, budget.most_nodes) == (0, 0, None)
    assert budget.report_interval == REPORT_INTERVAL


def test_waiting_moves_the_time_limit_and_is_limited() -> None:
    pacer, budget = Pacer(Flag(), most=WAITS), Budget(60)
    before, told = budget.deadline, list[float]()
    pacer.rate = 0
    pacer.wait(budget, 0, lambda: told.append(pacer.waited))
    assert told == [0], "it is told once, at the beginning"
    assert before and budget.deadline == pytest.approx(before + budget.waited)
    assert budget.waited == pacer.waited >= WAITS
    assert pacer.rate is None and budget.most_nodes is None, "then it goes on at full speed"
    pacer.rate = 0
    pacer.wait(budget, 0)
    assert budget.waited == pacer.waited, "and waits no more"
    pacer.reset()
    assert pacer.waited == 0


def test_a_slow_search_waits_for_each_step() -> None:
    pacer, budget = Pacer(Flag()), Budget()
    pacer.rate = 100
    pacer.wait(budget, 4)
    assert pacer.waited >= 0.04
    assert (budget.most_nodes, budget.report_interval) == (20, 0)
    waited = pacer.waited
    pacer.wait(budget, 0)
    assert pacer.waited == waited, "nothing was done"


def test_a_share_moves_the_limit_of_the_whole() -> None:
    whole = Budget(60)
    whole.share(5).postpone(7)
    assert whole.waited == 7


def test_a_stop_ends_a_pause() -> None:
    stopped = Flag()
    stopped.set()
    pacer, budget = Pacer(stopped), Budget()
    pacer.rate = 0
    pacer.wait(budget, 1)
    assert pacer.rate == 0 and pacer.waited < TIMEOUT


def test_a_search_waits_only_while_no_thread_works_for_it() -> None:
    over = Flag()
    older, started = Thread(target=over.wait), Thread(target=over.wait)
    older.start()
    pacer = Pacer(Flag(), most=WAITS)
    pacer.rate = 0
    started.start()
    try:
        pacer.wait(Budget(), 1)
        assert pacer.waited == 0
        pacer.reset()
        pacer.rate = 0
        pacer.wait(Budget(), 1)
        assert pacer.waited >= WAITS, "both threads are older than the second request"
    finally:
        over.set()
        older.join()
        started.join()


class Counted(NamedTuple):
    at: list[int]


def count_up(state: Counted, work: int) -> int:
    state.at[NODES] += work
    return Ended.PAUSED


def test_a_slow_search_reports_after_few_nodes() -> None:
    budget = Budget()
    budget.most_nodes = 3
    reported: list[float] = []
    runner = Runner(Kernels((count_up,), ModuleType("none")), budget, Counted([0] * (NODES + 1)))
    runner.run_slices(
        count_up, Slices(100, 100), 7, lambda: reported.append(runner.parts[0].at[NODES])
    )
    assert reported == [3, 6, 7]
