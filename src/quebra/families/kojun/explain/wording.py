"""Words that the techniques share."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.families.kojun.explain.candidates import Board
from quebra.grid.candidates import Mark
from quebra.grid.cells import at, joined, listed


def cells(board: Board, numbers: Iterable[int]) -> str:
    """Cells in a sentence."""
    return listed(board.places[cell] for cell in numbers)


def either(board: Board, numbers: Iterable[int]) -> str:
    """Cells in a sentence, one of which it is."""
    return joined([short(board, cell) for cell in numbers], "or")


def short(board: Board, cell: int) -> str:
    """A cell in a sentence about many."""
    r, c = board.places[cell]
    return f"r{r + 1}c{c + 1}"


def full(board: Board, cell: int) -> str:
    """A cell in a sentence of its own."""
    return at(board.places[cell])


def values(found: Iterable[int], last: str = "and") -> str:
    """Numbers in a sentence."""
    return joined([str(value) for value in found], last)


def cannot(board: Board, marks: Iterable[Mark]) -> str:
    """What is ruled out: cells that lose the same numbers are named together.

    >>> from quebra.families.kojun.model import Kojun
    >>> board = Board(Kojun(regions=((1, 1, 1),), givens=((0, 0, 0),)))
    >>> cannot(board, [(0, 1), (0, 2), (1, 1), (1, 2), (2, 3)])
    'r1c1 and r1c2 cannot be 1 or 2, and r1c3 cannot be 3'
    >>> cannot(board, [(0, 1)])
    'row 1, column 1 cannot be 1'
    """
    lost: dict[int, list[int]] = {}
    for cell, value in sorted(marks):
        lost.setdefault(cell, []).append(value)
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, found in lost.items():
        groups.setdefault(tuple(found), []).append(cell)
    several = len(lost) > 1
    parts = [
        f"{joined([short(board, cell) for cell in group]) if several else full(board, group[0])}"
        f" cannot be {values(found, 'or')}"
        for found, group in groups.items()
    ]
    return ", and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
