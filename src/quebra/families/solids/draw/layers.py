"""Layer plans: the cells of each layer seen from above, with letters and walls between pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quebra.contract.family import Look
from quebra.families.solids.model import MAY, Assembly, Solids
from quebra.families.solids.names import place_of
from quebra.families.solids.space import Cell, size_of
from quebra.i18n.text import Text
from quebra.render import Drawing, Label, Lines, Polygon, Shape, rectangle
from quebra.render.drawing import Point

OUTSIDE = -1
"""The owner of a cell that is not of the target."""


@dataclass(frozen=True)
class Owners:
    """The piece in each cell, -1 outside the target and None in an empty cell."""

    puzzle: Solids
    pieces: Mapping[Cell, int]

    def of(self, cell: Cell) -> int | None:
        """The owner of a cell."""
        return self.pieces.get(cell) if cell in self.puzzle.marks else OUTSIDE


def owners_of(puzzle: Solids, answer: Assembly | None) -> Owners:
    """The owners of all cells; given pieces lie in their places."""
    places = answer.places if answer else puzzle.given
    found = {}
    for place in places:
        for cell in puzzle.cells_of(place):
            found[cell] = place.piece
    return Owners(puzzle, found)


def layer_title(layer: int, layers: int) -> Text:
    """The heading of a plan."""
    if layers > 1 and layer == layers - 1:
        return Text("Layer {layer}, the top", layer=layer + 1)
    return Text("Layer {layer}", layer=layer + 1)


def plan(owners: Owners, layer: int, look: Look) -> Drawing:
    """The plan of a layer."""
    puzzle = owners.puzzle
    width, depth, layers = size_of(puzzle.marks)
    shapes: list[Shape] = []
    for y in range(depth):
        for x in range(width):
            shapes += _cell(owners, (x, y, layer), look)
    shapes.append(Lines(_walls(owners, layer, width, depth, thin=True), "rule", 1))
    shapes.append(Lines(_walls(owners, layer, width, depth, thin=False), "ink", 3))
    letters = (_letter(owners, (x, y, layer)) for y in range(depth) for x in range(width))
    shapes += [letter for letter in letters if letter]
    return Drawing(width, depth, layer_title(layer, layers), tuple(shapes))


def _cell(owners: Owners, cell: Cell, look: Look) -> list[Shape]:
    """The fill of a cell, the marks where its piece goes on, and highlights."""
    x, y, z = cell
    owner = owners.of(cell)
    shapes: list[Shape] = []
    if owner is not None and owner >= 0:
        colour = colour_of(owners.puzzle, owner)
        shapes.append(rectangle(x, y, 1, 1, fill=f"{colour}-light"))
        for dz, corner in ((1, 0.14), (-1, 0.86)):
            if owners.pieces.get((x, y, z + dz)) == owner:
                shapes.append(_mark((x + 0.86, y + corner), dz, f"{colour}-text"))
    place = place_of(cell)
    piece = (owner,) if owner is not None and owner >= 0 else None
    for places, colour, glyph in (
        (look.broken, "bad", "!"),
        (look.where, "hint", "?"),
        (look.others, "hint", "·"),
    ):
        if place in places or piece in places:
            strength = 0.35 if places != look.others else 0.18
            box = rectangle(x, y, 1, 1, fill=colour, opacity=strength)
            shapes.append(Polygon(box.points, box.fill, opacity=strength, glyph=glyph))
            break
    return shapes


def _mark(at: Point, dz: int, colour: str) -> Polygon:
    """A small triangle that points up or down, where a piece goes on."""
    x, y = at
    size = 0.08 * dz
    return Polygon(((x - 0.08, y + size), (x + 0.08, y + size), (x, y - size)), fill=colour)


def _letter(owners: Owners, cell: Cell) -> Label | None:
    x, y, _ = cell
    owner = owners.of(cell)
    if owner == OUTSIDE:
        return None
    if owner is None:
        if owners.puzzle.marks[cell] == MAY:
            return Label((x + 0.5, y + 0.5), "+", "soft", 0.4)
        return None
    letter = owners.puzzle.letters[owners.puzzle.numbers[owner]]
    colour = f"{colour_of(owners.puzzle, owner)}-text"
    return Label((x + 0.5, y + 0.5), letter, colour, 0.5, bold=True)


def _walls(
    owners: Owners, layer: int, width: int, depth: int, *, thin: bool
) -> tuple[tuple[Point, Point], ...]:
    """The sides between cells: thick between different owners, thin within one."""
    found = []
    for y in range(depth + 1):
        for x in range(width + 1):
            here = owners.of((x, y, layer))
            for other, end in (((x - 1, y, layer), (x, y + 1)), ((x, y - 1, layer), (x + 1, y))):
                there = owners.of(other)
                if end[0] > width or end[1] > depth:
                    continue
                same = here == there
                if (same and thin and here != OUTSIDE) or (not same and not thin):
                    found.append(((float(x), float(y)), (float(end[0]), float(end[1]))))
    return tuple(found)


def colour_of(puzzle: Solids, piece: int) -> str:
    """The colour of a copy of a piece."""
    return f"kind-{puzzle.numbers[piece] % 7}" if len(puzzle.pieces) > 1 else f"kind-{piece % 7}"
