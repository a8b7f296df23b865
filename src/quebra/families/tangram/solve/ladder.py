"""The search at one tolerance after another, for figures that are drawn less exactly."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.core.budget import Budget
from quebra.core.errors import BadInput, Cut
from quebra.core.random import Source
from quebra.families.tangram.model import LARGEST_TOLERANCE, Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.guided import tilings as all_tilings
from quebra.families.tangram.solve.places import assembly
from quebra.families.tangram.solve.search import Search
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of
from quebra.geometry.signature import mirrored

RUNGS = (1, 4, 16, 30)
"""The tolerances that are tried, beside the one that is usual or that the puzzle states."""


def tilings(puzzle: Tangram, budget: Budget, source: Source | None) -> Iterator[Assembly]:
    """All tilings at the first tolerance at which there are any, each one accepted by `check`.

    Where the puzzle states no tolerance, an answer found at a larger one says so. Where it does
    state one, a larger one only guides the search, and the answer is right at the one stated.

    When this ends without an answer, there is no tiling in which the corners and sides of the
    pieces agree with the figure, and with one another, within the tolerances tried. That is what
    `none` means here; it rests on floating-point numbers whose errors are far smaller than the
    tolerance. A tiling that is found but refused leaves the question open.
    """
    settled = True
    if obstacle(puzzle):
        return
    for tolerance in rungs(puzzle):
        if mismatch(puzzle, tolerance):
            continue
        budget.stats["tolerance"] = tolerance
        says = puzzle.tolerance is None and tolerance > puzzle.tolerance_used
        found = False
        for figure in figures(puzzle):
            try:
                # Answers that say so are checked at the tolerance, at which a piece may be narrow.
                puzzle.eased(tolerance if says else None)
                search = Search(puzzle, tolerance, budget, source)
            except (BadInput, Cut):
                settled &= tolerance > puzzle.largest_tolerance
                continue
            for position in all_tilings(search, figure):
                answer = assembly(puzzle, position, tolerance if says else None)
                if check(puzzle, answer):
                    # Better placed, its pieces might pass: nothing is proved.
                    settled = False
                else:
                    found = True
                    yield answer
            # Beyond a tolerance that is stated there is nothing to settle.
            settled &= search.complete or tolerance > puzzle.largest_tolerance
        if found:
            break
    if not settled:
        raise Cut("method")


def rungs(puzzle: Tangram) -> list[float]:
    """The tolerances to try, from the smallest."""
    base = puzzle.tolerance_used
    most = max(base, LARGEST_TOLERANCE * puzzle.width)
    return sorted({min(base * rung, most) for rung in RUNGS})


def mismatch(puzzle: Tangram, tolerance: float) -> str | None:
    """What is wrong with the areas, in words: no search can help then.

    >>> from quebra.families.tangram.model import Piece
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> mismatch(Tangram(pieces=(halves,), figure="M0 0 H2 V1 H0 Z"), 0.01)
    'The figure has an area of 2, the pieces have 1 in all.'
    """
    figure = area_of(puzzle.target)
    kinds = zip(puzzle.pieces, puzzle.shapes, strict=True)
    pieces = sum(kind.count * area_of(shape) for kind, shape in kinds)
    outline = sum(edge.length for contour in puzzle.target for edge in contour)
    if abs(figure - pieces) <= tolerance * outline:
        return None
    return f"The figure has an area of {figure:.6g}, the pieces have {pieces:.6g} in all."


def obstacle(puzzle: Tangram) -> str | None:
    """What is wrong with the areas at every tolerance that may be used."""
    return mismatch(puzzle, puzzle.largest_tolerance)


def figures(puzzle: Tangram) -> Iterator[tuple[Contour, ...]]:
    """The figure; and its mirror image, if it may be formed too and that makes a difference."""
    yield puzzle.target
    if puzzle.mirror and any(
        piece.angles is not None or (not piece.flip and is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    ):
        yield tuple(mirrored(contour) for contour in puzzle.target)
