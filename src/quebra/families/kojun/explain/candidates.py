"""Pencil marks: what each cell may still hold, and the fixed facts of the board around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from quebra.contract.results import Change, Place
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.grid.candidates import Mark, bits
from quebra.grid.cells import Cell, Rows, at, neighbours

REMEMBERED = 100
"""The peers of cells in larger regions are not kept: together they would fill the memory."""


class Board:
    """The fixed facts of a puzzle. Cells are numbered in reading order, holes left out.

    >>> board = Board(Kojun(regions=(("a", "a"), ("b", "a")), givens=((0, 2), (0, 0))))
    >>> board.places[2], board.peers(2), board.runs[0]
    ((1, 0), (0, 3), ((1, 3),))
    """

    def __init__(self, puzzle: Kojun) -> None:
        regions = puzzle.region_cells
        self.puzzle = puzzle
        self.places: tuple[Cell, ...] = tuple(sorted(cell for cells in regions for cell in cells))
        number = {place: cell for cell, place in enumerate(self.places)}
        self.regions = tuple(tuple(number[place] for place in cells) for cells in regions)
        owner = {cell: r for r, cells in enumerate(self.regions) for cell in cells}
        self.region_of = tuple(owner[cell] for cell in range(len(owner)))
        self.touching = tuple(
            tuple(number[near] for near in neighbours(place, *puzzle.size) if near in number)
            for place in self.places
        )
        self._peers: dict[int, tuple[int, ...]] = {}
        self.runs = tuple(tuple(self._runs(cells)) for cells in self.regions)
        """For each region, its cells that stand one above another, the top first."""

    def peers(self, cell: int) -> tuple[int, ...]:
        """The cells that must differ from this one: region mates and touching cells."""
        found = self._peers.get(cell)
        if found is None:
            mates = self.regions[self.region_of[cell]]
            found = tuple(sorted({*mates, *self.touching[cell]} - {cell}))
            if len(mates) <= REMEMBERED:
                self._peers[cell] = found
        return found

    @cached_property
    def runs_of(self) -> dict[int, tuple[int, ...]]:
        """The run that a cell stands in, for the cells that do."""
        return {cell: run for runs in self.runs for run in runs for cell in run}

    @cached_property
    def _conflicts(self) -> dict[Mark, frozenset[Mark]]:
        return {}

    def conflicts(self, mark: Mark) -> frozenset[Mark]:
        """The marks that cannot be true together with this one."""
        found = self._conflicts.get(mark)
        if found is None:
            found = self._conflicts[mark] = frozenset(self._find_conflicts(mark))
        return found

    def size(self, cell: int) -> int:
        """How many cells the region of this cell has."""
        return len(self.regions[self.region_of[cell]])

    def name(self, region: int) -> str:
        """A region in words, by its first cell."""
        return f"the region at {at(self.places[self.regions[region][0]])}"

    def _runs(self, cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        columns: dict[int, list[int]] = {}
        for cell in cells:
            columns.setdefault(self.places[cell][1], []).append(cell)
        for column in columns.values():
            cuts = [0, len(column)]
            if self.puzzle.order == "adjacent":
                cuts[1:1] = [i + 1 for i, pair in enumerate(pairwise(column)) if self._gap(*pair)]
            for start, end in pairwise(cuts):
                if end - start > 1:
                    yield tuple(column[start:end])

    def _gap(self, upper: int, lower: int) -> bool:
        return self.places[lower][0] - self.places[upper][0] > 1

    def _find_conflicts(self, mark: Mark) -> Iterator[Mark]:
        cell, value = mark
        size = self.size(cell)
        yield from ((cell, other) for other in range(1, size + 1) if other != value)
        yield from ((peer, value) for peer in self.peers(cell))
        run = self.runs_of.get(cell, ())
        for place, other in enumerate(run):
            below = place - run.index(cell) if run else 0
            if below > 0:
                yield from ((other, low) for low in range(max(1, value - below + 1), size + 1))
            elif below < 0:
                yield from ((other, high) for high in range(1, min(size, value - below - 1) + 1))


@dataclass(frozen=True, slots=True)
class Deduction:
    """What follows, where to look, and how to say it."""

    technique: str
    where: tuple[int, ...]
    places: tuple[Mark, ...]
    removes: tuple[Mark, ...]
    words: Callable[[], str]

    def changes(self, places: Sequence[Place]) -> Iterator[Change[int]]:
        """What is written, then what is struck."""
        yield from (Change("place", places[cell], value) for cell, value in self.places)
        yield from (Change("remove", places[cell], value) for cell, value in self.removes)


class Candidates:
    """The marks of each cell as bits: bit v for value v.

    A number that is placed strikes itself out in its region and in the cells it touches; all
    other marks go by a deduction.

    >>> board = Board(Kojun(regions=((1, 1, 1),), givens=((0, 0, 0),)))
    >>> marks = Candidates(board, ((0, 2, 0),))
    >>> marks.values_of(0), marks.open
    ([1, 3], 2)
    """

    __slots__ = ("board", "changed", "clock", "marks", "open", "possible", "values")

    def __init__(self, board: Board, numbers: Rows[int], budget: Budget | None = None) -> None:
        self.board = board
        self.values = [0] * len(board.places)
        self.marks = [(2 << board.size(cell)) - 2 for cell in range(len(board.places))]
        self.open = len(board.places)
        self.clock = 1
        self.changed = [1] * len(board.regions)
        """For each region, when its marks changed last."""
        self.possible = [0] * len(board.places)
        """Marks known to be in a solution, so that nobody tries to refute them."""
        for cell, (r, c) in enumerate(board.places):
            if numbers[r][c]:
                self.place(cell, numbers[r][c])
                if budget is not None:
                    budget.pause()

    def place(self, cell: int, value: int) -> None:
        """Write a number, and strike it out wherever it can no longer be."""
        bit = 1 << value
        self.clock += 1
        self.open -= self.values[cell] == 0
        self.values[cell] = value
        self.marks[cell] = bit
        self.changed[self.board.region_of[cell]] = self.clock
        for peer in self.board.peers(cell):
            if self.marks[peer] & bit:
                self.marks[peer] ^= bit
                self.changed[self.board.region_of[peer]] = self.clock

    def apply(self, deduction: Deduction) -> None:
        """Do what a deduction says."""
        for cell, value in deduction.removes:
            self.clock += 1
            self.marks[cell] &= ~(1 << value)
            self.changed[self.board.region_of[cell]] = self.clock
        for cell, value in deduction.places:
            self.place(cell, value)

    def has(self, mark: Mark) -> bool:
        """Whether a mark is still there, in a cell without a number."""
        return not self.values[mark[0]] and bool(self.marks[mark[0]] >> mark[1] & 1)

    def values_of(self, cell: int) -> list[int]:
        """What a cell may still hold."""
        return bits(self.marks[cell])

    def blanks(self, region: int) -> list[int]:
        """The cells of a region without a number."""
        return [cell for cell in self.board.regions[region] if not self.values[cell]]

    def spots(self, region: int, value: int) -> list[int]:
        """Where in a region a number can still be."""
        return [cell for cell in self.board.regions[region] if self.marks[cell] >> value & 1]
