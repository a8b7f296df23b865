"""The study of the Shisen-Sho paper: its figures on small boards, and its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quebra.papers.shisen_ip.study import (
    STUDY,
    VARIANTS,
    measure_deadlocks,
    measure_program,
    random_board,
    solvable_board,
)
from quebra.study import changed, open_study

QUICK = changed(STUDY.quick, boards=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quick study with one board of each size."""
    folder = tmp_path_factory.mktemp("study")
    study = open_study(STUDY, QUICK, folder)
    assert len(list(study.run())) == len(study.tasks)
    study.write()
    return folder


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    lines = (folder / "shisen.jsonl").read_text(encoding="utf-8").splitlines()
    return [each["row"] for each in map(json.loads, lines) if each["table"] == table]


def test_engines_and_variants_agree(folder: Path) -> None:
    """The first boards of both sizes have the optimum 0 and 6, by whichever engine."""
    for row in rows(folder, "runs"):
        best = {"3x4": 0, "4x5": 6}[row["size"]]
        assert row["status"] != "optimal" or row["best"] == best, row
        assert row["bound"] is None or row["bound"] <= best, row
        assert row["engine"] != "own" or row["status"] == "optimal", row


def test_the_sizes_of_the_programs(folder: Path) -> None:
    """Dominance removes choices; cycles add rows; only earliest rounds raise the relaxation."""
    found = {(row["size"], row["variant"]): row for row in rows(folder, "programs")}
    for size in ("3x4", "4x5"):
        full, lean, integer, earliest, cycles, _, _ = (found[size, name] for name in VARIANTS)
        assert lean["choices"] < full["choices"] and lean["rows"] < full["rows"]
        assert integer["rows"] == lean["rows"] < cycles["rows"]
        assert lean["relaxed"] == full["relaxed"] == 0
        assert earliest["rows"] >= lean["rows"]


def test_the_relaxation_with_earliest_rounds() -> None:
    plain, earliest, bound = (
        measure_program(name, (4, 5), 1, QUICK) for name in ("mip", "earliest", "lagrangean")
    )
    assert plain["relaxed"] == 0
    assert (earliest["relaxed"], bound["relaxed"]) == (16, 22)


def test_bounds_are_at_most_the_optimum(folder: Path) -> None:
    for row in rows(folder, "bounds"):
        for goal in ("sum", "rounds"):
            bounds = [row[f"{goal}_propagated"], row[f"{goal}_lagrangean"], row[goal]]
            assert bounds == sorted(bounds), row
            assert row[f"{goal}_proved"]


def test_deadlocks_of_random_games(folder: Path) -> None:
    for row in rows(folder, "deadlocks"):
        assert row["boards"] == 20 and row["games"] == 400
        assert row["stuck"] <= row["unsolvable"]
        assert row["left"] >= 2 * row["lost"] > 0
        units = sum(row[f"units_{name}"] for name in ("1", "2", "3", "more"))
        assert units == row["lost"]


def test_a_size_where_boards_are_stuck() -> None:
    """Of boards of 2x4 with two kinds, some have no solution, and all such games are lost."""
    row: dict[str, Any] = measure_deadlocks((2, 4), 0)
    assert row["stuck"] == row["unsolvable"]
    assert row["lost"] >= 20 * row["unsolvable"]


def test_boards() -> None:
    assert random_board((4, 5), 3) == random_board((4, 5), 3) != random_board((4, 5), 4)
    assert solvable_board((4, 5), 0, 0) == random_board((4, 5), 0)
    assert {len(group) for group in random_board((6, 6), 0).groups} == {4}
    sizes = [len(group) for group in random_board((24, 12), 0).groups]
    assert sorted(sizes) == [4] * 12 + [8] * 30


def test_the_page_has_the_figures_of_the_paper(folder: Path) -> None:
    page = (folder / "shisen.md").read_text(encoding="utf-8")
    assert "| 4x5 | 116.20 s |" in page
    assert "$" not in page
    assert {path.name for path in folder.iterdir()} == {
        "shisen.md",
        "shisen.jsonl",
        "shisen-time.svg",
        *(f"shisen-{table}.csv" for table in ("runs", "programs", "bounds", "deadlocks")),
    }


def test_all_printed_sizes_are_studied() -> None:
    assert STUDY.full.sizes == ((3, 4), (4, 5), (5, 8), (5, 12), (6, 6))
    assert not {"beyond"} & {task.table for task in STUDY.tasks(STUDY.quick)}
    assert {"beyond"} & {task.table for task in STUDY.tasks(STUDY.full)}
