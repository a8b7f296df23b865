"""The study of the Symmetry paper: labelling strategies, and what a larger board costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path

from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry.generate import SymmetryRecipe, generate
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import count_shapes
from quebra.families.symmetry.solve import kernel
from quebra.families.symmetry.solve.run import KERNELS
from quebra.families.symmetry.solve.search import new_state
from quebra.papers.symmetry_clp.labelling import count_constraints
from quebra.papers.symmetry_clp.strategies import VALUE_ORDERS, VARIABLE_ORDERS
from quebra.study import Rows, Settings, Study, Task
from quebra.study.measuring import first_solution
from quebra.study.plots import Curve, Scale, draw_curves
from quebra.study.tables import Row, median_bound, median_text, seconds_text, to_markdown

PRINTED_SECONDS = {
    "step": (0.01, 0.01, 0.01, 0.01, 0.01, 0.01),
    "enum": (0.01, 0.01, 0.01, 0.01, 0.01, 0.01),
    "bisect": (0.01, 0.01, 0.02, 0.01, 0.01, 0.01),
    "median": (0.07, 0.08, 0.04, 0.07, 0.04, 0.07),
    "middle": (0.09, 0.07, 0.05, 0.06, 0.03, 0.07),
    "random": (0.07, 0.14, 0.11, 0.05, 0.09, 0.06),
}
"""Table 1: seconds by value order, for each variable order, at 6x6."""
PRINTED_SIZES = {
    "3x3": (0, 1, 434),
    "4x4": (0, 3, 783),
    "5x5": (0.01, 9, 1297),
    "6x6": (0.07, 23, 1852),
    "7x7": (0.33, 23, 2474),
    "8x8": (4.66, 2257, 6204),
}
"""Table 2: seconds, backtracks and constraints by dimension."""
PRINTED_BOARD = Symmetry(
    clues=((0, 0, 0, 0, 2), (0, 0, 2, 0, 1), (0, 0, 1, 0, 0), (0, 2, 2, 0, 2), (0, 0, 3, 3, 0))
)
"""Figure 1."""
STRATEGY_SIZE = (6, 6)
STRATEGY_SHARE = 5
"""The limit of a search of table 1 is this part of that of the others: there are 36 strategies."""
DEFAULT_STRATEGY = "leftmost,random"
"""The strategy of table 2."""
METHODS: dict[str, tuple[str, dict[str, str]]] = {
    "labelling": ("counter", {"strategy": DEFAULT_STRATEGY}),
    "counter": ("counter", {}),
    "cpsat": ("cpsat", {}),
    "own": ("own", {}),
}
"""The engine of each method, and its options."""
LONGEST = {"labelling": 9, "counter": 9}
"""The longest line that a method is measured with; most of its searches are cut there."""
UNIQUE_SIZES = tuple((side, side) for side in range(4, 9))
MARKS = {
    "printed": ("soft", "s"),
    "labelling": ("entry", "o"),
    "counter": ("hint", "^"),
    "own": ("good", "D"),
}
"""The colour and the mark of each curve."""

Size = tuple[int, int]


@cache
def board(size: Size, seed: int) -> Symmetry:
    """A board as the paper's generator makes it."""
    rows, cols = size
    return generate(SymmetryRecipe(rows=rows, cols=cols, paper=True), Source(seed), Budget())


@cache
def warm_up() -> None:
    """Import and compile the engines on a board that is not measured."""
    KERNELS[kernel.search].compile((new_state(board((3, 3), 1)),))
    for engine, options in METHODS.values():
        first_solution(engine, board((3, 3), 1), 60, **options)


def tasks(settings: Settings) -> Sequence[Task]:
    """Tables 1 and 2, the boards with one solution, and the printed board."""
    seeds = range(settings.seed, settings.seed + settings.boards)
    return [
        *(
            Task(
                "strategies",
                {"variables": variables, "values": values, "seed": seed},
                partial(measure_strategy, f"{variables},{values}", seed, settings.seconds),
            )
            for variables in VARIABLE_ORDERS
            for values in VALUE_ORDERS
            for seed in seeds
        ),
        *(
            Task(
                "sizes",
                {"size": size_text(size), "seed": seed, "method": method},
                partial(measure_method, method, size, seed, settings.seconds),
            )
            for size in settings.sizes
            for method in METHODS
            for seed in seeds
            if max(size) <= LONGEST.get(method, max(size))
        ),
        *(
            Task("unique", {"size": size_text(size), "boards": count}, partial(unique, size, count))
            for size in UNIQUE_SIZES
            for count in (10 if settings.quick else 60,)
        ),
        Task("printed", {"board": "figure 1"}, printed_board),
    ]


def size_text(size: Size) -> str:
    """A size as in `6x6`."""
    return f"{size[0]}x{size[1]}"


def _sides(size: str) -> Size:
    rows, cols = map(int, size.split("x"))
    return rows, cols


def measure_strategy(strategy: str, seed: int, seconds: float) -> Row:
    """Labelling up to the first solution of a 6x6 board."""
    warm_up()
    limit = seconds / STRATEGY_SHARE
    return first_solution(
        "counter", board(STRATEGY_SIZE, seed), limit, "backtracks", strategy=strategy
    )


def measure_method(method: str, size: Size, seed: int, seconds: float) -> Row:
    """One of the methods up to the first solution of a board."""
    warm_up()
    engine, options = METHODS[method]
    puzzle = board(size, seed)
    row = first_solution(engine, puzzle, seconds, "backtracks", **options)
    return {**row, "backtracks": own_backtracks(puzzle)} if method == "own" else row


def own_backtracks(puzzle: Symmetry) -> int:
    """The number of contradictions of the engine `own` before the first solution."""
    state = new_state(puzzle)
    while kernel.search(state, 1000) == Ended.PAUSED:
        pass
    return sum(state.weight)


def unique(size: Size, count: int) -> Row:
    """The number of boards with exactly one solution."""
    solve = get_family("symmetry").solve.engines["own"]
    found = (
        list(islice(solve(board(size, seed), Budget(), goal="any", seed=None), 2))
        for seed in range(count)
    )
    return {"unique": sum(len(solutions) == 1 for solutions in found)}


def printed_board() -> Row:
    """The number of solutions of the board printed in the paper, and the fewest shapes of one."""
    solve = get_family("symmetry").solve.engines["own"]
    count = sum(1 for _ in solve(PRINTED_BOARD, Budget(), goal="any", seed=None))
    *_, best = solve(PRINTED_BOARD, Budget(), goal="fewest", seed=None)
    return {"solutions": count, "fewest": count_shapes(PRINTED_BOARD, best)}


def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
    """The tables and figures of the page; draws its plots."""
    cells = _grouped(rows["strategies"], "values", "variables")
    sizes = _grouped(rows["sizes"], "size", "method")
    (printed,) = rows["printed"]
    _draw_plots(sizes, folder)
    return {
        "boards": str(settings.boards),
        "seconds": f"{settings.seconds:g}",
        "strategy_seconds": f"{settings.seconds / STRATEGY_SHARE:g}",
        "strategy_times": _strategy_table(cells, _times_cell),
        "strategy_backtracks": _strategy_table(cells, _backtracks_cell),
        "times": _times_table(sizes),
        "backtracks": _backtracks_table(sizes),
        "constraints": _constraints_table(sizes),
        "unique_boards": str(rows["unique"][0]["boards"]),
        "unique": to_markdown(
            ["N", *(str(row["size"]).partition("x")[0] for row in rows["unique"])],
            [["unique", *(str(row["unique"]) for row in rows["unique"])]],
        ),
        "printed_solutions": str(printed["solutions"]),
        "printed_fewest": str(printed["fewest"]),
    }


Grouped = Mapping[str, Mapping[str, Sequence[Row]]]


def _grouped(rows: Sequence[Row], first: str, second: str) -> Grouped:
    """The rows by the values of two columns."""
    found: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        found.setdefault(str(row[first]), {}).setdefault(str(row[second]), []).append(row)
    return found


def _numbers(rows: Sequence[Row], column: str) -> list[float]:
    return [float(row[column] or 0) for row in rows]


def _median(rows: Sequence[Row], column: str, text: Callable[[float], str]) -> str:
    return median_text(_numbers(rows, column), _cuts(rows), text) if rows else "–"


def _cuts(rows: Sequence[Row]) -> list[bool]:
    return [bool(row["cut"]) for row in rows]


def _integer(value: float) -> str:
    return f"{value:,.0f}"


def _strategy_table(cells: Grouped, cell: Callable[[Sequence[Row], float], str]) -> str:
    return to_markdown(
        ["", *(f"`{name}`" for name in VARIABLE_ORDERS)],
        [
            [f"`{order}`"]
            + [
                cell(cells[order][variables], printed)
                for variables, printed in zip(VARIABLE_ORDERS, PRINTED_SECONDS[order], strict=True)
            ]
            for order in VALUE_ORDERS
        ],
    )


def _times_cell(rows: Sequence[Row], printed: float) -> str:
    return f"{printed:.2f} · {_median(rows, 'seconds', '{:.3f}'.format)}"


def _backtracks_cell(rows: Sequence[Row], _printed: float) -> str:
    return _median(rows, "backtracks", _integer)


def _printed_text(size: str, column: int) -> str:
    return f"{PRINTED_SIZES[size][column]:,}" if size in PRINTED_SIZES else "–"


def _times_table(sizes: Grouped) -> str:
    others = [name for name in METHODS if name != "labelling"]
    return to_markdown(
        ["Size", "printed (s)", "labelling", "range", "cut", *(f"`{name}`" for name in others)],
        [
            [
                size,
                _printed_text(size, 0),
                *_median_and_range(found.get("labelling", ()), "seconds", seconds_text),
                str(sum(_cuts(found["labelling"]))) if "labelling" in found else "–",
                *(_median(found.get(name, ()), "seconds", seconds_text) for name in others),
            ]
            for size, found in sizes.items()
        ],
    )


def _median_and_range(
    rows: Sequence[Row], column: str, text: Callable[[float], str]
) -> tuple[str, str]:
    """The median, and the least and the greatest value."""
    if not rows:
        return "–", "–"
    found = _numbers(rows, column)
    least = rows[found.index(min(found))]
    low, high = ("≥ " if cut else "" for cut in (least["cut"], any(_cuts(rows))))
    return _median(rows, column, text), f"{low}{text(min(found))} – {high}{text(max(found))}"


def _backtracks_table(sizes: Grouped) -> str:
    return to_markdown(
        ["Size", "printed", "labelling", "range", "`own`"],
        [
            [
                size,
                _printed_text(size, 1),
                *_median_and_range(found.get("labelling", ()), "backtracks", _integer),
                _median(found["own"], "backtracks", _integer),
            ]
            for size, found in sizes.items()
        ],
    )


def _constraints_table(sizes: Grouped) -> str:
    return to_markdown(
        ["Size", "printed", "labelling", "`own`"],
        [
            [size, _printed_text(size, 2), f"{constraints:,}", str(lines)]
            for size, constraints, lines in zip(sizes, *_posted(sizes), strict=True)
        ],
    )


def _posted(sizes: Grouped) -> tuple[list[int], list[int]]:
    """The constraints of the labelling and of `own`, which has one for each line."""
    sides = [_sides(size) for size in sizes]
    return [count_constraints(*size) for size in sides], [sum(size) for size in sides]


def _draw_plots(sizes: Grouped, folder: Path) -> None:
    """Figures 3 to 5."""
    across = [max(_sides(size)) for size in sizes]

    def draw(name: str, title: str, scale: Scale, *curves: Curve) -> None:
        shown = [curve for curve in curves if not all(map(math.isnan, curve.values))]
        draw_curves(folder / f"symmetry-{name}.svg", title, across, shown, scale=scale)

    draw(
        "time",
        "CPU seconds up to the first solution",
        "log",
        # A printed time of 0 was rounded, and a logarithmic scale has no 0.
        _exact("printed", [_printed(size, 0) or math.nan for size in sizes]),
        *(_measured(sizes, name, "seconds") for name in ("labelling", "counter", "own")),
    )
    draw(
        "backtracks",
        "Backtracks up to the first solution",
        "symlog",
        _exact("printed", [_printed(size, 1) for size in sizes]),
        *(_measured(sizes, name, "backtracks") for name in ("labelling", "own")),
    )
    labelling, own = _posted(sizes)
    draw(
        "constraints",
        "Constraints posted",
        "log",
        _exact("printed", [_printed(size, 2) for size in sizes]),
        _exact("labelling", labelling),
        _exact("own", own),
    )


def _printed(size: str, column: int) -> float:
    return PRINTED_SIZES[size][column] if size in PRINTED_SIZES else math.nan


def _exact(name: str, values: Sequence[float]) -> Curve:
    return Curve(name, *MARKS[name], values, [False] * len(values))


def _measured(sizes: Grouped, name: str, column: str) -> Curve:
    medians = [
        median_bound(_numbers(found[name], column), _cuts(found[name]))
        if name in found
        else (math.nan, False)
        for found in sizes.values()
    ]
    return Curve(name, *MARKS[name], *map(list, zip(*medians, strict=True)))


STUDY = Study(
    name="symmetry",
    full=Settings(sizes=tuple((n, n) for n in range(3, 13)), boards=5, seconds=10),
    quick=Settings(sizes=tuple((n, n) for n in range(3, 8)), boards=2, seconds=2, quick=True),
    tasks=tasks,
    page=Path(__file__).with_name("study.md"),
    values=values,
)
