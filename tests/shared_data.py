"""Puzzles in `../shared/data`, beside the repository, for the tests that run on them.

Every test reads that folder through this module. The terminal summary has one line with the number
of cases that were run from each file, or with the number of tests skipped because the folder is
absent. `conftest.py` registers the hooks; under pytest-xdist the workers send their numbers to the
controller as properties of the test reports.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

FOLDER = Path(__file__).parents[2] / "shared" / "data"
ABSENT = "../shared/data is absent"
PROPERTY = "shared data"
T = TypeVar("T")

_SKIPPED = pytest.param(None, marks=pytest.mark.skip(reason=ABSENT), id="absent")
_cases: Counter[str] = Counter()
"""Cases that the current test has run from each file."""


def shared_path(name: str) -> Path:
    """The path of a file or folder in the shared data; skips the test where it is absent."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(ABSENT)
    return path


def shared_text(name: str) -> str:
    """The text of a file that is one case."""
    text = shared_path(name).read_text(encoding="utf-8")
    _cases[name] += 1
    return text


def shared_json(name: str, *keys: str) -> Any:
    """What a JSON file holds, or holds under some keys; `counted` or `count_case` counts."""
    found = json.loads(shared_path(name).read_text(encoding="utf-8"))
    for key in keys:
        found = found[key]
    return found


def shared_cases(name: str, *keys: str) -> Iterator[Any]:
    """The records of a JSON file, each counted as it is run."""
    return counted(name, shared_json(name, *keys))


def counted(name: str, cases: Iterable[T]) -> Iterator[T]:
    """The cases of a file, each counted as it is run."""
    for case in cases:
        _cases[name] += 1
        yield case


def count_case(name: str) -> None:
    """Count one case of a file, in a test that runs a single one."""
    _cases[name] += 1


def shared_parameters(name: str, *keys: str, id_key: str) -> list[Any]:
    """The records of a JSON file, to parametrize tests; without the file one case, skipped."""
    if not (FOLDER / name).exists():
        return [_SKIPPED]
    return [pytest.param(each, id=str(each[id_key])) for each in shared_json(name, *keys)]


def shared_file_names(pattern: str) -> list[Any]:
    """The files that match, to parametrize tests; without any one case, skipped."""
    names = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob(pattern))
    if not names:
        return [_SKIPPED]
    return [pytest.param(name, id=Path(name).stem) for name in names]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hand the counts of a test to its report, which reaches the controller of pytest-xdist."""
    if call.when == "call":
        item.user_properties += [(PROPERTY, list(each)) for each in _cases.items()]
    if call.when != "setup" or call.excinfo:
        _cases.clear()
    return (yield)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the one line."""
    reports = [each for group in terminalreporter.stats.values() for each in group]
    if line := summary([each for each in reports if isinstance(each, pytest.TestReport)]):
        terminalreporter.write_line(line)


def summary(reports: Iterable[pytest.TestReport]) -> str:
    """How many cases were run from each file, and how many tests were skipped without them."""
    cases: Counter[str] = Counter()
    skipped = 0
    for report in reports:
        if report.when == "call":
            for key, value in report.user_properties:
                if key == PROPERTY and isinstance(value, list):
                    cases[value[0]] += value[1]
        skipped += report.skipped and ABSENT in str(report.longrepr)
    if skipped:
        return f"shared data: absent, {_plural(skipped, 'test')} skipped"
    files = ", ".join(f"{name} {_plural(count, 'case')}" for name, count in sorted(cases.items()))
    return f"shared data: {files}" if files else ""


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
