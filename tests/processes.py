"""Processes that tests start, and waiting for them without assertions on time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

TIMEOUT = 600.0
"""Seconds after which an awaited event counts as missed, also on a machine under heavy load.

Only a test that fails waits that long.
"""
SMALL_NICE = """
import os
nice = os.nice
os.nice = lambda level: nice(-(-level // 10))
"""
"""Source of a `sitecustomize.py`, by which workers run at nearly the priority of other processes.

At the niceness that they ask for, they get hardly any processor time on a machine under load.
"""


def wait_until(condition: Callable[[], object], what: str = "the condition") -> None:
    """Return as soon as the condition holds."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


def small_nice(level: int) -> int:
    """The niceness of a process that asks for a level under `SMALL_NICE`."""
    return -(-level // 10)


def python_path(folder: Path) -> str:
    """The value of PYTHONPATH that adds a folder before all others."""
    return os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until_gone(pids: Iterable[int]) -> None:
    """Return as soon as all these processes have ended."""
    pids = tuple(pids)
    wait_until(lambda: not any(map(alive, pids)), f"the end of processes {pids}")
