"""Kojun as a game: moves enter numbers, and edits change givens and regions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor, Play, Spot, Values, by_code
from quebra.contract.results import Place
from quebra.families.kojun.model import Kojun, as_answer
from quebra.families.kojun.rules import check
from quebra.grid.cells import Cell, GridAnswer, cells, place_name
from quebra.grid.entries import (
    CLEAR,
    cell_on,
    cell_spots,
    entries_for,
    entries_to,
    read_entry,
    replaced,
    without_each,
)

MOVES = (("r3c5=7", "put 7 into row 3, column 5"), ("r3c5=.", "clear row 3, column 5"))
EDITS = (
    ("r3c5=7", "give 7 in row 3, column 5"),
    ("r3c5=.", "give nothing there"),
    ("r1c2~r1c1", "the first cell joins the region of the second"),
)


def start(puzzle: Kojun) -> GridAnswer:
    """The attempt before the first move: the givens."""
    return as_answer(puzzle.givens)


def values(puzzle: Kojun) -> Values:
    """The values to enter: the numbers up to the size of the largest region."""
    largest = max(len(region) for region in puzzle.region_cells)
    return Values(tuple(str(number) for number in range(1, largest + 1)))


def move(puzzle: Kojun, attempt: GridAnswer, text: str) -> GridAnswer:
    """The attempt with a number entered or a cell cleared.

    >>> puzzle = Kojun(regions=((1, 1, 1),), givens=((0, 2, 0),))
    >>> move(puzzle, start(puzzle), "r1c1=3").grid
    ((3, 2, 0),)
    >>> move(puzzle, start(puzzle), "r1c2=3")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Row 1, column 2: 2 is given.
    """
    cell, number = _entry(puzzle, text)
    if given := puzzle.givens[cell[0]][cell[1]]:
        raise BadInput(f"{place_name(cell)}: {given} is given.")
    return as_answer(replaced(attempt.grid, cell, number))


def remaining(puzzle: Kojun, attempt: GridAnswer) -> Kojun | None:
    """The puzzle with the entries as givens; None if the attempt solves it."""
    return puzzle.with_givens(attempt.grid) if check(puzzle, attempt) else None


def spots(puzzle: Kojun, attempt: GridAnswer) -> tuple[Spot, ...]:
    """A spot for each cell that is not a hole."""

    def text(cell: Cell) -> str:
        r, c = cell
        entry, given = attempt.grid[r][c], puzzle.givens[r][c]
        there = f"{entry}, given" if given and entry == given else str(entry or "empty")
        return f"{place_name(cell)}: {there}"

    return cell_spots((cell for cell in cells(*puzzle.size) if _is_cell(puzzle, cell)), text)


def edit(puzzle: Kojun, text: str) -> Kojun:
    """The puzzle with another given, or with a cell in another region.

    >>> edit(Kojun(regions=((0, 1),), givens=((0, 0),)), "r1c2~r1c1").regions
    ((0, 0),)
    """
    if "~" not in text:
        cell, number = _entry(puzzle, text)
        return puzzle.with_givens(replaced(puzzle.givens, cell, number))
    one, _, other = text.partition("~")
    cell, (r, c) = cell_on(puzzle.size, one), cell_on(puzzle.size, other)
    regions = replaced(puzzle.regions, cell, puzzle.regions[r][c])
    return msgspec.structs.replace(puzzle, regions=regions)


def clue_removals(puzzle: Kojun) -> Iterator[tuple[Place, Kojun]]:
    """The place of each given with the puzzle that lacks it."""
    return ((cell, puzzle.with_givens(rows)) for cell, rows in without_each(puzzle.givens, 0))


def _entry(puzzle: Kojun, text: str) -> tuple[Cell, int]:
    known = {value: int(value) for value in values(puzzle).entries}
    cell, number = read_entry(text, puzzle.size, {**known, CLEAR: 0})
    if not _is_cell(puzzle, cell):
        raise BadInput(f"{place_name(cell)} is a hole.")
    return cell, number


def _is_cell(puzzle: Kojun, cell: Cell) -> bool:
    return puzzle.regions[cell[0]][cell[1]] is not None


PLAY: Play[Kojun, GridAnswer] = Play(
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
