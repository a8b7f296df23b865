"""The probing kernels of Shisen-Sho: what follows from fixing pairs.

`probe_range` is singleton consistency (Debruyne and Bessiere, Some Practicable Filtering
Techniques, 1997): a pair whose fixing leaves no clearing is dropped. `probe_tile` is constructive
disjunction (Van Hentenryck, Saraswat and Deville, Design, Implementation, and Evaluation of the
Constraint Language cc(FD), 1998): what follows from each pair of a tile holds. Run in plain Python
and compiled.
"""

from __future__ import annotations

from quebra.engine.kernels import check_budget
from quebra.families.shisen.solve.kernel import (
    fix_pair,
    next_level,
    propagate,
    raise_time,
    undo,
)
from quebra.families.shisen.solve.state import (
    BOUND,
    LARGEST,
    NEVER,
    TRAIL,
    TRAIL_RESERVE,
    ShisenState,
)


def probe_range(s: ShisenState, first: int, last: int) -> int:
    """Fix each pair of a range on trial, drop impossible ones and raise times; fills `score`.

    Returns the pair before which the trail was full, `last` at the end, or -1 if there is no
    clearing.
    """
    for pair in range(first, last):
        if len(s.trail_pair) - s.at[TRAIL] < TRAIL_RESERVE * len(s.time):
            return pair
        check_budget()
        if s.time[pair] == NEVER or is_settled(s, s.kind[pair]):
            continue
        top = next_level(s)
        fix_pair(s, pair)
        possible = propagate(s)
        time = s.time[pair]
        s.score[pair] = s.at[BOUND]
        undo(s, top)
        if not possible:
            time = NEVER
        if time > s.time[pair]:
            raise_time(s, pair, time)
            if propagate(s) == 0:
                return -1
    return last


def choose(s: ShisenState, pair: int) -> int:
    """Fix a pair on a new level and propagate; 0 if there is no clearing."""
    next_level(s)
    fix_pair(s, pair)
    return propagate(s)


def choose_queued(s: ShisenState, first: int, last: int) -> int:
    """Fix a part of the queue of pairs on a new level; 0 if there is no clearing."""
    next_level(s)
    for k in range(first, last):
        fix_pair(s, s.queue[k])
    return propagate(s)


def forbid(s: ShisenState, pair: int) -> int:
    """Forbid a pair and propagate; 0 if there is no clearing."""
    raise_time(s, pair, NEVER)
    return propagate(s)


def measure_clashes(s: ShisenState) -> int:
    """For each kind that is not settled, compare the rounds of its tiles with its cost.

    Without a clash, the cheapest pairing of each kind has the rounds of the bound. Large kinds
    always clash, because their costs are not exact. Returns how many kinds are not settled.
    """
    open_kinds = 0
    for kind in range(len(s.cost)):
        check_budget()
        s.clash[kind] = -1
        if not is_settled(s, kind):
            open_kinds += 1
            s.clash[kind] = s.cost[kind]
            for tile in range(s.tiles[kind], s.tiles[kind + 1]):
                s.clash[kind] -= s.leave[tile]
            if s.tiles[kind + 1] - s.tiles[kind] > LARGEST:
                s.clash[kind] += 1
    return open_kinds


def probe_tile(s: ShisenState, tile: int) -> int:
    """Fix each pair of a tile on trial, and raise every time to the least of all trials.

    One of the pairs must be right. Returns 0 if there is no clearing.
    """
    for pair in range(len(s.time)):
        s.least[pair] = NEVER
    for pair in range(len(s.time)):
        if s.time[pair] < NEVER and (s.one[pair] == tile or s.two[pair] == tile):
            check_budget()
            top = next_level(s)
            fix_pair(s, pair)
            if propagate(s):
                for other in range(len(s.time)):
                    s.least[other] = min(s.least[other], s.time[other])
            undo(s, top)
    for pair in range(len(s.time)):
        if s.least[pair] > s.time[pair]:
            raise_time(s, pair, s.least[pair])
    return propagate(s)


def is_settled(s: ShisenState, kind: int) -> bool:
    """Whether each tile of a kind has one pair left."""
    allowed = 0
    for pair in range(s.pairs[kind], s.pairs[kind + 1]):
        if s.time[pair] < NEVER:
            allowed += 1
    return 2 * allowed == s.tiles[kind + 1] - s.tiles[kind]
