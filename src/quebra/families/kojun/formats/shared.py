"""Helpers of several formats: givens, walls and regions, and features that a format lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from urllib.parse import unquote

from quebra.contract.errors import BadInput
from quebra.families.kojun.model import Kojun, Label
from quebra.grid.cells import Cell, Rows, as_rows, cells, in_words
from quebra.grid.text import BLANKS, HOLE, Tokens, number_rows
from quebra.i18n.text import Text

MAX_LINK_LENGTH = 1_000_000
"""Characters of a link that are read; the largest boards need far fewer."""

Walls = Sequence[Sequence[bool]]


def unquoted(link: str) -> str:
    """The link with its percent escapes decoded.

    >>> unquoted("cojun%2F2")
    'cojun/2'
    """
    if len(link) > MAX_LINK_LENGTH:
        raise BadInput(
            Text("The link is too long: more than {most} characters.", most=MAX_LINK_LENGTH)
        )
    return unquote(link)


def given_rows(rows: Tokens, what: Text, blank: Text) -> tuple[Rows[int], frozenset[Cell]]:
    """The givens and the holes of rows of tokens; raises `BadInput` for a printed 0."""
    numbers, holes = number_rows(rows, what)
    for r, row in enumerate(rows):
        for c, token in enumerate(row):
            if numbers[r][c] == 0 and token not in BLANKS and token != HOLE:
                raise BadInput(
                    Text(
                        "{cell}: 0 is not a number of the puzzle; a blank cell is {blank}.",
                        cell=in_words((r, c)),
                        blank=blank,
                    )
                )
    return numbers, holes


def zero_given(cell: Cell) -> BadInput:
    """The error for a printed 0, which no region holds."""
    return BadInput(Text("{cell}: 0 is not a number of the puzzle.", cell=in_words(cell)))


def walls_right(puzzle: Kojun) -> list[list[bool]]:
    """For each cell but the last of a row, whether a wall separates it from the next one."""
    return [[a != b for a, b in pairwise(row)] for row in puzzle.regions]


def walls_below(puzzle: Kojun) -> list[list[bool]]:
    """For each cell but those of the last row, whether a wall separates it from the one below."""
    return [
        [a != b for a, b in zip(upper, lower, strict=True)]
        for upper, lower in pairwise(puzzle.regions)
    ]


def flood_regions(
    rows: int, cols: int, right: Walls, below: Walls, holes: Collection[Cell]
) -> Rows[Label]:
    """The labels of the regions that walls enclose; a wall with an open end separates nothing.

    >>> flood_regions(2, 2, [[True], [False]], [[False, False]], ())
    ((0, 0), (0, 0))
    >>> flood_regions(2, 2, [[True], [True]], [[False, False]], {(0, 0)})
    ((None, 0), (1, 0))
    """
    found: list[list[Label]] = [[None] * cols for _ in range(rows)]
    outside = set(holes)
    count = 0
    for start in cells(rows, cols):
        if start in outside or found[start[0]][start[1]] is not None:
            continue
        found[start[0]][start[1]] = count
        frontier = [start]
        while frontier:
            for r, c in _reachable(frontier.pop(), rows, cols, right, below):
                if found[r][c] is None and (r, c) not in outside:
                    found[r][c] = count
                    frontier.append((r, c))
        count += 1
    return as_rows(found)


def _reachable(cell: Cell, rows: int, cols: int, right: Walls, below: Walls) -> Iterator[Cell]:
    r, c = cell
    if r > 0 and not below[r - 1][c]:
        yield r - 1, c
    if c > 0 and not right[r][c - 1]:
        yield r, c - 1
    if c + 1 < cols and not right[r][c]:
        yield r, c + 1
    if r + 1 < rows and not below[r][c]:
        yield r + 1, c


def holes_of(puzzle: Kojun) -> list[Cell]:
    """The holes of a board in reading order."""
    rows, cols = puzzle.size
    return [(r, c) for r, c in cells(rows, cols) if puzzle.regions[r][c] is None]


def refuse_column_order(puzzle: Kojun, form: Text) -> None:
    """Raise `BadInput` for an order over whole columns, which the format cannot express."""
    if puzzle.order == "column":
        raise BadInput(
            Text("{form} cannot say that the order holds over whole columns.", form=form)
        )


def refuse_holes(puzzle: Kojun, form: Text) -> None:
    """Raise `BadInput` for a board with holes, which the format cannot express."""
    if holes := holes_of(puzzle):
        raise BadInput(
            Text(
                "{form} has no holes, but there is one at {cell}.",
                form=form,
                cell=in_words(holes[0]),
            )
        )
