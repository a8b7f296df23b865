"""The rules for polygons: they fill the figure, and sides that meet, be it in part, match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quebra.core.grid import joined
from quebra.core.results import Progress, Violation
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.polygons import (
    FRAME,
    Side,
    admit_places,
    figure_sides,
    piece_sides,
    tolerance,
)
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import Line

ALMOST = 0.999


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
    """The share of the figure that is covered, and of the length of sides that match."""
    broken = check_tiling(puzzle, answer)
    found = _laid(puzzle, answer)
    filled = max(0.0, 1 - (found.gap + sum(found.overlaps.values())) / found.whole)
    met = sum(meeting.length for meeting in found.meetings)
    right = sum(meeting.length for meeting in found.meetings if meeting.matches)
    matched = right / met if met else 0.0
    parts = (("matched seams", matched), ("filled", filled))
    value = min(ALMOST, filled * matched) if answer.places else 0.0
    return Progress(value if broken else 1.0, parts)


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
    """What pieces cover, and where they meet."""

    whole: float
    gap: float
    overlaps: dict[tuple[int, int], float]
    outside: dict[int, float]
    meetings: tuple[_Meeting, ...]
    slack: float


@lru_cache(maxsize=16)
def _laid(puzzle: Edges, answer: Filling) -> _Laid:
    close, rim = tolerance(puzzle), figure_sides(puzzle)
    pieces = [piece_sides(puzzle, laid) for laid in answer.places]
    layers = [[tuple(Line(side.start, side.end) for side in sides)] for sides in (*pieces, rim)]
    plan, figure = Arrangement(layers, close), len(pieces)
    numbers = [laid.piece for laid in answer.places]
    gap, whole = 0.0, 0.0
    overlaps: dict[tuple[int, int], float] = {}
    outside: dict[int, float] = {}
    for face in plan.faces[1:]:
        there = sorted(layer for layer in face.cover if layer != figure)
        for one, other in combinations(there, 2):
            pair = numbers[one], numbers[other]
            overlaps[pair] = overlaps.get(pair, 0.0) + face.area
        if figure in face.cover:
            whole += face.area
            gap += 0.0 if there else face.area
        else:
            for layer in there:
                outside[numbers[layer]] = outside.get(numbers[layer], 0.0) + face.area
    # What is out of place by no more than the tolerance has an area of that times its length.
    slack = 4 * close * sum(side.length for side in rim)
    return _Laid(whole, gap, overlaps, outside, tuple(_meetings(pieces, rim, close)), slack)


def _meetings(pieces: list[list[Side]], rim: list[Side], close: float) -> Iterator[_Meeting]:
    """Where sides of pieces run along one another the opposite ways, or along the rim."""
    for one, other in combinations(pieces, 2):
        for side in one:
            for beyond in other:
                turned = Side(beyond.end, beyond.start, beyond.colour, beyond.piece)
                if (length := _along(side, turned, close)) > close:
                    yield _Meeting(side, beyond, length)
    for sides in pieces:
        for side in sides:
            for edge in rim:
                if (length := _along(side, edge, close)) > close:
                    yield _Meeting(side, edge, length)


def _along(one: Side, other: Side, close: float) -> float:
    """How long two sides that run the same way lie upon each other; 0 if they do not."""
    direction = (one.end - one.start) / one.length
    start = (other.start - one.start) * direction.conjugate()
    end = (other.end - one.start) * direction.conjugate()
    low, high = max(0.0, start.real), min(one.length, end.real)
    if high - low <= close:
        return 0.0
    slope = (end.imag - start.imag) / (end.real - start.real)
    off = max(abs(start.imag + slope * (at - start.real)) for at in (low, high))
    return high - low if off <= close else 0.0


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
    for (one, other), area in found.overlaps.items():
        if area > found.slack:
            text = f"Pieces {one + 1} and {other + 1} overlap by {area:.3g}."
            yield Violation("overlap", ((one,), (other,)), text)
    for piece, area in found.outside.items():
        if area > found.slack:
            text = f"Piece {piece + 1} lies outside the frame by {area:.3g}."
            yield Violation("outside", ((piece,),), text)


def _gap(puzzle: Edges, answer: Filling, found: _Laid) -> Iterator[Violation]:
    """An area that nothing covers, with the pieces that are left, or else with all."""
    if found.gap > found.slack:
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
