"""The tables of the study about polynomial systems."""

from __future__ import annotations

from quebra.papers.edge_matching_algebra.system_study import (
    measure_homotopy,
    measure_rank,
    measure_size,
    tasks,
    values,
)
from quebra.study import Settings


def test_minimal_systems_are_smaller_and_have_lower_rank() -> None:
    redundant = measure_rank((3, 3), "monomial", "redundant", 1)
    minimal = measure_rank((3, 3), "monomial", "minimal", 1)
    assert redundant["rank"] == measure_rank((3, 3), "delta", "redundant", 1)["rank"] == 69
    assert minimal["rank"] == 46
    # In both directions together 12 edges face one way, with those of the frame.
    assert measure_size("squares 2x2", "exponential", "minimal", 1)["equations"] == 12


def test_tables() -> None:
    assert measure_homotopy(1, 3, 1)["solutions"] == 1
    found = tasks(Settings(sizes=(), boards=1, seconds=1, quick=True))
    rows = {task.table: [task.run()] for task in found if task.table != "homotopy"}
    rows["homotopy"] = [{"board": "1x3", "solutions": 1, "seconds": 0.1}]
    assert set(values(rows)) == {"systems", "ranks", "homotopy"}
