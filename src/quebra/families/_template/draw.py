"""The drawing of a puzzle; `quebra.render` turns it into terminal text, SVG and paper."""

from __future__ import annotations

from quebra.contract.family import Look
from quebra.families._template.model import Latin
from quebra.grid.cells import GridAnswer
from quebra.grid.drawing import figures, highlights, numbers, walls
from quebra.i18n.text import Text
from quebra.render import Drawing, Lines


def draw(puzzle: Latin, answer: GridAnswer | None, look: Look) -> Drawing:
    """The drawing of a square with its givens, and with an attempt where there is one."""
    n, _ = puzzle.size
    one_region = ((0,) * n,) * n
    shapes = (
        *highlights(look.broken, "bad", "!"),
        *highlights(look.where, "hint", "?"),
        Lines(walls(one_region, inside=True), "rule", 1),
        Lines(walls(one_region, inside=False), "ink", 3),
        *numbers(puzzle.givens, answer, look),
        *figures(look.step),
    )
    return Drawing(n, n, Text("Latin square, {n} x {n}", n=n), shapes)
