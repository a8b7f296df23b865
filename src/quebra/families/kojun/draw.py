"""The drawing of a Kojun board: thin cell borders, thick region borders, givens and entries."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Look
from quebra.families.kojun.explain import pencil_marks
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, GridAnswer, neighbours
from quebra.grid.drawing import (
    candidate_spot,
    figures,
    highlights,
    numbers,
    struck_candidates,
    struck_legend,
    walls,
)
from quebra.i18n.text import Plural, Text
from quebra.render import Drawing, Label, Lines, Shape, rectangle

BORDER = 3
TINTS = (1, 0, 2, 6, 3, 4, 5)
"""Kinds in the order in which regions take their colours, the palest first."""
COLUMN_ORDER = Text("Numbers decrease downwards over the whole column of a region.")


def draw(puzzle: Kojun, answer: GridAnswer | None, look: Look) -> Drawing:
    """The drawing of a puzzle with its givens, and with an attempt where there is one."""
    rows, cols = puzzle.size
    shapes = (
        *(_tints(puzzle) if look.tint else ()),
        *highlights(look.broken, "bad", "!"),
        *highlights(look.where, "hint", "?"),
        Lines(walls(puzzle.regions, inside=True), "rule", 1),
        Lines(walls(puzzle.regions, inside=False), "ink", BORDER),
        *numbers(puzzle.givens, answer, look),
        *struck_candidates(look.step, _side(puzzle), str),
        *figures(look.step),
        *(_candidates(puzzle, answer) if look.candidates else ()),
    )
    title: Text = Plural(
        "Kojun, {rows} x {cols}, {n} region",
        "Kojun, {rows} x {cols}, {n} regions",
        n=len(puzzle.region_cells),
        rows=rows,
        cols=cols,
    )
    if puzzle.order == "column":
        title = Text("{title}, decreasing over whole columns", title=title)
    rule = (COLUMN_ORDER,) if puzzle.order == "column" else ()
    legend = (*rule, *struck_legend(look.step, str))
    return Drawing(cols, rows, title, shapes, _cell(puzzle, look), legend)


def _candidates(puzzle: Kojun, answer: GridAnswer | None) -> Iterator[Shape]:
    """The candidates of open cells, each number always at the same place of its cell."""
    side = _side(puzzle)
    for (r, c), possible in pencil_marks(puzzle, answer).items():
        for number in possible:
            x, y = candidate_spot(number - 1, side)
            yield Label((c + x, r + y), str(number), "soft", 0.75 / side)


def _tints(puzzle: Kojun) -> Iterator[Shape]:
    """A tint for each region that differs from its neighbours', as far as the kinds suffice."""
    tint_of: dict[Cell, int] = {}
    for region in puzzle.region_cells:
        taken_tints = {
            tint_of.get(cell) for member in region for cell in neighbours(member, *puzzle.size)
        }
        tint = next((i for i in range(len(TINTS)) if i not in taken_tints), 0)
        for r, c in region:
            tint_of[r, c] = tint
            fill = f"kind-{TINTS[tint]}"
            yield rectangle(c, r, 1, 1, fill=fill, opacity=0.14, role=f"tint-{tint}")


def _side(puzzle: Kojun) -> int:
    """The number of candidates in one line of a cell."""
    largest = max(len(region) for region in puzzle.region_cells)
    return max(2, int((largest - 1) ** 0.5) + 1)


def _cell(puzzle: Kojun, look: Look) -> tuple[int, int]:
    """The characters and lines of a cell in the terminal."""
    if not look.candidates:
        largest = max(len(region) for region in puzzle.region_cells)
        return max(3, len(str(largest))), 1
    side = _side(puzzle)
    return (5, side) if side <= 3 else (3 * side, side)
