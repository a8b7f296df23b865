"""An upper bound on matched seams, by counting the edges of each colour."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable

from quebra.families.edges.solve.domains import Candidates, Domains, frame_edges
from quebra.grid.candidates import bits

End = tuple[int, int]
"""A cell and one of its sides."""
Classify = Callable[[End, End], Hashable]
"""Returns the class of an end of a seam, given the other end."""
Supply = frozenset[tuple[int, int]]
"""Edges, each given by the kind of its piece and the side of the piece."""


def most_matches(candidates: Candidates, domains: Domains) -> int:
    """An upper bound on matched seams: each needs two edges of one colour.

    The least of four bounds: for all seams together, separately by side (which helps where pieces
    are not turned), by rim or inside (whose pieces often have different colours), and by both.

    >>> from quebra.families.edges.model import Edges
    >>> from quebra.families.edges.solve.domains import frame_domains
    >>> candidates = Candidates(Edges(rows=1, cols=2, pieces=((1, 2, 1, 3), (1, 2, 1, 3))))
    >>> most_matches(candidates, frame_domains(candidates))
    0
    """
    rim = {cell for cell, _ in candidates.puzzle.layout.rim}
    classifications: tuple[Classify, ...] = (
        lambda end, other: 0,
        lambda end, other: end[1],
        lambda end, other: (end[0] in rim, other[0] in rim),
        lambda end, other: (end[0] in rim, other[0] in rim, end[1]),
    )
    return min(_most_by(candidates, domains, classify) for classify in classifications)


def _most_by(candidates: Candidates, domains: Domains, classify: Classify) -> int:
    """The bound for which seams are counted separately by the classes of their ends."""
    number: dict[Hashable, int] = {}
    places: defaultdict[int, set[End]] = defaultdict(set)
    groups: Counter[tuple[int, ...]] = Counter()
    for a, side, b, other in candidates.puzzle.layout.seams:
        one, two = (a, side), (b, other)
        keys = (classify(one, two), classify(two, one))
        classes = [number.setdefault(key, len(number)) for key in keys]
        for which, (cell, at) in zip(classes, (one, two), strict=True):
            places[which].add((domains[cell], at))
        groups[tuple(sorted(classes))] += 1
    supplies = {which: _supply(candidates, there) for which, there in places.items()}
    return sum(
        min(seams, _pairs(candidates, supplies[one], supplies[two]))
        for (one, two), seams in groups.items()
    )


def _supply(candidates: Candidates, places: set[End]) -> Supply:
    """The edges that can be placed at some ends, given by domain and side."""
    turns = candidates.puzzle.layout.turns
    return frozenset(
        (candidate.kind, turns[candidate.turn][side])
        for domain, side in places
        for candidate in map(candidates.all.__getitem__, bits(domain))
    )


def _pairs(candidates: Candidates, one: Supply, two: Supply) -> int:
    """The most pairs of edges of one colour, one of each supply, with no edge in two pairs."""
    here, there, all_ = (_colours(candidates, supply) for supply in (one, two, one | two))
    return sum(min(here[c], there[c], all_[c] // 2) for c in all_)


def _colours(candidates: Candidates, supply: Supply) -> Counter[int]:
    """Number of edges of each colour, without those that the rim needs."""
    puzzle, found = candidates.puzzle, Counter[int]()
    for kind, edge in supply:
        pieces = candidates.kinds[kind]
        found[puzzle.pieces[pieces[0]][edge]] += len(pieces)
    if puzzle.frame is not None:
        spare = frame_edges(puzzle) - len(puzzle.layout.rim)
        found[puzzle.frame] = min(found[puzzle.frame], spare)
    return found
