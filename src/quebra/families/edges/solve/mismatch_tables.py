"""Builds the tables of `mismatch_scan`: candidates by the colours at two sides."""

from __future__ import annotations

from quebra.contract.random import Source
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.mismatch_scan import SLOTS, MismatchState
from quebra.families.edges.solve.order import Order
from quebra.grid.candidates import bits


def new_mismatch_state(
    candidates: Candidates, domains: Domains, order: Order, scarce: frozenset[int], source: Source
) -> MismatchState:
    """The tables for an order of the cells, without quotas and without mismatches allowed."""
    lists = _Lists(candidates, scarce, source)
    depths = len(order)
    depth_of = {cell: depth for depth, cell in enumerate(order)}
    beyond = candidates.puzzle.layout.neighbours
    rim = (
        {cell for cell, _ in candidates.puzzle.layout.rim}
        if candidates.puzzle.frame is not None
        else set()
    )
    root: list[int] = []
    pairs: list[list[tuple[int, int]]] = []
    more, side, by, by_side = [0], [], [], []
    for depth, cell in enumerate(order):
        known = [(s, depth_of[o], t) for s, o, t in beyond[cell] if depth_of[o] < depth]
        # Two cells at the rim must match: border pieces have few alternatives.
        known.sort(key=lambda each: order[each[1]] not in rim)
        two = known[:2]
        firm = tuple(cell in rim and order[d] in rim for _, d, _ in two)
        root.append(lists.first_list_of(domains[cell], tuple(s for s, _, _ in two), firm))
        pairs.append([(d, t) for _, d, t in two] + [(depths, 0)] * (2 - len(two)))
        side += [s for s, _, _ in known[2:]]
        by += [d for _, d, _ in known[2:]]
        by_side += [t for _, _, t in known[2:]]
        more.append(len(side))
    return MismatchState(
        root=root,
        one=[pair[0][0] for pair in pairs],
        one_side=[pair[0][1] for pair in pairs],
        two=[pair[1][0] for pair in pairs],
        two_side=[pair[1][1] for pair in pairs],
        colours=len(lists.number),
        more=more,
        side=side or [0],
        by=by or [0],
        by_side=by_side or [0],
        first=[*lists.first, len(lists.candidate)],
        flawed=lists.flawed,
        candidate=lists.candidate,
        kind=lists.kind,
        gain=lists.gain,
        colour=lists.colour,
        quota=[0] * depths,
        allowed=[0] * depths,
        unused=[len(pieces) for pieces in candidates.kinds],
        placed=[0] * depths + [len(candidates.all) * candidates.puzzle.layout.sides],
        next=[lists.first[root[0]]] + [0] * depths,
        end=[lists.flawed[root[0]]] * (2 * depths),
        gained=[0] * (depths + 1),
        broken=[0] * (depths + 1),
        best=[0] * depths,
        at=[0] * SLOTS,
    )


class _Lists:
    """Candidates by the colours at two sides: those that match, then those with one mismatch."""

    def __init__(self, candidates: Candidates, scarce: frozenset[int], source: Source) -> None:
        self.candidates = candidates
        self.source = source
        self.number = {colour: i for i, colour in enumerate(candidates.colours)}
        # The blank after the last candidate stands for sides that are not known.
        self.colour = [
            self.number[c] for candidate in candidates.all for c in candidate.colours
        ] + [0]
        self.value = [sum(c in scarce for c in candidate.colours) for candidate in candidates.all]
        self.first: list[int] = []
        self.flawed: list[int] = []
        self.candidate: list[int] = []
        self.kind: list[int] = []
        self.gain: list[int] = []
        self._lists: dict[tuple[int, tuple[int, ...], tuple[bool, ...]], int] = {}

    def first_list_of(self, domain: int, sides: tuple[int, ...], firm: tuple[bool, ...]) -> int:
        """The first list of a domain by the colours at these sides; firm ones must match."""
        key = (domain, sides, firm)
        if key not in self._lists:
            self._lists[key] = len(self.first)
            self._list_all(domain, sides, firm)
        return self._lists[key]

    def _list_all(self, domain: int, sides: tuple[int, ...], firm: tuple[bool, ...]) -> None:
        showing = [
            [self.candidates.showing[side].get(colour, 0) for colour in self.number]
            for side in sides
        ] + [[-1] + [0] * (len(self.number) - 1)] * (2 - len(sides))
        loose = [not held for held in firm] + [False] * (2 - len(sides))
        for one in showing[0]:
            for two in showing[1]:
                right = domain & one & two
                flawed = domain & ~right
                flawed &= (one if loose[1] else 0) | (two if loose[0] else 0)
                self.first.append(len(self.candidate))
                self._add(right)
                self.flawed.append(len(self.candidate))
                self._add(flawed)

    def _add(self, mask: int) -> None:
        numbers = self.source.shuffled(bits(mask))
        numbers.sort(key=lambda n: -self.value[n])
        width = self.candidates.puzzle.layout.sides
        self.candidate += [n * width for n in numbers]
        self.kind += [self.candidates.all[n].kind for n in numbers]
        self.gain += [self.value[n] for n in numbers]
