"""Draws shapes of straight strokes upon a figure, at positions that may be wrong or overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.geometry.edges import Point
from quebra.i18n.text import Plural
from quebra.papers.edge_matching_algebra.moments import Stroke
from quebra.render import KINDS, Drawing, Lines, Outline, Polygon, Shape
from quebra.render import Point as DrawnPoint

SIZE = 8.0
"""The longer side of the figure, in cells."""
MARGIN = 0.4
"""The blank margin around the figure, in cells."""
OPACITY = 0.6
"""Opacity of shapes, so that overlaps are visible."""


def draw_places(
    shapes: Sequence[Sequence[Stroke]], figure: Sequence[Stroke], places: Sequence[Point]
) -> Drawing:
    """The shapes at their places, upon the figure.

    If sides differ in colour, each side is coloured; otherwise each shape has its own colour.

    >>> square = [Stroke(0, 1), Stroke(1, 1 + 1j), Stroke(1 + 1j, 1j), Stroke(1j, 0)]
    >>> draw_places([square], square, [0.25]).title
    '1 shape on a figure'
    """
    view = _View(figure)
    coloured = len({stroke.colour for shape in shapes for stroke in shape}) > 1
    drawn: list[Shape] = [_area(figure, view, 0, "rule", 0.5)]
    for number, (shape, place) in enumerate(zip(shapes, places, strict=True)):
        if coloured:
            drawn += _sides(shape, view, place)
        else:
            drawn.append(_area(shape, view, place, f"kind-{number % len(KINDS)}", OPACITY))
        edges = tuple((view(stroke.start + place), view(stroke.end + place)) for stroke in shape)
        drawn.append(Lines(edges, "paper", 1.5))
    outline = tuple((view(stroke.start), view(stroke.end)) for stroke in figure)
    drawn.append(Lines(outline, "ink", 2))
    title = Plural("{n} shape on a figure", "{n} shapes on a figure", n=len(shapes))
    return Drawing(view.width, view.height, title, tuple(drawn))


class _View:
    """The map from the plane to cells of the drawing, sized for the figure."""

    def __init__(self, figure: Sequence[Stroke]) -> None:
        points = [stroke.start for stroke in figure]
        low = complex(min(p.real for p in points), min(p.imag for p in points))
        size = complex(max(p.real for p in points), max(p.imag for p in points)) - low
        self.scale = SIZE / max(size.real, size.imag)
        self.shift = complex(MARGIN, MARGIN) - self.scale * low
        self.width = self.scale * size.real + 2 * MARGIN
        self.height = self.scale * size.imag + 2 * MARGIN

    def __call__(self, point: Point) -> DrawnPoint:
        moved = self.scale * point + self.shift
        return moved.real, moved.imag


def _area(shape: Sequence[Stroke], view: _View, place: Point, fill: str, opacity: float) -> Outline:
    contours: list[list[DrawnPoint]] = []
    end: Point | None = None
    for stroke in shape:
        if end is None or abs(stroke.start - end) > 1e-9:
            contours.append([])
        contours[-1].append(view(stroke.start + place))
        end = stroke.end
    rings = tuple((first, tuple(rest)) for first, *rest in contours)
    return Outline(rings, fill=fill, opacity=opacity)


def _sides(shape: Sequence[Stroke], view: _View, place: Point) -> Iterator[Polygon]:
    """Each side as a triangle to the middle, in its colour; the first colour is grey."""
    middle = sum((stroke.start for stroke in shape), 0j) / len(shape)
    for stroke in shape:
        corners = tuple(view(p + place) for p in (stroke.start, stroke.end, middle))
        fill = f"kind-{(stroke.colour - 1) % len(KINDS)}" if stroke.colour else "rule"
        yield Polygon(corners, fill, opacity=OPACITY)
