"""Packing as a game: pieces are laid, turned, pushed and taken off."""

from __future__ import annotations

import re

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.play import Play, Spot, by_code
from quebra.contract.quoting import quoted
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.families.solids.draw.playing import cell_boxes, draw_board, draw_pieces
from quebra.families.solids.explain.steps import with_places
from quebra.families.solids.formats.places import read_place
from quebra.families.solids.model import MAY, Assembly, Placed, Solids
from quebra.families.solids.names import cell_name, cell_of
from quebra.families.solids.rules import check
from quebra.families.solids.setting import EDITOR, piece_number
from quebra.families.solids.space import (
    FRAMES,
    STEPS,
    TURNS,
    Cell,
    combined,
    orientations,
    size_of,
    turned_body,
    word_of,
)
from quebra.i18n.text import Text

MOVES = (
    ("3=1,0,2,xy", Text("lay piece 3 at x 1, y 0, z 2, turned about x, then about y")),
    ("3=.", Text("take piece 3 off")),
    ("3/x", Text("turn piece 3 a quarter about x; `3/x'` turns it back")),
    ("3>+z", Text("push piece 3 up by one; other directions are -z, +x, -x, +y and -y")),
    ("3~1,0,2,xy", Text("lay piece 3 about there, where it fits")),
)
SNAP, TURN_REACH = 1, 2
"""Steps within which a piece finds a place that is free, when it is laid and when it is turned."""
_TURN = re.compile(r"([0-9]{1,5})/([xyz])('?)", re.ASCII)
_PUSH = re.compile(r"([0-9]{1,5})>([+-][xyz])", re.ASCII)
_OFF = re.compile(r"([0-9]{1,5})=\.", re.ASCII)
MOVE = Text("the move")


def start(puzzle: Solids) -> Assembly:
    """The pieces that are given."""
    return Assembly(places=puzzle.given)


def move(puzzle: Solids, attempt: Assembly, text: str) -> Assembly:
    """The attempt after a move.

    >>> from quebra.families.solids.model import Piece
    >>> puzzle = Solids(pieces=(Piece("I", ("##",), 2),), target=("##|##",))
    >>> move(puzzle, start(puzzle), "1=0,1,0").places
    (Placed(piece=0, at=(0, 1, 0), turn=''),)
    >>> move(puzzle, start(puzzle), "1=1,0,0")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: I 1 does not fit there: a part would lie outside the target.
    """
    text = text.strip()
    there = {place.piece: place for place in attempt.places}
    if found := _OFF.fullmatch(text):
        piece = piece_number(puzzle, found[1])
        _there(puzzle, there, piece)
        del there[piece]
    elif found := _TURN.fullmatch(text):
        place = _there(puzzle, there, piece_number(puzzle, found[1]))
        _lay(puzzle, there, _turned(puzzle, there, place, found[2], back=bool(found[3])))
    elif found := _PUSH.fullmatch(text):
        place = _there(puzzle, there, piece_number(puzzle, found[1]))
        if found[2] not in STEPS:
            raise BadInput(_no_move(text))
        at = tuple(a + b for a, b in zip(place.at, STEPS[found[2]], strict=True))
        _lay(puzzle, there, msgspec.structs.replace(place, at=at))
    elif "~" in text:
        place = read_place(text.replace("~", "=", 1), MOVE)
        piece_number(puzzle, str(place.piece + 1))
        _lay(puzzle, there, _snapped(puzzle, there, place, SNAP))
    else:
        place = read_place(text, MOVE)
        piece_number(puzzle, str(place.piece + 1))
        _lay(puzzle, there, place)
    for place in puzzle.given:
        if there.get(place.piece) != place:
            raise BadInput(Text("{piece} is given.", piece=puzzle.name_of(place.piece)))
    return Assembly(places=tuple(there.values()))


def _lay(puzzle: Solids, there: dict[int, Placed], place: Placed) -> None:
    """Lay a piece; pieces that lie in its cells come off."""
    cells = {*puzzle.cells_of(place)}
    name = puzzle.name_of(place.piece)
    if not puzzle.marks.keys() >= cells:
        raise _misfit(puzzle, there, place)
    words = orientations(puzzle.body_of(place.piece), puzzle.words_of(place.piece))
    word = words.get(turned_body(puzzle.body_of(place.piece), place.turn))
    if word is None:
        raise BadInput(Text("{piece} may not be turned like that.", piece=name))
    there.pop(place.piece, None)
    for other in [p for p, each in there.items() if cells & {*puzzle.cells_of(each)}]:
        del there[other]
    there[place.piece] = msgspec.structs.replace(place, turn=word)


def _fits(puzzle: Solids, there: dict[int, Placed], place: Placed) -> bool:
    """Whether a piece lies in the target and in no other piece."""
    cells = {*puzzle.cells_of(place)}
    return puzzle.marks.keys() >= cells and not any(
        cells & {*puzzle.cells_of(other)} for other in there.values() if other.piece != place.piece
    )


def _turned(
    puzzle: Solids, there: dict[int, Placed], place: Placed, axis: str, *, back: bool
) -> Placed:
    """A piece after a quarter turn, about where it was."""
    word = axis * 3 if back else axis
    frame = combined(FRAMES[place.turn], TURNS[word_of(TURNS[word])])
    wanted = msgspec.structs.replace(place, turn=word_of(frame))
    return _snapped(puzzle, there, wanted, TURN_REACH)


def _snapped(puzzle: Solids, there: dict[int, Placed], place: Placed, reach: int) -> Placed:
    """The nearest place that is free, within a few steps."""
    x, y, z = place.at
    near = range(-reach, reach + 1)
    ways = sorted(
        ((abs(a) + abs(b) + abs(c), c, b, a) for a in near for b in near for c in near),
        key=lambda way: (way[0], abs(way[1])),
    )
    for distance, c, b, a in ways:
        if distance > reach:
            break
        found = msgspec.structs.replace(place, at=(x + a, y + b, z + c))
        if _fits(puzzle, there, found):
            return found
    raise _misfit(puzzle, there, place)


def _misfit(puzzle: Solids, there: dict[int, Placed], place: Placed) -> BadInput:
    """Why a piece cannot lie at a place: the target ends there, or another piece is there."""
    cells = {*puzzle.cells_of(place)}
    name = puzzle.name_of(place.piece)
    if not puzzle.marks.keys() >= cells:
        return BadInput(
            Text("{piece} does not fit there: a part would lie outside the target.", piece=name)
        )
    other = next(
        each.piece
        for each in there.values()
        if each.piece != place.piece and cells & {*puzzle.cells_of(each)}
    )
    return BadInput(
        Text(
            "{piece} does not fit there: {other} is in the way.",
            piece=name,
            other=puzzle.name_of(other),
        )
    )


def moves_to(puzzle: Solids, attempt: Assembly, answer: Assembly) -> tuple[str, ...]:
    """The moves from an attempt to an answer: pieces come off, then others are laid."""
    wanted = {place.piece: {*puzzle.cells_of(place)} for place in answer.places}
    right = {
        place.piece
        for place in attempt.places
        if wanted.get(place.piece) == {*puzzle.cells_of(place)}
    }
    off = (f"{p.piece + 1}=." for p in attempt.places if p.piece not in right)
    lay = (str(place) for place in answer.places if place.piece not in right)
    return (*off, *lay)


def moves_for(puzzle: Solids, attempt: Assembly, step: Step, budget: Budget) -> tuple[str, ...]:
    """The moves that carry out a step."""
    there = {place.piece: place for place in attempt.places}
    moves = []
    for change in step.changes:
        place: Placed = change.value
        if change.action == "remove" and there.get(place.piece) == place:
            moves.append(f"{place.piece + 1}=.")
        elif change.action == "place" and there.get(place.piece) != place:
            moves.append(str(place))
    return tuple(moves)


def remaining(puzzle: Solids, attempt: Assembly) -> Solids | None:
    """The puzzle with the pieces that are laid as given; None if it is solved."""
    found = check(puzzle, attempt)
    for violation in found:
        if violation.code not in ("gap", "missing"):
            raise BadInput(violation.text)
    return with_places(puzzle, attempt.places) if found else None


def spots(puzzle: Solids, attempt: Assembly) -> tuple[Spot, ...]:
    """The cells of the target by layers, and the pieces in the tray."""
    owner = {cell: p.piece for p in attempt.places for cell in puzzle.cells_of(p)}
    board = [
        Spot(place, box, _cell_text(puzzle, cell_of(place), owner.get(cell_of(place))))
        for place, box in cell_boxes(puzzle).items()
    ]
    used = {place.piece for place in attempt.places}
    left = [piece for piece in range(len(puzzle.numbers)) if piece not in used]
    tray = [
        Spot((piece,), (float(i), 0.0, 1.0, 1.0), _tray_text(puzzle, piece), "tray")
        for i, piece in enumerate(left)
    ]
    return (*board, *tray)


def _cell_text(puzzle: Solids, cell: Cell, owner: int | None) -> Text:
    if owner is not None:
        return Text("{cell}: {piece}.", cell=cell_name(cell), piece=puzzle.name_of(owner))
    if puzzle.marks[cell] == MAY:
        return Text("{cell}: empty, may stay so.", cell=cell_name(cell))
    return Text("{cell}: empty.", cell=cell_name(cell))


def _tray_text(puzzle: Solids, piece: int) -> Text:
    width, depth, height = size_of(puzzle.body_of(piece))
    return Text(
        "Tray: {piece}, {n} cubes in {width} x {depth} x {height}.",
        piece=puzzle.name_of(piece),
        n=len(puzzle.body_of(piece)),
        width=width,
        depth=depth,
        height=height,
    )


def _there(puzzle: Solids, there: dict[int, Placed], piece: int) -> Placed:
    if piece not in there:
        raise BadInput(Text("{piece} is not laid.", piece=puzzle.name_of(piece)))
    return there[piece]


def _no_move(text: str) -> Text:
    return Text("{move} is no move; moves are written as 3=1,0,2,xy.", move=quoted(text))


PLAY: Play[Solids, Assembly] = Play(
    examples=MOVES,
    is_unfinished=by_code("gap", "missing"),
    start=start,
    move=move,
    moves_to=moves_to,
    moves_for=moves_for,
    remaining=remaining,
    spots=spots,
    draw=draw_board,
    draw_pieces=draw_pieces,
    editor=EDITOR,
)
