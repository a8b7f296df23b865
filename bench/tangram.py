"""The corner search of geometric puzzles: figures solved, tilings counted, and CPU time.

Run as `python bench/tangram.py`. Every answer is one that `check` accepts, and the time of the
check counts. The real figures are silhouettes: unions of the pieces as they were drawn, of which
the search sees only the outline. The convex candidates are the twenty polygons that could be made
of the classic pieces by their area and angles; thirteen can.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from quebra.core.budget import Budget
from quebra.core.errors import BadInput, Cut
from quebra.core.random import Source
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import own
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import chained
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, read_outline, write_outline

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "tangram"
CLASSIC = SETS["classic"].pieces
DRAWN = 0.003
"""The tolerance of the real figures, where a small leg is 1."""
NOISE = 0.005
SECONDS = 20.0
COLD = """
from itertools import islice
from quebra.core.budget import Budget
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import own
assert list(islice(own(SETS["classic"].puzzle("square"), Budget(), goal="any", seed=None), 1))
"""


def measured(puzzle: Tangram, wanted: int | None) -> tuple[int | None, float]:
    """How many tilings were found, None where time was over, and the CPU seconds."""
    started = time.process_time()
    try:
        found: int | None = len(
            list(islice(own(puzzle, Budget(SECONDS), goal="any", seed=None), wanted))
        )
    except Cut:
        found = None
    return found, time.process_time() - started


def silhouettes(tolerance: float | None) -> Iterator[Tangram]:
    """The real figures."""
    for figure in json.loads((DATA / "gtans-191.json").read_text())["figures"]:
        drawn = [[complex(x, y) for x, y in piece["poly"]] for piece in figure["pieces"]]
        pieces = [[_left(points)] for points in drawn]
        outline = write_outline(Arrangement(pieces, DRAWN).contours(bool))
        yield Tangram(pieces=CLASSIC, figure=outline, tolerance=tolerance)


def _left(points: list[complex]) -> Contour:
    """The contour through points with the inside to the left."""
    area = sum(
        (a.conjugate() * b).imag for a, b in zip(points, [*points[1:], points[0]], strict=True)
    )
    return chained(points if area > 0 else points[::-1])


def disturbed(puzzle: Tangram, seed: int) -> Tangram:
    """The figure at some angle, with vertices that are off by half a percent of a small leg."""
    source = Source(seed)
    turn = Motion(0, source.below(360_000) / 1000)
    for _ in range(100):
        moved: dict[complex, complex] = {}
        for contour in read_outline(puzzle.figure):
            for edge in contour:
                off = complex(source.below(2001) - 1000, source.below(2001) - 1000) / 1000
                moved.setdefault(edge.start, turn(edge.start) + NOISE * off)
        contours = [chained([moved[edge.start] for edge in c]) for c in read_outline(puzzle.figure)]
        try:
            return Tangram(pieces=CLASSIC, figure=write_outline(contours))
        except BadInput:
            # Parts that touched may overlap now.
            continue
    raise ValueError("no such figure")


def report(name: str, results: list[tuple[int | None, float]]) -> None:
    """A line: how many were solved, and the times."""
    times = [1000 * seconds for _, seconds in results]
    solved = sum(bool(found) for found, _ in results)
    print(
        f"{name:28} {solved:4} of {len(results):4}   median {statistics.median(times):6.1f} ms"
        f"   mean {statistics.mean(times):6.1f} ms   most {max(times):7.1f} ms"
    )


def main() -> None:
    """All figures, and what was measured."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", COLD], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    cold = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"cold: start, imports and the square: {cold:.2f} s")
    for name, each in SETS.items():
        if name != "pentominoes":
            report(f"set {name}", [measured(each.puzzle(figure), 1) for figure in each.figures])
    if not DATA.exists():
        return
    report("real figures", [measured(puzzle, 1) for puzzle in silhouettes(DRAWN)])
    shaken = [disturbed(puzzle, seed) for seed, puzzle in enumerate(silhouettes(None))]
    report("turned, with noise", [measured(puzzle, 1) for puzzle in shaken])
    known = json.loads((DATA / "convex_tangrams.json").read_text())["polygons"]
    polygons = [chained([complex(x, y) for x, y in each["vertices"]]) for each in known]
    convex = [
        measured(Tangram(pieces=CLASSIC, figure=write_outline([polygon])), None)
        for polygon in polygons
    ]
    report("convex candidates, all", convex)
    print("their tilings:", *(found for found, _ in convex))


if __name__ == "__main__":
    main()
