"""Best effort: full boards with more and more matched seams.

Rounds of three parts: of some random openings that use a few colours up early the deepest, a
depth-first search from there that allows mismatches by a plan, and repairs of its fullest boards by
exact search in windows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from itertools import count
from statistics import mean
from typing import NamedTuple

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner
from quebra.families.edges.solve import build, repair, scan
from quebra.families.edges.solve.board import Lying, filled, new_repair
from quebra.families.edges.solve.build import DEEPEST, Build
from quebra.families.edges.solve.domains import Ways
from quebra.families.edges.solve.lists import new_build
from quebra.families.edges.solve.order import Order, fixed_first, rows_then_columns, tightest_first
from quebra.families.edges.solve.proved import REPAIRS, read_board
from quebra.families.edges.solve.scan import EXHAUSTED, FOUND, NODES, PAUSED
from quebra.families.edges.solve.scarce import quotas, scarce_colours
from quebra.families.edges.solve.window import BEST

BUILDERS = Kernels((build.build,), build, scan)

PLAIN_NODES, COMPILED_NODES = 2_000, 1_000_000
"""Pieces placed between two looks at the budget."""
PLAIN_WINDOWS, COMPILED_WINDOWS = 1, 40
"""Windows refilled between two looks at the budget."""
TRIAL = 5_000_000
"""Pieces placed without any mismatch, to see how deep that goes."""
GOOD = 0.95
"""An opening that leads less deep than this share of what is usual is not worth a round."""
OPENINGS = 2
"""Openings that are tried before a round, which goes on with the deepest."""
LESS_EAGER, MORE_EAGER = 0.1, 0.05
"""By how much the quota of scarce colours changes after a bad and a good opening."""
REPAIRED = 2
"""Mismatches that a full board may have more than the best one, for repairs to take away."""
POLISHED = 3
"""Boards of a round that are filled and repaired, the fullest ones."""
WINDOWS, FIRST_WINDOWS = 20_000, 100
"""Windows refilled in vain before a round ends, and before the first one begins."""
AGAIN = 4
"""Rounds after which the best board is repaired again, and another plan has its turn."""
LARGEST = 7
"""Cells of the largest window."""
TRIES = 1_000
"""Ways tried in a window."""


class Opening(NamedTuple):
    """A search that has begun, without any mismatch: how deep it led, and how it ended."""

    deepest: int
    ended: int
    runner: Runner
    order: Order


class Plan(NamedTuple):
    """When a round allows mismatches, and how long it lasts."""

    lead: float
    """From how long before the depth of the trial, as a share of cells."""
    step: float
    """Cells from one mismatch to the next, on average."""
    bend: float
    """How much later they come than evenly: the fewer pieces are left, the fewer match."""
    most: int
    patience: int
    """Pieces placed from one opening for each cell, and in vain before the round ends."""


PLANS = (
    Plan(lead=0.05, step=4.5, bend=1.0, most=600_000, patience=200_000),
    Plan(lead=0.02, step=3.2, bend=1.3, most=1_600_000, patience=600_000),
)
"""Early mismatches and many openings suit small boards, late ones and long rounds large boards."""
REMEMBERED = 12
"""Rounds of each plan by which it is judged."""

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
        self._left: dict[Plan, deque[int]] = {plan: deque(maxlen=REMEMBERED) for plan in PLANS}
        """The fewest mismatches of the last rounds of each plan."""

    def boards(self) -> Better:
        """Better and better boards, for ever, or until all seams match."""
        if self.best:
            yield from self._polished(self.best)
        else:
            yield from self._polished({}, FIRST_WINDOWS)
        for turn in count():
            if not self.least:
                return
            yield from self._round(self._plan(turn))
            if self.best and turn % AGAIN == AGAIN - 1:
                yield from self._polished(self.best)

    def _plan(self, turn: int) -> Plan:
        """The plan that did best of late; now and then each in turn."""
        unknown = [plan for plan, left in self._left.items() if not left]
        if unknown:
            return unknown[0]
        if turn % AGAIN == 0:
            return PLANS[turn // AGAIN % len(PLANS)]
        return min(PLANS, key=lambda plan: mean(self._left[plan]))

    def _round(self, plan: Plan) -> Better:
        """The deepest of some openings, then with mismatches, and its fullest boards repaired."""
        tried: list[Opening] = []
        for _ in range(OPENINGS):
            tried.append(self._open())
            yield None
        deepest, ended, runner, order = max(tried, key=lambda opening: opening.deepest)
        if deepest < GOOD * self._depth and self._eager:
            return
        self._depth = max(deepest, self._depth - 1)
        if ended == FOUND:
            yield from self._polished(self._read(runner.parts[0].lying, order))
            return
        if ended == EXHAUSTED:
            runner = Runner(BUILDERS, self.budget, self._tables(order, 0.0))
        fullest: deque[Lying] = deque(maxlen=POLISHED)
        for board in self._forgiving(runner, order, plan):
            if board:
                fullest.append(board)
            yield None
        left = []
        for board in fullest:
            left += [(yield from self._polished(board))]
        self._left[plan].append(min(left))

    def _forgiving(self, runner: Runner, order: Order, plan: Plan) -> Better:
        """Fuller and fuller boards with some mismatches; once full, with fewer and fewer."""
        cells = len(order)
        start = self._depth - plan.lead * cells
        flaws = min((cells - start) / plan.step, self.least + REPAIRED)
        self._allow(runner.parts[0], start, flaws, plan.bend)
        ended, placed, gained, deepest = PAUSED, 0, 0, 0
        most, patience = plan.most * cells, plan.patience * cells
        while placed < most and placed < gained + patience and flaws >= 0 and ended != EXHAUSTED:
            ended = self._place(runner, TRIAL)
            state = runner.parts[0]
            placed = int(state.at[NODES])
            if ended == FOUND:
                yield self._read(state.lying, order)
                flaws = int(state.broken[cells]) - 1
                self._allow(state, start, flaws, plan.bend)
            elif self._deepest_of(runner) > deepest:
                yield self._read(state.best, order[: self._deepest_of(runner)])
            else:
                yield None
                continue
            deepest, gained = self._deepest_of(runner), placed

    def _open(self) -> Opening:
        """A new opening; the quota of the next one depends on how deep it leads."""
        order = self._order()
        if not self._depth:
            self._depth = self._trial(order, 0.0).deepest
        opening = self._trial(order, self._eager)
        if opening.deepest < GOOD * self._depth:
            self._eager = max(0.0, self._eager - LESS_EAGER)
        else:
            self._eager = min(1.0, self._eager + MORE_EAGER)
        return opening

    def _trial(self, order: Order, eager: float) -> Opening:
        runner = Runner(BUILDERS, self.budget, self._tables(order, eager))
        ended = self._place(runner, TRIAL)
        return Opening(self._deepest_of(runner), ended, runner, order)

    def _deepest_of(self, runner: Runner) -> int:
        return int(runner.parts[0].at[DEEPEST])

    def _allow(self, state: Build, start: float, flaws: float, bend: float) -> None:
        """So many mismatches in all, from a depth on, and more and more often."""
        depths = len(state.root)
        for depth in range(depths):
            share = max(0.0, (depth + 1 - start) / (depths - start))
            state.allowed[depth] = int(flaws * share**bend)

    def _order(self) -> Order:
        if self.ways.puzzle.shape == "square":
            order = rows_then_columns(self.ways.puzzle, self.source)
        else:
            order = tightest_first(self.ways.puzzle, self.domains, self.source)
        return fixed_first(order, self.ways, self.domains)

    def _tables(self, order: Order, eager: float) -> Build:
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

    def _read(self, lying: Sequence[int], order: Order) -> Lying:
        sides = self.ways.puzzle.layout.sides
        return {cell: int(way) // sides for cell, way in zip(order, lying, strict=False)}

    def _polished(
        self, lying: Lying, patience: int = WINDOWS
    ) -> Generator[Lying | None, None, int]:
        """Fill what is empty and repair the board, until that is in vain for long.

        Returns how many mismatches are left.
        """
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
        return int(runner.parts[0].at[BEST])

    def _better(self, runner: Runner) -> Better:
        state = runner.parts[0]
        if state.at[BEST] < self.least:
            self.least = int(state.at[BEST])
            self.best = read_board(self.ways, state)
            yield self.best
