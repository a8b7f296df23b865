"""Stacks of cubes: depth-first search in which no long side of the stack repeats a colour."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.grid.candidates import bits
from quebra.i18n.text import Text

Shown = frozenset[tuple[int, int]]
"""Pairs of a long side, by number, and a colour that it shows already."""


def stacks(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All stacks, each once.

    >>> cubes = ((1, 1, 1, 1, 2, 2), (2, 2, 2, 2, 1, 1))
    >>> puzzle = Edges(shape="stack", rows=2, pieces=cubes, rotate=True)
    >>> len(list(stacks(puzzle, Budget(), goal="any", seed=None)))
    6
    """
    admit_goal(puzzle, goal)
    search = _Stack(puzzle, budget, None if seed is None else Source(seed))
    return map(search.candidates.filling, search.go({}, frozenset()))


def admit_goal(puzzle: Edges, goal: str) -> None:
    """Raise `BadInput` for a goal about seams: a stack has none."""
    if puzzle.shape == "stack" and goal != "any":
        raise BadInput(Text("A stack has no seams, so its only goal is any."))


class _Stack:
    def __init__(self, puzzle: Edges, budget: Budget, source: Source | None) -> None:
        self.candidates = Candidates(puzzle)
        self.budget = budget
        self.choices = [bits(domain) for domain in frame_domains(self.candidates)]
        if source:
            for choices in self.choices:
                source.shuffle(choices)
        self.long = [dict(sides) for sides in puzzle.layout.all_different]
        self.unused = [len(pieces) for pieces in self.candidates.kinds]

    def go(self, placed: dict[int, int], shown: Shown) -> Iterator[dict[int, int]]:
        """All stacks that begin with these cubes."""
        cell = len(placed)
        if cell == len(self.choices):
            yield dict(placed)
            return
        for number in self.choices[cell]:
            candidate = self.candidates.all[number]
            new = {(i, candidate.colours[sides[cell]]) for i, sides in enumerate(self.long)}
            if not self.unused[candidate.kind] or new & shown:
                continue
            self.budget.spend()
            placed[cell] = number
            self.unused[candidate.kind] -= 1
            yield from self.go(placed, shown | new)
            self.unused[candidate.kind] += 1
            del placed[cell]
