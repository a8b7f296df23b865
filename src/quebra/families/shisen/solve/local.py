"""Local search for good pairings: greedy construction, hill climbing, thresholds, annealing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import exp

from quebra.contract.random import Source
from quebra.families.shisen.solve import kernel, pairing, trials
from quebra.families.shisen.solve.pairing import CHANCES, ROUND, STUCK, UNLIMITED
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import BEST, NEVER, RANDOM, VALUE

CONSTRUCTIONS = 10
"""Attempts to construct a clearing pair by pair, before exchanges are tried."""
THRESHOLDS = (12, 8, 6, 4, 2, 0)
"""Thresholds by which an exchange may raise the sum, in turn."""
EXCHANGES = 4
"""Exchanges for each kind that are tried with each threshold."""

HOT, COLD, STAGES = 40.0, 1.0, 60
"""Annealing: the temperatures at the start and at the end, and the number of temperatures."""


class LocalSearch:
    """The best pairing so far and its value, and ways to improve it."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.source = search.source or Source(1)
        search.state.at[RANDOM] = self.source.below(1 << 31)
        self.value = UNLIMITED
        self.mate: list[int] = []
        self.failures = Counter[int]()

    @property
    def clears(self) -> bool:
        """Whether the best pairing clears the board."""
        return self.value < STUCK

    @property
    def rounds(self) -> int:
        """Rounds of the best pairing, where rounds have weight."""
        return self.value // ROUND

    def offer(self) -> bool:
        """Take the cheapest pairing by the bounds of this node if it is better; whether it is."""
        return bool(self.search.run(pairing.pick_pairing)) and self._save_if_better()

    def take(self, pairs: list[int]) -> bool:
        """Take these pairs if they are a better pairing; whether they are."""
        for pair in pairs:
            pairing.join(self.search.state, pair)
        return self._save_if_better()

    def _save_if_better(self) -> bool:
        value = self.search.run(pairing.evaluate, self.value - 1)
        if value >= self.value:
            return False
        self.search.state.at[VALUE] = value
        self._save()
        return True

    def start(self) -> None:
        """Start from the cheapest pairing by the bounds or, with a seed, from a random one.

        If it does not clear the board, pairings are constructed and exchanges are tried.
        """
        if not self.offer():
            return
        if self.search.source or not self.clears:
            for _ in range(CONSTRUCTIONS):
                if self._construct():
                    break
        if not self.clears:
            self.climb()
        self.restore_best()

    def _construct(self) -> bool:
        """Fix the pairs of a cheap pairing, the earliest first; whether that clears the board.

        As many pairs as possible are fixed at a time. A pair that cannot be fixed is forbidden,
        and the other tiles get a new pairing. Kinds with such a pair come first the next time.
        """
        search = self.search
        top = search.top
        fixed: set[int] = set()
        alive = True
        while alive and self._pick():
            queue = self._queue(fixed)
            if not queue:
                break
            alive = self._fix(queue, fixed)
        if alive and self._pick():
            self._save_current()
        search.run(kernel.undo, top)
        search.run(kernel.propagate)
        return alive and self.clears

    def _fix(self, queue: list[int], fixed: set[int]) -> bool:
        """Fix pairs up to one that cannot be fixed; False if there is no clearing."""
        search = self.search
        for k, pair in enumerate(queue):
            search.state.queue[k] = pair
        done, step = 0, len(queue)
        while done < len(queue):
            top = search.top
            last = min(done + step, len(queue))
            if search.run(trials.choose_queued, done, last):
                fixed.update(queue[done:last])
                done, step = last, 2 * step
                continue
            search.run(kernel.undo, top)
            if last - done == 1:
                self.failures[int(search.state.kind[queue[done]])] += 1
                return bool(search.run(trials.forbid, queue[done]))
            step = (last - done) // 2
        return True

    def _pick(self) -> bool:
        """Make a cheapest pairing by the bounds or, with a seed, a random one the current one."""
        if not self.search.run(pairing.pick_pairing):
            return False
        if self.search.source:
            for kind in range(len(self.search.state.cost)):
                self._shuffle(kind)
        return True

    def _queue(self, fixed: set[int]) -> list[int]:
        """The pairs that are not fixed, by the failures of their kind and then by time."""
        state = self.search.state
        pairs = {int(pair) for pair in state.mate} - fixed
        return sorted(
            pairs, key=lambda pair: (-self.failures[state.kind[pair]], state.time[pair], pair)
        )

    def climb(self) -> None:
        """Exchange mates until no exchange improves the pairing."""
        if not self.mate:
            return
        self.restore_best()
        kinds = self.source.shuffled(range(len(self.search.state.cost)))
        last = 0
        for turn, kind in enumerate(kinds * len(kinds) * 10):
            if turn - last > len(kinds):
                break
            if self.search.run(pairing.exchange_within_kind, kind):
                last = turn
        self._save()

    def perturb(self) -> bool:
        """Exchange at random with falling thresholds, then climb; whether the best improved."""
        if not self.mate:
            return False
        before, kinds = self.value, len(self.search.state.cost)
        self.restore_best()
        for slack in THRESHOLDS:
            for _ in range(EXCHANGES):
                if self.search.run(pairing.exchange_at_random, kinds, slack):
                    self._save()
        self.climb()
        return self.value < before

    def anneal(self, exchanges: int) -> Iterator[None]:
        """Exchange at random at falling temperatures, then climb; yields after each temperature."""
        self.restore_best()
        for stage in range(STAGES):
            heat = HOT * (COLD / HOT) ** (stage / (STAGES - 1))
            left = exchanges // STAGES
            while left:
                left = self.search.run(pairing.anneal, left, int(CHANCES * exp(-2 / heat)))
                if self.search.state.at[BEST] < self.value:
                    self._save()
            yield
        self.climb()

    def pairs_except(self, free: int) -> list[int]:
        """The pairs of the best pairing, without those of some random kinds."""
        kinds = self.search.state.kind
        freed = {*self.source.shuffled(range(len(self.search.state.cost)))[:free]}
        return sorted({pair for pair in self.mate if kinds[pair] not in freed})

    def restore_best(self) -> None:
        """Make the best pairing the current one."""
        state = self.search.state
        state.at[VALUE] = state.at[BEST] = self.value
        for tile, pair in enumerate(self.mate):
            state.mate[tile] = pair

    def _save_current(self) -> None:
        """Take the current pairing as the best, whatever its value."""
        self.search.state.at[VALUE] = self.search.run(pairing.evaluate, UNLIMITED)
        self._save()

    def _save(self) -> None:
        state = self.search.state
        self.value = int(state.at[VALUE])
        self.mate = [int(pair) for pair in state.mate]

    def _shuffle(self, kind: int) -> None:
        """Pair the tiles of a kind at random, unless a pair of these is not allowed."""
        state = self.search.state
        tiles = self.source.shuffled(range(state.tiles[kind], state.tiles[kind + 1]))
        pairs = [
            kernel.pair_of(state, kind, one, two)
            for one, two in zip(tiles[::2], tiles[1::2], strict=True)
        ]
        if all(state.time[pair] < NEVER for pair in pairs):
            for pair in pairs:
                pairing.join(state, pair)
