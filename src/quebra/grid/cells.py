"""Cells, rows and answers of puzzles on a rectangular grid, and cells in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeVar

from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer
from quebra.contract.results import Place
from quebra.contract.settings import admit_size
from quebra.i18n.text import Plural, Text, Value, all_of

T = TypeVar("T")
Cell = tuple[int, int]
Rows = tuple[tuple[T, ...], ...]

BOARD, ANSWER = Text("board"), Text("answer")


class GridAnswer(Answer, frozen=True, forbid_unknown_fields=True):
    """An answer or attempt with a number in each cell; 0 is blank."""

    grid: tuple[tuple[int, ...], ...]


def as_rows(rows: Iterable[Iterable[T]]) -> Rows[T]:
    """Rows as tuples of tuples.

    >>> as_rows([[1, 2], [3, 4]])
    ((1, 2), (3, 4))
    """
    return tuple(tuple(row) for row in rows)


def measure(rows: Sequence[Sequence[object]], what: Text = BOARD) -> tuple[int, int]:
    """The numbers of rows and columns; `BadInput` unless it is a rectangle within the limits.

    >>> measure([[1, 2], [3]])
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Row 2 of the board has 1 cell; row 1 has 2.
    """
    if not rows or not rows[0]:
        raise BadInput(Text("There are no cells in the {what}.", what=what))
    width = len(rows[0])
    admit_size(len(rows), width)
    for r, row in enumerate(rows):
        if len(row) != width:
            raise BadInput(
                Plural(
                    "Row {row} of the {what} has {n} cell; row 1 has {width}.",
                    "Row {row} of the {what} has {n} cells; row 1 has {width}.",
                    n=len(row),
                    row=r + 1,
                    what=what,
                    width=width,
                )
            )
    return len(rows), width


def cells(rows: int, cols: int) -> Iterator[Cell]:
    """All cells of a grid, row by row."""
    return ((r, c) for r in range(rows) for c in range(cols))


def neighbours(cell: Cell, rows: int, cols: int) -> Iterator[Cell]:
    """The cells that share a side with this one.

    >>> list(neighbours((0, 0), 2, 3))
    [(0, 1), (1, 0)]
    """
    r, c = cell
    if r > 0:
        yield r - 1, c
    if c > 0:
        yield r, c - 1
    if c + 1 < cols:
        yield r, c + 1
    if r + 1 < rows:
        yield r + 1, c


def connected_parts(members: Iterable[Cell]) -> list[list[Cell]]:
    """The connected components of a set of cells, each in reading order.

    >>> connected_parts([(0, 0), (0, 1), (2, 0)])
    [[(0, 0), (0, 1)], [(2, 0)]]
    """
    left = set(members)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        part, frontier = [start], [start]
        while frontier:
            r, c = frontier.pop()
            for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                if cell in left:
                    left.discard(cell)
                    part.append(cell)
                    frontier.append(cell)
        found.append(sorted(part))
    return found


def letter_name(index: int) -> str:
    """The name of a column or region in letters: A to Z, then AA, AB and so on.

    >>> letter_name(0), letter_name(25), letter_name(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        name = chr(ord("A") + letter) + name
        index -= 1
    return name


def from_one(index: int) -> int:
    """The number of a row or column that counts from 1."""
    return index + 1


def in_words(cell: Place, column: Callable[[int], Value] = from_one) -> Text:
    """A cell in words; `column` returns the name of a column.

    >>> in_words((2, 4))
    'row 3, column 5'
    """
    return Text("row {row}, column {column}", row=cell[0] + 1, column=column(cell[1]))


def cells_in_words(places: Iterable[Place], column: Callable[[int], Value] = from_one) -> Text:
    """Cells in words, those of a row or a column together.

    >>> cells_in_words([(2, 4)]), cells_in_words([(0, 1), (0, 2), (2, 4)])
    ('row 3, column 5', 'row 1, columns 2 and 3 and row 3, column 5')
    >>> cells_in_words([(0, 1), (2, 1)])
    'column 2, rows 1 and 3'
    """
    return _sorted_in_words(tuple(sorted(set(places))), column)


@lru_cache(maxsize=1024)  # violations of an answer often name the same cells
def _sorted_in_words(found: tuple[Place, ...], column: Callable[[int], Value]) -> Text:
    columns = {c for _, c in found}
    if len(columns) == 1 < len(found):
        rows = all_of(r + 1 for r, _ in found)
        return Text("column {column}, rows {rows}", column=column(columns.pop()), rows=rows)
    return all_of(
        _row_in_words(row, [column(c) for _, c in members])
        for row, members in groupby(found, key=lambda cell: cell[0])
    )


def _row_in_words(row: int, columns: list[Value]) -> Text:
    if len(columns) == 1:
        return Text("row {row}, column {column}", row=row + 1, column=columns[0])
    return Text("row {row}, columns {columns}", row=row + 1, columns=all_of(columns))


def cell_notation(cell: Place) -> str:
    """A cell in the notation of moves.

    >>> cell_notation((2, 4))
    'r3c5'
    """
    return f"r{cell[0] + 1}c{cell[1] + 1}"
