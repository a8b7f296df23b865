"""New puzzles: a random solution that allows no further shape, without its redundant clues."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES, Generate, Recipe, option
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.symmetry.explain import grade, is_at_most
from quebra.families.symmetry.model import EMPTY, MAX_SHAPES, Symmetry
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import Cell, GridAnswer, as_rows, cells
from quebra.grid.entries import replaced
from quebra.i18n.text import Text

TRIES = 300
"""Boards that are tried for a recipe."""


class SymmetryRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The properties that a new Symmetry puzzle must have."""

    shapes: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=MAX_SHAPES)],
        option(Text("number of kinds of shapes")),
    ] = 3
    paper: Annotated[
        bool,
        option(
            Text(
                "blank random cells of a random solution, as the paper does; "
                "there may be several solutions"
            )
        ),
    ] = False


def generate(recipe: Recipe, source: Source, budget: Budget) -> Symmetry:
    """A puzzle with exactly one solution in which no clue is redundant.

    With a grade, no clue can be dropped without making the puzzle harder.

    >>> puzzle = generate(SymmetryRecipe(rows=4, cols=4), Source(1), Budget())
    >>> len(list(solutions(puzzle, Budget())))
    1
    """
    assert isinstance(recipe, SymmetryRecipe)
    admit_size(recipe.rows, recipe.cols)
    if recipe.paper:
        if recipe.grade:
            raise BadInput(Text("The paper's scheme knows no grade: its boards may not be unique."))
        return _blanked(recipe, source, budget)
    return recipe.first_fit(
        TRIES,
        lambda: _attempt(recipe, source, budget),
        lambda puzzle: grade(puzzle, budget),
    )


def _attempt(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Symmetry | None:
    """A new puzzle, or None if a quick test shows that it is easier than the recipe asks for."""
    start = _unique_solution_clues(recipe, source, budget)
    puzzle = _reduced(recipe, start, source, budget)
    level = GRADES.index(recipe.grade) if recipe.grade else 0
    return None if level and is_at_most(GRADES[level - 1], puzzle, budget) else puzzle


def _random_solution(recipe: SymmetryRecipe, source: Source, budget: Budget) -> GridAnswer:
    blank = ((EMPTY,) * recipe.cols,) * recipe.rows
    return next(solutions(Symmetry(clues=blank, shapes=recipe.shapes), budget, source.spawn()))


def _blanked(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Symmetry:
    """A random solution with random cells blanked a random number of times, as in the paper."""
    clues = [list(row) for row in _random_solution(recipe, source, budget).grid]
    for _ in range(1 + source.below(recipe.rows * recipe.cols)):
        clues[source.below(recipe.rows)][source.below(recipe.cols)] = EMPTY
    return Symmetry(clues=as_rows(clues), shapes=recipe.shapes)


def _unique_solution_clues(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Symmetry:
    """A puzzle with all shapes of a random solution as clues, of which this is the only solution.

    Another solution would have the same shapes and more. The search continues from it, and ends
    because the number of shapes grows.
    """
    grid = _random_solution(recipe, source, budget).grid
    while True:
        puzzle = Symmetry(clues=grid, shapes=recipe.shapes)
        found = solutions(puzzle, budget, source.spawn())
        richer = next((answer.grid for answer in found if answer.grid != grid), None)
        if richer is None:
            return puzzle
        grid = richer


def _reduced(recipe: SymmetryRecipe, puzzle: Symmetry, source: Source, budget: Budget) -> Symmetry:
    """The puzzle without the clues that others imply, as far as the grade allows."""
    for r, c in source.shuffled(list(cells(*puzzle.size))):
        if puzzle.clues[r][c] != EMPTY:
            fewer = puzzle.with_clues(replaced(puzzle.clues, (r, c), EMPTY))
            implied = _implied(fewer, (r, c), puzzle.clues[r][c], budget)
            if implied and _easy_enough(recipe, fewer, budget):
                puzzle = fewer
    return puzzle


def _easy_enough(recipe: SymmetryRecipe, puzzle: Symmetry, budget: Budget) -> bool:
    return recipe.grade in (None, "expert") or is_at_most(recipe.grade, puzzle, budget)


def _implied(puzzle: Symmetry, cell: Cell, value: int, budget: Budget) -> bool:
    """Whether every solution has this value in a cell."""
    return next(solutions(puzzle, budget, without=(cell, value)), None) is None


GENERATE = Generate(recipe=SymmetryRecipe, make=generate)
