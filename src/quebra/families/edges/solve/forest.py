"""The tables of the backtracker: candidates as trees, branch by branch of the known colours."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.random import Source
from quebra.families.edges.solve.domains import Ways, members
from quebra.families.edges.solve.order import Order, neighbours
from quebra.families.edges.solve.scan import DEPTH, Scan


def new_scan(
    ways: Ways, domains: Sequence[int], order: Order, source: Source | None = None
) -> Scan:
    """The tables for an order of the cells, and a search that has not begun.

    An order that leaves cells out is one of their blocks, whose neighbours do not count.
    """
    forest = _Forest(ways, source)
    depth_of = {cell: depth for depth, cell in enumerate(order)}
    beyond = neighbours(ways.puzzle.layout)
    known, by, at_side, root = [0], [], [], []
    for depth, cell in enumerate(order):
        sides = [each for each in beyond[cell] if depth_of.get(each[1], depth) < depth]
        root.append(forest.plant(domains[cell], tuple(side for side, _, _ in sides)))
        by += [depth_of[other] for _, other, _ in sides]
        at_side += [side for _, _, side in sides]
        known.append(len(by))
    first = root[0]
    return Scan(
        known=known,
        by=by or [0],
        at_side=at_side or [0],
        root=root,
        tree=forest.tree,
        leaf=forest.leaf,
        way=forest.way,
        kind=forest.kind,
        colour=forest.colour,
        left=[len(pieces) for pieces in ways.kinds],
        lying=[0] * len(order),
        next=[forest.leaf[first]] * len(order),
        end=[forest.leaf[first + 1]] * len(order),
        at=[0, 0, 0],
    )


def first_cells(state: Scan, depth: int) -> Scan:
    """A search of its own for the first cells, as far as they are filled."""
    left = _numbers(state.left)
    for k in state.next[depth : state.at[DEPTH]]:
        left[state.kind[k - 1]] += 1
    return state._replace(
        root=_numbers(state.root[:depth]),
        known=_numbers(state.known[: depth + 1]),
        left=left,
        lying=_numbers(state.lying[:depth]),
        next=_numbers(state.next[:depth]),
        end=_numbers(state.end[:depth]),
        at=[min(depth, int(state.at[DEPTH])), 0, 0],
    )


def later_cells(state: Scan, first: Scan) -> Scan:
    """A search for the cells after the first ones, which stay as they lie."""
    depth = len(first.root)
    lying = _numbers(first.lying) + [0] * (len(state.root) - depth)
    node = state.root[depth]
    for j in range(state.known[depth], state.known[depth + 1]):
        node = state.tree[node + state.colour[lying[state.by[j]] + state.at_side[j]]]
    return state._replace(
        left=_numbers(first.left),
        lying=lying,
        next=[int(state.leaf[node])] * len(state.root),
        end=[int(state.leaf[node + 1])] * len(state.root),
        at=[depth, 0, depth],
    )


def _numbers(part: Sequence[int]) -> list[int]:
    return [int(number) for number in part]


class _Forest:
    """The candidates of each domain, by the colours that are known."""

    def __init__(self, ways: Ways, source: Source | None) -> None:
        self.ways = ways
        self.source = source
        self.number = {colour: i for i, colour in enumerate(ways.colours)}
        self.colour = [self.number[c] for way in ways.ways for c in way.colours]
        # Node 0 is where no piece fits, and so is leaf 0.
        self.tree = [0] * len(self.number)
        self.leaf = [0, 0]
        self.way: list[int] = []
        self.kind: list[int] = []
        self._planted: dict[tuple[int, tuple[int, ...]], int] = {}

    def plant(self, domain: int, sides: tuple[int, ...]) -> int:
        """The tree of a domain by the colours at these sides."""
        key = (domain, sides)
        if key not in self._planted:
            self._planted[key] = self._grow(list(members(domain)), sides)
        return self._planted[key]

    def _grow(self, numbers: list[int], sides: tuple[int, ...]) -> int:
        if not sides:
            return self._leaf(numbers)
        node = len(self.tree)
        self.tree += [0] * len(self.number)
        for colour, branch in self.number.items():
            fitting = [n for n in numbers if self.ways.ways[n].colours[sides[0]] == colour]
            if fitting:
                self.tree[node + branch] = self._grow(fitting, sides[1:])
        return node

    def _leaf(self, numbers: list[int]) -> int:
        if self.source:
            self.source.shuffle(numbers)
        width = self.ways.puzzle.layout.sides
        self.way += [n * width for n in numbers]
        self.kind += [self.ways.ways[n].kind for n in numbers]
        self.leaf.append(len(self.way))
        return len(self.leaf) - 2
