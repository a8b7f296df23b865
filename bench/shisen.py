"""Shisen-Sho: the engine `own` beside CP-SAT as ratios of CPU time, and its cold and warm starts.

Run as `python bench/shisen.py`; `--limit` is the time for one search. The comparison with the
paper's program is `quebra study shisen`. Boards of 24x12 with 42 kinds, 30 of them with eight
tiles, are searched for `--long` seconds of CPU time and for both goals: as `own` does, and depth
first only, as it did before.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from unittest.mock import patch

import msgspec

from quebra.engine.budget import Budget
from quebra.engine.kernels import finish_compiling
from quebra.families.shisen.solve import goals
from quebra.papers.shisen_ip.study import BEYOND, cpu_limit, random_board, solvable_board
from quebra.papers.shisen_ip.study_page import PRINTED, size_text
from quebra.service.verbs import make_puzzle, solve
from quebra.study.compare import Board, Settings, Summary, compare

LIMIT = 10.0
LONG = 60.0
BOARDS = 5
LARGE_SEEDS = (1, 2, 3)
WARM_UP = 2.0
"""Seconds of a first search, in which kernels are compiled or loaded."""


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


def large_board(goal: str, seed: int, limit: float) -> str:
    """The best value and the bound of a large board: with clauses, and depth first only."""
    puzzle = make_puzzle("shisen", (24, 12), seed, {"kinds": 42}, Budget())
    solve(puzzle, goal=goal, time=WARM_UP)
    finish_compiling()
    found = []
    for seconds in (goals.DEPTH_FIRST_SECONDS, limit):
        with patch.object(goals, "DEPTH_FIRST_SECONDS", seconds), cpu_limit(limit) as over:
            outcome = solve(puzzle, goal=goal, cancel=over)
        best, bound = outcome.objective, outcome.bound
        assert best is not None and bound is not None
        gap = f"{best} and {bound}, {(best - bound) / best:.1%} apart"
        found.append(f"{gap}, {outcome.status} in {outcome.cpu_seconds:.0f} s")
    return f"seed {seed}: {goal} and bound {found[0]}; depth first {found[1]}"


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one search")
    parser.add_argument("--long", type=float, default=LONG, help="seconds for a large board")
    chosen = parser.parse_args()
    limit = chosen.limit
    for size in PRINTED:
        own, cpsat = own_and_cpsat(size, limit)
        ratio = f"{'≥ ' if cpsat.ratio_is_bound else ''}{cpsat.ratio:.1f}"
        print(f"{size_text(size)}: own {own.median:.3g} s, cpsat / own {ratio}", flush=True)
    for size, boards in BEYOND.items():
        runs = [cold_and_warm(size, seed, limit) for seed in range(boards)]
        cold, warm = (statistics.median(each) for each in zip(*runs, strict=True))
        print(f"{size_text(size)}: cold {cold:.3g} s, warm {warm:.3g} s", flush=True)
    print(f"24x12 with 42 kinds, after {chosen.long:g} s")
    for goal, seed in product(("sum", "rounds"), LARGE_SEEDS):
        print(large_board(goal, seed, chosen.long), flush=True)


if __name__ == "__main__":
    main()
