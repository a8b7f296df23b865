"""How a shape is written: a letter in files, a solid or an outlined figure where people look."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.contract.results import Place

SOLID = "■▲●◆★▼⬢⬟◀"
OUTLINED = "□△○◇☆▽⬡⬠◁"
NAMES = (
    *("square", "triangle", "circle", "diamond", "star"),
    *("triangle pointing down", "hexagon", "pentagon", "triangle pointing left"),
)


def letters(index: int) -> str:
    """The name of a column: A to Z, then AA, AB and so on.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        name = chr(ord("A") + letter) + name
        index -= 1
    return name


def place(cell: Place) -> str:
    """A cell at the head of a sentence, named as the drawing names it.

    >>> place((2, 4))
    'Row 3, column E'
    """
    return f"Row {cell[0] + 1}, column {letters(cell[1])}"


def shown(shapes: Iterable[int]) -> str:
    """Shapes as people see them; what is no shape stays a number.

    >>> shown([2, 1, 12])
    '▲ ■ 12'
    """
    return " ".join(SOLID[s - 1] if 1 <= s <= len(SOLID) else str(s) for s in shapes)
