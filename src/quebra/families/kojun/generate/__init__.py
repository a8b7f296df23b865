"""New puzzles: regions and their filling grown together, then as many givens as are needed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, repeat

from quebra.contract.errors import BadInput
from quebra.contract.family import DAILY, GRADES, OF_THE_DAY, Generate, Preset, Recipe
from quebra.contract.random import Source
from quebra.contract.results import Grade
from quebra.engine.budget import Budget
from quebra.families.kojun.explain import grade, is_at_most
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.generate.givens import (
    FilledBoard,
    choose_givens,
    fill_up,
    units_of,
)
from quebra.families.kojun.generate.grow import OUTSIDE, Growth, choose_holes
from quebra.families.kojun.generate.recipe import KojunRecipe, Wish
from quebra.families.kojun.generate.repair import Repair
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve import board_solutions, own
from quebra.families.kojun.solve.board import KojunBoard
from quebra.grid.halving import minimise
from quebra.i18n.text import Text

__all__ = ["GENERATE", "KojunRecipe", "generate"]

TRIES = 2000
"""Boards that are tried for a recipe; most take a few milliseconds."""
TRIES_FOR_A_PATTERN = 20
"""The same where boards are repaired for a pattern, which takes a second or more."""
MAX_REPAIRED_CELLS = 400
"""Cells of the largest board that is repaired for a symmetric pattern: every move costs as many."""
SYMMETRIC_SHARE, SHARE_IF_HARD = 0.3, 0.25
"""Givens of a symmetric pattern, as a share of the cells; more make hard boards rare."""
TRIES_FOR_A_COLUMN = 200
"""Boards that are grown until the order over columns matters."""
SMALLEST_WITH_A_GAP = 5
"""Cells of the smallest region with two cells of a column that do not touch."""


def generate(recipe: Recipe, source: Source, budget: Budget) -> Kojun:
    """A puzzle with exactly one solution that matches the recipe.

    >>> puzzle = generate(KojunRecipe(rows=5, cols=5, minimal=True), Source(1), Budget())
    >>> puzzle.size
    (5, 5)
    """
    assert isinstance(recipe, KojunRecipe)
    wish = Wish(recipe)
    graded = recipe.grade or wish.needs or wish.avoid

    def hard_enough(puzzle: Kojun) -> bool:
        return _at_least(wish, puzzle, budget)

    def suits(puzzle: Kojun) -> bool:
        return hard_enough(puzzle) and _fits(wish, grade(puzzle, budget))

    def attempt() -> Kojun | None:
        budget.pause()
        growth = _filled(wish, source, budget)
        if _is_repaired(wish):
            puzzle = _repaired(wish, growth, source, budget, suits if graded else None)
        else:
            filled = FilledBoard(growth)
            puzzle = choose_givens(wish, filled, source, budget, hard_enough if graded else None)
        if puzzle is None or not _unique(puzzle, budget):
            return None
        return puzzle if not graded or suits(puzzle) else None

    tries = TRIES_FOR_A_PATTERN if _is_repaired(wish) else TRIES
    return recipe.first_fit(tries, attempt, lambda puzzle: grade(puzzle, budget))


def _at_least(wish: Wish, puzzle: Kojun, budget: Budget) -> bool:
    """Whether a puzzle has the grade or a harder one, and needs the techniques asked for."""
    level = GRADES.index(wish.recipe.grade) if wish.recipe.grade else 0
    if level and is_at_most(GRADES[level - 1], puzzle, budget):
        return False
    if wish.hardest_needed is None:
        return True
    state = Candidates(KojunLayout(puzzle), puzzle.givens, budget)
    rounds = LADDER.rounds(state, budget, LADDER.level(wish.hardest_needed))
    return {str(rung.name) for rung in rounds}.issuperset(wish.needs)


def _fits(wish: Wish, found: Grade) -> bool:
    """Whether a puzzle has the grade or an easier one, and uses the right techniques."""
    used = {str(name) for name, _ in found.techniques}
    return (
        (not wish.recipe.grade or wish.recipe.admits(found))
        and used.issuperset(wish.needs)
        and used.isdisjoint(wish.avoid)
    )


def _is_repaired(wish: Wish) -> bool:
    """Whether the givens are fixed first, and the board is repaired for them."""
    if wish.given_cells is not None:
        return True
    small = wish.size[0] * wish.size[1] <= MAX_REPAIRED_CELLS
    return bool(wish.recipe.symmetry and small and not wish.needs and wish.recipe.grade != "expert")


def _repaired(
    wish: Wish,
    growth: Growth,
    source: Source,
    budget: Budget,
    suits: Callable[[Kojun], bool] | None,
) -> Kojun | None:
    """The puzzle with a pattern of givens: the setter's, or a symmetric one."""
    units = units_of(wish, growth, source)
    if wish.given_cells is not None:
        given: list[int] | None = [i for unit in units for i in unit]
    else:
        count = wish.recipe.givens
        if count is None:
            share = SHARE_IF_HARD if wish.recipe.grade == "hard" else SYMMETRIC_SHARE
            count = 2 * round(share / 2 * sum(r != OUTSIDE for r in growth.owner))
        given = fill_up([], count, FilledBoard(growth), units, source)
    if given is None:
        return None
    techniques = wish.techniques
    repair = Repair(
        given,
        techniques,
        source,
        budget,
        easier=wish.easier_techniques,
        keep_regions=wish.board is not None,
        # Another pattern may serve better; with many givens, none has few superfluous ones.
        strict=wish.given_cells is None
        and len(given) <= SHARE_IF_HARD * wish.size[0] * wish.size[1],
    )
    filled = repair.run(growth, suits)
    if filled is None:
        return None
    if wish.recipe.minimal:
        given = [i for unit in minimise(filled.logic(techniques), units) for i in unit]
    return filled.with_givens(given)


def _filled(wish: Wish, source: Source, budget: Budget) -> Growth:
    """Regions and a filling; if the order is `column`, with a region for which that matters."""
    if wish.board is not None:
        return _refilled(wish.board, source, budget)
    recipe = wish.recipe
    rows, cols = wish.size
    may_matter = rows > 2 and cols > 1 and wish.largest >= SMALLEST_WITH_A_GAP
    for _ in range(TRIES_FOR_A_COLUMN if recipe.order == "column" and may_matter else 1):
        holes = choose_holes(wish.size, recipe.holes, source)
        if holes is None:
            raise BadInput(
                Text("{holes} holes would cut the board into pieces.", holes=recipe.holes)
            )
        growth = Growth(wish.size, wish.largest, source, recipe.order, holes)
        growth.grow(budget)
        if _has_gap(growth.puzzle()):
            break
    return growth


def _refilled(board: Kojun, source: Source, budget: Budget) -> Growth:
    """The setter's regions with a random filling."""
    values = next(board_solutions(KojunBoard(board), repeat(0), budget, source), None)
    if values is None:
        raise BadInput(Text("These regions cannot be filled: the rules leave no solution."))
    return Growth.from_filling(board, values, source)


def _has_gap(puzzle: Kojun) -> bool:
    """Whether the order rule compares cells that do not touch."""
    board = KojunBoard(puzzle)
    return any(0 <= upper < cell - board.stride for cell, upper in enumerate(board.above))


def _unique(puzzle: Kojun, budget: Budget) -> bool:
    return len(list(islice(own(puzzle, budget, goal="any", seed=None), 2))) == 1


def exercise_recipes(technique: str) -> tuple[KojunRecipe, ...]:
    """Boards that need a technique; none for easy ones, which all boards need.

    >>> exercise_recipes("single"), exercise_recipes("pair")[0].needs
    ((), 'pair')
    """
    if LADDER.level(technique) <= LADDER.limit("medium"):
        return ()
    if LADDER.level(technique) >= LADDER.by_logic:
        return (KojunRecipe(rows=7, cols=7, grade="expert", largest=4),)
    return tuple(
        KojunRecipe(rows=side, cols=side, needs=technique, minimal=True) for side in (6, 7)
    )


GENERATE = Generate(
    recipe=KojunRecipe,
    make=generate,
    exercises=exercise_recipes,
    presets={
        DAILY: Preset(OF_THE_DAY, (7, 7), {"grade": "medium"}),
        "first": Preset(Text("a small one for beginners"), (5, 5), {"grade": "easy"}),
        "magazine": Preset(
            Text("givens symmetric under half a turn"),
            (10, 10),
            {"grade": "hard", "symmetry": "rotation"},
        ),
        "column": Preset(
            Text("numbers decrease over a region's whole column"), (8, 8), {"order": "column"}
        ),
        "giant": Preset(Text("for an afternoon on a large sheet"), (40, 40)),
    },
)
