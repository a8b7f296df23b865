"""Play of puzzles whose moves put a number into a cell, written as r3c5=7."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, TypeVar

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor, Examples, Play, Spot, Values, by_code
from quebra.contract.puzzle import Puzzle
from quebra.contract.results import Place, Step, Violation
from quebra.engine.budget import Budget
from quebra.grid.cells import Cell, GridAnswer, Rows, as_rows, cell_notation, cells, in_words
from quebra.grid.entries import CLEAR, cell_spot, overlaid, read_entry, replaced
from quebra.i18n.text import Text

P = TypeVar("P", bound=Puzzle)
IS_BLANK = by_code("blank")


def describe_number(cell: Cell, entry: int, given: int) -> Text:
    """A cell and its content in words.

    >>> describe_number((0, 1), 2, 2)
    'Row 1, column 2: 2, given'
    """
    where = in_words(cell).values
    if not entry:
        return Text("Row {row}, column {column}: empty", **where)
    if entry == given:
        return Text("Row {row}, column {column}: {entry}, given", entry=entry, **where)
    return Text("Row {row}, column {column}: {entry}", entry=entry, **where)


def refuse_given(cell: Cell, given: int) -> Text:
    """Why a move cannot change the cell of a given.

    >>> refuse_given((0, 1), 2)
    'Row 1, column 2: 2 is given.'
    """
    return Text("{cell}: {given} is given.", cell=in_words(cell), given=given)


@lru_cache(maxsize=40_000)
def _spot(
    describe: Callable[[Cell, int, int], Text], cell: Cell, entry: int, clue: int, margin: int
) -> Spot:
    """The spot of a cell; a move changes few of them."""
    return cell_spot(cell, describe(cell, entry, clue), margin)


@dataclass(frozen=True)
class EntryPlay(Generic[P]):
    """The moves and edits of a family with a number in each cell.

    `clues` returns the clue of each cell, 0 for none and a negative number for a cell that stays
    blank; `with_clues` returns the puzzle with other clues. Entries are the numbers from 1 to
    `largest`, and `notes` the clues that edits write otherwise. `is_cell` is false for holes. Spots
    have the text of `describe`, and lie within a `margin`; `refusal` is the message for a move that
    would change a clue.
    """

    check: Callable[[P, GridAnswer], tuple[Violation, ...]]
    clues: Callable[[P], Rows[int]]
    with_clues: Callable[[P, Rows[int]], P]
    largest: Callable[[P], int]
    notes: Mapping[str, int] = field(default_factory=dict)
    is_cell: Callable[[P, Cell], bool] = lambda puzzle, cell: True
    describe: Callable[[Cell, int, int], Text] = describe_number
    refusal: Callable[[Cell, int], Text] = refuse_given
    margin: int = 0

    def start(self, puzzle: P) -> GridAnswer:
        """The attempt before the first move: the numbers that are clues."""
        return GridAnswer(as_rows((max(clue, 0) for clue in row) for row in self.clues(puzzle)))

    def values(self, puzzle: P) -> Values:
        """The numbers to enter, and the notes."""
        return Values(tuple(map(str, range(1, self.largest(puzzle) + 1))), tuple(self.notes))

    def move(self, puzzle: P, attempt: GridAnswer, text: str) -> GridAnswer:
        """The attempt with a number entered or a cell cleared; clues cannot be changed."""
        (r, c), number = self._read(puzzle, text, {})
        if clue := self.clues(puzzle)[r][c]:
            raise BadInput(self.refusal((r, c), clue))
        return GridAnswer(replaced(attempt.grid, (r, c), number))

    def moves_to(self, puzzle: P, attempt: GridAnswer, answer: GridAnswer) -> tuple[str, ...]:
        """The entries that make an answer out of an attempt, cell by cell."""
        return tuple(
            f"{cell_notation((r, c))}={answer.grid[r][c] or CLEAR}"
            for r, c in cells(len(attempt.grid), len(attempt.grid[0]))
            if answer.grid[r][c] != attempt.grid[r][c]
        )

    def moves_for(
        self, puzzle: P, attempt: GridAnswer, step: Step, budget: Budget
    ) -> tuple[str, ...]:
        """The entries for what a step places and removes, where the attempt differs.

        A cell that stays blank is empty in the attempt; the pencil mark for it is made by the game.
        """
        moves = []
        for change in step.changes:
            r, c = change.where
            there, value = attempt.grid[r][c], change.value
            if change.action == "place" and there != value:
                moves.append(f"{cell_notation((r, c))}={value or CLEAR}")
            elif change.action == "remove" and there == value != 0:
                moves.append(f"{cell_notation((r, c))}={CLEAR}")
        return tuple(moves)

    def remaining(self, puzzle: P, attempt: GridAnswer) -> P | None:
        """The puzzle with the entries as clues; None if the attempt solves it."""
        if not self.check(puzzle, attempt):
            return None
        return self.with_clues(puzzle, overlaid(attempt.grid, self.clues(puzzle)))

    def spots(self, puzzle: P, attempt: GridAnswer) -> tuple[Spot, ...]:
        """A spot for each cell that is not a hole."""
        clues, grid = self.clues(puzzle), attempt.grid
        return tuple(
            _spot(self.describe, (r, c), grid[r][c], clues[r][c], self.margin)
            for r, c in _cells(clues)
            if self.is_cell(puzzle, (r, c))
        )

    def edit(self, puzzle: P, text: str) -> P:
        """The puzzle with another clue."""
        entry = self._read(puzzle, text, self.notes)
        return self.with_clues(puzzle, replaced(self.clues(puzzle), *entry))

    def clue_removals(self, puzzle: P) -> Iterator[tuple[Place, str]]:
        """The place of each clue with the edit that removes it."""
        clues = self.clues(puzzle)
        for r, c in _cells(clues):
            if clues[r][c]:
                yield (r, c), f"{cell_notation((r, c))}={CLEAR}"

    def clues_from(self, puzzle: P, answer: GridAnswer) -> Iterator[tuple[Place, str]]:
        """Each cell without a clue with the edit that makes its entry one."""
        clues = self.clues(puzzle)
        note = next(iter(self.notes), CLEAR)
        for r, c in _cells(clues):
            if not clues[r][c] and self.is_cell(puzzle, (r, c)):
                yield (r, c), f"{cell_notation((r, c))}={answer.grid[r][c] or note}"

    def play(
        self,
        examples: Examples,
        edits: Examples,
        blank: Callable[[int, int], P],
        edit: Callable[[P, str], P] | None = None,
        is_unfinished: Callable[[P, GridAnswer, Violation], bool] = IS_BLANK,
    ) -> Play[P, GridAnswer]:
        """The room of the family, with examples of moves and of edits."""
        return Play(
            examples=examples,
            is_unfinished=is_unfinished,
            start=self.start,
            move=self.move,
            moves_to=self.moves_to,
            moves_for=self.moves_for,
            remaining=self.remaining,
            spots=self.spots,
            values=self.values,
            editor=Editor(edits, edit or self.edit, blank, self.clue_removals, self.clues_from),
        )

    def _read(self, puzzle: P, text: str, notes: Mapping[str, int]) -> tuple[Cell, int]:
        clues = self.clues(puzzle)
        known = {value: int(value) for value in self.values(puzzle).entries}
        size = len(clues), len(clues[0])
        cell, number = read_entry(text, size, {**known, **notes, CLEAR: 0})
        if not self.is_cell(puzzle, cell):
            raise BadInput(Text("{cell} is a hole.", cell=in_words(cell)))
        return cell, number


def _cells(rows: Rows[int]) -> Iterator[Cell]:
    return cells(len(rows), len(rows[0]))
