"""Symmetry as a game: moves enter shapes, or note that a cell stays blank."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor, Play, Spot, Values
from quebra.contract.results import Place, Violation
from quebra.families.symmetry.draw import MARGIN
from quebra.families.symmetry.explain.lines import BLANK, narrowed
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.rules import check
from quebra.families.symmetry.signs import NAMES, place_name
from quebra.grid.cells import Cell, GridAnswer, as_rows, cells
from quebra.grid.entries import (
    CLEAR,
    cell_spots,
    entries_for,
    entries_to,
    read_entry,
    replaced,
    without_each,
)

NOTE = "x"
"""The note that a cell stays blank."""
MOVES = (
    ("r3c5=2", "put shape 2, the triangle, into row 3, column E"),
    ("r3c5=.", "clear the cell"),
    ("r3c5=x", "note that the cell stays blank"),
)
EDITS = (
    ("r3c5=2", "make shape 2 a clue"),
    ("r3c5=x", "make the cell one that stays blank"),
    ("r3c5=.", "give no clue there"),
)


def start(puzzle: Symmetry) -> GridAnswer:
    """The attempt before the first move: the shapes of the clues."""
    return GridAnswer(grid=as_rows((max(clue, EMPTY) for clue in row) for row in puzzle.clues))


def values(puzzle: Symmetry) -> Values:
    """The values to enter: the numbers of the shapes, and the note."""
    return Values(tuple(str(shape) for shape in range(1, puzzle.shapes + 1)), notes=(NOTE,))


def move(puzzle: Symmetry, attempt: GridAnswer, text: str) -> GridAnswer:
    """The attempt with a shape entered or a cell cleared.

    >>> puzzle = Symmetry(clues=((1, 0, -1),))
    >>> move(puzzle, start(puzzle), "r1c2=1").grid
    ((1, 1, 0),)
    >>> move(puzzle, start(puzzle), "r1c3=1")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Row 1, column C stays blank.
    """
    cell, shape = read_entry(text, puzzle.size, {**_shapes(puzzle), CLEAR: EMPTY})
    clue = puzzle.clues[cell[0]][cell[1]]
    if clue == STAYS_BLANK:
        raise BadInput(f"{place_name(cell)} stays blank.")
    if clue:
        raise BadInput(f"{place_name(cell)}: the {NAMES[clue - 1]} is a clue.")
    return GridAnswer(grid=replaced(attempt.grid, cell, shape))


def is_unfinished(puzzle: Symmetry, attempt: GridAnswer, violation: Violation) -> bool:
    """Whether a line that violates a rule could still be mended by more shapes.

    >>> puzzle, row = Symmetry(clues=((1, 0, 2),)), Violation("row", ((0, 0),), "")
    >>> is_unfinished(puzzle, GridAnswer(grid=((1, 0, 2),)), row)
    False
    """
    if violation.code not in ("row", "column"):
        return False
    r, c = violation.where[0]
    anything = (1 << puzzle.shapes + 1) - 1
    line = tuple(
        1 << entry if entry else BLANK if clue == STAYS_BLANK else anything
        for entry, clue in _line(puzzle, attempt, r if violation.code == "row" else None, c)
    )
    return narrowed(line) is not None


def remaining(puzzle: Symmetry, attempt: GridAnswer) -> Symmetry | None:
    """The puzzle with the entries as clues; None if the attempt solves it."""
    if not check(puzzle, attempt):
        return None
    rows = zip(attempt.grid, puzzle.clues, strict=True)
    return puzzle.with_clues(
        as_rows(
            (entry or min(clue, EMPTY) for entry, clue in zip(*row, strict=True)) for row in rows
        )
    )


def spots(puzzle: Symmetry, attempt: GridAnswer) -> tuple[Spot, ...]:
    """A spot for each cell."""

    def text(cell: Cell) -> str:
        r, c = cell
        entry, clue = attempt.grid[r][c], puzzle.clues[r][c]
        there = NAMES[entry - 1] if entry else "empty"
        if clue != EMPTY:
            there = "stays blank" if clue == STAYS_BLANK else f"{there}, clue"
        return f"{place_name(cell)}: {there}"

    return cell_spots(cells(*puzzle.size), text, MARGIN)


def edit(puzzle: Symmetry, text: str) -> Symmetry:
    """The puzzle with another clue.

    >>> edit(Symmetry(clues=((0, 0),)), "r1c2=x").clues
    ((0, -1),)
    """
    known = {**_shapes(puzzle), NOTE: STAYS_BLANK, CLEAR: EMPTY}
    cell, clue = read_entry(text, puzzle.size, known)
    return puzzle.with_clues(replaced(puzzle.clues, cell, clue))


def clue_removals(puzzle: Symmetry) -> Iterator[tuple[Place, Symmetry]]:
    """The place of each clue with the puzzle that lacks it."""
    return ((cell, puzzle.with_clues(rows)) for cell, rows in without_each(puzzle.clues, EMPTY))


def _shapes(puzzle: Symmetry) -> dict[str, int]:
    return {value: int(value) for value in values(puzzle).entries}


def _line(
    puzzle: Symmetry, attempt: GridAnswer, row: int | None, column: int
) -> Iterator[tuple[int, int]]:
    """The entry and the clue of each cell of a row, or of a column if `row` is None."""
    if row is not None:
        return zip(attempt.grid[row], puzzle.clues[row], strict=True)
    lines = zip(attempt.grid, puzzle.clues, strict=True)
    return ((entries[column], clues[column]) for entries, clues in lines)


PLAY: Play[Symmetry, GridAnswer] = Play(
    examples=MOVES,
    is_unfinished=is_unfinished,
    start=start,
    move=move,
    moves_to=entries_to,
    moves_for=entries_for,
    remaining=remaining,
    spots=spots,
    values=values,
    editor=Editor(examples=EDITS, edit=edit, clue_removals=clue_removals),
)
