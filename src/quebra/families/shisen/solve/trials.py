"""What follows from a pair: trials of single pairs and of many. Runs plain and compiled."""

from __future__ import annotations

from quebra.engine.kernels import pulse
from quebra.families.shisen.solve.kernel import (
    next_level,
    put,
    settle,
    take,
    undo,
)
from quebra.families.shisen.solve.state import (
    BOUND,
    LARGEST,
    NEVER,
    TRAIL,
    State,
)


def weigh(s: State, first: int, last: int) -> int:
    """Try each pair of a range that is not settled: `score` holds the bounds.

    A pair that cannot be is dropped, and the time of one that can be is what the trial showed.
    Returns how far it came before the trail was full, or -1 when no clearing is left.
    """
    for pair in range(first, last):
        if len(s.trail) - s.at[TRAIL] < 6 * len(s.time):
            return pair
        pulse()
        if s.time[pair] == NEVER or is_settled(s, s.kind[pair]):
            continue
        top = next_level(s)
        take(s, pair)
        possible = settle(s)
        time = s.time[pair]
        s.score[pair] = s.at[BOUND]
        undo(s, top)
        if not possible:
            time = NEVER
        if time > s.time[pair]:
            put(s, pair, time)
            if settle(s) == 0:
                return -1
    return last


def choose(s: State, pair: int) -> int:
    """Settle what follows from a pair on a new level; 0 when that leaves no clearing."""
    next_level(s)
    take(s, pair)
    return settle(s)


def choose_queued(s: State, first: int, last: int) -> int:
    """The same for a part of the queue of pairs."""
    next_level(s)
    for k in range(first, last):
        take(s, s.queue[k])
    return settle(s)


def forbid(s: State, pair: int) -> int:
    """Settle what follows without a pair; 0 when that leaves no clearing."""
    put(s, pair, NEVER)
    return settle(s)


def measure_clashes(s: State) -> int:
    """For each kind that is not settled, how far its tiles' own rounds are from its cost.

    Without any clash, the cheapest pairing of each kind leads to the very rounds of the bound. The
    costs of large kinds are rough, so that those clash always. Returns how many are not settled.
    """
    open_kinds = 0
    for kind in range(len(s.cost)):
        pulse()
        s.clash[kind] = -1
        if not is_settled(s, kind):
            open_kinds += 1
            s.clash[kind] = s.cost[kind]
            for tile in range(s.tiles[kind], s.tiles[kind + 1]):
                s.clash[kind] -= s.leave[tile]
            if s.tiles[kind + 1] - s.tiles[kind] > LARGEST:
                s.clash[kind] += 1
    return open_kinds


def unite(s: State, tile: int) -> int:
    """Try each pair of a tile, and raise every time to the least that any of them leads to.

    One of them must be right. Returns 0 when no clearing is left.
    """
    for pair in range(len(s.time)):
        s.least[pair] = NEVER
    for pair in range(len(s.time)):
        if s.time[pair] < NEVER and (s.one[pair] == tile or s.two[pair] == tile):
            pulse()
            top = next_level(s)
            take(s, pair)
            if settle(s):
                for other in range(len(s.time)):
                    s.least[other] = min(s.least[other], s.time[other])
            undo(s, top)
    for pair in range(len(s.time)):
        if s.least[pair] > s.time[pair]:
            put(s, pair, s.least[pair])
    return settle(s)


def is_settled(s: State, kind: int) -> bool:
    """Whether each tile of a kind has only one pair left."""
    allowed = 0
    for pair in range(s.pairs[kind], s.pairs[kind + 1]):
        if s.time[pair] < NEVER:
            allowed += 1
    return 2 * allowed == s.tiles[kind + 1] - s.tiles[kind]
