"""Optional. The puzzle as a game: moves, spots to point at, and edits of the puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor, Play, Spot, Values, by_code
from quebra.contract.results import Place
from quebra.families._template.model import Latin
from quebra.families._template.rules import check
from quebra.grid.cells import Cell, GridAnswer, cells, place_name
from quebra.grid.entries import (
    CLEAR,
    cell_spots,
    entries_for,
    entries_to,
    read_entry,
    replaced,
    without_each,
)

MOVES = (("r3c4=2", "put 2 into row 3, column 4"), ("r3c4=.", "clear row 3, column 4"))
EDITS = (("r3c4=2", "give 2 in row 3, column 4"), ("r3c4=.", "give nothing there"))


def start(puzzle: Latin) -> GridAnswer:
    """The attempt before the first move: the givens."""
    return GridAnswer(grid=puzzle.givens)


def values(puzzle: Latin) -> Values:
    """The values to enter: the numbers from 1 to n."""
    return Values(tuple(str(number) for number in range(1, puzzle.size[0] + 1)))


def move(puzzle: Latin, attempt: GridAnswer, text: str) -> GridAnswer:
    """The attempt with a number entered or a cell cleared; givens cannot be changed."""
    cell, number = _entry(puzzle, text)
    if given := puzzle.givens[cell[0]][cell[1]]:
        raise BadInput(f"{place_name(cell)}: {given} is given.")
    return GridAnswer(grid=replaced(attempt.grid, cell, number))


def remaining(puzzle: Latin, attempt: GridAnswer) -> Latin | None:
    """The puzzle with the entries as givens; None if the attempt solves it."""
    return Latin(givens=attempt.grid) if check(puzzle, attempt) else None


def spots(puzzle: Latin, attempt: GridAnswer) -> tuple[Spot, ...]:
    """A spot for each cell."""

    def text(cell: Cell) -> str:
        r, c = cell
        entry, given = attempt.grid[r][c], puzzle.givens[r][c]
        return f"{place_name(cell)}: {f'{given}, given' if given else entry or 'empty'}"

    return cell_spots(cells(*puzzle.size), text)


def edit(puzzle: Latin, text: str) -> Latin:
    """The puzzle with another given."""
    return Latin(givens=replaced(puzzle.givens, *_entry(puzzle, text)))


def clue_removals(puzzle: Latin) -> Iterator[tuple[Place, Latin]]:
    """The place of each given with the puzzle that lacks it."""
    return ((cell, Latin(givens=rows)) for cell, rows in without_each(puzzle.givens, 0))


def _entry(puzzle: Latin, text: str) -> tuple[Cell, int]:
    known = {value: int(value) for value in values(puzzle).entries}
    return read_entry(text, puzzle.size, {**known, CLEAR: 0})


PLAY: Play[Latin, GridAnswer] = Play(
    examples=MOVES,
    is_unfinished=by_code("blank"),
    start=start,
    move=move,
    moves_to=entries_to,
    moves_for=entries_for,
    remaining=remaining,
    spots=spots,
    values=values,
    editor=Editor(examples=EDITS, edit=edit, clue_removals=clue_removals),
)
