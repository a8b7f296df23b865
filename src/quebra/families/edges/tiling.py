"""The rules for polygons: they fill the figure, and sides that meet, be it in part, match.

A fault is a gap, an overlap or an overhang that is wider than the tolerance. Sides meet where they
run along one another, the opposite ways, with no room for a fault between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from quebra.contract.results import Progress, Violation
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.polygons import (
    FRAME,
    Side,
    admit_places,
    contour_of,
    figure_sides,
    piece_sides,
    signed_area,
    tolerance,
)
from quebra.geometry.edges import Point, box_of
from quebra.geometry.faults import Layout
from quebra.geometry.motion import Motion
from quebra.geometry.spatial_index import close_pairs
from quebra.grid.cells import joined

ALMOST = 0.999
APART = 2
"""Sides that meet are at most so many tolerances apart."""
SHORTEST_MEETING = 8
"""Sides that run along one another for no more tolerances do not meet: they end there."""


def check_tiling(puzzle: Edges, answer: Filling) -> tuple[Violation, ...]:
    """The rules that an attempt breaks.

    >>> from quebra.families.edges.model import Laid
    >>> half = ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> puzzle = Edges(
    ...     shape="polygon", pieces=((0, 0, 1, 0), (2, 0, 0, 0)), outlines=(half, half),
    ...     figure=((0, 0), (2, 0), (2, 2), (0, 2)), frame=0,
    ... )
    >>> both = (Laid(piece=0, x=0, y=0), Laid(piece=1, x=0, y=1))
    >>> [broken.text for broken in check_tiling(puzzle, Filling(places=both))]
    ['Between pieces 1 and 2: 1 meets 2.']
    """
    admit_places(puzzle, answer)
    found = _laid(puzzle, answer)
    return (
        *_misused(puzzle, answer),
        *_misplaced(found),
        *_gap(puzzle, answer, found),
        *_mismatched(found),
    )


def tiling_progress(puzzle: Edges, answer: Filling) -> Progress:
    """The share of the figure that is covered, and of the length of sides that match.

    Pieces that break no rule count with their areas, so that each one laid right adds its own.
    """
    broken = check_tiling(puzzle, answer)
    found = _laid(puzzle, answer)
    met = sum(meeting.length for meeting in found.meetings)
    right = sum(meeting.length for meeting in found.meetings if meeting.matches)
    matched = right / met if met else 0.0
    parts = (("matched seams", matched), ("filled", found.filled))
    is_begun_well = all(violation.code == "gap" for violation in broken)
    value = found.laid if is_begun_well else found.filled * matched
    return Progress(min(value, ALMOST) if broken else 1.0, parts)


@dataclass(frozen=True)
class _Meeting:
    """A stretch where two sides meet."""

    one: Side
    other: Side
    length: float

    @property
    def matches(self) -> bool:
        return None in (self.one.colour, self.other.colour) or self.one.colour == self.other.colour


@dataclass(frozen=True)
class _Laid:
    """Where pieces meet, their faults with the areas of these, and shares of the figure.

    `laid` is the share of the areas of all pieces, and `filled` that of what they cover less what
    they cover more than once.
    """

    laid: float
    filled: float
    gap: float
    overlaps: tuple[tuple[int, int, float], ...]
    outside: tuple[tuple[int, float], ...]
    meetings: tuple[_Meeting, ...]


@lru_cache(maxsize=16)
def _laid(puzzle: Edges, answer: Filling) -> _Laid:
    close, rim = tolerance(puzzle), figure_sides(puzzle)
    pieces = [piece_sides(puzzle, laid) for laid in answer.places]
    numbers = [laid.piece for laid in answer.places]
    # Digits would be lost far from the origin.
    home = rim[0].start
    shapes = [[contour_of([side.moved(-home) for side in sides])] for sides in (*pieces, rim)]
    still = Motion()
    layout = Layout(shapes[-1], shapes[:-1], [(i, still) for i in range(len(pieces))], close)
    gap = layout.gap(still)
    whole = _area(rim)
    twice = sum(layout.area(section) for _, _, section in layout.intersections)
    return _Laid(
        laid=sum(map(_area, pieces)) / whole,
        filled=max(0.0, 1 - (layout.area(gap) + twice) / whole),
        gap=layout.area(gap) if layout.is_wide(gap) else 0.0,
        overlaps=tuple((numbers[i], numbers[j], area) for i, j, area in _overlaps(layout)),
        outside=tuple((numbers[i], area) for i, area in _overhangs(layout)),
        meetings=tuple(_meetings(pieces, rim, close)),
    )


def _area(sides: list[Side]) -> float:
    return signed_area([side.start for side in sides])


def _overlaps(layout: Layout) -> Iterator[tuple[int, int, float]]:
    """The pairs of pieces whose overlap is wide; all pairs, if only together these are wide."""
    found = list(layout.overlaps())
    if found or not layout.is_wide(layout.overlap):
        yield from found
    else:
        yield from ((i, j, layout.area(section)) for i, j, section in layout.intersections)


def _overhangs(layout: Layout) -> Iterator[tuple[int, float]]:
    """The pieces with a wide part outside; those around it, if only together it is wide."""
    found = list(layout.overhangs(Motion()))
    outside = layout.outside(Motion())
    if found or not layout.is_wide(outside):
        yield from found
    else:
        yield from ((i, layout.area(outside)) for i in layout.neighbours(outside))


def _meetings(pieces: list[list[Side]], rim: list[Side], close: float) -> Iterator[_Meeting]:
    """Where sides of pieces run along one another the opposite ways, or along the rim."""
    sides = [(number, side) for number, each in enumerate(pieces) for side in each]
    sides += [(FRAME, side) for side in rim]
    boxes = [box_of((side.start, side.end)) for _, side in sides]
    for i, j in close_pairs(boxes, APART * close):
        (number, side), (other, beyond) = sides[i], sides[j]
        if number != other:
            ends = (beyond.start, beyond.end) if other == FRAME else (beyond.end, beyond.start)
            if length := _along(side, *ends, close):
                yield _Meeting(side, beyond, length)


def _along(side: Side, start: Point, end: Point, close: float) -> float:
    """How long a line that runs the same way lies upon a side; 0 if it does not."""
    direction = (side.end - side.start) / side.length
    start = (start - side.start) * direction.conjugate()
    end = (end - side.start) * direction.conjugate()
    low, high = max(0.0, start.real), min(side.length, end.real)
    if high - low <= SHORTEST_MEETING * close:
        return 0.0
    slope = (end.imag - start.imag) / (end.real - start.real)
    off = max(abs(start.imag + slope * (at - start.real)) for at in (low, high))
    return high - low if off <= APART * close else 0.0


def _misused(puzzle: Edges, answer: Filling) -> Iterator[Violation]:
    used: set[int] = set()
    for laid in answer.places:
        where, name = ((laid.piece,),), f"Piece {laid.piece + 1}"
        if laid.piece in used:
            yield Violation("twice", where, f"{name} is used twice.")
        used.add(laid.piece)
        if laid.turn not in puzzle.turns_of(laid.piece):
            turns = joined([str(turn) for turn in puzzle.turns_of(laid.piece)], "or")
            yield Violation("turn", where, f"{name} may only have turn {turns}.")


def _misplaced(found: _Laid) -> Iterator[Violation]:
    for one, other, area in found.overlaps:
        text = f"Pieces {one + 1} and {other + 1} overlap by {area:.3g}."
        yield Violation("overlap", ((one,), (other,)), text)
    for piece, area in found.outside:
        text = f"Piece {piece + 1} lies outside the frame by {area:.3g}."
        yield Violation("outside", ((piece,),), text)


def _gap(puzzle: Edges, answer: Filling, found: _Laid) -> Iterator[Violation]:
    """An area that nothing covers, with the pieces that are left, or else with all."""
    if found.gap:
        every = range(len(puzzle.pieces))
        left = set(every) - {laid.piece for laid in answer.places}
        where = tuple((piece,) for piece in sorted(left or every))
        text = f"An area of {found.gap:.3g} of the frame is not covered."
        yield Violation("gap", where, text)


def _mismatched(found: _Laid) -> Iterator[Violation]:
    for meeting in found.meetings:
        if meeting.matches:
            continue
        one, other = meeting.one, meeting.other
        if other.piece == FRAME:
            text = f"Piece {one.piece + 1}: {one.colour} is at the rim, not its {other.colour}."
            yield Violation("frame", ((one.piece,),), text)
        else:
            between = f"pieces {one.piece + 1} and {other.piece + 1}"
            text = f"Between {between}: {one.colour} meets {other.colour}."
            yield Violation("seam", ((one.piece,), (other.piece,)), text)
