"""The studies of the Symmetry paper: its printed figures, and the same measured here."""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry.generate import SymmetryRecipe, generate
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import count_shapes
from quebra.families.symmetry.solve import kernel
from quebra.families.symmetry.solve.kernel import SymmetryState
from quebra.families.symmetry.solve.search import new_state
from quebra.grid.cells import as_rows
from quebra.papers.symmetry_clp.labelling import VALUE_ORDERS, VARIABLE_ORDERS, Labelling

EXAMPLE = Path(__file__).parents[1].parent / "shared/data/symmetry/paper-example.json"

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
    3: (0, 1, 434),
    4: (0, 3, 783),
    5: (0.01, 9, 1297),
    6: (0.07, 23, 1852),
    7: (0.33, 23, 2474),
    8: (4.66, 2257, 6204),
}
"""Table 2: seconds, backtracks and constraints by dimension."""

BOARDS = 9
"""Boards of each size; figures are medians."""
STRATEGY_SIDE = 6
UNIQUE_SIDES = (4, 5, 6, 7, 8)
UNIQUE_BOARDS = 60
ENGINES = get_family("symmetry").solve.engines
DEFAULT_STRATEGY = ("leftmost", "random")
"""The paper's default strategy of labelling."""
LIMIT = 10.0
"""Seconds for one board."""
STRATEGY_LIMIT = 2.0
"""Seconds for one board and one of the many strategies."""


@dataclass(frozen=True)
class Median:
    """The median of some boards; where too many searches were cut, it is at least this."""

    value: float
    cut: int = 0
    exact: bool = True

    @classmethod
    def of(cls, values: Sequence[float], cuts: Sequence[bool] = ()) -> Median:
        """The median, where searches that were cut count with the time spent so far."""
        low = statistics.median(values)
        ends = zip_longest(values, cuts, fillvalue=False)
        high = statistics.median(math.inf if cut else value for value, cut in ends)
        return cls(low, sum(cuts), low == high)


@dataclass(frozen=True)
class Strategy:
    """A cell of table 1, measured."""

    seconds: Median
    backtracks: Median


@dataclass(frozen=True)
class Size:
    """A row of table 2, measured: labelling as the paper does, and engines on the same boards."""

    labelling: Median
    backtracks: Median
    constraints: int
    counter: Median
    cpsat: Median
    own: Median
    own_backtracks: Median


def paper_boards(side: int, count: int = BOARDS) -> list[Symmetry]:
    """Boards as the paper's generator makes them."""
    recipe = SymmetryRecipe(rows=side, cols=side, paper=True)
    return [generate(recipe, Source(1000 * side + k), Budget()) for k in range(count)]


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU time, all threads together."""
    started = time.process_time()
    work()
    return time.process_time() - started


def labelled(
    boards: Sequence[Symmetry], variables: str, values: str, limit: float
) -> tuple[Median, Median]:
    """Seconds and backtracks of labelling up to the first solution."""
    seconds, runs = [], []
    for board in boards:
        started = time.process_time()
        runs.append(Labelling(board).run(variables, values, seed=1, seconds=limit))
        seconds.append(time.process_time() - started)
    cuts = [run.cut for run in runs]
    return Median.of(seconds, cuts), Median.of([run.backtracks for run in runs], cuts)


def first_solution(engine: str, board: Symmetry, limit: float | None = None) -> Budget:
    """The budget of a search for the first solution; `Cut` is raised when none is found in time."""
    budget = Budget(seconds=limit, wanted=1)
    next(iter(ENGINES[engine](board, budget, goal="any", seed=None)))
    return budget


def timed(engine: str, boards: Sequence[Symmetry], limit: float | None = None) -> Median:
    """Seconds of an engine up to the first solution."""
    seconds, cuts = [], []
    for board in boards:
        started = time.process_time()
        try:
            first_solution(engine, board, limit)
            cuts.append(False)
        except Cut:
            cuts.append(True)
        seconds.append(time.process_time() - started)
    return Median.of(seconds, cuts)


def search_plainly(board: Symmetry) -> SymmetryState:
    """The own engine up to the first solution, uncompiled."""
    state = new_state(board)
    while kernel.search(state, 1000) == Ended.PAUSED:
        pass
    return state


def own_backtracks(board: Symmetry) -> int:
    """The number of contradictions of the engine `own` before the first solution."""
    return sum(search_plainly(board).weight)


def warm_up() -> None:
    """Import and compile the engines on a board that is not measured."""
    board = paper_boards(3, 1)[0]
    Labelling(board).run("leftmost", "step")
    for engine in ("own", "cpsat", "counter"):
        first_solution(engine, board)


def strategies() -> dict[tuple[str, str], Strategy]:
    """Table 1, by variable and value order."""
    boards = paper_boards(STRATEGY_SIDE)
    return {
        (variables, values): Strategy(*labelled(boards, variables, values, STRATEGY_LIMIT))
        for values in VALUE_ORDERS
        for variables in VARIABLE_ORDERS
    }


def sizes() -> Iterator[tuple[int, Size]]:
    """Table 2, by dimension."""
    for side in PRINTED_SIZES:
        boards = paper_boards(side)
        seconds, backtracks = labelled(boards, *DEFAULT_STRATEGY, LIMIT)
        yield (
            side,
            Size(
                labelling=seconds,
                backtracks=backtracks,
                constraints=Labelling(boards[0]).constraints,
                counter=timed("counter", boards, LIMIT),
                cpsat=timed("cpsat", boards, LIMIT),
                own=timed("own", boards),
                own_backtracks=Median.of([own_backtracks(board) for board in boards]),
            ),
        )


def unique_boards(side: int) -> int:
    """How many of the paper's boards have exactly one solution."""
    return sum(
        len(list(islice(ENGINES["own"](board, Budget(), goal="any", seed=None), 2))) == 1
        for board in paper_boards(side, UNIQUE_BOARDS)
    )


def printed_example() -> tuple[int, int] | None:
    """How many solutions the board printed in the paper has, and the fewest shapes of one."""
    if not EXAMPLE.exists():
        return None
    board = Symmetry(clues=as_rows(json.loads(EXAMPLE.read_text())["clues"]))
    found = list(ENGINES["own"](board, Budget(), goal="any", seed=None))
    *_, best = ENGINES["own"](board, Budget(), goal="fewest", seed=None)
    return len(found), count_shapes(board, best)
