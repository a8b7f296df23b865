"""The backtracker: a compiled depth-first search in a fixed order of the cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.core.budget import Budget
from quebra.core.compiled import Kernels, Runner
from quebra.core.random import Source
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve import scan
from quebra.families.edges.solve.domains import (
    Ways,
    consistent_domains,
    frame_domains,
    members,
    narrowed,
)
from quebra.families.edges.solve.matched import most_matches, proved_best
from quebra.families.edges.solve.obstacle import fits_at_all
from quebra.families.edges.solve.order import (
    Order,
    fixed_first,
    neighbours,
    short_scan,
    tightest_first,
)
from quebra.families.edges.solve.relax.symmetry import break_symmetry, symmetries
from quebra.families.edges.solve.scan import FOUND, NODES, PAUSED, Scan

KERNELS = Kernels((scan.search,), scan)

PLAIN_SLICE = 4_000
COMPILED_SLICE = 1_000_000
"""Pieces placed between two looks at the budget, some 20 ms."""


def backtrack(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All boards, or ever better ones up to the best, by one search in a fixed order."""
    source = None if seed is None else Source(seed)
    if goal == "any":
        return solutions(puzzle, budget, source)
    return best_boards(puzzle, budget, source or Source(0))


class Backtracker:
    """A search that goes on where it was left."""

    def __init__(
        self, ways: Ways, domains: Sequence[int], order: Order, source: Source | None = None
    ) -> None:
        self.ways = ways
        self.order = fixed_first(order, ways, domains)
        self.state = new_scan(ways, domains, self.order, source)
        self._runner: Runner | None = None

    def go(self, budget: Budget, most: int | None = None) -> int:
        """Go on until the next board, the end, or so many more pieces placed."""
        runner = self._runner = self._runner or Runner(KERNELS, budget, self.state)
        ended, done = PAUSED, 0
        while ended == PAUSED and (most is None or done < most):
            budget.pause()
            before = int(runner.parts[0].at[NODES])
            ended = runner.run(scan.search, PLAIN_SLICE if runner.plain else COMPILED_SLICE)
            self.state = runner.parts[0]
            nodes = int(self.state.at[NODES]) - before
            done += nodes
            budget.spend(nodes)
        return ended

    def board(self) -> Filling:
        """The board that was found."""
        sides = self.ways.puzzle.layout.sides
        pairs = zip(self.order, self.state.lying, strict=True)
        return self.ways.filling({cell: int(way) // sides for cell, way in pairs})


def solutions(
    puzzle: Edges, budget: Budget, source: Source | None = None, *, turned_apart: bool = True
) -> Iterator[Filling]:
    """All boards, each once: pieces that are equal may change places without making another.

    Boards that are each other turned as a whole count as several, unless they are not to be told
    apart.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> puzzle = Edges(rows=1, cols=3, pieces=pieces, frame=0, rotate=True)
    >>> len(list(solutions(puzzle, Budget())))
    2
    >>> len(list(solutions(puzzle, Budget(), turned_apart=False)))
    1
    """
    ways = Ways(puzzle)
    domains = consistent_domains(ways)
    if not turned_apart:
        domains = narrowed(ways, break_symmetry(ways, domains, symmetries(puzzle)))
    if not all(domains):
        return
    search = Backtracker(ways, domains, usual_order(puzzle, domains), source)
    while search.go(budget) == FOUND:
        yield search.board()


def best_boards(puzzle: Edges, budget: Budget, source: Source) -> Iterator[Filling]:
    """Boards with more and more matched seams; the last one is the best."""
    ways = Ways(puzzle)
    domains = frame_domains(ways)
    budget.bound = most_matches(ways)
    if all(domains) and fits_at_all(ways, domains):
        yield from map(ways.filling, proved_best(ways, domains, budget, source))


def usual_order(puzzle: Edges, domains: Sequence[int], source: Source | None = None) -> Order:
    """Lines along the shorter side of a grid of squares; elsewhere the tightest cells first."""
    if puzzle.shape == "square":
        return short_scan(puzzle, source)
    return tightest_first(puzzle, domains, source)


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
        at=[0, 0],
    )


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
