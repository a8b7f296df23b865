"""The rules of Kojun: checks answers without any solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from quebra.contract.family import Rules
from quebra.contract.results import Progress, Violation
from quebra.families.kojun.model import Kojun, Order
from quebra.grid.cells import Cell, GridAnswer, cells_in_words, in_words
from quebra.grid.rules import admit_shape, blank_cells, changed_givens, share_without_fault
from quebra.i18n.text import Text

Region = tuple[Cell, ...]
Regions = tuple[Region, ...]

COLUMNS = Text("With column order, that also holds for cells of one column that do not touch.")
TEXTS = (
    Text("Put a number into each cell: a region of k cells holds each number from 1 to k once."),
    Text("Equal numbers never touch, side by side or one above the other, anywhere on the board."),
    Text("Inside a region, of two cells one above the other, the upper number is the larger."),
    COLUMNS,
)

VIOLATIONS = {
    "given": Text("a given was changed"),
    "blank": Text("a cell is empty"),
    "range": Text("a number does not belong in its region"),
    "repeat": Text("a region holds a number twice"),
    "touch": Text("equal numbers touch"),
    "order": Text("inside a region, a number is not larger than the one below"),
}


def check(puzzle: Kojun, answer: GridAnswer) -> tuple[Violation, ...]:
    """The violations of an answer; empty if it is right."""
    admit_shape(puzzle.size, answer)
    regions = puzzle.region_cells
    return (
        *changed_givens(puzzle.givens, answer),
        *_range(puzzle, regions, answer),
        *(violation for region in regions for violation in _repeat(region, answer)),
        *_touch(answer),
        *(violation for region in regions for violation in _order(region, puzzle.order, answer)),
        *blank_cells((cell for region in regions for cell in region), answer),
    )


def progress(puzzle: Kojun, answer: GridAnswer) -> Progress:
    """The share of cells that are filled and violate no rule."""
    cells = [cell for region in puzzle.region_cells for cell in region]
    return share_without_fault(cells, answer, check(puzzle, answer))


def _range(puzzle: Kojun, regions: Regions, answer: GridAnswer) -> Iterator[Violation]:
    for r, (labels, entries) in enumerate(zip(puzzle.regions, answer.grid, strict=True)):
        for c, (label, entry) in enumerate(zip(labels, entries, strict=True)):
            size = len(regions[label]) if isinstance(label, int) else 0
            if not 0 <= entry <= size:
                yield Violation("range", ((r, c),), _out_of_range((r, c), entry, size))


def _out_of_range(cell: Cell, entry: int, size: int) -> Text:
    if not size:
        return Text("{cell}: {entry}, but this is a hole.", cell=in_words(cell), entry=entry)
    return Text(
        "{cell}: {entry}, but the region holds 1 to {size}.",
        cell=in_words(cell),
        entry=entry,
        size=size,
    )


def _repeat(region: Region, answer: GridAnswer) -> Iterator[Violation]:
    places: dict[int, list[Cell]] = {}
    for r, c in region:
        places.setdefault(answer.grid[r][c], []).append((r, c))
    for entry, cells in sorted(places.items()):
        if entry and len(cells) > 1:
            where = cells_in_words(cells)
            text = Text("One region holds {entry} at {cells}.", entry=entry, cells=where)
            yield Violation("repeat", tuple(cells), text)


def _touch(answer: GridAnswer) -> Iterator[Violation]:
    for r, row in enumerate(answer.grid):
        for c, (left, right) in enumerate(pairwise(row)):
            if left == right != 0:
                yield _touching(left, ((r, c), (r, c + 1)))
    for r, (upper, lower) in enumerate(pairwise(answer.grid)):
        for c, (above, below) in enumerate(zip(upper, lower, strict=True)):
            if above == below != 0:
                yield _touching(above, ((r, c), (r + 1, c)))


def _touching(entry: int, pair: tuple[Cell, Cell]) -> Violation:
    text = Text("Two {entry}s touch at {cells}.", entry=entry, cells=cells_in_words(pair))
    return Violation("touch", pair, text)


def _order(region: Region, order: Order, answer: GridAnswer) -> Iterator[Violation]:
    last: dict[int, Cell] = {}
    for r, c in region:
        low = answer.grid[r][c]
        if low == 0:
            continue
        upper = last.get(c)
        last[c] = (r, c)
        if upper is None or (order == "adjacent" and upper[0] != r - 1):
            continue
        high = answer.grid[upper[0]][c]
        if high <= low:
            pair = (upper, (r, c))
            text = Text(
                "{cells} hold {high} and {low}: the upper must be larger.",
                cells=cells_in_words(pair),
                high=high,
                low=low,
            )
            yield Violation("order", pair, text)


RULES = Rules(
    summary=Text("numbers in regions, decreasing downwards"),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
    variants={COLUMNS: lambda puzzle: puzzle.order == "column"},
)
