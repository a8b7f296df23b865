"""The tiles that stand during a game, and how they fall on boards with gravity."""

from __future__ import annotations

from collections.abc import Iterable, Set

from quebra.families.shisen.model import Move, Shisen
from quebra.grid.cells import Cell


class StandingTiles:
    """The tiles on the board: the cell of each, and the cell where it stood at the start.

    With gravity, after tiles are removed every tile above an empty cell falls down its column until
    it rests on another tile or on the bottom. Holes are empty cells like others. A board is not
    changed before the first move, even if tiles stand above holes.

    >>> tiles = StandingTiles(Shisen(board=(("A", "B"), ("B", "C"), ("C", "A")), gravity=True))
    >>> tiles.remove([(1, 0), (0, 1)])
    >>> tiles.origins[1, 0], sorted(tiles.cells)
    ((0, 0), [(1, 0), (1, 1), (2, 0), (2, 1)])
    """

    def __init__(self, puzzle: Shisen, moves: Iterable[Move] = ()) -> None:
        self.puzzle = puzzle
        self.origins: dict[Cell, Cell] = {cell: cell for cell in puzzle.tiles}
        self._falling = range(puzzle.size[1])
        for move in moves:
            self.remove(move.pair)

    @property
    def cells(self) -> Set[Cell]:
        """The cells with a tile."""
        return self.origins.keys()

    def kind(self, cell: Cell) -> str:
        """The kind of the tile in a cell."""
        return self.puzzle.tiles[self.origins[cell]]

    def name(self, cell: Cell) -> str:
        """The name of the tile in a cell."""
        r, c = self.origins[cell]
        return self.puzzle.board[r][c] or ""

    def remove(self, cells: Iterable[Cell]) -> None:
        """Remove tiles; with gravity, others fall."""
        gone = [cell for cell in cells if self.origins.pop(cell, None)]
        if gone and self.puzzle.gravity:
            for col in {*self._falling, *(c for _, c in gone)}:
                self._fall(col)
            self._falling = range(0)  # from now on, only columns that lose a tile are loose

    def copy(self) -> StandingTiles:
        """A copy that can be changed independently."""
        twin = StandingTiles(self.puzzle)
        twin.origins, twin._falling = dict(self.origins), self._falling
        return twin

    def _fall(self, col: int) -> None:
        rows = self.puzzle.size[0]
        stack = [o for r in reversed(range(rows)) if (o := self.origins.pop((r, col), None))]
        for height, origin in enumerate(stack, start=1):
            self.origins[rows - height, col] = origin

    def board(self) -> Shisen | None:
        """The board with the tiles that stand; None if there are none."""
        if not self.origins:
            return None
        rows, cols = self.puzzle.size
        board = tuple(
            tuple(self.name((r, c)) if (r, c) in self.origins else None for c in range(cols))
            for r in range(rows)
        )
        return Shisen(board=board, merged=self.puzzle.merged, gravity=self.puzzle.gravity)
