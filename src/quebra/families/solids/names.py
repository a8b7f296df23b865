"""Cells, turns and pieces in words, and the letters of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.contract.results import Place
from quebra.families.solids.space import STEPS, Cell
from quebra.i18n.text import Text, all_of, sentences

MOST_NAMED = 5
"""Cells of a layer that are named one by one."""

DIRECTIONS: dict[str, Text] = dict(
    zip(
        STEPS,
        (
            *(Text("to the right"), Text("to the left"), Text("to the front")),
            *(Text("to the back"), Text("up"), Text("down")),
        ),
        strict=True,
    )
)
"""The directions of moves in words."""


def place_of(cell: Cell) -> Place:
    """The place of a cell: layer, row and column, from 0."""
    x, y, z = cell
    return z, y, x


def cell_of(place: Place) -> Cell:
    """The cell of a place."""
    z, y, x = place
    return x, y, z


def cell_name(cell: Cell) -> Text:
    """A cell in words.

    >>> cell_name((0, 1, 2))
    'layer 3, row 2, column 1'
    """
    x, y, z = cell
    return Text("layer {layer}, row {row}, column {column}", layer=z + 1, row=y + 1, column=x + 1)


def layers_in_words(cells: Iterable[Cell]) -> Text:
    """The cells of a piece, a sentence for each layer.

    >>> layers_in_words([(0, 0, 0), (1, 0, 0), (0, 0, 1)])
    'Layer 1: row 1 columns 1 and 2. Layer 2: row 1 column 1.'
    """
    rows: dict[int, dict[int, list[int]]] = {}
    for x, y, z in sorted(cells, key=lambda cell: (cell[2], cell[1], cell[0])):
        rows.setdefault(z, {}).setdefault(y, []).append(x + 1)
    return sentences(*(_layer(z, by_row) for z, by_row in rows.items()))


def _layer(z: int, by_row: dict[int, list[int]]) -> Text:
    count = sum(map(len, by_row.values()))
    if count > MOST_NAMED:
        return Text("Layer {layer}: {n} cells.", layer=z + 1, n=count)
    found = all_of([_row(y + 1, columns) for y, columns in by_row.items()])
    return Text("Layer {layer}: {rows}.", layer=z + 1, rows=found)


def _row(row: int, columns: list[int]) -> Text:
    if len(columns) == 1:
        return Text("row {row} column {column}", row=row, column=columns[0])
    return Text("row {row} columns {columns}", row=row, columns=all_of(columns))


def letters_of(names: Sequence[str]) -> list[str]:
    """One sign for each piece: the first letter of its name that is free, else any free one.

    >>> letters_of(["V", "L", "left", "straight"])
    ['V', 'L', 'l', 's']
    """
    free = dict.fromkeys(_SIGNS)
    found = []
    for name in names:
        sign = next((c for c in (*name, *name.swapcase()) if c in free), next(iter(free), "?"))
        free.pop(sign, None)
        found.append(sign)
    return found


_SIGNS = (
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *"abcdefghijklmnopqrstuvwxyz",
    *"0123456789",
    *(chr(code) for code in range(0xC0, 0x250) if chr(code).isalpha()),
)
