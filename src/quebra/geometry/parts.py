"""The parts of a region: each outer contour together with the holes in it."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import signed_area
from quebra.geometry.outline import Contour
from quebra.geometry.region import fineness


def parts(contours: Sequence[Contour]) -> tuple[tuple[Contour, ...], ...]:
    """The contours of a region, part by part: the outer one, then its holes.

    >>> from quebra.geometry.outline import read_outline
    >>> from quebra.geometry.region import region
    >>> ring = region(read_outline("M1 1 H3 V3 H1 Z M9 9 H8 V8 Z M0 0 H4 V4 H0 Z"))
    >>> [[signed_area(contour) for contour in part] for part in parts(ring)]
    [[0.5], [16.0, -4.0]]
    """
    if len(contours) == 1:
        return (tuple(contours),)
    plan = Arrangement([[contour] for contour in contours], fineness(contours))
    within = [
        {number for number, face in enumerate(plan.faces) if i in face.cover}
        for i in range(len(contours))
    ]
    outer = [i for i, contour in enumerate(contours) if signed_area(contour) > 0]
    holes: dict[int, list[Contour]] = {i: [contours[i]] for i in outer}
    for j, contour in enumerate(contours):
        if j not in holes:
            around = [i for i in outer if within[j] < within[i]]
            holes[min(around, key=lambda i: len(within[i]))].append(contour)
    return tuple(tuple(part) for part in holes.values())
