"""The drawing of a board: numbers above and at the left, clues solid, entries outlined."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import ceil, cos, pi, sin, sqrt

from quebra.contract.family import Look
from quebra.contract.results import CellFilling, Place, Step
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.rules import check, reads_both_ways
from quebra.families.symmetry.signs import MARGIN, OUTLINED, SOLID
from quebra.families.symmetry.solve import candidates
from quebra.grid.cells import GridAnswer, cells
from quebra.grid.drawing import (
    candidate_spot,
    figures,
    highlights,
    placed,
    struck_candidates,
    struck_legend,
    walls,
)
from quebra.grid.rules import admit_shape
from quebra.i18n.text import Plural, Text
from quebra.render import Circle, Colour, Drawing, Label, Lines, Point, Polygon, Shape

RADIUS = 0.33
CIRCLE = 3
COLOURS = (0, 1, 2, 4, 5, 6, 3, 0, 1)
"""The colour of each shape; yellow comes late, because it is faint on paper."""


def draw(puzzle: Symmetry, answer: GridAnswer | None, look: Look) -> Drawing:
    """The drawing of a puzzle with its clues, and with an attempt where there is one."""
    rows, cols = puzzle.size
    if answer:
        admit_shape(puzzle.size, answer)
    board = ((0,) * cols,) * rows
    shapes = (
        *highlights(map(_shifted, look.broken), "bad", "!"),
        *highlights(map(_shifted, look.where), "hint", "?"),
        *_names(rows, cols),
        Lines(_shifted_lines(walls(board, inside=True)), "rule", 1),
        Lines(_shifted_lines(walls(board, inside=False)), "ink", 2),
        *_contents(puzzle, answer, look),
        *struck_candidates(look.step, _side(puzzle), _sign, first=EMPTY, margin=MARGIN),
        *figures(look.step),
        *(_mirrors(answer) if answer else ()),
        *(_candidates(puzzle, answer) if look.candidates else ()),
    )
    side = MARGIN + (1 if answer else 0)
    title = Plural(
        "Symmetry, {rows} x {cols}, {n} shape",
        "Symmetry, {rows} x {cols}, {n} shapes",
        n=puzzle.shapes,
        rows=rows,
        cols=cols,
    )
    cell = _cell(puzzle) if look.candidates else (3, 1)
    return Drawing(cols + side, rows + side, title, shapes, cell, struck_legend(look.step, _sign))


def _shifted(place: Place) -> Place:
    return place[0] + MARGIN, place[1] + MARGIN


def _shifted_lines(lines: tuple[tuple[Point, Point], ...]) -> tuple[tuple[Point, Point], ...]:
    return tuple(((a + MARGIN, b + MARGIN), (c + MARGIN, d + MARGIN)) for (a, b), (c, d) in lines)


def _names(rows: int, cols: int) -> Iterator[Label]:
    for c in range(cols):
        yield Label((c + MARGIN + 0.5, MARGIN - 0.4), str(c + 1), "soft", 0.36)
    for r in range(rows):
        yield Label((MARGIN - 0.4, r + MARGIN + 0.5), str(r + 1), "soft", 0.36)


def _contents(puzzle: Symmetry, answer: GridAnswer | None, look: Look) -> Iterator[Shape]:
    """The clue of each cell, or the entry of the attempt, or what a step places there."""
    for r, c in cells(*puzzle.size):
        clue, entry = puzzle.clues[r][c], answer.grid[r][c] if answer else EMPTY
        middle = (c + MARGIN + 0.5, r + MARGIN + 0.5)
        if clue > EMPTY and entry in (EMPTY, clue):
            yield _figure(clue, middle, solid=True)
        elif entry != EMPTY:
            known = 1 <= entry <= len(SOLID)
            colour = _colour(entry) if known and clue == EMPTY else "bad"
            yield (
                _figure(entry, middle, colour) if known else Label(middle, str(entry), "bad", 0.45)
            )
        elif clue == STAYS_BLANK:
            yield Label(middle, "×", "soft", 0.45)
        elif (value := placed(look.step, (r, c))) is not None:
            yield _figure(value, middle, "hint") if value else Label(middle, "×", "hint", 0.45)


def _figure(shape: int, middle: Point, colour: Colour = "none", solid: bool = False) -> Shape:
    """A shape at 60 % of its cell: solid for a clue, outlined in `colour` for an entry."""
    fill, stroke, width = (_colour(shape), "ink", 1.0) if solid else ("none", colour, 3.5)
    glyph = (SOLID if solid else OUTLINED)[shape - 1]
    if shape == CIRCLE:
        return Circle(middle, RADIUS, fill, stroke, width, glyph)
    points = tuple((middle[0] + x, middle[1] + y) for x, y in _OUTLINES[shape])
    return Polygon(points, fill, stroke, width, glyph=glyph)


def _colour(shape: int) -> Colour:
    return f"kind-{COLOURS[shape - 1]}"


def _regular(corners: int, turn: float, scale: float = 1.0) -> tuple[Point, ...]:
    """A regular polygon around the origin; with `turn` 0 its first corner points up."""
    angles = (2 * pi * (i + turn) / corners - pi / 2 for i in range(corners))
    return tuple((RADIUS * scale * cos(a), RADIUS * scale * sin(a)) for a in angles)


_STAR = tuple(chain(*zip(_regular(5, 0, 1.15), _regular(5, 0.5, 0.5), strict=True)))
_OUTLINES = {
    1: _regular(4, 0.5, 1.27),
    2: _regular(3, 0, 1.15),
    4: _regular(4, 0, 1.15),
    5: _STAR,
    6: _regular(3, 0.5, 1.15),
    7: _regular(6, 0.5, 1.05),
    8: _regular(5, 0, 1.05),
    9: _regular(3, 0.25, 1.15),
}


def _mirrors(answer: GridAnswer) -> Iterator[Label]:
    """A mirror mark at the end of each line that reads the same both ways."""
    rows, cols = len(answer.grid), len(answer.grid[0])
    for r, row in enumerate(answer.grid):
        if reads_both_ways(row):
            yield Label((cols + MARGIN + 0.4, r + MARGIN + 0.5), "↔", "good", 0.45)
    for c, column in enumerate(zip(*answer.grid, strict=True)):
        if reads_both_ways(column):
            yield Label((c + MARGIN + 0.5, rows + MARGIN + 0.4), "↕", "good", 0.45)


def _candidates(puzzle: Symmetry, answer: GridAnswer | None) -> Iterator[Label]:
    """The candidates of open cells by propagation, each value at its fixed place in a cell.

    A right answer has no open cells.
    """
    if answer and not check(puzzle, answer):
        return
    side = _side(puzzle)
    for (r, c), values in candidates(puzzle, answer).items():
        for value in values:
            x, y = candidate_spot(value, side)
            yield Label((c + MARGIN + x, r + MARGIN + y), _sign(value), "soft", 0.75 / side)


def _sign(value: int) -> str:
    """The sign of a candidate; 0 is blank."""
    return OUTLINED[value - 1] if value else "·"


def pictures(puzzle: Symmetry, step: Step) -> tuple[Drawing, ...]:
    """A picture of a line for each way to complete it that a step compares."""
    ways = (figure for figure in step.figures if isinstance(figure, CellFilling))
    return tuple(_filled_line(puzzle, way) for way in ways)


def _filled_line(puzzle: Symmetry, way: CellFilling) -> Drawing:
    top, left = way.where[0]
    high, wide = (place[-1] - place[0] + 1 for place in zip(*way.where, strict=True))
    board = ((0,) * wide,) * high
    shapes: list[Shape] = [
        Lines(walls(board, inside=True), "rule", 1),
        Lines(walls(board, inside=False), "ink", 2),
    ]
    for (r, c), value in zip(way.where, way.values, strict=True):
        if value:
            middle, is_clue = (c - left + 0.5, r - top + 0.5), puzzle.clues[r][c] == value
            shapes.append(_figure(value, middle, _colour(value), solid=is_clue))
    return Drawing(wide, high, Text("One way to complete the line"), tuple(shapes))


def _side(puzzle: Symmetry) -> int:
    """The number of candidates in one line of a cell."""
    return ceil(sqrt(puzzle.shapes + 1))


def _cell(puzzle: Symmetry) -> tuple[int, int]:
    """The characters and lines of a cell with candidates in the terminal."""
    side = _side(puzzle)
    return 2 * side + 1, side
