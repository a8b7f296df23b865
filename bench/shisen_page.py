"""The page "Shisen-Sho: the paper, reproduced"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from shisen_study import (
    BEYOND,
    BOARDS,
    ENGINES,
    PRINTED,
    Run,
    Runs,
    Size,
    Variables,
    beyond,
    compare,
    variables,
    warm_up,
)

PAGE = Path(__file__).parents[1] / "docs" / "papers" / "shisen.md"
RATIO_AT = Size(4, 5, 5)

INTRODUCTION = """
# Shisen-Sho: the paper, reproduced

R. S. Trindade, O. C. B. de Araujo and G. Dhein, *Programação matemática aplicada à resolução de um
jogo tipo quebra-cabeça*, clear a Shisen-Sho board in rounds: the moves of a round happen at once,
and the sum of the rounds over all tiles shall be as small as can be. They state it as a
mixed-integer program and solve it with CPLEX 12.1. This page repeats their table 1 and goes on to
larger boards. `python bench/shisen.py --write` measures everything again and writes the page.

Side by side stand:

- **printed**: what the paper prints. Its boards are not given; its searches ended after 30 minutes.
- **`mip-all`**: the paper's program, with all paths, on HiGHS.
- **`mip`**: the same without dominated paths.
- **`cpsat`**: a model of ours for CP-SAT: pairs to choose, and each tile's round as a minimum over
  paths of a maximum over the tiles in the way.
- **own**: the engine that Quebra uses, a branch and bound over pairings.

CPLEX is not available here, and HiGHS is another solver, so the first columns are a reproduction in
kind. There are {boards} random boards of each size, all with a solution. Times are medians, in CPU
time up to the proof. A search is cut after {limit:g} s of wall time; where the median search was
cut, its time is a lower bound and carries the sign ≥. The gap is the mean of
(best value - best bound) / best value over boards with a solution and no proof. (The paper divides
by what it calls the best bound, which must be the upper one, for its gaps stay below 100 %.)

## The model

A choice p_ijk says that the tiles i and j go together on path k, and c_i ≥ 0 is the round of tile
i. Each tile has exactly one choice; on the path chosen, both tiles go later than each tile h that
stands on it: c_i ≥ c_h + 1 - M (1 - p_ijk), with M half the number of tiles. The sum of all c_i is
minimised. `quebra convert BOARD --to lp` writes it as a file for other solvers.

HiGHS works with floating-point numbers. Of its solutions only the pairing is read; the rounds that
follow from it are computed exactly, and `check` replays them. The sum is even, so a gap below 2 is
the proof.
"""


def write(limit: float) -> None:
    """Measure everything and write the page."""
    warm_up()
    compared = {size: compare(size, limit) for size in PRINTED}
    counted = {size: variables(size) for size in PRINTED}
    larger = {size: list(beyond(size, boards, limit)) for size, boards in BEYOND}
    parts = [
        INTRODUCTION.format(boards=BOARDS, limit=limit),
        "## Table 1: time up to the proof",
        table_1(compared),
        ratio_text(compared[RATIO_AT]),
        "## Dominated paths",
        *variables_part(counted),
        "## Beyond the paper",
        *beyond_part(larger, limit),
    ]
    PAGE.write_text("\n\n".join(part.strip() for part in parts) + "\n", encoding="utf-8")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in ruled)


def seconds(value: float) -> str:
    """A time with a suitable unit."""
    return f"{value:.3g} s" if value >= 1 else f"{1000 * value:.{int(value < 0.01)}f} ms"


def cell(runs: Runs) -> str:
    """The cell for an engine and a size: the time, and the boards without proof."""
    text = f"{'' if runs.exact else '≥ '}{seconds(runs.seconds)}"
    if runs.proved < len(runs.runs):
        text += f" ({runs.proved} of {len(runs.runs)} proved"
        text += f", {runs.found} found" if runs.found else ""
        text += f", gap {runs.gap:.0f} %" if runs.gap is not None else ""
        text += ")"
    return text


def table_1(compared: dict[Size, dict[str, Runs]]) -> str:
    """The table of all engines beside the printed values."""
    head = ["board/kinds", "printed", *(f"`{name}`" for name in ENGINES)]
    rows = (
        [str(size), PRINTED[size], *(cell(result[name]) for name in ENGINES)]
        for size, result in compared.items()
    )
    return _table(head, rows)


def ratio_text(result: dict[str, Runs]) -> str:
    """How much faster our own engine is where the paper still has proofs."""
    slow, own = result["mip"], result["own"]
    ratio = f"{'' if slow.exact else '≥ '}{slow.seconds / own.seconds:,.0f}"
    return f"At {RATIO_AT} the ratio of `mip` to own is {ratio}."


def variables_part(counted: dict[Size, Variables]) -> Iterator[str]:
    """The share of the variables that dominance removes."""
    yield (
        "A path is dominated when another path of the same pair needs fewer of the same tiles "
        "gone. The paper says that leaving such paths out removes about 70 % of the variables. "
        f"Choices of a path and constraints, summed over the {BOARDS} boards:"
    )
    yield _table(
        ["board/kinds", "choices, all", "choices, needed", "removed", "rows, all", "rows, needed"],
        (
            [
                str(size),
                f"{each.all:,}",
                f"{each.needed:,}",
                f"{each.removed:.0f} %",
                f"{each.rows_all:,}",
                f"{each.rows_needed:,}",
            ]
            for size, each in counted.items()
        ),
    )


def beyond_part(larger: dict[Size, list[tuple[Run, Run]]], limit: float) -> Iterator[str]:
    """Our own engine on larger boards."""
    yield (
        f"The own engine on random boards, solvable or not, within {limit:g} s each. Cold is the "
        "first search of a new process, with what it imports and compiles; warm is the same search "
        "once more. Median (slowest), in CPU time. At 24x12/42 most kinds have eight tiles. "
        "Shuffled boards of 28x16/112 hardly ever have a solution, which is soon proved."
    )
    yield _table(
        [
            "board/kinds",
            "boards",
            "cold",
            "warm",
            "proved",
            "no solution",
            "best value and bound where open",
        ],
        ([str(size), *beyond_row(runs)] for size, runs in larger.items()),
    )


def beyond_row(runs: Sequence[tuple[Run, Run]]) -> list[str]:
    """One size: the number of boards, times, proofs, and what is open."""
    cold, warm = (Runs(each) for each in zip(*runs, strict=True))
    open_runs = [run for run in warm.runs if not run.proved]
    return [
        str(len(runs)),
        *(
            f"{seconds(t.seconds)} ({seconds(max(r.seconds for r in t.runs))})"
            for t in (cold, warm)
        ),
        f"{warm.proved} of {len(runs)}",
        str(sum(run.status == "none" for run in warm.runs)),
        ", ".join(_open(run) for run in open_runs) or "none",
    ]


def _open(run: Run) -> str:
    best, bound = ("none" if value is None else f"{value:g}" for value in (run.best, run.bound))
    return f"{best}, {bound}"
