"""The study of the Symmetry paper, with few and small boards."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import quebra
from quebra.engine.budget import Budget
from quebra.papers.symmetry_clp.engine import CounterOptions, counter
from quebra.papers.symmetry_clp.strategies import VALUE_ORDERS, VARIABLE_ORDERS
from quebra.papers.symmetry_clp.study import (
    DEFAULT_STRATEGY,
    PRINTED_BOARD,
    PRINTED_SECONDS,
    STUDY,
    board,
    own_backtracks,
)
from quebra.study import OpenStudy, Settings, changed, open_study
from symmetry_boards import brute_force

SMALL = changed(STUDY.quick, sizes=((3, 3), (4, 4), (3, 10)), boards=1, seconds=0.5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("study")
    _run(SMALL, found)
    return found


def _run(settings: Settings, folder: Path) -> OpenStudy:
    opened = open_study(STUDY, settings, folder)
    assert len(list(opened.run())) == len(opened.tasks)
    opened.write()
    return opened


def _rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"symmetry-{table}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_strategy_is_measured(folder: Path) -> None:
    rows = _rows(folder, "strategies")
    assert len({(row["variables"], row["values"]) for row in rows}) == len(rows) == 36
    for row in rows:
        if row["cut"] == "False":
            strategy = f"{row['variables']},{row['values']}"
            budget = Budget()
            options = CounterOptions(strategy=strategy)
            next(counter(board((6, 6), 1), budget, goal="any", seed=None, options=options))
            assert int(row["backtracks"]) == budget.stats["backtracks"]
    assert sum(row["cut"] == "False" for row in rows) >= 12


def test_sizes(folder: Path) -> None:
    rows = _rows(folder, "sizes")
    methods = {size: {r["method"] for r in rows if r["size"] == size} for size in ("3x3", "3x10")}
    assert methods["3x3"] == {"labelling", "counter", "cpsat", "own"}
    assert methods["3x10"] == {"cpsat", "own"}, "too long for the others"
    for row in rows:
        size = tuple(map(int, row["size"].split("x")))
        assert len(size) == 2 and row["cut"] == "False"
        if row["method"] == "labelling":
            outcome = quebra.solve(
                board(size, 1), engine="counter", strategy=DEFAULT_STRATEGY, count=1
            )
            assert int(row["backtracks"]) == outcome.stats["backtracks"]
        if row["method"] == "own":
            assert int(row["backtracks"]) == own_backtracks(board(size, 1))


def test_unique_boards(folder: Path) -> None:
    for row in _rows(folder, "unique"):
        rows, cols = map(int, row["size"].split("x"))
        boards = [board((rows, cols), seed) for seed in range(int(row["boards"]))]
        unique = sum(quebra.solve(each).status == "unique" for each in boards)
        assert int(row["unique"]) == unique
        forced = [brute_force(each) for each in boards if (rows, cols) == (4, 4)]
        assert sum(len(found) == 1 for found in forced if found is not None) <= unique


def test_the_printed_board(folder: Path) -> None:
    (row,) = _rows(folder, "printed")
    everything = quebra.solve(PRINTED_BOARD, engine="cpsat", count=1000)
    assert everything.complete and int(row["solutions"]) == len(everything.solutions) == 702
    fewest = quebra.solve(PRINTED_BOARD, engine="cpsat", goal="fewest")
    assert (fewest.status, fewest.objective) == ("optimal", int(row["fewest"]))


def test_the_page(folder: Path) -> None:
    page = (folder / "symmetry.md").read_text(encoding="utf-8")
    assert "$" not in page
    assert "has exactly 702 solutions" in page
    assert "| 3x3 | 434 | 438 | 6 |" in page and "| 3x10 | – | 1,453 | 13 |" in page
    for name in re.findall(r"\]\((symmetry-\w+\.svg)\)", page):
        assert (folder / name).read_text(encoding="utf-8").startswith("<?xml")


def test_printed_figures_have_the_shape_of_the_paper() -> None:
    assert list(PRINTED_SECONDS) == list(VALUE_ORDERS)
    assert {len(row) for row in PRINTED_SECONDS.values()} == {len(VARIABLE_ORDERS)}


def test_rows_are_kept(folder: Path) -> None:
    opened = open_study(STUDY, SMALL, folder)
    assert len(opened.known) == len(opened.tasks)


@pytest.mark.slow
def test_the_quick_study(tmp_path: Path) -> None:
    _run(STUDY.quick, tmp_path)
    assert "| 7x7 | 2,474 | 2,366 | 14 |" in (tmp_path / "symmetry.md").read_text(encoding="utf-8")
