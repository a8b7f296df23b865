"""The figures with names that ship with tangram: one picture for each category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pictures import Figure, gallery
from quebra.families.tangram.draw import View, figure_of
from quebra.families.tangram.figures import CATEGORY_TITLES, NamedFigure, all_figures
from quebra.geometry.edges import box_around, edges_of
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text
from quebra.render import Drawing, Inset, Label, Shape
from writing import page

COLUMNS = 8
CELL, CAPTION, GAP = 3.2, 1.0, 0.8
"""The size of a silhouette, the height of its caption and the space around it, in cells."""
SIZE, LETTERS = 0.36, 17
"""The size of captions, and the most letters of a line."""


def figures_page() -> str:
    """One picture for each category, with the names below the silhouettes."""
    return page(*(_section(category, title) for category, title in CATEGORY_TITLES.items()))


def _section(category: str, title: Text) -> str:
    figures = [figure for figure in all_figures() if figure.category == category]
    drawing = contact_sheet(figures, title)
    about = f"{len(figures)} figures: quebra generate tangram --category {category}"
    return f"## {title}\n\n" + gallery([Figure(drawing, about)], wide=True)


def contact_sheet(figures: Sequence[NamedFigure], title: Text) -> Drawing:
    """The silhouettes of figures in rows, each with its name."""
    wide, high = CELL + GAP, CELL + GAP + CAPTION
    shapes: list[Shape] = []
    for number, figure in enumerate(figures):
        row, column = divmod(number, COLUMNS)
        shapes += _silhouette(figure, column * wide, row * high)
    rows = -(-len(figures) // COLUMNS)
    return Drawing(COLUMNS * wide, rows * high, title, tuple(shapes))


def _silhouette(figure: NamedFigure, x: float, y: float) -> Iterator[Shape]:
    puzzle = figure.puzzle()
    left, top, right, bottom = box_around(edges_of(puzzle.target))
    scale = CELL / max(right - left, bottom - top)
    view = View(complex(left, top), scale, scale * (right - left), scale * (bottom - top))
    shapes = tuple(figure_of(puzzle, Motion(), view, "ink"))
    drawing = Drawing(view.width, view.height, figure.title, shapes)
    wide = CELL + GAP
    yield Inset((x + (wide - view.width) / 2, y + (wide - view.height) / 2), drawing)
    for number, line in enumerate(_lines(_caption(figure))):
        at = (x + wide / 2, y + wide + 0.1 + 0.45 * number)
        yield Label(at, line, "soft", SIZE, room=len(line))


def _caption(figure: NamedFigure) -> str:
    return figure.name if figure.set_name == "classic" else f"{figure.name} ({figure.set_name})"


def _lines(text: str) -> list[str]:
    """The words of a caption in lines."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= LETTERS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
