"""Best effort: full boards with more and more matched seams.

Rounds of three parts: a random opening that uses some colours up early, a depth-first search
that allows mismatches by a schedule, and repairs of the fullest board by exact search in windows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from quebra.core.budget import Budget
from quebra.core.compiled import Kernels, Runner
from quebra.core.random import Source
from quebra.families.edges.solve import build, repair, scan, window
from quebra.families.edges.solve.board import Lying, filled, new_repair
from quebra.families.edges.solve.build import DEEPEST, Build
from quebra.families.edges.solve.domains import Ways
from quebra.families.edges.solve.lists import new_build
from quebra.families.edges.solve.order import Order, fixed_first, rows_then_columns, tightest_first
from quebra.families.edges.solve.scan import EXHAUSTED, FOUND, NODES, PAUSED
from quebra.families.edges.solve.scarce import quotas, scarce_colours
from quebra.families.edges.solve.window import BEST, LIMIT, SIZE, TRIED, Repair

BUILDERS = Kernels((build.build,), build, scan)
REPAIRS = Kernels(
    (repair.polish, repair.count_flaws, repair.lift_all, window.refill), repair, window, scan
)

PLAIN_NODES, COMPILED_NODES = 2_000, 1_000_000
"""Pieces placed between two looks at the budget."""
PLAIN_WINDOWS, COMPILED_WINDOWS = 1, 40
"""Windows refilled between two looks at the budget."""
PLAIN_TRIES, COMPILED_TRIES = 2_000, 500_000
"""Ways tried between two looks at the budget."""
TRIAL = 5_000_000
"""Pieces placed without any mismatch, to see how deep that goes."""
ROUND = 150_000_000
"""Pieces placed from one opening."""
PATIENCE = 40_000_000
"""Pieces placed in vain before a round ends."""
LEAD = 0.03
"""How long before the depth of the trial the first mismatch is allowed, as a share of cells."""
GOOD = 0.95
"""An opening that leads less deep than this share of what is usual is not worth a round."""
LESS_EAGER, MORE_EAGER = 0.1, 0.05
"""By how much the quota of scarce colours changes after a bad and a good opening."""
STEPS = (4.0, 5.0, 4.5, 3.5)
"""Cells from one mismatch allowed to the next, round after round."""
WINDOWS, FIRST_WINDOWS = 20_000, 100
"""Windows refilled in vain before a round ends, and before the first one begins."""
AGAIN = 8
"""Rounds after which the best board is repaired again, with other windows."""
LARGEST = 7
"""Cells of the largest window."""
TRIES = 1_000
"""Ways tried in a window."""


Better = Iterator[Lying | None]
"""Boards that are better than all before, and None now and then, so that others may have a word."""


class Hunt:
    """Rounds upon one puzzle, each with an opening of its own; the first starts from a board."""

    def __init__(
        self,
        ways: Ways,
        domains: Sequence[int],
        budget: Budget,
        source: Source,
        start: Lying | None = None,
    ) -> None:
        self.ways = ways
        self.domains = domains
        self.budget = budget
        self.source = source
        self.scarce = scarce_colours(ways)
        self.least = len(ways.puzzle.layout.seams) + 1
        """The fewest mismatches so far, by whomever."""
        self.best = start
        """The board that has them."""
        self._depth = 0
        """How deep a search leads without any mismatch."""
        self._eager = 1.0
        """How eagerly scarce colours are used up, from 0 to 1."""

    def boards(self) -> Better:
        """Better and better boards, for ever, or until all seams match."""
        if self.best:
            yield from self._polished(self.best)
        else:
            yield from self._polished({}, FIRST_WINDOWS)
        for turn in count(1):
            if not self.least:
                return
            yield from self._round(STEPS[turn % len(STEPS)])
            if self.best and turn % AGAIN == 0:
                yield from self._polished(self.best)

    def _round(self, step: float) -> Better:
        order = self._order()
        if not self._depth:
            self._depth = self._deepest_of(self._trial(order, 0.0)[0])
        runner, ended = self._trial(order, self._eager)
        deepest = self._deepest_of(runner)
        yield None
        if deepest < GOOD * self._depth and self._eager:
            self._eager = max(0.0, self._eager - LESS_EAGER)
            return
        self._eager = min(1.0, self._eager + MORE_EAGER)
        self._depth = max(deepest, self._depth - 1)
        if ended == EXHAUSTED:
            runner, ended = Runner(BUILDERS, self.budget, self._opening(order, 0.0)), PAUSED
        self._allow(runner.parts[0], step)
        placed, vain = 0, 0
        while placed < ROUND and vain < PATIENCE and ended == PAUSED:
            ended = self._place(runner, TRIAL)
            placed, vain = placed + TRIAL, vain + TRIAL
            if self._deepest_of(runner) > deepest:
                deepest, vain = self._deepest_of(runner), 0
            yield None
        yield from self._polished(self._deepest(runner.parts[0], order))

    def _trial(self, order: Order, eager: float) -> tuple[Runner, int]:
        """A search that has begun, without any mismatch, and how it ended."""
        runner = Runner(BUILDERS, self.budget, self._opening(order, eager))
        return runner, self._place(runner, TRIAL)

    def _deepest_of(self, runner: Runner) -> int:
        return int(runner.parts[0].at[DEEPEST])

    def _allow(self, state: Build, step: float) -> None:
        """One mismatch more every few cells, from shortly before where none leads no further."""
        depths = len(state.root)
        start = self._depth - LEAD * depths
        for depth in range(depths):
            state.allowed[depth] = max(0, 1 + int((depth - start) // step))

    def _order(self) -> Order:
        if self.ways.puzzle.shape == "square":
            order = rows_then_columns(self.ways.puzzle, self.source)
        else:
            order = tightest_first(self.ways.puzzle, self.domains, self.source)
        return fixed_first(order, self.ways, self.domains)

    def _opening(self, order: Order, eager: float) -> Build:
        opening = new_build(self.ways, self.domains, order, self.scarce, self.source)
        opening.quota[:] = [
            int(eager * quota) for quota in quotas(self.ways, self.scarce, len(order))
        ]
        return opening

    def _place(self, runner: Runner, most: int) -> int:
        """Go on with the search for so many pieces."""
        until, ended = runner.parts[0].at[NODES] + most, PAUSED
        while ended == PAUSED and (done := runner.parts[0].at[NODES]) < until:
            ended = runner.run(build.build, PLAIN_NODES if runner.plain else COMPILED_NODES)
            self.budget.spend(int(runner.parts[0].at[NODES] - done))
        return ended

    def _deepest(self, state: Build, order: Order) -> Lying:
        sides = self.ways.puzzle.layout.sides
        return {order[depth]: int(state.best[depth]) // sides for depth in range(state.at[DEEPEST])}

    def _polished(self, lying: Lying, patience: int = WINDOWS) -> Better:
        """Fill what is empty and repair the board, until that is in vain for long."""
        board = filled(self.ways, self.domains, lying)
        state = new_repair(self.ways, self.domains, board, self.source)
        runner = Runner(REPAIRS, self.budget, state)
        runner.run(repair.count_flaws)
        yield from self._better(runner)
        vain = 0
        while vain < patience and runner.parts[0].at[BEST]:
            self.budget.pause()
            yield None
            windows = PLAIN_WINDOWS if runner.plain else COMPILED_WINDOWS
            vain += windows
            if runner.run(repair.polish, windows, LARGEST, TRIES):
                vain = 0
                yield from self._better(runner)

    def _better(self, runner: Runner) -> Better:
        state = runner.parts[0]
        if state.at[BEST] < self.least:
            self.least = int(state.at[BEST])
            self.best = read_board(self.ways, state)
            yield self.best


def read_board(ways: Ways, state: Repair) -> Lying:
    """The best board of a repair."""
    sides = ways.puzzle.layout.sides
    return {cell: int(way) // sides for cell, way in enumerate(state.best)}


def proved_best(
    ways: Ways,
    domains: Sequence[int],
    budget: Budget,
    source: Source,
    start: Lying | None = None,
) -> Iterator[Lying]:
    """Better and better boards by a search of all; for small boards. The last one is the best."""
    state = new_repair(ways, domains, filled(ways, domains, start or {}), source)
    runner = Runner(REPAIRS, budget, state)
    runner.run(repair.count_flaws)
    yield read_board(ways, runner.parts[0])
    if not runner.run(repair.lift_all):
        return
    ended, fewest = PAUSED, len(ways.puzzle.layout.seams) - most_matches(ways)
    while ended != EXHAUSTED and runner.parts[0].at[LIMIT] > fewest:
        before = runner.parts[0].at[TRIED]
        ended = runner.run(window.refill, PLAIN_TRIES if runner.plain else COMPILED_TRIES)
        state = runner.parts[0]
        budget.spend(int(state.at[TRIED] - before))
        if ended == FOUND:
            for i in range(state.at[SIZE]):
                state.best[state.window[i]] = state.keep[i]
            yield read_board(ways, state)


def most_matches(ways: Ways) -> int:
    """A bound on matched seams: each takes two edges of one colour.

    >>> from quebra.families.edges.model import Edges
    >>> most_matches(Ways(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0)))
    0
    """
    puzzle = ways.puzzle
    edges = Counter(colour for piece in puzzle.pieces for colour in piece)
    if puzzle.frame is not None:
        edges[puzzle.frame] -= len(puzzle.layout.rim)
    return min(len(puzzle.layout.seams), sum(count // 2 for count in edges.values()))
