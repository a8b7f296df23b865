"""Small pictures of a region, one for each way to fill it."""

from __future__ import annotations

from quebra.contract.results import CellFilling, Step
from quebra.families.kojun.model import Kojun
from quebra.grid.drawing import walls
from quebra.i18n.text import Text
from quebra.render import Drawing, Label, Lines, Shape

BORDER = 3


def pictures(puzzle: Kojun, step: Step) -> tuple[Drawing, ...]:
    """A picture of a region for each way to fill it that a step compares."""
    ways = (figure for figure in step.figures if isinstance(figure, CellFilling))
    return tuple(_filled_region(puzzle, way) for way in ways)


def _filled_region(puzzle: Kojun, way: CellFilling) -> Drawing:
    region = next(cells for cells in puzzle.region_cells if way.where[0] in cells)
    top, left = (min(place) for place in zip(*region, strict=True))
    bottom, right = (max(place) + 1 for place in zip(*region, strict=True))
    inside = tuple(
        tuple(0 if (r, c) in region else None for c in range(left, right))
        for r in range(top, bottom)
    )
    shapes: list[Shape] = [
        Lines(walls(inside, inside=True), "rule", 1),
        Lines(walls(inside, inside=False), "ink", BORDER),
    ]
    values = dict(zip(way.where, way.values, strict=True))
    for r, c in region:
        middle = (c - left + 0.5, r - top + 0.5)
        if value := values.get((r, c)):
            shapes.append(Label(middle, str(value), "hint", 0.55))
        elif given := puzzle.givens[r][c]:
            shapes.append(Label(middle, str(given), "ink", 0.55, bold=True))
    title = Text("One way to fill the region")
    return Drawing(right - left, bottom - top, title, tuple(shapes))
