"""The rules: checks answers without any solver."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Rules
from quebra.contract.results import Progress, Violation
from quebra.families._template.model import Latin
from quebra.grid.cells import Cell, GridAnswer, cells, cells_in_words, in_words
from quebra.grid.rules import admit_shape, blank_cells, changed_givens, share_without_fault
from quebra.i18n.text import Text

TEXTS = (Text("Every row and every column of n cells holds each number from 1 to n once."),)

VIOLATIONS = {
    "given": Text("a given was changed"),
    "blank": Text("a cell is empty"),
    "range": Text("a number is too large or too small"),
    "row": Text("a row holds a number twice"),
    "column": Text("a column holds a number twice"),
}


def check(puzzle: Latin, answer: GridAnswer) -> tuple[Violation, ...]:
    """The violations of an answer; empty if it is right."""
    n, _ = puzzle.size
    admit_shape(puzzle.size, answer)
    rows = [[(i, j) for j in range(n)] for i in range(n)]
    columns = [[(i, j) for i in range(n)] for j in range(n)]
    return (
        *changed_givens(puzzle.givens, answer),
        *_out_of_range(n, answer),
        *(v for line in rows for v in _repeats("row", line, answer)),
        *(v for line in columns for v in _repeats("column", line, answer)),
        *blank_cells(cells(n, n), answer),
    )


def progress(puzzle: Latin, answer: GridAnswer) -> Progress:
    """The share of cells that are filled and violate no rule."""
    return share_without_fault(list(cells(*puzzle.size)), answer, check(puzzle, answer))


def _out_of_range(n: int, answer: GridAnswer) -> Iterator[Violation]:
    for r, c in cells(n, n):
        entry = answer.grid[r][c]
        if not 0 <= entry <= n:
            cell = in_words((r, c))
            text = Text("{cell}: {entry} is not from 1 to {n}.", cell=cell, entry=entry, n=n)
            yield Violation("range", ((r, c),), text)


def _repeats(code: str, line: list[Cell], answer: GridAnswer) -> Iterator[Violation]:
    where: dict[int, list[Cell]] = {}
    for r, c in line:
        where.setdefault(answer.grid[r][c], []).append((r, c))
    for entry, found in where.items():
        if entry and len(found) > 1:
            text = Text("{entry} is repeated in {cells}.", entry=entry, cells=cells_in_words(found))
            yield Violation(code, tuple(found), text)


RULES = Rules(
    summary=Text("each number once in every row and column"),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
)
