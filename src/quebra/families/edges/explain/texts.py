"""Texts of cells, pieces and colours for sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.model import Edges
from quebra.families.edges.rules import cell_name
from quebra.grid.cells import counted, joined

MAX_LISTED = 6
"""The most pieces or colours listed in a sentence."""
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
POINTING_DOWN = ("on the left", "above", "on the right")


def cell_text(board: EdgesBoard, cell: int) -> str:
    """The name of a cell, given by its number."""
    return cell_name(board.puzzle.layout.cells[cell])


def side_name(puzzle: Edges, cell: int, side: int) -> str:
    """The name of a side of a cell.

    >>> side_name(Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),)), 0, 3)
    'on the left'
    """
    if puzzle.shape == "free":
        return f"on side {side + 1}"
    points_down = puzzle.shape == "triangle" and puzzle.layout.cells[cell][1] % 2
    return (POINTING_DOWN if points_down else SIDES[puzzle.shape])[side]


def pieces_text(pieces: Sequence[int]) -> str:
    """A list of pieces, or their number.

    >>> pieces_text([4]), pieces_text([0, 2]), pieces_text(range(9))
    ('piece 5', 'pieces 1 and 3', '9 pieces')
    """
    if len(pieces) > MAX_LISTED:
        return counted(len(pieces), "piece")
    names = joined([str(piece + 1) for piece in pieces])
    return f"{'piece' if len(pieces) == 1 else 'pieces'} {names}"


def known_sides_text(board: EdgesBoard, cell: int) -> str:
    """The known sides of a cell, for the end of a sentence."""
    known_sides = [
        f"{colour} {side_name(board.puzzle, cell, side)}"
        for side, colour in board.known_sides(cell)
    ]
    return f" with {joined(known_sides)}" if known_sides else ""


def colours_text(colours: Iterable[int]) -> str:
    """A list of colours, or their number.

    >>> colours_text({3, 1}), colours_text(range(9))
    ('1 or 3', '9 colours')
    """
    names = sorted(colours)
    if len(names) > MAX_LISTED:
        return counted(len(names), "colour")
    return joined([str(colour) for colour in names], "or")
