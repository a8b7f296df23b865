"""Symmetry as a game: moves enter shapes, or note that a cell stays blank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from quebra.contract.play import Play
from quebra.contract.results import Progress, Violation
from quebra.contract.settings import admit_size
from quebra.families.symmetry.explain.lines import BLANK, Masks, narrowed
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.rules import check
from quebra.families.symmetry.rules import progress as progress_by_rules
from quebra.families.symmetry.signs import MARGIN, NAMES
from quebra.grid.cells import Cell, GridAnswer, in_words
from quebra.grid.entries import read_new_size, resized
from quebra.grid.play import EntryPlay
from quebra.grid.text import whole_number
from quebra.i18n.text import Text

MAX_LINES = 4096
"""Lines whose settled cells are cached; a move changes two of them."""
NOTE = "x"
"""The note that a cell stays blank."""
MOVES = (
    ("r3c5=2", Text("put shape 2, the triangle, into {cell}", cell=in_words((2, 4)))),
    ("r3c5=.", Text("clear the cell")),
    ("r3c5=x", Text("note that the cell stays blank")),
)
EDITS = (
    ("r3c5=2", Text("make shape 2 a clue")),
    ("r3c5=x", Text("make the cell one that stays blank")),
    ("r3c5=.", Text("give no clue there")),
    ("shapes=4", Text("use 4 kinds of shapes")),
    ("size=7x7", Text("another size; the board is cut or extended")),
)


def describe(cell: Cell, entry: int, clue: int) -> Text:
    """A cell and its content in words.

    >>> describe((0, 2), 0, STAYS_BLANK)
    'Row 1, column 3: stays blank'
    """
    where = in_words(cell).values
    if clue == STAYS_BLANK:
        return Text("Row {row}, column {column}: stays blank", **where)
    if not entry:
        return Text("Row {row}, column {column}: empty", **where)
    if clue != EMPTY:
        return Text("Row {row}, column {column}: {entry}, clue", entry=NAMES[entry - 1], **where)
    return Text("Row {row}, column {column}: {entry}", entry=NAMES[entry - 1], **where)


def refusal(cell: Cell, clue: int) -> Text:
    """Why a move cannot change the cell of a clue.

    >>> refusal((0, 2), 1)
    'Row 1, column 3: the square is a clue.'
    """
    if clue == STAYS_BLANK:
        return Text("{cell} stays blank.", cell=in_words(cell))
    return Text("{cell}: the {shape} is a clue.", cell=in_words(cell), shape=NAMES[clue - 1])


def is_unfinished(puzzle: Symmetry, attempt: GridAnswer, violation: Violation) -> bool:
    """Whether a line that violates a rule could still be mended by more shapes.

    >>> puzzle, row = Symmetry(clues=((1, 0, 2),)), Violation("row", ((0, 0),), "")
    >>> is_unfinished(puzzle, GridAnswer(grid=((1, 0, 2),)), row)
    False
    """
    if violation.code not in ("row", "column"):
        return False
    r, c = violation.where[0]
    if violation.code == "row":
        line = _masks(puzzle, attempt.grid[r], puzzle.clues[r])
    else:
        line = _masks(puzzle, *([row[c] for row in rows] for rows in (attempt.grid, puzzle.clues)))
    return _settled(line) is not None


def progress(puzzle: Symmetry, attempt: GridAnswer) -> Progress:
    """The share of cells that are settled, and 1 for a solution.

    A shape is settled unless its row or its column can no longer be a palindrome. A cell without
    one is settled if its row or its column leaves no shape to it. Each line is looked at alone, so
    that the measure grows with every shape of a solution and says nothing about the others.

    >>> puzzle = Symmetry(clues=((1, 0, 2),))
    >>> progress(puzzle, GridAnswer(grid=((1, 0, 2),))).value
    0.0
    """
    lines = [_masks(puzzle, *each) for each in zip(attempt.grid, puzzle.clues, strict=True)]
    rows, columns = (
        [_settled(line) for line in each] for each in (lines, zip(*lines, strict=True))
    )
    settled = sum(
        row is not None and column is not None and bool(entry or row >> c & 1 or column >> r & 1)
        for r, (row, entries) in enumerate(zip(rows, attempt.grid, strict=True))
        for c, (column, entry) in enumerate(zip(columns, entries, strict=True))
    )
    judged = progress_by_rules(puzzle, attempt)
    if judged.value == 1:
        return judged
    size = len(rows) * len(columns)
    return Progress(min(settled, size - 1) / size, judged.parts)


def _masks(puzzle: Symmetry, entries: Sequence[int], clues: Sequence[int]) -> Masks:
    """The values that each cell of a line may have."""
    anything = (1 << puzzle.shapes + 1) - 1
    return tuple(
        1 << entry if entry else BLANK if clue == STAYS_BLANK else anything
        for entry, clue in zip(entries, clues, strict=True)
    )


@lru_cache(maxsize=MAX_LINES)
def _settled(line: Masks) -> int | None:
    """The cells of a line that stay blank, as bits; None if it cannot be a palindrome."""
    found = narrowed(line)
    return None if found is None else sum(1 << i for i, mask in enumerate(found) if mask == BLANK)


ENTRIES: EntryPlay[Symmetry] = EntryPlay(
    check=check,
    clues=lambda puzzle: puzzle.clues,
    with_clues=Symmetry.with_clues,
    largest=lambda puzzle: puzzle.shapes,
    notes={NOTE: STAYS_BLANK},
    describe=describe,
    refusal=refusal,
    margin=MARGIN,
)


def edit(puzzle: Symmetry, text: str) -> Symmetry:
    """The puzzle with another clue, another number of shapes, or another size.

    >>> edit(Symmetry(clues=((1, 0),)), "size=2x1").clues
    ((1,), (0,))
    """
    if size := read_new_size(text):
        return puzzle.with_clues(resized(puzzle.clues, size, EMPTY))
    name, _, number = text.partition("=")
    if name.strip() == "shapes":
        shapes = whole_number(number.strip(), Text("The number of shapes"))
        return Symmetry(clues=puzzle.clues, shapes=shapes)
    return ENTRIES.edit(puzzle, text)


def blank(rows: int, cols: int) -> Symmetry:
    """The board without clues, for three kinds of shapes."""
    admit_size(rows, cols)
    return Symmetry(clues=((EMPTY,) * cols,) * rows)


PLAY: Play[Symmetry, GridAnswer] = replace(
    ENTRIES.play(MOVES, EDITS, blank, edit, is_unfinished), progress=progress
)
