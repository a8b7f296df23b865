"""The rotations of a board that map it onto itself."""

from __future__ import annotations

from dataclasses import dataclass

from quebra.families.edges.layout import Layout, Turn
from quebra.families.edges.model import Edges


@dataclass(frozen=True)
class Symmetry:
    """A rotation of the board: the images of cells and of sides."""

    cells: tuple[int, ...]
    sides: Turn

    def shown(self, colours: tuple[int, ...]) -> tuple[int, ...]:
        """The colours of a piece after the rotation.

        >>> Symmetry((0,), (1, 2, 3, 0)).shown((5, 6, 7, 8))
        (8, 5, 6, 7)
        """
        there = dict(zip(self.sides, colours, strict=True))
        return tuple(there[side] for side in range(len(colours)))


def symmetries(puzzle: Edges) -> list[Symmetry]:
    """All rotations that map the board and its restrictions onto themselves, with the identity.

    >>> pieces = ((1, 1, 1, 1),) * 6
    >>> len(symmetries(Edges(rows=2, cols=3, pieces=pieces, rotate=True)))
    2
    >>> len(symmetries(Edges(rows=2, cols=2, pieces=pieces, rotate=True)))
    4
    """
    still = Symmetry(tuple(range(len(puzzle.layout.cells))), tuple(range(puzzle.layout.sides)))
    if puzzle.turns_never or puzzle.hints:
        return [still]
    found = []
    for sides in puzzle.layout.turns:
        if not puzzle.turns_freely and not _may_turn(puzzle, sides):
            continue
        for goal in range(len(puzzle.layout.cells)):
            cells = _carried(puzzle.layout, sides, goal)
            if cells is not None:
                found.append(Symmetry(cells, sides))
    return found or [still]


def _may_turn(puzzle: Edges, sides: Turn) -> bool:
    """Whether the rotation maps the allowed orientations of every piece onto themselves."""
    whole = Symmetry((), sides)
    for piece in range(len(puzzle.pieces)):
        allowed = {puzzle.turned(piece, turn) for turn in puzzle.turns_of(piece)}
        if {whole.shown(colours) for colours in allowed} != allowed:
            return False
    return True


def _carried(layout: Layout, sides: Turn, goal: int) -> tuple[int, ...] | None:
    """The images of all cells if the first cell goes to `goal`; None if seams do not agree."""
    beyond = {}
    for a, side, b, other in layout.seams:
        beyond[a, side], beyond[b, other] = (b, other), (a, side)
    goes = {0: goal}
    waiting = [0]
    while waiting:
        cell = waiting.pop()
        for side in range(layout.sides):
            here, there = beyond.get((cell, side)), beyond.get((goes[cell], sides[side]))
            if here is None or there is None:
                if here != there:
                    return None
                continue
            if here[0] not in goes:
                goes[here[0]] = there[0]
                waiting.append(here[0])
            if goes[here[0]] != there[0] or sides[here[1]] != there[1]:
                return None
    if len(set(goes.values())) < len(layout.cells):
        return None
    return tuple(goes[cell] for cell in range(len(layout.cells)))
