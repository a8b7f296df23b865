"""The board of a game: the layer plans, the lowest first; once it is solved, the solid as well."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, sqrt

from quebra.contract.family import Look
from quebra.contract.results import Place
from quebra.families.solids.draw.layers import colour_of, layer_title, owners_of, plan
from quebra.families.solids.draw.view import Block, as_inset, box_of, view_of
from quebra.families.solids.model import Assembly, Solids
from quebra.families.solids.names import place_of
from quebra.families.solids.space import Cell, size_of
from quebra.i18n.text import Plural, Text
from quebra.render import Drawing, Inset, Label, Lines, Shape
from quebra.render.drawing import Point

GAP, TITLE = 0.7, 0.6
"""Room between plans, and for their headings, in cells."""
HEADING = 3.1
"""The width of the longest heading, in cells."""
PLANS_SHARE = 0.38
"""The scale of the plans beside the assembled solid."""
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
    """The plans of all layers with the pieces that are laid; of a solved game, the solid too."""
    plans = _plans(puzzle, attempt, look)
    is_solved = look.tint and len(attempt.places) == len(puzzle.numbers)
    return _with_solid(puzzle, attempt, plans) if is_solved else plans


def _with_solid(puzzle: Solids, attempt: Assembly, plans: Drawing) -> Drawing:
    """The assembled solid, and small plans beside it, in the room that the plans had."""
    solid = view_of(
        [
            Block(tuple(puzzle.cells_of(place)), colour_of(puzzle, place.piece))
            for place in attempt.places
        ]
    )
    left, top, right, bottom = box_of(solid)
    width, height = plans.width * (1 - PLANS_SHARE) - GAP, plans.height
    scale = min(width / (right - left), height / (bottom - top))
    at = (width - (right - left) * scale) / 2, (height - (bottom - top) * scale) / 2
    beside = plans.width * (1 - PLANS_SHARE), height * (1 - PLANS_SHARE) / 2
    shapes = (as_inset(solid, at, scale), Inset(beside, plans, PLANS_SHARE))
    return Drawing(plans.width, height, plans.title, shapes)


def _plans(puzzle: Solids, attempt: Assembly, look: Look) -> Drawing:
    """The plans of all layers with their headings."""
    width, depth, layers = size_of(puzzle.marks)
    owners = owners_of(puzzle, attempt)
    shapes: list[Shape] = []
    for layer in range(layers):
        x, y = plan_corner(puzzle, layer)
        heading = layer_title(layer, layers)
        shapes.append(Label((x, y - TITLE / 2), heading, "soft", 0.36, align="start"))
        shapes.append(Lines(_box_around(x, y, width, depth), "rule", 1))
        shapes.append(Inset((x, y), plan(owners, layer, look)))
    columns = _columns(puzzle)
    rows = -(-layers // columns)
    return Drawing(
        columns * _across(width) - GAP,
        rows * (depth + TITLE + GAP) - GAP,
        board_title(puzzle),
        tuple(shapes),
    )


def _box_around(x: float, y: float, width: int, depth: int) -> tuple[tuple[Point, Point], ...]:
    """The frame of a plan, which shows how the layers lie above one another."""
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth), (x, y))
    return tuple(pairwise(corners))


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
