"""Draws a piece: coloured edges, motifs, and its text in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor

from quebra.families.edges.draw.motifs import ground, half_motif
from quebra.families.edges.draw.places import Corners
from quebra.families.edges.model import Edges
from quebra.render import Circle, Colour, Label, Point, Polygon, Shape, rectangle

ROWS = 4
"""Lines of a piece in the terminal: above, left and right, its number, below."""
WIDE = 5
"""Characters across a piece if there is room, so that it looks square."""
BUTTON = 0.13
INSET = 0.97
"""The scale of a coloured edge, so that a thin light line separates it from the next."""
CORE = 0.26


@dataclass(frozen=True)
class Style:
    """The appearance of colours, and the width of pieces in the terminal."""

    motifs: Mapping[int, int]
    """The number of the motif of each colour except the frame's."""
    labels: Mapping[int, str]
    box: int
    """The characters across a piece in the terminal."""
    chars: int
    """The characters across a unit in the terminal."""
    plain: bool
    """Whether motifs are left out, because there are too many pieces."""

    def fill(self, colour: int) -> Colour:
        """The fill of an edge of this colour."""
        return ground(self.motifs[colour]) if colour in self.motifs else "rule"


def centre_of(corners: Corners) -> Point:
    """The mean of the corners of a cell."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def side(corners: Corners, number: int) -> tuple[Point, Point]:
    """The two ends of a side."""
    return corners[number], corners[(number + 1) % len(corners)]


def tile_faces(style: Style, corners: Corners, colours: tuple[int, ...]) -> Iterator[Shape]:
    """The coloured edges of a piece; motifs are drawn after those of all pieces."""
    yield Polygon(corners, "paper", "ink", 1)
    for k, colour in enumerate(colours[: len(corners)]):
        third = (*side(corners, k), centre_of(corners))
        x, y = centre_of(third)
        inset = tuple((x + INSET * (u - x), y + INSET * (v - y)) for u, v in third)
        yield Polygon(inset, style.fill(colour))


def decorate_tile(
    style: Style, corners: Corners, colours: tuple[int, ...], piece: int, *, numbered: bool = True
) -> Iterator[Shape]:
    """The motifs of a piece, its number if it is `numbered`, and its labels in the terminal."""
    centre = centre_of(corners)
    for k, colour in enumerate(colours[: len(corners)]):
        if colour in style.motifs and not style.plain:
            yield from half_motif(style.motifs[colour], *side(corners, k), centre)
    if len(colours) > len(corners):
        yield from _core(style, centre, colours[len(corners) :])
    if numbered:
        yield Circle(centre, BUTTON, "paper")
        name = str(piece + 1)
        yield Label(centre, name, "soft", 0.04 + 0.24 / max(2, len(name)))
    for k, colour in enumerate(colours):
        yield glyph(style, corners, *_spot(corners, k), style.labels[colour], style.fill(colour))


def _core(style: Style, centre: Point, faces: tuple[int, ...]) -> Iterator[Shape]:
    """The front and the back of a cube, as the left and the right half of a small square."""
    x, y = centre
    yield rectangle(x - CORE, y - CORE, 2 * CORE, 2 * CORE, fill="paper", softened=0.02)
    for tile_faces, colour in zip((-1, 1), faces, strict=True):
        near, far = x + tile_faces * 0.01, x + tile_faces * CORE
        corners = ((near, y - CORE), (far, y - CORE), (far, y + CORE), (near, y + CORE))
        yield Polygon(corners, style.fill(colour))
        if colour in style.motifs and not style.plain:
            top, bottom = (far, y - CORE), (far, y + CORE)
            yield from half_motif(style.motifs[colour], top, bottom, centre)


def glyph(
    style: Style, corners: Corners, across: int, row: int, text: str, colour: Colour
) -> Circle:
    """A text for the terminal only: left (-1), centred (0) or right (1) in a row of a piece."""
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    line = floor((top + bottom) / 2)
    begin = (across + 1) * (style.box - len(text)) // 2
    x = (left + right) / 2 + (begin + len(text) // 2 + 0.5 - style.box / 2) / style.chars
    return Circle((x, line + (row + 0.5) / ROWS), 0, colour, glyph=text)


def cross_spot(corners: Corners, k: int) -> tuple[int, int]:
    """The terminal position of the mark of a mismatched edge, away from its label."""
    across, row = _spot(corners, k)
    return (across, 3 - row if row in (1, 2) else row) if across else (1, row)


def _spot(corners: Corners, k: int) -> tuple[int, int]:
    """The terminal position of the label of an edge."""
    if k >= len(corners):
        return (-1, 2) if k == len(corners) else (1, 2)
    (x0, y0), (x1, y1) = side(corners, k)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    right = (x0 + x1 - min(xs) - max(xs)) / (max(xs) - min(xs))
    down = (y0 + y1 - min(ys) - max(ys)) / (max(ys) - min(ys))
    across = 0 if abs(right) < 0.3 else 1 if right > 0 else -1
    if abs(down) > 0.3:
        return across, 3 if down > 0 else 0
    # Of the two middle rows, one has the number and the other the labels beside it.
    hangs = centre_of(corners)[1] < (min(ys) + max(ys)) / 2 - 0.01
    return across, 2 if hangs else 1


def style_of(puzzle: Edges, columns: int, most: int) -> Style:
    """The style of a puzzle; labels are letters if numbers are too wide."""
    colours = sorted({colour for piece in puzzle.pieces for colour in piece})
    labels = {colour: str(colour) for colour in colours}
    widest = max(map(len, labels.values()))
    if puzzle.cols * (2 * widest + 2) >= columns and max(colours) < 26:
        labels = {colour: chr(ord("a") + colour) for colour in colours}
        widest = 1
    number = len(str(len(puzzle.pieces)))
    box = max(2 * widest + 1, number)
    if (2 * puzzle.cols + 1) * (WIDE + 1) < columns:
        box = max(box, WIDE)
    if puzzle.shape in ("cube", "stack"):
        box = max(box, 2 * widest + 2 + number)
    chars = max(box + 2, round((box + 2) * 1.74)) if len(puzzle.pieces[0]) == 3 else box
    return Style(
        motifs=puzzle.motifs,
        labels=labels,
        box=box,
        chars=chars,
        plain=len(puzzle.pieces) > most,
    )
