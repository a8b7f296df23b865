"""From looks that fill the figure to pieces in their places."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from quebra.families.edges.model import Filling, Laid
from quebra.families.edges.solve.polygons.search import Lying, Search

DIGITS = 9
"""Places are rounded, for engines do not come to them by the same way."""
ROUGHLY = 10
"""Places that differ by no more than about so many tolerances are one."""

Seen = frozenset[tuple[int, int, int]]


class Answers:
    """Which fillings look the same: there are such only where kinds of pieces share some looks."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self._seen: set[Seen] = set()
        first = [pieces[0] for pieces in search.kinds]
        shared = (sum(piece in look.pieces for piece in first) > 1 for look in search.looks)
        self._compares = any(shared)

    def new(self, laid: Sequence[Lying]) -> Filling | None:
        """The answer; None if it looks like an earlier one."""
        if self._compares:
            step = ROUGHLY * self.search.near
            looks = frozenset(
                (look, round(shift.real / step), round(shift.imag / step))
                for _, look, shift in laid
            )
            if looks in self._seen:
                return None
            self._seen.add(looks)
        pieces = numbered(self.search, laid)
        return Filling(places=tuple(sorted(pieces, key=lambda laid: laid.piece)))


def numbered(search: Search, laid: Sequence[Lying], used: Collection[int] = ()) -> list[Laid]:
    """The pieces that lie so; of those that look the same the first lie farthest up and left."""
    spare = [[piece for piece in pieces if piece not in used] for pieces in search.kinds]
    order = sorted(range(len(laid)), key=lambda i: _place(laid[i])[::-1])
    pieces = {i: spare[laid[i].kind].pop(0) for i in order}
    return [_laid(search, lying, pieces[i]) for i, lying in enumerate(laid)]


def _laid(search: Search, lying: Lying, piece: int) -> Laid:
    turn, shift = next(iter(search.looks[lying.look].pieces[piece].items()))
    return Laid(piece, *_place(lying._replace(shift=lying.shift + shift)), turn)


def _place(lying: Lying) -> tuple[float, float]:
    return round(lying.shift.real, DIGITS) + 0.0, round(lying.shift.imag, DIGITS) + 0.0
