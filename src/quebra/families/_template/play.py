"""The puzzle as a game: what a move is, and what can be pointed at."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.play import Play, Spot, by_code
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
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
)

MOVES = (("r3c4=2", "put 2 into row 3, column 4"), ("r3c4=.", "clear row 3, column 4"))
EDITS = (("r3c4=2", "give 2 in row 3, column 4"), ("r3c4=.", "give nothing there"))


def start(puzzle: Latin) -> GridAnswer:
    """The givens."""
    return GridAnswer(grid=puzzle.givens)


def values(puzzle: Latin) -> tuple[str, ...]:
    """The numbers."""
    return tuple(str(number) for number in range(1, puzzle.size[0] + 1))


def move(puzzle: Latin, attempt: GridAnswer, text: str) -> GridAnswer:
    """An entry, or a cell cleared; the givens stay."""
    cell, number = _entry(puzzle, text)
    if given := puzzle.givens[cell[0]][cell[1]]:
        raise BadInput(f"{place_name(cell)}: {given} is given.")
    return GridAnswer(grid=replaced(attempt.grid, cell, number))


def moves_to(puzzle: Latin, attempt: GridAnswer, answer: GridAnswer) -> tuple[str, ...]:
    """The entries that lead to an answer."""
    return tuple(entries_to(attempt, answer))


def moves_for(puzzle: Latin, attempt: GridAnswer, step: Step, budget: Budget) -> tuple[str, ...]:
    """The entries of a step."""
    return tuple(entries_for(attempt, step))


def remaining(puzzle: Latin, attempt: GridAnswer) -> Latin | None:
    """The square with the entries as givens."""
    return Latin(givens=attempt.grid) if check(puzzle, attempt) else None


def spots(puzzle: Latin, attempt: GridAnswer) -> tuple[Spot, ...]:
    """The cells."""

    def text(cell: Cell) -> str:
        r, c = cell
        entry, given = attempt.grid[r][c], puzzle.givens[r][c]
        return f"{place_name(cell)}: {f'{given}, given' if given else entry or 'empty'}"

    return cell_spots(cells(*puzzle.size), text)


def edit(puzzle: Latin, text: str) -> Latin:
    """The square with another given."""
    return Latin(givens=replaced(puzzle.givens, *_entry(puzzle, text)))


def lighter(puzzle: Latin) -> Iterator[tuple[Place, Latin]]:
    """The square without each of its givens."""
    for r, c in cells(*puzzle.size):
        if puzzle.givens[r][c]:
            yield (r, c), Latin(givens=replaced(puzzle.givens, (r, c), 0))


def _entry(puzzle: Latin, text: str) -> tuple[Cell, int]:
    known = {value: int(value) for value in values(puzzle)}
    return read_entry(text, puzzle.size, {**known, CLEAR: 0})


PLAY: Play[Latin, GridAnswer] = Play(
    moves=MOVES,
    unfinished=by_code("blank"),
    start=start,
    move=move,
    moves_to=moves_to,
    moves_for=moves_for,
    remaining=remaining,
    spots=spots,
    values=values,
    edit=edit,
    edits=EDITS,
    lighter=lighter,
)
