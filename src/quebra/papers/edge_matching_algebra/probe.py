"""Incremental arc consistency, and refutation of candidates by it (singleton consistency)."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.engine.budget import Budget
from quebra.families.edges.solve.domains import Candidates
from quebra.grid.candidates import bits


class Probe:
    """Removes candidates whose assignment leaves a cell or a piece without a candidate.

    Only impossible candidates are removed, so an empty domain is a proof.

    >>> from quebra.families.edges.model import Edges
    >>> from quebra.families.edges.solve.domains import frame_domains
    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 2), (0, 1, 0, 1)))
    >>> domains = frame_domains(Candidates(board))
    >>> Probe(Candidates(board)).narrow(domains, Budget(), most=2)
    True
    >>> [bits(cell) for cell in domains]
    [[0], [1]]
    """

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.counts = [len(pieces) for pieces in candidates.kinds]
        self.neighbours = candidates.puzzle.layout.neighbours

    def narrow(self, cells: list[int], budget: Budget, most: int) -> bool:
        """Refute candidates of cells with at most `most` candidates, until nothing changes.

        Returns False if a domain becomes empty.
        """
        again = self.spread(cells, range(len(cells)))
        possible = again
        while again and possible:
            again = False
            for cell in sorted(range(len(cells)), key=lambda cell: cells[cell].bit_count()):
                if 1 < cells[cell].bit_count() <= most:
                    before = cells[cell]
                    possible = self._suppose(cells, cell, budget)
                    again |= cells[cell] != before
                if not possible:
                    break
        return possible

    def _suppose(self, cells: list[int], cell: int, budget: Budget) -> bool:
        """Try each candidate of a cell and remove those that fail; False if a domain is empty."""
        for candidate in bits(cells[cell]):
            if not cells[cell] >> candidate & 1:
                continue
            budget.pause()
            supposed = list(cells)
            supposed[cell] = 1 << candidate
            if not self.spread(supposed, [cell]):
                cells[cell] &= ~(1 << candidate)
                if not self.spread(cells, [cell]):
                    return False
        return True

    def spread(self, cells: list[int], changed: Iterable[int]) -> bool:
        """Propagate from the changed cells; returns whether each cell and piece has a candidate."""
        waiting = set(changed)
        while waiting:
            cell = waiting.pop()
            if not cells[cell]:
                return False
            touched = self._use_up(cells, cell)
            if touched is None:
                return False
            waiting |= touched
            for side, other, at in self.neighbours[cell]:
                if self._match(cells, cell, side, other, at):
                    waiting.add(other)
        return not self.candidates.exact or self._all_have_room(cells)

    def _match(self, cells: list[int], cell: int, side: int, other: int, at: int) -> bool:
        """Remove candidates of the other cell that do not match; returns whether any were."""
        held, showing = cells[cell], self.candidates.showing
        fits = 0
        for colour, candidates in showing[side].items():
            if held & candidates:
                fits |= showing[at].get(colour, 0)
        before = cells[other]
        cells[other] &= fits
        return cells[other] != before

    def _use_up(self, cells: list[int], cell: int) -> set[int] | None:
        """The other cells that lose a kind whose pieces are all used; None if too few exist."""
        kind = self.candidates.all[cells[cell].bit_length() - 1].kind
        mask = self.candidates.of_kind[kind]
        if cells[cell] & ~mask:
            return set()
        certain = {c for c, held in enumerate(cells) if not held & ~mask}
        if len(certain) > self.counts[kind]:
            return None
        touched = set()
        if len(certain) == self.counts[kind]:
            touched = {c for c, held in enumerate(cells) if held & mask} - certain
            for c in touched:
                cells[c] &= ~mask
        return touched

    def _all_have_room(self, cells: list[int]) -> bool:
        return all(
            sum(1 for held in cells if held & mask) >= count
            for mask, count in zip(self.candidates.of_kind, self.counts, strict=True)
        )
