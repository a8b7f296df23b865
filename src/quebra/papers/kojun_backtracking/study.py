"""The study of the Kojun report: how far its backtracking reaches, and what each idea gains."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.model import Kojun, Order
from quebra.grid.cells import GridAnswer
from quebra.papers.kojun_backtracking import variants
from quebra.papers.kojun_backtracking.engine import PaperBoard
from quebra.papers.kojun_backtracking.figures import FIGURE_1, FIGURE_4
from quebra.papers.kojun_backtracking.variants import VARIANTS
from quebra.study import Rows, Settings, Study, Task
from quebra.study.measuring import cpu_seconds
from quebra.study.plots import Curve, draw_curves
from quebra.study.tables import Row, median_text, seconds_text, to_markdown

ENGINES = ("paper", "own", "cpsat")
SHARES = (30, 40, 50)
"""Givens of a board, in percent of its cells."""
IDEAS_SHARE = 40
"""The share for the variants: here the report's search solves the small boards only."""
LARGEST = 5
"""Cells of the largest regions, about; regions are then as large as in the report's figure 1."""
COLOURS = ("bad", "focus", "hint", "entry", "good", "ink")
MARKERS = ("o", "s", "^", "D", "v", "P")

Search = Callable[[Kojun, Budget], Iterator[GridAnswer]]


class CpuBudget(Budget):
    """A limit of CPU time, so that other work on the machine does not change what is solved."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.process_time() + seconds

    def stop_if_over(self) -> None:
        super().stop_if_over()
        if time.process_time() >= self._end:
            raise Cut("time")


@cache
def board(rows: int, cols: int, share: int, seed: int) -> Kojun:
    """A board with exactly one solution and this share of givens."""
    givens = round(rows * cols * share / 100)
    recipe = KojunRecipe(rows=rows, cols=cols, givens=givens, largest=LARGEST)
    return generate(recipe, Source(seed), Budget())


def combinations(puzzle: Kojun) -> float:
    """The decimal logarithm of the product of all lengths of lists, after the first reduction.

    >>> round(combinations(FIGURE_1), 1)
    6.0
    """
    lists = PaperBoard(puzzle)
    lists.reduce()
    return sum(math.log10(len(values)) for values in lists.values.values() if values)


def engine(name: str) -> Search:
    """An engine of the family, or a variant of the report's search."""
    engines = get_family("kojun").solve.engines
    if name in engines:
        return partial(engines[name], goal="any", seed=None)
    return partial(variants.solve, VARIANTS[name])


def tasks(settings: Settings) -> Sequence[Task]:
    """The report's board, generated boards by share of givens, and the variants."""
    names = dict.fromkeys((*VARIANTS, *ENGINES))
    seeds = range(settings.seed, settings.seed + settings.boards)
    boards = [(*size, share, seed) for share in SHARES for size in settings.sizes for seed in seeds]
    return [
        *(
            Task("report", {"engine": name, "order": order}, partial(measure_report, name, order))
            for name in names
            for order in (("adjacent", "column") if name == "paper" else ("adjacent",))
        ),
        *(_board_task("engines", name, each, settings) for each in boards for name in ENGINES),
        *(
            _board_task("ideas", name, each, settings)
            for each in boards
            if each[2] == IDEAS_SHARE
            for name in VARIANTS
            if name not in ENGINES
        ),
    ]


def _board_task(
    table: str, name: str, which: tuple[int, int, int, int], settings: Settings
) -> Task:
    rows, cols, share, seed = which
    return Task(
        table,
        {"size": f"{rows}x{cols}", "share": share, "seed": seed, "engine": name},
        partial(measure, name, which, settings.seconds),
    )


def measure(name: str, which: tuple[int, int, int, int], seconds: float) -> Row:
    """CPU time and nodes up to the first solution of a board."""
    puzzle = board(*which)
    found, row = _run(name, puzzle, 1, seconds)
    return {"combinations": round(combinations(puzzle), 1), **row, "solved": bool(found)}


def measure_report(name: str, order: Order) -> Row:
    """The first solution of figure 1, and the proof that there is no other."""
    puzzle = msgspec.structs.replace(FIGURE_1, order=order)
    found, row = _run(name, puzzle, None)
    return {**row, "solutions": len(found), "figure 4": found == [FIGURE_4]}


def _run(
    name: str, puzzle: Kojun, count: int | None, seconds: float = math.inf
) -> tuple[list[GridAnswer], Row]:
    """The solutions, and the nodes up to the first one and in all."""
    _warm_up(name)
    budget = CpuBudget(seconds)
    found: list[GridAnswer] = []
    first = 0
    cut = False

    def work() -> None:
        nonlocal first, cut
        try:
            for answer in islice(engine(name)(puzzle, budget), count):
                found.append(answer)
                first = first or int(budget.stats.get("nodes", 0))
        except Cut:
            cut = True

    taken = cpu_seconds(work)
    nodes = int(budget.stats.get("nodes", 0))
    return found, {"first": first, "nodes": nodes, "seconds": taken, "cut": cut}


@cache
def _warm_up(name: str) -> None:
    """Import the libraries of an engine, which is not measured."""
    list(engine(name)(Kojun(regions=((0, 0),), givens=((1, 0),)), Budget()))


Groups = Mapping[tuple[int, str, str], Sequence[Row]]
"""The rows by share, size and engine."""


def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
    """The tables and plots of the page."""
    groups = _grouped((*rows["engines"], *rows["ideas"]))
    sizes = list(dict.fromkeys(size for _, size, _ in groups))
    _draw(folder, "nodes", groups, sizes)
    _draw(folder, "seconds", groups, sizes)
    lists = {(row["size"], row["share"], row["seed"]): row for row in rows["engines"]}
    return {
        "limit": f"{settings.seconds:g}",
        "boards": str(settings.boards),
        "seed": str(settings.seed),
        "report": report_table(rows["report"]),
        "shares": shares_table(groups, sizes),
        "engines": engines_table(groups, sizes),
        "ideas": ideas_table(groups, sizes),
        "combinations": combinations_table([r for r in rows["engines"] if r["engine"] == "paper"]),
        "number_of_boards": str(len(lists)),
        "report_givens": str(sum(map(bool, sum(FIGURE_1.givens, ())))),
        "report_combinations": f"{10 ** combinations(FIGURE_1):,.0f}",
    }


def _grouped(rows: Sequence[Row]) -> Groups:
    found: dict[tuple[int, str, str], list[Row]] = {}
    for row in rows:
        key = (int(row["share"] or 0), str(row["size"]), str(row["engine"]))
        found.setdefault(key, []).append(row)
    return found


def report_table(rows: Sequence[Row]) -> str:
    """Figure 1: boards up to the first solution and for the proof, by both order rules."""
    return to_markdown(
        ["Search", "Order", "First solution", "Proof", "CPU time", "Solutions", "Figure 4"],
        [
            [
                str(row["engine"]),
                str(row["order"]),
                f"{row['first']:,}" if row["nodes"] else "–",
                f"{row['nodes']:,}" if row["nodes"] else "–",
                seconds_text(float(row["seconds"] or 0)),
                str(row["solutions"]),
                "yes" if row["figure 4"] else "no",
            ]
            for row in rows
        ],
    )


def shares_table(groups: Groups, sizes: Sequence[str]) -> str:
    """How many boards the report's search solves within the limit, and the median of its boards."""
    return to_markdown(
        ["Size", *(f"{share} % given" for share in SHARES)],
        [[size, *(_reach(groups[share, size, "paper"]) for share in SHARES)] for size in sizes],
    )


def _reach(rows: Sequence[Row]) -> str:
    return f"{_solved(rows)} of {len(rows)}, {_nodes(rows)}"


def engines_table(groups: Groups, sizes: Sequence[str]) -> str:
    """The median CPU time of each engine, and the ratio of the report's to the engine `own`."""
    return to_markdown(
        ["Size", "Given", *ENGINES, "paper / own", "nodes of own"],
        [
            [
                size,
                f"{share} %",
                *(_seconds(groups[share, size, name]) for name in ENGINES),
                _ratio(groups[share, size, "paper"], groups[share, size, "own"]),
                _nodes(groups[share, size, "own"]),
            ]
            for share in SHARES
            for size in sizes
        ],
    )


def ideas_table(groups: Groups, sizes: Sequence[str]) -> str:
    """The boards solved by each variant, and the median of the boards it made."""
    return to_markdown(
        ["Search", *sizes],
        [[name, *(_reach(groups[IDEAS_SHARE, size, name]) for size in sizes)] for name in VARIANTS],
    )


def combinations_table(rows: Sequence[Row]) -> str:
    """Boards by the number of combinations of their lists, and how many were solved."""
    steps: dict[int, list[Row]] = {}
    for row in rows:
        steps.setdefault(int(float(row["combinations"] or 0)) // 2 * 2, []).append(row)
    return to_markdown(
        ["Combinations", "Boards", "Solved", "Boards made"],
        [
            [f"10^{low} to 10^{low + 2}", str(len(found)), str(_solved(found)), _nodes(found)]
            for low, found in sorted(steps.items())
        ],
    )


def _solved(rows: Sequence[Row]) -> int:
    return sum(bool(row["solved"]) for row in rows)


def _median(rows: Sequence[Row], column: str, text: Callable[[float], str]) -> str:
    found = [float(row[column] or 0) for row in rows]
    return median_text(found, [bool(row["cut"]) for row in rows], text)


def _seconds(rows: Sequence[Row]) -> str:
    return _median(rows, "seconds", seconds_text)


def _nodes(rows: Sequence[Row]) -> str:
    return _median(rows, "nodes", lambda value: f"{value:,.0f}")


def _ratio(paper: Sequence[Row], own: Sequence[Row]) -> str:
    pairs = zip(paper, own, strict=True)
    ratios = [float(a["seconds"] or 0) / max(float(b["seconds"] or 0), 1e-6) for a, b in pairs]
    return median_text(ratios, [bool(row["cut"]) for row in paper], lambda value: f"{value:,.0f}")


def _draw(folder: Path, column: str, groups: Groups, sizes: Sequence[str]) -> None:
    """A plot of nodes or CPU time by size: the variants, or the engines and the shares."""
    if column == "nodes":
        title = f"Boards made up to the first solution, {IDEAS_SHARE} % given"
        lines = {name: (IDEAS_SHARE, name) for name in VARIANTS if name != "region only"}
    else:
        title = "CPU seconds up to the first solution"
        lines = {f"paper, {share} %": (share, "paper") for share in SHARES}
        lines |= {f"{name}, {IDEAS_SHARE} %": (IDEAS_SHARE, name) for name in ENGINES[1:]}
    curves = []
    for (name, (share, engine)), colour, marker in zip(
        lines.items(), COLOURS, MARKERS, strict=False
    ):
        found = [groups[share, size, engine] for size in sizes]
        medians = [statistics.median(float(row[column] or 0) for row in rows) for rows in found]
        below = [2 * sum(bool(row["cut"]) for row in rows) >= len(rows) for rows in found]
        curves.append(Curve(name, colour, marker, medians, below))
    across = "rows of a board"
    draw_curves(
        folder / f"kojun-{column}.svg",
        title,
        [int(size.partition("x")[0]) for size in sizes],
        curves,
        across=across,
    )


STUDY = Study(
    name="kojun",
    full=Settings(sizes=tuple((n, n) for n in range(6, 11)), boards=5, seconds=1),
    quick=Settings(sizes=((5, 5), (6, 6)), boards=2, seconds=0.4, quick=True),
    tasks=tasks,
    page=Path(__file__).with_name("study.md"),
    values=values,
)
