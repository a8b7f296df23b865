"""A motif for each colour: two halves on both sides of a seam make one figure.

Coordinates of a half are along the seam and away from it. The other piece at the seam draws the
same half turned by 180 degrees, so that outlines that end on the seam join.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import cos, hypot, pi, sin

from quebra.render import Colour, Point, Polygon

Half = tuple[Point, ...]

KINDS = (4, 5, 2, 0, 1, 6, 3)
"""The order of palette colours, in which neighbours differ in hue and brightness."""
YELLOW = "kind-3"
"""The colour on which pale motifs are not visible."""
STEPS = 12


def ground(number: int) -> Colour:
    """The background colour of a motif."""
    return f"kind-{KINDS[number % len(KINDS)]}"


def half_motif(number: int, start: Point, end: Point, centre: Point) -> Iterator[Polygon]:
    """Half of a motif on the side from `start` to `end` of a piece with this centre.

    The first motifs are solid, the next have a hole, the last a core.
    """
    style, motif = divmod(number % (3 * len(MOTIFS)), len(MOTIFS))
    onto = _frame(start, end, centre)
    yield _figure(MOTIFS[motif], onto, "kind-4" if ground(number) == YELLOW else "paper")
    if style > 0:
        inner = _small(MOTIFS[motif] if style == 1 else _DISC, 0.5 if style == 1 else 0.3)
        yield _figure(inner, onto, ground(number) if style == 1 else "ink")


def _figure(points: Half, onto: Callable[[Point], Point], colour: Colour) -> Polygon:
    return Polygon(tuple(map(onto, points)), colour)


def _small(points: Half, size: float) -> Half:
    return tuple((size * u, size * v) for u, v in points)


def _frame(start: Point, end: Point, centre: Point) -> Callable[[Point], Point]:
    """Maps coordinates along and away from a seam to the drawing."""
    seam = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    length = hypot(end[0] - start[0], end[1] - start[1])
    depth = hypot(centre[0] - seam[0], centre[1] - seam[1])
    size = min(length, 2 * depth)
    along = (end[0] - start[0]) / length * size, (end[1] - start[1]) / length * size
    inward = (centre[0] - seam[0]) / depth * size, (centre[1] - seam[1]) / depth * size

    def onto(point: Point) -> Point:
        u, v = point
        return seam[0] + along[0] * u + inward[0] * v, seam[1] + along[1] * u + inward[1] * v

    return onto


def _arc(radius: float, centre: float = 0, turn: float = pi) -> Half:
    angles = (turn * i / STEPS for i in range(STEPS + 1))
    return tuple((centre + radius * cos(t), radius * sin(t)) for t in angles)


def _polar(radius: Callable[[float], float], steps: int = 3 * STEPS) -> Half:
    angles = (pi * i / steps for i in range(steps + 1))
    return tuple((radius(t) * cos(t), radius(t) * sin(t)) for t in angles)


def _both(*right: Point) -> Half:
    """A symmetric half, from its right outline."""
    return (*right, *((-u, v) for u, v in reversed(right)))


_DISC = _arc(0.21)
_STAR = _polar(lambda t: 0.29 if round(t * 6 / pi) % 2 == 0 else 0.13, 6)
MOTIFS: tuple[Half, ...] = (
    _DISC,
    _both((0.19, 0), (0.19, 0.19)),
    _STAR,
    ((0.3, 0), *_arc(0.15, 0.15), (0.0, 0.0)),
    _both((0.28, 0), (0, 0.26)),
    _both((0.22, 0), (0.22, 0.24), (0.08, 0.24), (0.08, 0)),
    _both((0.28, 0), (0.28, 0.08), (0.08, 0.08), (0.08, 0.27)),
    _polar(lambda t: 0.13 + 0.13 * abs(cos(2 * t))),
    _both((0.32, 0), (0.32, 0.085)),
    _both((0, 0), (0.21, 0.22)),
    tuple(chain(_arc(0.25), reversed(_arc(0.15)))),
    ((0.3, 0), (0.2, 0.2), (0.1, 0), (0, 0.2), (-0.1, 0), (-0.2, 0.2), (-0.3, 0)),
    (*_arc(0.12, 0.15), *_arc(0.12, -0.15)),
)
