"""Random colours of a full board: each used about equally often, and no two pieces alike.

Published sets are made like that, Eternity II among them. The colours are dealt to the seams, and
then colours of two seams are swapped as long as pieces are equal to another one, or to themselves
after a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quebra.contract.random import Source
from quebra.families.edges.model import Edges

Side = tuple[int, int]
"""A cell, and a side of it."""
Group = list[tuple[Side, ...]]
"""Places of one colour each: the two sides of a seam, or one at the rim of a frameless board."""
PATIENCE = 8
"""Swaps without success before the rest is accepted, as a multiple of the number of places."""


def seam_groups(board: Edges) -> tuple[Group, Group]:
    """The seams inside, and those along the frame: between cells that both touch it.

    Without a frame, all seams are inside.

    >>> inner, along = seam_groups(Edges(rows=3, cols=3, pieces=((0,) * 4,) * 9, frame=0))
    >>> len(inner), len(along)
    (4, 8)
    """
    outer = set() if board.frame is None else {cell for cell, _ in board.layout.rim}
    groups: tuple[Group, Group] = [], []
    for a, side, b, other in board.layout.seams:
        groups[{a, b} <= outer].append(((a, side), (b, other)))
    return groups


class Colouring:
    """The colours of all cells of a board.

    >>> board = Edges(rows=3, cols=3, pieces=((0,) * 4,) * 9, frame=0, rotate=True)
    >>> colouring = Colouring(board, 2, 4, Source(1))
    >>> colouring.faults
    0
    >>> sorted(Counter(colour for cell in colouring.cells for colour in cell).items())
    [(0, 12), (1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4)]
    """

    def __init__(self, board: Edges, inner: int, along: int, source: Source) -> None:
        layout = board.layout
        self.cells = [[board.frame or 0] * layout.sides for _ in layout.cells]
        self._source = source
        self._turns = layout.turns[1:] if board.rotate else ()
        first = 0 if board.frame is None else 1
        inside, beside = seam_groups(board)
        self._groups = [inside, beside]
        self._deal(inside, range(first + along, first + along + inner))
        self._deal(beside, range(first, first + along))
        if board.frame is None:
            rim: Group = [(place,) for place in layout.rim]
            self._groups.append(rim)
            self._deal(rim, range(inner)[::-1])
        self._kinds = Counter(map(self._kind, range(len(self.cells))))
        self.faults = sum(map(self._faults_of, self._kinds))
        self._repair()

    def _deal(self, group: Group, colours: Sequence[int]) -> None:
        dealt = self._source.shuffled([colours[i % len(colours)] for i in range(len(group))])
        for places, colour in zip(group, dealt, strict=True):
            self._paint(places, colour)

    def _paint(self, places: tuple[Side, ...], colour: int) -> None:
        for cell, side in places:
            self.cells[cell][side] = colour

    def _turned(self, kind: Sequence[int]) -> list[tuple[int, ...]]:
        return [tuple(kind[edge] for edge in turn) for turn in self._turns]

    def _kind(self, cell: int) -> tuple[int, ...]:
        """The colours of a cell in the least of their turns."""
        here = self.cells[cell]
        return min((tuple(here), *self._turned(here)))

    def _faults_of(self, kind: tuple[int, ...]) -> int:
        """The pieces of a kind that are too many: all but one, or all of a symmetric kind."""
        return self._kinds[kind] - (kind not in self._turned(kind)) if self._kinds[kind] else 0

    def _repair(self) -> None:
        places = {
            side: (group, number)
            for group in self._groups
            for number, sides in enumerate(group)
            for side in sides
        }
        tries = most = PATIENCE * len(places)
        while self.faults and tries > 0:
            for cell in self._source.shuffled(self._faulty_cells()):
                side, before = (cell, self._source.below(len(self.cells[cell]))), self.faults
                if side in places:
                    group, number = places[side]
                    self._swap(group[number], self._source.choice(group))
                tries = most if self.faults < before else tries - 1

    def _faulty_cells(self) -> list[int]:
        kinds = enumerate(map(self._kind, range(len(self.cells))))
        return [cell for cell, kind in kinds if self._faults_of(kind)]

    def _swap(self, one: tuple[Side, ...], other: tuple[Side, ...]) -> None:
        """Swap the colours of two places, unless that makes more faults."""
        colours = [self.cells[cell][side] for (cell, side), *_ in (one, other)]
        before = self.faults
        self._repaint(one, other, colours[::-1])
        if self.faults > before:
            self._repaint(one, other, colours)

    def _repaint(
        self, one: tuple[Side, ...], other: tuple[Side, ...], colours: Sequence[int]
    ) -> None:
        cells = {cell for cell, _ in (*one, *other)}
        old = [self._kind(cell) for cell in cells]
        self._paint(one, colours[0])
        self._paint(other, colours[1])
        new = [self._kind(cell) for cell in cells]
        concerned = {*old, *new}
        self.faults -= sum(map(self._faults_of, concerned))
        self._kinds.subtract(old)
        self._kinds.update(new)
        self.faults += sum(map(self._faults_of, concerned))
