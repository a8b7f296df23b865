"""Deadlocks: small sets of pairs that block each other, so that none of them can ever go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.families.shisen.explain.phrases import tiles_in_words
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell, cells_in_words
from quebra.i18n.text import Text, Value, Verbatim, all_of, any_of, sentences

MAX_DETAILED = 3
"""Units of a deadlock up to which its text says which one waits for which."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A unit of a deadlock: tiles of a kind that can go only with each other.

    `on` has the numbers of the units that block them; one of these must go first.
    """

    kind: str
    cells: tuple[Cell, ...]
    on: tuple[int, ...]


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
    def text(self) -> Text:
        """The deadlock in sentences, one for each unit unless there are many."""
        if len(self.waits) > MAX_DETAILED:
            kinds = all_of(dict.fromkeys(Verbatim(wait.kind) for wait in self.waits))
            return sentences(
                Text("Tiles {kinds} block one another.", kinds=kinds),
                Text("They are at {cells}.", cells=cells_in_words(self.cells)),
                Text("None of them can be the first to go."),
            )
        return sentences(*map(self._wait_text, range(len(self.waits))))

    def _wait_text(self, number: int) -> Text:
        wait = self.waits[number]
        tiles = tiles_in_words(wait.kind, wait.cells)
        others = [self._name(other) for other in wait.on if other != number]
        others += [Text("others of its kind")] * (number in wait.on)
        if not others:
            return Text("{tiles} has no partner.", tiles=tiles)
        return Text("{tiles} waits for {others}.", tiles=tiles, others=any_of(others))

    def _name(self, number: int) -> Value:
        """The kind of a unit, with the cell of its first tile if several units are of that kind."""
        wait = self.waits[number]
        if sum(other.kind == wait.kind for other in self.waits) == 1:
            return Verbatim(wait.kind)
        return tiles_in_words(wait.kind, wait.cells[:1])


def deadlocks(position: Position) -> Iterator[Deadlock]:
    """Deadlocks of a position without common tiles, the shortest cycles first.

    A position without deadlocks may still be lost.

    >>> from quebra.engine.budget import Budget
    >>> from quebra.families.shisen.model import Shisen
    >>> board = Shisen(board=(("A", "B"), ("B", "A")))
    >>> print(next(deadlocks(Position(board, Budget()))).text.replace(". ", ".\\n"))
    A at row 1, column 1 and row 2, column 2 waits for B.
    B at row 1, column 2 and row 2, column 1 waits for A.
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
