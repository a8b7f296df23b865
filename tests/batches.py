"""Batches for tests: commands in separate processes, which can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, permutations
from pathlib import Path
from typing import Any

from databases import end_leases
from processes import SMALL_NICE, TIMEOUT, python_path, wait_until
from quebra.batch import Plan
from quebra.store import Store

SITE = """
import os, sys, time
if "quebra.workers.worker" in sys.orig_argv:
    import quebra.service.requests as requests
    solve = requests.solve
    def held():
        if not os.path.exists(os.environ["TEST_HOLD"]):
            return False
        with open(os.environ["TEST_LOG"]) as log, open(os.environ["TEST_HOLD"]) as hold:
            return len(log.readlines()) >= int(hold.read())
    def watched(family, puzzle, **options):
        text = repr(puzzle)
        time.sleep(float(os.environ["TEST_SLEEP"]))
        while held():
            time.sleep(0.02)
        with open(os.environ["TEST_LOG"], "a") as log:
            log.write(text + "\\n")
        if (poison := os.environ.get("TEST_POISON")) and poison in text:
            os.kill(os.getpid(), 9)
        return solve(family, puzzle, **options)
    requests.solve = watched
"""
"""Source loaded by every Python process: solvers become slow or wait, and one puzzle kills them."""


class Place:
    """A folder with boards, and commands that work on them."""

    def __init__(self, folder: Path, address: str, boards: int, sleep: float = 0.02) -> None:
        self.folder, self.address, self.boards = folder, address, boards
        self._store: Store | None = None
        self.log = folder / "solved.log"
        self.log.touch()
        self.hold = folder / "hold"
        (folder / "sitecustomize.py").write_text(SMALL_NICE + SITE)
        self.env = {
            **os.environ,
            "PYTHONPATH": python_path(folder),
            "TEST_SLEEP": str(sleep),
            "TEST_LOG": str(self.log),
            "TEST_HOLD": str(self.hold),
            "PYTHONUNBUFFERED": "1",
        }
        self.source = folder / "boards.jsonl"
        self.source.write_text("".join(f"{json.dumps(board)}\n" for board in small_boards(boards)))

    def start(self, *options: str, start_new_session: bool = False) -> subprocess.Popen[str]:
        """Start the command; returns its process."""
        return subprocess.Popen(
            [sys.executable, "-m", "quebra", "batch", "solve", str(self.source),
             "--out", self.address, "--workers", "2", "--lease", "600", *options],
            env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=start_new_session,
        )  # fmt: skip

    def hold_after(self, count: int | None) -> None:
        """Let solvers pause after they have received `count` puzzles; None lets them continue."""
        if count is None:
            self.hold.unlink()
        else:
            new = self.hold.with_suffix(".new")
            new.write_text(str(count))
            new.replace(self.hold)

    def run(self, *options: str) -> tuple[int, str, str]:
        """Run the command to its end; returns its status and output."""
        command = self.start(*options)
        try:
            out, err = command.communicate(timeout=TIMEOUT)
        finally:
            command.kill()
        return command.returncode, out, err

    def wait_for(self, over: int) -> None:
        """Wait until `over` puzzles are done."""
        since, before = time.monotonic(), -1

        def enough() -> bool:
            nonlocal since, before
            done = self.over()
            if done != before:
                since, before = time.monotonic(), done
            elif self.hold.exists() and time.monotonic() > since + 5:
                # Some were given to a solver whose results were lost, and have to be given again.
                self.hold_after(self.times_solved().total() + over - done)
                since = time.monotonic()
            return done >= over

        wait_until(enough)

    @property
    def store(self) -> Store:
        """The store of the results."""
        self._store = self._store or Store(self.address)
        return self._store

    def end_leases(self) -> None:
        """End the leases of killed processes now."""
        end_leases(self.store)

    def over(self) -> int:
        """The number of puzzles that are done."""
        return self.store.jobs.counts(Plan("solve").key).get("done", 0)

    def check_each_is_there_once(self) -> None:
        """Every puzzle has one record, with its own solution."""
        with Store(self.address) as store:
            records = list(store.jobs.records())
        names = [f"{self.source}:{number}" for number in range(1, self.boards + 1)]
        assert [record.source for record in records] == names
        for record, board in zip(records, small_boards(self.boards), strict=True):
            assert record.state == "done" and record.result is not None, record.failure
            assert json.loads(record.task)["puzzle"] == board
            outcome = json.loads(record.result)
            assert outcome["status"] == "unique"
            solved = outcome["solutions"][0]["grid"][0]
            given = board["givens"][0]
            assert all(g in (0, s) for g, s in zip(given, solved, strict=True))

    def times_solved(self) -> Counter[str]:
        """The number of times that solvers received each puzzle."""
        return Counter(self.log.read_text().splitlines())


def small_boards(count: int) -> list[dict[str, Any]]:
    """Boards of one row and one region, all different, each with one number left out."""
    orders = islice(permutations(range(1, 8)), count)
    return [
        {"family": "kojun", "regions": [[0] * 7], "givens": [[*order[:-1], 0]], "order": "adjacent"}
        for order in orders
    ]


def descendants(pid: int, words: str) -> list[int]:
    """The processes that a process started, directly or not, and whose command has the words."""
    parents: dict[int, int] = {}
    commands: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                stat = (entry / "stat").read_text()
                parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                commands[int(entry.name)] = command.decode(errors="replace")

    def below(child: int) -> bool:
        while child in parents:
            child = parents[child]
            if child == pid:
                return True
        return False

    return sorted(p for p in parents if words in commands.get(p, "") and below(p))


def kill(pid: int) -> None:
    """Kill a process at once, without cleanup."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextmanager
def started(command: Sequence[str], env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program in the background, which is ended with all its child processes."""
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
