"""The line on shared data in the terminal summary, also from several worker processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from processes import python_path

pytestmark = pytest.mark.integration
TESTS = """
from pathlib import Path
import pytest, shared_data
shared_data.FOLDER = Path({folder!r})

@pytest.mark.parametrize("record", shared_data.shared_parameters("many.json", id_key="id"))
def test_each(record):
    shared_data.count_case("many.json")

@pytest.mark.parametrize("name", shared_data.shared_file_names("*.txt"))
def test_file(name):
    assert shared_data.shared_text(name)

def test_all():
    assert [each["id"] for each in shared_data.shared_cases("many.json")] == [7, 8, 9]

def test_that_needs_nothing():
    assert True
"""


def run(tmp_path: Path, *options: str) -> list[str]:
    """The lines on shared data that a run of the tests above prints."""
    (tmp_path / "test_some.py").write_text(TESTS.format(folder=str(tmp_path / "data")))
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "shared_data", "-q", *options, "test_some.py"],
        env={"PYTHONPATH": python_path(Path(__file__).parent)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout
    return [line for line in result.stdout.splitlines() if line.startswith("shared data")]


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "workers"])
def test_cases_are_counted(tmp_path: Path, options: tuple[str, ...]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "many.json").write_text('[{"id": 7}, {"id": 8}, {"id": 9}]')
    (data / "one.txt").write_text("a board")
    assert run(tmp_path, *options) == ["shared data: many.json 6 cases, one.txt 1 case"]


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "workers"])
def test_absent_data_is_said_once(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert run(tmp_path, *options) == ["shared data: absent, 3 tests skipped"]
