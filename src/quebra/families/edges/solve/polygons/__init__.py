"""Polygons by an exact search from corner to corner, with the colours of the sides that touch."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.polygons import outline_area, tolerance
from quebra.families.edges.solve.polygons.obstacle import polygon_obstacle

if TYPE_CHECKING:
    from quebra.families.edges.solve.polygons.search import Position, Search

PROVING = 24
"""The snapping distance of the first search that may prove something, in tolerances and for the
square root of the number of pieces: errors add up from the rim to the middle."""
RUNGS = (16, 4, 1)
"""The other snapping distances, in tolerances."""
WIDEST = 0.25
"""The largest snapping distance, as a share of the smallest piece's width."""
UNSETTLED = (
    "A proof needs outlines that fit well or clearly do not: "
    "write their corners with more digits, and without tiny sides."
)


def corners(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All fillings that are right, one of each class.

    When this ends by itself, there are no others: that is proved.

    >>> half = ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> square = ((0, 0), (2, 0), (2, 2), (0, 2))
    >>> pieces = ((0, 0, 1, 0), (1, 0, 0, 0))
    >>> puzzle = Edges(pieces, shape="polygon", outlines=(half,) * 2, figure=square, frame=0)
    >>> [answer.places for answer in corners(puzzle, Budget(), goal="any", seed=None)]
    [(Laid(piece=0, x=0.0, y=0.0, turn=0), Laid(piece=1, x=0.0, y=1.0, turn=0))]
    """
    if goal != "any":
        raise BadInput(f"Polygons have no goal {goal!r}; they have: any.")
    if polygon_obstacle(puzzle):
        return
    from quebra.families.edges.solve.polygons.fillings import Fillings, right_filling
    from quebra.families.edges.solve.polygons.search import Search
    from quebra.geometry.remainder.rungs import Rung, leaves_in_turns

    source = None if seed is None else Source(seed)

    def start(near: float) -> tuple[Search, Iterator[Position | None]]:
        search = Search(puzzle, near, source)
        return search, search.steps(search.start(), budget)

    fillings = Fillings(puzzle)
    rungs = [Rung(near, start) for near in snapping_distances(puzzle)]
    for rung, position in leaves_in_turns(rungs, _widest(puzzle)):
        answer = right_filling(rung.search, position.laid)
        if answer is None:
            rung.has_doubt = True
        elif fillings.add(answer):
            yield answer
    if not any(rung.is_settled for rung in rungs):
        budget.why = UNSETTLED
        raise Cut("method")
    budget.stats["tilings"] = fillings.tilings


def snapping_distances(puzzle: Edges) -> list[float]:
    """The snapping distances to search with; the first may prove that nothing was missed."""
    proving = PROVING * max(2.0, sqrt(len(puzzle.pieces)))
    distances = [rung * tolerance(puzzle) for rung in (proving, *RUNGS)]
    return [near for near in distances if near <= _widest(puzzle)] or distances[-1:]


def _widest(puzzle: Edges) -> float:
    return WIDEST * sqrt(min(map(outline_area, puzzle.outlines)))
