"""What is known of a board while it is filled: the ways that pieces may still lie in each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from quebra.contract.results import Change, Place
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.domains import Ways, frame_domains, members

Domains = list[int]
"""For each cell the set of ways that may lie there, as bits."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """What follows: ways that cells keep, and pieces that are put into cells."""

    technique: str
    where: tuple[int, ...]
    text: str
    kept: dict[int, int] = field(default_factory=dict)
    """The ways that remain, for each cell that loses some."""
    lost: tuple[tuple[int, int], ...] = ()
    """The pieces that can no longer lie in a cell."""
    placed: tuple[tuple[int, int], ...] = ()
    """The pieces that lie in a cell from now on."""

    @property
    def words(self) -> Callable[[], str]:
        """The text, when the ladder asks for it."""
        return lambda: self.text

    def changes(self, places: Sequence[Place]) -> Iterator[Change[int]]:
        yield from (Change("place", places[cell], piece) for cell, piece in self.placed)
        yield from (Change("remove", places[cell], piece) for cell, piece in self.lost)


Solver = Callable[["Board"], dict[int, int] | None]
"""Finds the way in each cell of a solution that agrees with a board; None if there is none."""


class Board:
    """The ways that are left in each cell, and the pieces that lie there for certain.

    >>> board = Board(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> board.domains, board.open
    ([1, 2], 2)
    """

    def __init__(self, puzzle: Edges, solver: Solver | None = None) -> None:
        self.puzzle = puzzle
        self.solver = solver
        self.ways = Ways(puzzle)
        self.domains = frame_domains(self.ways)
        self.lying: dict[int, int] = {}
        """The piece in each cell that has one."""
        self.free = [list(pieces) for pieces in self.ways.kinds]
        """The pieces of each kind that do not lie on the board."""
        self.beside: list[list[tuple[int, int, int]]] = [[] for _ in self.domains]
        """For each cell its sides with a neighbour, that neighbour, and its side."""
        for a, side, b, other in puzzle.layout.seams:
            self.beside[a].append((side, b, other))
            self.beside[b].append((other, a, side))
        self.guide: dict[int, int] | None = None
        """The way in each cell of a solution that agrees with all that is known, once found."""
        self._named: dict[int, int] = {}
        self.clock = 1
        self.changed = [1] * len(self.domains)

    @property
    def open(self) -> int:
        """How many cells have no piece yet, or one that may be turned."""
        return sum(
            cell not in self.lying or held & (held - 1) > 0
            for cell, held in enumerate(self.domains)
        )

    def kinds_in(self, cell: int) -> list[int]:
        """The kinds that may lie in a cell."""
        return list(dict.fromkeys(self.ways.ways[way].kind for way in members(self.domains[cell])))

    def colours_at(self, cell: int, side: int) -> set[int]:
        """The colours that a cell may show on a side."""
        return self.colours_in(self.domains[cell], side)

    def colours_in(self, held: int, side: int) -> set[int]:
        """The colours that a set of ways may show on a side."""
        return {colour for colour, ways in self.ways.showing[side].items() if held & ways}

    def needs(self, cell: int) -> Iterator[tuple[int, int]]:
        """The sides of a cell whose colour is known from without, and that colour."""
        frame = self.puzzle.frame
        if frame is not None:
            inner = {side for side, _, _ in self.beside[cell]}
            sides = range(self.puzzle.layout.sides)
            yield from ((side, frame) for side in sides if side not in inner)
        for side, there, other in self.beside[cell]:
            if there in self.lying and len(shown := self.colours_at(there, other)) == 1:
                yield side, shown.pop()

    def put(self, cell: int, kind: int, ways: int | None = None) -> Deduction | None:
        """What it means to put a piece of a kind into a cell; None where it lies there already."""
        if cell in self.lying:
            return None
        kept = self.domains[cell] & self.ways.of_kind[kind] if ways is None else ways
        piece = self._name(cell, kind)
        return Deduction("", (cell,), "", {cell: kept}, placed=((cell, piece),))

    def _name(self, cell: int, kind: int) -> int:
        """Which piece of a kind lies in a cell: of several that are alike, that of a solution."""
        for hint in self.puzzle.hints:
            if self.puzzle.cell_numbers[hint.cell] == cell:
                return hint.piece
        alike = self.free[kind]
        if len(alike) > 1 and self.find_guide():
            return self._named[cell]
        return alike[0]

    def find_guide(self) -> bool:
        """Look for a solution, unless one is known; whether there is one."""
        if self.guide is None and self.solver:
            self.guide, self.solver = self.solver(self), None
            filling = self.ways.filling(self.guide or {})
            self._named = {self.puzzle.cell_numbers[p.cell]: p.piece for p in filling.cells}
        return self.guide is not None

    def loses(self, cell: int, kept: int) -> tuple[tuple[int, int], ...]:
        """The pieces that a cell loses if it keeps only these ways."""
        left = {self.ways.ways[way].kind for way in members(kept)}
        gone = (kind for kind in self.kinds_in(cell) if kind not in left)
        return tuple((cell, piece) for kind in gone for piece in self.free[kind])

    def apply(self, deduction: Deduction) -> None:
        """Take over what follows, and what each piece that is put down means for its neighbours."""
        for cell, kept in deduction.kept.items():
            self._keep(cell, kept)
        for cell, piece in deduction.placed:
            kind = self.ways.kind_of[piece]
            self.lying[cell] = piece
            self.free[kind].remove(piece)
            self._touch(cell)
            if not self.free[kind]:
                for other in range(len(self.domains)):
                    if other not in self.lying:
                        self._keep(other, self.domains[other] & ~self.ways.of_kind[kind])
        for cell in {*deduction.kept, *(cell for cell, _ in deduction.placed)} & self.lying.keys():
            self._match_neighbours(cell)

    def _match_neighbours(self, cell: int) -> None:
        for side, there, other in self.beside[cell]:
            fitting = 0
            for colour in self.colours_at(cell, side):
                fitting |= self.ways.showing[other].get(colour, 0)
            self._keep(there, self.domains[there] & fitting)

    def _keep(self, cell: int, kept: int) -> None:
        if kept != self.domains[cell]:
            self.domains[cell] = kept
            self._touch(cell)

    def _touch(self, cell: int) -> None:
        self.clock += 1
        self.changed[cell] = self.clock
        for _, there, _ in self.beside[cell]:
            self.changed[there] = self.clock
