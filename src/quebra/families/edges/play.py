"""Edge-matching as a game: pieces are placed, moved, turned and removed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor, Play, Spot, by_code
from quebra.contract.quoting import quoted
from quebra.contract.results import Place, Step
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.edges.draw.playing import (
    box_of,
    cell_corners,
    draw_board,
    draw_pieces,
    fills_its_box,
)
from quebra.families.edges.explain.mistakes import with_pieces
from quebra.families.edges.formats.cells import read_cell, write_cell
from quebra.families.edges.model import Edges, Filling, Hint, Placed, given_pieces, no_turn
from quebra.families.edges.names import cell_name, sides_text
from quebra.families.edges.rules import check, given_text
from quebra.grid.entries import CLEAR
from quebra.grid.text import whole_number
from quebra.i18n.text import Text, any_of

MOVES = (
    ("r1c2=5/1", Text("put piece 5 into row 1, column 2, with 1 turn clockwise")),
    ("r1c2=5", Text("the same without a turn")),
    ("r1c2=.", Text("take the piece off the board")),
    ("r1c2>r2c2", Text("move a piece to another cell, or exchange two pieces")),
    ("r1c2/", Text("turn a piece clockwise once more")),
)
EDITS = (
    ("p5e2=7", Text("give edge 2 of piece 5 the colour 7")),
    ("r1c2=5/1", Text("make piece 5 in row 1, column 2, with 1 turn, a hint")),
    ("r1c2=5", Text("make it a hint with any turn")),
    ("r1c2=.", Text("remove the hint")),
)
OnBoard = dict[Place, Placed]
"""The pieces on the board by cell, in the order of placement."""
MOVE, CHANGE = Text("the move"), Text("the change")
_EDGE = re.compile(r"p([0-9]+)e([0-9]+)=([0-9]+)", re.ASCII)


def start(puzzle: Edges) -> Filling:
    """The pieces that hints place with a known turn."""
    return Filling(cells=tuple(_given(puzzle).values()))


def move(puzzle: Edges, attempt: Filling, text: str) -> Filling:
    """The attempt after a piece is placed, removed, moved or turned.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)))
    >>> move(puzzle, start(puzzle), "r1c2=1").cells
    (Placed(cell=(0, 1), piece=0, turn=0),)
    >>> move(puzzle, start(puzzle), "r1c2/")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: There is no piece in row 1, column 2.
    """
    on_board = {placed.cell: placed for placed in attempt.cells}
    if "=" in text:
        _place_piece(puzzle, on_board, *text.split("=", 1))
    elif ">" in text:
        _shift(puzzle, on_board, *text.split(">", 1))
    elif text.endswith("/"):
        cell = _cell(puzzle, text[:-1])
        placed = _there(on_board, cell)
        on_board[cell] = Placed(cell, placed.piece, _next_turn(puzzle, placed))
    else:
        raise BadInput(Text("{move} is no move; moves are written as r1c2=5/1.", move=quoted(text)))
    for cell, placed in _given(puzzle).items():
        if on_board.get(cell) != placed:
            raise BadInput(given_text(cell, placed.piece))
    return Filling(cells=tuple(on_board.values()))


def _place_piece(puzzle: Edges, on_board: OnBoard, name: str, what: str) -> None:
    """Place a piece in a cell, or remove the one there."""
    cell = _cell(puzzle, name)
    on_board.pop(cell, None)
    if what.strip() != CLEAR:
        piece, turn = _piece(puzzle, what)
        for other in [each for each, placed in on_board.items() if placed.piece == piece]:
            del on_board[other]
        on_board[cell] = Placed(cell, piece, puzzle.turns_of(piece)[0] if turn is None else turn)


def _shift(puzzle: Edges, on_board: OnBoard, name: str, target: str) -> None:
    """Move a piece to another cell, swapping it with the piece there."""
    here, there = _cell(puzzle, name), _cell(puzzle, target)
    moved, other = _there(on_board, here), on_board.pop(there, None)
    on_board.pop(here, None)
    if other:
        on_board[here] = Placed(here, other.piece, other.turn)
    on_board[there] = Placed(there, moved.piece, moved.turn)


def moves_to(puzzle: Edges, attempt: Filling, answer: Filling) -> tuple[str, ...]:
    """The moves from an attempt to an answer."""
    there, wanted = ({placed.cell: placed for placed in each.cells} for each in (attempt, answer))
    put = (_put(puzzle, placed) for cell, placed in wanted.items() if there.get(cell) != placed)
    pieces = {placed.piece for placed in wanted.values()}
    off = (
        f"{write_cell(cell)}={CLEAR}"
        for cell, placed in there.items()
        if cell not in wanted and placed.piece not in pieces
    )
    return (*put, *off)


def moves_for(puzzle: Edges, attempt: Filling, step: Step, budget: Budget) -> tuple[str, ...]:
    """The moves that carry out a step."""
    if step.technique == "mistake":
        given = _given(puzzle)
        wrong = [p.cell for p in attempt.cells if p.cell in step.where and p.cell not in given]
        return tuple(f"{write_cell(cell)}={CLEAR}" for cell in wrong[-1:])
    there = {placed.cell: placed for placed in attempt.cells}
    placings = (change.value for change in step.changes if change.action == "place")
    return tuple(_put(puzzle, each) for each in placings if there.get(each.cell) != each)


def remaining(puzzle: Edges, attempt: Filling) -> Edges | None:
    """The puzzle with the placed pieces as hints; None if the attempt is solved."""
    found = check(puzzle, attempt)
    for violation in found:
        if violation.code != "empty":
            raise BadInput(violation.text)
    return with_pieces(puzzle, attempt) if found else None


def spots(puzzle: Edges, attempt: Filling) -> tuple[Spot, ...]:
    """The cells, and the pieces in the tray, which are not part of the drawing."""
    on_board = {placed.cell: placed for placed in attempt.cells}
    given, used = _given(puzzle), {placed.piece for placed in attempt.cells}
    board = (
        Spot(
            cell,
            box_of(corners),
            _description(puzzle, cell, on_board.get(cell), given),
            outline=() if fills_its_box(corners) else corners,
        )
        for cell, corners in cell_corners(puzzle).items()
    )
    tray = (
        Spot(
            (piece,),
            (float(number), 0.0, 1.0, 1.0),
            Text(
                "Tray: piece {piece} with {sides}.",
                piece=piece + 1,
                sides=sides_text(puzzle, 0, enumerate(puzzle.turned(piece, 0))),
            ),
            "tray",
        )
        for number, piece in enumerate(p for p in range(len(puzzle.pieces)) if p not in used)
    )
    return (*board, *tray)


def edit(puzzle: Edges, text: str) -> Edges:
    """The puzzle with another colour on an edge, or another hint.

    >>> puzzle = Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),))
    >>> edit(puzzle, "p1e4=9").pieces, edit(puzzle, "r1c1=1").hints[0].piece
    (((1, 2, 3, 9),), 0)
    """
    if found := _EDGE.fullmatch(text.strip()):
        number, edge, colour = (whole_number(digits, CHANGE) for digits in found.groups())
        piece = _number(puzzle, number)
        if not 1 <= edge <= puzzle.layout.sides:
            raise BadInput(
                Text(
                    "Piece {piece} has edges 1 to {last}, not {edge}.",
                    piece=number,
                    last=puzzle.layout.sides,
                    edge=edge,
                )
            )
        colours = puzzle.pieces[piece]
        coloured = (*colours[: edge - 1], colour, *colours[edge:])
        pieces = (*puzzle.pieces[:piece], coloured, *puzzle.pieces[piece + 1 :])
        return msgspec.structs.replace(puzzle, pieces=pieces)
    name, sign, what = text.partition("=")
    if not sign:
        raise BadInput(
            Text(
                "{change} is no change; changes are written as p5e2=7 or r1c2=5.",
                change=quoted(text),
            )
        )
    cell = _cell(puzzle, name)
    hints = [hint for hint in puzzle.hints if hint.cell != cell]
    if what.strip() != CLEAR:
        hints.append(Hint(cell, *_piece(puzzle, what)))
    return msgspec.structs.replace(puzzle, hints=tuple(hints))


def blank(rows: int, cols: int) -> Edges:
    """Square pieces in a frame, whose other edges all have the colour 1.

    >>> blank(1, 2).pieces
    ((0, 1, 0, 0), (0, 0, 0, 1))
    """
    admit_size(rows, cols)
    pieces = tuple(
        (int(r > 0), int(c < cols - 1), int(r < rows - 1), int(c > 0))
        for r in range(rows)
        for c in range(cols)
    )
    return Edges(pieces=pieces, rows=rows, cols=cols, frame=0, rotate=True)


def clue_removals(puzzle: Edges) -> Iterator[tuple[Place, str]]:
    """For each hint its cell and the edit that removes it."""
    for hint in puzzle.hints:
        yield hint.cell, f"{write_cell(hint.cell)}={CLEAR}"


def clues_from(puzzle: Edges, answer: Filling) -> Iterator[tuple[Place, str]]:
    """For each cell without a hint the edit that makes its piece one."""
    hinted = {hint.cell for hint in puzzle.hints}
    for placed in answer.cells:
        if placed.cell not in hinted:
            yield placed.cell, _put(puzzle, placed)


def shown(puzzle: Edges, answer: Filling) -> dict[Place, str]:
    """The colours around each cell.

    >>> from quebra.families.edges.model import Placed
    >>> shown(blank(1, 2), Filling(cells=(Placed((0, 0), 1, 2), Placed((0, 1), 0, 2))))
    {(0, 0): '0 1 0 0', (0, 1): '0 0 0 1'}
    """
    return {
        placed.cell: " ".join(map(str, puzzle.turned(placed.piece, placed.turn)))
        for placed in answer.cells
    }


def _given(puzzle: Edges) -> OnBoard:
    return {placed.cell: placed for placed in given_pieces(puzzle)}


def _cell(puzzle: Edges, name: str) -> Place:
    cell = read_cell(name.strip(), MOVE)
    if cell not in puzzle.cell_numbers:
        raise BadInput(Text("There is no {cell}.", cell=cell_name(cell)))
    return cell


def _number(puzzle: Edges, number: int) -> int:
    if not 1 <= number <= len(puzzle.pieces):
        raise BadInput(
            Text(
                "There is no piece {piece}; they are 1 to {last}.",
                piece=number,
                last=len(puzzle.pieces),
            )
        )
    return number - 1


def _piece(puzzle: Edges, text: str) -> tuple[int, int | None]:
    """The piece and the turn of a move."""
    name, sign, turned = (part.strip() for part in text.partition("/"))
    piece = _number(puzzle, whole_number(name, Text("the piece")))
    if not sign:
        return piece, None
    turn = whole_number(turned, Text("the turn"))
    if turn and turn not in (turns := _turns(puzzle, piece)):
        if puzzle.turns_freely:
            raise BadInput(no_turn(turn, turns[-1], MOVE))
        raise BadInput(
            Text("Piece {piece} may only have turn {turns}.", piece=piece + 1, turns=any_of(turns))
        )
    return piece, turn


def _turns(puzzle: Edges, piece: int) -> Sequence[int]:
    if puzzle.turns_never:
        raise BadInput(Text("The pieces may not be turned."))
    return puzzle.turns_of(piece)


def _next_turn(puzzle: Edges, placed: Placed) -> int:
    turns = _turns(puzzle, placed.piece)
    return next((turn for turn in turns if turn > placed.turn), turns[0])


def _there(on_board: OnBoard, cell: Place) -> Placed:
    if cell not in on_board:
        raise BadInput(Text("There is no piece in {cell}.", cell=cell_name(cell)))
    return on_board[cell]


def _put(puzzle: Edges, placed: Placed) -> str:
    turn = "" if puzzle.turns_never else f"/{placed.turn}"
    return f"{write_cell(placed.cell)}={placed.piece + 1}{turn}"


def _description(puzzle: Edges, cell: Place, placed: Placed | None, given: OnBoard) -> Text:
    where = cell_name(cell)
    if placed is None:
        return Text("{cell}: empty.", cell=where)
    colours = enumerate(puzzle.turned(placed.piece, placed.turn))
    sides = sides_text(puzzle, puzzle.cell_numbers[cell], colours)
    piece = placed.piece + 1
    if given.get(cell) == placed:
        return Text(
            "{cell}: piece {piece} with {sides}, given.", cell=where, piece=piece, sides=sides
        )
    return Text("{cell}: piece {piece} with {sides}.", cell=where, piece=piece, sides=sides)


PLAY: Play[Edges, Filling] = Play(
    examples=MOVES,
    is_unfinished=by_code("empty"),
    start=start,
    move=move,
    moves_to=moves_to,
    moves_for=moves_for,
    remaining=remaining,
    spots=spots,
    draw=draw_board,
    draw_pieces=draw_pieces,
    editor=Editor(
        examples=EDITS,
        edit=edit,
        blank=blank,
        clue_removals=clue_removals,
        clues_from=clues_from,
        shown=shown,
    ),
)
