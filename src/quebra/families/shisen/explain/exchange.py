"""An exchangeable pair: before two others of its kind could go, the remaining two could as well.

Let a and b be the pair, and c and d the other two of a kind with four tiles left. In a clearing,
look at the first move of the kind. If it is a and b, or c and d, then a and b can go now.
Otherwise it uses a path over no tile of the kind. The tiles on that path have gone before,
together with the mates of those that have only one. If c and d are free when these, a and b are
gone, then take a and b now, play as in the clearing up to that move, and take c and d instead:
the whole kind is gone, and the rest of the clearing goes on. Paths over tiles that cannot go
while the kind stands do not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.results import Technique
from quebra.families.shisen.explain.hint import Hint, tiles
from quebra.families.shisen.explain.sure import leftover
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.i18n.text import Text, sentences

EXCHANGE = Technique(
    Text("exchange"), 7, Text("Before two others of a kind could go, the remaining two could.")
)


def exchange(position: Position) -> Iterator[Hint]:
    """The pairs that are exchangeable."""
    frozen: dict[int, int] = {}
    for pair in position.moves():
        rest = leftover(position, pair)
        if rest is None:
            continue
        group = position.kind_of[pair[0]]
        if group not in frozen:
            frozen[group] = _staying(position, group)
        paths = _first_paths(position, pair, rest, frozen[group])
        if all(_follows(position, pair, rest, path) for path in paths):
            text = Text(
                "Take {kind} at {cells}: before any other two could meet, "
                "the remaining two can go as well.",
                **tiles(position, pair),
            )
            reason = sentences(
                Text("Every path of another pair runs over tiles that must go first."),
                Text("Once they have gone, the remaining two are free."),
            )
            yield Hint(EXCHANGE, (pair,), text, reason, evidence=len(paths))


def _staying(position: Position, group: int) -> int:
    """The tiles that cannot go while all tiles of a kind stand, and these."""
    pairs = (pair for pair in position.pairs(position.standing & ~group))
    return position.stuck(position.standing, pairs)


def _first_paths(position: Position, pair: Pair, rest: Pair, staying: int) -> list[int]:
    """The tiles on each path by which another pair of the kind could be the first to go."""
    others = (sorted((i, j)) for i in pair for j in rest if position.mates[i] >> j & 1)
    return [
        tiles_on
        for i, j in others
        for tiles_on in position.blockers((i, j))
        if not tiles_on & staying
    ]


def _follows(position: Position, pair: Pair, rest: Pair, path: int) -> bool:
    """Whether the rest of the kind is free when the pair and the tiles of a path are gone."""
    gone = path | 1 << pair[0] | 1 << pair[1]
    for tile in bits(path):
        if position.mates[tile].bit_count() == 1:
            gone |= position.mates[tile]
    standing = position.standing & ~gone
    while not position.is_free_among(rest, standing):
        free = next((both for both in _units_of_two(position, standing, rest)), 0)
        if not free:
            return False
        standing &= ~free
    return True


def _units_of_two(position: Position, standing: int, rest: Pair) -> Iterator[int]:
    """The pairs of tiles without another mate that are free when these tiles stand."""
    for tile in bits(standing):
        mate = position.mates[tile].bit_length() - 1
        if position.mates[tile].bit_count() == 1 and tile < mate and tile not in rest:
            both = 1 << tile | 1 << mate
            if both & standing == both and position.is_free_among((tile, mate), standing):
                yield both
