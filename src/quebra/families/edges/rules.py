"""The rules of edge-matching, independent of any solver."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.family import Goal, Rules
from quebra.contract.results import Change, Place, Progress, Violation
from quebra.families.edges.model import Edges, Filling, Placed, no_piece
from quebra.grid.cells import counted, joined

TEXTS = (
    "Put a piece into each cell; each piece is used once.",
    "Edges that meet have one colour.",
    "Edges at the rim have the colour of the frame, where there is a frame.",
    "In a stack of cubes nothing has to meet: each long side of the stack shows no colour twice.",
    "Pieces keep their orientation unless the puzzle allows to turn them, in any way or by turns "
    "that it lists.",
)

VIOLATIONS = {
    "seam": "two edges that meet in different colours",
    "repeat": "a long side of a stack that shows a colour twice",
    "frame": "an edge at the rim that has not the colour of the frame",
    "twice": "a piece that is used twice, or a cell with two pieces",
    "empty": "a cell without a piece",
    "turn": "a piece that is turned as it may not be",
    "hint": "a hint that was ignored",
}

ALMOST = 0.999
"""The highest progress of a board with a violation."""


def check(puzzle: Edges, answer: Filling) -> tuple[Violation, ...]:
    """The violations of a filling; empty if it is correct.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)))
    >>> both = (Placed(cell=(0, 0), piece=0), Placed(cell=(0, 1), piece=1))
    >>> print(check(puzzle, Filling(cells=both))[0].text)
    Between row 1, column 1 and row 1, column 2: 1 meets 2.
    """
    colours = _colours(puzzle, answer)
    return (
        *_misused(puzzle, answer),
        *_ignored(puzzle, answer),
        *_mismatched(puzzle, colours),
        *_repeated(puzzle, colours),
        *_off_frame(puzzle, colours),
        *_empty(puzzle, colours),
    )


def progress(puzzle: Edges, answer: Filling) -> Progress:
    """The share of matched seams (or different sides of a stack) and of filled cells."""
    colours = _colours(puzzle, answer)
    seams = max(1, len(puzzle.layout.seams))
    matched = len(list(_matches(puzzle, colours))) / seams
    filled = len(colours) / len(puzzle.layout.cells)
    right = not check(puzzle, answer)
    if puzzle.layout.all_different:
        parts = (("different sides", _different(puzzle, colours)), ("filled", filled))
    elif puzzle.layout.seams:
        parts = (("matched seams", matched), ("filled", filled))
    else:
        parts = (("matched seams", 1.0), ("filled", filled))
    value = min(share for _, share in parts)
    return Progress(1.0 if right else min(value, ALMOST), parts)


def matched_seams(puzzle: Edges, answer: Filling) -> int:
    """The number of seams that match."""
    return len(list(_matches(puzzle, _colours(puzzle, answer))))


GOALS: dict[str, Goal[Edges, Filling]] = {
    "matched": Goal(
        "the most seams that match, on a full board",
        "more",
        matched_seams,
        allowed_violations=("seam",),
    )
}


def change_agrees(answer: Filling, change: Change[int]) -> bool:
    """Whether an answer agrees with a change: has the placed piece, or lacks the removed one.

    >>> change_agrees(Filling(cells=(Placed((0, 1), 2),)), Change("place", (0, 1), 2))
    True
    """
    there = any(p.cell == change.where and p.piece == change.value for p in answer.cells)
    return there == (change.action == "place")


def cell_name(cell: Place) -> str:
    """The name of a cell for sentences.

    >>> cell_name((0, 2)), cell_name((1, 0, 2)), cell_name((5,))
    ('row 1, column 3', 'layer 2, row 1, column 3', 'cell 6')
    """
    words = {1: ("cell",), 2: ("row", "column"), 3: ("layer", "row", "column")}[len(cell)]
    return ", ".join(f"{word} {number + 1}" for word, number in zip(words, cell, strict=True))


def _colours(puzzle: Edges, answer: Filling) -> dict[int, tuple[int, ...]]:
    """The colours of the sides of each cell that has a piece, by the cell's number."""
    found: dict[int, tuple[int, ...]] = {}
    for number, placed in enumerate(answer.cells, start=1):
        if placed.cell not in puzzle.cell_numbers:
            raise BadInput(f"Place {number}: there is no cell {list(placed.cell)}.")
        if not 0 <= placed.piece < len(puzzle.pieces):
            raise BadInput(f"Place {number}: {no_piece(puzzle, placed.piece)}")
        if not 0 <= placed.turn < len(puzzle.layout.turns):
            last = len(puzzle.layout.turns) - 1
            raise BadInput(f"Place {number}: there is no turn {placed.turn}; they are 0 to {last}.")
        edges = puzzle.pieces[placed.piece]
        turn = puzzle.layout.turns[placed.turn]
        found.setdefault(puzzle.cell_numbers[placed.cell], tuple(edges[edge] for edge in turn))
    return found


def _misused(puzzle: Edges, answer: Filling) -> Iterator[Violation]:
    where_used: dict[int, Placed] = {}
    cells: set[Place] = set()
    for placed in answer.cells:
        here = cell_name(placed.cell)
        if placed.cell in cells:
            yield Violation("twice", (placed.cell,), f"{here.capitalize()} has two pieces.")
        cells.add(placed.cell)
        if other := where_used.get(placed.piece):
            text = f"Piece {placed.piece + 1} is used twice: in {cell_name(other.cell)} and {here}."
            yield Violation("twice", (other.cell, placed.cell), text)
        where_used.setdefault(placed.piece, placed)
        if placed.turn not in puzzle.turns_of(placed.piece):
            text = f"{here.capitalize()}: {_turning(puzzle, placed.piece)}."
            yield Violation("turn", (placed.cell,), text)


def _turning(puzzle: Edges, piece: int) -> str:
    if puzzle.turns_never:
        return "the pieces may not be turned"
    turns = joined([str(turn) for turn in puzzle.turns_of(piece)], "or")
    return f"piece {piece + 1} may only have turn {turns}"


def _ignored(puzzle: Edges, answer: Filling) -> Iterator[Violation]:
    there = {placed.cell: placed for placed in answer.cells}
    for hint in puzzle.hints:
        placed = there.get(hint.cell)
        if placed and (placed.piece != hint.piece or hint.turn not in (None, placed.turn)):
            turned = "" if hint.turn is None else f" at turn {hint.turn}"
            text = f"{cell_name(hint.cell).capitalize()}: piece {hint.piece + 1}{turned} is given."
            yield Violation("hint", (hint.cell,), text)


def _matches(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[None]:
    for a, side, b, other in puzzle.layout.seams:
        if a in colours and b in colours and colours[a][side] == colours[b][other]:
            yield None


def _mismatched(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[Violation]:
    cells = puzzle.layout.cells
    for a, side, b, other in puzzle.layout.seams:
        if a in colours and b in colours and colours[a][side] != colours[b][other]:
            between = f"{cell_name(cells[a])} and {cell_name(cells[b])}"
            text = f"Between {between}: {colours[a][side]} meets {colours[b][other]}."
            yield Violation("seam", (cells[a], cells[b]), text)


def _repeated(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[Violation]:
    cells = puzzle.layout.cells
    for number, sides in enumerate(puzzle.layout.all_different, start=1):
        showing: dict[int, list[Place]] = {}
        for cell, side in sides:
            if cell in colours:
                showing.setdefault(colours[cell][side], []).append(cells[cell])
        for colour, where in showing.items():
            if len(where) > 1:
                both = joined([cell_name(cell) for cell in where])
                text = f"Long side {number} of the stack shows {colour} more than once: {both}."
                yield Violation("repeat", tuple(where), text)


def _different(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> float:
    """The number of distinct colours on the long sides of a stack, as a share of the maximum."""
    shown = [
        {colours[c][side] for c, side in sides if c in colours}
        for sides in puzzle.layout.all_different
    ]
    return sum(map(len, shown)) / sum(map(len, puzzle.layout.all_different))


def _off_frame(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[Violation]:
    if puzzle.frame is None:
        return
    for cell, side in puzzle.layout.rim:
        if cell in colours and colours[cell][side] != puzzle.frame:
            here = puzzle.layout.cells[cell]
            colour = f"{colours[cell][side]} is at the rim, not the frame's {puzzle.frame}"
            text = f"{cell_name(here).capitalize()}: {colour}."
            yield Violation("frame", (here,), text)


def _empty(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[Violation]:
    blank = tuple(cell for i, cell in enumerate(puzzle.layout.cells) if i not in colours)
    if blank:
        verb = "is" if len(blank) == 1 else "are"
        yield Violation("empty", blank, f"{counted(len(blank), 'cell')} {verb} empty.")


RULES = Rules(
    summary="lay pieces with coloured edges so that edges that meet have one colour",
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
)
