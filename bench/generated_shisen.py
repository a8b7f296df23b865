"""Generated Shisen-Sho boards in figures: the section of `docs/generated-boards.md`.

Run as `python bench/generated_shisen.py`. Times are CPU seconds with compiled kernels.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping
from functools import partial
from itertools import islice

from generated_boards import cpu_seconds, replace_section
from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.shisen import family
from quebra.families.shisen.explain import grade_by_games
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.rules import check
from quebra.families.shisen.solve import ENGINES
from quebra.families.shisen.symmetry import canonical
from quebra.service.verbs import make_puzzle

Options = Mapping[str, object]
Wanted = tuple[tuple[int, int], Options]

GRADES = ("easy", "medium", "hard", "expert")
LARGE: dict[str, Wanted] = {
    "24x12, four a kind": ((12, 24), {}),
    "30x16, four a kind": ((16, 30), {}),
    "30x16, four a kind, 10 deadlocks": ((16, 30), {"deadlocks": 10}),
    "18x8, 4 deadlocks": ((8, 18), {"deadlocks": 4}),
    "6x6, unsolvable": ((6, 6), {"unsolvable": True}),
    "18x8, unsolvable": ((8, 18), {"unsolvable": True}),
    "30x16, 42 kinds, unsolvable": ((16, 30), {"unsolvable": True, "kinds": 42}),
    "100x60, four a kind": ((60, 100), {}),
}
GRADED: dict[str, tuple[Wanted, int]] = {
    "6x6": (((6, 6), {}), 20),
    "18x8": (((8, 18), {}), 10),
    "30x16": (((16, 30), {}), 3),
    "24x12, 42 kinds": (((12, 24), {"kinds": 42}), 3),
}
COLLECTION: tuple[tuple[int, Wanted], ...] = (
    (250, ((6, 6), {})),
    *((100, ((6, 6), {"grade": grade})) for grade in GRADES),
    (100, ((6, 6), {"deadlocks": 1})),
    (100, ((6, 6), {"unsolvable": True})),
    (50, ((6, 8), {"holes": 8})),
    (100, ((8, 18), {})),
)
"""Numbers of boards, their sizes and options: a thousand in all."""
SAMPLE, MAX_SAMPLED_TILES = 9, 48
"""One of this number of boards with so few tiles is also solved by the second engine."""


def make(size: tuple[int, int], options: Options, seed: int) -> Shisen:
    """A generated board."""
    puzzle = make_puzzle("shisen", size, seed, dict(options), Budget())
    assert isinstance(puzzle, Shisen)
    return puzzle


def time_row(name: str, wanted: Wanted, boards: int) -> str:
    """A row of the table of times."""
    seconds = [cpu_seconds(partial(make, *wanted, seed)) for seed in range(boards)]
    print(name, seconds, file=sys.stderr, flush=True)
    median, slowest = statistics.median(seconds), max(seconds)
    return f"| {name} | {median:.2f} s, {slowest:.2f} s | {boards} |"


def times() -> str:
    """The CPU times by preset, by size and by grade."""
    lines = ["| board (columns x rows) | median, slowest | boards |", "|---|---|---|"]
    for name, preset in family.generate.presets.items():
        assert preset.size is not None
        lines.append(time_row(f"preset {name}", (preset.size, preset.options), 5))
    lines += [time_row(name, wanted, 5) for name, wanted in LARGE.items()]
    for name, ((size, options), boards) in GRADED.items():
        for grade in GRADES:
            wanted = size, {**options, "grade": grade}
            lines.append(time_row(f"{name}, {grade}", wanted, boards))
    return "\n".join(lines)


def is_cleared(puzzle: Shisen, engine: str) -> bool:
    """Whether an engine finds a clearing that the rules accept; False with a proof of none."""
    answers = ENGINES[engine](puzzle, Budget(120), goal="any", seed=None)
    return any(not check(puzzle, answer) for answer in islice(answers, 1))


def collection() -> str:
    """What a thousand boards are like."""
    count = proved = sampled = agreed = unknown = 0
    graded = right = 0
    kept: set[Shisen] = set()
    for number, (size, options) in COLLECTION:
        for seed in range(number):
            puzzle = make(size, options, seed)
            expected = not options.get("unsolvable")
            count += 1
            proved += is_cleared(puzzle, "own") == expected
            kept.add(canonical(puzzle))
            if "grade" in options:
                graded += 1
                right += grade_by_games(puzzle, Budget()).name == options["grade"]
            if count % SAMPLE == 0 and len(puzzle.tiles) <= MAX_SAMPLED_TILES:
                sampled += 1
                try:
                    agreed += is_cleared(puzzle, "cpsat") == expected
                except Cut:
                    unknown += 1
        print(size, options, count, proved, len(kept), file=sys.stderr, flush=True)
    return "\n".join(
        (
            "| boards by recipe | |",
            "|---|---|",
            f"| boards | {count:,} |",
            f"| cleared as promised, by proof | {proved:,} of {count:,} |",
            "| the same by CP-SAT, of a sample of small ones "
            f"| {agreed} of {sampled}, {unknown} not decided |",
            f"| of the grade asked for | {right} of {graded} |",
            f"| doubles by canonical form | {count - len(kept)} |",
        )
    )


def main() -> None:
    """Write the section of the page."""
    make((6, 6), {"grade": "hard"}, 0)
    make((16, 30), {}, 0)
    boards = collection()
    text = f"## Shisen-Sho\n\nCPU time of `generate`:\n\n{times()}\n\n{boards}\n"
    replace_section(text)


if __name__ == "__main__":
    main()
