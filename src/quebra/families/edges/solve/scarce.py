"""Colours to use up early, and how fast: a board is easier to complete with fewer colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from quebra.families.edges.solve.domains import Candidates

LEAST, MOST = 0.06, 0.16
"""Least and largest share of edges that are scarce: fewer do not help, more cannot be used up."""
CURVE = ((0.0, 0.0), (0.10, 0.22), (0.22, 0.57), (0.30, 0.73), (0.40, 0.86), (0.63, 0.97))
"""Points of a curve: the share of cells filled, and the share of scarce edges used up then."""
SLACK = 3
"""Edges that may be missing from the curve."""


def scarce_colours(candidates: Candidates) -> frozenset[int]:
    """One or two inner colours, and one border colour or none, with most edges for each piece."""
    puzzle = candidates.puzzle
    edges = Counter(c for piece in puzzle.pieces for c in piece if c != puzzle.frame)
    total = edges.total()

    def thrift(colours: tuple[int, ...]) -> float:
        pieces = sum(not set(colours).isdisjoint(piece) for piece in puzzle.pieces)
        return sum(edges[c] for c in colours) / pieces

    sets = [
        s for s in _sets(candidates, edges) if LEAST <= sum(edges[c] for c in s) / total <= MOST
    ]
    best: tuple[int, ...] = max(sets, key=thrift) if sets else ()
    return frozenset(best)


def quotas(candidates: Candidates, scarce: frozenset[int], depths: int) -> list[int]:
    """Number of scarce edges that must be used up to each depth."""
    total = sum(c in scarce for piece in candidates.puzzle.pieces for c in piece)
    return [max(0, int(total * _share(depth / depths)) - SLACK) for depth in range(depths)]


def _share(depth: float) -> float:
    for (x, low), (end, high) in pairwise(CURVE):
        if depth < end:
            return low + (high - low) * (depth - x) / (end - x)
    return CURVE[-1][1]


def _sets(candidates: Candidates, edges: Counter[int]) -> Iterator[tuple[int, ...]]:
    border = border_colours(candidates)
    inner = [c for c in sorted(edges) if c not in border]
    for few in (*combinations(inner, 1), *combinations(inner, 2)):
        yield few
        for one in border:
            yield (one, *few)


def border_colours(candidates: Candidates) -> list[int]:
    """The colours that only pieces at the frame have."""
    frame = candidates.puzzle.frame
    if frame is None:
        return []
    inner = {c for piece in candidates.puzzle.pieces if frame not in piece for c in piece}
    return [c for c in candidates.colours if c not in inner and c != frame]
