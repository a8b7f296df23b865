"""A depth-first search over the pairings of each kind; all goals are made of it."""

from __future__ import annotations

from dataclasses import dataclass

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernel
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.solve import kernel, trials
from quebra.families.shisen.solve.board import lengthened, new_runner
from quebra.families.shisen.solve.state import (
    BOUND,
    MOST,
    NEVER,
    TRAIL,
    State,
)

KINDS_WEIGHED = 8
"""Kinds whose pairs are all tried before a branch; the tile that raises bounds most is taken."""

Choice = tuple[int, int]
"""A bound on the sum, and the pair that leads to it."""


@dataclass
class _Branch:
    """A point of the search to return to: the trail, and the choices that are left."""

    top: int
    left: list[Choice]


class Search:
    """One node at a time; it has settled all that follows from the choices above it."""

    def __init__(self, puzzle: Shisen, budget: Budget, source: Source | None = None) -> None:
        self.budget = budget
        self.source = source
        self.runner = new_runner(puzzle, budget)
        self.branches: list[_Branch] = []
        self._weighed: list[int] = []

    @property
    def state(self) -> State:
        """The state as it is now."""
        state: State = self.runner.parts[0]
        return state

    @property
    def top(self) -> int:
        """The length of the trail, to undo what comes after."""
        return int(self.state.at[TRAIL])

    def run(self, task: Kernel, *numbers: int) -> int:
        """Let a kernel work."""
        self.budget.pause()
        state = self.state
        if len(state.trail) - state.at[TRAIL] < 6 * len(state.time):
            self.runner.parts = (lengthened(state),)
        return int(self.runner.run(task, *numbers))

    def advance(self) -> bool:
        """Go on to the next node where a clearing may be; False when there is none."""
        while self.branches:
            branch = self.branches[-1]
            self.run(kernel.undo, branch.top)
            if not branch.left:
                self.branches.pop()
                continue
            bound, pair = branch.left.pop()
            if bound <= self.state.at[MOST]:
                self.budget.spend()
                if self.run(trials.choose, pair):
                    return True
        return False

    def low(self) -> int:
        """A bound on the sum over this node and all that are still to be visited."""
        bounds = [bound for branch in self.branches for bound, _ in branch.left]
        return min([*bounds, int(self.state.at[BOUND])])

    def narrow(self) -> bool:
        """Try all pairs of the kinds that clash most; whether a clearing may be in this node."""
        self.run(trials.measure_clashes)
        self._weighed = [kind for clash, kind in self._clashes() if clash][:KINDS_WEIGHED]
        if not all(map(self._weigh, self._weighed)) or not self.run(kernel.settle):
            return False
        self.run(trials.measure_clashes)
        return True

    @property
    def settled(self) -> bool:
        """Whether only one pairing is left."""
        return max(self.state.clash) < 0

    def branch(self) -> None:
        """Choose a tile whose pairs raise the bound most, and add them as choices."""
        kinds = [kind for _, kind in self._clashes()]
        known = [kind for kind in kinds if kind in self._weighed]
        choices = self._choices(known or kinds[:1], known=bool(known))
        if self.source:
            self.source.shuffle(choices)
        self.branches.append(_Branch(self.top, choices))

    def weigh_all(self) -> bool:
        """Try all pairs until that changes nothing; whether a clearing may be."""
        before = -1
        while before != (before := sum(map(int, self.state.time))):
            self.run(trials.measure_clashes)
            for _, kind in self._clashes():
                tiles = range(self.state.tiles[kind], self.state.tiles[kind + 1])
                if not self._weigh(kind) or not all(self.run(trials.unite, t) for t in tiles):
                    return False
        return True

    def _weigh(self, kind: int) -> bool:
        """Try all pairs of a kind; whether a clearing may be."""
        at, last = int(self.state.pairs[kind]), int(self.state.pairs[kind + 1])
        while 0 <= at < last:
            at = self.run(trials.weigh, at, last)
        return at >= 0

    def _clashes(self) -> list[tuple[int, int]]:
        """The kinds that are not settled, those that clash most first."""
        clashes = [(int(clash), kind) for kind, clash in enumerate(self.state.clash) if clash >= 0]
        return sorted(clashes, key=lambda each: -each[0])

    def _choices(self, kinds: list[int], known: bool) -> list[Choice]:
        """The pairs of one tile of these kinds, the one to be tried first at the end."""
        state = self.state
        low = int(state.at[BOUND])
        best: list[Choice] = []
        least = float("inf")
        for kind in kinds:
            for tile in range(state.tiles[kind], state.tiles[kind + 1]):
                pairs = self._pairs(kind, tile)
                choices = [(int(state.score[pair]) if known else low, pair) for pair in pairs]
                size = sum(1 / (1 + bound - low) for bound, _ in choices)
                if len(choices) > 1 and size < least:
                    best, least = choices, size
        return sorted(best, reverse=True)

    def _pairs(self, kind: int, tile: int) -> list[int]:
        """The pairs of a tile that are allowed."""
        state = self.state
        return [
            pair
            for pair in range(state.pairs[kind], state.pairs[kind + 1])
            if state.time[pair] < NEVER and tile in (state.one[pair], state.two[pair])
        ]
