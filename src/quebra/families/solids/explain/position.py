"""A position of a person who packs: the options that are left, and why an option is refuted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from quebra.contract.results import Technique
from quebra.families.solids.explain.techniques import AHEAD, BALANCE, POCKET, ROOM
from quebra.families.solids.solve.obstacles import COLOURINGS, all_sums
from quebra.families.solids.solve.options import Options
from quebra.families.solids.space import Cell, components

FORCED = 40
"""Forced steps that are followed to find a contradiction."""
Item = Cell | int
"""What is branched on: a cell to be filled, or a kind with one copy left."""


@dataclass(frozen=True)
class Facts:
    """What does not change while a puzzle is solved; sets of cells are bits of one number."""

    options: Options
    masks: tuple[int, ...]
    kinds: tuple[int, ...]
    bits: dict[Cell, int]
    required: int
    weights: tuple[tuple[int, ...], ...]
    """For each colouring the sum of each option."""

    @property
    def is_exact(self) -> bool:
        """Whether every cell of the target is to be filled."""
        return self.required == (1 << len(self.bits)) - 1


@lru_cache(maxsize=4)
def facts_of(options: Options) -> Facts:
    """The facts of a puzzle."""
    bits = {cell: 1 << i for i, cell in enumerate(options.puzzle.marks)}
    masks = tuple(sum(bits[cell] for cell in each.cells) for each in options.options)
    weights = tuple(
        tuple(sum(map(colouring.counts, each.cells)) for each in options.options)
        for colouring in COLOURINGS
    )
    return Facts(
        options,
        masks,
        tuple(each.kind for each in options.options),
        bits,
        sum(bits[cell] for cell in options.puzzle.required),
        weights,
    )


@dataclass(frozen=True)
class Position:
    """The options that are possible, the cells that are filled, and the copies that are left."""

    facts: Facts
    alive: tuple[int, ...]
    filled: int
    left: tuple[int, ...]
    taken: tuple[int, ...] = ()

    def after(self, option: int) -> Position:
        """The position with one more piece."""
        mask, kind = self.facts.masks[option], self.facts.kinds[option]
        left = tuple(n - (k == kind) for k, n in enumerate(self.left))
        masks, kinds = self.facts.masks, self.facts.kinds
        alive = tuple(o for o in self.alive if not masks[o] & mask and left[kinds[o]])
        return Position(self.facts, alive, self.filled | mask, left, (*self.taken, option))

    @property
    def is_done(self) -> bool:
        """Whether all pieces are placed."""
        return not any(self.left)

    def items(self) -> dict[Item, list[int]]:
        """The options of each cell to be filled, and of each kind with one copy left."""
        found: dict[Item, list[int]] = {
            cell: []
            for cell, bit in self.facts.bits.items()
            if bit & self.facts.required & ~self.filled
        }
        for kind, copies in enumerate(self.left):
            if copies == 1:
                found[kind] = []
        for option in self.alive:
            for cell in self.facts.options.options[option].cells:
                if cell in found:
                    found[cell].append(option)
            if self.facts.kinds[option] in found:
                found[self.facts.kinds[option]].append(option)
        return found

    def contradiction(self) -> Technique | None:
        """The technique by which this position is seen to have no solution."""
        reached = self.filled
        kinds = set()
        for option in self.alive:
            reached |= self.facts.masks[option]
            kinds.add(self.facts.kinds[option])
        missing_kind = any(n and kind not in kinds for kind, n in enumerate(self.left))
        if self.facts.required & ~reached or missing_kind:
            return POCKET
        if self.facts.is_exact and any(self._wrong_rooms()):
            return ROOM
        return BALANCE if self.facts.is_exact and any(self._wrong_colours()) else None

    def _wrong_rooms(self) -> Iterator[bool]:
        """Whether the volume of a part that is closed off is no sum of pieces.

        Loose pieces may fill cells of several parts.
        """
        if any(piece.loose for piece in self.facts.options.puzzle.pieces):
            return
        parts = components(c for c, bit in self.facts.bits.items() if not bit & self.filled)
        if len(parts) < 2:
            return
        volumes = {0}
        options = self.facts.options
        for kind, copies in enumerate(self.left):
            size = len(options.puzzle.body_of(options.kinds[kind][0]))
            for _ in range(copies):
                volumes |= {volume + size for volume in volumes}
        yield from (len(part) not in volumes for part in parts)

    def _wrong_colours(self) -> Iterator[bool]:
        """Whether the pieces cannot make up the coloured cells, for each colouring."""
        kinds = [kind for kind, n in enumerate(self.left) if n]
        counts = [self.left[kind] for kind in kinds]
        free = [cell for cell, bit in self.facts.bits.items() if not bit & self.filled]
        for colouring, weights in zip(COLOURINGS, self.facts.weights, strict=True):
            by_kind: dict[int, set[int]] = {kind: set() for kind in kinds}
            for option in self.alive:
                by_kind[self.facts.kinds[option]].add(weights[option])
            sums = all_sums([frozenset(by_kind[kind]) for kind in kinds], counts)
            yield sums is not None and sum(map(colouring.counts, free)) not in sums

    def refutation(self, option: int) -> Technique | None:
        """The technique by which an option is seen to lead nowhere; None if it is not."""
        after = self.after(option)
        seen = after.contradiction()
        if seen:
            return seen
        for _ in range(FORCED):
            forced = next((each for each in after.items().values() if len(each) == 1), None)
            if forced is None:
                return None
            after = after.after(forced[0])
            if after.contradiction():
                return AHEAD
        return None


def start(options: Options) -> Position:
    """The position before the first piece; given pieces are placed already."""
    facts = facts_of(options)
    position = Position(facts, tuple(range(len(facts.masks))), 0, tuple(options.counts))
    given = {place.piece for place in options.puzzle.given}
    for number, option in enumerate(options.options):
        if options.kinds[option.kind][0] in given:
            position = position.after(number)
    return position
