"""Answers as rows of tokens: the number of a piece, and its turn if it is turned."""

from __future__ import annotations

import re

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.results import Place
from quebra.contract.settings import settings
from quebra.families.edges.model import Filling, Placed
from quebra.grid.text import BLANKS, aligned, first_line, read_lines, whole_number
from quebra.i18n.text import Text

LAYER = "layer"
CELLS = "cells"
_ROW = re.compile(r"([0-9]+(/[0-9]+)?|[.-])(\s+([0-9]+(/[0-9]+)?|[.-]))*")


def read_answer(text: str) -> Filling:
    """An answer from rows of tokens such as 12/3: piece 12, turned by three quarters.

    Pieces count from 1, a dot is an empty cell, and pieces that are not turned need no turn.
    Cubes have a line `layer` before each layer; boards that are not regular a line `cells`.

    >>> [(p.cell, p.piece, p.turn) for p in read_answer("3/1 .\\n. 12").cells]
    [((0, 0), 2, 1), ((1, 1), 11, 0)]
    """
    lines = read_lines(text)
    placed: list[Placed] = []
    prefix: Place = ()
    row, flat = 0, False
    for number, line in lines:
        if line.lower() == LAYER:
            prefix, row = ((prefix[0] + 1,) if prefix else (0,)), 0
        elif line.lower() == CELLS:
            flat = True
        else:
            start = (*prefix, row)
            tokens = enumerate(line.split())
            cells = (((c,) if flat else (*start, c), token) for c, token in tokens)
            placed += _read_row(list(cells), Text("line {number}", number=number))
            row += 1
    if row == 0:
        raise BadInput(Text("There are no rows of pieces."))
    if flat and row > 1:
        raise BadInput(Text("A board that is not regular has one row of cells."))
    return Filling(cells=tuple(placed))


def write_answer(answer: Filling) -> str:
    """Rows of pieces.

    >>> print(write_answer(read_answer("3/1 .\\n. 12")), end="")
    3/1   .
      .  12
    """
    there = {placed.cell: placed for placed in answer.cells}
    if len({len(cell) for cell in there}) > 1 or any(min(cell) < 0 for cell in there):
        raise BadInput(Text("The cells of this answer are not of one board."))
    text = _written(there)
    if read_answer(text) != answer:
        raise BadInput(
            Text("Only pieces in the order of their cells, one a cell, can be rows of text.")
        )
    return text


def is_answer(text: str) -> bool:
    """Whether the first line is a row of pieces or a heading of rows."""
    first = first_line(text)
    return first.lower() in (LAYER, CELLS) or _ROW.fullmatch(first) is not None


def _written(there: dict[Place, Placed]) -> str:
    if not there:
        return ".\n"
    last = [max(numbers) for numbers in zip(*there, strict=True)]
    cells = 1
    for number in last:
        cells *= number + 1
    if cells > settings().max_cells:
        raise BadInput(Text("The cells of this answer are too far apart to be written as rows."))
    if len(last) == 1:
        return f"{CELLS}\n{_grid(there, (), [0, *last])}"
    if len(last) == 2:
        return _grid(there, (), last)
    layers = (_grid(there, (layer,), last[1:]) for layer in range(last[0] + 1))
    return "".join(f"{LAYER}\n{text}" for text in layers)


def _grid(there: dict[Place, Placed], prefix: Place, last: list[int]) -> str:
    flat = not prefix and len(next(iter(there))) == 1
    rows = (
        [_token(there.get((c,) if flat else (*prefix, r, c))) for c in range(last[1] + 1)]
        for r in range(last[0] + 1)
    )
    return f"{aligned(rows)}\n"


def _token(placed: Placed | None) -> str:
    if placed is None:
        return "."
    return f"{placed.piece + 1}/{placed.turn}" if placed.turn else str(placed.piece + 1)


def _read_row(cells: list[tuple[Place, str]], place: Text) -> list[Placed]:
    placed = []
    for cell, token in cells:
        if token in BLANKS:
            continue
        piece, slash, turn = token.partition("/")
        number = whole_number(piece, place)
        if number == 0:
            raise BadInput(
                Text(
                    "{place}: {token}: pieces are counted from 1.",
                    place=place,
                    token=quoted(token),
                )
            )
        placed.append(
            Placed(cell=cell, piece=number - 1, turn=whole_number(turn, place) if slash else 0)
        )
    return placed
