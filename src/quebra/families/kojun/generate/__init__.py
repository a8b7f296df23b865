"""New boards: random regions and a filling, then just enough givens of the filling."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Literal, Protocol

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Generate, Recipe
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.kojun.explain import grade, hardest_level
from quebra.families.kojun.explain.candidates import Board as MarkedBoard
from quebra.families.kojun.explain.candidates import Candidates
from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.generate.patchwork import filled_board
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve import own
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.propagate import KojunState
from quebra.grid.cells import Cell, Rows, cells

TRIES = 200
PRUNED_CELLS = 200_000
"""How many cells, over all boards tried, the pruning of one puzzle may look at."""

LARGEST = {"expert": 5}
"""Small regions make harder boards; otherwise the largest have about `USUAL` cells."""
USUAL = 7

Orbit = tuple[Cell, ...]


class KojunRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """What a new Kojun board shall be."""

    clues: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        msgspec.Meta(description="how many givens it shall have"),
    ] = None
    symmetry: Annotated[
        Literal["rotation", "mirror"] | None,
        msgspec.Meta(description="givens symmetric under half a turn, or left to right"),
    ] = None
    minimal: Annotated[bool, msgspec.Meta(description="no given can be dropped")] = False
    largest: Annotated[
        Annotated[int, msgspec.Meta(ge=2, le=12)] | None,
        msgspec.Meta(description="about how many cells the largest regions have"),
    ] = None


def generate(recipe: Recipe, source: Source, budget: Budget) -> Kojun:
    """A board with exactly one solution that is as the recipe says.

    >>> puzzle = generate(KojunRecipe(rows=5, cols=5, minimal=True), Source(1), Budget())
    >>> puzzle.size
    (5, 5)
    """
    assert isinstance(recipe, KojunRecipe)
    _admit(recipe)
    size = (recipe.rows, recipe.cols)
    largest = recipe.largest or LARGEST.get(recipe.grade or "", USUAL)

    def attempt() -> Kojun | None:
        empty, filling = filled_board(size, largest, source, budget)
        return _choose_givens(recipe, empty, filling, source, budget)

    return recipe.first_fit(TRIES, attempt, lambda puzzle: grade(puzzle, budget))


def _admit(recipe: KojunRecipe) -> None:
    admit_size(recipe.rows, recipe.cols)
    if recipe.minimal and (recipe.symmetry or recipe.clues is not None):
        raise BadInput("A minimal board takes the givens it needs: ask for no symmetry or clues.")
    if recipe.clues is not None and recipe.clues > recipe.rows * recipe.cols:
        raise BadInput(f"{recipe.clues} clues are more than the board has cells.")
    if recipe.clues and recipe.clues % 2 and all(len(orbit) == 2 for orbit in _orbits(recipe)):
        raise BadInput(f"With this symmetry clues come in pairs: {recipe.clues} is odd.")


def _choose_givens(
    recipe: KojunRecipe, empty: Kojun, filling: Rows[int], source: Source, budget: Budget
) -> Kojun | None:
    """The board with enough givens to solve it, or None where the clues asked for do not do."""
    by_search = recipe.minimal or recipe.grade == "expert"
    orbits = source.shuffled(_orbits(recipe))
    reasoner = Searcher(empty) if by_search else Logician(empty, recipe.grade, budget)
    chosen = _sufficient(orbits, filling, reasoner)

    def enough(puzzle: Kojun) -> bool:
        # The solver is quick, and most boards with a given less fail here.
        if not _unique(puzzle, budget):
            return False
        if by_search:
            return True
        if hardest_level(puzzle, budget, LADDER.limit(recipe.grade)) is None:
            return False
        return recipe.grade is None or recipe.admits(grade(puzzle, budget))

    chosen = _pruned(chosen, empty, filling, enough, recipe)
    spare = [orbit for orbit in orbits if orbit not in chosen]
    while recipe.clues is not None and _count(chosen) < recipe.clues and spare:
        chosen.append(spare.pop())
    if recipe.clues not in (None, _count(chosen)):
        return None
    return _board(empty, filling, chosen)


class Reasoner(Protocol):
    """Somebody who is told givens one by one and draws conclusions."""

    def knows(self, cell: Cell) -> bool:
        """Whether the number of a cell follows from what was told."""

    def hear(self, cell: Cell, value: int) -> None:
        """Take a given into account."""


class Logician:
    """Reasons as people do, no harder than the grade allows."""

    def __init__(self, empty: Kojun, grade: str | None, budget: Budget) -> None:
        board = MarkedBoard(empty)
        self.number = {place: i for i, place in enumerate(board.places)}
        self.state = Candidates(board, empty.givens)
        self.limit, self.budget = LADDER.limit(grade), budget
        self.rare, self.left = LADDER.grades.get(grade or "", ("", 0))
        self._conclude()

    def knows(self, cell: Cell) -> bool:
        return self.state.values[self.number[cell]] != 0

    def hear(self, cell: Cell, value: int) -> None:
        self.state.place(self.number[cell], value)
        self._conclude()

    def _conclude(self) -> None:
        for found in LADDER.deductions(self.state, self.budget, self.limit):
            if found.technique == self.rare:
                self.left -= 1
                if self.left < 0:
                    self.limit -= 1
                    break


class Searcher:
    """Reasons as the solver does before it guesses."""

    def __init__(self, empty: Kojun) -> None:
        self.board = KojunBoard(empty)
        self.state = KojunState(self.board)
        self.state.propagate()
        self.state.strengthen()
        self.state.propagate()

    def knows(self, cell: Cell) -> bool:
        domain = self.state.dom[self.board.number(cell)]
        return not domain & (domain - 1)

    def hear(self, cell: Cell, value: int) -> None:
        self.state.keep(self.board.number(cell), 1 << value - 1)
        self.state.propagate()


def _sufficient(orbits: list[Orbit], filling: Rows[int], reasoner: Reasoner) -> list[Orbit]:
    """Orbits that were not known when their turn came: given these, all follows."""
    chosen = []
    for orbit in orbits:
        if not all(reasoner.knows(cell) for cell in orbit):
            chosen.append(orbit)
            for r, c in orbit:
                if not reasoner.knows((r, c)):
                    reasoner.hear((r, c), filling[r][c])
    return chosen


def _pruned(
    chosen: list[Orbit],
    empty: Kojun,
    filling: Rows[int],
    enough: Callable[[Kojun], bool],
    recipe: KojunRecipe,
) -> list[Orbit]:
    """The orbits without those that are not needed; on large boards only some are tested."""
    tests = len(chosen) if recipe.minimal else PRUNED_CELLS // (recipe.rows * recipe.cols)
    for orbit in chosen[:tests]:
        if _count(chosen) == recipe.clues:
            break
        rest = [other for other in chosen if other is not orbit]
        if enough(_board(empty, filling, rest)):
            chosen = rest
    return chosen


def _unique(puzzle: Kojun, budget: Budget) -> bool:
    return len(list(islice(own(puzzle, budget, goal="any", seed=None), 2))) == 1


def _board(empty: Kojun, filling: Rows[int], chosen: list[Orbit]) -> Kojun:
    shown = {cell for orbit in chosen for cell in orbit}
    givens = (
        tuple(value if (r, c) in shown else 0 for c, value in enumerate(row))
        for r, row in enumerate(filling)
    )
    return empty.with_givens(tuple(givens))


def _count(orbits: list[Orbit]) -> int:
    return sum(len(orbit) for orbit in orbits)


def _orbits(recipe: KojunRecipe) -> list[Orbit]:
    """The cells, grouped into those that are given together."""
    rows, cols = recipe.rows, recipe.cols

    def image(r: int, c: int) -> Cell:
        if recipe.symmetry == "rotation":
            return rows - 1 - r, cols - 1 - c
        return (r, cols - 1 - c) if recipe.symmetry == "mirror" else (r, c)

    return sorted({tuple(sorted({cell, image(*cell)})) for cell in cells(rows, cols)})


GENERATE = Generate(recipe=KojunRecipe, make=generate)
