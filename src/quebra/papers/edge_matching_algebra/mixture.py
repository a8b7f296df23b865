"""Draws a board whose cells hold shares of pieces, and the matrix of these shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from quebra.families.edges.draw.motifs import half_motif
from quebra.families.edges.draw.places import COLUMNS, Corners, places
from quebra.families.edges.draw.tiles import (
    Style,
    centre_of,
    decorate_tile,
    side,
    style_of,
    tile_faces,
)
from quebra.families.edges.model import Edges, Placed
from quebra.i18n.text import Plural
from quebra.render import Circle, Drawing, Label, Lines, Polygon, Shape, rectangle

Parts = Sequence[tuple[Placed, float]]
"""The pieces of a cell with their shares."""

CERTAIN = 0.99
"""A cell with a piece of a larger share shows that piece alone."""
MAX_MOTIFS = 1_500
MATRIX_GAP = 0.5
UNSEEN = 0.01
"""Smaller shares are not drawn."""
FAINT = 0.08
"""The least opacity of an entry of the matrix."""


def draw_mixture(puzzle: Edges, cells: Sequence[Parts]) -> Drawing:
    """The board with colours blended by the parts, and below it a square for each cell and piece.

    A cell that is not certain shows the share of the likeliest piece in percent. The matrix has a
    column for each cell and a row for each piece; equal pieces share a row.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> certain = [[(Placed(cell=(0, 0), piece=0), 1.0)], [(Placed(cell=(0, 1), piece=1), 1.0)]]
    >>> draw_mixture(puzzle, certain).height
    3.5
    """
    style = style_of(puzzle, COLUMNS, MAX_MOTIFS)
    board = places(puzzle, style.chars)
    both = list(zip(board.cells, cells, strict=True))
    shapes: list[Shape] = []
    for layer in (_blended_sides, _labels):
        for corners, parts in both:
            shapes += layer(puzzle, style, corners, parts)
    rim = [side(board.cells[c], k) for c, k in puzzle.layout.rim if k < len(board.cells[c])]
    if board.joined and rim:
        shapes.append(Lines(tuple(rim), "soft" if puzzle.frame is not None else "ink", 2))
    top = ceil(board.height - 0.01) + MATRIX_GAP
    shapes += _matrix(cells, board.width, top)
    title = Plural(
        "Edge-matching, {n} cell with shares of pieces",
        "Edge-matching, {n} cells with shares of pieces",
        n=len(puzzle.layout.cells),
    )
    return Drawing(board.width, top + board.width, title, (*shapes,))


def _blended_sides(puzzle: Edges, style: Style, corners: Corners, parts: Parts) -> Iterator[Shape]:
    """The edges of a cell in the mean of their colours."""
    likeliest, most = _likeliest(parts)
    if most > CERTAIN:
        yield from tile_faces(style, corners, puzzle.turned(likeliest.piece, likeliest.turn))
        return
    yield Polygon(corners, "paper", "ink", 1)
    for k in range(len(corners)):
        below = 0.0
        third = (*side(corners, k), centre_of(corners))
        for colour, part in sorted(_shown(puzzle, parts, k).items(), key=lambda each: -each[1]):
            # The opacity of a layer leaves the layers below it their shares.
            below += part
            if part < UNSEEN * below:
                break
            yield Polygon(third, style.fill(colour), opacity=round(part / below, 2))


def _labels(puzzle: Edges, style: Style, corners: Corners, parts: Parts) -> Iterator[Shape]:
    """The motifs of dominant colours, and the piece or the share of the likeliest one."""
    likeliest, most = _likeliest(parts)
    if most > CERTAIN:
        colours = puzzle.turned(likeliest.piece, likeliest.turn)
        yield from decorate_tile(style, corners, colours, likeliest.piece)
        return
    for k in range(0 if style.plain else len(corners)):
        shown = _shown(puzzle, parts, k)
        colour, part = max(shown.items(), key=lambda each: each[1])
        share = part / sum(shown.values())
        if colour in style.motifs and share > 0.5:
            for shape in half_motif(style.motifs[colour], *side(corners, k), centre_of(corners)):
                yield replace(shape, opacity=round(share, 2))
    yield Circle(centre_of(corners), 0.17, "paper")
    yield Label(centre_of(corners), f"{100 * most:.0f}%", "soft", 0.16)


def _likeliest(parts: Parts) -> tuple[Placed, float]:
    return max(parts, key=lambda part: part[1])


def _shown(puzzle: Edges, parts: Parts, k: int) -> dict[int, float]:
    """The colours on a side with their shares."""
    shown: dict[int, float] = {}
    for placed, part in parts:
        colour = puzzle.turned(placed.piece, placed.turn)[k]
        shown[colour] = shown.get(colour, 0.0) + part
    return shown


def _matrix(cells: Sequence[Parts], width: float, top: float) -> Iterator[Shape]:
    rows = sorted({placed.piece for parts in cells for placed, _ in parts})
    number = {piece: row for row, piece in enumerate(rows)}
    wide, high = width / len(cells), width / len(rows)
    yield rectangle(0, top, width, width, stroke="rule")
    for column, parts in enumerate(cells):
        sums: dict[int, float] = {}
        for placed, part in parts:
            sums[placed.piece] = sums.get(placed.piece, 0.0) + part
        for piece, part in sums.items():
            if part < UNSEEN:
                continue
            at = column * wide, top + number[piece] * high
            opacity = round(max(FAINT, min(1.0, part)), 2)
            yield rectangle(*at, wide, high, fill="ink", opacity=opacity)
