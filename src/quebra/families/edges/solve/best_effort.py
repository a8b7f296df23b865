"""Best effort: full boards with more and more matched seams, without a proof.

Each round has three parts: the deepest of some random openings that use up a few colours early; a
depth-first search from there that allows mismatches by a plan; and repairs of the fullest boards by
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
from quebra.engine.kernels import NODES, Ended, Kernels, Runner, Slices
from quebra.families.edges.solve import mismatch_scan, repair, scan
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.exhaustive import REPAIR_KERNELS, best_board
from quebra.families.edges.solve.mismatch_scan import DEEPEST, MismatchState
from quebra.families.edges.solve.mismatch_tables import new_mismatch_state
from quebra.families.edges.solve.order import Order, fixed_first, rows_then_columns, tightest_first
from quebra.families.edges.solve.repair_tables import Placements, fill_board, new_repair_state
from quebra.families.edges.solve.scarce import quotas, scarce_colours
from quebra.families.edges.solve.window import BEST

MISMATCH_KERNELS = Kernels((mismatch_scan.search,), mismatch_scan, scan)

SLICES = Slices(plain=2_000, compiled=1_000_000)
"""Pieces placed between two checks of the budget."""
WINDOW_SLICES = Slices(plain=1, compiled=40)
"""Windows refilled between two checks of the budget."""
TRIAL = 5_000_000
"""Pieces placed without mismatches to measure the depth of an opening."""
GOOD = 0.95
"""An opening below this share of the usual depth is not worth a round."""
OPENINGS = 2
"""Openings that are tried for a round, which continues with the deepest."""
LOWER_QUOTA, HIGHER_QUOTA = 0.1, 0.05
"""Change of the quota of scarce colours after a bad and after a good opening."""
REPAIRED = 2
"""Mismatches that a board may have more than the best one, for repairs to remove."""
REPAIRED_BOARDS = 3
"""Boards of a round that are repaired: the fullest ones."""
WINDOWS, FIRST_WINDOWS = 20_000, 100
"""Windows refilled without success before a round ends, and before the first round."""
AGAIN = 4
"""Rounds after which the best board is repaired again, and plans are used in turn."""
LARGEST_WINDOW = 7
"""Cells of the largest window."""
TRIES = 1_000
"""Candidates tried in each window."""


class Opening(NamedTuple):
    """A search without mismatches: its greatest depth, and how it ended."""

    deepest: int
    ended: Ended
    runner: Runner
    order: Order


class Plan(NamedTuple):
    """When a round allows mismatches, and how long it takes."""

    lead: float
    """Mismatches are allowed from this share of cells before the depth of the opening."""
    step: float
    """Average number of cells from one mismatch to the next."""
    bend: float
    """Exponent above 1 moves mismatches towards the end, where fewer pieces match."""
    most: int
    """Pieces placed in a round, for each cell of the board."""
    patience: int
    """Pieces placed without success before the round ends, for each cell of the board."""


PLANS = (
    Plan(lead=0.05, step=4.5, bend=1.0, most=600_000, patience=200_000),
    Plan(lead=0.02, step=3.2, bend=1.3, most=1_600_000, patience=600_000),
)
"""The first suits small boards (early mismatches, many openings), the second large boards."""
REMEMBERED = 12
"""Rounds by which a plan is judged."""

Better = Iterator[Placements | None]
"""Boards that are better than all before, and None at intervals, when the caller may check."""


class BestEffort:
    """A search in rounds, each from another opening; `start` is improved first."""

    def __init__(
        self,
        candidates: Candidates,
        domains: Domains,
        budget: Budget,
        source: Source,
        start: Placements | None = None,
    ) -> None:
        self.candidates = candidates
        self.domains = domains
        self.budget = budget
        self.source = source
        self.scarce = scarce_colours(candidates)
        self.least = len(candidates.puzzle.layout.seams) + 1
        """The fewest mismatches so far; the caller may lower it."""
        self.best = start
        """The board that has them."""
        self._depth = 0
        """The usual depth of a search without mismatches."""
        self._quota = 1.0
        """Factor of the quotas of scarce colours, from 0 to 1."""
        self._results: dict[Plan, deque[int]] = {plan: deque(maxlen=REMEMBERED) for plan in PLANS}
        """The fewest mismatches of the last rounds of each plan."""

    def boards(self) -> Better:
        """Better and better boards, without end unless all seams match."""
        if self.best:
            yield from self._repair(self.best)
        else:
            yield from self._repair({}, FIRST_WINDOWS)
        for turn in count():
            if not self.least:
                return
            yield from self._round(self._plan(turn))
            if self.best and turn % AGAIN == AGAIN - 1:
                yield from self._repair(self.best)

    def _plan(self, turn: int) -> Plan:
        """The plan with the best recent rounds, or the next in turn."""
        unknown = [plan for plan, results in self._results.items() if not results]
        if unknown:
            return unknown[0]
        if turn % AGAIN == 0:
            return PLANS[turn // AGAIN % len(PLANS)]
        return min(PLANS, key=lambda plan: mean(self._results[plan]))

    def _round(self, plan: Plan) -> Better:
        """The deepest of some openings, continued with mismatches; then repairs."""
        tried: list[Opening] = []
        for _ in range(OPENINGS):
            tried.append(self._open())
            yield None
        deepest, ended, runner, order = max(tried, key=lambda opening: opening.deepest)
        if deepest < GOOD * self._depth and self._quota:
            return
        self._depth = max(deepest, self._depth - 1)
        if ended == Ended.FOUND:
            yield from self._repair(self._read(runner.parts[0].placed, order))
            return
        if ended == Ended.EXHAUSTED:
            runner = Runner(MISMATCH_KERNELS, self.budget, self._new_state(order, 0.0))
        fullest: deque[Placements] = deque(maxlen=REPAIRED_BOARDS)
        for board in self._continue_with_mismatches(runner, order, plan):
            if board:
                fullest.append(board)
            yield None
        results = []
        for board in fullest:
            results += [(yield from self._repair(board))]
        self._results[plan].append(min(results))

    def _continue_with_mismatches(self, runner: Runner, order: Order, plan: Plan) -> Better:
        """Fuller and fuller boards; once they are full, with fewer and fewer mismatches."""
        cells = len(order)
        start = self._depth - plan.lead * cells
        flaws = min((cells - start) / plan.step, self.least + REPAIRED)
        self._allow(runner.parts[0], start, flaws, plan.bend)
        ended, placed, gained, deepest = Ended.PAUSED, 0, 0, 0
        most, patience = plan.most * cells, plan.patience * cells
        while ended != Ended.EXHAUSTED and placed < min(most, gained + patience) and flaws >= 0:
            ended = runner.run_slices(mismatch_scan.search, SLICES, TRIAL)
            state = runner.parts[0]
            placed = int(state.at[NODES])
            if ended == Ended.FOUND:
                yield self._read(state.placed, order)
                flaws = int(state.broken[cells]) - 1
                self._allow(state, start, flaws, plan.bend)
            elif self._deepest_of(runner) > deepest:
                yield self._read(state.best, order[: self._deepest_of(runner)])
            else:
                yield None
                continue
            deepest, gained = self._deepest_of(runner), placed

    def _open(self) -> Opening:
        """A new opening, whose depth adapts the quota of the next one."""
        order = self._order()
        if not self._depth:
            self._depth = self._trial(order, 0.0).deepest
        opening = self._trial(order, self._quota)
        if opening.deepest < GOOD * self._depth:
            self._quota = max(0.0, self._quota - LOWER_QUOTA)
        else:
            self._quota = min(1.0, self._quota + HIGHER_QUOTA)
        return opening

    def _trial(self, order: Order, quota_factor: float) -> Opening:
        runner = Runner(MISMATCH_KERNELS, self.budget, self._new_state(order, quota_factor))
        ended = runner.run_slices(mismatch_scan.search, SLICES, TRIAL)
        return Opening(self._deepest_of(runner), ended, runner, order)

    def _deepest_of(self, runner: Runner) -> int:
        return int(runner.parts[0].at[DEEPEST])

    def _allow(self, state: MismatchState, start: float, flaws: float, bend: float) -> None:
        """Allow `flaws` mismatches in all, from the depth `start` on."""
        depths = len(state.root)
        for depth in range(depths):
            share = max(0.0, (depth + 1 - start) / (depths - start))
            state.allowed[depth] = int(flaws * share**bend)

    def _order(self) -> Order:
        if self.candidates.puzzle.shape == "square":
            order = rows_then_columns(self.candidates.puzzle, self.source)
        else:
            order = tightest_first(self.candidates.puzzle, self.domains, self.source)
        return fixed_first(order, self.candidates, self.domains)

    def _new_state(self, order: Order, quota_factor: float) -> MismatchState:
        opening = new_mismatch_state(self.candidates, self.domains, order, self.scarce, self.source)
        opening.quota[:] = [
            int(quota_factor * quota) for quota in quotas(self.candidates, self.scarce, len(order))
        ]
        return opening

    def _read(self, placed: Sequence[int], order: Order) -> Placements:
        sides = self.candidates.puzzle.layout.sides
        return {
            cell: int(candidate) // sides for cell, candidate in zip(order, placed, strict=False)
        }

    def _repair(
        self, placed: Placements, patience: int = WINDOWS
    ) -> Generator[Placements | None, None, int]:
        """Fill the empty cells and repair the board, until `patience` windows have no success.

        Returns the number of mismatches.
        """
        board = fill_board(self.candidates, self.domains, placed)
        state = new_repair_state(self.candidates, self.domains, board, self.source)
        runner = Runner(REPAIR_KERNELS, self.budget, state)
        runner.run(repair.count_flaws)
        yield from self._better(runner)
        failed = 0
        while failed < patience and runner.parts[0].at[BEST]:
            self.budget.pause()
            yield None
            windows = WINDOW_SLICES.compiled if runner.is_compiled else WINDOW_SLICES.plain
            failed += windows
            if runner.run(repair.polish, windows, LARGEST_WINDOW, TRIES):
                failed = 0
                yield from self._better(runner)
        return int(runner.parts[0].at[BEST])

    def _better(self, runner: Runner) -> Better:
        state = runner.parts[0]
        if state.at[BEST] < self.least:
            self.least = int(state.at[BEST])
            self.best = best_board(self.candidates, state)
            yield self.best
