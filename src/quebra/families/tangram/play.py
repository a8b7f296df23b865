"""Geometric puzzles as a game: pieces are placed on the figure at its original position.

Copies of a piece are interchangeable: of those in the tray, the first is placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, sqrt

import msgspec

from quebra.contract.errors import BadInput, Cut
from quebra.contract.play import Editor, Play, Spot, by_code
from quebra.contract.quoting import quoted
from quebra.contract.results import Progress, Step
from quebra.engine.budget import Budget
from quebra.families.tangram.board import box_on_board, draw_board, draw_pieces
from quebra.families.tangram.explain.walk import UNFINISHED, position_of
from quebra.families.tangram.figures.arranged import figure_of
from quebra.families.tangram.judge import judge, judge_in_place
from quebra.families.tangram.model import (
    FARTHEST,
    Assembly,
    Copy,
    Placement,
    Tangram,
    copies,
    placed_regions,
)
from quebra.families.tangram.remainder import remaining_puzzle
from quebra.families.tangram.rules import check, to_progress
from quebra.families.tangram.sets import piece_set
from quebra.families.tangram.snap import snapped
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.normal_form import normalised_placement
from quebra.geometry.motion import Motion
from quebra.geometry.outline import point_text
from quebra.geometry.region import area_of
from quebra.grid.entries import CLEAR
from quebra.grid.text import whole_number
from quebra.i18n.text import Plural, Text

MOVES = (
    ("3=1.5,2,45", Text("place piece 3: turn it by 45 degrees, then move it to x = 1.5, y = 2")),
    ("3=1.5,2,45,f", Text("the same, but first turn the piece over at the line y = 0")),
    ("3~1.5,2,45", Text("place it near there: it snaps to what it nearly touches")),
    ("3=.", Text("take the piece off the board")),
)
EDITS = (
    (
        "1=0,0,0; 2=2,0,180,f",
        Text("the figure is the silhouette of all pieces, each placed as by a move"),
    ),
)
ROOM = (3, 2.25)
"""Width and height of the room to arrange pieces, in sides of a square of their area."""
FIRST_SET = "classic"
"""The set of pieces to begin with."""


def start(puzzle: Tangram) -> Assembly:
    """An empty attempt, without placed pieces."""
    return Assembly(places=())


def move(puzzle: Tangram, attempt: Assembly, text: str) -> Assembly:
    """The attempt after a piece is placed, moved or removed; pieces are numbered from 1.

    >>> from quebra.families.tangram.model import Piece
    >>> puzzle = Tangram(pieces=(Piece("half", "M0 0 H1 V1 Z", 2),), figure="M0 0 H1 V1 H0 Z")
    >>> move(puzzle, start(puzzle), "2=1,1,180").places
    (Placement(piece=0, x=1.0, y=1.0, angle=180.0, flip=False),)
    >>> move(puzzle, start(puzzle), "3=0,0,0")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: There is no piece 3; pieces are numbered 1 to 2.
    """
    sign = "~" if "~" in text else "="
    name, found, where = text.partition(sign)
    if not found:
        raise BadInput(
            Text("{move} is no move; moves are written as 3=1.5,2,45.", move=quoted(text))
        )
    kind, copy = _copy(puzzle, whole_number(name.strip(), Text("The piece")))
    others = [place for each, place in copies(attempt) if each != (kind, copy)]
    if where.strip() == CLEAR:
        return Assembly(places=tuple(others))
    place = _place(kind, where)
    if sign == "~":
        place = snapped(puzzle, Assembly(places=tuple(others)), place)
    places = list(attempt.places)
    of_kind = [i for i, each in enumerate(places) if each.piece == kind]
    if copy < len(of_kind):
        places[of_kind[copy]] = place
    else:
        places.append(place)
    return Assembly(places=tuple(places))


def moves_to(puzzle: Tangram, attempt: Assembly, answer: Assembly) -> tuple[str, ...]:
    """The moves from an attempt to an answer; removals first, in reverse order."""
    there, wanted = dict(copies(attempt)), dict(copies(answer))
    removals = (f"{_number(puzzle, copy)}={CLEAR}" for copy in there if copy not in wanted)
    placings = (
        _placing_move(puzzle, copy, place)
        for copy, place in wanted.items()
        if there.get(copy) != place
    )
    return (*reversed([*removals]), *placings)


def moves_for(puzzle: Tangram, attempt: Assembly, step: Step, budget: Budget) -> tuple[str, ...]:
    """The moves of a step, which may also move placed pieces onto the figure.

    A step refers to the figure at the position where the attempt forms it.
    """
    removed = [change.where for change in step.changes if change.action == "remove"]
    if removed:
        last_first = sorted(((kind, copy) for kind, copy in removed), reverse=True)
        return tuple(f"{_number(puzzle, copy)}={CLEAR}" for copy in last_first)
    there = dict(copies(attempt))
    places: dict[Copy, Placement] = {
        copy: change.value
        for change in step.changes
        if (copy := (change.where[0], change.where[1])) not in there
    }
    home = judge(puzzle, attempt).motion.inverse() if attempt.places else Motion()
    if places and home != Motion():
        places = {
            copy: normalised_placement(puzzle, place.piece, place.motion.then(home))
            for copy, place in (*copies(attempt), *places.items())
        }
    return tuple(_placing_move(puzzle, copy, place) for copy, place in places.items())


def remaining(puzzle: Tangram, attempt: Assembly) -> Tangram | None:
    """The puzzle that an attempt leaves to solve; None if it is solved."""
    if not attempt.places:
        return puzzle
    if not check(puzzle, attempt):
        return None
    position = position_of(puzzle, attempt, Budget())
    if position is None or not any(position.remaining):
        raise BadInput(Text("The placed pieces leave no figure for the others."))
    remainder = remaining_puzzle(puzzle, position)
    if remainder is None:
        raise Cut("method")
    return remainder


def progress(puzzle: Tangram, attempt: Assembly) -> Progress:
    """The progress with the figure at its original position."""
    return to_progress(judge_in_place(puzzle, attempt), right=not check(puzzle, attempt))


def spots(puzzle: Tangram, attempt: Assembly) -> tuple[Spot, ...]:
    """The placed pieces with their bounding boxes, and those in the tray."""
    regions, placed = dict(placed_regions(puzzle, attempt)), dict(copies(attempt))
    board = (
        Spot(copy, box_on_board(puzzle, regions[copy]), _description(puzzle, copy, place))
        for copy, place in placed.items()
    )
    unused = (copy for copy in _all_copies(puzzle) if copy not in placed)
    tray = (
        Spot(copy, (float(i), 0.0, 1.0, 1.0), _in_tray(puzzle, copy), "tray")
        for i, copy in enumerate(unused)
    )
    return (*board, *tray)


def _all_copies(puzzle: Tangram) -> Iterator[Copy]:
    """All pieces, in the order of their numbers."""
    return ((kind, copy) for kind, piece in enumerate(puzzle.pieces) for copy in range(piece.count))


def _number(puzzle: Tangram, copy: Copy) -> int:
    return sum(piece.count for piece in puzzle.pieces[: copy[0]]) + copy[1] + 1


def _copy(puzzle: Tangram, number: int) -> Copy:
    left = number - 1
    for kind, piece in enumerate(puzzle.pieces):
        if 0 <= left < piece.count:
            return kind, left
        left -= piece.count
    most = sum(piece.count for piece in puzzle.pieces)
    raise BadInput(
        Text(
            "There is no piece {number}; pieces are numbered 1 to {most}.", number=number, most=most
        )
    )


def _place(kind: int, text: str) -> Placement:
    *numbers, last = (word.strip() for word in text.split(","))
    flip = last == "f"
    words = numbers if flip else [*numbers, last]
    try:
        x, y, angle = map(float, words)
    except ValueError:
        raise BadInput(
            Text("{place} is no place; a place is x,y,angle or x,y,angle,f.", place=quoted(text))
        ) from None
    if not all(isfinite(value) and abs(value) <= FARTHEST for value in (x, y, angle)):
        raise BadInput(
            Text(
                "{place} is too far away; numbers go up to {most:.0f}.",
                place=quoted(text),
                most=FARTHEST,
            )
        )
    return Placement(kind, x, y, angle % 360, flip)


def _placing_move(puzzle: Tangram, copy: Copy, place: Placement) -> str:
    flip = ",f" if place.flip else ""
    return f"{_number(puzzle, copy)}={place.x!r},{place.y!r},{place.angle!r}{flip}"


def _in_tray(puzzle: Tangram, copy: Copy) -> Text:
    return Text("Tray: {piece}", piece=puzzle.name_of(*copy))


def _description(puzzle: Tangram, copy: Copy, place: Placement) -> Text:
    piece, point = puzzle.name_of(*copy), point_text(complex(place.x, place.y), 2)
    if place.flip:
        return Text(
            "{piece} at {point}, turned over, then turned by {angle:.4g} degrees",
            piece=piece,
            point=point,
            angle=place.angle,
        )
    return Text(
        "{piece} at {point}, turned by {angle:.4g} degrees",
        piece=piece,
        point=point,
        angle=place.angle,
    )


def blank(rows: int, cols: int) -> Tangram:
    """The pieces of the classic tangram, with room to arrange them in place of a figure."""
    pieces = piece_set(FIRST_SET).puzzle()
    side = sqrt(area_of(pieces.target))
    width, height = round(ROOM[0] * side), round(ROOM[1] * side)
    return msgspec.structs.replace(pieces, figure=f"M0 0 H{width} V{height} H0 Z")


def arranged(puzzle: Tangram, attempt: Assembly) -> Tangram:
    """The puzzle whose figure is the silhouette of the placed pieces.

    >>> from quebra.families.tangram.model import Piece
    >>> halves = Tangram(pieces=(Piece("half", "M0 0 H1 V1 Z", 2),), figure="M0 0 H1 V1 H0 Z")
    >>> arranged(halves, start(halves))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: 2 pieces are not placed yet.
    """
    placed = len(attempt.places)
    if placed < puzzle.extent:
        raise BadInput(
            Plural(
                "{n} piece is not placed yet.",
                "{n} pieces are not placed yet.",
                n=puzzle.extent - placed,
            )
        )
    return figure_of(puzzle, attempt.places)


def edit(puzzle: Tangram, text: str) -> Tangram:
    """The puzzle whose figure is the silhouette of pieces placed by these moves.

    >>> from quebra.families.tangram.model import Piece
    >>> halves = Tangram(pieces=(Piece("half", "M0 0 H1 V1 Z", 2),), figure="M0 0 H1 V1 H0 Z")
    >>> edit(halves, "1=0,0,0; 2=2,0,180,f").figure
    'M0 0 L2 0 L1 1 Z'
    """
    attempt = start(puzzle)
    for each in text.split(";"):
        attempt = move(puzzle, attempt, each)
    return arranged(puzzle, attempt)


def distinct(puzzle: Tangram, solutions: Sequence[Assembly]) -> tuple[Assembly, ...]:
    """The first of each class of equivalent solutions, moved onto the figure."""
    classes = Classes(puzzle)
    in_place = (_on_figure(puzzle, each) for each in solutions)
    return tuple(each for each in in_place if classes.add(each.pieces))


def _on_figure(puzzle: Tangram, solution: Assembly) -> Assembly:
    home = judge(puzzle, solution).motion.inverse()
    if home == Motion():
        return solution
    places = (
        normalised_placement(puzzle, each.piece, each.motion.then(home)) for each in solution.places
    )
    return Assembly(places=tuple(places))


PLAY: Play[Tangram, Assembly] = Play(
    examples=MOVES,
    is_unfinished=by_code(*UNFINISHED),
    start=start,
    move=move,
    moves_to=moves_to,
    moves_for=moves_for,
    remaining=remaining,
    spots=spots,
    progress=progress,
    draw=draw_board,
    draw_pieces=draw_pieces,
    editor=Editor(examples=EDITS, edit=edit, blank=blank, arranged=arranged, distinct=distinct),
)
