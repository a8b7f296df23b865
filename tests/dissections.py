"""Random figures cut into parts by lines and arcs: assemblies that are right by construction."""

from __future__ import annotations

from math import cos, pi, sin, tau

from quebra.contract.random import Source
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import Arc, chained
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour

Region = tuple[Contour, ...]


def uniform(source: Source, low: float, high: float) -> float:
    """A random number between two others."""
    return low + (high - low) * source.below(1 << 30) / (1 << 30)


def convex_polygon(source: Source) -> Contour:
    """A polygon of three to eight corners on an ellipse."""
    count = 3 + source.below(6)
    angles = [tau * (i + uniform(source, 0.1, 0.9)) / count for i in range(count)]
    wide, high = uniform(source, 2, 4), uniform(source, 2, 4)
    return chained([complex(wide * cos(angle), high * sin(angle)) for angle in angles])


def disc(centre: complex, radius: float) -> Contour:
    """A full circle as a contour."""
    right, left = centre + radius, centre - radius
    return Arc(right, left, centre, pi), Arc(left, right, centre, pi)


def half_plane(source: Source) -> Contour:
    """A huge square with a random side close to the origin, as a half plane."""
    side = Motion(complex(uniform(source, -1, 1), uniform(source, -1, 1)), uniform(source, 0, 360))
    return tuple(line.moved(side) for line in chained([-50, 50, 50 + 50j, -50 + 50j]))


def cutters(source: Source, lines: int, discs: int) -> list[Contour]:
    """Half planes and discs to cut with."""
    found = [half_plane(source) for _ in range(lines)]
    for _ in range(discs):
        centre = complex(uniform(source, -2, 2), uniform(source, -2, 2))
        found.append(disc(centre, uniform(source, 0.6, 2)))
    return found


def dissect(figure: Region, tools: list[Contour], tolerance: float = 1e-9) -> list[Region]:
    """The parts of a figure, one for each set of cutters that cover it."""
    plan = Arrangement([list(figure), *([tool] for tool in tools)], tolerance)
    covers = {frozenset(face.cover) for face in plan.faces if 0 in face.cover}
    parts: list[Region] = []
    for cover in sorted(covers, key=sorted):
        contours = plan.contours(lambda other, cover=cover: frozenset(other) == cover)  # type: ignore[misc]
        parts.append(tuple(contours))
    return parts
