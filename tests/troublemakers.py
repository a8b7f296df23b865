"""The template's family with an engine for each way in which a solver can misbehave.

`install` makes it known to the processes that are started then, by the name `latin`.
"""

from __future__ import annotations

import ctypes
import errno
import json
import mmap
import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from quebra.contract.errors import NotFound
from quebra.contract.results import Violation
from quebra.engine.budget import Budget
from quebra.families._template import family as template
from quebra.families._template.model import Latin
from quebra.families._template.solve import backtrack
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import as_is

BOARD = "latin\n1 . .\n. . 2\n. . .\n"
ENDLESS = "latin\n.\n"
"""A board of one cell, for which `check` never returns."""
UNREADABLE = "latin\nfor ever\n"
"""A text for which `read` never returns and keeps the processor busy."""
LABORIOUS = "latin\n. .\n. .\n"
"""A board for which `check` takes half a second of processor time."""
ONE_CELL = Latin(givens=((0,),))
BEGUN = "QUEBRA_TEST_BEGUN"
"""The variable with the path of a file that exists once the engine `deaf` runs."""
KILLED_ONCE = "QUEBRA_TEST_KILLED_ONCE"
"""The variable with the path of a file that exists once the engine `unlucky` was killed."""
LISTENER = "QUEBRA_TEST_LISTENER"
"""The variable with the port that the engine `prying` tries to reach."""

Answers = Iterator[GridAnswer]


def deaf(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Reports progress, but ignores cancellation."""
    Path(os.environ[BEGUN]).touch()
    budget.bound = 7
    while True:
        time.sleep(0.01)
        if budget.report:
            budget.report(budget)
    yield from ()


def busy(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Ignores cancellation, and keeps the processor busy."""
    while True:
        pass
    yield from ()


def greedy(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Allocates more and more memory, of a kind that the system's limit does not count."""
    blocks = []
    while True:
        blocks.append(mmap.mmap(-1, 10_000_000))
        blocks[-1].write(b"x" * 10_000_000)
        time.sleep(0.01)
    yield from ()


def hungry(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Allocates more and more memory without end."""
    blocks = []
    while True:
        blocks.append(bytearray(b"x" * 10_000_000))
    yield from ()


def mortal(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Kills its own process at once."""
    os.kill(os.getpid(), signal.SIGKILL)
    yield from ()


def unlucky(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Kills its own process the first time."""
    sign = Path(os.environ[KILLED_ONCE])
    if not sign.exists():
        sign.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return backtrack(puzzle, budget, goal=goal, seed=seed)


def honest(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Works until it is cancelled, and reports progress."""
    budget.bound = 7
    budget.best = GridAnswer(grid=puzzle.givens)
    while True:
        time.sleep(0.01)
        budget.spend()
    yield from ()


def burning(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Keeps the processor busy until it is cancelled."""
    while True:
        budget.spend()
    yield from ()


def loud(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Prints unexpected output to standard output."""
    print("{}", flush=True)
    os.write(1, b"[]\n")
    return backtrack(puzzle, budget, goal=goal, seed=seed)


def faulty(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Raises an unexpected exception."""
    raise KeyError("nothing")


def haunted(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Leaves a thread behind that keeps running."""
    Thread(target=time.sleep, args=(60,), daemon=True).start()
    return backtrack(puzzle, budget, goal=goal, seed=seed)


def prying(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Answers:
    """Tries what a sandbox forbids; says in JSON what happened each time."""
    port = int(os.environ[LISTENER])
    found = {
        "loopback": _tried(lambda: socket.create_connection(("127.0.0.1", port), 5).close()),
        "elsewhere": _tried(lambda: _send_to("192.0.2.1")),
        "large file": _tried(lambda: _write(Path(tempfile.gettempdir()) / "large", 600_000_000)),
        "own file": _tried(lambda: _write(Path(tempfile.gettempdir()) / "mine", 1)),
        "become root": _tried(lambda: os.setuid(os.getuid() + 1)),
        "mount": _tried(lambda: _mount(tempfile.gettempdir())),
    }
    raise NotFound(as_is(json.dumps(found)))
    yield from ()


def _tried(work: Callable[[], object]) -> str:
    try:
        work()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "done"


def _send_to(address: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", (address, 9))


def _write(path: Path, size: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with path.open("wb") as file:
        file.truncate(size)


def _mount(folder: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, None):
        raise OSError(ctypes.get_errno(), "mount")


def check(puzzle: Latin, answer: GridAnswer) -> tuple[Violation, ...]:
    """Never returns for the board `ENDLESS`."""
    while puzzle == ONE_CELL:
        time.sleep(0.01)
    end = time.process_time() + (0.5 if len(puzzle.givens) == 2 else 0)
    while time.process_time() < end:
        pass
    return template.rules.check(puzzle, answer)


def read(text: str) -> Latin:
    """Never returns for the text `UNREADABLE`."""
    while text == UNREADABLE:
        pass
    return template.formats.puzzles[-1].read(text)


ENGINES = (
    deaf,
    busy,
    greedy,
    hungry,
    mortal,
    unlucky,
    honest,
    burning,
    loud,
    faulty,
    haunted,
    prying,
)
family = replace(
    template,
    solve=replace(
        template.solve,
        engines={**template.solve.engines, **{engine.__name__: engine for engine in ENGINES}},
    ),
    rules=replace(template.rules, check=check),
    formats=replace(
        template.formats,
        puzzles=(
            *template.formats.puzzles[:-1],
            replace(template.formats.puzzles[-1], read=read),
        ),
    ),
)


def install(site: Path, patch: pytest.MonkeyPatch) -> None:
    """Register the family in all processes that are started afterwards."""
    shutil.copy(__file__, site / "troublemakers.py")
    info = site / "troublemakers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: troublemakers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[quebra.families]\nlatin = troublemakers:family\n")
    patch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    patch.setenv(KILLED_ONCE, str(site / "killed"))
    patch.setenv(BEGUN, str(site / "begun"))
