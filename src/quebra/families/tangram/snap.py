"""A piece that was laid by hand: what it nearly touches, it shall touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.families.tangram.model import Assembly, Placement, Tangram, placed
from quebra.geometry.edges import Curve, Edge, Point
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.region import moved

REACH = 0.3
"""How far a piece is moved at most, as a share of the smallest piece's width."""
LOOSE = 9.0
"""By how many degrees a piece is turned at most."""
CURVE = 40
"""How many straight sides take as long as a curve."""
MOST_PAIRS = 20_000
"""With more pairs of sides, of the piece and beside it, a piece stays where it was laid."""
MOST_TRIED = 200_000
"""Pairs of sides that are compared: where there are more, only the shortest shifts are tried."""


def snapped(puzzle: Tangram, others: Assembly, place: Placement) -> Placement:
    """The place, moved and turned a little such that corners and sides come together.

    >>> from quebra.families.tangram.model import Piece
    >>> puzzle = Tangram(pieces=(Piece("half", "M0 0 H1 V1 Z", 2),), figure="M0 0 H1 V1 H0 Z")
    >>> snapped(puzzle, Assembly(places=()), Placement(0, 0.1, -0.05, 3.0))
    Placement(piece=0, x=0.0, y=0.0, angle=0.0, flip=False)
    """
    beside = [edge for contour in puzzle.target for edge in contour]
    beside += [
        edge for _, region in placed(puzzle, others) for contour in region for edge in contour
    ]
    pairs = _weight(beside) * sum(map(len, puzzle.shapes[place.piece]))
    if pairs > MOST_PAIRS:
        return place
    turned = _turned(puzzle, beside, place)
    edges = _edges(puzzle, turned)
    reach = REACH * puzzle.width
    near = sorted((s for s in _shifts(edges, beside) if abs(s) <= reach), key=abs)
    shifts = near[: 1 + MOST_TRIED // pairs]
    best = max(
        shifts,
        key=lambda shift: (_touching(edges, beside, shift, puzzle.tolerance_used), -abs(shift)),
        default=0,
    )
    return _written(turned, Motion(best))


def _weight(edges: Sequence[Edge]) -> int:
    """How many sides there are; a curve counts for many, as long as it takes."""
    return sum(CURVE if isinstance(edge, Curve) else 1 for edge in edges)


def _turned(puzzle: Tangram, beside: Sequence[Edge], place: Placement) -> Placement:
    """The place with a side of the piece parallel to one beside it, if little is lacking."""
    edges, reach = _edges(puzzle, place), REACH * puzzle.width
    turns = [
        (turn_between(mine, theirs) + 90) % 180 - 90
        for edge in edges
        for other in beside
        if abs(other.at(other.nearest(edge.at(0.5))) - edge.at(0.5)) <= 2 * reach
        for mine in (edge.heading(0), edge.heading(1))
        for theirs in (other.heading(0), other.heading(1))
    ]
    turn = min(turns, key=abs, default=0.0)
    if abs(turn) > LOOSE:
        return place
    middle = sum(edge.start for edge in edges) / len(edges)
    about = Motion(middle - Motion(0, turn)(middle), turn)
    return _written(place, about)


def _shifts(edges: Sequence[Edge], beside: Sequence[Edge]) -> Iterator[Point]:
    """Shifts that bring a corner to a corner, or to the side that it is nearest to."""
    for edge in edges:
        for other in beside:
            yield other.start - edge.start
            yield other.at(other.nearest(edge.start)) - edge.start
            yield other.start - edge.at(edge.nearest(other.start))


def _touching(edges: Sequence[Edge], beside: Sequence[Edge], shift: Point, near: float) -> float:
    """How many corners come to corners, and halves for those that come to sides."""
    score = 0.0
    for edge in edges:
        corner = edge.start + shift
        gap = min(abs(other.at(other.nearest(corner)) - corner) for other in beside)
        if gap <= near:
            score += 1 if any(abs(other.start - corner) <= near for other in beside) else 0.5
    return score


def _edges(puzzle: Tangram, place: Placement) -> list[Edge]:
    shape = moved(puzzle.shapes[place.piece], place.motion)
    return [edge for contour in shape for edge in contour]


def _written(place: Placement, motion: Motion) -> Placement:
    there = place.motion.then(motion)
    x, y = (round(each, 9) + 0.0 for each in (there.shift.real, there.shift.imag))
    return Placement(place.piece, x, y, round(there.angle, 9) % 360, there.flip)
