"""The pictures of the documentation, made by Quebra itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from quebra import Look, generate, solve
from quebra.core.registry import AnyFamily
from quebra.render import Circle, Drawing, Lines, Point, Polygon, Shape, Text

SIZE, SEED = "10x10", 8
GAP = 1.0
"""The space between two boards, in cells."""


def title_picture(family: AnyFamily) -> Drawing:
    """A new puzzle beside its solution."""
    puzzle = generate(family.name, SIZE, seed=SEED)
    solution = solve(puzzle).solutions[0]
    return side_by_side(family.draw(puzzle), family.draw(puzzle, solution, Look(tint=True)))


def side_by_side(left: Drawing, right: Drawing) -> Drawing:
    """Two drawings as one."""
    offset = left.width + GAP
    return Drawing(
        offset + right.width,
        max(left.height, right.height),
        f"{left.title}: the puzzle and its solution",
        (*left.shapes, *(_moved(shape, offset) for shape in right.shapes)),
    )


def _moved(shape: Shape, offset: float) -> Shape:
    def move(point: Point) -> Point:
        return point[0] + offset, point[1]

    match shape:
        case Lines():
            return replace(shape, segments=tuple((move(a), move(b)) for a, b in shape.segments))
        case Polygon():
            return replace(shape, points=tuple(map(move, shape.points)))
        case Circle():
            return replace(shape, centre=move(shape.centre))
        case Text():
            return replace(shape, at=move(shape.at))


@dataclass(frozen=True)
class Figure:
    """A drawing, what it shows, and remarks on it, each with a code or without."""

    drawing: Drawing
    about: str
    remarks: Sequence[tuple[str, str]] = ()


def gallery(figures: Iterable[Figure]) -> str:
    """Figures side by side, as far as the page is wide."""
    return "\n".join(('<div class="gallery">', *map(_html, figures), "</div>"))


def _html(figure: Figure) -> str:
    """A drawing for light and for dark pages, of which one is hidden, and the words below."""
    light, dark = (figure.drawing.svg(theme).strip() for theme in ("light", "dark"))
    remarks = (
        f"<br>{f'<code>{code}</code> ' if code else ''}{escape(text, quote=False)}"
        for code, text in figure.remarks
    )
    return (
        f'<figure>\n<div class="only-light">{light}</div>\n<div class="only-dark">{dark}</div>\n'
        f"<figcaption>{escape(figure.about, quote=False)}{''.join(remarks)}</figcaption>\n</figure>"
    )
