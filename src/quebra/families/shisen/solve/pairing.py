"""The local search kernels of Shisen-Sho: the exact value of a pairing, and exchanges of mates.

Two pairs of a kind exchange their tiles (2-opt). `exchange_within_kind` climbs, and
`exchange_at_random` also accepts exchanges that are worse by no more than a threshold (Dueck and
Scheuer, Threshold Accepting, 1990). `anneal` draws the threshold for each exchange, which is
simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983). Run in plain Python and compiled.
"""

from __future__ import annotations

from quebra.engine.kernels import check_budget, draw_below
from quebra.families.shisen.solve.kernel import (
    joined,
    match_subsets,
    pair_of,
    place_all_tiles,
    remove_tile,
)
from quebra.families.shisen.solve.state import (
    BEST,
    LARGEST,
    NEVER,
    RANDOM,
    VALUE,
    WEIGHT,
    ShisenState,
)

ROUND = 1 << 32
"""Weight of a round where the fewest are sought: more than any sum."""
STUCK = 1 << 47
"""Value of a tile that cannot go: more than any number of rounds."""
UNLIMITED = 1 << 62
CHANCES = 1 << 20
"""The denominator of the probabilities of `anneal`."""


def join(s: ShisenState, pair: int) -> None:
    """Put a pair into the current pairing."""
    s.mate[s.one[pair]] = pair
    s.mate[s.two[pair]] = pair


def pick_pairing(s: ShisenState) -> int:
    """Make a cheapest pairing of each kind, by its times, the current one; 0 if none is found."""
    for kind in range(len(s.cost)):
        if s.tiles[kind + 1] - s.tiles[kind] > LARGEST:
            if not pick_greedily(s, kind):
                return 0
        else:
            pick_cheapest(s, kind)
    return 1


def pick_cheapest(s: ShisenState, kind: int) -> None:
    """Make a pairing of least cost of a kind the current one."""
    match_subsets(s, kind)
    first = s.tiles[kind]
    count = s.tiles[kind + 1] - first
    left = (1 << count) - 1
    for i in range(count):
        if left >> i & 1:
            for j in range(i + 1, count):
                pair = pair_of(s, kind, first + i, first + j)
                rest = left ^ 1 << i ^ 1 << j
                if left >> j & 1 and s.fit[rest] + s.time[pair] == s.fit[left]:
                    join(s, pair)
                    left = rest
                    break


def pick_greedily(s: ShisenState, kind: int) -> bool:
    """Choose pairs greedily by time, and repair where a tile is left over; False if that fails."""
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        s.mate[tile] = -1
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        if s.mate[tile] < 0:
            check_budget()
            best = -1
            for other in range(tile + 1, s.tiles[kind + 1]):
                if s.mate[other] < 0:
                    pair = pair_of(s, kind, tile, other)
                    if s.time[pair] < NEVER and (best < 0 or s.time[pair] < s.time[best]):
                        best = pair
            if best >= 0:
                join(s, best)
            elif not insert_tile(s, kind, tile):
                return False
    return True


def insert_tile(s: ShisenState, kind: int, tile: int) -> bool:
    """Break a pair up and join its tiles with this tile and another that is left over."""
    for alone in range(tile + 1, s.tiles[kind + 1]):
        if s.mate[alone] < 0:
            for other in range(s.tiles[kind], s.tiles[kind + 1]):
                if s.mate[other] >= 0:
                    pair = s.mate[other]
                    far = s.one[pair] + s.two[pair] - other
                    first_pair = pair_of(s, kind, tile, other)
                    second_pair = pair_of(s, kind, alone, far)
                    if s.time[first_pair] < NEVER and s.time[second_pair] < NEVER:
                        join(s, first_pair)
                        join(s, second_pair)
                        return True
    return False


def evaluate(s: ShisenState, limit: int) -> int:
    """The value of the current pairing, or `limit + 1` where it is larger than the limit.

    The value is the sum of rounds, plus the weight of each round and of each tile that cannot go.
    """
    place_all_tiles(s)
    waiting = 0
    for tile in range(len(s.mate)):
        pair = s.mate[tile]
        if s.one[pair] == tile:
            s.waiting[waiting] = pair
            waiting += 1
    now = total = 0
    while waiting:
        kept = gone = 0
        for k in range(waiting):
            if k & 255 == 255:
                check_budget()
            pair = s.waiting[k]
            if joined(s, pair):
                s.gone[gone] = pair
                gone += 1
            else:
                s.waiting[kept] = pair
                kept += 1
        if gone == 0:
            break
        for k in range(gone):
            remove_tile(s, s.one[s.gone[k]])
            remove_tile(s, s.two[s.gone[k]])
        waiting = kept
        total += 2 * gone * now
        now += 1
        if total + 2 * waiting * now + (now + (waiting > 0)) * s.at[WEIGHT] > limit:
            return limit + 1
    return total + now * s.at[WEIGHT] + 2 * waiting * STUCK


def exchange_within_kind(s: ShisenState, kind: int) -> int:
    """Try all exchanges between two pairs of a kind and keep better ones; whether any was."""
    better = 0
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        for other in range(tile + 1, s.tiles[kind + 1]):
            for crossed in range(2):
                value = s.at[VALUE]
                if exchange(s, kind, tile, other, crossed, value - 1):
                    better = 1
    return better


def exchange_at_random(s: ShisenState, steps: int, slack: int) -> int:
    """Try random exchanges, and keep those that raise the value by no more than `slack`.

    Stops with 1 at a pairing that is better than all before it.
    """
    for _ in range(steps):
        if exchange_two(s, slack):
            return 1
    return 0


def anneal(s: ShisenState, steps: int, chance: int) -> int:
    """Try random exchanges, and keep those that raise the value by no more than a random number.

    That is 2 n with the n-th power of a probability, `chance` of `CHANCES`. Stops at a pairing that
    is better than all before it; returns how many exchanges are left.
    """
    while steps > 0:
        check_budget()
        steps -= 1
        slack = 0
        while draw_below(s.at, RANDOM, CHANCES) < chance:
            slack += 2
        if exchange_two(s, slack):
            break
    return steps


def exchange_two(s: ShisenState, slack: int) -> bool:
    """Try an exchange, kept if it raises the value by no more than `slack`; whether it is best."""
    kind = draw_below(s.at, RANDOM, len(s.cost))
    first = s.tiles[kind]
    count = s.tiles[kind + 1] - first
    tile = s.one[s.mate[first + draw_below(s.at, RANDOM, count)]]
    other = s.one[s.mate[first + draw_below(s.at, RANDOM, count)]]
    kept = exchange(s, kind, tile, other, draw_below(s.at, RANDOM, 2), s.at[VALUE] + slack)
    if kept and s.at[VALUE] < s.at[BEST]:
        s.at[BEST] = s.at[VALUE]
        return True
    return False


def exchange(s: ShisenState, kind: int, tile: int, other: int, crossed: int, limit: int) -> int:
    """Exchange the mates of two tiles if the value stays within the limit; whether it does."""
    old, rival = s.mate[tile], s.mate[other]
    if old == rival or s.one[old] != tile or s.one[rival] != other:
        return 0
    end, far = s.two[old], s.two[rival]
    if crossed:
        first_pair, second_pair = pair_of(s, kind, tile, far), pair_of(s, kind, end, other)
    else:
        first_pair, second_pair = pair_of(s, kind, tile, other), pair_of(s, kind, end, far)
    if s.time[first_pair] == NEVER or s.time[second_pair] == NEVER:
        return 0
    join(s, first_pair)
    join(s, second_pair)
    value = evaluate(s, limit)
    if value <= limit:
        s.at[VALUE] = value
        return 1
    join(s, old)
    join(s, rival)
    return 0
