"""What a task may cost, and how a process is held to it by the system."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

import msgspec

if sys.platform != "win32":
    import resource

PR_SET_PDEATHSIG = 1
SOLVER_NICE = 15
"""The niceness of processes that solve, so that all others come first."""


class Limits(msgspec.Struct, frozen=True):
    """Seconds of wall time and of processor time, and megabytes of memory, for one task."""

    wall: float = 60
    cpu: float = 60
    megabytes: float = 2_000


def die_with(parent: int) -> None:
    """End this process together with its parent, whatever ends that one."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        # It ended before it could be watched.
        os._exit(1)


def limit_memory(megabytes: float) -> None:
    """Let this process get no more memory than that; where it can, it fails with MemoryError."""
    if sys.platform != "win32":
        _lower(resource.RLIMIT_DATA, int(megabytes * 1e6))
        _lower(resource.RLIMIT_CORE, 0)


@contextmanager
def limited_cpu(seconds: float) -> Iterator[None]:
    """Let the system end this process if the body takes more processor time than that."""
    if sys.platform == "win32":
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_CPU)
    _lower(resource.RLIMIT_CPU, ceil(time.process_time() + seconds) + 1)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)


def _lower(kind: int, limit: int) -> None:
    if sys.platform != "win32":
        most = resource.getrlimit(kind)[1]
        soft = limit if most == resource.RLIM_INFINITY else min(limit, most)
        resource.setrlimit(kind, (soft, most))


def memory_of(pid: int) -> float:
    """Megabytes of memory that a process has now; 0 where the system does not tell."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0.0
