"""The time of `check` for assemblies: a classic figure, and growing numbers of pieces.

CPU time, the median of many runs; `cold` is the very first check of the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from quebra.contract.random import Source
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check, progress
from quebra.families.tangram.sets import SETS
from quebra.geometry.motion import Motion

RUNS = 40
GRIDS = (10, 32)


def main() -> None:
    """Measure and print all figures."""
    for name, puzzle, answer in _classics():
        cold = _cpu(lambda p=puzzle, a=answer: check(p, a))  # type: ignore[misc]
        moved = [_moved(answer, seed) for seed in range(RUNS)]
        partial = [Assembly(places=each.places[:-2]) for each in moved]
        print(
            f"{name:22} first {cold:6.2f} ms   check {_median(check, puzzle, moved):5.2f} ms   "
            f"progress {_median(progress, puzzle, moved):5.2f} ms   "
            f"progress, two pieces missing {_median(progress, puzzle, partial):5.2f} ms"
        )
    times = {side: min(_cpu(_grid(side)) for _ in range(3)) for side in GRIDS}
    for side, cpu in times.items():
        print(f"grid of {side * side:5} pieces   check {cpu:8.1f} ms")
    small, large = GRIDS
    pieces = (large / small) ** 2
    growth = times[large] / times[small]
    print(f"{pieces:.1f} times the pieces take {growth:.1f} times the time")


def _classics() -> list[tuple[str, Tangram, Assembly]]:
    kit = SETS["classic"]
    return [(f"classic {name}", kit.puzzle(name), kit.answer(name)) for name in kit.figures]


def _moved(answer: Assembly, seed: int) -> Assembly:
    source = Source(seed)
    whole = Motion(complex(source.below(20), source.below(20)), source.below(3600) / 10)
    places = []
    for place in answer.places:
        there = place.motion.then(whole)
        x, y = there.shift.real, there.shift.imag
        places.append(Placement(piece=place.piece, x=x, y=y, angle=there.angle, flip=there.flip))
    return Assembly(places=tuple(places))


def _grid(side: int) -> Callable[[], object]:
    square = Piece(name="square", outline="M0 0 H1 V1 H0 Z", count=side * side)
    puzzle = Tangram(pieces=(square,), figure=f"M0 0 H{side} V{side} H0 Z")
    cells = ((x, y) for x in range(side) for y in range(side))
    answer = Assembly(places=tuple(Placement(piece=0, x=x, y=y) for x, y in cells))
    return lambda: check(puzzle, answer)


def _median(
    verb: Callable[[Tangram, Assembly], object], puzzle: Tangram, answers: list[Assembly]
) -> float:
    return median(_cpu(lambda a=answer: verb(puzzle, a)) for answer in answers)  # type: ignore[misc]


def _cpu(work: Callable[[], object]) -> float:
    """Milliseconds of CPU, with all caches cleared."""
    judge.cache_clear()
    before = time.process_time()
    work()
    return 1000 * (time.process_time() - before)


if __name__ == "__main__":
    main()
