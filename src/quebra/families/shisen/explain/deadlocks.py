"""Deadlocks: small sets of pairs that block each other, so that none of them can ever go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.families.shisen.explain.phrases import hyphenated
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell, joined

MAX_DETAILED = 3
"""Units of a deadlock up to which a sentence says which one waits for which."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A unit of a deadlock: tiles of a kind that can go only with each other.

    `on` has the numbers of the units that block them; one of these must go first.
    """

    kind: str
    cells: tuple[Cell, ...]
    on: tuple[int, ...]

    @property
    def name(self) -> str:
        """The kind and cells of the tiles in a sentence."""
        return f"{self.kind} at {hyphenated(self.cells)}"


@dataclass(frozen=True, slots=True)
class Deadlock:
    """Tiles that wait for each other, so that none of them can be the first to go.

    Where each unit waits for one other, they are in the order of the cycle.
    """

    waits: tuple[Wait, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of all its tiles."""
        return tuple(cell for wait in self.waits for cell in wait.cells)

    @property
    def text(self) -> str:
        """The deadlock as a clause of a sentence."""
        if len(self.waits) > MAX_DETAILED:
            names = joined([wait.name for wait in self.waits])
            return f"{names} block one another, and none can be the first to go"
        *clauses, last = self._clauses()
        return f"{', '.join(clauses)}, and {last}" if clauses else last

    def _clauses(self) -> list[str]:
        """A clause for each unit; a kind that occurs once is named with its cells only once."""
        kinds = [wait.kind for wait in self.waits]
        known: set[int] = set()

        def name(number: int) -> str:
            wait = self.waits[number]
            short = number in known and kinds.count(wait.kind) == 1
            known.add(number)
            return wait.kind if short else wait.name

        clauses = []
        for number, wait in enumerate(self.waits):
            subject = name(number)
            others = [name(other) for other in wait.on if other != number]
            others += ["others of its kind"] * (number in wait.on)
            verb = f"waits for {joined(others, 'or')}" if others else "has nobody to go with"
            clauses.append(f"{subject} {verb}")
        return clauses


def deadlocks(position: Position) -> Iterator[Deadlock]:
    """Deadlocks of a position without common tiles, the shortest cycles first.

    A position without deadlocks may still be lost.

    >>> from quebra.engine.budget import Budget
    >>> from quebra.families.shisen.model import Shisen
    >>> board = Shisen(board=(("A", "B"), ("B", "A")))
    >>> print(next(deadlocks(Position(board, Budget()))).text)
    A at r1c1-r2c2 waits for B at r1c2-r2c1, and B waits for A
    """
    left = position.stuck(position.standing)
    while left:
        units = _units(position, left)
        cycle = _shortest_cycle(_waits_for_all(position, units, left))
        found = [units[number] for number in cycle] if cycle else _smallest(position, units, left)
        yield _to_deadlock(position, found)
        left = position.stuck(left & ~sum(found))


def deadlock_after(position: Position, pair: Pair) -> Deadlock | None:
    """The first deadlock that follows if this pair goes together, or None."""
    trial = position.copy()
    trial.bind(pair)
    return next(deadlocks(trial), None)


def _units(position: Position, left: int) -> list[int]:
    """The tiles divided into units that can go only with tiles of the same unit."""
    units = []
    while left:
        unit, frontier = 0, left & -left
        while frontier:
            unit |= frontier
            for tile in bits(frontier):
                frontier |= position.mates[tile] & position.standing
            frontier &= ~unit
        units.append(unit & left)
        left &= ~unit
    return units


def _blocking(position: Position, unit: int, units: list[int], left: int) -> list[set[int]]:
    """For each path of each pair of a unit, the numbers of the units that block it."""
    return [
        {number for number, other in enumerate(units) if other & tiles & left}
        for pair in position.pairs(unit)
        for tiles in position.blockers(pair)
    ]


def _waits_for_all(position: Position, units: list[int], left: int) -> list[set[int]]:
    """For each unit the numbers of the units that block all its paths."""
    blocking = (_blocking(position, unit, units, left) for unit in units)
    return [set.intersection(*paths) if paths else set() for paths in blocking]


def _shortest_cycle(edges: list[set[int]]) -> list[int]:
    """The shortest cycle of a graph, from its first node on; empty if there is none."""
    best: list[int] = []
    for start in range(len(edges)):
        seen, trails = {start}, [[start]]
        while trails and (not best or len(trails[0]) < len(best)):
            closed = next((trail for trail in trails if start in edges[trail[-1]]), None)
            if closed:
                best = closed
                break
            longer = []
            for trail in trails:
                for node in sorted(edges[trail[-1]] - seen):
                    seen.add(node)
                    longer.append([*trail, node])
            trails = longer
    return best


def _smallest(position: Position, units: list[int], left: int) -> list[int]:
    """A minimal deadlock, the smallest one of several that are found."""
    orders = (units[start:] + units[:start] for start in range(0, len(units), len(units) // 3 + 1))
    return min((_minimal(position, order, left) for order in orders), key=len)


def _minimal(position: Position, units: list[int], left: int) -> list[int]:
    """The units of a deadlock without those that it does not need."""
    for unit in units:
        left = position.stuck(left & ~unit) or left
    return _units(position, left)


def _to_deadlock(position: Position, units: list[int]) -> Deadlock:
    """The deadlock of these units, each with the units that it waits for."""
    left = sum(units)
    waits = []
    for number, unit in enumerate(units):
        paths = _blocking(position, unit, units, left)
        on = _fewest(paths, (number + 1) % len(units))
        kind = position.names[bits(unit)[0]]
        waits.append(Wait(kind, position.places(unit), on))
    return Deadlock(tuple(waits))


def _fewest(paths: list[set[int]], preferred: int) -> tuple[int, ...]:
    """Units that together block all paths, chosen greedily with the preferred one first."""
    chosen: list[int] = []
    while open_paths := [path for path in paths if not path.intersection(chosen)]:
        numbers = sorted(set.union(*open_paths), key=lambda number: (number != preferred, number))
        chosen.append(max(numbers, key=lambda number: sum(number in path for path in open_paths)))
    return tuple(chosen)
