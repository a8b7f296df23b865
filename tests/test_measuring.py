"""Measurements of studies: CPU time, limits, and engines with options."""

from __future__ import annotations

import time

import pytest

from quebra.contract.errors import BadInput, Cut
from quebra.study.measuring import CpuBudget, first_solution
from quebra.study.tables import median_bound
from symmetry_boards import blank


def test_a_cpu_budget_ends_by_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "process_time", lambda: 10.0)
    budget = CpuBudget(5)
    monkeypatch.setattr(time, "process_time", lambda: 14.0)
    budget.stop_if_over()
    assert budget.left() == 1
    monkeypatch.setattr(time, "process_time", lambda: 15.0)
    with pytest.raises(Cut):
        budget.stop_if_over()


def test_first_solution_with_options_and_statistics() -> None:
    board = blank(3, 3)
    row = first_solution("counter", board, 60, "backtracks", strategy="leftmost,step")
    assert (list(row), row["cut"]) == (["seconds", "nodes", "backtracks", "cut"], False)
    assert first_solution("own", board, 60, "backtracks")["backtracks"] is None
    assert first_solution("own", board, 0)["cut"]
    with pytest.raises(BadInput):
        first_solution("own", board, 60, strategy="leftmost,step")


def test_medians_of_searches_that_were_cut() -> None:
    assert median_bound([1, 2, 9], [False, False, True]) == (2, False)
    assert median_bound([1, 9, 9], [False, True, True]) == (9, True)
