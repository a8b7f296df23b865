"""Snapping: moves a piece placed by hand so that it touches its neighbours exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.families.tangram.model import (
    Assembly,
    Placement,
    Tangram,
    placed_regions,
    rounded_placement,
)
from quebra.geometry.edges import Curve, Edge, Point, edges_of
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.region import moved

REACH = 0.3
"""The largest shift, as a share of the smallest piece's width."""
MAX_TURN = 9.0
"""The largest turn, in degrees."""
CURVE_WEIGHT = 40
"""The cost of a curve, in straight sides."""
MAX_PAIRS = 20_000
"""With more pairs of sides of the piece and its neighbours, a piece is not snapped."""
MAX_COMPARISONS = 200_000
"""The most pairs of sides compared; beyond, only the shortest shifts are tried."""


def snapped(puzzle: Tangram, others: Assembly, place: Placement) -> Placement:
    """The placement, moved and turned slightly so that corners and sides meet.

    >>> from quebra.families.tangram.model import Piece
    >>> puzzle = Tangram(pieces=(Piece("half", "M0 0 H1 V1 Z", 2),), figure="M0 0 H1 V1 H0 Z")
    >>> snapped(puzzle, Assembly(places=()), Placement(0, 0.1, -0.05, 3.0))
    Placement(piece=0, x=0.0, y=0.0, angle=0.0, flip=False)
    """
    regions = (region for _, region in placed_regions(puzzle, others))
    neighbours = [edge for region in (puzzle.target, *regions) for edge in edges_of(region)]
    pairs = _weight(neighbours) * sum(map(len, puzzle.shapes[place.piece]))
    if pairs > MAX_PAIRS:
        return place
    aligned = _aligned(puzzle, neighbours, place)
    edges = _edges(puzzle, aligned)
    reach = REACH * puzzle.width
    shifts = sorted((s for s in _shifts(edges, neighbours) if abs(s) <= reach), key=abs)
    best = max(
        shifts[: 1 + MAX_COMPARISONS // pairs],
        key=lambda shift: (_touching(edges, neighbours, shift, puzzle.tolerance_used), -abs(shift)),
        default=0,
    )
    return rounded_placement(place.piece, aligned.motion.then(Motion(best)))


def _weight(edges: Sequence[Edge]) -> int:
    """The number of sides, in which a curve counts for many."""
    return sum(CURVE_WEIGHT if isinstance(edge, Curve) else 1 for edge in edges)


def _aligned(puzzle: Tangram, neighbours: Sequence[Edge], place: Placement) -> Placement:
    """The placement turned so that a side is parallel to a neighbour, if it nearly is."""
    edges, reach = _edges(puzzle, place), REACH * puzzle.width
    turns = [
        (turn_between(mine, theirs) + 90) % 180 - 90
        for edge in edges
        for other in neighbours
        if abs(other.at(other.nearest(edge.at(0.5))) - edge.at(0.5)) <= 2 * reach
        for mine in (edge.heading(0), edge.heading(1))
        for theirs in (other.heading(0), other.heading(1))
    ]
    turn = min(turns, key=abs, default=0.0)
    if abs(turn) > MAX_TURN:
        return place
    centre = sum(edge.start for edge in edges) / len(edges)
    about = Motion(centre - Motion(0, turn)(centre), turn)
    return rounded_placement(place.piece, place.motion.then(about))


def _shifts(edges: Sequence[Edge], neighbours: Sequence[Edge]) -> Iterator[Point]:
    """Shifts that move a corner to a corner or to the nearest point of a side."""
    for edge in edges:
        for other in neighbours:
            yield other.start - edge.start
            yield other.at(other.nearest(edge.start)) - edge.start
            yield other.start - edge.at(edge.nearest(other.start))


def _touching(
    edges: Sequence[Edge], neighbours: Sequence[Edge], shift: Point, tolerance: float
) -> float:
    """The number of corners that meet corners, plus half the number that meet sides."""
    score = 0.0
    for edge in edges:
        corner = edge.start + shift
        gap = min(abs(other.at(other.nearest(corner)) - corner) for other in neighbours)
        if gap <= tolerance:
            score += (
                1 if any(abs(other.start - corner) <= tolerance for other in neighbours) else 0.5
            )
    return score


def _edges(puzzle: Tangram, place: Placement) -> list[Edge]:
    return edges_of(moved(puzzle.shapes[place.piece], place.motion))
