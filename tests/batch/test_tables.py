"""The tables of batches: the same flat rows as CSV, Parquet and DataFrames."""

from __future__ import annotations

import csv
import platform
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import quebra
from commands import MANY, NONE, run
from quebra.batch import frame
from quebra.batch.records import Line
from quebra.batch.tables import run_of_line
from quebra.contract.errors import BadInput
from quebra.service.requests import Json
from quebra.store import Store
from quebra.study.runs import COLUMNS, Run

EMPTY = dict.fromkeys(COLUMNS, "")


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "seconds": None, "cpu_seconds": None} for row in rows]


@pytest.mark.integration
def test_a_batch_becomes_the_same_table_everywhere(tmp_path: Path) -> None:
    recipe, boards = tmp_path / "night.toml", tmp_path / "boards"
    recipe.write_text('family = "kojun"\nsizes = ["4x4"]\ngrades = ["easy"]\nseed = 5\ncount = 2\n')
    boards.mkdir()
    for name, text in (("bad", "nothing"), ("many", MANY), ("none", NONE)):
        (boards / f"{name}.txt").write_text(text)
    order = ("batch", "solve", str(recipe), str(boards), "--engine", "cpsat", "--workers", "1")
    out = tmp_path / "solved.csv"
    assert run(*order, "--out", str(out)).exit_code == 3
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["status"] for row in rows] == ["unique", "unique", "failed", "many", "none"]
    machine = platform.node()
    for row, seed in zip(rows, "56", strict=False):
        assert row == EMPTY | {
            "source": f"kojun 4x4 easy, seed {seed}", "verb": "solve", "family": "kojun",
            "size": "4x4", "grade": "easy", "engine": "cpsat", "status": "unique",
            "seconds": row["seconds"], "cpu_seconds": row["cpu_seconds"], "nodes": row["nodes"],
            "seed": seed, "version": quebra.__version__, "machine": machine,
        }  # fmt: skip
        assert float(row["cpu_seconds"]) > 0 and int(row["nodes"]) >= 0
    assert rows[2]["failure"].startswith("This is no puzzle") and rows[3]["size"] == "3x3"

    database = f"{out}.db"
    pandas, polars = frame(database), frame(database, "polars")
    assert list(pandas) == polars.columns == list(COLUMNS)
    assert (pandas["nodes"].dtype, pandas["cpu_seconds"].dtype) == ("Int64", "Float64")
    assert polars.schema["seed"] == pl.Int64
    found = polars.to_dicts()
    texts = [{name: "" if v is None else str(v) for name, v in row.items()} for row in found]
    assert texts == rows
    assert pandas.astype(object).where(pandas.notna(), None).to_dict("records") == found
    with Store(database) as store:
        assert frame(store).equals(pandas)

    for kind in ("jsonl", "parquet"):
        other = tmp_path / f"solved.{kind}"
        assert run(*order, "--out", str(other)).exit_code == 3
        table = pl.read_parquet(other) if kind == "parquet" else frame(other, "polars")
        assert table.schema == polars.schema
        assert without_times(table.to_dicts()) == without_times(found)
    assert pd.read_parquet(tmp_path / "solved.parquet").shape == (5, len(COLUMNS))


def test_parquet_without_its_library_says_so_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    board, out = tmp_path / "many.txt", tmp_path / "out.parquet"
    board.write_text(MANY)
    result = run("batch", "solve", str(board), "--out", str(out))
    assert result.exit_code == 2
    assert "needs pyarrow, which the extra `quebra[tables]` installs." in result.stderr
    assert list(tmp_path.iterdir()) == [board]


@pytest.mark.parametrize(
    ("task", "outcome", "row"),
    [
        ('{"verb": "check"}', '{"ok": false}', {"status": "wrong", "verb": "check"}),
        ('{"verb": "grade"}', '{"grade": "hard"}', {"status": "done", "grade": "hard"}),
        ('{"verb": "solve", "seed": 3}', '{"status": "found", "objective": 4}',
         {"status": "found", "seed": 3, "objective": 4.0}),
        ("{}", "null", {"status": "done", "verb": None}),
    ],
)  # fmt: skip
def test_rows_of_other_verbs(task: str, outcome: str, row: dict[str, object]) -> None:
    line = Line("a.txt", Json(task.encode()), "done", Json(outcome.encode()))
    found = run_of_line(line)
    assert {name: getattr(found, name) for name in row} == row
    assert isinstance(found, Run)


def test_what_is_no_record_of_a_batch_is_refused(tmp_path: Path) -> None:
    lines = tmp_path / "x.jsonl"
    lines.write_text('{"source": 1}\n')
    with pytest.raises(BadInput, match=r"Line 1 of .* is no record of a batch"):
        frame(lines)
    with pytest.raises(BadInput, match="There is no file"):
        frame(tmp_path / "nothing.db")
    with pytest.raises(BadInput, match="there are: pandas, polars"):
        frame(lines, "numpy")  # type: ignore[call-overload]
    table = tmp_path / "x.csv"
    table.write_text("source,verb\n")
    with pytest.raises(BadInput, match="is a table already, which pandas and Polars read"):
        frame(table)
    lines.write_text("source,verb\n")
    with pytest.raises(BadInput, match="is no record of a batch: invalid character"):
        frame(lines)
    lines.write_text(f'{{"source":"a","state":"done","input":{{"seed":{2**63}}}}}\n')
    with pytest.raises(BadInput, match="needs more than 64 bits"):
        frame(lines)
