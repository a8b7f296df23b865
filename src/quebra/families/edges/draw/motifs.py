"""A motif for each colour: two halves on both sides of a seam make one figure.

Coordinates of a half are along the seam and away from it. The other piece at the seam draws the
same half turned by 180 degrees. Every half is symmetric about the middle of the seam, so the other
half is its mirror image, and the whole figure is symmetric about the seam.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import cos, hypot, pi, sin

from quebra.render import Colour, Point, Polygon

Half = tuple[Point, ...]

KINDS = (4, 5, 2, 0, 1, 6, 3)
"""The order of palette colours, in which neighbours differ in hue and brightness."""
YELLOW = "kind-3"
"""The colour on which pale motifs are not visible."""
STEPS = 12
OVERLAP = 0.006
"""How far a half reaches over the seam, so that no thin line divides the figure."""


@dataclass(frozen=True)
class Motif:
    """The outline of a half, and a small part in its middle, which is cut out or added.

    Without a part of its own, a smaller copy of the outline is cut out.
    """

    outline: Half
    middle: Half = ()
    added: bool = False


def ground(number: int) -> Colour:
    """The background colour of a motif."""
    return f"kind-{KINDS[number % len(KINDS)]}"


def half_motif(number: int, start: Point, end: Point, centre: Point) -> Iterator[Polygon]:
    """Half of a motif on the side from `start` to `end` of a piece with this centre.

    The first motifs are plain, the next have another middle, the last a dark core.
    """
    style, index = divmod(number % (3 * len(MOTIFS)), len(MOTIFS))
    motif, onto = MOTIFS[index], _frame(start, end, centre)
    colour = "kind-4" if ground(number) == YELLOW else "paper"
    yield _figure(motif.outline, onto, colour)
    if style == 1:
        middle = motif.middle or _small(motif.outline, 0.5)
        yield _figure(middle, onto, colour if motif.added else ground(number))
    elif style == 2:
        yield _figure(CORE, onto, "ink")


def _figure(points: Half, onto: Callable[[Point], Point], colour: Colour) -> Polygon:
    return Polygon(tuple(onto((u, v if v > 1e-9 else -OVERLAP)) for u, v in points), colour)


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


def _pair(half: Half) -> Half:
    """A half on the right, and its mirror image on the left."""
    return (*half, *((-u, v) for u, v in reversed(half)))


CORE = _arc(0.063)
_STAR = _polar(lambda t: 0.29 if round(t * 6 / pi) % 2 == 0 else 0.13, 6)
MOTIFS = (
    Motif(_arc(0.21), _both((0.12, 0), (0, 0.12))),
    Motif(_both((0.19, 0), (0.19, 0.19))),
    Motif(_STAR),
    Motif(_both((0.07, 0), (0.07, 0.1), (0.23, 0.1), (0.23, 0.22)), _both((0.15, 0), (0.15, 0.04))),
    Motif(_both((0.28, 0), (0, 0.26))),
    Motif(
        _both((0.22, 0), (0.22, 0.24), (0.08, 0.24), (0.08, 0)),
        _both((0.04, 0), (0.04, 0.24)),
        True,
    ),
    Motif(_both((0.28, 0), (0.28, 0.08), (0.08, 0.08), (0.08, 0.27))),
    Motif(_polar(lambda t: 0.13 + 0.13 * abs(cos(2 * t)))),
    Motif(_both((0.32, 0), (0.32, 0.085))),
    Motif(_both((0, 0), (0.21, 0.22))),
    Motif(tuple(chain(_arc(0.25), reversed(_arc(0.15)))), _both((0.08, 0), (0.08, 0.08)), True),
    Motif(((0.3, 0), (0.2, 0.2), (0.1, 0), (0, 0.2), (-0.1, 0), (-0.2, 0.2), (-0.3, 0))),
    Motif(_pair(_arc(0.12, 0.15)), _pair(_arc(0.06, 0.15))),
)
"""The motifs that are drawn, in the order of `names.MOTIFS`."""
