"""The rules of Symmetry: checks answers without any solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.family import Goal, Rules
from quebra.contract.results import Progress, Violation
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.signs import figures, place_name
from quebra.grid.cells import Cell, GridAnswer, cells, letter_name
from quebra.grid.rules import admit_shape

TEXTS = (
    "Put shapes into some of the empty cells.",
    "Blank cells ignored, every row and every column reads the same both ways.",
    "A line may stay empty or hold a single shape; a marked cell stays blank.",
)

VIOLATIONS = {
    "clue": "a clue was changed, or a cell that stays blank was filled",
    "shape": "there is no such shape",
    "row": "a row reads differently from right to left",
    "column": "a column reads differently from bottom to top",
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
        "lines": (codes.count("row") + codes.count("column"), rows + cols),
        "clues": (codes.count("clue"), clues),
        "shapes": (codes.count("shape"), rows * cols),
    }
    wrong = sum(broken for broken, _ in faults.values())
    total = sum(of for _, of in faults.values())
    parts = tuple((name, 1 - broken / (of or 1)) for name, (broken, of) in faults.items())
    return Progress(1 - wrong / total, parts)


def count_shapes(puzzle: Symmetry, answer: GridAnswer) -> int:
    """The number of cells with a shape."""
    return sum(entry != EMPTY for row in answer.grid for entry in row)


GOALS: dict[str, Goal[Symmetry, GridAnswer]] = {
    "fewest": Goal("as few shapes as possible", "less", count_shapes),
    "most": Goal("as many shapes as possible", "more", count_shapes),
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
        if clue == EMPTY or entry == max(clue, EMPTY):
            continue
        if clue == STAYS_BLANK:
            text = f"stays blank, but {figures([entry])} is there"
        else:
            text = f"{figures([clue])} is a clue, " + (
                f"but {figures([entry])} is there" if entry else "and it is missing"
            )
        yield Violation("clue", ((r, c),), f"{place_name((r, c))}: {text}.")


def _shapes(puzzle: Symmetry, answer: GridAnswer) -> Iterator[Violation]:
    for r, c in cells(*puzzle.size):
        entry = answer.grid[r][c]
        if not EMPTY <= entry <= puzzle.shapes:
            kinds = f"1 to {puzzle.shapes}" if puzzle.shapes > 1 else "only 1"
            text = f"{place_name((r, c))}: {entry} is not a shape; there are {kinds}."
            yield Violation("shape", ((r, c),), text)


def _lines(size: tuple[int, int]) -> Iterator[tuple[str, str, list[Cell]]]:
    """Each line: the code of its violation, its name and its cells."""
    rows, cols = size
    for r in range(rows):
        yield "row", f"Row {r + 1}", [(r, c) for c in range(cols)]
    for c in range(cols):
        name = f"Column {letter_name(c)}"
        yield "column", name, [(r, c) for r in range(rows)]


def _palindrome(code: str, name: str, line: list[Cell], answer: GridAnswer) -> Iterator[Violation]:
    held = [(answer.grid[r][c], (r, c)) for r, c in line if answer.grid[r][c] != EMPTY]
    reading = [entry for entry, _ in held]
    if reading == reading[::-1]:
        return
    where = [
        cell for (entry, cell), other in zip(held, reversed(reading), strict=True) if entry != other
    ]
    text = f"{name} reads {_cut(reading)} one way and {_cut(reading[::-1])} the other."
    yield Violation(code, tuple(where), text)


def _cut(reading: list[int]) -> str:
    return figures(reading[:_MAX_SHOWN]) + (" …" if len(reading) > _MAX_SHOWN else "")


RULES = Rules(
    summary="every row and column a palindrome, blanks ignored",
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
)
