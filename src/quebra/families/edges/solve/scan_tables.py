"""Builds the tables of `scan`: candidates in tries over the colours of known sides."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.random import Source
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.order import Order
from quebra.families.edges.solve.scan import BASE, DEPTH, SLOTS, ScanState
from quebra.grid.candidates import bits


def new_scan_state(
    candidates: Candidates, domains: Domains, order: Order, source: Source | None = None
) -> ScanState:
    """The tables for an order of the cells, and the initial position.

    Cells that are not in the order count as no neighbours.
    """
    tries = _Tries(candidates, source)
    depth_of = {cell: depth for depth, cell in enumerate(order)}
    beyond = candidates.puzzle.layout.neighbours
    known, by, at_side, root = [0], [], [], []
    for depth, cell in enumerate(order):
        sides = [each for each in beyond[cell] if depth_of.get(each[1], depth) < depth]
        root.append(tries.root_of(domains[cell], tuple(side for side, _, _ in sides)))
        by += [depth_of[other] for _, other, _ in sides]
        at_side += [side for _, _, side in sides]
        known.append(len(by))
    first = root[0]
    return ScanState(
        known=known,
        by=by or [0],
        at_side=at_side or [0],
        root=root,
        tree=tries.tree,
        leaf=tries.leaf,
        candidate=tries.candidate,
        kind=tries.kind,
        colour=tries.colour,
        unused=[len(pieces) for pieces in candidates.kinds],
        placed=[0] * len(order),
        next=[tries.leaf[first]] * len(order),
        end=[tries.leaf[first + 1]] * len(order),
        at=[0] * SLOTS,
    )


def first_cells(state: ScanState, depth: int) -> ScanState:
    """A search of the first cells alone, which starts from how they are filled now."""
    unused = _numbers(state.unused)
    for k in state.next[depth : state.at[DEPTH]]:
        unused[state.kind[k - 1]] += 1
    return state._replace(
        root=_numbers(state.root[:depth]),
        known=_numbers(state.known[: depth + 1]),
        unused=unused,
        placed=_numbers(state.placed[:depth]),
        next=_numbers(state.next[:depth]),
        end=_numbers(state.end[:depth]),
        at=_slots(min(depth, int(state.at[DEPTH]))),
    )


def later_cells(state: ScanState, first: ScanState) -> ScanState:
    """A search of the cells after the first ones, which stay as `first` has them."""
    depth = len(first.root)
    placed = _numbers(first.placed) + [0] * (len(state.root) - depth)
    node = state.root[depth]
    for j in range(state.known[depth], state.known[depth + 1]):
        node = state.tree[node + state.colour[placed[state.by[j]] + state.at_side[j]]]
    return state._replace(
        unused=_numbers(first.unused),
        placed=placed,
        next=[int(state.leaf[node])] * len(state.root),
        end=[int(state.leaf[node + 1])] * len(state.root),
        at=_slots(depth, base=depth),
    )


def _slots(depth: int, base: int = 0) -> list[int]:
    at = [0] * SLOTS
    at[DEPTH], at[BASE] = depth, base
    return at


def _numbers(part: Sequence[int]) -> list[int]:
    return [int(number) for number in part]


class _Tries:
    """Tries of the candidates of each domain, by the colours of known sides."""

    def __init__(self, candidates: Candidates, source: Source | None) -> None:
        self.candidates = candidates
        self.source = source
        self.number = {colour: i for i, colour in enumerate(candidates.colours)}
        self.colour = [self.number[c] for candidate in candidates.all for c in candidate.colours]
        # Node 0 and leaf 0 have no candidates.
        self.tree = [0] * len(self.number)
        self.leaf = [0, 0]
        self.candidate: list[int] = []
        self.kind: list[int] = []
        self._roots: dict[tuple[int, tuple[int, ...]], int] = {}

    def root_of(self, domain: int, sides: tuple[int, ...]) -> int:
        """The root of the trie of a domain by the colours at these sides."""
        key = (domain, sides)
        if key not in self._roots:
            self._roots[key] = self._add_node(bits(domain), sides)
        return self._roots[key]

    def _add_node(self, numbers: list[int], sides: tuple[int, ...]) -> int:
        if not sides:
            return self._add_leaf(numbers)
        node = len(self.tree)
        self.tree += [0] * len(self.number)
        for colour, branch in self.number.items():
            fitting = [n for n in numbers if self.candidates.all[n].colours[sides[0]] == colour]
            if fitting:
                self.tree[node + branch] = self._add_node(fitting, sides[1:])
        return node

    def _add_leaf(self, numbers: list[int]) -> int:
        if self.source:
            self.source.shuffle(numbers)
        width = self.candidates.puzzle.layout.sides
        self.candidate += [n * width for n in numbers]
        self.kind += [self.candidates.all[n].kind for n in numbers]
        self.leaf.append(len(self.candidate))
        return len(self.leaf) - 2
