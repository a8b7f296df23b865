"""New puzzles: a random solution, from which numbers are removed while it stays unique."""

from __future__ import annotations

from quebra.contract.errors import BadInput
from quebra.contract.family import Generate, Recipe
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families._template.explain import grade
from quebra.families._template.model import Latin
from quebra.families._template.solve import backtrack
from quebra.grid.cells import Rows, as_rows, cells
from quebra.i18n.text import Text

TRIES = 50
"""Boards that are tried for a recipe."""


def generate(recipe: Recipe, source: Source, budget: Budget) -> Latin:
    """A puzzle with exactly one solution that matches the recipe."""
    admit_size(recipe.rows, recipe.cols)
    if recipe.rows != recipe.cols:
        raise BadInput(Text("A Latin square has as many rows as columns."))
    return recipe.first_fit(
        TRIES,
        lambda: _attempt(recipe.rows, source.spawn(), budget),
        lambda puzzle: grade(puzzle, budget),
    )


def _attempt(n: int, source: Source, budget: Budget) -> Latin:
    blank = Latin(givens=((0,) * n,) * n)
    solution = next(iter(backtrack(blank, budget, goal="any", seed=source.bits())))
    givens = [list(row) for row in solution.grid]
    for r, c in source.shuffled(list(cells(n, n))):
        given, givens[r][c] = givens[r][c], 0
        if not _unique(as_rows(givens), budget):
            givens[r][c] = given
    return Latin(givens=as_rows(givens))


def _unique(givens: Rows[int], budget: Budget) -> bool:
    found = backtrack(Latin(givens=givens), budget, goal="any", seed=None)
    return next(found, None) is not None and next(found, None) is None


GENERATE = Generate(recipe=Recipe, make=generate)
