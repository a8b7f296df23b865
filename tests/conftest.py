"""Settings and fixtures of all tests; this file also puts its folder on the import path."""

import os
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest

from commands import UNIQUE
from databases import address, postgres
from processes import SMALL_NICE, TIMEOUT
from shared_data import pytest_runtest_makereport, pytest_terminal_summary

__all__ = ["address", "postgres", "pytest_runtest_makereport", "pytest_terminal_summary"]

# On a machine under load an example may take any time; neither it nor its generation has a limit.
hypothesis.settings.register_profile(
    "quebra", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("quebra")

os.environ["QUEBRA_LANG"] = "en"  # whatever the locale of the machine is
os.environ["QUEBRA_READY_DAYS"] = "0"  # the workers of a test's server are free for the test

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is in the background of a shell; what tests start must hear Ctrl-C all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)

PROCESS_EVENTS = ("subprocess.Popen", "os.posix_spawn", "os.fork", "os.exec", "os.system")
FONT_LIST = "fc-list"
"""A program that matplotlib starts when it is imported for the first time on a machine."""
_unmarked: str | None = None
"""The current test, if it is not marked `integration`."""


def _refuse_processes(event: str, arguments: tuple[object, ...]) -> None:
    if _unmarked and event in PROCESS_EVENTS and arguments[0] != FONT_LIST:
        pytest.fail(f"{_unmarked} starts a process: mark it with pytest.mark.integration.")


sys.addaudithook(_refuse_processes)


LONG_FILES = {"test_contract.py", "test_recognised.py", "test_grid_steps.py", "test_docs.py"}
"""Files without processes that take long all the same."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files that take long first, so that short ones fill all workers at the end."""
    long = {item.path for item in items if item.get_closest_marker("integration")}
    items.sort(key=lambda item: item.path not in long and item.path.name not in LONG_FILES)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Fail tests that start a process without the marker `integration`."""
    global _unmarked
    _unmarked = None if item.get_closest_marker("integration") else item.nodeid
    try:
        return (yield)
    finally:
        _unmarked = None


@pytest.fixture(scope="session", autouse=True)
def _small_nice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Apply `SMALL_NICE` to all processes that tests start."""
    site = tmp_path_factory.mktemp("small-nice")
    (site / "sitecustomize.py").write_text(SMALL_NICE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
        yield


@pytest.fixture(scope="session", autouse=True)
def _slow_hints() -> Iterator[None]:
    """Give hints enough time to be verified, also on a machine under load."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quebra.play.analysis.CHECK_SECONDS", TIMEOUT)
        yield


@pytest.fixture
def board(tmp_path: Path) -> str:
    """The path of a file that holds a board with one solution."""
    path = tmp_path / "board.txt"
    path.write_text(UNIQUE, encoding="utf-8")
    return str(path)
