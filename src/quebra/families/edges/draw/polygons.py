"""Polygons with coloured sides: the figure with those that are laid, and a tray with the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quebra.contract.family import Look
from quebra.families.edges.draw.motifs import ground as ground_colour
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import Side, figure_sides, piece_sides, signed_area
from quebra.families.edges.rules import check
from quebra.grid.cells import counted
from quebra.render import Circle, Colour, Drawing, Lines, Outline, Polygon, Shape, Text
from quebra.render import Point as Spot

SIZE = 10.0
"""The longer side of the figure, in cells."""
MARGIN = 0.5
BAND = 0.36
"""How deep the colour of a side goes, at most, in cells."""
SHALLOW = 0.4
"""The same as a share of how deep the piece is."""
TRAY = 0.7
"""How large pieces are in the tray."""
GAP = 0.5


def draw_polygons(puzzle: Edges, answer: Filling | None, look: Look) -> Drawing:
    """The figure, the pieces upon it, and the rest beside it.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> puzzle = Edges(shape="polygon", pieces=((1, 2, 3, 4),), outlines=(square,), figure=square)
    >>> draw_polygons(puzzle, None, Look()).title
    'Edge-matching, 1 polygon, 4 colours'
    """
    places = answer.places if answer else ()
    if answer:
        check(puzzle, answer)  # refuses what is no piece or turn of the puzzle
    rim = figure_sides(puzzle)
    laid = [piece_sides(puzzle, each) for each in places]
    view = _View.around([side.start for sides in (rim, *laid) for side in sides], rim)
    ground = tuple(view(side.start) for side in rim)
    shapes: list[Shape] = [Polygon(ground, "rule", opacity=0.35)]
    paint = _Paint(puzzle)
    for sides in laid:
        shapes += paint.piece(sides, view)
    shapes += _around(rim, view, paint)
    for marked, colour, sign in ((look.hint, "hint", "?"), (look.broken, "bad", "!")):
        for sides in laid:
            if (sides[0].piece,) in marked:
                shapes += _mark(sides, view, colour, sign)
    used = {each.piece for each in places}
    left = [piece for piece in range(len(puzzle.pieces)) if piece not in used]
    tray, width, height = _tray(puzzle, left, view, paint)
    title = f"Edge-matching, {counted(len(puzzle.pieces), 'polygon')}"
    colours = len({colour for piece in puzzle.pieces for colour in piece} - {puzzle.frame})
    return Drawing(
        max(view.width, width),
        max(view.height, height),
        f"{title}, {counted(colours, 'colour')}",
        (*shapes, *tray),
    )


class _View:
    """From the plane of the puzzle to cells of the drawing."""

    def __init__(self, scale: float, shift: complex, width: float, height: float) -> None:
        self.scale, self.shift, self.width, self.height = scale, shift, width, height

    @classmethod
    def around(cls, points: Sequence[complex], rim: Sequence[Side]) -> _View:
        """All points, at the scale at which the figure has its size."""
        low, high = _box(points)
        inner_low, inner_high = _box([side.start for side in rim])
        size = inner_high - inner_low
        scale = SIZE / max(size.real, size.imag)
        extent = scale * (high - low) + complex(2 * MARGIN, 2 * MARGIN)
        return cls(scale, complex(MARGIN, MARGIN) - scale * low, extent.real, extent.imag)

    def __call__(self, point: complex) -> Spot:
        moved = self.scale * point + self.shift
        return moved.real, moved.imag


def _box(points: Sequence[complex]) -> tuple[complex, complex]:
    xs, ys = [p.real for p in points], [p.imag for p in points]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


class _Paint:
    """What the colours of sides look like: that of the frame is grey."""

    def __init__(self, puzzle: Edges) -> None:
        colours = {colour for piece in puzzle.pieces for colour in piece} | {*puzzle.rim}
        inner = sorted(colours - {puzzle.frame})
        self.fills: dict[int | None, Colour] = {c: ground_colour(i) for i, c in enumerate(inner)}

    def fill(self, colour: int | None) -> Colour:
        """The colour of a side."""
        return self.fills.get(colour, "soft")

    def piece(self, sides: Sequence[Side], view: _View) -> Iterator[Shape]:
        """A piece: a band along each side in its colour, with its number, and the piece's."""
        corners = [complex(*view(side.start)) for side in sides]
        first, *rest = (view(side.start) for side in sides)
        yield Outline(((first, (*rest, first)),), "paper", "paper")
        depth = min(BAND, SHALLOW * _depth(corners))
        inner = _inset(corners, depth)
        for i, side in enumerate(sides):
            j = (i + 1) % len(sides)
            band = (corners[i], corners[j], inner[j], inner[i])
            yield Polygon(tuple((p.real, p.imag) for p in band), self.fill(side.colour))
            middle = sum(band) / 4
            at = middle.real, middle.imag
            yield Text(at, str(side.colour), "paper", 0.75 * depth, bold=True)
        ends = pairwise([*corners, corners[0]])
        outline = tuple(((a.real, a.imag), (b.real, b.imag)) for a, b in ends)
        yield Lines(outline, "ink", 1)
        centre = _centre(corners)
        name = str(sides[0].piece + 1)
        yield Text((centre.real, centre.imag), name, "ink", min(0.4, depth))


def _around(rim: Sequence[Side], view: _View, paint: _Paint) -> Iterator[Shape]:
    """The frame, each side in its colour."""
    for side in rim:
        yield Lines(((view(side.start), view(side.end)),), paint.fill(side.colour), 4)


def _inset(corners: Sequence[complex], depth: float) -> list[complex]:
    """Each corner moved inwards, so that the sides move by the depth."""
    found = []
    for before, here, after in zip(
        [corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True
    ):
        first, second = _unit(here - before), _unit(after - here)
        inward = 1j * (first + second)
        reach = max(0.2, abs(first + second) ** 2 / 2)
        found.append(here + depth * inward / reach)
    return found


def _depth(corners: Sequence[complex]) -> float:
    """About how deep a polygon is: twice its area by its length around."""
    around = sum(abs(b - a) for a, b in pairwise([*corners, corners[0]]))
    return 2 * abs(signed_area(corners)) / around if around else 0.0


def _centre(corners: Sequence[complex]) -> complex:
    """The centre of the area; where a polygon is drawn as a point, that point."""
    home = corners[0]
    ends = list(pairwise([corner - home for corner in (*corners, home)]))
    weights = [(a.conjugate() * b).imag for a, b in ends]
    if not sum(weights):
        return home
    moments = sum((a + b) * w for (a, b), w in zip(ends, weights, strict=True))
    return home + moments / (3 * sum(weights))


def _unit(way: complex) -> complex:
    return way / abs(way) if way else 0j


def _mark(sides: Sequence[Side], view: _View, colour: Colour, sign: str) -> Iterator[Shape]:
    """A line around a piece and a small sign, so that colour is not the only mark."""
    ring = tuple((view(side.start), view(side.end)) for side in sides)
    yield Lines(ring, colour, 3)
    x, y = view(_centre([side.start for side in sides]))
    yield Circle((x, y - 0.5), 0.2, "paper", colour, 1.2)
    yield Text((x, y - 0.5), sign, colour, 0.3, bold=True)


def _tray(
    puzzle: Edges, left: Sequence[int], view: _View, paint: _Paint
) -> tuple[list[Shape], float, float]:
    """The pieces that are not laid, in rows beside the figure; and how far they reach."""
    shapes: list[Shape] = []
    x, y, high, wide = view.width + GAP, MARGIN, 0.0, view.width
    most = view.width + GAP + SIZE
    for piece in left:
        sides = piece_sides(puzzle, Laid(piece, 0, 0, puzzle.turns_of(piece)[0]))
        low, top = _box([side.start for side in sides])
        scale = TRAY * view.scale
        size = scale * (top - low)
        if x + size.real > most and x > view.width + GAP:
            x, y, high = view.width + GAP, y + high + GAP, 0.0
        shapes += paint.piece(sides, _View(scale, complex(x, y) - scale * low, 0, 0))
        x, high = x + size.real + GAP, max(high, size.imag)
        wide = max(wide, x)
    return shapes, wide, y + high + MARGIN
