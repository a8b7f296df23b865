"""The flag: six cells of two by two whose sides are waves, cubic curves that swing both ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from quebra.families.tangram.sets.kit import PieceSet, cut

ROWS, COLS, SIDE = 2, 3, 2
LEVEL = (0.6, 0.4, 0.5)
"""How far the control points swing from each level line, and from each upright one."""
UPRIGHT = (0.0, 0.5, 0.7, 0.0)


def _across(row: int, col: int) -> list[complex]:
    """The side above a cell, from left to right, as four control points."""
    start, swing = complex(col, row) * SIDE, LEVEL[row] * 1j
    return [start, start + SIDE / 3 - swing, start + 2 * SIDE / 3 + swing, start + SIDE]


def _down(row: int, col: int) -> list[complex]:
    """The side at the left of a cell, from top to bottom."""
    start, swing = complex(col, row) * SIDE, UPRIGHT[col]
    side = SIDE * 1j
    return [start, start + side / 3 + swing, start + 2 * side / 3 - swing, start + side]


def _cell(row: int, col: int) -> str:
    return _path(
        _across(row, col),
        _down(row, col + 1),
        _across(row + 1, col)[::-1],
        _down(row, col)[::-1],
    )


def _border() -> str:
    return _path(
        *(_across(0, col) for col in range(COLS)),
        *(_down(row, COLS) for row in range(ROWS)),
        *(_across(ROWS, col)[::-1] for col in reversed(range(COLS))),
        *(_down(row, 0)[::-1] for row in reversed(range(ROWS))),
    )


def _path(*sides: list[complex]) -> str:
    commands: Iterator[str] = (_command(*side) for side in sides)
    return " ".join(chain([f"M{_pair(sides[0][0])}"], commands, ["Z"]))


def _command(start: complex, first: complex, second: complex, end: complex) -> str:
    straight = start.real == first.real == second.real == end.real
    return f"L{_pair(end)}" if straight else f"C{_pair(first)} {_pair(second)} {_pair(end)}"


def _pair(point: complex) -> str:
    return f"{point.real} {point.imag}"


_CELLS = {"abcdef"[row * COLS + col]: _cell(row, col) for row in range(ROWS) for col in range(COLS)}
PIECES, FLAG = cut(_CELLS, _border())
FLAG_SET = PieceSet("Flag", PIECES, {"flag": FLAG})
