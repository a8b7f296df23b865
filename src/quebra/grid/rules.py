"""Rules shared by all puzzles with a number in each cell, without any solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quebra.contract.errors import BadInput
from quebra.contract.results import Change, Progress, Violation
from quebra.grid.cells import Cell, GridAnswer, Rows, counted, place_name


def admit_shape(size: tuple[int, int], answer: GridAnswer) -> None:
    """Raise `BadInput` for an answer of another size than the puzzle."""
    rows, cols = size
    if len(answer.grid) != rows:
        raise BadInput(f"The answer has {counted(len(answer.grid), 'row')}, not {rows}.")
    for r, row in enumerate(answer.grid):
        if len(row) != cols:
            has = counted(len(row), "cell")
            raise BadInput(f"Row {r + 1} of the answer has {has}, not {cols}.")


def changed_givens(givens: Rows[int], answer: GridAnswer) -> Iterator[Violation]:
    """A violation for each given that the answer changes or lacks."""
    for r, row in enumerate(givens):
        for c, given in enumerate(row):
            entry = answer.grid[r][c]
            if given and entry != given:
                now = f"not {entry}" if entry else "and is missing"
                yield Violation(
                    "given", ((r, c),), f"{place_name((r, c))}: {given} is given, {now}."
                )


def blank_cells(cells: Iterable[Cell], answer: GridAnswer) -> Iterator[Violation]:
    """One violation for all empty cells, if any."""
    empty = tuple(sorted((r, c) for r, c in cells if answer.grid[r][c] == 0))
    if empty:
        subject = f"{len(empty)} cells are" if len(empty) > 1 else f"{place_name(empty[0])} is"
        yield Violation("blank", empty, f"{subject} still empty.")


def share_without_fault(
    cells: Sequence[Cell], answer: GridAnswer, violations: Iterable[Violation]
) -> Progress:
    """Progress as the share of cells that are filled and break no rule."""
    broken = {where for violation in violations for where in violation.where}
    concerned = broken.union(cells)
    filled = sum(answer.grid[r][c] != 0 for r, c in cells) / len(cells)
    fine = (len(concerned) - len(broken)) / len(concerned)
    return Progress(fine, (("filled", filled), ("without fault", fine)))


def change_agrees(answer: GridAnswer, change: Change[int]) -> bool:
    """Whether a change agrees with an answer."""
    r, c = change.where
    return (answer.grid[r][c] == change.value) == (change.action == "place")
