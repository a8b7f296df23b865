"""The search over the pairings of each kind, depth first, which all goals use."""

from __future__ import annotations

from dataclasses import dataclass

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernel
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.solve import kernel, trials
from quebra.families.shisen.solve.board import new_runner, with_room
from quebra.families.shisen.solve.state import (
    BOUND,
    MOST,
    NEVER,
    TRAIL,
    ShisenState,
)

KINDS_PROBED = 8
"""Kinds whose pairs are all probed at a node; the tile that raises bounds most is branched on."""

Choice = tuple[int, int]
"""A lower bound on the sum with a pair, and the pair."""


@dataclass
class _Branch:
    """A node to return to: the length of its trail, and the choices still to be tried."""

    top: int
    choices: list[Choice]


class Search:
    """The current node, with everything propagated that follows from the choices above it."""

    def __init__(self, puzzle: Shisen, budget: Budget, source: Source | None = None) -> None:
        self.budget = budget
        self.source = source
        self.runner = new_runner(puzzle, budget)
        self.branches: list[_Branch] = []
        self.kinds_probed = KINDS_PROBED
        self._probed: list[int] = []

    @property
    def state(self) -> ShisenState:
        """The current state: lists, or arrays once the kernels are compiled."""
        state: ShisenState = self.runner.parts[0]
        return state

    @property
    def top(self) -> int:
        """The length of the trail, for undoing what follows."""
        return int(self.state.at[TRAIL])

    def run(self, task: Kernel, *numbers: int) -> int:
        """Call a kernel on the current state and return its result."""
        self.budget.pause()
        self.runner.parts = (with_room(self.state),)
        return int(self.runner.run(task, *numbers))

    def advance(self) -> bool:
        """Move to the next node that may have a clearing; False if there is none."""
        while self.branches:
            branch = self.branches[-1]
            self.run(kernel.undo, branch.top)
            if not branch.choices:
                self.branches.pop()
                continue
            bound, pair = branch.choices.pop()
            if bound <= self.state.at[MOST]:
                self.budget.spend()
                if self.run(trials.choose, pair):
                    return True
        return False

    def return_to_root(self) -> None:
        """Undo all choices."""
        if self.branches:
            self.run(kernel.undo, self.branches[0].top)
            self.branches.clear()

    def fix(self, pairs: list[int]) -> bool:
        """Fix these pairs together; False if there is no clearing."""
        for k, pair in enumerate(pairs):
            self.state.queue[k] = pair
        return bool(self.run(trials.choose_queued, 0, len(pairs)))

    def lower_bound(self) -> int:
        """A lower bound on the sum over this node and all nodes still to be visited."""
        bounds = [bound for branch in self.branches for bound, _ in branch.choices]
        return min([*bounds, int(self.state.at[BOUND])])

    def narrow(self) -> bool:
        """Probe all pairs of the kinds that clash most; False if this node has no clearing."""
        self.run(trials.measure_clashes)
        self._probed = [kind for clash, kind in self._clashes() if clash][: self.kinds_probed]
        if not all(map(self._probe_kind, self._probed)) or not self.run(kernel.propagate):
            return False
        self.run(trials.measure_clashes)
        return True

    @property
    def settled(self) -> bool:
        """Whether only one pairing is allowed."""
        return max(self.state.clash) < 0

    def branch(self) -> None:
        """Branch on the pairs of a tile that raise the bound most."""
        choices = self.choices()
        if self.source:
            self.source.shuffle(choices)
        self.branches.append(_Branch(self.top, choices))

    def choices(self) -> list[Choice]:
        """The pairs of the tile that raise the bound most; the last one is the cheapest."""
        kinds = [kind for _, kind in self._clashes()]
        known = [kind for kind in kinds if kind in self._probed]
        return self._choices(known or kinds[:1], known=bool(known))

    def probe_all(self) -> bool:
        """Probe all pairs until nothing changes; False if there is no clearing."""
        before = -1
        while before != (before := sum(map(int, self.state.time))):
            self.run(trials.measure_clashes)
            for _, kind in self._clashes():
                tiles = range(self.state.tiles[kind], self.state.tiles[kind + 1])
                if not self._probe_kind(kind) or not all(
                    self.run(trials.probe_tile, t) for t in tiles
                ):
                    return False
        return True

    def _probe_kind(self, kind: int) -> bool:
        """Probe all pairs of a kind; False if there is no clearing."""
        at, last = int(self.state.pairs[kind]), int(self.state.pairs[kind + 1])
        while 0 <= at < last:
            at = self.run(trials.probe_range, at, last)
        return at >= 0

    def _clashes(self) -> list[tuple[int, int]]:
        """The kinds that are not settled with their clashes, the largest first."""
        clashes = [(int(clash), kind) for kind, clash in enumerate(self.state.clash) if clash >= 0]
        return sorted(clashes, key=lambda each: -each[0])

    def _choices(self, kinds: list[int], known: bool) -> list[Choice]:
        """The pairs of one tile of these kinds; the last one is to be tried first."""
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
        """The allowed pairs of a tile."""
        state = self.state
        return [
            pair
            for pair in range(state.pairs[kind], state.pairs[kind + 1])
            if state.time[pair] < NEVER and tile in (state.one[pair], state.two[pair])
        ]
