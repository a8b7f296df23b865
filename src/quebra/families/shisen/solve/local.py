"""Good pairings fast: fix pair after pair, exchange mates while that helps, wander a little."""

from __future__ import annotations

from collections import Counter

from quebra.contract.random import Source
from quebra.families.shisen.solve import kernel, pairing, trials
from quebra.families.shisen.solve.pairing import ROUND, STUCK, UNLIMITED
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import (
    BEST,
    CHANCE,
    NEVER,
    VALUE,
)

DIVES = 10
"""Attempts to fix pair by pair what clears the board, before exchanges have to."""
SLACKS = (12, 8, 6, 4, 2, 0)
"""By how much the sum may get worse with an exchange, less from time to time."""
TRIES = 4
"""Exchanges for each kind that are tried with each slack."""


class Polish:
    """The best pairing that is known, and its value."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.source = search.source or Source(1)
        search.state.at[CHANCE] = self.source.below(1 << 31)
        self.value = UNLIMITED
        self.mate: list[int] = []
        self.trouble = Counter[int]()

    @property
    def clears(self) -> bool:
        """Whether the best pairing clears the board."""
        return self.value < STUCK

    @property
    def rounds(self) -> int:
        """How many rounds it takes, where rounds have weight."""
        return self.value // ROUND

    def offer(self) -> bool:
        """Take the cheapest pairing by the bounds of this node, if it is better."""
        if not self.search.run(pairing.pick):
            return False
        value = self.search.run(pairing.play, self.value - 1)
        if value >= self.value:
            return False
        self.search.state.at[VALUE] = value
        self._keep()
        return True

    def start(self) -> None:
        """Begin with the cheapest pairing by the bounds or, with a seed, with a random one.

        It is mended where it does not clear the board.
        """
        if not self.offer():
            return
        if self.search.source or not self.clears:
            for _ in range(DIVES):
                if self._dive():
                    break
        if not self.clears:
            self.climb()
        self.show()

    def _dive(self) -> bool:
        """Fix the pairs of cheap pairings, the earliest first; whether that cleared the board.

        As many pairs as can be are fixed at a time. One that cannot be is forbidden, and what is
        left is paired anew. Kinds that led to a dead end come first the next time.
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
            self._play()
        search.run(kernel.undo, top)
        search.run(kernel.settle)
        return alive and self.clears

    def _fix(self, queue: list[int], fixed: set[int]) -> bool:
        """Fix pairs up to one that cannot be; whether a clearing may be left."""
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
                self.trouble[int(search.state.kind[queue[done]])] += 1
                return bool(search.run(trials.forbid, queue[done]))
            step = (last - done) // 2
        return True

    def _pick(self) -> bool:
        """Take the cheapest pairing by the bounds or, with a seed, a random one."""
        if not self.search.run(pairing.pick):
            return False
        if self.search.source:
            for kind in range(len(self.search.state.cost)):
                self._shuffle(kind)
        return True

    def _queue(self, fixed: set[int]) -> list[int]:
        """The pairs at hand that are not fixed, the most troubled and then the earliest first."""
        state = self.search.state
        pairs = {int(pair) for pair in state.mate} - fixed
        return sorted(
            pairs, key=lambda pair: (-self.trouble[state.kind[pair]], state.time[pair], pair)
        )

    def climb(self) -> None:
        """Exchange mates until that helps no more."""
        if not self.mate:
            return
        self.show()
        kinds = self.source.shuffled(range(len(self.search.state.cost)))
        last = 0
        for turn, kind in enumerate(kinds * len(kinds) * 10):
            if turn - last > len(kinds):
                break
            if self.search.run(pairing.improve, kind):
                last = turn
        self._keep()

    def wander(self) -> bool:
        """Exchange at random, worse for better at first, and climb; whether something is better."""
        if not self.mate:
            return False
        before, kinds = self.value, len(self.search.state.cost)
        self.show()
        for slack in SLACKS:
            for _ in range(TRIES):
                if self.search.run(pairing.wander, kinds, slack):
                    self._keep()
        self.climb()
        return self.value < before

    def show(self) -> None:
        """Make the best pairing the one at hand."""
        state = self.search.state
        state.at[VALUE] = state.at[BEST] = self.value
        for tile, pair in enumerate(self.mate):
            state.mate[tile] = pair

    def _play(self) -> None:
        """Take the pairing at hand as the best, whatever its value."""
        self.search.state.at[VALUE] = self.search.run(pairing.play, UNLIMITED)
        self._keep()

    def _keep(self) -> None:
        state = self.search.state
        self.value = int(state.at[VALUE])
        self.mate = [int(pair) for pair in state.mate]

    def _shuffle(self, kind: int) -> None:
        """Pair the tiles of a kind at random, unless that takes a pair that is not allowed."""
        state = self.search.state
        tiles = self.source.shuffled(range(state.tiles[kind], state.tiles[kind + 1]))
        pairs = [
            kernel.pair_of(state, kind, one, two)
            for one, two in zip(tiles[::2], tiles[1::2], strict=True)
        ]
        if all(state.time[pair] < NEVER for pair in pairs):
            for pair in pairs:
                pairing.mate(state, pair)
