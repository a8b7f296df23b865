"""The state of a board during deduction: the remaining candidates of each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quebra.families.edges.model import Edges, Placed
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.grid.candidates import bits
from quebra.i18n.text import Text

Domains = list[int]
"""The set of remaining candidates of each cell, as bits."""
Side = tuple[int, int]
"""A cell and one of its sides."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A candidate for a cell, with the cells and sides that show why; without one, a dead end."""

    technique: Text
    where: tuple[int, ...]
    said: Callable[[], tuple[Text, Text]]
    """Returns the sentence and the complete argument; called before the deduction is applied."""
    candidate: int | None = None
    sides: tuple[Side, ...] = ()
    nodes: int = 0
    """The placements of a search that proves it."""

    @property
    def cell(self) -> int:
        """The cell that is filled."""
        return self.where[0]


Solver = Callable[["EdgesBoard"], dict[int, int] | None]
"""Finds a solution that agrees with a board, as the candidate in each cell; None if none."""


class EdgesBoard:
    """The remaining candidates of each cell, and the placed pieces.

    >>> board = EdgesBoard(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> board.domains, board.open
    ([1, 2], [0, 1])
    """

    def __init__(self, puzzle: Edges, solver: Solver | None = None) -> None:
        self.puzzle = puzzle
        self.solver = solver
        self.candidates = Candidates(puzzle)
        self.domains = frame_domains(self.candidates)
        self.filled: dict[int, int] = {}
        """The candidate in each filled cell."""
        self.pieces: dict[int, int] = {}
        """The piece in each filled cell."""
        self.unused = [list(pieces) for pieces in self.candidates.kinds]
        """The unused pieces of each kind."""
        self.neighbours = puzzle.layout.neighbours
        self.rim_sides = [0] * len(self.domains)
        """The number of sides of each cell at the frame."""
        for cell, _ in puzzle.layout.rim if puzzle.frame is not None else ():
            self.rim_sides[cell] += 1
        self.solution: dict[int, int] | None = None
        """The candidate in each cell of a solution that agrees with the board, once found."""
        self._solution_pieces: dict[int, int] = {}

    @property
    def pairs_edges(self) -> bool:
        """Whether all edges meet another one or the frame, so that their number is even."""
        return self.puzzle.frame is not None and self.candidates.exact

    @property
    def open(self) -> list[int]:
        """The cells without a piece."""
        return [cell for cell in range(len(self.domains)) if cell not in self.filled]

    def kind(self, candidate: int) -> int:
        """The kind of a candidate."""
        return self.candidates.all[candidate].kind

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
            if there in self.filled:
                yield side, self.candidates.all[self.filled[there]].colours[other]

    def place(self, cell: int, candidate: int) -> Placed:
        """Fill a cell, and remove what the piece rules out elsewhere; returns what was placed."""
        placed = self.placed(cell, candidate)
        kind, colours = self.kind(candidate), self.candidates.all[candidate].colours
        self.filled[cell], self.pieces[cell] = candidate, placed.piece
        self.domains[cell] = 1 << candidate
        self.unused[kind].remove(placed.piece)
        if not self.unused[kind]:
            gone = ~self.candidates.of_kind[kind]
            for other in self.open:
                self.domains[other] &= gone
        for side, there, other in self.neighbours[cell]:
            if there not in self.filled:
                self.domains[there] &= self.candidates.showing[other].get(colours[side], 0)
        return placed

    def placed(self, cell: int, candidate: int) -> Placed:
        """A candidate in a cell as a piece with a turn."""
        piece = self._piece_of_kind(cell, self.kind(candidate))
        turn = self.candidates.turns[piece][self.candidates.all[candidate].colours]
        for hint in self.puzzle.hints:
            if hint.piece == piece and hint.turn is not None:
                turn = hint.turn
        return Placed(self.puzzle.layout.cells[cell], piece, turn)

    def _piece_of_kind(self, cell: int, kind: int) -> int:
        """The piece of a kind to place in a cell; of equal pieces, the one of a solution."""
        given = {self.puzzle.cell_numbers[hint.cell]: hint.piece for hint in self.puzzle.hints}
        if cell in given:
            return given[cell]
        equal = [piece for piece in self.unused[kind] if piece not in given.values()]
        if len(equal) > 1 and self.find_solution() and self._solution_pieces[cell] in equal:
            return self._solution_pieces[cell]
        return equal[0]

    def find_solution(self) -> bool:
        """Search for a solution unless one is known; returns whether there is one."""
        if self.solution is None and self.solver:
            solution, self.solver = self.solver(self), None
            if solution is not None:
                self.know_solution(solution)
        return self.solution is not None

    def know_solution(self, solution: dict[int, int]) -> None:
        """Keep a solution that agrees with the board."""
        self.solution, self.solver = solution, None
        filling = self.candidates.filling(solution)
        numbers = self.puzzle.cell_numbers
        self._solution_pieces = {numbers[p.cell]: p.piece for p in filling.cells}

    def only_candidate(self, cell: int) -> int | None:
        """The only remaining candidate of a cell, if there is one."""
        held = self.domains[cell]
        return held.bit_length() - 1 if held and not held & (held - 1) else None

    def refuting_neighbours(self, cell: int, candidate: int) -> list[int]:
        """The open neighbours for which nothing is left after a placement."""
        kind, colours = self.kind(candidate), self.candidates.all[candidate].colours
        kept = ~self.candidates.of_kind[kind] if len(self.unused[kind]) == 1 else -1
        return [
            there
            for side, there, other in self.neighbours[cell]
            if there not in self.filled
            and not self.domains[there]
            & kept
            & self.candidates.showing[other].get(colours[side], 0)
        ]

    def kinds_in(self, held: int) -> set[int]:
        """The kinds of a set of candidates."""
        return {self.kind(candidate) for candidate in bits(held)}
