"""Edge-matching puzzles: pieces with coloured edges, and a board whose seams must match."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

from quebra.core.errors import BadInput
from quebra.core.grid import as_rows, counted
from quebra.core.puzzle import Answer, Puzzle
from quebra.core.results import Place
from quebra.core.settings import admit_size, settings
from quebra.families.edges.layout import Layout, Seam, free_layout, grid_layout

LARGEST_COLOUR = 9999


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that is known to lie in a cell; any turn will do where none is said."""

    cell: Place
    piece: int
    turn: int | None = None


class Edges(
    Puzzle, frozen=True, dict=True, tag_field="family", tag="edges", forbid_unknown_fields=True
):
    """An edge-matching puzzle.

    A piece is the colours of its edges: up, right, down and left of a square; clockwise of a
    triangle or hexagon; up, right, down, left, front and back of a cube. Edges that meet have one
    colour, and those at the rim have the colour of the `frame`, where there is one. Pieces keep
    their orientation unless `rotate` allows to turn them. A board that is not regular is told by
    its `seams`: for each a cell, a side, and the cell and side that it touches.

    >>> Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0).layout.seams
    ((0, 1, 1, 3),)
    """

    pieces: tuple[tuple[int, ...], ...]
    rows: int = 1
    cols: int = 1
    layers: int = 1
    shape: Literal["square", "triangle", "hexagon", "cube", "free"] = "square"
    frame: int | None = None
    rotate: bool = False
    hints: tuple[Hint, ...] = ()
    seams: tuple[Seam, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "pieces", as_rows(self.pieces))
        msgspec.structs.force_setattr(self, "hints", tuple(self.hints))
        if not self.pieces:
            raise BadInput("There are no pieces.")
        _admit_board(self)
        cells = len(self.layout.cells)
        if len(self.pieces) < cells:
            have = counted(len(self.pieces), "piece")
            there = "is" if len(self.pieces) == 1 else "are"
            raise BadInput(f"There {there} {have} for {counted(cells, 'cell')}: too few.")
        _admit_colours(self)
        for number, hint in enumerate(self.hints, start=1):
            _admit_hint(self, hint, number)

    @cached_property
    def layout(self) -> Layout:
        """The cells, their seams and the rim."""
        if self.shape == "free":
            cells = 1 + max(max(a, b) for a, _, b, _ in self.seams)
            return free_layout(cells, len(self.pieces[0]), self.seams)
        size = {
            "square": (self.rows, self.cols),
            "hexagon": (self.rows, self.cols),
            "triangle": (self.rows,),
            "cube": (self.layers, self.rows, self.cols),
        }[self.shape]
        return grid_layout(self.shape, size)

    @cached_property
    def cell_numbers(self) -> dict[Place, int]:
        """The number of each cell in the layout."""
        return {cell: i for i, cell in enumerate(self.layout.cells)}

    @property
    def turns(self) -> range:
        """The turns that a piece may have."""
        return range(len(self.layout.turns) if self.rotate else 1)

    def turned(self, piece: int, turn: int) -> tuple[int, ...]:
        """The colours of a piece, side by side of its cell.

        >>> Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),), rotate=True).turned(0, 1)
        (4, 1, 2, 3)
        """
        edges = self.pieces[piece]
        return tuple(edges[edge] for edge in self.layout.turns[turn])


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in a cell, turned; for squares by so many quarters clockwise."""

    cell: Place
    piece: int
    turn: int = 0


class Filling(Answer, frozen=True, forbid_unknown_fields=True):
    """An answer, or an attempt: the pieces that lie in cells."""

    cells: tuple[Placed, ...]


def _admit_board(puzzle: Edges) -> None:
    if puzzle.shape == "free":
        _admit_seams(puzzle)
    elif puzzle.seams:
        raise BadInput(
            f"Only a board of shape free has seams of its own, not one of {puzzle.shape}s."
        )
    else:
        cols = puzzle.rows if puzzle.shape == "triangle" else puzzle.cols * puzzle.layers
        admit_size(puzzle.rows, cols if min(puzzle.layers, puzzle.cols) > 0 else 0)
    sides = puzzle.layout.sides
    for number, piece in enumerate(puzzle.pieces, start=1):
        if len(piece) != sides:
            raise BadInput(f"Piece {number} has {counted(len(piece), 'edge')}, not {sides}.")
    most = settings().max_cells
    if len(puzzle.pieces) > most:
        raise BadInput(f"There are {counted(len(puzzle.pieces), 'piece')}: at most {most}.")


def _admit_seams(puzzle: Edges) -> None:
    if not puzzle.seams:
        raise BadInput("A board of shape free needs seams.")
    sides, most = len(puzzle.pieces[0]), settings().max_cells
    seen: set[tuple[int, int]] = set()
    for number, (a, side, b, other) in enumerate(puzzle.seams, start=1):
        if min(a, b) < 0 or max(a, b) >= most:
            raise BadInput(f"Seam {number}: cells are numbered from 0, up to {most - 1}.")
        if min(side, other) < 0 or max(side, other) >= sides:
            raise BadInput(f"Seam {number}: sides are numbered from 0 to {sides - 1}.")
        for place in ((a, side), (b, other)):
            if place in seen:
                raise BadInput(f"Seam {number}: side {place[1]} of cell {place[0]} is used twice.")
            seen.add(place)


def _admit_colours(puzzle: Edges) -> None:
    frame = () if puzzle.frame is None else (puzzle.frame,)
    for what, colours in (("The frame", frame), *_named(puzzle.pieces)):
        for colour in colours:
            if not 0 <= colour <= LARGEST_COLOUR:
                raise BadInput(f"{what}: {colour} is no colour; they are 0 to {LARGEST_COLOUR}.")


def _named(pieces: tuple[tuple[int, ...], ...]) -> list[tuple[str, tuple[int, ...]]]:
    return [(f"Piece {number}", piece) for number, piece in enumerate(pieces, start=1)]


def _admit_hint(puzzle: Edges, hint: Hint, number: int) -> None:
    if hint.cell not in puzzle.cell_numbers:
        raise BadInput(f"Hint {number}: there is no cell {list(hint.cell)}.")
    if not 0 <= hint.piece < len(puzzle.pieces):
        last = len(puzzle.pieces) - 1
        raise BadInput(f"Hint {number}: there is no piece {hint.piece}; they are 0 to {last}.")
    if hint.turn is not None and hint.turn not in puzzle.turns:
        raise BadInput(f"Hint {number}: turn {hint.turn} is not allowed.")
