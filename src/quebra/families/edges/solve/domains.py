"""Which pieces can be placed where: by the frame, the hints, and arc consistency at the seams.

Only placements that are part of no solution are removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.grid.candidates import bits
from quebra.i18n.text import Text

Domains = Sequence[int]
"""The set of candidates of each cell, as the bits of an integer."""


@dataclass(frozen=True)
class Candidate:
    """A kind of piece in one orientation; turns with the same colours are one candidate."""

    kind: int
    turn: int
    colours: tuple[int, ...]


class Candidates:
    """The pieces of a puzzle in all their orientations.

    Pieces that are equal up to a turn are one kind. Sets of candidates are bits of an integer.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((1, 2, 1, 2), (2, 1, 2, 1)), rotate=True)
    >>> candidates = Candidates(puzzle)
    >>> candidates.kinds, [candidate.colours for candidate in candidates.all]
    ([(0, 1)], [(1, 2, 1, 2), (2, 1, 2, 1)])
    """

    def __init__(self, puzzle: Edges) -> None:
        self.puzzle = puzzle
        self.turns: list[dict[tuple[int, ...], int]] = [
            _oriented_pieces(puzzle, piece) for piece in range(len(puzzle.pieces))
        ]
        same: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for piece, oriented_pieces in enumerate(self.turns):
            same.setdefault(tuple(sorted(oriented_pieces)), []).append(piece)
        self.kinds = [tuple(pieces) for pieces in same.values()]
        self.kind_of = {piece: k for k, pieces in enumerate(self.kinds) for piece in pieces}
        self.all = [
            Candidate(kind, turn, colours)
            for kind, pieces in enumerate(self.kinds)
            for colours, turn in self.turns[pieces[0]].items()
        ]

    @property
    def exact(self) -> bool:
        """Whether there are as many pieces as cells."""
        return len(self.puzzle.pieces) == len(self.puzzle.layout.cells)

    @cached_property
    def colours(self) -> list[int]:
        """The colours of all edges and of the frame, sorted."""
        frame = set() if self.puzzle.frame is None else {self.puzzle.frame}
        return sorted(frame.union(*self.puzzle.pieces))

    @cached_property
    def showing(self) -> list[dict[int, int]]:
        """For each side and colour the set of candidates that show the colour at that side."""
        found: list[dict[int, int]] = [{} for _ in range(self.puzzle.layout.sides)]
        for number, candidate in enumerate(self.all):
            for shown, colour in zip(found, candidate.colours, strict=True):
                shown[colour] = shown.get(colour, 0) | 1 << number
        return found

    @cached_property
    def of_kind(self) -> list[int]:
        """The set of candidates of each kind."""
        found = [0] * len(self.kinds)
        for number, candidate in enumerate(self.all):
            found[candidate.kind] |= 1 << number
        return found

    @cached_property
    def numbers(self) -> dict[tuple[int, tuple[int, ...]], int]:
        """The number of each candidate by its kind and colours."""
        return {(candidate.kind, candidate.colours): n for n, candidate in enumerate(self.all)}

    def filling(self, placements: dict[int, int]) -> Filling:
        """The answer with a candidate in each of these cells, given by number.

        Hinted cells get the piece and turn of the hint; others get the first piece of their kind.
        """
        hinted = _hinted(self.puzzle)
        used = {hint.piece for cell, hint in hinted.items() if cell in placements}
        free = [iter([p for p in pieces if p not in used]) for pieces in self.kinds]
        placed = []
        for cell, number in sorted(placements.items()):
            candidate, hint = self.all[number], hinted.get(cell)
            piece = hint.piece if hint else next(free[candidate.kind])
            turn = self.turns[piece][candidate.colours]
            if hint and hint.turn is not None:
                turn = hint.turn
            placed.append(Placed(cell=self.puzzle.layout.cells[cell], piece=piece, turn=turn))
        return Filling(cells=tuple(placed))

    def placements(self, filling: Filling) -> dict[int, int]:
        """The candidate in each cell of an answer, by the number of the cell.

        >>> puzzle = Edges(rows=1, cols=2, pieces=((1, 2, 1, 2), (2, 1, 2, 1)), rotate=True)
        >>> candidates = Candidates(puzzle)
        >>> candidates.placements(candidates.filling({0: 0, 1: 1}))
        {0: 0, 1: 1}
        """
        return {
            self.puzzle.cell_numbers[placed.cell]: self.numbers[
                self.kind_of[placed.piece], self.puzzle.turned(placed.piece, placed.turn)
            ]
            for placed in filling.cells
        }


def frame_domains(candidates: Candidates) -> list[int]:
    """For each cell the candidates that the frame and the hints allow; all empty if hints clash.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> [bits(cell) for cell in frame_domains(Candidates(puzzle))]
    [[0], [1]]
    """
    puzzle = candidates.puzzle
    cells = [(1 << len(candidates.all)) - 1] * len(puzzle.layout.cells)
    if puzzle.frame is not None:
        for cell, side in puzzle.layout.rim:
            cells[cell] &= candidates.showing[side].get(puzzle.frame, 0)
        if candidates.exact and frame_edges(puzzle) == len(puzzle.layout.rim):
            _keep_frame_out(candidates, cells)
    if hint_clash(puzzle):
        return [0] * len(cells)
    for hint in puzzle.hints:
        cells[puzzle.cell_numbers[hint.cell]] &= _hint_candidates(candidates, hint)
    return cells


def frame_edges(puzzle: Edges) -> int:
    """Number of edges with the colour of the frame."""
    return sum(piece.count(puzzle.frame) for piece in puzzle.pieces if puzzle.frame is not None)


def consistent_domains(candidates: Candidates) -> list[int]:
    """`frame_domains` after arc consistency at the seams and counting of pieces.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 2), (0, 2, 0, 1), (0, 3, 0, 3)))
    >>> [bits(cell) for cell in consistent_domains(Candidates(puzzle))]
    [[0, 1, 2], [0, 1, 2]]
    """
    cells = frame_domains(candidates)
    _match_own_sides(candidates, cells)
    return narrowed(candidates, cells)


def narrowed(candidates: Candidates, domains: Domains) -> list[int]:
    """Domains after arc consistency and counting of pieces; all are empty if one is."""
    cells = list(domains)
    waiting = True
    while waiting and all(cells):
        waiting = _match_seams(candidates, cells) or _count_kinds(candidates, cells)
    return cells if all(cells) else [0] * len(cells)


def _keep_frame_out(candidates: Candidates, cells: list[int]) -> None:
    """Remove the frame's colour from all seams, where the rim needs all edges of that colour."""
    frame = candidates.puzzle.frame
    for a, side, b, other in candidates.puzzle.layout.seams:
        for cell, at in ((a, side), (b, other)):
            cells[cell] &= ~candidates.showing[at].get(frame or 0, 0)


def _match_own_sides(candidates: Candidates, cells: list[int]) -> None:
    """Remove candidates whose colours differ at a seam between two sides of one cell."""
    for cell, side, _, other in candidates.puzzle.layout.own_seams:
        here, there = candidates.showing[side], candidates.showing[other]
        cells[cell] &= sum(held & there.get(colour, 0) for colour, held in here.items())


def _match_seams(candidates: Candidates, cells: list[int]) -> bool:
    """Remove candidates whose colour at a seam the other cell cannot show; whether any was."""
    changed = False
    for a, side, b, other in candidates.puzzle.layout.seams:
        for colour in candidates.colours:
            here = candidates.showing[side].get(colour, 0)
            there = candidates.showing[other].get(colour, 0)
            if bool(cells[a] & here) != bool(cells[b] & there):
                cells[a] &= ~here
                cells[b] &= ~there
                changed = True
    return changed


def _count_kinds(candidates: Candidates, cells: list[int]) -> bool:
    """Compare the pieces of each kind with the cells that need one or can have one.

    Returns whether that changed any domain.
    """
    changed = False
    for mask, pieces in zip(candidates.of_kind, candidates.kinds, strict=True):
        possible = [cell for cell, held in enumerate(cells) if held & mask]
        certain = [cell for cell in possible if not cells[cell] & ~mask]
        if len(certain) > len(pieces) or (candidates.exact and len(possible) < len(pieces)):
            cells[0], changed = 0, True
        elif len(certain) == len(pieces) < len(possible):
            for cell in set(possible) - set(certain):
                cells[cell] &= ~mask
            changed = True
        elif candidates.exact and len(possible) == len(pieces) > len(certain):
            for cell in possible:
                cells[cell] &= mask
            changed = True
    return changed


def _oriented_pieces(puzzle: Edges, piece: int) -> dict[tuple[int, ...], int]:
    """The colours of a piece in each orientation, with the first turn that gives them."""
    oriented_pieces: dict[tuple[int, ...], int] = {}
    for turn in puzzle.turns_of(piece):
        oriented_pieces.setdefault(puzzle.turned(piece, turn), turn)
    return oriented_pieces


def _hinted(puzzle: Edges) -> dict[int, Hint]:
    """The hint of each hinted cell; one with a turn takes precedence."""
    found: dict[int, Hint] = {}
    for hint in sorted(puzzle.hints, key=lambda hint: hint.turn is not None):
        found[puzzle.cell_numbers[hint.cell]] = hint
    return found


def _hint_candidates(candidates: Candidates, hint: Hint) -> int:
    """The candidates that a hint allows."""
    same = candidates.of_kind[candidates.kind_of[hint.piece]]
    if hint.turn is None:
        return same
    colours = candidates.puzzle.turned(hint.piece, hint.turn)
    return next(1 << n for n in bits(same) if candidates.all[n].colours == colours)


def hint_clash(puzzle: Edges) -> Text | None:
    """A sentence about two hints that contradict each other, or None."""
    for i, one in enumerate(puzzle.hints):
        for j in range(i):
            two = puzzle.hints[j]
            turned = one.turn != two.turn and None not in (one.turn, two.turn)
            same = one.piece == two.piece
            if same != (one.cell == two.cell) or (same and turned):
                return Text(
                    "Hints {one} and {other} contradict each other.", one=j + 1, other=i + 1
                )
    return None
