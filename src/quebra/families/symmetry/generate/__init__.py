"""New puzzles: a random solution that its shapes determine, without the clues that others imply."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import DAILY, FILE, GRADES, OF_THE_DAY, Generate, Preset, Recipe, option
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.symmetry.explain import grade, is_at_most
from quebra.families.symmetry.explain.ladder import LADDER
from quebra.families.symmetry.generate.logic import (
    LadderLogic,
    LineLogic,
    SearchLogic,
    with_clues,
)
from quebra.families.symmetry.generate.pattern import is_unique, repaired_solution
from quebra.families.symmetry.generate.variety import is_varied, sameness
from quebra.families.symmetry.model import EMPTY, MAX_SHAPES, Symmetry
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import GridAnswer, Rows, as_rows
from quebra.grid.halving import GivenLogic, Unit, minimise
from quebra.grid.pattern import read_pattern
from quebra.i18n.text import Text

TRIES = 300
"""Boards that are tried for a recipe."""
TRIES_FOR_A_PATTERN = 10
"""Boards that are repaired for a pattern."""
VARIED_CELLS = 1200
"""Cells of all solutions that are compared to choose a varied one."""
SMALL_BOARD, FEW_COMPARED = 25, 8
"""On boards of fewer cells, where many wishes cannot be met, only so many are compared."""
MOST_CLUES_OF_TWO_SHAPES = 0.7
"""The largest share of cells with clues; small boards of two shapes would be almost all clues."""


class SymmetryRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The properties that a new Symmetry puzzle must have."""

    shapes: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=MAX_SHAPES)],
        option(Text("number of kinds of shapes")),
    ] = 3
    clues: Annotated[Annotated[int, msgspec.Meta(ge=0)] | None, option(Text("number of clues"))] = (
        None
    )
    blanks: Annotated[bool, option(Text("cells that stay blank may be clues too"))] = False
    pattern: Annotated[
        str | None,
        option(
            Text("where clues stand, blank ones too: rows with x for a clue and . for none"), FILE
        ),
    ] = None
    minimal: Annotated[
        bool, option(Text("no clue can be dropped; with a grade, not without a harder puzzle"))
    ] = False
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
    """A puzzle with exactly one solution in which no clue follows from the others line by line.

    With a grade, no clue can be dropped without making the puzzle harder.

    >>> puzzle = generate(SymmetryRecipe(rows=4, cols=4), Source(1), Budget())
    >>> len(list(solutions(puzzle, Budget())))
    1
    """
    assert isinstance(recipe, SymmetryRecipe)
    _admit(recipe)
    if recipe.paper:
        return _blanked(recipe, source, budget)
    size, wanted = (recipe.rows, recipe.cols), None
    if recipe.pattern is not None:
        size, marked = read_pattern(recipe.pattern)
        recipe = msgspec.structs.replace(recipe, rows=size[0], cols=size[1])
        wanted = [r * size[1] + c for r, c in sorted(marked)]
    return recipe.first_fit(
        TRIES if wanted is None else TRIES_FOR_A_PATTERN,
        lambda: _attempt(recipe, wanted, source, budget),
        lambda puzzle: grade(puzzle, budget),
    )


def _admit(recipe: SymmetryRecipe) -> None:
    admit_size(recipe.rows, recipe.cols)
    if recipe.paper and recipe.grade:
        raise BadInput(Text("The paper's scheme knows no grade: its boards may not be unique."))
    if recipe.paper:
        return
    if recipe.shapes == 1:
        raise BadInput(
            Text("With one shape every line reads the same both ways: ask for two or more.")
        )
    if recipe.pattern is not None and (recipe.minimal or recipe.clues is not None):
        raise BadInput(Text("The pattern says where clues stand: ask for no number."))
    if recipe.minimal and recipe.clues is not None:
        raise BadInput(Text("A minimal board takes the clues it needs: ask for no number."))
    if recipe.clues is not None and recipe.clues > recipe.rows * recipe.cols:
        raise BadInput(Text("{clues} clues are more than the board has cells.", clues=recipe.clues))


def _random_solution(recipe: SymmetryRecipe, source: Source, budget: Budget) -> GridAnswer:
    blank = ((EMPTY,) * recipe.cols,) * recipe.rows
    return next(solutions(Symmetry(clues=blank, shapes=recipe.shapes), budget, source.spawn()))


def _blanked(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Symmetry:
    """A random solution with random cells blanked a random number of times, as in the paper."""
    clues = [list(row) for row in _random_solution(recipe, source, budget).grid]
    for _ in range(1 + source.below(recipe.rows * recipe.cols)):
        clues[source.below(recipe.rows)][source.below(recipe.cols)] = EMPTY
    return Symmetry(clues=as_rows(clues), shapes=recipe.shapes)


def _attempt(
    recipe: SymmetryRecipe, wanted: Sequence[int] | None, source: Source, budget: Budget
) -> Symmetry | None:
    """A new puzzle, or None if it does not serve the recipe; `wanted` is a pattern of clues."""
    given: Sequence[int] | None = wanted
    if wanted is None:
        solution = _varied_solution(recipe, source, budget)
        given = _chosen_clues(recipe, solution, source, budget)
    else:
        solution = _solution_for(recipe, wanted, source, budget)
    if not solution or given is None:
        return None
    puzzle = with_clues(solution, recipe.shapes, given)
    if not is_unique(puzzle, budget):
        return None
    level = GRADES.index(recipe.grade) if recipe.grade else 0
    return None if level and is_at_most(GRADES[level - 1], puzzle, budget) else puzzle


def _solution_for(
    recipe: SymmetryRecipe, wanted: Sequence[int], source: Source, budget: Budget
) -> Rows[int]:
    """A solution that the clues of a pattern determine; empty if none is found."""
    start = _random_solution(recipe, source, budget).grid
    by_search = recipe.grade in (None, "expert")
    return (
        repaired_solution(start, recipe.shapes, wanted, source, budget, by_search=by_search) or ()
    )


def _chosen_clues(
    recipe: SymmetryRecipe, solution: Rows[int], source: Source, budget: Budget
) -> list[int] | None:
    """The cells with clues; None where there are too many or too few for the recipe."""
    units = _units(recipe, solution, source)
    needed = _needed_units(recipe, solution, units, budget)
    if needed is None:
        return None
    given = [cell for unit in needed for cell in unit]
    if recipe.grade == "medium":
        given = _eased(recipe, solution, given, source.shuffled(units), budget)
    if recipe.clues is None:
        most = MOST_CLUES_OF_TWO_SHAPES if recipe.shapes == 2 else 1
        return given if len(given) <= most * recipe.rows * recipe.cols else None
    spare = [cell for (cell,) in source.shuffled(units) if cell not in given]
    given += spare[: max(0, recipe.clues - len(given))]
    return given if len(given) == recipe.clues else None


def _varied_solution(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Rows[int]:
    """The first of some determined solutions that is varied, or the most varied one."""
    best: Rows[int] = ()
    cells = recipe.rows * recipe.cols
    for _ in range(max(2, VARIED_CELLS // cells) if cells >= SMALL_BOARD else FEW_COMPARED):
        found = _determined_solution(recipe, source, budget)
        if is_varied(found, recipe.shapes):
            return found
        if not best or sum(sameness(found)) < sum(sameness(best)):
            best = found
    return best


def _eased(
    recipe: SymmetryRecipe,
    solution: Rows[int],
    given: list[int],
    units: Sequence[Unit],
    budget: Budget,
) -> list[int]:
    """The clues with as many more as the grade asks for, and without those that it then can spare.

    The techniques of a grade may suffice and still be needed too often for it.
    """

    def easy_enough(cells: Sequence[int]) -> bool:
        puzzle = with_clues(solution, recipe.shapes, cells)
        return is_at_most(recipe.grade, puzzle, budget)

    spare = [cell for (cell,) in units if cell not in given]
    more = range(len(spare) + 1)
    count = bisect_left(more, True, key=lambda count: easy_enough([*given, *spare[:count]]))
    chosen = [*given, *spare[:count]]
    for cell in tuple(chosen) if count else ():
        fewer = [other for other in chosen if other != cell]
        if easy_enough(fewer):
            chosen = fewer
    return chosen


def _determined_solution(recipe: SymmetryRecipe, source: Source, budget: Budget) -> Rows[int]:
    """A random solution whose shapes leave no other solution.

    Another solution would have the same shapes and more. So where a cell does not follow line by
    line, the search goes on from a solution with a shape there, and ends, as shapes only grow more.
    """
    grid = _random_solution(recipe, source, budget).grid
    cols = recipe.cols
    while True:
        logic = LineLogic(grid, recipe.shapes, budget)
        logic.put(i for i, value in enumerate(logic.values) if value)
        richer = None
        for cell in source.shuffled(logic.open_cells()):
            place = divmod(cell, cols)
            puzzle = Symmetry(clues=grid, shapes=recipe.shapes)
            found = solutions(puzzle, budget, source.spawn(), without=(place, EMPTY))
            if richer := next(found, None):
                break
        if richer is None:
            return grid
        grid = richer.grid


def _units(recipe: SymmetryRecipe, solution: Rows[int], source: Source) -> list[Unit]:
    """The cells that can be clues, in the order in which they are rather dropped."""
    shown = [value for row in solution for value in row]
    return source.shuffled([(i,) for i, value in enumerate(shown) if value or recipe.blanks])


def _needed_units(
    recipe: SymmetryRecipe, solution: Rows[int], units: Sequence[Unit], budget: Budget
) -> Sequence[Unit] | None:
    """Clues that suffice by the techniques of the grade, none of them redundant."""
    logic: GivenLogic = LineLogic(solution, recipe.shapes, budget)
    if recipe.grade in ("easy", "medium"):
        logic = LadderLogic(solution, recipe.shapes, LADDER.limit(recipe.grade), budget)
    found = minimise(logic, units)
    few = recipe.clues is not None and len(found) > recipe.clues
    if recipe.grade == "expert" or (recipe.grade is None and (recipe.minimal or few)):
        fewer = minimise(SearchLogic(solution, recipe.shapes, budget), found)
        return None if recipe.grade == "expert" and len(fewer) == len(found) else fewer
    return found


def exercise_recipes(technique: str) -> tuple[SymmetryRecipe, ...]:
    """Larger boards without superfluous clues for techniques that small boards seldom need.

    >>> exercise_recipes("ends"), exercise_recipes("partner")[0].minimal
    ((), True)
    """
    if technique != "no partner" and LADDER.level(technique) <= LADDER.limit("medium"):
        return ()
    return tuple(SymmetryRecipe(rows=side, cols=side, minimal=True) for side in (6, 7))


GENERATE = Generate(
    recipe=SymmetryRecipe,
    make=generate,
    exercises=exercise_recipes,
    presets={
        DAILY: Preset(OF_THE_DAY, (6, 6), {"grade": "medium"}),
        "first": Preset(Text("a small one for beginners"), (5, 5), {"grade": "easy"}),
        "lean": Preset(
            Text("no clue can be dropped"), (10, 10), {"grade": "hard", "minimal": True}
        ),
        "colourful": Preset(Text("five kinds of shapes"), (10, 10), {"shapes": 5}),
        "giant": Preset(Text("for an afternoon on a large sheet"), (20, 20)),
    },
)
