"""Rules shared by all puzzles with a number in each cell, without any solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quebra.contract.errors import BadInput
from quebra.contract.results import Change, Progress, Violation
from quebra.grid.cells import Cell, GridAnswer, Rows, in_words
from quebra.i18n.text import Plural, Text

FILLED, WITHOUT_FAULT = Text("filled"), Text("without fault")
"""The parts of progress."""


def admit_shape(size: tuple[int, int], answer: GridAnswer) -> None:
    """Raise `BadInput` for an answer of another size than the puzzle."""
    rows, cols = size
    if len(answer.grid) != rows:
        raise BadInput(
            Plural(
                "The answer has {n} row, not {rows}.",
                "The answer has {n} rows, not {rows}.",
                n=len(answer.grid),
                rows=rows,
            )
        )
    for r, row in enumerate(answer.grid):
        if len(row) != cols:
            raise BadInput(
                Plural(
                    "Row {row} of the answer has {n} cell, not {cols}.",
                    "Row {row} of the answer has {n} cells, not {cols}.",
                    n=len(row),
                    row=r + 1,
                    cols=cols,
                )
            )


def changed_givens(givens: Rows[int], answer: GridAnswer) -> Iterator[Violation]:
    """A violation for each given that the answer changes or lacks."""
    for r, row in enumerate(givens):
        for c, given in enumerate(row):
            entry = answer.grid[r][c]
            if given and entry != given:
                yield Violation("given", ((r, c),), _changed_given((r, c), given, entry))


def _changed_given(cell: Cell, given: int, entry: int) -> Text:
    if not entry:
        return Text("{cell}: {given} is given, and is missing.", cell=in_words(cell), given=given)
    return Text(
        "{cell}: {given} is given, not {entry}.", cell=in_words(cell), given=given, entry=entry
    )


def blank_cells(cells: Iterable[Cell], answer: GridAnswer) -> Iterator[Violation]:
    """One violation for all empty cells, if any."""
    empty = tuple(sorted((r, c) for r, c in cells if answer.grid[r][c] == 0))
    if len(empty) > 1:
        yield Violation("blank", empty, Text("{n} cells are still empty.", n=len(empty)))
    elif empty:
        yield Violation("blank", empty, Text("{cell} is still empty.", cell=in_words(empty[0])))


def share_without_fault(
    cells: Sequence[Cell], answer: GridAnswer, violations: Iterable[Violation]
) -> Progress:
    """Progress as the share of cells that are filled and break no rule."""
    broken = {where for violation in violations for where in violation.where}
    concerned = broken.union(cells)
    filled = sum(answer.grid[r][c] != 0 for r, c in cells) / len(cells)
    fine = (len(concerned) - len(broken)) / len(concerned)
    return Progress(fine, ((FILLED, filled), (WITHOUT_FAULT, fine)))


def change_agrees(answer: GridAnswer, change: Change[int]) -> bool:
    """Whether a change agrees with an answer."""
    r, c = change.where
    return (answer.grid[r][c] == change.value) == (change.action == "place")
