"""What follows from clues on a board with a known solution, with undo, to minimise the clues."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.engine.budget import Budget
from quebra.families.symmetry.explain.candidates import Candidates, SymmetryLayout
from quebra.families.symmetry.explain.ladder import LADDER
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.solve import kernel, solutions
from quebra.families.symmetry.solve.search import new_state
from quebra.grid.cells import Rows
from quebra.grid.halving import Unit


def with_clues(solution: Rows[int], shapes: int, shown: Iterable[int]) -> Symmetry:
    """The puzzle with the clues of these cells; a blank cell becomes one that stays blank.

    >>> with_clues(((1, 0), (2, 0)), 3, [0, 1]).clues
    ((1, -1), (0, 0))
    """
    given, cols = set(shown), len(solution[0])
    return Symmetry(
        clues=tuple(
            tuple(
                (value or STAYS_BLANK) if r * cols + c in given else EMPTY
                for c, value in enumerate(row)
            )
            for r, row in enumerate(solution)
        ),
        shapes=shapes,
    )


class LineLogic:
    """All that follows line by line, by the propagation of the engine `own`."""

    def __init__(self, solution: Rows[int], shapes: int, budget: Budget) -> None:
        self.values = [value for row in solution for value in row]
        self.budget = budget
        self.state = new_state(with_clues(solution, shapes, ()))
        self.cols = self.state.cols
        self._propagate()

    def mark(self) -> int:
        """The current moment, for `undo`."""
        return self.state.at[kernel.TRAIL]

    def is_known(self, cell: int) -> bool:
        """Whether a cell has one value left."""
        state, (r, c) = self.state, divmod(cell, self.cols)
        lines = state.rows + state.cols
        return sum(state.bits[v * lines + r] >> c & 1 for v in range(state.values)) == 1

    def open_cells(self) -> list[int]:
        """The cells that are not known."""
        return [cell for cell in range(len(self.values)) if not self.is_known(cell)]

    def follows(self, unit: Unit) -> bool:
        """Whether cells that are not all known follow by other means: never."""
        return False

    def put(self, cells: Iterable[int]) -> None:
        """Give cells their values, and draw all conclusions."""
        for cell in cells:
            kernel.restrict(self.state, cell, self.values[cell], True)
        self._propagate()

    def undo(self, mark: int) -> None:
        """Undo all changes since a mark."""
        state, at = self.state, self.state.at
        while at[kernel.TRAIL] > mark:
            at[kernel.TRAIL] -= 1
            state.bits[state.trail_place[at[kernel.TRAIL]]] = state.trail_old[at[kernel.TRAIL]]

    def _propagate(self) -> None:
        self.budget.pause()
        while self.state.at[kernel.QUEUED]:
            kernel.narrow(self.state, kernel.dequeue(self.state))


class SearchLogic(LineLogic):
    """The same, with a search where the propagation ends."""

    def __init__(self, solution: Rows[int], shapes: int, budget: Budget) -> None:
        super().__init__(solution, shapes, budget)
        self.solution, self.shapes = solution, shapes
        self.given: list[int] = []
        self.marks: list[tuple[int, int]] = []

    def put(self, cells: Iterable[int]) -> None:
        self.marks.append((self.mark(), len(self.given)))
        found = list(cells)
        self.given += found
        super().put(found)

    def undo(self, mark: int) -> None:
        super().undo(mark)
        while self.marks and self.marks[-1][0] >= mark:
            del self.given[self.marks.pop()[1] :]

    def follows(self, unit: Unit) -> bool:
        """Whether every solution has the values of these cells."""
        puzzle = with_clues(self.solution, self.shapes, self.given)
        return not any(
            next(
                solutions(puzzle, self.budget, without=(divmod(i, self.cols), self.values[i])), None
            )
            for i in unit
        )


class LadderLogic:
    """All that follows by the techniques of `explain` up to a level."""

    def __init__(self, solution: Rows[int], shapes: int, level: int, budget: Budget) -> None:
        self.values = [value for row in solution for value in row]
        self.level, self.budget = level, budget
        puzzle = with_clues(solution, shapes, ())
        self.state = Candidates(SymmetryLayout(puzzle), puzzle.clues, shapes)
        self.past: list[tuple[list[int], int]] = []
        self._propagate()

    def mark(self) -> int:
        return len(self.past)

    def is_known(self, cell: int) -> bool:
        return not self.state.is_open(cell)

    def follows(self, unit: Unit) -> bool:
        return False

    def put(self, cells: Iterable[int]) -> None:
        state = self.state
        self.past.append((state.masks.copy(), state.open))
        # Everything was searched before, so only lines that change now are searched again.
        state.changed = [0] * len(state.changed)
        for cell in filter(state.is_open, cells):
            state.masks[cell] = 1 << self.values[cell]
            state.open -= 1
            state.clock += 1
            for line in state.layout.lines_of(cell):
                state.changed[line] = state.clock
        self._propagate()

    def undo(self, mark: int) -> None:
        if mark < len(self.past):
            self.state.masks, self.state.open = self.past[mark]
            del self.past[mark:]

    def _propagate(self) -> None:
        for _ in LADDER.rounds(self.state, self.budget, self.level):
            pass
