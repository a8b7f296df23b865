"""The engines `lp` and `sdp` of edge-matching: the paper's two algorithms.

The first has linear programs for the cells of a board; the second places pieces anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Literal

from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import EngineOptions, option
from quebra.contract.quoting import quoted
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.rules import check
from quebra.families.edges.solve import with_reason
from quebra.geometry.edges import Point
from quebra.i18n.text import Text, Verbatim

if TYPE_CHECKING:
    from quebra.papers.edge_matching_algebra.moments import Stroke

CORNERS = (0, 1, 1 + 1j, 1j)
"""The corners of a cell, clockwise from the upper left; side n goes from corner n to the next."""


class LpOptions(EngineOptions, frozen=True):
    """Options of the engine `lp`."""

    functions: Annotated[
        Literal["delta", "exponential", "monomial", "chebyshev"],
        option(Text("the test functions of the linear system; only delta functions give proofs")),
    ] = "delta"


LP_DEFAULTS = LpOptions()


@with_reason
def lp(
    puzzle: Edges,
    budget: Budget,
    *,
    goal: str,
    seed: int | None,
    options: LpOptions = LP_DEFAULTS,
) -> Iterator[Filling]:
    """Linear programs that may collapse to a permutation.

    Each solution found is excluded. The search ends without `Cut` only if integer multipliers prove
    that there is no other.
    """
    if goal != "any":
        raise BadInput(_no_goal("lp", goal))
    budget.pause()
    from quebra.papers.edge_matching_algebra.search import Search

    search = Search(puzzle, budget, options.functions)
    while (assignment := search.next()) is not None:
        for image in search.images(assignment):
            yield search.candidates.filling(image)


@with_reason
def sdp(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """Moment matrices of rank one: translations of squares that fill the frame.

    It ends without `Cut` only if the number of edges in each direction rules out a solution.
    """
    budget.pause()
    _admit(puzzle, goal)
    if _unbalanced(puzzle):
        return
    from quebra.papers.edge_matching_algebra.rank_one import attempts

    shapes = [_strokes(_oriented_piece(puzzle, piece), 0) for piece in range(len(puzzle.pieces))]
    frame = [
        stroke
        for cell, side in puzzle.layout.rim
        for stroke in _strokes((puzzle.frame,) * 4, _corner(puzzle, cell))[side : side + 1]
    ]
    seen: set[Filling] = set()
    for places in attempts(shapes, frame, budget, seed):
        answer = _filling(puzzle, places)
        if answer and answer not in seen and not check(puzzle, answer):
            seen.add(answer)
            yield answer
    raise Cut("method")


def _no_goal(engine: str, goal: str) -> Text:
    """A message for a goal that an engine does not have."""
    return Text(
        "The engine {engine} has no goal {goal}; it has: any.",
        engine=Verbatim(engine),
        goal=quoted(goal),
    )


def _admit(puzzle: Edges, goal: str) -> None:
    if goal != "any":
        raise BadInput(_no_goal("sdp", goal))
    still = all(len(puzzle.turns_of(piece)) == 1 for piece in range(len(puzzle.pieces)))
    plain = puzzle.shape == "square" and puzzle.frame is not None and still
    if not plain or len(puzzle.pieces) != len(puzzle.layout.cells):
        raise BadInput(
            Text(
                "The engine sdp needs squares that may not be turned, a frame, and as many pieces "
                "as cells."
            )
        )


def _unbalanced(puzzle: Edges) -> bool:
    """Whether some colour has more edges in one direction than in the opposite one."""
    facing: Counter[tuple[int, int]] = Counter()
    for piece in range(len(puzzle.pieces)):
        for side, colour in enumerate(_oriented_piece(puzzle, piece)):
            facing[colour, side % 2] += 1 if side < 2 else -1
    for _, side in puzzle.layout.rim:
        facing[puzzle.frame or 0, side % 2] -= 1 if side < 2 else -1
    return any(facing.values())


def _oriented_piece(puzzle: Edges, piece: int) -> tuple[int, ...]:
    """The colours of a piece in its only allowed turn."""
    return puzzle.turned(piece, puzzle.turns_of(piece)[0])


def _corner(puzzle: Edges, cell: int) -> Point:
    row, column = puzzle.layout.cells[cell]
    return complex(column, row)


def _strokes(colours: Sequence[int | None], at: Point) -> list[Stroke]:
    from quebra.papers.edge_matching_algebra.moments import Stroke

    corners = [at + corner for corner in (*CORNERS, CORNERS[0])]
    ends = pairwise(corners)
    return [Stroke(a, b, colour or 0) for (a, b), colour in zip(ends, colours, strict=True)]


def _filling(puzzle: Edges, places: Sequence[Point]) -> Filling | None:
    """The answer with each piece in the nearest cell; None if one is outside."""
    if max(abs(place) for place in places) > 2 * len(puzzle.pieces):
        return None
    placed = sorted(
        ((round(place.imag), round(place.real)), piece) for piece, place in enumerate(places)
    )
    if any(cell not in puzzle.cell_numbers for cell, _ in placed):
        return None
    return Filling(
        cells=tuple(
            Placed(cell=cell, piece=piece, turn=puzzle.turns_of(piece)[0]) for cell, piece in placed
        )
    )
