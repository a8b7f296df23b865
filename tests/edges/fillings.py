"""All correct fillings of a small board by exhaustive search, as a reference for tests."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.families.edges.model import Edges, Filling, Placed


def fillings(puzzle: Edges) -> Iterator[Filling]:
    """Every filling without violations; equal pieces count as different."""
    return _Trial(puzzle).fill()


class _Trial:
    """The cells in their order, each with every piece in every turn."""

    def __init__(self, puzzle: Edges) -> None:
        self.puzzle = puzzle
        self.placed: list[Placed] = []
        self.shown: list[tuple[int, ...]] = []

    def fill(self) -> Iterator[Filling]:
        cells = self.puzzle.layout.cells
        if len(self.placed) == len(cells):
            yield Filling(cells=tuple(self.placed))
            return
        used = {each.piece for each in self.placed}
        unused = (piece for piece in range(len(self.puzzle.pieces)) if piece not in used)
        for piece, turn in ((p, turn) for p in unused for turn in self.puzzle.turns_of(p)):
            colours = self.puzzle.turned(piece, turn)
            if self.fits(piece, turn, colours):
                self.placed.append(Placed(cells[len(self.placed)], piece, turn))
                self.shown.append(colours)
                yield from self.fill()
                self.placed.pop()
                self.shown.pop()

    def fits(self, piece: int, turn: int, colours: tuple[int, ...]) -> bool:
        puzzle, here = self.puzzle, len(self.placed)
        for hint in puzzle.hints:
            if puzzle.cell_numbers[hint.cell] == here and hint.piece != piece:
                return False
            if puzzle.cell_numbers[hint.cell] == here and hint.turn not in (None, turn):
                return False
        if puzzle.frame is not None:
            rim = (side for cell, side in puzzle.layout.rim if cell == here)
            if any(colours[side] != puzzle.frame for side in rim):
                return False
        shown = [*self.shown, colours]
        return all(
            shown[a][side] == shown[b][other]
            for a, side, b, other in puzzle.layout.seams
            if max(a, b) == here
        )
