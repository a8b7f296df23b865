"""The propagation kernel of Shisen-Sho: lower bounds on the rounds of all pairs, and on their sum.

The state allows some of the pairs of each kind. Rounds are played with all allowed pairs at once: a
pair gets the first round in which it has a free path, and a tile goes with the first of its pairs.
This relaxation ignores that a tile goes only once, as the delete relaxation of planning does (Bonet
and Geffner, Planning as Heuristic Search, 2001). So the `time` of a pair is a lower bound on its
round in every clearing by allowed pairs; where each tile has one pair left, it is that round.

The sum of rounds is bounded by a pairing of least cost for each kind, by dynamic programming over
subsets of its tiles, as Held and Karp (1962) find tours. Pairs that no pairing within the largest
sum allowed can contain are dropped. Runs in plain Python and compiled.
"""

from __future__ import annotations

from quebra.engine.kernels import check_budget
from quebra.families.shisen.solve.lines import crossings
from quebra.families.shisen.solve.state import (
    BOUND,
    CAP,
    CHECKED,
    GONE,
    LARGEST,
    LEVEL,
    LEVELS,
    MOST,
    NEVER,
    TRAIL,
    UNREACHABLE,
    ShisenState,
)


def boxed_in(s: ShisenState, r: int, c: int) -> bool:
    """Whether a cell has tiles on all four sides."""
    return s.rows[r] >> (c - 1) & 5 == 5 and s.cols[c] >> (r - 1) & 5 == 5


def joined(s: ShisenState, pair: int) -> bool:
    """Whether a pair has a free path in the current round."""
    a, b = s.one[pair], s.two[pair]
    r, c, to_r, to_c = s.row[a], s.col[a], s.row[b], s.col[b]
    if boxed_in(s, r, c) or boxed_in(s, to_r, to_c):
        return abs(r - to_r) + abs(c - to_c) == 1
    across = crossings(s.rows, r, c, to_r, to_c, s.width)
    return across != 0 or crossings(s.cols, c, r, to_c, to_r, s.height) != 0


def raise_time(s: ShisenState, pair: int, time: int) -> None:
    """Raise the time of a pair, with its former time on the trail once a level."""
    if s.time[pair] == time:
        return
    if s.stamp[pair] != s.at[LEVEL]:
        s.stamp[pair] = s.at[LEVEL]
        top = s.at[TRAIL]
        s.trail_pair[top], s.trail_time[top] = pair, s.time[pair]
        s.at[TRAIL] = top + 1
    s.time[pair] = time
    s.stale[s.kind[pair]] = 1


def undo(s: ShisenState, top: int) -> int:
    """Undo all changes after the trail had the length `top`."""
    while s.at[TRAIL] > top:
        s.at[TRAIL] -= 1
        pair = s.trail_pair[s.at[TRAIL]]
        s.time[pair] = s.trail_time[s.at[TRAIL]]
        s.stale[s.kind[pair]] = 1
    next_level(s)
    return 0


def next_level(s: ShisenState) -> int:
    """Begin a level, whose changes go on the trail; returns the length of the trail."""
    s.at[LEVELS] += 1
    s.at[LEVEL] = s.at[LEVELS]
    return s.at[TRAIL]


def pair_of(s: ShisenState, kind: int, one: int, two: int) -> int:
    """The pair of two tiles of a kind."""
    first = s.tiles[kind]
    count = s.tiles[kind + 1] - first
    i, j = min(one, two) - first, max(one, two) - first
    return s.pairs[kind] + i * (2 * count - i - 1) // 2 + j - i - 1


def fix_pair(s: ShisenState, pair: int) -> None:
    """Forbid all other pairs of both tiles of a pair."""
    kind = s.kind[pair]
    for tile in (s.one[pair], s.two[pair]):
        for other in range(s.tiles[kind], s.tiles[kind + 1]):
            if other != tile:
                rival = pair_of(s, kind, tile, other)
                if rival != pair:
                    raise_time(s, rival, NEVER)


def sort_by_time(s: ShisenState) -> int:
    """Sort the allowed pairs by time into `order`; returns their number."""
    heads = s.heads
    for time in range(len(heads)):
        heads[time] = 0
    for pair in range(len(s.time)):
        if pair & CHECKED == CHECKED:
            check_budget()
        if s.time[pair] < NEVER:
            heads[s.time[pair] + 1] += 1
    for time in range(1, len(heads)):
        heads[time] += heads[time - 1]
    count = heads[len(heads) - 1]
    for pair in range(len(s.time)):
        time = s.time[pair]
        if pair & CHECKED == CHECKED:
            check_budget()
        if time < NEVER:
            s.order[heads[time]] = pair
            heads[time] += 1
    return count


def place_all_tiles(s: ShisenState) -> None:
    """Put all tiles back on the board."""
    for r in range(s.height):
        s.rows[r] = s.full_rows[r]
    for c in range(s.width):
        s.cols[c] = s.full_cols[c]


def remove_tile(s: ShisenState, tile: int) -> None:
    """Remove a tile from the board."""
    r, c = s.row[tile], s.col[tile]
    s.rows[r] &= ~(1 << c)
    s.cols[c] &= ~(1 << r)


def play_relaxed(s: ShisenState) -> bool:
    """Play rounds with all allowed pairs and raise their times; False if a tile cannot go."""
    place_all_tiles(s)
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
        raise_time(s, s.waiting[k], NEVER)
    for k in range(begun, count):
        raise_time(s, s.order[k], NEVER)
    return max(s.leave) < NEVER


def play_round(s: ShisenState, now: int, waiting: int) -> int:
    """Remove all waiting pairs with a free path; returns how many still wait.

    `at[GONE]` becomes the number of tiles that went.
    """
    kept = gone = 0
    for k in range(waiting):
        pair = s.waiting[k]
        if k & 255 == 255:
            check_budget()
        if not joined(s, pair):
            s.waiting[kept] = pair
            kept += 1
            continue
        raise_time(s, pair, now)
        for tile in (s.one[pair], s.two[pair]):
            if s.leave[tile] == NEVER:
                s.leave[tile] = now
                s.gone[gone] = tile
                gone += 1
    for k in range(gone):
        remove_tile(s, s.gone[k])
    s.at[GONE] = gone
    return kept


def find_cost(s: ShisenState, kind: int) -> None:
    """Find the smallest sum over the tiles of a kind, and the smallest with each of its pairs."""
    count = s.tiles[kind + 1] - s.tiles[kind]
    if count > LARGEST:
        bound_cost_by_tile(s, kind)
        return
    match_subsets(s, kind)
    pair = s.pairs[kind]
    everyone = (1 << count) - 1
    s.cost[kind] = 2 * s.fit[everyone]
    for i in range(count):
        for j in range(i + 1, count):
            s.via[pair] = 2 * (s.time[pair] + s.fit[everyone ^ 1 << i ^ 1 << j])
            pair += 1


def match_subsets(s: ShisenState, kind: int) -> None:
    """Find the smallest sum of times over pairings of every even subset of a kind's tiles."""
    count = s.tiles[kind + 1] - s.tiles[kind]
    first = s.pairs[kind]
    for tiles in range(1, 1 << count):
        s.fit[tiles] = UNREACHABLE
    s.fit[0] = 0
    for k in range(s.plan[count], s.plan[count + 1]):
        total = s.fit[s.plan_rest[k]] + s.time[first + s.plan_pair[k]]
        if total < s.fit[s.plan_subset[k]]:
            s.fit[s.plan_subset[k]] = total


def bound_cost_by_tile(s: ShisenState, kind: int) -> None:
    """Bound the sums of a large kind from below: each tile goes with the first of its pairs."""
    total = 0
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        total += s.leave[tile]
    s.cost[kind] = total + total % 2
    for pair in range(s.pairs[kind], s.pairs[kind + 1]):
        rest = total - s.leave[s.one[pair]] - s.leave[s.two[pair]]
        s.via[pair] = 2 * s.time[pair] + rest + rest % 2


def propagate(s: ShisenState) -> int:
    """Raise times and drop pairs until nothing changes; 0 if there is no clearing."""
    while True:
        if not play_relaxed(s):
            return 0
        total = 0
        for kind in range(len(s.cost)):
            if s.stale[kind]:
                check_budget()
                find_cost(s, kind)
                s.stale[kind] = 0
            total += s.cost[kind]
        s.at[BOUND] = total
        if total > s.at[MOST]:
            return 0
        if not drop_costly(s, min(s.at[MOST] - total, NEVER)) and not drop_rivals(s):
            return 1


def drop_costly(s: ShisenState, slack: int) -> bool:
    """Drop pairs that raise the sum by more than `slack`; whether there were any."""
    dropped = False
    for pair in range(len(s.time)):
        if pair & CHECKED == CHECKED:
            check_budget()
        if s.time[pair] < NEVER and s.via[pair] - s.cost[s.kind[pair]] > slack:
            raise_time(s, pair, NEVER)
            dropped = True
    return dropped


def drop_rivals(s: ShisenState) -> bool:
    """Where a tile has one pair left, drop all others of its mate; whether there were any.

    Small kinds do not need this: their costs are exact.
    """
    top = s.at[TRAIL]
    for kind in range(len(s.cost)):
        if s.tiles[kind + 1] - s.tiles[kind] > LARGEST:
            for tile in range(s.tiles[kind], s.tiles[kind + 1]):
                check_budget()
                only = only_pair(s, kind, tile)
                if only >= 0:
                    fix_pair(s, only)
    return s.at[TRAIL] > top


def only_pair(s: ShisenState, kind: int, tile: int) -> int:
    """The pair of a tile that has no other, else -1."""
    only = -1
    for other in range(s.tiles[kind], s.tiles[kind + 1]):
        if other != tile:
            pair = pair_of(s, kind, tile, other)
            if s.time[pair] < NEVER:
                if only >= 0:
                    return -1
                only = pair
    return only
