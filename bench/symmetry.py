"""Symmetry engines compared: CPU time in one run, as ratios to the engine `own`.

Run as `python bench/symmetry.py`, or with `--quick` for a part of it. The experiments of the paper
are `quebra study symmetry`.

Times are CPU times of the whole process, all threads together; CP-SAT works on one. Boards are
planted: a random solution, of which each shape stays as a clue with probability 0.3. That makes
clues in some 18 % of the cells; dense boards, for the proofs, have clues in 30 % of them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.engine.search import solve
from quebra.families.symmetry.generate import SymmetryRecipe, generate
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve import kernel, own, solutions
from quebra.families.symmetry.solve.search import new_state, read_answer
from quebra.grid.cells import GridAnswer, Rows, as_rows, cells
from quebra.papers.symmetry_clp.study import warm_up
from quebra.study.compare import Board, Settings, Summary, compare
from quebra.study.measuring import cpu_seconds
from quebra.study.tables import seconds_text

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "symmetry"
SIGNS = {".": 0, "s": 1, "t": 2, "c": 3}
DENSITY = 0.3
PLAIN = "plain Python"
PEERS = (PLAIN, "cpsat", "counter")
PEER_LIMIT = 20.0
PROOF_SECONDS = 20.0
GENERATE_LIMIT = 60.0

Plan = dict[int, range]
"""The seeds of the boards for each side length."""


def planted(side: int, seed: int) -> Symmetry:
    """A board with a solution: some shapes of a random one."""
    source = Source(1000 * side + seed)
    return Symmetry(
        clues=as_rows(
            [shape if source.chance(DENSITY) else EMPTY for shape in row]
            for row in _random_solution(side, source)
        )
    )


def dense(side: int, seed: int) -> Symmetry:
    """A board with a solution and clues in 30 % of all its cells."""
    source = Source(1000 * side + seed)
    grid = _random_solution(side, source)
    filled = [(r, c) for r, c in cells(side, side) if grid[r][c] != EMPTY]
    kept = set(source.shuffled(filled)[: round(DENSITY * side * side)])
    return Symmetry(
        clues=as_rows(
            [grid[r][c] if (r, c) in kept else EMPTY for c in range(side)] for r in range(side)
        )
    )


def _random_solution(side: int, source: Source) -> Rows[int]:
    blank = Symmetry(clues=as_rows([[EMPTY] * side] * side))
    return next(solutions(blank, Budget(), source.spawn())).grid


def plain(puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """The engine `own` up to the first solution, without compiled code."""
    state = new_state(puzzle)
    while (ended := kernel.search(state, 1000)) == Ended.PAUSED:
        budget.stop_if_over()
    if ended == Ended.FOUND:
        yield read_answer(state)


def compare_engines(seeds: Sequence[int]) -> None:
    """The first solution by each engine on the same boards, as `quebra compare` measures it."""
    print(f"\nFirst solution, planted boards, median of {len(seeds)}; others as ratios to own")
    print(f"{'':8}{'own':>10}" + "".join(f"{name:>20}" for name in PEERS))
    for side in (7, 8):
        boards = [Board(f"{side}x{side}", planted(side, seed)) for seed in seeds]
        pairs = [_pair(peer, boards) for peer in PEERS]
        ratios = "".join(f"{_ratio(peer):>20}" for _, peer in pairs)
        print(f"{side}x{side:<6}{seconds_text(pairs[0][0].median):>10}{ratios}", flush=True)


def _pair(peer: str, boards: Sequence[Board]) -> Sequence[Summary]:
    settings = Settings(("own", peer), PEER_LIMIT, count=1, others={PLAIN: plain})
    return compare(settings, boards).summaries()


def _ratio(peer: Summary) -> str:
    cut = peer.boards - peer.solved
    note = f" ({cut} cut)" if cut else ""
    return f"{'≥ ' if peer.ratio_is_bound else ''}{peer.ratio:,.0f}x{note}"


def first_solutions(seeds: Sequence[int]) -> None:
    """Large boards, each in a new process: the first search and a compiled one."""
    print(f"\nFirst solution, planted boards, median (slowest) of {len(seeds)}")
    print(f"{'':8}{'cold':>20}{'compiled':>20}")
    for side in (8, 12, 15, 20, 30):
        cold, warm = zip(*(in_new_process(planted(side, seed)) for seed in seeds), strict=True)
        print(f"{side}x{side:<5}{_spread(cold):>20}{_spread(warm):>20}", flush=True)


def in_new_process(board: Symmetry) -> tuple[float, float]:
    """CPU seconds up to the first solution, cold and compiled."""
    command = [sys.executable, str(Path(__file__).with_name("symmetry_cold.py"))]
    done = subprocess.run(
        command, input=msgspec.json.encode(board), capture_output=True, check=True
    )
    cold, warm = map(float, done.stdout.split())
    return cold, warm


def published() -> None:
    """All puzzles of the shared data, proved unique."""
    print("\nProved unique, all boards together")
    for name in ("friedman-published-20.json", "generated-unique-15.json"):
        path = DATA / name
        if not path.exists():
            print(f"Left out, since it is not here: {name}")
            continue
        boards = [
            Symmetry(clues=as_rows([SIGNS[sign] for sign in row] for row in entry["clues"]))
            for entry in json.loads(path.read_text())
        ]
        taken = [cpu_seconds(partial(_prove, boards)) for _ in range(3)]
        print(f"{len(boards)} boards of {name}: {_spread(taken)}", flush=True)


def _prove(boards: Iterable[Symmetry]) -> None:
    for board in boards:
        found = len(list(islice(own(board, Budget(), goal="any", seed=None), 2)))
        assert found == 1, board


def fewest(plan: Plan) -> None:
    """Proofs of the fewest shapes within the time limit, or the best bounds."""
    print("\nFewest shapes, dense boards: CPU time, verdict, best found and bound")
    for side, seeds in plan.items():
        for seed in seeds:
            outcome = solve(
                get_family("symmetry"), dense(side, seed), goal="fewest", seconds=PROOF_SECONDS
            )
            print(
                f"{side}x{side:<5}{outcome.cpu_seconds:8.2f} s  {outcome.status:8}"
                f"{outcome.objective!s:>5}{outcome.bound!s:>6}",
                flush=True,
            )


def generating(plan: Plan) -> None:
    """New boards, unique and irreducible."""
    print("\nGenerate, unique and irreducible: median (slowest)")
    for side, seeds in plan.items():
        recipe = SymmetryRecipe(rows=side, cols=side)
        taken, cut = [], 0
        for seed in seeds:
            started = time.process_time()
            try:
                generate(recipe, Source(seed), Budget(GENERATE_LIMIT))
            except Cut:
                cut += 1
            taken.append(time.process_time() - started)
        note = f" of {len(seeds)}" + (f", {cut} cut after {GENERATE_LIMIT:g} s" if cut else "")
        print(f"{side}x{side:<5}{_spread(taken):>20}{note}", flush=True)


def _spread(taken: Sequence[float]) -> str:
    return f"{seconds_text(statistics.median(taken))} ({seconds_text(max(taken))})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer boards, no long ones")
    chosen = parser.parse_args()
    seeds = range(1) if chosen.quick else range(3)
    small: Plan = dict.fromkeys((8, 10, 12), seeds)
    first_solutions(seeds)
    warm_up()
    compare_engines(seeds)
    published()
    fewest(small if chosen.quick else {**small, **dict.fromkeys((15, 20, 25, 30), seeds)})
    generating(small if chosen.quick else {**small, 15: range(1)})


if __name__ == "__main__":
    main()
