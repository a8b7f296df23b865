"""The rules of edge-matching, independent of any solver."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.family import Goal, Rules
from quebra.contract.results import Change, Place, Progress, Violation
from quebra.families.edges.model import Edges, Filling, Placed, no_cell, no_piece, no_turn
from quebra.families.edges.names import cell_name, cell_names, colour_name
from quebra.grid.rules import FILLED
from quebra.i18n.text import Plural, Text, any_of

SEAMS = Text("Edges that meet have the same colour.")
FRAME = Text("If there is a frame, edges at the rim have its colour.")
STACK = Text("A stack of cubes has no seams: each of its long sides shows no colour twice.")
TEXTS = (
    Text("Put a piece into each cell, and use each piece at most once."),
    SEAMS,
    FRAME,
    STACK,
    Text("Pieces may be turned only as the puzzle allows: freely, by the turns listed, or not."),
)

VIOLATIONS = {
    "seam": Text("two edges that meet in different colours"),
    "repeat": Text("a long side of a stack that shows a colour twice"),
    "frame": Text("an edge at the rim without the colour of the frame"),
    "twice": Text("a piece that is used twice, or a cell with two pieces"),
    "empty": Text("a cell without a piece"),
    "turn": Text("a piece with a turn that is not allowed"),
    "hint": Text("a hint that is ignored"),
}

ALMOST = 0.999
"""The highest progress of a board with a violation."""
MATCHED, DIFFERENT = Text("matched seams"), Text("different sides")
"""Parts of progress."""


def check(puzzle: Edges, answer: Filling) -> tuple[Violation, ...]:
    """The violations of a filling; empty if it is correct.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)))
    >>> both = (Placed(cell=(0, 0), piece=0), Placed(cell=(0, 1), piece=1))
    >>> print(check(puzzle, Filling(cells=both))[0].text)
    Between row 1, column 1 and row 1, column 2: red square meets green star.
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
        parts = ((DIFFERENT, _different(puzzle, colours)), (FILLED, filled))
    elif puzzle.layout.seams:
        parts = ((MATCHED, matched), (FILLED, filled))
    else:
        parts = ((MATCHED, 1.0), (FILLED, filled))
    value = min(share for _, share in parts)
    return Progress(1.0 if right else min(value, ALMOST), parts)


def matched_seams(puzzle: Edges, answer: Filling) -> int:
    """The number of seams that match."""
    return len(list(_matches(puzzle, _colours(puzzle, answer))))


GOALS: dict[str, Goal[Edges, Filling]] = {
    "matched": Goal(
        Text("the most seams that match, on a full board"),
        "more",
        matched_seams,
        allowed_violations=("seam",),
    )
}


def change_agrees(answer: Filling, change: Change[Placed]) -> bool:
    """Whether an answer agrees with a change: has the placed piece, or lacks the removed one.

    A piece may have another turn, because some turns look alike.

    >>> placed = Placed((0, 1), 2)
    >>> change_agrees(Filling(cells=(placed,)), Change("place", (0, 1), placed))
    True
    """
    wanted = change.value.piece
    there = any(p.cell == change.where and p.piece == wanted for p in answer.cells)
    return there == (change.action == "place")


def _colours(puzzle: Edges, answer: Filling) -> dict[int, tuple[int, ...]]:
    """The colours of the sides of each cell that has a piece, by the cell's number."""
    found: dict[int, tuple[int, ...]] = {}
    for number, placed in enumerate(answer.cells, start=1):
        if placed.cell not in puzzle.cell_numbers:
            raise BadInput(no_cell(placed.cell, _place(number)))
        if not 0 <= placed.piece < len(puzzle.pieces):
            raise BadInput(no_piece(puzzle, placed.piece, _place(number)))
        if not 0 <= placed.turn < len(puzzle.layout.turns):
            raise BadInput(no_turn(placed.turn, len(puzzle.layout.turns) - 1, _place(number)))
        edges = puzzle.pieces[placed.piece]
        turn = puzzle.layout.turns[placed.turn]
        found.setdefault(puzzle.cell_numbers[placed.cell], tuple(edges[edge] for edge in turn))
    return found


def _place(number: int) -> Text:
    return Text("place {number}", number=number)


def _misused(puzzle: Edges, answer: Filling) -> Iterator[Violation]:
    where_used: dict[int, Placed] = {}
    cells: set[Place] = set()
    for placed in answer.cells:
        here = cell_name(placed.cell)
        if placed.cell in cells:
            yield Violation("twice", (placed.cell,), Text("{cell} has two pieces.", cell=here))
        cells.add(placed.cell)
        if other := where_used.get(placed.piece):
            text = Text(
                "Piece {piece} is used twice: in {one} and in {other}.",
                piece=placed.piece + 1,
                one=cell_name(other.cell),
                other=here,
            )
            yield Violation("twice", (other.cell, placed.cell), text)
        where_used.setdefault(placed.piece, placed)
        if placed.turn not in puzzle.turns_of(placed.piece):
            yield Violation("turn", (placed.cell,), _turning(puzzle, placed.piece, here))


def _turning(puzzle: Edges, piece: int, cell: Text) -> Text:
    if puzzle.turns_never:
        return Text("{cell}: the pieces may not be turned.", cell=cell)
    return Text(
        "{cell}: piece {piece} may only have turn {turns}.",
        cell=cell,
        piece=piece + 1,
        turns=any_of(puzzle.turns_of(piece)),
    )


def _ignored(puzzle: Edges, answer: Filling) -> Iterator[Violation]:
    there = {placed.cell: placed for placed in answer.cells}
    for hint in puzzle.hints:
        placed = there.get(hint.cell)
        if placed and (placed.piece != hint.piece or hint.turn not in (None, placed.turn)):
            yield Violation("hint", (hint.cell,), given_text(hint.cell, hint.piece, hint.turn))


def given_text(cell: Place, piece: int, turn: int | None = None) -> Text:
    """That a piece, with its turn if there is one, is given in a cell.

    >>> given_text((0, 0), 2), given_text((0, 0), 2, 1)
    ('Row 1, column 1: piece 3 is given.', 'Row 1, column 1: piece 3 with turn 1 is given.')
    """
    where = cell_name(cell)
    if turn is None:
        return Text("{cell}: piece {piece} is given.", cell=where, piece=piece + 1)
    return Text(
        "{cell}: piece {piece} with turn {turn} is given.", cell=where, piece=piece + 1, turn=turn
    )


def _matches(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[None]:
    for a, side, b, other in puzzle.layout.seams:
        if a in colours and b in colours and colours[a][side] == colours[b][other]:
            yield None


def _mismatched(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[Violation]:
    cells = puzzle.layout.cells
    for a, side, b, other in puzzle.layout.seams:
        if a in colours and b in colours and colours[a][side] != colours[b][other]:
            text = Text(
                "Between {one} and {other}: {colour} meets {another}.",
                one=cell_name(cells[a]),
                other=cell_name(cells[b]),
                colour=colour_name(puzzle, colours[a][side]),
                another=colour_name(puzzle, colours[b][other]),
            )
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
                text = Text(
                    "Long side {side} of the stack shows {colour} more than once: {cells}.",
                    side=number,
                    colour=colour_name(puzzle, colour),
                    cells=cell_names(where),
                )
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
            text = Text(
                "{cell}: {colour} is at the rim, not {frame}.",
                cell=cell_name(here),
                colour=colour_name(puzzle, colours[cell][side]),
                frame=colour_name(puzzle, puzzle.frame),
            )
            yield Violation("frame", (here,), text)


def _empty(puzzle: Edges, colours: dict[int, tuple[int, ...]]) -> Iterator[Violation]:
    blank = tuple(cell for i, cell in enumerate(puzzle.layout.cells) if i not in colours)
    if blank:
        text = Plural("{n:,} cell is empty.", "{n:,} cells are empty.", n=len(blank))
        yield Violation("empty", blank, text)


RULES = Rules(
    summary=Text("lay pieces with coloured edges so that edges that meet have the same colour"),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
    variants={
        SEAMS: lambda puzzle: puzzle.shape != "stack",
        FRAME: lambda puzzle: puzzle.frame is not None,
        STACK: lambda puzzle: puzzle.shape == "stack",
    },
)
