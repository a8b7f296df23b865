"""An upper bound on matched seams, by counting the edges of each colour."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence

from quebra.families.edges.solve.domains import Ways, frame_edges, members

End = tuple[int, int]
"""A cell and one of its sides."""
Sort = Callable[[End, End], Hashable]
"""The class of an end of a seam, given the other end."""
Supply = frozenset[tuple[int, int]]
"""Edges, each given by the kind of its piece and the side of the piece."""


def most_matches(ways: Ways, domains: Sequence[int]) -> int:
    """An upper bound on matched seams: each needs two edges of one colour.

    The least of four bounds: for all seams together, separately by side (which helps where pieces
    are not turned), by rim or inside (whose pieces often have different colours), and by both.

    >>> from quebra.families.edges.model import Edges
    >>> from quebra.families.edges.solve.domains import frame_domains
    >>> ways = Ways(Edges(rows=1, cols=2, pieces=((1, 2, 1, 3), (1, 2, 1, 3))))
    >>> most_matches(ways, frame_domains(ways))
    0
    """
    rim = {cell for cell, _ in ways.puzzle.layout.rim}
    sorts: tuple[Sort, ...] = (
        lambda end, other: 0,
        lambda end, other: end[1],
        lambda end, other: (end[0] in rim, other[0] in rim),
        lambda end, other: (end[0] in rim, other[0] in rim, end[1]),
    )
    return min(_most_by(ways, domains, sort) for sort in sorts)


def _most_by(ways: Ways, domains: Sequence[int], sort: Sort) -> int:
    """The bound for which seams are counted separately by the classes of their ends."""
    number: dict[Hashable, int] = {}
    places: defaultdict[int, set[End]] = defaultdict(set)
    groups: Counter[tuple[int, ...]] = Counter()
    for a, side, b, other in ways.puzzle.layout.seams:
        one, two = (a, side), (b, other)
        sorts = [number.setdefault(sort(*ends), len(number)) for ends in ((one, two), (two, one))]
        for which, (cell, at) in zip(sorts, (one, two), strict=True):
            places[which].add((domains[cell], at))
        groups[tuple(sorted(sorts))] += 1
    supplies = {which: _supply(ways, there) for which, there in places.items()}
    return sum(
        min(seams, _pairs(ways, supplies[one], supplies[two]))
        for (one, two), seams in groups.items()
    )


def _supply(ways: Ways, places: set[End]) -> Supply:
    """The edges that can be placed at some ends, given by domain and side."""
    turns = ways.puzzle.layout.turns
    return frozenset(
        (way.kind, turns[way.turn][side])
        for domain, side in places
        for way in map(ways.ways.__getitem__, members(domain))
    )


def _pairs(ways: Ways, one: Supply, two: Supply) -> int:
    """The most pairs of edges of one colour, one of each supply, with no edge in two pairs."""
    here, there, all_ = (_colours(ways, supply) for supply in (one, two, one | two))
    return sum(min(here[c], there[c], all_[c] // 2) for c in all_)


def _colours(ways: Ways, supply: Supply) -> Counter[int]:
    """Number of edges of each colour, without those that the rim needs."""
    puzzle, found = ways.puzzle, Counter[int]()
    for kind, edge in supply:
        pieces = ways.kinds[kind]
        found[puzzle.pieces[pieces[0]][edge]] += len(pieces)
    if puzzle.frame is not None:
        spare = frame_edges(puzzle) - len(puzzle.layout.rim)
        found[puzzle.frame] = min(found[puzzle.frame], spare)
    return found
