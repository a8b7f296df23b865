"""Deadlocks: sets of pairs that block each other, so that none of them can ever go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.contract.results import Line
from quebra.families.shisen.explain.phrases import line_over, tiles_in_words
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell
from quebra.i18n.text import Plural, Text, Value, Verbatim, all_of, any_of, sentences

MAX_SMALL = 3
"""Units of a deadlock up to which its text says which one waits for which."""
MAX_REDUCED = 24
"""Stuck tiles after a pair up to which several attempts are made to find a small deadlock."""


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
    def is_small(self) -> bool:
        """Whether a person can follow who waits for whom."""
        return len(self.waits) <= MAX_SMALL

    @property
    def clause(self) -> Text:
        """The deadlock as a part of a sentence, which does not say where its tiles are."""
        if not self.is_small:
            return Plural(
                "the {n} marked tile can never go",
                "the {n} marked tiles can never go: they block one another",
                n=len(self.cells),
            )
        kinds = [Verbatim(wait.kind) for wait in self.waits]
        if self._is_cycle and len(kinds) == 2:
            return Text("{a} waits for {b}, and {b} for {a}", a=kinds[0], b=kinds[1])
        if self._is_cycle and len(kinds) == 3:
            return Text(
                "{a} waits for {b}, {b} for {c}, and {c} for {a}",
                a=kinds[0],
                b=kinds[1],
                c=kinds[2],
            )
        return Text("the marked {kinds} block one another", kinds=all_of(dict.fromkeys(kinds)))

    @property
    def text(self) -> Text:
        """The deadlock in sentences, one for each unit unless there are many."""
        if not self.is_small:
            return Plural(
                "{n} tile can never go.",
                "{n} tiles block one another: none of them can be the first to go.",
                n=len(self.cells),
            )
        return sentences(*map(self._wait_text, range(len(self.waits))))

    @property
    def arrows(self) -> tuple[Line, ...]:
        """The cycle of a small deadlock, an arrow from tile to tile for each unit.

        Each arrow starts where the one before it ends, and leads to a tile without one, if there
        is any.
        """
        if not self.is_small:
            return ()
        lines, wait, at = [], self.waits[0], self.waits[0].cells[0]
        seen = [at]
        for _ in self.waits:
            wait = self.waits[next(other for other in wait.on)]
            start, at = (
                at,
                min(
                    (cell for cell in wait.cells if cell != at),
                    key=lambda cell: (cell in seen, abs(cell[0] - at[0]) + abs(cell[1] - at[1])),
                    default=at,
                ),
            )
            if start != at:
                seen.append(at)
                lines.append(line_over((start, at), arrow=True))
        return tuple(lines)

    @property
    def _is_cycle(self) -> bool:
        """Whether units of different kinds wait each for the next, and the last for the first."""
        count = len(self.waits)
        in_order = all(w.on == ((i + 1) % count,) for i, w in enumerate(self.waits))
        return in_order and len({wait.kind for wait in self.waits}) == count

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


def deadlocks(position: Position, orders: int = 3) -> Iterator[Deadlock]:
    """Deadlocks of a position without common tiles, the shortest cycles first.

    Where there is no cycle, `orders` is the number of attempts to find a small deadlock.

    A position without deadlocks may still be lost.

    >>> from quebra.engine.budget import Budget
    >>> from quebra.families.shisen.model import Shisen
    >>> board = Shisen(board=(("A", "B"), ("B", "A")))
    >>> next(deadlocks(Position(board, Budget()))).clause
    'A waits for B, and B for A'
    """
    left = position.stuck(position.standing)
    while left:
        units = _units(position, left)
        blocking = _Blocking(position, units, left)
        cycle = _shortest_cycle(blocking.all_blockers())
        found = (
            [units[number] for number in cycle]
            if cycle
            else _smallest(position, units, left, orders)
        )
        yield _to_deadlock(position, found)
        left = position.stuck(left & ~sum(found))


def deadlock_after(position: Position, pair: Pair) -> Deadlock | None:
    """The first deadlock that follows if this pair goes together, or None."""
    trial = position.copy()
    trial.bind(pair)
    few = trial.stuck(trial.standing).bit_count() <= MAX_REDUCED
    return next(deadlocks(trial, 3 if few else 1), None)


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


class _Blocking:
    """The units that block the paths of each unit; sets of units are integers."""

    def __init__(self, position: Position, units: list[int], left: int) -> None:
        self._position = position
        self._units = units
        self._left = left
        self._bit = {tile: 1 << n for n, unit in enumerate(units) for tile in bits(unit)}

    def paths(self, number: int) -> list[int]:
        """For each path of each pair of a unit, the units that block it."""
        return [
            self._touched(tiles & self._left)
            for pair in self._position.pairs(self._units[number])
            for tiles in self._position.blockers(pair)
        ]

    def all_blockers(self) -> list[set[int]]:
        """For each unit the numbers of the units that block all its paths."""
        found = []
        for number in range(len(self._units)):
            paths = self.paths(number)
            common = (1 << len(self._units)) - 1 if paths else 0
            for path in paths:
                common &= path
            found.append(set(bits(common)))
        return found

    def _touched(self, tiles: int) -> int:
        touched = 0
        for tile in bits(tiles):
            touched |= self._bit[tile]
        return touched


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


def _smallest(position: Position, units: list[int], left: int, orders: int) -> list[int]:
    """A minimal deadlock, the smallest one of several that are found."""
    starts = range(0, len(units), len(units) // orders + 1)
    rotated = (units[start:] + units[:start] for start in starts)
    return min((_minimal(position, order, left) for order in rotated), key=len)


def _minimal(position: Position, units: list[int], left: int) -> list[int]:
    """The units of a deadlock without those that it does not need."""
    for unit in units:
        if unit & left:
            left = position.stuck(left & ~unit) or left
    return _units(position, left)


def _to_deadlock(position: Position, units: list[int]) -> Deadlock:
    """The deadlock of these units, each with the units that it waits for."""
    blocking = _Blocking(position, units, sum(units))
    waits = []
    for number, unit in enumerate(units):
        paths = [set(bits(path)) for path in blocking.paths(number)]
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
