"""Draws the board with the placed pieces, and a tray with the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil

from quebra.contract.family import Look
from quebra.families.edges.draw.motifs import half_motif
from quebra.families.edges.draw.places import COLUMNS, Corners, Places, places, template
from quebra.families.edges.draw.tiles import (
    ROWS,
    Style,
    centre_of,
    cross_spot,
    decorate_tile,
    glyph,
    side,
    style_of,
    tile_faces,
)
from quebra.families.edges.model import Edges, Filling, Placed, given_pieces
from quebra.families.edges.names import MAX_MOTIFS, colour_name
from quebra.families.edges.rules import check
from quebra.grid.drawing import figures
from quebra.i18n.text import Plural, Text, Verbatim
from quebra.render import Circle, Colour, Drawing, Label, Lines, Point, Polygon, Shape, rectangle

__all__ = ["draw"]

MAX_KEYS = 40
"""With more colours, there is no key below the board."""
TRAY_TILE = 0.84
GAP = 1
KEY = 0.4
SWATCH = 0.32
CROSS = 0.07
GHOST = 0.5
"""The opacity of a piece that a step places."""

Tile = tuple[Corners, tuple[int, ...], int]
"""The corners of a piece, its colours there, and its number."""
OnBoard = Mapping[int, Placed]
"""The pieces on the board by the number of the cell."""


def draw(puzzle: Edges, answer: Filling | None, look: Look) -> Drawing:
    """The board, the unused pieces in a tray, and a key of the colours.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> done = Filling(cells=(Placed(cell=(0, 0), piece=0), Placed(cell=(0, 1), piece=1)))
    >>> print("\\n".join(draw(puzzle, done, Look()).text().splitlines()[:6]))
    ┏━━━━━┯━━━━━┓
    ┃  0  │  0  ┃
    ┃0   1│1   0┃
    ┃  1  │  2  ┃
    ┃  0  │  0  ┃
    ┗━━━━━┷━━━━━┛
    """
    style = style_of(puzzle, COLUMNS, MAX_MOTIFS)
    board = places(puzzle, style.chars)
    on_board = pieces_on_board(puzzle, answer)
    if look.cover and not on_board:
        return _cover(puzzle, style)
    shapes = [*shapes_of_board(puzzle, board, style, on_board, look)]
    width, height = board.width, float(ceil(board.height - 0.01))
    if look.cover:
        return Drawing(width, height, title_of(puzzle), tuple(shapes), (style.chars, ROWS))
    if len(on_board) < len(board.cells):
        used = {placed.piece for placed in on_board.values()}
        tray = [piece for piece in range(len(puzzle.pieces)) if piece not in used]
        corner, across = _tray_place(style, board, len(tray))
        shapes += tray_shapes(puzzle, style, tray, corner, across)
        width = max(width, corner[0] + min(across, len(tray)))
        height = max(height, corner[1] + ceil(len(tray) / across))
    if len(style.motifs) <= MAX_KEYS:
        wide = 2 if style.chars < 5 else 1
        across = max(1, int(width) // wide)
        for i, colour in enumerate(style.motifs):
            shapes += _key(puzzle, style, colour, (i % across * wide, height + i // across * KEY))
        height += KEY * ceil(len(style.motifs) / across)
    cell, legend = (style.chars, ROWS), legend_of(puzzle, style)
    return Drawing(width, height, title_of(puzzle), tuple(shapes), cell, legend)


def _cover(puzzle: Edges, style: Style) -> Drawing:
    """The pieces alone, for a board that would be empty."""
    count = len(puzzle.pieces)
    across = ceil(count**0.5)
    shapes = tuple(tray_shapes(puzzle, style, [*range(count)], (0, 0), across))
    down = ceil(count / across)
    return Drawing(across, down, title_of(puzzle), shapes, (style.chars, ROWS))


def legend_of(puzzle: Edges, style: Style) -> tuple[Text, ...]:
    """What the labels of colours stand for."""
    if len(style.motifs) > MAX_KEYS:
        return ()
    return tuple(
        Text("{label} {colour}", label=Verbatim(label), colour=colour_name(puzzle, colour))
        for colour, label in style.labels.items()
    )


def _tray_place(style: Style, board: Places, count: int) -> tuple[Point, int]:
    """The corner and the width of the tray: beside the board if a terminal has room for it."""
    right, below = ceil(board.width - 0.01) + GAP, ceil(board.height - 0.01) + GAP
    fitting = (COLUMNS - 1) // (style.chars + 1)
    across = max(right - GAP, ceil(count / (below - GAP)))
    if right + across <= fitting:
        return (right, 0), across
    return (0, below), max(right - GAP, fitting)


def title_of(puzzle: Edges) -> Text:
    """The title of the drawing."""
    colours = Plural("{n:,} colour", "{n:,} colours", n=len(puzzle.motifs))
    return Text("Edge-matching, {size}, {colours}", size=_size_text(puzzle), colours=colours)


def _size_text(puzzle: Edges) -> Text:
    layers, rows, cols = puzzle.layers, puzzle.rows, puzzle.cols
    match puzzle.shape:
        case "square":
            return Text("{rows} x {cols} squares", rows=rows, cols=cols)
        case "hexagon":
            return Text("{rows} x {cols} hexagons", rows=rows, cols=cols)
        case "triangle":
            return Plural("{n} row of triangles", "{n} rows of triangles", n=rows)
        case "cube":
            return Text("{layers} x {rows} x {cols} cubes", layers=layers, rows=rows, cols=cols)
        case "stack":
            return Plural("a stack of {n} cube", "a stack of {n} cubes", n=rows)
        case "free":
            return Plural("{n} cell", "{n} cells", n=len(puzzle.layout.cells))


def pieces_on_board(puzzle: Edges, answer: Filling | None) -> dict[int, Placed]:
    """The pieces of an attempt, or those that hints place, by the number of the cell."""
    if answer is not None:
        check(puzzle, answer)  # refuses what is no cell, piece or turn of the puzzle
        first: dict[int, Placed] = {}
        for placed in answer.cells:
            first.setdefault(puzzle.cell_numbers[placed.cell], placed)
        return first
    return {puzzle.cell_numbers[placed.cell]: placed for placed in given_pieces(puzzle)}


def shapes_of_board(
    puzzle: Edges, board: Places, style: Style, on_board: OnBoard, look: Look
) -> Iterator[Shape]:
    """The cells with their pieces, and the highlighted cells."""
    for i, corners in enumerate(board.cells):
        if i not in on_board:
            yield Polygon(corners, "none", "rule", 1)
            if len(corners) != 4:  # the terminal has no slanted lines to show it by
                yield glyph(style, corners, 0, 1, "·", "rule")
    tiles = [
        (board.cells[i], puzzle.turned(placed.piece, placed.turn), placed.piece)
        for i, placed in on_board.items()
    ]
    yield from _tiles(style, tiles)
    yield from _ghosts(puzzle, board, style, on_board, look)
    yield from _rim(puzzle, board)
    for hint in puzzle.hints:
        cell = puzzle.cell_numbers[hint.cell]
        if cell not in on_board:
            yield Label(centre_of(board.cells[cell]), str(hint.piece + 1), "soft", 0.3)
    for marked, colour, sign in ((look.where, "hint", "?"), (look.broken, "bad", "!")):
        for place in dict.fromkeys(marked):
            if place in puzzle.cell_numbers:
                corners = board.cells[puzzle.cell_numbers[place]]
                yield from _mark(style, corners, colour, sign)
    yield from _crosses(puzzle, board, style, on_board)
    yield from figures(look.step)


def _ghosts(
    puzzle: Edges, board: Places, style: Style, on_board: OnBoard, look: Look
) -> Iterator[Shape]:
    """The pieces that a step places, half transparent, in cells that are still empty."""
    for change in look.step.changes if look.step else ():
        cell = puzzle.cell_numbers[change.where]
        if change.action == "place" and cell not in on_board:
            placed = change.value
            colours = puzzle.turned(placed.piece, placed.turn)
            for shape in _tiles(style, [(board.cells[cell], colours, placed.piece)]):
                yield replace(shape, opacity=GHOST) if isinstance(shape, Polygon) else shape


def _tiles(style: Style, tiles: list[Tile]) -> Iterator[Shape]:
    """The pieces, with their motifs on top of all seams."""
    for corners, colours, _ in tiles:
        yield from tile_faces(style, corners, colours)
    for corners, colours, piece in tiles:
        yield from decorate_tile(style, corners, colours, piece)


def _rim(puzzle: Edges, board: Places) -> Iterator[Shape]:
    """The frame, or a line around a board without a frame."""
    if not board.joined:
        return
    segments = tuple(
        side(board.cells[cell], k) for cell, k in puzzle.layout.rim if k < len(board.cells[cell])
    )
    if segments:
        framed = puzzle.frame is not None
        yield Lines(segments, "soft" if framed else "ink", 4 if framed else 2)


def _crosses(puzzle: Edges, board: Places, style: Style, on_board: OnBoard) -> Iterator[Shape]:
    """A small cross on each seam that does not match."""
    colours = {i: puzzle.turned(placed.piece, placed.turn) for i, placed in on_board.items()}
    for a, k, b, other in puzzle.layout.seams:
        if a in colours and b in colours and colours[a][k] != colours[b][other]:
            ends = ((a, k),) if board.joined and k < len(board.cells[a]) else ((a, k), (b, other))
            for cell, edge in ends:
                yield from _cross(style, board.cells[cell], edge)


def _cross(style: Style, corners: Corners, edge: int) -> Iterator[Shape]:
    x, y = centre_of(corners)
    if edge < len(corners):
        (x0, y0), (x1, y1) = side(corners, edge)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
    yield Circle((x, y), 1.7 * CROSS, "paper", "bad", 1.2)
    for slope in (1, -1):
        bar = ((-1, -0.7), (-0.7, -1), (1, 0.7), (0.7, 1))
        yield Polygon(tuple((x + CROSS * u, y + slope * CROSS * v) for u, v in bar), "bad")
    yield glyph(style, corners, *cross_spot(corners, edge), "×", "bad")


def _mark(style: Style, corners: Corners, colour: Colour, sign: str) -> Iterator[Shape]:
    """A ring within a cell and a small sign, so that colour is not the only mark."""
    x, y = centre_of(corners)
    ring = tuple((x + 0.9 * (u - x), y + 0.9 * (v - y)) for u, v in corners)
    yield Polygon(ring, "none", "paper", 4.5)
    yield Polygon(ring, "none", colour, 2.5)
    badge = x + 0.55 * (corners[0][0] - x), y + 0.55 * (corners[0][1] - y)
    yield Circle(badge, 0.12, "paper", colour, 1.2)
    yield Label(badge, sign, colour, 0.2, bold=True)


def tray_shapes(
    puzzle: Edges, style: Style, tray: list[int], corner: Point, across: int
) -> Iterator[Shape]:
    """The unused pieces in rows."""
    plain = template(4 if puzzle.shape in ("cube", "stack") else puzzle.layout.sides)
    wide, high = max(x for x, _ in plain), max(y for _, y in plain)
    size = TRAY_TILE / max(wide, high)
    tiles = []
    for i, piece in enumerate(tray):
        left = corner[0] + i % across + (1 - size * wide) / 2
        top = corner[1] + i // across + (1 - size * high) / 2
        corners = tuple((left + size * x, top + size * y) for x, y in plain)
        tiles.append((corners, puzzle.pieces[piece], piece))
    yield from _tiles(style, tiles)


def _key(puzzle: Edges, style: Style, colour: int, at: Point) -> Iterator[Shape]:
    """The sample of a colour with its number of edges."""
    x, y = at[0], at[1] + KEY - SWATCH
    centre, left, right = x + SWATCH / 2, (x, y + SWATCH / 2), (x + SWATCH, y + SWATCH / 2)
    yield rectangle(x, y, SWATCH, SWATCH, fill=style.fill(colour))
    if not style.plain:
        yield from half_motif(style.motifs[colour], left, right, (centre, y))
        yield from half_motif(style.motifs[colour], right, left, (centre, y + SWATCH))
    text = f"{style.labels[colour]}×{sum(piece.count(colour) for piece in puzzle.pieces)}"
    yield Label((x + 0.66, y + SWATCH / 2), text, "soft", 0.18, room=2)
