"""The state of a board during deduction: the remaining candidates of each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from quebra.contract.results import Change, Place
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.grid.candidates import bits
from quebra.i18n.text import Text

Domains = list[int]
"""The set of remaining candidates of each cell, as bits."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A deduction: candidates removed from cells, and pieces placed."""

    technique: str
    where: tuple[int, ...]
    text: Text
    remaining: dict[int, int] = field(default_factory=dict)
    """The remaining candidates of each cell that loses some."""
    lost: tuple[tuple[int, int], ...] = ()
    """Pairs of a cell and a piece that is ruled out there."""
    placed: tuple[tuple[int, int], ...] = ()
    """Pairs of a cell and the piece placed there."""

    @property
    def words(self) -> Callable[[], Text]:
        """A function that returns the text, as the ladder expects."""
        return lambda: self.text

    def changes(self, places: Sequence[Place]) -> Iterator[Change[int]]:
        yield from (Change("place", places[cell], piece) for cell, piece in self.placed)
        yield from (Change("remove", places[cell], piece) for cell, piece in self.lost)


Solver = Callable[["EdgesBoard"], dict[int, int] | None]
"""Finds a solution that agrees with a board, as the candidate in each cell; None if none."""


class EdgesBoard:
    """The remaining candidates of each cell, and the placed pieces.

    >>> board = EdgesBoard(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> board.domains, board.open
    ([1, 2], 2)
    """

    def __init__(self, puzzle: Edges, solver: Solver | None = None) -> None:
        self.puzzle = puzzle
        self.solver = solver
        self.candidates = Candidates(puzzle)
        self.domains = frame_domains(self.candidates)
        self.filled: dict[int, int] = {}
        """The piece in each filled cell."""
        self.unused = [list(pieces) for pieces in self.candidates.kinds]
        """The unused pieces of each kind."""
        self.neighbours = puzzle.layout.neighbours
        self.solution: dict[int, int] | None = None
        """The candidate in each cell of a solution that agrees with the board, once found."""
        self._solution_pieces: dict[int, int] = {}
        self.clock = 1
        self.changed = [1] * len(self.domains)

    @property
    def open(self) -> int:
        """The number of cells without a piece, or whose piece has several turns."""
        return sum(
            cell not in self.filled or held & (held - 1) > 0
            for cell, held in enumerate(self.domains)
        )

    def kinds_in(self, cell: int) -> list[int]:
        """The kinds of the remaining candidates of a cell."""
        return list(dict.fromkeys(self.candidates.all[n].kind for n in bits(self.domains[cell])))

    def colours_at(self, cell: int, side: int) -> set[int]:
        """The colours that a cell can show on a side."""
        return self.colours_in(self.domains[cell], side)

    def colours_in(self, held: int, side: int) -> set[int]:
        """The colours that a set of candidates can show on a side."""
        return {colour for colour, mask in self.candidates.showing[side].items() if held & mask}

    def known_sides(self, cell: int) -> Iterator[tuple[int, int]]:
        """The sides of a cell whose colour the frame or a neighbour determines, with the colour."""
        frame = self.puzzle.frame
        if frame is not None:
            inner = {side for side, _, _ in self.neighbours[cell]}
            sides = range(self.puzzle.layout.sides)
            yield from ((side, frame) for side in sides if side not in inner)
        for side, there, other in self.neighbours[cell]:
            if there in self.filled and len(shown := self.colours_at(there, other)) == 1:
                yield side, shown.pop()

    def put(self, cell: int, kind: int, mask: int | None = None) -> Deduction | None:
        """The deduction that places a piece of a kind in a cell; None if the cell is filled."""
        if cell in self.filled:
            return None
        mask = self.domains[cell] & self.candidates.of_kind[kind] if mask is None else mask
        piece = self._piece_of_kind(cell, kind)
        return Deduction("", (cell,), Text(), {cell: mask}, placed=((cell, piece),))

    def _piece_of_kind(self, cell: int, kind: int) -> int:
        """The piece of a kind to place in a cell; of equal pieces, the one of a solution."""
        for hint in self.puzzle.hints:
            if self.puzzle.cell_numbers[hint.cell] == cell:
                return hint.piece
        equal = self.unused[kind]
        if len(equal) > 1 and self.find_solution():
            return self._solution_pieces[cell]
        return equal[0]

    def find_solution(self) -> bool:
        """Search for a solution unless one is known; returns whether there is one."""
        if self.solution is None and self.solver:
            self.solution, self.solver = self.solver(self), None
            filling = self.candidates.filling(self.solution or {})
            numbers = self.puzzle.cell_numbers
            self._solution_pieces = {numbers[p.cell]: p.piece for p in filling.cells}
        return self.solution is not None

    def removed_pieces(self, cell: int, remaining: int) -> tuple[tuple[int, int], ...]:
        """The pieces ruled out in a cell if only these candidates remain."""
        left = {self.candidates.all[n].kind for n in bits(remaining)}
        gone = (kind for kind in self.kinds_in(cell) if kind not in left)
        return tuple((cell, piece) for kind in gone for piece in self.unused[kind])

    def apply(self, deduction: Deduction) -> None:
        """Apply a deduction, and remove what placed pieces rule out in neighbouring cells."""
        for cell, remaining in deduction.remaining.items():
            self._keep(cell, remaining)
        for cell, piece in deduction.placed:
            kind = self.candidates.kind_of[piece]
            self.filled[cell] = piece
            self.unused[kind].remove(piece)
            self._touch(cell)
            if not self.unused[kind]:
                for other in range(len(self.domains)):
                    if other not in self.filled:
                        self._keep(other, self.domains[other] & ~self.candidates.of_kind[kind])
        for cell in (deduction.remaining.keys() | dict(deduction.placed)) & self.filled.keys():
            self._match_neighbours(cell)

    def _match_neighbours(self, cell: int) -> None:
        for side, there, other in self.neighbours[cell]:
            fitting = 0
            for colour in self.colours_at(cell, side):
                fitting |= self.candidates.showing[other].get(colour, 0)
            self._keep(there, self.domains[there] & fitting)

    def _keep(self, cell: int, remaining: int) -> None:
        if remaining != self.domains[cell]:
            self.domains[cell] = remaining
            self._touch(cell)

    def _touch(self, cell: int) -> None:
        self.clock += 1
        self.changed[cell] = self.clock
        for _, there, _ in self.neighbours[cell]:
            self.changed[there] = self.clock
