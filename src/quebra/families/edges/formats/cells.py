"""Cells in text, counted from 1: r2c3 on a board, l1r2c3 in a block of cubes, c3 elsewhere."""

from __future__ import annotations

import re

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.results import Place
from quebra.grid.text import whole_number
from quebra.i18n.text import Text

_CELL = re.compile(r"((l([0-9]+))?r([0-9]+))?c([0-9]+)", re.IGNORECASE)
_LETTERS = {1: "c", 2: "rc", 3: "lrc"}


def read_cell(word: str, place: Text) -> Place:
    """The cell with this name.

    >>> place = Text("line {number}", number=1)
    >>> read_cell("r1c2", place), read_cell("c5", place), read_cell("l2r1c1", place)
    ((0, 1), (4,), (1, 0, 0))
    """
    match = _CELL.fullmatch(word)
    if not match:
        raise BadInput(
            Text(
                "{place}: {word} is no cell; a cell is written like r1c4.",
                place=place,
                word=quoted(word),
            )
        )
    numbers = [whole_number(digits, place) for digits in match.group(3, 4, 5) if digits]
    if not all(numbers):
        raise BadInput(
            Text(
                "{place}: {word} is no cell; they are counted from 1.",
                place=place,
                word=quoted(word),
            )
        )
    return tuple(number - 1 for number in numbers)


def write_cell(cell: Place) -> str:
    """The name of a cell in text.

    >>> write_cell((0, 1))
    'r1c2'
    """
    return "".join(
        f"{letter}{number + 1}" for letter, number in zip(_LETTERS[len(cell)], cell, strict=True)
    )
