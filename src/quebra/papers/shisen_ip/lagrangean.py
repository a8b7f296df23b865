"""Lower bounds by Lagrangean relaxation, which the paper names as future work.

The paper's rows with M have a relaxation that is close to 0, so the relaxed program is another one.
A choice (pair, path, round) says when and how a pair goes; each tile has one choice. A path that is
used by round t needs each tile h on it gone before t:

    sum of the choices of the path up to round t <= sum of the choices of h up to round t - 1

These rows are moved into the costs with multipliers of 0 or more. What remains has one part for
each kind: a pairing, and for each of its pairs the cheapest path and round. The parts are solved
exactly, so that each value is a lower bound. The rounds of a pair begin at the time that the
propagation of the engine `own` gives it, so that multipliers of 0 give the bound of that
propagation. The subgradient method raises it from there (Held, Wolfe and Crowder, Validation of
subgradient optimization, 1974).

Multipliers are whole numbers of 1/65536, so that nothing is rounded and every bound is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from quebra.engine.budget import Budget
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.paths import needed_paths
from quebra.families.shisen.solve import kernel
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import BOUND, CAP, NEVER, ShisenState
from quebra.grid.cells import Cell

SCALE = 1 << 16
"""The unit of costs and multipliers is 1/SCALE."""
FORBIDDEN = 1 << 55
"""The cost of a choice that is not allowed; more than any sum of costs and multipliers."""
LARGEST = 10
"""Tiles of a kind up to which all its pairings are listed: 945."""
MOST_MULTIPLIERS = 4_000_000
"""More take seconds an iteration."""
ITERATIONS = 300
PATIENCE = 10
"""Iterations without a better bound after which steps become shorter."""

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LowerBound:
    """Lower bounds on a goal: of the propagation alone, and of the relaxation that starts there.

    For boards that are too large for the relaxation both are equal.
    """

    propagated: int
    lagrangean: int
    iterations: int = 0


def bound_sum(
    puzzle: Shisen, budget: Budget, upper: int | None = None, iterations: int = ITERATIONS
) -> LowerBound | None:
    """Lower bounds on the sum of rounds; None if they prove that there is no clearing.

    `upper` is the sum of a known clearing. In a clearing of r rounds at least one pair goes in
    each, so that its sum is at least r (r - 1), which limits the rounds that are considered. The
    iterations end with the time of the budget.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("C", "A", "B", "C"), ("A", "C", "C", "B")))
    >>> bound_sum(board, Budget(), upper=6)
    LowerBound(propagated=6, lagrangean=6, iterations=1)
    """
    state = _propagated(puzzle, budget)
    if state is None:
        return None
    root, horizon = int(state.at[BOUND]), len(puzzle.tiles) // 2
    if upper is not None:
        horizon = next((r for r in range(1, horizon) if r * (r + 1) > upper), horizon)
    target = root + max(2, root // 5) if upper is None else upper
    best, steps = root, 0
    try:
        relaxation = _Relaxation(puzzle, budget, state, horizon, cost=2 * SCALE)
    except _TooLarge:
        return LowerBound(root, root)
    for value in relaxation.values(budget, target * SCALE, iterations):
        if value >= FORBIDDEN:
            return None
        steps += 1
        best = max(best, -(-value // (2 * SCALE)) * 2)
        if best == upper:
            break
    return LowerBound(root, best, steps)


def bound_rounds(puzzle: Shisen, budget: Budget, iterations: int = ITERATIONS) -> LowerBound | None:
    """Lower bounds on the number of rounds; None if the propagation proves that none suffices.

    With a limit on the rounds and without costs, every sum is 0: a bound above 0 is a proof that no
    clearing has so few rounds. `iterations` is their number for each limit.
    """
    state = _propagated(puzzle, budget)
    if state is None:
        return None
    root = cap = 1 + max(map(int, state.leave))
    steps = 0
    while cap < len(puzzle.tiles) // 2:
        capped = _propagated(puzzle, budget, cap)
        if capped is not None:
            try:
                relaxation = _Relaxation(puzzle, budget, capped, cap, cost=0)
            except _TooLarge:
                break
            proved = False
            for value in relaxation.values(budget, SCALE, iterations):
                steps += 1
                if proved := value > 0:
                    break
            if not proved:
                break
        cap += 1
    return LowerBound(root, cap, steps)


def earliest_rounds(puzzle: Shisen, budget: Budget) -> dict[Cell, int]:
    """A lower bound on the round of each tile, by the propagation; empty without any clearing."""
    state = _propagated(puzzle, budget)
    if state is None:
        return {}
    return dict(zip(_cells(state), map(int, state.leave), strict=True))


def _propagated(puzzle: Shisen, budget: Budget, cap: int | None = None) -> ShisenState | None:
    """The bounds of the propagation, with at most `cap` rounds; None if it finds no clearing."""
    search = Search(puzzle, budget)
    if cap is not None:
        search.state.at[CAP] = cap
    return search.state if search.run(kernel.propagate) else None


def _cells(state: ShisenState) -> list[Cell]:
    """The cell of each tile."""
    return [(int(r) - 1, int(c) - 1) for r, c in zip(state.row, state.col, strict=True)]


class _TooLarge(Exception):
    """The relaxation takes too much memory and time."""


class _Relaxation:
    """The choices of each pair, and the rows that are moved into the costs.

    `cost` is that of one round for a pair. A row is a tile on a path; it has a multiplier for each
    round.
    """

    def __init__(
        self, puzzle: Shisen, budget: Budget, state: ShisenState, horizon: int, cost: int
    ) -> None:
        self.ends = np.array([state.one, state.two])
        self.horizon = horizon
        cells = _cells(state)
        numbers = {cell: number for number, cell in enumerate(cells)}
        pairs: list[int] = []
        starts: list[int] = []
        rows: list[tuple[int, int]] = []
        for pair, time in enumerate(state.time):
            budget.pause()
            if time == NEVER:
                continue
            one, two = (cells[end] for end in self.ends[:, pair])
            for path in needed_paths(puzzle, one, two):
                tiles = [numbers[cell] for cell in path.tiles]
                start = max([int(time), *(int(state.leave[tile]) + 1 for tile in tiles)])
                if start < horizon:
                    rows += [(len(pairs), tile) for tile in tiles]
                    pairs.append(pair)
                    starts.append(start)
        if len(rows) * horizon > MOST_MULTIPLIERS:
            raise _TooLarge
        self.pairs = np.array(pairs, int)
        self.row_path, self.row_tile = np.array(rows, int).reshape(-1, 2).T
        self.largest = FORBIDDEN // 2 // max(1, len(rows) * horizon)
        self._of_path = _sums(self.row_path, len(pairs))
        self._of_tile = _sums(self.row_tile, len(cells))
        rounds = np.arange(horizon)
        self.costs = np.where(rounds >= np.array(starts)[:, None], cost * rounds, FORBIDDEN)
        self.kinds = _pairings_of_kinds(state)

    def values(self, budget: Budget, target: int, iterations: int) -> Iterator[int]:
        """The values of the relaxation for better and better multipliers, which aim at `target`."""
        multipliers = np.zeros((len(self.row_path), self.horizon), np.int64)
        best, length, waited = -1, 1.5, 0
        for _ in range(iterations):
            if budget.left() == 0:
                return
            budget.pause()
            value, paths, rounds = self._minimise(multipliers)
            yield value
            if value >= FORBIDDEN:
                return
            waited = 0 if value > best else waited + 1
            best = max(best, value)
            if waited == PATIENCE:
                length, waited = length / 1.5, 0
            slope = self._excess(paths, rounds)
            slope[(multipliers == 0) & (slope < 0)] = 0
            if not (size := int(np.count_nonzero(slope))):
                return
            step = max(1, int(length * (target - value) / size))
            multipliers = np.clip(multipliers + step * slope, 0, self.largest)

    def _minimise(self, multipliers: Ints) -> tuple[int, Ints, Ints]:
        """The least cost, with the paths that are chosen and their rounds."""
        later = multipliers[:, ::-1].cumsum(axis=1)[:, ::-1]
        gains = np.zeros((self._of_tile.shape[0], self.horizon), np.int64)
        gains[:, :-1] = (self._of_tile @ later)[:, 1:]
        of_pair = gains[self.ends[0]] + gains[self.ends[1]]
        costs = self.costs + self._of_path @ later - of_pair[self.pairs]
        rounds = costs.argmin(axis=1)
        least = costs.min(axis=1)
        order = np.argsort(-least, kind="stable")
        path = np.zeros(len(of_pair), np.int64)
        path[self.pairs[order]] = order  # the last one written is the cheapest
        cost = np.full(len(of_pair), FORBIDDEN)
        cost[self.pairs] = least[path[self.pairs]]
        total = 0
        chosen: list[int] = []
        for pairings in self.kinds:
            sums = cost[pairings].sum(axis=1)
            cheapest = int(sums.argmin())
            total += int(sums[cheapest])
            chosen += pairings[cheapest].tolist()
        return total, path[chosen], rounds[path[chosen]]

    def _excess(self, paths: Ints, rounds: Ints) -> Ints:
        """By how much each row is violated in each round."""
        times = np.arange(self.horizon)
        used = np.zeros(self.costs.shape, np.int64)
        used[paths] = times >= rounds[:, None]
        gone = np.zeros((self._of_tile.shape[0], self.horizon), np.int64)
        for ends in self.ends:
            gone[ends[self.pairs[paths]]] = times > rounds[:, None]
        excess: Ints = used[self.row_path] - gone[self.row_tile]
        return excess


def _sums(groups: Ints, count: int) -> sparse.csr_array:
    """The matrix that sums the rows of each group."""
    ones = np.ones(len(groups), np.int64)
    return sparse.csr_array((ones, (groups, np.arange(len(groups)))), (count, len(groups)))


def _pairings_of_kinds(state: ShisenState) -> list[Ints]:
    """All pairings of each kind, as numbers of pairs."""
    sizes = [last - first for first, last in zip(state.tiles, state.tiles[1:], strict=False)]
    if max(sizes) > LARGEST:
        raise _TooLarge
    return [_pairings(int(n)) + int(first) for n, first in zip(sizes, state.pairs, strict=False)]


@cache
def _pairings(size: int) -> Ints:
    """All pairings of `size` tiles, a row for each, as numbers of pairs.

    >>> _pairings(4).tolist()
    [[0, 5], [1, 4], [2, 3]]
    """
    numbers = {pair: number for number, pair in enumerate(combinations(range(size), 2))}

    def pairings(tiles: Sequence[int]) -> Iterator[list[int]]:
        if not tiles:
            yield []
        for other in tiles[1:]:
            rest = [tile for tile in tiles[1:] if tile != other]
            yield from ([numbers[tiles[0], other], *found] for found in pairings(rest))

    return np.array(list(pairings(range(size))))
