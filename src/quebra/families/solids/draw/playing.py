"""The board of a game: the layer plans side by side, the lowest first, without a solution."""

from __future__ import annotations

from math import ceil, sqrt

from quebra.contract.family import Look
from quebra.contract.results import Place
from quebra.families.solids.draw.layers import colour_of, layer_title, owners_of, plan
from quebra.families.solids.draw.view import Block, box_of, view_of
from quebra.families.solids.model import Assembly, Solids
from quebra.families.solids.names import place_of
from quebra.families.solids.space import Cell, size_of
from quebra.i18n.text import Plural, Text
from quebra.render import Drawing, Inset, Label, Shape
from quebra.render.drawing import Point

GAP, TITLE = 0.7, 0.6
"""Room between plans, and for their headings, in cells."""
HEADING = 3.1
"""The width of the longest heading, in cells."""
Box = tuple[float, float, float, float]


def _across(width: int) -> float:
    """From one plan to the next in a row."""
    return max(width, HEADING) + GAP


def _columns(puzzle: Solids) -> int:
    """The number of plans in a row, so that the board is about as wide as high."""
    width, depth, layers = size_of(puzzle.marks)
    return min(layers, max(1, ceil(sqrt(layers * (depth + TITLE + GAP) / _across(width)))))


def plan_corner(puzzle: Solids, layer: int) -> Point:
    """The upper left corner of the plan of a layer."""
    width, depth, _ = size_of(puzzle.marks)
    row, column = divmod(layer, _columns(puzzle))
    return column * _across(width), row * (depth + TITLE + GAP) + TITLE


def cell_boxes(puzzle: Solids) -> dict[Place, Box]:
    """The box of each cell of the target in the drawing, by layers from the ground."""
    found = {}
    for cell in sorted(puzzle.marks, key=place_of):
        x, y = plan_corner(puzzle, cell[2])
        found[place_of(cell)] = (x + cell[0], y + cell[1], 1.0, 1.0)
    return found


def draw_board(puzzle: Solids, attempt: Assembly, look: Look) -> Drawing:
    """The plans of all layers with the pieces that are laid."""
    width, depth, layers = size_of(puzzle.marks)
    owners = owners_of(puzzle, attempt)
    shapes: list[Shape] = []
    for layer in range(layers):
        x, y = plan_corner(puzzle, layer)
        heading = layer_title(layer, layers)
        shapes.append(Label((x, y - TITLE / 2), heading, "soft", 0.36, align="start"))
        shapes.append(Inset((x, y), plan(owners, layer, look)))
    columns = _columns(puzzle)
    rows = -(-layers // columns)
    return Drawing(
        columns * _across(width) - GAP,
        rows * (depth + TITLE + GAP) - GAP,
        board_title(puzzle),
        tuple(shapes),
    )


def board_title(puzzle: Solids) -> Text:
    """The board in words."""
    width, depth, height = size_of(puzzle.marks)
    return Plural(
        "Packing in space, {width} x {depth} x {height}, {n} piece",
        "Packing in space, {width} x {depth} x {height}, {n} pieces",
        n=len(puzzle.numbers),
        width=width,
        depth=depth,
        height=height,
    )


def draw_pieces(puzzle: Solids) -> tuple[Drawing, ...]:
    """A drawing of each copy of a piece."""
    return tuple(_draw_piece(puzzle, number) for number in range(len(puzzle.numbers)))


def _draw_piece(puzzle: Solids, number: int) -> Drawing:
    body: tuple[Cell, ...] = puzzle.body_of(number)
    shapes = view_of([Block(body, colour_of(puzzle, number))])
    left, top, right, bottom = box_of(shapes)
    inset = Inset(
        (-left, -top), Drawing(right - left, bottom - top, puzzle.name_of(number), shapes)
    )
    return Drawing(right - left, bottom - top, puzzle.name_of(number), (inset,))
