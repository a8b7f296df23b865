"""Cubes in isometric view, lit from above; x runs to the right front, y to the left front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import sqrt

from quebra.i18n.text import Text, as_is
from quebra.render import Colour, Drawing, Inset, Label, Lines, Polygon, Shape
from quebra.render.drawing import Point

Solid = tuple[float, float, float]
"""The least corner of a cube, which may be off the lattice."""
WIDTH, RISE = sqrt(3) / 2, 0.5
"""The extent of a cube's side on the sheet, to the side and down."""
MOST_SORTED = 400
"""Cubes that are put in an exact order; more of them are ordered by depth."""
FACES = {
    "light": ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
    "plain": ((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    "dark": ((0, 1, 0), ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1))),
}
"""The three visible faces by their tone: the direction that they face, and their corners."""

SAMPLES = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
"""Points of a top face that must be seen for a letter to lie on it."""


@dataclass(frozen=True)
class Block:
    """A body to draw: its cubes, its place off the lattice, a colour, and a letter."""

    cells: tuple[tuple[int, int, int], ...]
    colour: str
    letter: str = ""
    at: Solid = (0.0, 0.0, 0.0)
    opacity: float = 1.0


def project(point: Solid) -> Point:
    """The place on the sheet of a point in space."""
    x, y, z = point
    return (x - y) * WIDTH, (x + y) * RISE - z


def view_of(blocks: Sequence[Block]) -> tuple[Shape, ...]:
    """The shapes of bodies, those behind first; letters lie on top of them."""
    cubes = [
        ((x + block.at[0], y + block.at[1], z + block.at[2]), (x, y, z), block)
        for block in blocks
        for x, y, z in block.cells
    ]
    order = _back_to_front([corner for corner, _, _ in cubes])
    shapes: list[Shape] = []
    for number in order:
        corner, cell, block = cubes[number]
        shapes += _cube(corner, cell, block)
    return (*shapes, *_letters(cubes, order))


def box_of(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """The least and the largest coordinates of polygons."""
    points = [point for shape in shapes if isinstance(shape, Polygon) for point in shape.points]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def as_inset(
    shapes: tuple[Shape, ...], at: Point, scale: float = 1.0, legend: tuple[Text, ...] = ()
) -> Inset:
    """Shapes with their upper left corner at a point; a terminal shows only the legend."""
    left, top, right, bottom = box_of(shapes)
    # A terminal draws the part of a drawing from 0 on: nothing of this one.
    hidden = tuple(_moved(shape, -right - 1, -bottom - 1) for shape in shapes)
    drawing = Drawing(0.01, 0.01, as_is(" "), hidden, legend=legend)
    corner = at[0] + (right - left + 1) * scale, at[1] + (bottom - top + 1) * scale
    return Inset(corner, drawing, scale)


def _moved(shape: Shape, dx: float, dy: float) -> Shape:
    match shape:
        case Polygon():
            return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
        case Lines():
            lines = (((a + dx, b + dy), (c + dx, d + dy)) for (a, b), (c, d) in shape.segments)
            return replace(shape, segments=tuple(lines))
        case Label():
            return replace(shape, at=(shape.at[0] + dx, shape.at[1] + dy))
    return shape


def _cube(corner: Solid, cell: tuple[int, int, int], block: Block) -> Iterable[Shape]:
    """The visible faces of a cube; sides between cubes of one body are left out."""
    body = set(block.cells)
    x, y, z = cell
    for tone, ((dx, dy, dz), corners) in FACES.items():
        if (x + dx, y + dy, z + dz) in body:
            continue
        points = tuple(
            project((corner[0] + a, corner[1] + b, corner[2] + c)) for a, b, c in corners
        )
        yield Polygon(points, fill=_tone(block.colour, tone), opacity=block.opacity)
        edges: list[tuple[Point, Point]] = []
        seams: list[tuple[Point, Point]] = []
        for i, (one, other) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
            line = (points[i], points[(i + 1) % 4])
            (seams if _goes_on(body, cell, (dx, dy, dz), one, other) else edges).append(line)
        if edges:
            yield Lines(tuple(edges), _tone(block.colour, "edge"), 1.5)
        if seams:
            yield Lines(tuple(seams), _tone(block.colour, "seam"), 0.5)


def _goes_on(
    body: set[tuple[int, int, int]],
    cell: tuple[int, int, int],
    facing: tuple[int, int, int],
    one: tuple[int, int, int],
    other: tuple[int, int, int],
) -> bool:
    """Whether a face of a body goes on in the same plane beyond one of its sides."""
    beyond = [0, 0, 0]
    for axis in range(3):
        if one[axis] == other[axis] and not facing[axis]:
            beyond[axis] = 1 if one[axis] else -1
    x, y, z = (cell[axis] + beyond[axis] for axis in range(3))
    dx, dy, dz = facing
    return (x, y, z) in body and (x + dx, y + dy, z + dz) not in body


def _tone(colour: Colour, tone: str) -> Colour:
    if colour.startswith("kind-"):
        return colour if tone == "plain" else f"{colour}-{tone}"
    plain = {
        "light": "paper",
        "plain": "rule",
        "dark": "soft",
        "edge": "ink",
        "seam": "soft",
        "text": "ink",
    }
    return plain[tone]


def _letters(
    cubes: list[tuple[Solid, tuple[int, int, int], Block]], order: list[int]
) -> Iterable[Label]:
    """A letter on each body: on the nearest of its top faces that is seen best."""
    best: dict[int, tuple[float, Label]] = {}
    for number in order:
        corner, cell, block = cubes[number]
        if (cell[0], cell[1], cell[2] + 1) in block.cells or not block.letter:
            continue
        seen = sum(
            not any(_hides(cubes[other][0], corner, point) for other in order if other != number)
            for point in SAMPLES
        )
        x, y = project((corner[0] + 0.5, corner[1] + 0.5, corner[2] + 1))
        if seen == len(SAMPLES) and seen + sum(corner) / 1000 > best.get(id(block), (0.0,))[0]:
            label = Label((x, y), block.letter, _tone(block.colour, "text"), 0.5, True, 0)
            best[id(block)] = seen + sum(corner) / 1000, label
    return [label for _, label in best.values()]


def _hides(front: Solid, corner: Solid, point: Point) -> bool:
    """Whether a cube hides a point of another's top face."""
    x, y = project((corner[0] + point[0], corner[1] + point[1], corner[2] + 1))
    a, b = project(front)
    in_front = any(f >= c + 1 - 1e-9 for f, c in zip(front, corner, strict=True))
    u, v = (x - a) / WIDTH, y - b
    return in_front and abs(u) < 1 and abs(u) / 2 - 1 < v < 1 - abs(u) / 2


def _back_to_front(corners: list[Solid]) -> list[int]:
    """Cubes ordered so that none hides one after it.

    A cube comes before another if a plane across an axis divides them and it is on the far side.
    """
    depth = [sum(corner) for corner in corners]
    if len(corners) > MOST_SORTED:
        return sorted(range(len(corners)), key=depth.__getitem__)
    after: list[list[int]] = [[] for _ in corners]
    waits = [0] * len(corners)
    places = [project(corner) for corner in corners]
    for a, one in enumerate(corners):
        for b, other in enumerate(corners):
            if a != b and _overlap(places[a], places[b]) and _is_behind(one, other):
                after[a].append(b)
                waits[b] += 1
    ready = [(depth[i], i) for i, count in enumerate(waits) if not count]
    heapify(ready)
    order: list[int] = []
    while ready:
        _, here = heappop(ready)
        order.append(here)
        for follower in after[here]:
            waits[follower] -= 1
            if not waits[follower]:
                heappush(ready, (depth[follower], follower))
    # Bodies off the lattice may hide one another in a ring; then depth decides.
    left = {*range(len(corners))} - {*order}
    return [*order, *sorted(left, key=depth.__getitem__)]


def _overlap(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 2 * WIDTH - 1e-9 and abs(one[1] - other[1]) < 2 - 1e-9


def _is_behind(one: Solid, other: Solid) -> bool:
    near = 1e-9
    behind = any(a + 1 <= b + near for a, b in zip(one, other, strict=True))
    before = any(b + 1 <= a + near for a, b in zip(one, other, strict=True))
    return behind and not before
