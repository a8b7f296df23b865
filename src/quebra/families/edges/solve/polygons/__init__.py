"""Polygons by an exact search from corner to corner, with the colours of the sides that touch."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.core.budget import Budget
from quebra.core.errors import BadInput, Cut
from quebra.core.random import Source
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.polygons import tolerance


def corners(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All fillings that look different, each one accepted by `check`.

    When this ends by itself, there is no other filling in which the corners and sides of the pieces
    agree with the figure, and with one another, within the tolerance that `check` has too; it rests
    on floating-point numbers whose errors are far smaller.

    >>> half = ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> square = ((0, 0), (2, 0), (2, 2), (0, 2))
    >>> pieces = ((0, 0, 1, 0), (1, 0, 0, 0))
    >>> puzzle = Edges(pieces, shape="polygon", outlines=(half,) * 2, figure=square, frame=0)
    >>> [answer.places for answer in corners(puzzle, Budget(), goal="any", seed=None)]
    [(Laid(piece=0, x=0.0, y=0.0, turn=0), Laid(piece=1, x=0.0, y=1.0, turn=0))]
    """
    if goal != "any":
        raise BadInput(f"Polygons have no goal {goal!r}; they have: any.")
    from quebra.families.edges.rules import check
    from quebra.families.edges.solve.polygons.answers import Answers
    from quebra.families.edges.solve.polygons.search import Search

    search = Search(puzzle, tolerance(puzzle), None if seed is None else Source(seed))
    start, answers, settled = search.start(), Answers(search), True
    for position in search.completions(start, budget) if start else ():
        answer = answers.new(position.laid)
        if answer is None:
            continue
        if check(puzzle, answer):
            # Better placed, its pieces might pass: nothing is proved.
            settled = False
        else:
            yield answer
    if not (settled and search.complete):
        raise Cut("method")
