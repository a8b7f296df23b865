"""Taking an assembly apart by straight moves of one group of pieces at a time.

A state has the offset of each piece from its place. For a direction, a piece pushes another if that
one lies in its way within a number of steps; a group that can move that far is closed under pushes,
so the groups to try are the unions of closures of single pieces. If any group can move without end,
so can the closure of each of its pieces; those are looked for first, as unions may be many. Breadth
first over states, the first group that nothing holds comes off after the least number of moves,
which is the level. Then both parts go on by themselves; their numbers of moves depend on which part
came off first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from quebra.engine.budget import Budget
from quebra.families.solids.model import Assembly, Shift, Solids
from quebra.families.solids.space import STEPS, Cell

Offsets = tuple[Cell, ...]
Verdict = Literal["apart", "locked"]
_DIRECTIONS = tuple(STEPS.items())


@dataclass(frozen=True)
class Disassembly:
    """Whether an assembly comes apart, by which moves, and the level of each removal.

    `locked` is proved for straight moves of one group at a time: all states were seen. The first
    level is the least possible.
    """

    verdict: Verdict
    moves: tuple[Shift, ...]
    levels: tuple[int, ...]

    @property
    def level(self) -> int:
        """The number of moves until the first piece is off; 0 if none comes off."""
        return self.levels[0] if self.levels else 0


def take_apart(puzzle: Solids, answer: Assembly, budget: Budget) -> Disassembly:
    """The moves that take an assembly apart; raises `Cut` at the end of the budget.

    >>> from quebra.families.solids.model import Piece, Placed
    >>> pair = Solids(pieces=(Piece("I", ("##",), 2),), target=("##|##",))
    >>> both = Assembly((Placed(0, (0, 0, 0)), Placed(1, (0, 1, 0))))
    >>> take_apart(pair, both, Budget()).levels
    (1,)
    """
    bodies = {place.piece: frozenset(puzzle.cells_of(place)) for place in answer.places}
    groups = [tuple(sorted(bodies))]
    moves: list[Shift] = []
    levels: list[int] = []
    while groups:
        group = groups.pop()
        if len(group) < 2:
            continue
        found = _first_removal({piece: bodies[piece] for piece in group}, budget)
        if found is None:
            return Disassembly("locked", tuple(moves), tuple(levels))
        moves += found
        levels.append(len(found))
        for shift in found:
            for piece in shift.pieces:
                bodies[piece] = frozenset(_moved(bodies[piece], shift))
        off = found[-1].pieces
        groups += [tuple(piece for piece in group if piece not in off), off]
    return Disassembly("apart", tuple(moves), tuple(levels))


def _moved(body: frozenset[Cell], shift: Shift) -> Iterator[Cell]:
    dx, dy, dz = STEPS[shift.direction]
    n = shift.steps
    return ((x + dx * n, y + dy * n, z + dz * n) for x, y, z in body)


def _first_removal(bodies: Mapping[int, frozenset[Cell]], budget: Budget) -> list[Shift] | None:
    """The fewest moves after which a group is off; None if all states hold together."""
    pieces = sorted(bodies)
    contacts = _Contacts([bodies[piece] for piece in pieces])
    start: Offsets = ((0, 0, 0),) * len(pieces)
    came: dict[Offsets, tuple[Offsets, Shift] | None] = {start: None}
    level = [start]
    while level:
        beyond: list[Offsets] = []
        for state in level:
            budget.spend()
            rooms = [(name, step, _rooms(contacts, state, step)) for name, step in _DIRECTIONS]
            for name, _, room in rooms:
                if free := _closures(dict.fromkeys(room, 0), len(state)):
                    least = min(map(sorted, free), key=lambda group: (len(group), group))
                    moving = tuple(pieces[i] for i in least)
                    return [*_path(came, state), Shift(moving, name, 0)]
            for name, step, room in rooms:
                for group, most in _groups(room, len(state), budget):
                    moving = tuple(pieces[i] for i in sorted(group))
                    for steps in range(1, most + 1):
                        after = _shifted(state, group, step, steps)
                        if after not in came:
                            came[after] = state, Shift(moving, name, steps)
                            beyond.append(after)
        level = beyond
    return None


def _path(came: Mapping[Offsets, tuple[Offsets, Shift] | None], state: Offsets) -> list[Shift]:
    moves: list[Shift] = []
    here = came[state]
    while here is not None:
        state, shift = here
        moves.append(shift)
        here = came[state]
    return moves[::-1]


def _shifted(state: Offsets, group: frozenset[int], step: Cell, steps: int) -> Offsets:
    """The state after a move, seen from the first piece."""
    dx, dy, dz = (way * steps for way in step)
    moved = [
        (x + dx, y + dy, z + dz) if piece in group else (x, y, z)
        for piece, (x, y, z) in enumerate(state)
    ]
    a, b, c = moved[0]
    return tuple((x - a, y - b, z - c) for x, y, z in moved)


class _Contacts:
    """How far a piece can go in a direction before it runs into another one."""

    def __init__(self, bodies: list[frozenset[Cell]]) -> None:
        self.bodies = bodies
        self._known: dict[tuple[int, int, Cell, Cell], int | None] = {}

    def room(self, one: int, other: int, apart: Cell, step: Cell) -> int | None:
        """The steps that a piece can make; None if the other is never in its way.

        `apart` is the offset of the other piece, seen from the first.
        """
        key = (one, other, apart, step)
        if key not in self._known:
            self._known[key] = self._measure(*key)
        return self._known[key]

    def _measure(self, one: int, other: int, apart: Cell, step: Cell) -> int | None:
        axis = next(i for i in range(3) if step[i])
        across = [i for i in range(3) if i != axis]
        least: int | None = None
        ahead: dict[tuple[int, int], list[int]] = {}
        for cell in self.bodies[other]:
            moved = [cell[i] + apart[i] for i in range(3)]
            ahead.setdefault((moved[across[0]], moved[across[1]]), []).append(moved[axis])
        for cell in self.bodies[one]:
            for place in ahead.get((cell[across[0]], cell[across[1]]), ()):
                way = (place - cell[axis]) * step[axis] - 1
                if way >= 0 and (least is None or way < least):
                    least = way
        return least


Rooms = Mapping[tuple[int, int], int]
"""How far a piece can go before it runs into another one; pairs that never meet are left out."""


def _rooms(contacts: _Contacts, state: Offsets, step: Cell) -> Rooms:
    room = {}
    for one, (x, y, z) in enumerate(state):
        for other, (a, b, c) in enumerate(state):
            if one != other:
                way = contacts.room(one, other, (a - x, b - y, c - z), step)
                if way is not None:
                    room[one, other] = way
    return room


def _groups(room: Rooms, count: int, budget: Budget) -> Iterator[tuple[frozenset[int], int]]:
    """The groups that can move, and how far."""
    for group in _unions(_closures(room, count), count, budget):
        ways = [way for (one, other), way in room.items() if one in group and other not in group]
        yield group, min(ways)


def _closures(room: Rooms, count: int) -> set[frozenset[int]]:
    """For each piece the smallest group with it that can make one step."""
    pushes: list[list[int]] = [[] for _ in range(count)]
    for (one, other), way in room.items():
        if not way:
            pushes[one].append(other)
    found = set()
    for piece in range(count):
        group, edge = {piece}, [piece]
        while edge:
            for other in pushes[edge.pop()]:
                if other not in group:
                    group.add(other)
                    edge.append(other)
        if len(group) < count:
            found.add(frozenset(group))
    return found


def _unions(closures: set[frozenset[int]], count: int, budget: Budget) -> set[frozenset[int]]:
    """All unions of closures that are not all pieces."""
    found = set(closures)
    edge = list(found)
    while edge:
        budget.pause()
        group = edge.pop()
        for other in closures:
            union = group | other
            if len(union) < count and union not in found:
                found.add(union)
                edge.append(union)
    return found
