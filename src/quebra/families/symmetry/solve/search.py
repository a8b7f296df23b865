"""The engine `own`: exact propagation of lines and depth-first search."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve import kernel
from quebra.families.symmetry.solve.kernel import SymmetryState
from quebra.families.symmetry.solve.run import KernelRun
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell, GridAnswer, Rows, as_rows, cells


def solutions(
    puzzle: Symmetry,
    budget: Budget,
    source: Source | None = None,
    without: tuple[Cell, int] | None = None,
) -> Iterator[GridAnswer]:
    """All solutions, in random order with a source; `without` excludes a value of a cell.

    >>> [answer.grid for answer in solutions(Symmetry(clues=((1, 0, 2),)), Budget())]
    []
    >>> len(list(solutions(Symmetry(clues=((1, 0), (0, 0))), Budget())))
    10
    """
    state = new_state(puzzle, source)
    if without is not None:
        (r, c), value = without
        kernel.restrict(state, r * state.cols + c, value, False)
    run = KernelRun(kernel.search, budget, state)
    while run.resume() == Ended.FOUND:
        yield read_answer(run.state)


def new_state(puzzle: Symmetry, source: Source | None = None) -> SymmetryState:
    """The initial state of a search: clues are set and all lines are in the queue."""
    rows, cols = puzzle.size
    values, lines, area = puzzle.shapes + 1, rows + cols, rows * cols
    order = list(range(values)) * area
    rank = list(range(area))
    if source is not None:
        order = [value for _ in range(area) for value in source.shuffled(range(values))]
        source.shuffle(rank)
    at = [0] * kernel.SLOTS
    at[kernel.QUEUED], at[kernel.RESTART_AFTER] = lines, kernel.FIRST_RESTART
    return SymmetryState(
        rows=rows,
        cols=cols,
        values=values,
        bits=_start(puzzle),
        fit=[0] * (max(rows, cols) + 1),
        support=[0] * values,
        trail_place=[0] * (2 * area * values),
        trail_old=[0] * (2 * area * values),
        queue=list(range(lines)),
        waiting=[1] * lines,
        guess_trail=[0] * area,
        guess_cell=[0] * area,
        guess_value=[0] * area,
        order=order,
        rank=rank,
        weight=[0] * lines,
        at=at,
    )


def narrow_all(state: SymmetryState) -> bool:
    """Narrow lines until nothing changes; False if one has no completion."""
    while state.at[kernel.QUEUED]:
        if not kernel.narrow(state, kernel.dequeue(state)):
            return False
    return True


def _start(puzzle: Symmetry) -> list[int]:
    """The values that the clues allow, in the layout of `SymmetryState.bits`."""
    rows, cols = puzzle.size
    lines = rows + cols
    allowed = [0] * ((puzzle.shapes + 1) * lines)
    for r, c in cells(rows, cols):
        clue = puzzle.clues[r][c]
        for value in range(puzzle.shapes + 1) if clue == EMPTY else (max(clue, 0),):
            allowed[value * lines + r] |= 1 << c
            allowed[value * lines + rows + c] |= 1 << r
    return allowed


def read_answer(state: SymmetryState) -> GridAnswer:
    """The answer of a state in which every cell has one value."""
    grid = [[0] * state.cols for _ in range(state.rows)]
    lines = state.rows + state.cols
    for v in range(1, state.values):
        for r, row in enumerate(grid):
            for c in bits(int(state.bits[v * lines + r])):
                row[c] = v
    return GridAnswer(grid=as_rows(grid))


def candidates(puzzle: Symmetry, answer: GridAnswer | None = None) -> dict[Cell, tuple[int, ...]]:
    """The values of each open cell after propagation of all lines; 0 is blank.

    The shapes of an attempt count as clues. Empty if that leaves no solution.

    >>> candidates(Symmetry(clues=((1, 0, 2),)))
    {}
    >>> candidates(Symmetry(clues=((1, 0),), shapes=2))
    {(0, 1): (0, 1)}
    >>> candidates(Symmetry(clues=((-1, 0),)), GridAnswer(grid=((1, 0),)))
    {}
    """
    given = puzzle.clues if answer is None else _clues_and(answer, puzzle)
    if not given:
        return {}
    rows, cols = puzzle.size
    state = new_state(puzzle.with_clues(given))
    if not narrow_all(state):
        return {}
    lines = rows + cols
    return {
        (r, c): tuple(v for v in range(state.values) if state.bits[v * lines + r] >> c & 1)
        for r, c in cells(rows, cols)
        if given[r][c] == EMPTY
    }


def _clues_and(answer: GridAnswer, puzzle: Symmetry) -> Rows[int]:
    """The clues together with the shapes of an attempt; empty if they contradict each other."""
    given = [list(row) for row in puzzle.clues]
    for r, c in cells(*puzzle.size):
        clue, entry = given[r][c], answer.grid[r][c]
        if entry == EMPTY:
            continue
        if clue not in (EMPTY, entry) or not EMPTY < entry <= puzzle.shapes:
            return ()
        given[r][c] = entry
    return as_rows(given)
