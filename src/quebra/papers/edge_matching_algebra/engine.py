"""The engines `lp` and `sdp` of edge-matching: the paper's two algorithms.

The first has linear programs for the cells of a board; the second places pieces anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import EngineOptions, option
from quebra.contract.quoting import quoted
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import check
from quebra.families.edges.solve import with_reason
from quebra.i18n.text import Text, Verbatim


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
    """Moment matrices of rank one: translations of pieces that fill the frame.

    A piece that may be turned has a matrix for each orientation. The search ends without `Cut` only
    if the frame and the hints, or the number of edges in each direction, rule out a solution.
    """
    budget.pause()
    _admit(puzzle, goal)
    from quebra.papers.edge_matching_algebra.boards import BoardSystem, attempts

    system = BoardSystem(puzzle)
    if not system.possible or system.unbalanced:
        return
    seen: set[Filling] = set()
    for answer in attempts(system, budget, seed):
        if answer not in seen and not check(puzzle, answer):
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
    if puzzle.frame is None or len(puzzle.pieces) != len(puzzle.layout.cells):
        raise BadInput(Text("The engine sdp needs a frame, and as many pieces as cells."))
