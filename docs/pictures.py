"""The pictures of the documentation, made by Quebra itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from quebra import Look, draw, generate, solve
from quebra.contract.registry import AnyFamily
from quebra.i18n.text import Text
from quebra.render import Drawing, Inset

SEED = 8
GAP = 1.0
"""The space between two boards, in cells."""


def title_picture(family: AnyFamily) -> Drawing:
    """A puzzle beside its solution, or with several solutions a small one beside the best."""
    many = family.solve.count == 1
    puzzle = generate(family.name, seed=SEED)
    strict = (name for name, goal in family.solve.goals.items() if not goal.allowed_violations)
    solution = solve(puzzle, goal=next(strict, "any") if many else "any").solutions[0]
    return side_by_side(draw(puzzle), family.draw(puzzle, solution, Look(tint=True)))


def side_by_side(left: Drawing, right: Drawing) -> Drawing:
    """One drawing with two others side by side."""
    offset = left.width + GAP
    return Drawing(
        offset + right.width,
        max(left.height, right.height),
        Text("{title}: the puzzle and its solution", title=left.title),
        (Inset((0, 0), left), Inset((offset, 0), right)),
    )


@dataclass(frozen=True)
class Figure:
    """A drawing, its caption, and remarks, each with a code or an empty one."""

    drawing: Drawing
    about: str
    remarks: Sequence[tuple[str, str]] = ()


def gallery(figures: Iterable[Figure], *, wide: bool = False) -> str:
    """Figures side by side, as many as the page is wide; two in a row if they are `wide`."""
    kind = "gallery wide" if wide else "gallery"
    return "\n".join((f'<div class="{kind}">', *map(_html, figures), "</div>"))


def _html(figure: Figure) -> str:
    """A drawing for light and one for dark pages, of which one is hidden, and the caption."""
    light, dark = (figure.drawing.svg(theme).strip() for theme in ("light", "dark"))
    remarks = (
        f"<br>{f'<code>{code}</code> ' if code else ''}{escape(text, quote=False)}"
        for code, text in figure.remarks
    )
    return (
        f'<figure>\n<div class="only-light">{light}</div>\n<div class="only-dark">{dark}</div>\n'
        f"<figcaption>{escape(figure.about, quote=False)}{''.join(remarks)}</figcaption>\n</figure>"
    )
