"""The figures and names of shapes, and the names of cells."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.contract.results import Place
from quebra.grid.cells import letter_name

SOLID = "■▲●◆★▼⬢⬟◀"
OUTLINED = "□△○◇☆▽⬡⬠◁"
NAMES = (
    *("square", "triangle", "circle", "diamond", "star"),
    *("triangle pointing down", "hexagon", "pentagon", "triangle pointing left"),
)


def place_name(cell: Place) -> str:
    """The name of a cell at the start of a sentence, with the letter of its column.

    >>> place_name((2, 4))
    'Row 3, column E'
    """
    return f"Row {cell[0] + 1}, column {letter_name(cell[1])}"


def short_name(cell: Place) -> str:
    """The short name of a cell.

    >>> short_name((2, 4))
    'E3'
    """
    return f"{letter_name(cell[1])}{cell[0] + 1}"


def figures(shapes: Iterable[int]) -> str:
    """The figures of shapes; a number that is no shape stays a number.

    >>> figures([2, 1, 12])
    '▲ ■ 12'
    """
    return " ".join(SOLID[s - 1] if 1 <= s <= len(SOLID) else str(s) for s in shapes)
