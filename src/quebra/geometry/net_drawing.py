"""Drawings of nets: squares, folds, and flaps with the numbers of what they are glued to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from quebra.geometry.nets import Net, Seam, Spot, Square, seams
from quebra.i18n.text import Text
from quebra.render import Drawing, Inset, Label, Lines, Point, Polygon, Shape

FLAP = 0.22
"""The depth of a flap, in sides of a square; its ends are cut at half a right angle."""
ROOM = FLAP + 0.03
"""The room around the squares for flaps and their outlines."""
NUMBER = 0.15
"""The size of the numbers of seams."""
CUT = 0.8
DASHES = {1: 6, -1: 14}
"""Dashes of a side: few where the sheet is folded backwards, many where it is folded forwards."""
FOLDING = Text(
    "Fold long dashes backwards and short ones forwards. Glue flaps under the sides beside them."
)
NUMBERED_FOLDING = Text(
    "Fold long dashes backwards and short ones forwards. Glue sides with equal numbers together."
)
Painter = Callable[[Square, Spot], Iterator[Shape]]
"""What is drawn in a square at a place of the sheet."""


def drawn_nets(
    nets: Sequence[Net], title: Text, paint: Painter, *, numbered: bool
) -> tuple[Drawing, ...]:
    """A drawing of each net, in sides of a square; flaps make it wider."""
    shapes: list[list[Shape]] = [list(_squares(net, paint)) for net in nets]
    numbers = count(1)
    for seam in seams(tuple(nets)):
        for number, at, side, drawn in _ends(seam):
            shapes[number] += _cut(at, side, flap=drawn)
        if numbered:
            name = str(next(numbers))
            for number, at, side, drawn in _ends(seam):
                middle = _point(at, side, 0.5, FLAP / 2 if drawn else -FLAP / 2)
                shapes[number].append(Label(middle, name, "soft", NUMBER))
    return tuple(_framed(net, title, tuple(found)) for net, found in zip(nets, shapes, strict=True))


def _ends(seam: Seam) -> Iterator[tuple[int, Spot, Spot, bool]]:
    yield (*seam.first, seam.flap)
    yield (*seam.second, False)


def _squares(net: Net, paint: Painter) -> Iterator[Shape]:
    for at, square in net.squares.items():
        yield from paint(square, at)
    for at, side, fold in net.folds():
        a, b = _point(at, side, 0, 0), _point(at, side, 1, 0)
        yield Lines(tuple(_dashes(a, b, DASHES[fold])) if fold else ((a, b),),
                    "ink" if fold else "rule", 0.7)  # fmt: skip


def _dashes(a: Point, b: Point, number: int) -> Iterator[tuple[Point, Point]]:
    """A line in dashes with gaps of the same length, which begin and end with half a gap."""
    for i in range(number):
        start, end = (i + 0.25) / number, (i + 0.75) / number
        yield _between(a, b, start), _between(a, b, end)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _cut(at: Spot, side: Spot, *, flap: bool) -> Iterator[Shape]:
    a, b = _point(at, side, 0, 0), _point(at, side, 1, 0)
    if flap:
        c, d = _point(at, side, 1 - FLAP, FLAP), _point(at, side, FLAP, FLAP)
        yield Polygon((a, b, c, d), fill="paper")
        yield Lines(tuple(_dashes(a, b, DASHES[1])), "ink", 0.7)
        yield Lines(((b, c), (c, d), (d, a)), "ink", CUT)
    else:
        yield Lines(((a, b),), "ink", CUT)


def _point(at: Spot, side: Spot, along: float, out: float) -> Point:
    """A point by its share along a side of a square, and its distance outwards from it."""
    x, y = at[0] + 0.5, at[1] + 0.5
    dx, dy = side
    return (
        x + dx * (0.5 + out) - dy * (along - 0.5),
        y + dy * (0.5 + out) + dx * (along - 0.5),
    )


def _framed(net: Net, title: Text, shapes: tuple[Shape, ...]) -> Drawing:
    """The shapes moved into a drawing with room for flaps."""
    left, top = (min(place) - ROOM for place in zip(*net.squares, strict=True))
    columns, rows = net.size
    width, height = columns + 2 * ROOM, rows + 2 * ROOM
    inner = Drawing(width, height, title, shapes)
    return Drawing(width, height, title, (Inset((-left, -top), inner),))
