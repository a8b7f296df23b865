"""New boards: a random solution that no further shape fits into, then no more clues than needed."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Generate, Recipe
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.symmetry.explain import grade, hardest_level
from quebra.families.symmetry.explain.ladder import LADDER
from quebra.families.symmetry.model import EMPTY, MOST_SHAPES, Symmetry
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import Cell, GridAnswer, Rows, as_rows, cells

TRIES = 300


class SymmetryRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """What a new Symmetry board shall be."""

    shapes: Annotated[
        int, msgspec.Meta(ge=1, le=MOST_SHAPES, description="how many kinds of shapes there are")
    ] = 3
    paper: Annotated[
        bool,
        msgspec.Meta(
            description="blank random cells of a random solution, as the paper does; "
            "there may be several solutions"
        ),
    ] = False


def generate(recipe: Recipe, source: Source, budget: Budget) -> Symmetry:
    """A board with exactly one solution, of which no clue can be dropped.

    With a grade, no clue can be dropped without making the board harder.

    >>> puzzle = generate(SymmetryRecipe(rows=4, cols=4), Source(1), Budget())
    >>> len(list(solutions(puzzle, Budget())))
    1
    """
    assert isinstance(recipe, SymmetryRecipe)
    admit_size(recipe.rows, recipe.cols)
    if recipe.paper:
        if recipe.grade:
            raise BadInput("The paper's scheme knows no grade: its boards may not be unique.")
        return _blanked(recipe, source, budget)
    return recipe.first_fit(
        TRIES,
        lambda: _reduced(recipe, _full(recipe, source, budget), source, budget),
        lambda puzzle: grade(puzzle, budget),
    )


def _random_solution(recipe: SymmetryRecipe, source: Source, budget: Budget) -> GridAnswer:
    blank = ((EMPTY,) * recipe.cols,) * recipe.rows
    return next(solutions(Symmetry(clues=blank, shapes=recipe.shapes), budget, source.spawn()))


def _blanked(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Symmetry:
    """The paper's scheme: a random number of times, a random cell is blanked."""
    clues = [list(row) for row in _random_solution(recipe, source, budget).grid]
    for _ in range(1 + source.below(recipe.rows * recipe.cols)):
        clues[source.below(recipe.rows)][source.below(recipe.cols)] = EMPTY
    return Symmetry(clues=as_rows(clues), shapes=recipe.shapes)


def _full(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Symmetry:
    """All shapes of a random solution as clues, where these allow no other solution.

    Another solution has the same shapes and more, so going on from it comes to an end.
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
    """The board without the clues that the others imply, as far as the grade allows."""
    for r, c in source.shuffled(list(cells(*puzzle.size))):
        if puzzle.clues[r][c] != EMPTY:
            fewer = puzzle.with_clues(_without(puzzle.clues, (r, c)))
            implied = _implied(fewer, (r, c), puzzle.clues[r][c], budget)
            if implied and _easy_enough(recipe, fewer, budget):
                puzzle = fewer
    return puzzle


def _easy_enough(recipe: SymmetryRecipe, puzzle: Symmetry, budget: Budget) -> bool:
    if recipe.grade in (None, "expert"):
        return True
    limit = LADDER.limit(recipe.grade)
    return hardest_level(puzzle, budget, limit) is not None and recipe.admits(grade(puzzle, budget))


def _implied(puzzle: Symmetry, cell: Cell, value: int, budget: Budget) -> bool:
    """Whether every solution has this value there."""
    return next(solutions(puzzle, budget, without=(cell, value)), None) is None


def _without(clues: Rows[int], cell: Cell) -> Rows[int]:
    return tuple(
        tuple(EMPTY if (r, c) == cell else clue for c, clue in enumerate(row))
        for r, row in enumerate(clues)
    )


GENERATE = Generate(recipe=SymmetryRecipe, make=generate)
