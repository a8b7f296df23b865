"""Bounds on the rounds of all pairs, in a Python that runs twice: as it is, and compiled.

The state allows some of the pairs of each kind. Rounds are played with all allowed pairs at once: a
pair gets the round in which a path is first free for it, a tile goes with the first of its pairs.
So every pair's `time` bounds its round from below in every clearing by allowed pairs, and where
each tile has one pair left it is that round. A time of `NEVER` says that a pair is not allowed.
"""

from __future__ import annotations

from quebra.engine.kernels import pulse
from quebra.families.shisen.solve.lines import crossings
from quebra.families.shisen.solve.state import (
    BOUND,
    CAP,
    GONE,
    HOPELESS,
    LARGEST,
    LEVEL,
    LEVELS,
    MOST,
    NEVER,
    OFTEN,
    TRAIL,
    State,
)


def boxed_in(s: State, r: int, c: int) -> bool:
    """Whether tiles stand on all four sides of a cell."""
    return s.rows[r] >> (c - 1) & 5 == 5 and s.cols[c] >> (r - 1) & 5 == 5


def joined(s: State, pair: int) -> bool:
    """Whether a free path joins a pair in the round at hand."""
    a, b = s.one[pair], s.two[pair]
    r, c, to_r, to_c = s.row[a], s.col[a], s.row[b], s.col[b]
    if boxed_in(s, r, c) or boxed_in(s, to_r, to_c):
        return abs(r - to_r) + abs(c - to_c) == 1
    across = crossings(s.rows, r, c, to_r, to_c, s.width)
    return across != 0 or crossings(s.cols, c, r, to_c, to_r, s.height) != 0


def put(s: State, pair: int, time: int) -> None:
    """Raise the time of a pair."""
    if s.time[pair] == time:
        return
    if s.stamp[pair] != s.at[LEVEL]:
        s.stamp[pair] = s.at[LEVEL]
        top = s.at[TRAIL]
        s.trail[top], s.trail[top + 1] = pair, s.time[pair]
        s.at[TRAIL] = top + 2
    s.time[pair] = time
    s.stale[s.kind[pair]] = 1


def undo(s: State, top: int) -> int:
    """Take back all changes from a length of the trail on."""
    while s.at[TRAIL] > top:
        s.at[TRAIL] -= 2
        pair = s.trail[s.at[TRAIL]]
        s.time[pair] = s.trail[s.at[TRAIL] + 1]
        s.stale[s.kind[pair]] = 1
    next_level(s)
    return 0


def next_level(s: State) -> int:
    """Begin a level: from here on, changes are noted anew."""
    s.at[LEVELS] += 1
    s.at[LEVEL] = s.at[LEVELS]
    return s.at[TRAIL]


def pair_of(s: State, kind: int, one: int, two: int) -> int:
    """The pair of two tiles of a kind."""
    first = s.tiles[kind]
    count = s.tiles[kind + 1] - first
    i, j = min(one, two) - first, max(one, two) - first
    return s.pairs[kind] + i * (2 * count - i - 1) // 2 + j - i - 1


def take(s: State, pair: int) -> None:
    """Allow no other pair for both tiles of a pair."""
    kind = s.kind[pair]
    for tile in (s.one[pair], s.two[pair]):
        for other in range(s.tiles[kind], s.tiles[kind + 1]):
            if other != tile:
                rival = pair_of(s, kind, tile, other)
                if rival != pair:
                    put(s, rival, NEVER)


def sort_by_time(s: State) -> int:
    """Put the allowed pairs into `order`; how many they are."""
    heads = s.heads
    for time in range(len(heads)):
        heads[time] = 0
    for pair in range(len(s.time)):
        if pair & OFTEN == OFTEN:
            pulse()
        if s.time[pair] < NEVER:
            heads[s.time[pair] + 1] += 1
    for time in range(1, len(heads)):
        heads[time] += heads[time - 1]
    count = heads[len(heads) - 1]
    for pair in range(len(s.time)):
        time = s.time[pair]
        if pair & OFTEN == OFTEN:
            pulse()
        if time < NEVER:
            s.order[heads[time]] = pair
            heads[time] += 1
    return count


def set_up(s: State) -> None:
    """Let all tiles stand."""
    for r in range(s.height):
        s.rows[r] = s.full_rows[r]
    for c in range(s.width):
        s.cols[c] = s.full_cols[c]


def remove(s: State, tile: int) -> None:
    """Take a tile off the board."""
    r, c = s.row[tile], s.col[tile]
    s.rows[r] &= ~(1 << c)
    s.cols[c] &= ~(1 << r)


def relax(s: State) -> bool:
    """Play rounds with all allowed pairs, and raise their times; whether every tile can go."""
    set_up(s)
    for tile in range(len(s.leave)):
        s.leave[tile] = NEVER
    count = sort_by_time(s)
    begun = waiting = now = 0
    while now < s.at[CAP]:
        while begun < count and s.time[s.order[begun]] <= now:
            s.waiting[waiting] = s.order[begun]
            waiting += 1
            begun += 1
        waiting = play_round(s, now, waiting)
        if begun == count and (waiting == 0 or s.at[GONE] == 0):
            break
        now = now + 1 if s.at[GONE] else s.time[s.order[begun]]
    for k in range(waiting):
        put(s, s.waiting[k], NEVER)
    for k in range(begun, count):
        put(s, s.order[k], NEVER)
    return max(s.leave) < NEVER


def play_round(s: State, now: int, waiting: int) -> int:
    """Let all waiting pairs go that can; how many wait on. `GONE` tells how many tiles went."""
    kept = gone = 0
    for k in range(waiting):
        pair = s.waiting[k]
        if k & 255 == 255:
            pulse()
        if not joined(s, pair):
            s.waiting[kept] = pair
            kept += 1
            continue
        put(s, pair, now)
        for tile in (s.one[pair], s.two[pair]):
            if s.leave[tile] == NEVER:
                s.leave[tile] = now
                s.gone[gone] = tile
                gone += 1
    for k in range(gone):
        remove(s, s.gone[k])
    s.at[GONE] = gone
    return kept


def price(s: State, kind: int) -> None:
    """Find the smallest sum over the tiles of a kind, and the smallest with each of its pairs."""
    count = s.tiles[kind + 1] - s.tiles[kind]
    if count > LARGEST:
        price_by_tile(s, kind)
        return
    fill(s, kind)
    pair = s.pairs[kind]
    everyone = (1 << count) - 1
    s.cost[kind] = 2 * s.fit[everyone]
    for i in range(count):
        for j in range(i + 1, count):
            s.via[pair] = 2 * (s.time[pair] + s.fit[everyone ^ 1 << i ^ 1 << j])
            pair += 1


def fill(s: State, kind: int) -> None:
    """Find the smallest sum of times over the pairs of every even subset of a kind's tiles."""
    count = s.tiles[kind + 1] - s.tiles[kind]
    first = s.pairs[kind]
    for tiles in range(1, 1 << count):
        s.fit[tiles] = HOPELESS
    s.fit[0] = 0
    for k in range(s.plans[count], s.plans[count + 1], 3):
        total = s.fit[s.plan[k + 1]] + s.time[first + s.plan[k + 2]]
        if total < s.fit[s.plan[k]]:
            s.fit[s.plan[k]] = total


def price_by_tile(s: State, kind: int) -> None:
    """The same, roughly: each tile goes with the first of its pairs."""
    total = 0
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        total += s.leave[tile]
    s.cost[kind] = total + total % 2
    for pair in range(s.pairs[kind], s.pairs[kind + 1]):
        rest = total - s.leave[s.one[pair]] - s.leave[s.two[pair]]
        s.via[pair] = 2 * s.time[pair] + rest + rest % 2


def settle(s: State) -> int:
    """Raise times and drop pairs until nothing changes; 0 when that leaves no clearing."""
    while True:
        if not relax(s):
            return 0
        total = 0
        for kind in range(len(s.cost)):
            if s.stale[kind]:
                pulse()
                price(s, kind)
                s.stale[kind] = 0
            total += s.cost[kind]
        s.at[BOUND] = total
        if total > s.at[MOST]:
            return 0
        if not drop_dear(s, min(s.at[MOST] - total, NEVER)) and not drop_rivals(s):
            return 1


def drop_dear(s: State, slack: int) -> bool:
    """Drop pairs that would cost more than is allowed; whether there were any."""
    dropped = False
    for pair in range(len(s.time)):
        if pair & OFTEN == OFTEN:
            pulse()
        if s.time[pair] < NEVER and s.via[pair] - s.cost[s.kind[pair]] > slack:
            put(s, pair, NEVER)
            dropped = True
    return dropped


def drop_rivals(s: State) -> bool:
    """Where only one pair of a tile is left, drop all others of its mate; whether there were any.

    For smaller kinds the exact costs have seen to that.
    """
    top = s.at[TRAIL]
    for kind in range(len(s.cost)):
        if s.tiles[kind + 1] - s.tiles[kind] > LARGEST:
            for tile in range(s.tiles[kind], s.tiles[kind + 1]):
                pulse()
                only = only_pair(s, kind, tile)
                if only >= 0:
                    take(s, only)
    return s.at[TRAIL] > top


def only_pair(s: State, kind: int, tile: int) -> int:
    """The pair of a tile that has no other left; else -1."""
    only = -1
    for other in range(s.tiles[kind], s.tiles[kind + 1]):
        if other != tile:
            pair = pair_of(s, kind, tile, other)
            if s.time[pair] < NEVER:
                if only >= 0:
                    return -1
                only = pair
    return only
