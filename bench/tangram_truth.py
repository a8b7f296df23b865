"""Whether verdicts on geometric puzzles are true, on random dissections whose assembly is known.

Run as `python bench/tangram_truth.py [--count N]`; it prints the table of docs/tolerance.md, using
all cores. Figures are cut along lines, arcs and curves, with cusps. Then their vertices are moved
by a share of the smallest side, and the tolerance is stated as 1.5 times that, or the largest one
allowed. `check` is compared with Shapely, which measures faults in its own way; no search may say
that there is no solution where the known assembly is right.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from statistics import median
from typing import Any

import shapely

import quebra
from quebra.contract.random import Source
from quebra.families.tangram.model import Assembly, Tangram, placed_regions
from quebra.geometry.edges import polyline
from quebra.geometry.outline import Contour

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from random_cuts import Dissection, dissection, spoiled, with_noise

NOISES = (0.0, 0.003, 0.01, 0.02, 0.03)
FACTOR = 1.5
SECONDS = 2.0
SURE = 0.02
"""Share of the tolerance by which a fault must be narrower or wider for a certain verdict."""
PUSH = 1.5
"""The first displacement of a piece, in tolerances."""


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="dissections of each noise")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    print(HEADER)
    firsts = range(chosen.first, chosen.first + chosen.count)
    with Pool() as pool:
        for number, noise in enumerate(NOISES):
            cases = [(first * len(NOISES) + number, noise) for first in firsts]
            print(_row(noise, pool.starmap(_tried, cases, chunksize=10)), flush=True)


HEADER = """\
| noise | dissections | right | found | unknown | none | right refused | spoiled accepted | median |
|---|---|---|---|---|---|---|---|---|"""


def _row(noise: float, results: list[Counter[str]]) -> str:
    total: Counter[str] = sum(results, Counter())
    times = sorted(each["microseconds"] for each in results)
    cells = (
        f"{noise:g}",
        total["dissections"],
        total["right"],
        total["found"],
        total["unknown"],
        total["false none"],
        total["right refused"],
        f"{total['spoiled accepted']} of {total['spoiled']}",
        f"{median(times) / 1000:.0f} ms",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _tried(seed: int, noise: float) -> Counter[str]:
    source = Source(seed)
    known = with_noise(dissection(source), noise, FACTOR, source)
    if known is None:
        return Counter()
    found = Counter({"dissections": 1})
    puzzle = known.puzzle
    accepted = not quebra.check(puzzle, known.answer)
    if _is_right(puzzle, known.answer):
        found["right"] = 1
        if not accepted:
            found["right refused"] = 1
            print(f"right refused: seed {seed}, noise {noise}", file=sys.stderr)
    begun = time.process_time()
    outcome = quebra.solve(puzzle, engine="own", count=1, time=SECONDS)
    found["microseconds"] = round(1e6 * (time.process_time() - begun))
    found[outcome.status] += 1
    if accepted and outcome.status == "none":
        found["false none"] = 1
        print(f"false none: seed {seed}, noise {noise}", file=sys.stderr)
    for answer in _spoiled(known, source):
        found["spoiled"] += 1
        if not quebra.check(puzzle, answer):
            found["spoiled accepted"] += 1
            print(f"spoiled accepted: seed {seed}, noise {noise}", file=sys.stderr)
    return found


def _spoiled(known: Dissection, source: Source) -> Iterator[Assembly]:
    """The assembly with a piece moved until two overlap by more than the tolerance."""
    push = PUSH * known.puzzle.tolerance_used
    for _ in range(6):
        answer = spoiled(known, source, push)
        if _overlaps(known.puzzle, answer):
            yield answer
            return
        push *= 1.5


def _is_right(puzzle: Tangram, answer: Assembly) -> bool:
    """Whether all faults are certainly narrower than the tolerance."""
    pieces, figure = _polygons(puzzle, answer)
    union = shapely.union_all(pieces)
    faults = [*_overlapping(pieces), union.difference(figure), figure.difference(union)]
    width = (1 - SURE) * puzzle.tolerance_used
    return not any(_is_wider(fault, width) for fault in faults)


def _overlaps(puzzle: Tangram, answer: Assembly) -> bool:
    """Whether an overlap is certainly wider than the tolerance."""
    pieces, _ = _polygons(puzzle, answer)
    width = (1 + SURE) * puzzle.tolerance_used
    return any(_is_wider(fault, width) for fault in _overlapping(pieces))


def _overlapping(pieces: list[Any]) -> Iterator[Any]:
    return (one.intersection(other) for i, one in enumerate(pieces) for other in pieces[:i])


def _polygons(puzzle: Tangram, answer: Assembly) -> tuple[list[Any], Any]:
    fine = puzzle.tolerance_used / 100
    pieces = [_polygon(contours, fine) for _, contours in placed_regions(puzzle, answer)]
    return pieces, _polygon(puzzle.target, fine)


def _polygon(contours: tuple[Contour, ...], fine: float) -> Any:
    outer, *holes = (
        [(point.real, point.imag) for point in polyline(contour, fine)] for contour in contours
    )
    return shapely.make_valid(shapely.Polygon(outer, holes))


def _is_wider(region: Any, width: float) -> bool:
    return not region.buffer(-width / 2, quad_segs=32).is_empty


if __name__ == "__main__":
    main()
