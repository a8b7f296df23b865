"""From looks that fill the figure to answers, and which answers are the same.

Two fillings are the same where a turn of the whole brings the picture of one onto that of the
other: all sides, with their colours and the shapes of their pieces. So it does not matter which of
several equal pieces lies where, nor which turn a piece has that looks the same after it. A
reflection counts as well where pieces may have every turn, and each is its own mirror image.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import (
    Side,
    contour_of,
    figure_sides,
    joined_sides,
    piece_sides,
    tolerance,
)
from quebra.families.edges.rules import check
from quebra.families.edges.solve.polygons.search import Lying, Search
from quebra.geometry.congruence import congruences
from quebra.geometry.landmarks import Landmarks, LandmarkSet, are_equal, moved_landmarks
from quebra.geometry.motion import Motion
from quebra.geometry.polish import Placed, polished
from quebra.geometry.region import merged

DIGITS = 9
"""Places are rounded, for engines do not come to them by the same way."""
APART = 16
"""Sides farther apart than this many tolerances lie elsewhere."""
SHAPES = 100_000
"""More than there are pieces."""
REACH = 3
"""Sides that are this many snapping distances apart may be meant to lie along one another."""


class Fillings:
    """The fillings that were found so far; `tilings` counts those of the figure as it lies.

    >>> square, half = ((0, 0), (2, 0), (2, 2), (0, 2)), ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> pieces = ((0, 0, 1, 0), (1, 0, 0, 0))
    >>> puzzle = Edges(
    ...     pieces, shape="polygon", outlines=(half,) * 2, figure=square, frame=0, rotate=True
    ... )
    >>> fillings = Fillings(puzzle)
    >>> fillings.add(Filling(places=(Laid(0, 0, 0), Laid(1, 0, 1))))
    True
    >>> fillings.add(Filling(places=(Laid(0, 2, 0, 1), Laid(1, 1, 0, 1)))), fillings.tilings
    (False, 2)
    """

    def __init__(self, puzzle: Edges) -> None:
        self.puzzle = puzzle
        near = APART * tolerance(puzzle)
        self.tilings = 0
        self._tilings, self._classes = LandmarkSet(near), LandmarkSet(near)

    def add(self, answer: Filling) -> bool:
        """Count a filling in; whether it is the first of its class."""
        marks = _marks(self.puzzle, answer)
        if self._tilings.has(marks):
            return False
        self._tilings.add(marks)
        self.tilings += 1
        if any(self._classes.has(moved_landmarks(marks, g)) for g in _symmetries(self.puzzle)):
            return False
        self._classes.add(marks)
        return True


def right_filling(search: Search, laid: Sequence[Lying]) -> Filling | None:
    """The answer of a leaf, with its pieces moved a little where that makes it right."""
    places = made_right(search.puzzle, numbered(search, laid), search.near)
    return _filling(places) if places else None


def made_right(puzzle: Edges, places: Sequence[Laid], near: float) -> list[Laid] | None:
    """The places, moved a little where that makes them right; None if it does not.

    Sides may be a few snapping distances apart that are meant to lie along one another.
    """
    if not check(puzzle, _filling(places)):
        return list(places)
    turns = {place.piece: place.turn for place in places}

    def to_places(placed: Placed) -> list[Laid]:
        return [Laid(piece, *_rounded(motion.shift), turns[piece]) for piece, motion in placed]

    shapes = [
        [contour_of(piece_sides(puzzle, Laid(piece, 0, 0)))] for piece in range(len(puzzle.pieces))
    ]
    placed = polished(
        shapes,
        [contour_of(figure_sides(puzzle))],
        [(each.piece, Motion(complex(each.x, each.y), 90.0 * each.turn)) for each in places],
        REACH * near,
        lambda placed: not check(puzzle, _filling(to_places(placed))),
        turns=False,
    )
    return to_places(placed) if placed else None


def numbered(search: Search, laid: Sequence[Lying], used: Collection[int] = ()) -> list[Laid]:
    """The pieces that lie so; of those that look the same the first lie farthest up and left."""
    spare = [[piece for piece in pieces if piece not in used] for pieces in search.kinds]
    order = sorted(range(len(laid)), key=lambda i: _rounded(laid[i].shift)[::-1])
    pieces = {i: spare[laid[i].kind].pop(0) for i in order}
    return [_laid(search, lying, pieces[i]) for i, lying in enumerate(laid)]


def _laid(search: Search, lying: Lying, piece: int) -> Laid:
    turn, shift = next(iter(search.looks[lying.look].pieces[piece].items()))
    return Laid(piece, *_rounded(lying.shift + shift), turn)


def _rounded(shift: complex) -> tuple[float, float]:
    return round(shift.real, DIGITS) + 0.0, round(shift.imag, DIGITS) + 0.0


def _filling(places: Sequence[Laid]) -> Filling:
    return Filling(places=tuple(sorted(places, key=lambda laid: laid.piece)))


def _marks(puzzle: Edges, answer: Filling) -> Landmarks:
    near, shapes = tolerance(puzzle), _shapes(puzzle)
    return tuple(
        mark
        for laid in answer.places
        for mark in _marks_of(joined_sides(piece_sides(puzzle, laid), near), shapes[laid.piece])
    )


def _marks_of(sides: Sequence[Side], shape: int = 0) -> Landmarks:
    """Each side by its colour, the shape that it belongs to, and its ends."""
    return tuple(
        (SHAPES * (-1 if side.colour is None else side.colour) + shape, (side.start, side.end))
        for side in sides
    )


@lru_cache(maxsize=16)
def _shapes(puzzle: Edges) -> tuple[int, ...]:
    """For each piece the first one that is equal to it, colours taken in, but for a turn."""
    near, found = tolerance(puzzle), list[int]()
    pieces = [piece_sides(puzzle, Laid(piece, 0, 0)) for piece in range(len(puzzle.pieces))]
    for piece, sides in enumerate(pieces):
        firsts = dict.fromkeys(found)
        same = (each for each in firsts if any(_onto(sides, pieces[each], near, flips=False)))
        found.append(next(same, piece))
    return tuple(found)


@lru_cache(maxsize=16)
def _symmetries(puzzle: Edges) -> tuple[Motion, ...]:
    """The motions that bring the figure onto itself, with its colours."""
    near, rim = tolerance(puzzle), figure_sides(puzzle)
    pieces = (piece_sides(puzzle, Laid(piece, 0, 0)) for piece in range(len(puzzle.pieces)))
    flips = puzzle.turns_freely and all(
        any(motion.flip for motion in _onto(sides, sides, near, flips=True)) for sides in pieces
    )
    return tuple(_onto(rim, rim, APART * near, flips=flips)) or (Motion(),)


def _onto(
    sides: Sequence[Side], others: Sequence[Side], near: float, *, flips: bool
) -> Iterator[Motion]:
    """The motions that bring sides onto others of the same colours."""
    one, other = ([merged(contour_of(each), near)] for each in (sides, others))
    marks, goal = (_marks_of(joined_sides(each, near)) for each in (sides, others))
    for motion in congruences(one, other, near, flips=flips):
        if are_equal(moved_landmarks(marks, motion), goal, near):
            yield motion
