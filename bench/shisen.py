"""Shisen-Sho: the engine `own` beside CP-SAT as ratios of CPU time, and its cold and warm starts.

Run as `python bench/shisen.py`; `--limit` is the wall time for one search. The comparison with the
paper's program is `quebra study shisen`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path

import msgspec

from quebra.contract.registry import get_family
from quebra.engine.search import solve
from quebra.papers.shisen_ip.study import BEYOND, random_board, solvable_board
from quebra.papers.shisen_ip.study_page import PRINTED, size_text

LIMIT = 10.0
BOARDS = 5


def seconds(size: tuple[int, int], engine: str, limit: float) -> float:
    """The median CPU time of an engine for the smallest sum."""
    family = get_family("shisen")
    boards = [solvable_board(size, 0, number) for number in range(BOARDS)]
    runs = [solve(family, each, goal="sum", engine=engine, seconds=limit) for each in boards]
    return statistics.median(run.cpu_seconds for run in runs)


def cold_and_warm(size: tuple[int, int], seed: int, limit: float) -> tuple[float, float]:
    """CPU times of the first and the second search of a new process."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("shisen_cold.py")), str(limit)],
        input=msgspec.json.encode(random_board(size, seed)),
        capture_output=True,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=tuple[float, float])


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one search")
    limit = parser.parse_args().limit
    for engine in ("cpsat", "own"):
        seconds((3, 4), engine, limit)  # imports
    for size in PRINTED:
        cpsat, own = (seconds(size, engine, limit) for engine in ("cpsat", "own"))
        print(f"{size_text(size)}: own {own:.3g} s, cpsat / own {cpsat / own:.1f}", flush=True)
    for size, boards in BEYOND.items():
        runs = [cold_and_warm(size, seed, limit) for seed in range(boards)]
        cold, warm = (statistics.median(each) for each in zip(*runs, strict=True))
        print(f"{size_text(size)}: cold {cold:.3g} s, warm {warm:.3g} s", flush=True)


if __name__ == "__main__":
    main()
