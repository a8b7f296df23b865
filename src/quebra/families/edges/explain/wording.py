"""Cells, pieces and colours in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.families.edges.explain.board import Board
from quebra.families.edges.model import Edges
from quebra.families.edges.rules import cell_name
from quebra.grid.cells import counted, joined

MOST = 6
"""How many pieces or colours a sentence lists."""
SIDES: dict[str, tuple[str, ...]] = {
    "square": ("above", "on the right", "below", "on the left"),
    "cube": ("above", "on the right", "below", "on the left", "in front", "behind"),
    "stack": ("above", "on the right", "below", "on the left", "in front", "behind"),
    "hexagon": (
        "at the upper right",
        "on the right",
        "at the lower right",
        "at the lower left",
        "on the left",
        "at the upper left",
    ),
    "triangle": ("on the right", "below", "on the left"),
}
HANGING = ("on the left", "above", "on the right")


def cell_text(board: Board, cell: int) -> str:
    """A cell in words."""
    return cell_name(board.puzzle.layout.cells[cell])


def side_name(puzzle: Edges, cell: int, side: int) -> str:
    """A side of a cell in words.

    >>> side_name(Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),)), 0, 3)
    'on the left'
    """
    if puzzle.shape == "free":
        return f"on side {side + 1}"
    hangs = puzzle.shape == "triangle" and puzzle.layout.cells[cell][1] % 2
    return (HANGING if hangs else SIDES[puzzle.shape])[side]


def pieces_text(pieces: Sequence[int]) -> str:
    """Pieces in words.

    >>> pieces_text([4]), pieces_text([0, 2]), pieces_text(range(9))
    ('piece 5', 'pieces 1 and 3', '9 pieces')
    """
    if len(pieces) > MOST:
        return counted(len(pieces), "piece")
    names = joined([str(piece + 1) for piece in pieces])
    return f"{'piece' if len(pieces) == 1 else 'pieces'} {names}"


def needs_text(board: Board, cell: int) -> str:
    """What is known of the sides of a cell, at the end of a sentence."""
    needs = [
        f"{colour} {side_name(board.puzzle, cell, side)}" for side, colour in board.needs(cell)
    ]
    return f" with {joined(needs)}" if needs else ""


def colours_text(colours: Iterable[int]) -> str:
    """Colours in words.

    >>> colours_text({3, 1}), colours_text(range(9))
    ('1 or 3', '9 colours')
    """
    names = sorted(colours)
    if len(names) > MOST:
        return counted(len(names), "colour")
    return joined([str(colour) for colour in names], "or")
