"""Studies keep the rows that are measured, and write tables and a page from them."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event

import pytest

from commands import run
from processes import wait_until
from quebra.contract.errors import BadInput
from quebra.study import Rows, Settings, Study, Task, changed, open_study
from quebra.study.tables import Row

SETTINGS = Settings(sizes=((2, 2), (3, 3)), boards=2, seconds=1.0)


def small_study(folder: Path, measured: list[int]) -> Study:
    """A study that notes each measurement, with the areas of boards as rows."""

    def measure(rows: int, cols: int) -> Row:
        measured.append(rows * cols)
        return {"area": rows * cols}

    def tasks(settings: Settings) -> Sequence[Task]:
        return [
            Task("areas", {"size": f"{r}x{c}", "board": board}, lambda r=r, c=c: measure(r, c))  # type: ignore[misc]
            for r, c in settings.sizes
            for board in range(settings.boards)
        ]

    def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
        return {"sum": str(sum(int(str(row["area"])) for row in rows["areas"]))}

    page = folder / "page.md"
    page.write_text("The sum is $sum.\n", encoding="utf-8")
    return Study("small", SETTINGS, SETTINGS, tasks, page, values)


def test_a_study_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    measured: list[int] = []
    study, out = small_study(tmp_path, measured), tmp_path / "out"
    first = open_study(study, SETTINGS, out).run()
    next(first), next(first), next(first)
    assert measured == [4, 4, 9]
    with (out / "small.jsonl").open("ab") as file:
        file.write(b'{"table": "areas", "key": {"si')  # it was being written
    opened = open_study(study, SETTINGS, out)
    assert len(list(opened.run())) == 4
    assert measured == [4, 4, 9, 9]
    assert (out / "small.jsonl").read_bytes().count(b"\n") >= 4
    opened.write()
    assert (out / "small.md").read_text() == "The sum is 26.\n"
    assert (out / "small-areas.csv").read_text().splitlines() == [
        "size,board,area",
        "2x2,0,4",
        "2x2,1,4",
        "3x3,0,9",
        "3x3,1,9",
    ]
    again = open_study(study, SETTINGS, out)
    list(again.run())
    assert measured == [4, 4, 9, 9]


def test_a_row_that_was_interrupted_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C within a search may end only that search, which returns what it has."""
    measured: list[int] = []
    study = small_study(tmp_path, measured)
    monkeypatch.setattr("quebra.study.interrupted", stop := Event())
    opened = open_study(study, SETTINGS, tmp_path)
    rows = opened.run()
    next(rows), next(rows)
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        next(rows)
    assert measured == [4, 4, 9] and opened.kept == 2
    assert (tmp_path / "small.jsonl").read_bytes().count(b"\n") == 2
    stop.clear()
    assert len(list(open_study(study, SETTINGS, tmp_path).run())) == 4
    assert measured == [4, 4, 9, 9, 9]


@pytest.mark.integration
def test_ctrl_c_keeps_the_rows_of_a_study(tmp_path: Path) -> None:
    records = tmp_path / "edge-matching.jsonl"
    arguments = ("study", "edge-matching", "--quick", "--out", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-m", "quebra", *arguments], stderr=subprocess.PIPE, text=True
    ) as process:
        wait_until(lambda: records.exists() and b"\n" in records.read_bytes())
        process.send_signal(signal.SIGINT)
        _, message = process.communicate()
    assert process.returncode == 3
    kept = records.read_bytes()
    assert b"cancelled" not in kept
    rows = kept.count(b"\n")
    assert f"The study was interrupted: {rows} of " in message


@pytest.mark.parametrize("option", [{"seed": 5}, {"seconds": 2.0}])
def test_other_settings_are_measured_again(tmp_path: Path, option: dict[str, float]) -> None:
    measured: list[int] = []
    study = small_study(tmp_path, measured)
    list(open_study(study, SETTINGS, tmp_path).run())
    list(open_study(study, changed(SETTINGS, **option), tmp_path).run())
    assert len(measured) == 8


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "small.jsonl").write_text('{"table": "areas"}\n')
    with pytest.raises(BadInput, match=r"Line 1 of .* is no record of a study\."):
        open_study(small_study(tmp_path, []), SETTINGS, tmp_path)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing",), "'nothing' is not one of 'kojun'"),
        (("kojun", "--sizes", "6by6"), "The size '6by6' is not of the form ROWSxCOLUMNS"),
        (("kojun", "--sizes", ""), "The size '' is not of the form ROWSxCOLUMNS"),
        (("kojun", "--boards", "0"), "0 is not in the range x>=1"),
        (("kojun", "--seconds", "-1"), "-1.0 is not in the range x>0"),
        (("kojun", "--seconds", "0"), "0.0 is not in the range x>0"),
        (("kojun", "--seconds", "nan"), "The limit nan is not a number of seconds."),
        (("kojun", "--seconds", "inf"), "The limit inf is not a number of seconds."),
        ((), "Choose from: kojun, symmetry, shisen, edge-matching, verifier"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    result = run("study", *arguments, "--out", str(tmp_path))
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("study", "kojun", "--quick", "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert result.stderr.endswith("file' is a file, not a folder.\n")
