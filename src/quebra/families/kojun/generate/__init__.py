"""New puzzles: random regions and a random filling, then givens until it is the only solution."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Literal, Protocol

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES, Generate, Recipe, option
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.kojun.explain import grade, is_at_most
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.generate.patchwork import filled_board
from quebra.families.kojun.model import Kojun, Order
from quebra.families.kojun.solve import own
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.propagate import KojunState
from quebra.grid.cells import Cell, Rows, cells
from quebra.i18n.text import Text

TRIES = 400
PRUNED_CELLS = 200_000
"""Cells of all boards that are solved to prune the givens of one puzzle."""

LARGEST_REGION = {"expert": 5}
"""Cells of the largest regions by grade: small regions make harder puzzles."""
USUAL_LARGEST_REGION = 7

Orbit = tuple[Cell, ...]
"""Cells that the symmetry of the givens maps to each other, so that they are given together."""


class KojunRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The properties that a new Kojun puzzle must have."""

    clues: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        option(Text("number of givens")),
    ] = None
    symmetry: Annotated[
        Literal["rotation", "mirror"] | None,
        option(Text("givens symmetric under half a turn, or left to right")),
    ] = None
    minimal: Annotated[bool, option(Text("no given can be dropped"))] = False
    largest: Annotated[
        Annotated[int, msgspec.Meta(ge=2, le=12)] | None,
        option(Text("approximate number of cells of the largest regions")),
    ] = None
    order: Annotated[
        Order,
        option(
            Text("numbers decrease downwards in adjacent cells, or over a region's whole column")
        ),
    ] = "adjacent"


def generate(recipe: Recipe, source: Source, budget: Budget) -> Kojun:
    """A puzzle with exactly one solution that matches the recipe.

    >>> puzzle = generate(KojunRecipe(rows=5, cols=5, minimal=True), Source(1), Budget())
    >>> puzzle.size
    (5, 5)
    """
    assert isinstance(recipe, KojunRecipe)
    _admit(recipe)
    largest = recipe.largest or LARGEST_REGION.get(recipe.grade or "", USUAL_LARGEST_REGION)

    def attempt() -> Kojun | None:
        empty, filling = _filled(recipe, largest, source, budget)
        puzzle = _choose_givens(recipe, empty, filling, source, budget)
        return puzzle if puzzle and not _is_easier(recipe, puzzle, budget) else None

    return recipe.first_fit(TRIES, attempt, lambda puzzle: grade(puzzle, budget))


def _is_easier(recipe: KojunRecipe, puzzle: Kojun, budget: Budget) -> bool:
    """Whether a puzzle is easier than the recipe asks for; a quick test before the grade."""
    level = GRADES.index(recipe.grade) if recipe.grade else 0
    return level > 0 and is_at_most(GRADES[level - 1], puzzle, budget)


def _admit(recipe: KojunRecipe) -> None:
    admit_size(recipe.rows, recipe.cols)
    if recipe.minimal and (recipe.symmetry or recipe.clues is not None):
        raise BadInput(
            Text("A minimal board takes the givens it needs: ask for no symmetry or clues.")
        )
    if recipe.clues is not None and recipe.clues > recipe.rows * recipe.cols:
        raise BadInput(Text("{clues} clues are more than the board has cells.", clues=recipe.clues))
    if recipe.clues and recipe.clues % 2 and all(len(orbit) == 2 for orbit in _orbits(recipe)):
        raise BadInput(
            Text("With this symmetry clues come in pairs: {clues} is odd.", clues=recipe.clues)
        )


def _filled(
    recipe: KojunRecipe, largest: int, source: Source, budget: Budget
) -> tuple[Kojun, Rows[int]]:
    """Regions and a filling; if the order is `column`, with a region for which that matters."""
    size = (recipe.rows, recipe.cols)
    for _ in range(TRIES if recipe.order == "column" else 1):
        empty, filling = filled_board(size, largest, source, budget, recipe.order)
        if _has_gap(empty):
            break
    return empty, filling


def _has_gap(puzzle: Kojun) -> bool:
    """Whether the order rule compares cells that do not touch."""
    board = KojunBoard(puzzle)
    return any(0 <= upper < cell - board.stride for cell, upper in enumerate(board.above))


def _choose_givens(
    recipe: KojunRecipe, empty: Kojun, filling: Rows[int], source: Source, budget: Budget
) -> Kojun | None:
    """The puzzle with givens that make it unique, or None if the number of clues is not met."""
    by_search = recipe.minimal or recipe.grade == "expert"
    orbits = source.shuffled(_orbits(recipe))
    solver = PropagationSolver(empty) if by_search else TechniqueSolver(empty, recipe.grade, budget)
    chosen = _sufficient(orbits, filling, solver)

    def enough(puzzle: Kojun) -> bool:
        # The cheap test comes first: most boards with one given less have several solutions.
        if not _unique(puzzle, budget):
            return False
        return by_search or is_at_most(recipe.grade, puzzle, budget)

    chosen = _pruned(chosen, empty, filling, enough, recipe)
    spare = [orbit for orbit in orbits if orbit not in chosen]
    while recipe.clues is not None and _count(chosen) < recipe.clues and spare:
        chosen.append(spare.pop())
    if recipe.clues not in (None, _count(chosen)):
        return None
    return _board(empty, filling, chosen)


class IncrementalSolver(Protocol):
    """Solver that accepts givens incrementally."""

    def is_determined(self, cell: Cell) -> bool:
        """Whether the number of a cell follows from the givens so far."""

    def add_given(self, cell: Cell, value: int) -> None:
        """Add a given and propagate it."""


class TechniqueSolver:
    """Deduces with the techniques that the grade allows."""

    def __init__(self, empty: Kojun, grade: str | None, budget: Budget) -> None:
        layout = KojunLayout(empty)
        self.number = {place: i for i, place in enumerate(layout.places)}
        self.state = Candidates(layout, empty.givens)
        self.limit, self.budget = LADDER.limit(grade), budget
        self.hardest, self.uses_left = LADDER.grades.get(grade or "", ("", 0))
        self._deduce()

    def is_determined(self, cell: Cell) -> bool:
        return self.state.values[self.number[cell]] != 0

    def add_given(self, cell: Cell, value: int) -> None:
        self.state.place(self.number[cell], value)
        self._deduce()

    def _deduce(self) -> None:
        for rung in LADDER.rounds(self.state, self.budget, self.limit):
            if rung.name == self.hardest:
                self.uses_left -= 1
                if self.uses_left < 0:
                    self.limit -= 1
                    break


class PropagationSolver:
    """Deduces with the propagation of the engine `own`."""

    def __init__(self, empty: Kojun) -> None:
        self.board = KojunBoard(empty)
        self.state = KojunState(self.board)
        self.state.propagate()
        self.state.strengthen()
        self.state.propagate()

    def is_determined(self, cell: Cell) -> bool:
        domain = self.state.dom[self.board.number(cell)]
        return not domain & (domain - 1)

    def add_given(self, cell: Cell, value: int) -> None:
        self.state.keep(self.board.number(cell), 1 << value - 1)
        self.state.propagate()


def _sufficient(orbits: list[Orbit], filling: Rows[int], solver: IncrementalSolver) -> list[Orbit]:
    """The orbits that the solver does not deduce from earlier ones; these givens suffice."""
    chosen = []
    for orbit in orbits:
        if not all(solver.is_determined(cell) for cell in orbit):
            chosen.append(orbit)
            for r, c in orbit:
                if not solver.is_determined((r, c)):
                    solver.add_given((r, c), filling[r][c])
    return chosen


def _pruned(
    chosen: list[Orbit],
    empty: Kojun,
    filling: Rows[int],
    enough: Callable[[Kojun], bool],
    recipe: KojunRecipe,
) -> list[Orbit]:
    """The orbits without those that are redundant; on large boards only some are tested."""
    tests = len(chosen) if recipe.minimal else PRUNED_CELLS // (recipe.rows * recipe.cols)
    for orbit in chosen[:tests]:
        if _count(chosen) == recipe.clues:
            break
        fewer = [other for other in chosen if other is not orbit]
        if enough(_board(empty, filling, fewer)):
            chosen = fewer
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
    """All cells of the board, grouped into orbits."""
    rows, cols = recipe.rows, recipe.cols

    def image(r: int, c: int) -> Cell:
        if recipe.symmetry == "rotation":
            return rows - 1 - r, cols - 1 - c
        return (r, cols - 1 - c) if recipe.symmetry == "mirror" else (r, c)

    return sorted({tuple(sorted({cell, image(*cell)})) for cell in cells(rows, cols)})


GENERATE = Generate(recipe=KojunRecipe, make=generate)
