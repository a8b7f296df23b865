"""The pictures of the documentation, made by Quebra itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from quebra import Look, generate, solve
from quebra.core.registry import AnyFamily
from quebra.render import (
    Arc,
    Circle,
    Curve,
    Drawing,
    Lines,
    Outline,
    Point,
    Polygon,
    Shape,
    Side,
    Text,
)

SIZE, SEED = "10x10", 8
GAP = 1.0
"""The space between two boards, in cells."""


def title_picture(family: AnyFamily) -> Drawing:
    """A new puzzle beside its solution; where there are many, a small one beside the best."""
    many = family.count == 1
    puzzle = generate(family.name, None if many else SIZE, seed=SEED)
    strict = (name for name, goal in family.goals.items() if not goal.forgives)
    solution = solve(puzzle, goal=next(strict, "any") if many else "any").solutions[0]
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
        case Outline():
            contours = tuple(
                (move(start), tuple(_moved_side(side, move) for side in sides))
                for start, sides in shape.contours
            )
            return replace(shape, contours=contours)


def _moved_side(side: Side, move: Callable[[Point], Point]) -> Side:
    match side:
        case Arc():
            return replace(side, end=move(side.end), centre=move(side.centre))
        case Curve():
            return Curve(move(side.first), move(side.second), move(side.end))
        case _:
            return move(side)


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
