"""Shisen-Sho: the engine `own` beside CP-SAT as ratios of CPU time, and its cold and warm starts.

Run as `python bench/shisen.py`; `--limit` is the time for one search. The comparison with the
paper's program is `quebra study shisen`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from quebra.papers.shisen_ip.study import BEYOND, random_board, solvable_board
from quebra.papers.shisen_ip.study_page import PRINTED, size_text
from quebra.study.compare import Board, Settings, Summary, compare

LIMIT = 10.0
BOARDS = 5


def own_and_cpsat(size: tuple[int, int], limit: float) -> Sequence[Summary]:
    """The engines `own` and `cpsat` for the smallest sum, as `quebra compare` measures them."""
    boards = [solvable_board(size, 0, number) for number in range(BOARDS)]
    settings = Settings(("own", "cpsat"), limit, goal="sum")
    return compare(settings, [Board(size_text(size), each) for each in boards]).summaries()


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
    for size in PRINTED:
        own, cpsat = own_and_cpsat(size, limit)
        ratio = f"{'≥ ' if cpsat.ratio_is_bound else ''}{cpsat.ratio:.1f}"
        print(f"{size_text(size)}: own {own.median:.3g} s, cpsat / own {ratio}", flush=True)
    for size, boards in BEYOND.items():
        runs = [cold_and_warm(size, seed, limit) for seed in range(boards)]
        cold, warm = (statistics.median(each) for each in zip(*runs, strict=True))
        print(f"{size_text(size)}: cold {cold:.3g} s, warm {warm:.3g} s", flush=True)


if __name__ == "__main__":
    main()
