"""Quick proofs that a board cannot be filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quebra.families.edges.model import Edges
from quebra.families.edges.names import cell_name, colour_name
from quebra.families.edges.solve.domains import (
    Candidates,
    Domains,
    consistent_domains,
    frame_domains,
    frame_edges,
    hint_clash,
)
from quebra.i18n.text import Plural, Text


def infeasibility(puzzle: Edges) -> Text | None:
    """The reason why no board has all seams matched; None if no quick proof is found.

    >>> infeasibility(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0))
    '1 edge has blue disc: an odd number, so one edge has no partner.'
    """
    candidates = Candidates(puzzle)
    return next(_misfits(candidates), None) or next(_mismatches(candidates), None)


def _misfits(candidates: Candidates) -> Iterator[Text]:
    """Reasons why no full board satisfies the frame and the hints, even with mismatches."""
    puzzle = candidates.puzzle
    if clash := hint_clash(puzzle):
        yield clash
    if puzzle.frame is not None and (have := frame_edges(puzzle)) < len(puzzle.layout.rim):
        yield Text(
            "The rim needs {count} edges with {colour}, and the pieces have {have}.",
            count=len(puzzle.layout.rim),
            colour=colour_name(puzzle, puzzle.frame),
            have=have,
        )
    yield from _too_few(candidates, frame_domains(candidates))


def _too_few(candidates: Candidates, domains: Domains) -> Iterator[Text]:
    """Cells without candidates, and too few pieces for the cells at the rim."""
    puzzle = candidates.puzzle
    for cell, domain in enumerate(domains):
        if not domain:
            name = cell_name(puzzle.layout.cells[cell])
            yield Text("{cell}: no piece fits the frame and the hints.", cell=name)
    if puzzle.frame is None:
        return
    rim = Counter(cell for cell, _ in puzzle.layout.rim)
    for sides in sorted(set(rim.values()), reverse=True):
        need = sum(1 for count in rim.values() if count >= sides)
        have = sum(1 for piece in puzzle.pieces if piece.count(puzzle.frame) >= sides)
        if have < need:
            yield Plural(
                "{n} cell has {sides} or more sides at the rim. The number of pieces that fit "
                "there is {have}.",
                "{n} cells have {sides} or more sides at the rim. The number of pieces that fit "
                "there is {have}.",
                n=need,
                sides=sides,
                have=have,
            )
    if not fits_at_all(candidates, domains):
        yield Text("The frame and the hints do not allow a piece for each cell.")


def _mismatches(candidates: Candidates) -> Iterator[Text]:
    """Reasons why every full board has a mismatch."""
    puzzle = candidates.puzzle
    yield from _always_shown(puzzle)
    if candidates.exact:
        yield from _odd_colours(puzzle)
    domains = consistent_domains(candidates)
    if not all(domains):
        yield Text("Some cell has no piece that matches its neighbours.")
    elif not fits_at_all(candidates, domains):
        yield Text("The seams do not allow a piece for each cell.")


def _always_shown(puzzle: Edges) -> Iterator[Text]:
    """Several cubes that show a colour on a long side of a stack in every turn."""
    for number, sides in enumerate(puzzle.layout.all_different, start=1):
        side = sides[0][1]
        shown_colours = [
            {puzzle.turned(piece, turn)[side] for turn in puzzle.turns_of(piece)}
            for piece in range(len(puzzle.pieces))
        ]
        always = Counter(colour for shown in shown_colours if len(shown) == 1 for colour in shown)
        for colour, count in sorted(always.items()):
            if len(puzzle.pieces) - count + 1 < len(sides):
                yield Text(
                    "{count} cubes show {colour} on long side {side} of the stack in every turn, "
                    "and only one may.",
                    count=count,
                    colour=colour_name(puzzle, colour),
                    side=number,
                )


def _odd_colours(puzzle: Edges) -> Iterator[Text]:
    """Colours with an odd number of edges inside, which cannot all be paired."""
    edges = Counter(colour for piece in puzzle.pieces for colour in piece)
    if puzzle.frame is not None:
        edges[puzzle.frame] -= len(puzzle.layout.rim)
    elif puzzle.layout.rim:
        odd = [colour for colour, count in sorted(edges.items()) if count % 2]
        if len(odd) > len(puzzle.layout.rim):
            yield Text(
                "{count} colours have an odd number of edges: too many for the rim.", count=len(odd)
            )
        return
    for colour, count in sorted(edges.items()):
        if count % 2:
            yield _odd_colour(puzzle, colour, count)


def _odd_colour(puzzle: Edges, colour: int, count: int) -> Text:
    name = colour_name(puzzle, colour)
    if colour == puzzle.frame:
        return Plural(
            "Besides the rim, {n} edge has {colour}: an odd number, so one edge has no partner.",
            "Besides the rim, {n} edges have {colour}: an odd number, so one edge has no partner.",
            n=count,
            colour=name,
        )
    return Plural(
        "{n} edge has {colour}: an odd number, so one edge has no partner.",
        "{n} edges have {colour}: an odd number, so one edge has no partner.",
        n=count,
        colour=name,
    )


def fits_at_all(candidates: Candidates, domains: Domains) -> bool:
    """Whether each cell can have a different piece."""
    return match_pieces(candidates, domains) is not None


def match_pieces(candidates: Candidates, domains: Domains) -> list[int] | None:
    """A kind for each cell, none more often than it has pieces, by bipartite matching; or None."""
    holders: list[list[int]] = [[] for _ in candidates.kinds]
    allowed = [[k for k, bits in enumerate(candidates.of_kind) if held & bits] for held in domains]

    def settle(cell: int) -> bool:
        """Find a kind for the cell by an augmenting path."""
        came: dict[int, int] = {}
        waiting = [cell]
        for mover in waiting:
            for kind in allowed[mover]:
                if kind in came:
                    continue
                came[kind] = mover
                if len(holders[kind]) < len(candidates.kinds[kind]):
                    _exchange(kind, came, holders, cell)
                    return True
                waiting += holders[kind]
        return False

    if not all(settle(cell) for cell in range(len(domains))):
        return None
    given = {cell: kind for kind, cells in enumerate(holders) for cell in cells}
    return [given[cell] for cell in range(len(domains))]


def _exchange(kind: int, came: dict[int, int], holders: list[list[int]], cell: int) -> None:
    """Reassign kinds along the augmenting path."""
    while True:
        mover = came[kind]
        old = next((k for k, cells in enumerate(holders) if mover in cells), None)
        holders[kind].append(mover)
        if mover == cell or old is None:
            return
        holders[old].remove(mover)
        kind = old
