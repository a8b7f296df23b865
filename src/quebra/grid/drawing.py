"""Shapes that drawings of boards share: walls, highlighted cells, numbers, figures of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import TypeVar

from quebra.contract.family import Look
from quebra.contract.results import Badge, Line, Place, Step
from quebra.grid.cells import Cell, GridAnswer, Rows, cells, in_words
from quebra.grid.rules import admit_shape
from quebra.i18n.text import Text, Verbatim
from quebra.render import Circle, Label, Lines, Point, Polygon, Shape, rectangle

T = TypeVar("T")
FIGURE_WIDTH = 3
FIGURE_BEND = 0.15
BADGE_RADIUS = 0.17
ARROW = 0.3
"""The look of the lines and badges of a step: pixels for the width, else cells."""
STRUCK = 0.8
"""The share of a cell for struck candidates, which leaves a corner for the sign."""
Stroke = tuple[Cell, Cell]


@lru_cache(maxsize=32)
def walls(labels: Rows[T], *, inside: bool) -> tuple[Stroke, ...]:
    """The sides between cells of different labels, or with `inside` of equal ones, as long strokes.

    The label None is outside the board: sides between two such cells are left out.

    >>> walls(((0, 0),), inside=True)
    (((1, 0), (1, 1)),)
    """
    rows, cols = len(labels), len(labels[0])

    def label(r: int, c: int) -> T | None:
        return labels[r][c] if 0 <= r < rows and 0 <= c < cols else None

    def wanted(a: T | None, b: T | None) -> bool:
        return (a is not None or b is not None) and (a == b) == inside

    across = [
        ((c, r), (c + 1, r))
        for r in range(rows + 1)
        for c in range(cols)
        if wanted(label(r - 1, c), label(r, c))
    ]
    down = [
        ((c, r), (c, r + 1))
        for c in range(cols + 1)
        for r in range(rows)
        if wanted(label(r, c - 1), label(r, c))
    ]
    return tuple(_merged(across) + _merged(down))


def _merged(strokes: list[Stroke]) -> list[Stroke]:
    """The strokes with consecutive ones merged."""
    merged: list[Stroke] = []
    for start, end in strokes:
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def highlights(places: Iterable[Place], colour: str, sign: str) -> Iterator[Shape]:
    """Tinted cells with a small sign in the corner, so that they do not depend on colour."""
    for r, c in places:
        yield rectangle(c, r, 1, 1, fill=colour, opacity=0.15)
        yield Label((c + 0.85, r + 0.2), sign, colour, 0.28, bold=True)


def figures(step: Step | None) -> Iterator[Shape]:
    """The lines and badges of a step, above everything else on the board."""
    for figure in step.figures if step else ():
        match figure:
            case Line():
                yield Lines(tuple(pairwise(figure.points)), "hint", FIGURE_WIDTH, FIGURE_BEND)
                if figure.arrow:
                    yield _arrow_head(*figure.points[-2:])
            case Badge():
                yield Circle(figure.at, BADGE_RADIUS, fill="hint", stroke="paper")
                yield Label(figure.at, figure.text, "paper", 1.2 * BADGE_RADIUS, bold=True)


def struck_out(step: Step | None) -> Iterator[tuple[Place, tuple[int, ...], tuple[int, ...]]]:
    """The cells in which a step removes candidates, with those that are left and those removed."""
    for cell in step.candidates if step else ():
        changes = step.changes if step else ()
        removed = (c.value for c in changes if c.action == "remove" and c.where == cell.where)
        if values := tuple(removed):
            yield cell.where, cell.values, values


def struck_candidates(
    step: Step | None, side: int, sign: Callable[[int], str], first: int = 1, margin: int = 0
) -> Iterator[Shape]:
    """The candidates of the cells of an elimination, `side` in a line, with those removed struck.

    `first` is the smallest candidate. The terminal leaves them out; `struck_legend` is for it.
    """
    for (r, c), left, removed in struck_out(step):
        for value in (*left, *removed):
            x, y = candidate_spot(value - first, side)
            at = c + margin + STRUCK * x, r + margin + 1 - STRUCK * (1 - y)
            size = 0.75 * STRUCK / side
            colour = "bad" if value in removed else "soft"
            yield Label(at, sign(value), colour, size, room=0)
            if value in removed:
                half = 0.35 * STRUCK / side
                stroke = ((at[0] - half, at[1] + half), (at[0] + half, at[1] - half))
                yield Lines((stroke,), "bad", 1.5)


def candidate_spot(index: int, side: int) -> Point:
    """The place of a candidate in its cell, from its number in reading order."""
    down, right = divmod(index, side)
    return 0.04 + 0.92 * (right + 0.5) / side, 0.04 + 0.92 * (down + 0.5) / side


def struck_legend(step: Step | None, sign: Callable[[int], str]) -> tuple[Text, ...]:
    """What `struck_candidates` shows, in words for the terminal."""
    return tuple(
        Text(
            "{cell}: {left}, not {removed}",
            cell=in_words(cell),
            left=Verbatim(" ".join(map(sign, left))),
            removed=Verbatim(" ".join(map(sign, removed))),
        )
        for cell, left, removed in struck_out(step)
    )


def _arrow_head(start: Point, end: Point) -> Polygon:
    """A triangle whose tip is at the end of a stroke."""
    length = dist(start, end) or 1
    dx, dy = ((e - s) / length * ARROW for s, e in zip(start, end, strict=True))
    base = end[0] - dx, end[1] - dy
    left = base[0] - dy / 2, base[1] + dx / 2
    right = base[0] + dy / 2, base[1] - dx / 2
    return Polygon((end, left, right), fill="hint")


def numbers(givens: Rows[int], answer: GridAnswer | None, look: Look) -> Iterator[Label]:
    """Givens in bold, entries in the colour of entries or broken rules, and what a step places."""
    if answer:
        admit_shape((len(givens), len(givens[0])), answer)
    for r, c in cells(len(givens), len(givens[0])):
        given = givens[r][c]
        entry = answer.grid[r][c] if answer else 0
        middle = (c + 0.5, r + 0.5)
        if given and entry in (0, given):
            yield Label(middle, str(given), "ink", 0.55, bold=True)
        elif entry:
            colour = "bad" if given or (r, c) in look.broken else "entry"
            yield Label(middle, str(entry), colour, 0.55)
        elif look.step and (value := placed(look.step, (r, c))):
            yield Label(middle, str(value), "hint", 0.55)


def placed(step: Step | None, cell: Cell) -> int | None:
    """The value that a step places in a cell; None if it places nothing there."""
    changes = step.changes if step else ()
    return next((c.value for c in changes if c.action == "place" and c.where == cell), None)
