"""Edge-matching: a variable for the piece and turn in each cell, and one for each seam's colour."""

from __future__ import annotations

from collections.abc import Mapping, Set

from quebra.contract.errors import BadInput
from quebra.families.edges.formats.cells import write_cell
from quebra.families.edges.model import Edges, Filling, Hint
from quebra.families.edges.solve.domains import Candidate, Candidates, hint_clash
from quebra.i18n.text import Text
from quebra.models.problem import AtMost, Clause, Total
from quebra.models.puzzle_model import INCOMPLETE, PuzzleModel


class EdgesModel(PuzzleModel[Edges, Filling]):
    """The candidates of cells: pieces of one kind in one orientation, numbered from 1."""

    def __init__(self, puzzle: Edges) -> None:
        super().__init__(puzzle)
        self.candidates = Candidates(puzzle)
        self.cells = [
            self.problem.add_variable(
                write_cell(cell),
                (n for n, each in enumerate(self.candidates.all, 1) if self._fits(number, each)),
            )
            for number, cell in enumerate(puzzle.layout.cells)
        ]
        self.decisions = tuple(self.cells)
        self.notes = (
            "A cell's value is a piece with a turn, from this list; equal pieces are listed once.",
            *(
                f"{n}: piece {self.candidates.kinds[each.kind][0] + 1}, turn {each.turn}"
                for n, each in enumerate(self.candidates.all, 1)
            ),
            "sN is the colour at seam N.",
        )

    def _fits(self, cell: int, candidate: Candidate) -> bool:
        """Whether the rim and the hints allow a candidate in a cell."""
        puzzle = self.puzzle
        if puzzle.frame is not None and any(
            candidate.colours[side] != puzzle.frame for at, side in puzzle.layout.rim if at == cell
        ):
            return False
        return all(
            self._follows(hint, candidate)
            for hint in puzzle.hints
            if puzzle.cell_numbers[hint.cell] == cell
        )

    def _follows(self, hint: Hint, candidate: Candidate) -> bool:
        if candidate.kind != self.candidates.kind_of[hint.piece]:
            return False
        turn = hint.turn
        return turn is None or self.puzzle.turned(hint.piece, turn) == candidate.colours

    def constrain(self) -> None:
        if hint_clash(self.puzzle):
            self.problem.require()
        self._use_pieces()
        self._match_seams()
        self._vary_long_sides()

    def _use_pieces(self) -> None:
        """Use no more pieces of a kind than there are, and all if there are as many as cells."""
        every = self.candidates.all
        for kind, pieces in enumerate(self.candidates.kinds):
            uses = tuple(
                cell.equals(n)
                for cell in self.cells
                for n in cell.values
                if every[n - 1].kind == kind
            )
            self.problem.add(AtMost(Total(uses), len(pieces)))
            if self.candidates.exact:
                self.problem.add(Clause(uses))

    def _match_seams(self) -> None:
        for number, (a, side, b, other) in enumerate(self.puzzle.layout.seams, 1):
            seam = self.problem.add_variable(f"s{number}", self.candidates.colours)
            for cell, at in ((self.cells[a], side), (self.cells[b], other)):
                for n in cell.values:
                    colour = self.candidates.all[n - 1].colours[at]
                    self.problem.require(cell.differs(n), seam.equals(colour))

    def _vary_long_sides(self) -> None:
        """Show no colour twice on a long side of a stack."""
        for sides in self.puzzle.layout.all_different:
            for colour in self.candidates.colours:
                shown = tuple(
                    self.cells[cell].equals(n)
                    for cell, side in sides
                    for n in self.cells[cell].values
                    if self.candidates.all[n - 1].colours[side] == colour
                )
                self.problem.add(AtMost(Total(shown), 1))

    def answer(self, values: Mapping[str, int]) -> Filling:
        placements = {number: values[cell.name] - 1 for number, cell in enumerate(self.cells)}
        used = [0] * len(self.candidates.kinds)
        for candidate in placements.values():
            kind = self.candidates.all[candidate].kind
            used[kind] += 1
            if used[kind] > len(self.candidates.kinds[kind]):
                piece = self.candidates.kinds[kind][0] + 1
                raise BadInput(Text("Piece {piece} is used too often.", piece=piece))
        return self.candidates.filling(placements)

    def choice_names(self, values: Mapping[str, int]) -> list[str]:
        """The choices of the paper's program."""
        names = self._choices()
        return [names[cell.name, values[cell.name]] for cell in self.cells]

    def chosen_values(self, chosen: Set[str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {cell.name: [] for cell in self.cells}
        for (cell, value), name in self._choices().items():
            if name in chosen:
                found[cell].append(value)
        return found

    def _choices(self) -> dict[tuple[str, int], str]:
        """The name of the choice of each value of a cell."""
        names = {}
        for cell in self.cells:
            for value in cell.values:
                candidate = self.candidates.all[value - 1]
                piece = self.candidates.kinds[candidate.kind][0] + 1
                turn = f"_t{candidate.turn}" if candidate.turn else ""
                names[cell.name, value] = f"p{piece}_{cell.name}{turn}"
        return names

    def values(self, answer: Filling) -> dict[str, int]:
        if len(answer.cells) != len(self.cells):
            raise BadInput(INCOMPLETE)
        try:
            placements = self.candidates.placements(answer)
        except (KeyError, IndexError):
            raise BadInput(INCOMPLETE) from None
        return {self.cells[cell].name: n + 1 for cell, n in placements.items()}


MODEL = EdgesModel
