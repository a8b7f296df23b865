"""The start of the program: CPU time of whole processes, user and system, medians of many.

Run as `python bench/start.py`. For comparison: Python alone, and a program that imports CP-SAT,
which any solver with its Python interface does first. The processes take turns, so that each meets
the same load. Systems without `os.wait4`, such as Windows, cannot measure this.
"""

from __future__ import annotations

import os
import sys
from statistics import median
from tempfile import TemporaryDirectory

RUNS = 25
BOARD = """\
kojun
regions
a a a b b b
c c c c c d
e f f f c g
e e e f g g
h h i j j j
k k i i j j
givens
2 . . . 1 .
. . . 3 . .
. 3 . . 5 3
. . . . . .
. . 3 . 4 2
. . . . . .
"""
COMMANDS = {
    "python -c pass": ("-c", "pass"),
    "quebra --help": ("-m", "quebra", "--help"),
    "quebra solve, Kojun 6x6": ("-m", "quebra", "solve", BOARD),
    "import ortools.sat.python.cp_model": ("-c", "import ortools.sat.python.cp_model"),
}


def cpu_seconds(*arguments: str) -> float:
    """The CPU time of Python with these arguments, without output."""
    pid = os.posix_spawn(
        sys.executable,
        (sys.executable, *arguments),
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, used = os.wait4(pid, 0)
    assert status == 0, arguments
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the table; modules are compiled before."""
    with TemporaryDirectory() as folder:
        os.environ |= {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        first = {name: cpu_seconds(*arguments) for name, arguments in COMMANDS.items()}
        times = {name: list[float]() for name in COMMANDS}
        for _ in range(RUNS):
            for name, arguments in COMMANDS.items():
                times[name].append(cpu_seconds(*arguments))
    print(f"{'CPU time of a process':36}{'median':>10}{'least':>10}{'nothing compiled':>20}")
    for name, found in times.items():
        middle, least, cold = (1000 * each for each in (median(found), min(found), first[name]))
        print(f"{name:36}{middle:7.0f} ms{least:7.0f} ms{cold:17.0f} ms")


if __name__ == "__main__":
    main()
