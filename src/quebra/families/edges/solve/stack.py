"""Stacks of cubes: cube by cube, each way that repeats no colour along a side of the stack."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.domains import Ways, frame_domains, members

Shown = frozenset[tuple[int, int]]
"""The colours that the stack shows already, each with the number of the long side."""


def stacks(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All ways to stack the cubes, each once.

    >>> cubes = ((1, 1, 1, 1, 2, 2), (2, 2, 2, 2, 1, 1))
    >>> puzzle = Edges(shape="stack", rows=2, pieces=cubes, rotate=True)
    >>> len(list(stacks(puzzle, Budget(), goal="any", seed=None)))
    6
    """
    admit_goal(puzzle, goal)
    search = _Stack(puzzle, budget, None if seed is None else Source(seed))
    return map(search.ways.filling, search.go({}, frozenset()))


def admit_goal(puzzle: Edges, goal: str) -> None:
    """Refuse a goal that is about seams where there are none."""
    if puzzle.shape == "stack" and goal != "any":
        raise BadInput("A stack has no seams, so its only goal is any.")


class _Stack:
    def __init__(self, puzzle: Edges, budget: Budget, source: Source | None) -> None:
        self.ways = Ways(puzzle)
        self.budget = budget
        self.choices = [list(members(domain)) for domain in frame_domains(self.ways)]
        if source:
            for choices in self.choices:
                source.shuffle(choices)
        self.long = [dict(sides) for sides in puzzle.layout.unlike]
        self.left = [len(pieces) for pieces in self.ways.kinds]

    def go(self, lying: dict[int, int], shown: Shown) -> Iterator[dict[int, int]]:
        """The stacks that begin with these cubes."""
        cell = len(lying)
        if cell == len(self.choices):
            yield dict(lying)
            return
        for number in self.choices[cell]:
            way = self.ways.ways[number]
            new = {(i, way.colours[sides[cell]]) for i, sides in enumerate(self.long)}
            if not self.left[way.kind] or new & shown:
                continue
            self.budget.spend()
            lying[cell] = number
            self.left[way.kind] -= 1
            yield from self.go(lying, shown | new)
            self.left[way.kind] += 1
            del lying[cell]
