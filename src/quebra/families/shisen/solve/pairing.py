"""One pairing at a time: its exact value, and better ones nearby. Runs plain and compiled."""

from __future__ import annotations

from quebra.engine.kernels import pulse
from quebra.families.shisen.solve.kernel import (
    fill,
    joined,
    pair_of,
    remove,
    set_up,
)
from quebra.families.shisen.solve.state import (
    BEST,
    CHANCE,
    LARGEST,
    NEVER,
    VALUE,
    WEIGHT,
    State,
)

ROUND = 1 << 32
"""What a round weighs where the fewest are sought: more than any sum."""
STUCK = 1 << 47
"""What a tile that cannot go adds to the value of a pairing: more than any number of rounds."""
UNLIMITED = 1 << 62


def mate(s: State, pair: int) -> None:
    """Put a pair into the pairing at hand."""
    s.mate[s.one[pair]] = pair
    s.mate[s.two[pair]] = pair


def pick(s: State) -> int:
    """Take the cheapest pairing of each kind by the times at hand; 0 when none is found."""
    for kind in range(len(s.cost)):
        if s.tiles[kind + 1] - s.tiles[kind] > LARGEST:
            if not pick_greedily(s, kind):
                return 0
        else:
            pick_cheapest(s, kind)
    return 1


def pick_cheapest(s: State, kind: int) -> None:
    """Take the pairing of smallest cost."""
    fill(s, kind)
    first = s.tiles[kind]
    count = s.tiles[kind + 1] - first
    left = (1 << count) - 1
    for i in range(count):
        if left >> i & 1:
            for j in range(i + 1, count):
                pair = pair_of(s, kind, first + i, first + j)
                rest = left ^ 1 << i ^ 1 << j
                if left >> j & 1 and s.fit[rest] + s.time[pair] == s.fit[left]:
                    mate(s, pair)
                    left = rest
                    break


def pick_greedily(s: State, kind: int) -> bool:
    """Take the earliest pairs first, and change one of them where that leaves a tile alone."""
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        s.mate[tile] = -1
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        if s.mate[tile] < 0:
            pulse()
            best = -1
            for other in range(tile + 1, s.tiles[kind + 1]):
                if s.mate[other] < 0:
                    pair = pair_of(s, kind, tile, other)
                    if s.time[pair] < NEVER and (best < 0 or s.time[pair] < s.time[best]):
                        best = pair
            if best >= 0:
                mate(s, best)
            elif not squeeze_in(s, kind, tile):
                return False
    return True


def squeeze_in(s: State, kind: int, tile: int) -> bool:
    """Pair a tile and another that is alone with the two tiles of a pair."""
    for alone in range(tile + 1, s.tiles[kind + 1]):
        if s.mate[alone] < 0:
            for other in range(s.tiles[kind], s.tiles[kind + 1]):
                if s.mate[other] >= 0:
                    pair = s.mate[other]
                    far = s.one[pair] + s.two[pair] - other
                    near, away = pair_of(s, kind, tile, other), pair_of(s, kind, alone, far)
                    if s.time[near] < NEVER and s.time[away] < NEVER:
                        mate(s, near)
                        mate(s, away)
                        return True
    return False


def play(s: State, limit: int) -> int:
    """The value of the pairing at hand, or something above the limit where it is above.

    The value is the sum of rounds; rounds and tiles that are left weigh in as well.
    """
    set_up(s)
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
                pulse()
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
            remove(s, s.one[s.gone[k]])
            remove(s, s.two[s.gone[k]])
        waiting = kept
        total += 2 * gone * now
        now += 1
        if total + 2 * waiting * now + (now + (waiting > 0)) * s.at[WEIGHT] > limit:
            return limit + 1
    return total + now * s.at[WEIGHT] + 2 * waiting * STUCK


def improve(s: State, kind: int) -> int:
    """Try each exchange between two pairs of a kind, and keep what is better; whether any was."""
    better = 0
    for tile in range(s.tiles[kind], s.tiles[kind + 1]):
        for other in range(tile + 1, s.tiles[kind + 1]):
            for crossed in range(2):
                value = s.at[VALUE]
                if exchange(s, kind, tile, other, crossed, value - 1):
                    better = 1
    return better


def wander(s: State, steps: int, slack: int) -> int:
    """Try random exchanges, and keep those that worsen the value by no more than the slack.

    Stops at the first pairing that is better than all before it, and then returns 1.
    """
    for _ in range(steps):
        kind = draw(s, len(s.cost))
        first = s.tiles[kind]
        count = s.tiles[kind + 1] - first
        tile = s.one[s.mate[first + draw(s, count)]]
        other = s.one[s.mate[first + draw(s, count)]]
        kept = exchange(s, kind, tile, other, draw(s, 2), s.at[VALUE] + slack)
        if kept and s.at[VALUE] < s.at[BEST]:
            s.at[BEST] = s.at[VALUE]
            return 1
    return 0


def draw(s: State, count: int) -> int:
    """A random number below the count."""
    s.at[CHANCE] = (s.at[CHANCE] * 1103515245 + 12345) & 0x7FFFFFFF
    return (s.at[CHANCE] >> 8) % count


def exchange(s: State, kind: int, tile: int, other: int, crossed: int, limit: int) -> int:
    """Exchange the mates of two tiles if the value keeps the limit; whether it did."""
    old, rival = s.mate[tile], s.mate[other]
    if old == rival or s.one[old] != tile or s.one[rival] != other:
        return 0
    end, far = s.two[old], s.two[rival]
    if crossed:
        near, away = pair_of(s, kind, tile, far), pair_of(s, kind, end, other)
    else:
        near, away = pair_of(s, kind, tile, other), pair_of(s, kind, end, far)
    if s.time[near] == NEVER or s.time[away] == NEVER:
        return 0
    mate(s, near)
    mate(s, away)
    value = play(s, limit)
    if value <= limit:
        s.at[VALUE] = value
        return 1
    mate(s, old)
    mate(s, rival)
    return 0
