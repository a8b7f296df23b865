"""New puzzles: shuffled tiles, tested exactly. Placing pairs backwards makes easier boards.

Small shuffled boards are rarely dangerous. So every other try for a hard or expert board plants
some deadlocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, islice, product
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Annotated, Literal

import msgspec

from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Generate, Recipe, option
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import grade, may_have_grade
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.planted import planted
from quebra.families.shisen.position import MAX_NODES, Position, clearing_of
from quebra.i18n.text import Plural, Text

TRIES = 300
"""Boards that are tried for a recipe."""
PLANTED = {"hard": 3, "expert": 5}
"""The most deadlocks that are planted in a board of a grade."""
EXERCISE_GRADES: tuple[Literal["expert", "hard"], ...] = ("expert", "hard")
"""The grades of some boards for exercises; most have any grade, which is made quickly."""
SIGNS = ascii_uppercase + ascii_lowercase + digits


class ShisenRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The properties that a new Shisen-Sho puzzle must have."""

    kinds: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        option(Text("number of kinds of tiles; by default, four tiles a kind")),
    ] = None
    holes: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        option(Text("number of cells without a tile; by default, 0 or 1")),
    ] = None
    unsolvable: Annotated[
        bool,
        option(Text("a board that has moves, but provably cannot be cleared")),
    ] = False


def generate(recipe: Recipe, source: Source, budget: Budget) -> Shisen:
    """A board that provably can be cleared, or with `unsolvable` provably cannot.

    >>> puzzle = generate(ShisenRecipe(rows=3, cols=4), Source(1), Budget())
    >>> clearing_of(puzzle, Budget()) is not None
    True
    """
    assert isinstance(recipe, ShisenRecipe)
    admit_size(recipe.rows, recipe.cols)
    if recipe.unsolvable and recipe.grade:
        raise BadInput(Text("A board that cannot be cleared has no grade."))
    tiles = tiles_of(recipe)

    tries = count()

    def attempt() -> Shisen | None:
        traps = _deadlocks(recipe, len({*tiles}), next(tries), source)
        puzzle = planted(tiles, recipe.rows, recipe.cols, traps, source)
        return puzzle if puzzle and _matches_recipe(puzzle, recipe, budget) else None

    return recipe.first_fit(TRIES, attempt, lambda puzzle: grade(puzzle, budget))


def tile_names() -> Iterator[str]:
    """Names for kinds of tiles: first of one character, then of two.

    >>> "".join(islice(tile_names(), 62))
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    >>> list(islice(tile_names(), 62, 65))
    ['AA', 'AB', 'AC']
    """
    return chain(SIGNS, ("".join(pair) for pair in product(SIGNS, repeat=2)))


def _matches_recipe(puzzle: Shisen, recipe: ShisenRecipe, budget: Budget) -> bool:
    """Whether a board matches the recipe; False if that takes too long to prove."""
    if recipe.grade and not may_have_grade(recipe.grade, puzzle, budget):
        return False
    if recipe.unsolvable and next(Position(puzzle, budget).moves(), None) is None:
        return False
    try:
        return (clearing_of(puzzle, budget.share(MAX_NODES)) is None) == recipe.unsolvable
    except Cut:
        budget.pause()
        return False


def tiles_of(recipe: ShisenRecipe) -> list[str | None]:
    """The tiles, with kinds of nearly equal size, and None for each hole."""
    cells = recipe.rows * recipe.cols
    holes = cells % 2 if recipe.holes is None else recipe.holes
    room = cells - holes
    if room < 2:
        raise BadInput(
            Text(
                "A board needs two tiles or more; cells: {cells:,}, holes: {holes:,}.",
                cells=cells,
                holes=holes,
            )
        )
    if room % 2:
        raise BadInput(Text("Tiles go in pairs, so their number cannot be {n:,}.", n=room))
    pairs = room // 2
    kinds = (pairs + 1) // 2 if recipe.kinds is None else recipe.kinds
    if kinds > pairs:
        raise BadInput(
            Plural(
                "{kinds:,} kinds are too many for {n:,} pair of tiles.",
                "{kinds:,} kinds are too many for {n:,} pairs of tiles.",
                n=pairs,
                kinds=kinds,
            )
        )
    names = list(islice(tile_names(), kinds))
    if len(names) < kinds:
        raise BadInput(
            Text(
                "{kinds:,} kinds are too many: there are {names:,} names.",
                kinds=kinds,
                names=len(names),
            )
        )
    return [*(names[k % kinds] for k in range(pairs) for _ in range(2)), *([None] * holes)]


def _deadlocks(recipe: ShisenRecipe, kinds: int, number: int, source: Source) -> int:
    """The number of deadlocks to plant in a try: in an expert board, nearly as many as fit."""
    if recipe.grade not in PLANTED or number % 2 == 0:
        return 0
    most = min(PLANTED[recipe.grade], kinds // 2)
    least = most - 1 if recipe.grade == "expert" else 1
    return least + source.below(max(most - least + 1, 1))


def exercise_recipes(technique: str) -> tuple[ShisenRecipe, ...]:
    """Small boards, half of them with two tiles of a kind, for the techniques about the last two.

    >>> len({recipe.kinds for recipe in exercise_recipes("all four")})
    2
    """
    return tuple(
        ShisenRecipe(rows=side, cols=side, kinds=kinds, grade=grade)
        for grade in (*[None] * 8, *EXERCISE_GRADES * 4)
        for kinds in (None, 8)
        for side in (4, 5, 6)
    )


GENERATE = Generate(recipe=ShisenRecipe, make=generate, exercises=exercise_recipes)
