"""The rotations of a board that map it onto itself, and searches for one image of each board."""

from __future__ import annotations

from dataclasses import dataclass

from quebra.families.edges.layout import Layout, Turn
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.domains import Candidates, Domains, narrowed


@dataclass(frozen=True)
class Symmetry:
    """A rotation of the board: the images of cells and of sides."""

    cells: tuple[int, ...]
    sides: Turn

    def shown(self, colours: tuple[int, ...]) -> tuple[int, ...]:
        """The colours of a piece after the rotation.

        >>> Symmetry((0,), (1, 2, 3, 0)).shown((5, 6, 7, 8))
        (8, 5, 6, 7)
        """
        there = dict(zip(self.sides, colours, strict=True))
        return tuple(there[side] for side in range(len(colours)))


def symmetries(puzzle: Edges) -> list[Symmetry]:
    """All rotations that map the board and its restrictions onto themselves, with the identity.

    >>> pieces = ((1, 1, 1, 1),) * 6
    >>> len(symmetries(Edges(rows=2, cols=3, pieces=pieces, rotate=True)))
    2
    >>> len(symmetries(Edges(rows=2, cols=2, pieces=pieces, rotate=True)))
    4
    """
    still = Symmetry(tuple(range(len(puzzle.layout.cells))), tuple(range(puzzle.layout.sides)))
    if puzzle.turns_never or puzzle.hints:
        return [still]
    found = []
    for sides in puzzle.layout.turns:
        if not puzzle.turns_freely and not _may_turn(puzzle, sides):
            continue
        for goal in range(len(puzzle.layout.cells)):
            cells = _carried(puzzle.layout, sides, goal)
            if cells is not None:
                found.append(Symmetry(cells, sides))
    return found or [still]


def _may_turn(puzzle: Edges, sides: Turn) -> bool:
    """Whether the rotation maps the allowed orientations of every piece onto themselves."""
    whole = Symmetry((), sides)
    for piece in range(len(puzzle.pieces)):
        allowed = {puzzle.turned(piece, turn) for turn in puzzle.turns_of(piece)}
        if {whole.shown(colours) for colours in allowed} != allowed:
            return False
    return True


def _carried(layout: Layout, sides: Turn, goal: int) -> tuple[int, ...] | None:
    """The images of all cells if the first cell goes to `goal`; None if seams do not agree."""
    beyond = {}
    for a, side, b, other in layout.seams:
        beyond[a, side], beyond[b, other] = (b, other), (a, side)
    goes = {0: goal}
    waiting = [0]
    while waiting:
        cell = waiting.pop()
        for side in range(layout.sides):
            here, there = beyond.get((cell, side)), beyond.get((goes[cell], sides[side]))
            if here is None or there is None:
                if here != there:
                    return None
                continue
            if here[0] not in goes:
                goes[here[0]] = there[0]
                waiting.append(here[0])
            if goes[here[0]] != there[0] or sides[here[1]] != there[1]:
                return None
    if len(set(goes.values())) < len(layout.cells):
        return None
    return tuple(goes[cell] for cell in range(len(layout.cells)))


def one_of_each(candidates: Candidates, domains: Domains) -> tuple[list[int], list[Symmetry]]:
    """Domains that allow one of the images of each board, and the rotations to the others.

    A piece without equals is kept to one of the cells that the rotations map onto one another. It
    must be on the board, and no rotation but one may leave its cell where it is.

    >>> from quebra.families.edges.solve.domains import frame_domains
    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> candidates = Candidates(Edges(rows=1, cols=3, pieces=pieces, frame=0, rotate=True))
    >>> domains, rotations = one_of_each(candidates, frame_domains(candidates))
    >>> [domain.bit_count() for domain in domains], len(rotations)
    ([1, 1, 1], 1)
    """
    found = symmetries(candidates.puzzle)
    orbits = [sorted({symmetry.cells[cell] for symmetry in found}) for cell in range(len(domains))]
    usable: list[tuple[int, int]] = []
    for mask, pieces in zip(candidates.of_kind, candidates.kinds, strict=True):
        possible = [cell for cell, domain in enumerate(domains) if domain & mask]
        if len(pieces) == 1 and all(len(orbits[cell]) == len(found) for cell in possible):
            usable.append((len(possible), mask))
    if len(found) == 1 or not candidates.exact or not usable:
        return list(domains), []
    _, mask = min(usable)
    kept = [
        domain & ~mask if orbits[cell][0] < cell else domain for cell, domain in enumerate(domains)
    ]
    return narrowed(candidates, kept), found[1:]


def image(candidates: Candidates, board: Filling, symmetry: Symmetry) -> Filling:
    """A board after a rotation."""
    moved = {}
    for cell, number in candidates.placements(board).items():
        placed = candidates.all[number]
        moved[symmetry.cells[cell]] = candidates.numbers[
            placed.kind, symmetry.shown(placed.colours)
        ]
    return candidates.filling(moved)
