"""The rules of Symmetry: checks answers without any solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.family import Goal, Rules
from quebra.contract.results import Progress, Violation
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.signs import column_in_words, figures, row_in_words
from quebra.grid.cells import Cell, GridAnswer, cells, in_words
from quebra.grid.rules import admit_shape
from quebra.i18n.text import Text, Verbatim

MARKED = Text("A marked cell stays blank.")
TEXTS = (
    Text("Put shapes into some of the empty cells."),
    Text("Blank cells ignored, every row and every column reads the same both ways."),
    Text("A line may stay empty or hold a single shape."),
    MARKED,
)

VIOLATIONS = {
    "clue": Text("a clue was changed, or a cell that stays blank was filled"),
    "shape": Text("there is no such shape"),
    "row": Text("a row reads differently from right to left"),
    "column": Text("a column reads differently from bottom to top"),
}

_MAX_SHOWN = 15
"""Shapes of a line that a sentence quotes."""


def check(puzzle: Symmetry, answer: GridAnswer) -> tuple[Violation, ...]:
    """The violations of an answer; empty if it is right."""
    admit_shape(puzzle.size, answer)
    return (
        *_clues(puzzle, answer),
        *_shapes(puzzle, answer),
        *(violation for line in _lines(puzzle.size) for violation in _palindrome(*line, answer)),
    )


def progress(puzzle: Symmetry, answer: GridAnswer) -> Progress:
    """The share of lines that are palindromes, of unchanged clues and of valid shapes."""
    rows, cols = puzzle.size
    codes = [violation.code for violation in check(puzzle, answer)]
    clues = sum(clue != EMPTY for row in puzzle.clues for clue in row)
    faults = {
        Text("lines"): (codes.count("row") + codes.count("column"), rows + cols),
        Text("clues"): (codes.count("clue"), clues),
        Text("shapes"): (codes.count("shape"), rows * cols),
    }
    wrong = sum(broken for broken, _ in faults.values())
    total = sum(of for _, of in faults.values())
    parts = tuple((name, 1 - broken / (of or 1)) for name, (broken, of) in faults.items())
    return Progress(1 - wrong / total, parts)


def count_shapes(puzzle: Symmetry, answer: GridAnswer) -> int:
    """The number of cells with a shape."""
    return sum(entry != EMPTY for row in answer.grid for entry in row)


GOALS: dict[str, Goal[Symmetry, GridAnswer]] = {
    "fewest": Goal(Text("as few shapes as possible"), "less", count_shapes),
    "most": Goal(Text("as many shapes as possible"), "more", count_shapes),
}


def reads_both_ways(line: Sequence[int]) -> bool:
    """Whether a line is a palindrome when blanks are ignored.

    >>> reads_both_ways([0, 2, 1, 0, 2]), reads_both_ways([1, 2])
    (True, False)
    """
    shapes = [entry for entry in line if entry != EMPTY]
    return shapes == shapes[::-1]


def _clues(puzzle: Symmetry, answer: GridAnswer) -> Iterator[Violation]:
    for r, c in cells(*puzzle.size):
        clue, entry = puzzle.clues[r][c], answer.grid[r][c]
        if clue != EMPTY and entry != max(clue, EMPTY):
            yield Violation("clue", ((r, c),), _changed_clue(in_words((r, c)), clue, entry))


def _changed_clue(cell: Text, clue: int, entry: int) -> Text:
    shape, there = figures([clue]), figures([entry])
    if clue == STAYS_BLANK:
        return Text("{cell}: stays blank, but {entry} is there.", cell=cell, entry=there)
    if not entry:
        return Text("{cell}: {clue} is a clue, and it is missing.", cell=cell, clue=shape)
    return Text(
        "{cell}: {clue} is a clue, but {entry} is there.", cell=cell, clue=shape, entry=there
    )


def _shapes(puzzle: Symmetry, answer: GridAnswer) -> Iterator[Violation]:
    for r, c in cells(*puzzle.size):
        entry = answer.grid[r][c]
        if not EMPTY <= entry <= puzzle.shapes:
            yield Violation("shape", ((r, c),), _no_shape(in_words((r, c)), entry, puzzle.shapes))


def _no_shape(cell: Text, entry: int, shapes: int) -> Text:
    if shapes == 1:
        return Text("{cell}: {entry} is not a shape; there is only 1.", cell=cell, entry=entry)
    return Text(
        "{cell}: {entry} is not a shape; there are 1 to {shapes}.",
        cell=cell,
        entry=entry,
        shapes=shapes,
    )


def _lines(size: tuple[int, int]) -> Iterator[tuple[str, Text, list[Cell]]]:
    """Each line: the code of its violation, its name and its cells."""
    rows, cols = size
    for r in range(rows):
        yield "row", row_in_words(r), [(r, c) for c in range(cols)]
    for c in range(cols):
        yield "column", column_in_words(c), [(r, c) for r in range(rows)]


def _palindrome(code: str, name: Text, line: list[Cell], answer: GridAnswer) -> Iterator[Violation]:
    held = [(answer.grid[r][c], (r, c)) for r, c in line if answer.grid[r][c] != EMPTY]
    reading = [entry for entry, _ in held]
    if reading == reading[::-1]:
        return
    where = [
        cell for (entry, cell), other in zip(held, reversed(reading), strict=True) if entry != other
    ]
    text = Text(
        "{line} reads {forwards} one way and {backwards} the other.",
        line=name,
        forwards=_cut(reading),
        backwards=_cut(reading[::-1]),
    )
    yield Violation(code, tuple(where), text)


def _cut(reading: list[int]) -> Verbatim:
    shown = figures(reading[:_MAX_SHOWN])
    return shown if len(reading) <= _MAX_SHOWN else Verbatim(f"{shown} …")


RULES = Rules(
    summary=Text("every row and column a palindrome, blanks ignored"),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
    variants={MARKED: lambda puzzle: any(clue < EMPTY for row in puzzle.clues for clue in row)},
)
