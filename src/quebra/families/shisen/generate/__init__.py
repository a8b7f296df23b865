"""New boards: shuffled tiles that are repaired until the board can be cleared."""

from __future__ import annotations

from typing import Literal

import msgspec

from quebra.contract.errors import Cut, NotFound
from quebra.contract.family import DAILY, GRADES, OF_THE_DAY, Generate, Preset, Recipe
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import estimate_score, grade_by_games
from quebra.families.shisen.explain.falling import ON_TOP
from quebra.families.shisen.explain.scores import BAND
from quebra.families.shisen.generate.planted import (
    Planted,
    plant_dead_end,
    plant_deadlocks,
    shuffled_board,
)
from quebra.families.shisen.generate.recipe import ShisenRecipe, Wish
from quebra.families.shisen.generate.repair import make_clearable
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import MAX_NODES, clearing_of
from quebra.families.shisen.solve.schedule import TileLines, pairs
from quebra.grid.cells import Cell
from quebra.i18n.text import Plural, Text

__all__ = ["GENERATE", "ShisenRecipe", "generate"]

TRIES = 300
"""Boards that are tried for a recipe."""
MAX_SHUFFLES, SHUFFLED_TILES = 150, 10_000
"""Shuffled boards that are tested for a hidden dead end before one is planted, and their tiles."""
MAX_HALVES, MAX_DEADLOCKS = 3, 5
"""The most deadlocks that are planted for a grade: halves of one, and whole ones."""
MARGIN = BAND / 8
"""The error of the score that an estimate may have."""
STEP = 40
"""The largest step of the ease, in percent, from one try to the next."""
EASE = {"easy": 50, "medium": 25, "hard": 0, "expert": -100}
"""The ease of the first board that is tried for a grade, in percent."""


def generate(recipe: Recipe, source: Source, budget: Budget) -> Shisen:
    """A board that provably can be cleared, or with `unsolvable` provably cannot.

    >>> puzzle = generate(ShisenRecipe(rows=3, cols=4), Source(1), Budget())
    >>> clearing_of(puzzle, Budget()) is not None
    True
    """
    assert isinstance(recipe, ShisenRecipe)
    tries = _Tries(Wish(recipe), source, budget)
    if recipe.unsolvable:
        attempt = tries.unsolvable
    else:
        attempt = tries.falling if recipe.gravity else tries.clearable
    return recipe.first_fit(TRIES, attempt, lambda puzzle: grade_by_games(puzzle, budget))


class _Tries:
    """The tries for one recipe.

    The ease says how boards are made for a grade: a positive one is the share of tiles that are
    dealt in pairs which can go one after the other, a negative one stands for planted deadlocks.
    A board that is too easy or too hard changes it.
    """

    def __init__(self, wish: Wish, source: Source, budget: Budget) -> None:
        self.wish, self.source, self.budget = wish, source, budget
        self.ease = EASE.get(wish.recipe.grade or "", 0)
        self.count = 0

    def clearable(self) -> Shisen | None:
        """A board that can be cleared and may have the grade, or None."""
        recipe = self.wish.recipe
        cells = self.wish.choose_cells(self.source)
        planted = self._deadlocks(cells)
        board = shuffled_board(self.wish.size, cells, self.wish.tiles, planted, self.source)
        found = make_clearable(board, planted, max(self.ease, 0) / 100, self.source, self.budget)
        return found if found and (recipe.grade is None or self._may_have_grade(found)) else None

    def _deadlocks(self, cells: list[Cell]) -> Planted:
        """The deadlocks asked for, or those of the ease."""
        asked, most = self.wish.recipe.deadlocks, self.wish.max_deadlocks
        halves = min(MAX_HALVES, most)
        level = round(-min(self.ease, 0) / 100 * (halves + min(MAX_DEADLOCKS, most)))
        whole = asked > 0 or level > halves
        number = asked or (level - halves if whole else level)
        planted = plant_deadlocks(self.wish.tiles, cells, number, self.source, whole=whole)
        if planted is None and asked:
            raise NotFound(_no_room(asked))
        return planted or {}

    def _may_have_grade(self, puzzle: Shisen) -> bool:
        """Whether an estimate agrees with the grade; else the ease changes."""
        low = BAND * GRADES.index(self.wish.recipe.grade or "")
        score = estimate_score(puzzle, self.budget)
        step = self.source.below(STEP)
        if score < low:
            self.ease = max(self.ease - step, -100)
        elif score >= low + BAND:
            self.ease = min(self.ease + step, 100)
        return low - MARGIN <= score < low + BAND + MARGIN

    def unsolvable(self) -> Shisen | None:
        """A board with moves that provably cannot be cleared, or None."""
        self.count += 1
        cells = self.wish.choose_cells(self.source)
        tiles, planted = self.wish.tiles, Planted()
        if self.count > min(MAX_SHUFFLES, SHUFFLED_TILES // len(tiles)):
            tiles = self.wish.tiles_with_twos
            planted = plant_dead_end(tiles, cells, self.source) or {}
        board = shuffled_board(self.wish.size, cells, tiles, planted, self.source)
        if not _has_moves(board):
            return None
        if self.wish.recipe.gravity:
            board = msgspec.structs.replace(board, gravity=True)
        return board if self._can_be_cleared(board) is False else None

    def falling(self) -> Shisen | None:
        """A shuffled board with gravity that can be cleared and may have the grade, or None."""
        cells = self.wish.choose_cells(self.source)
        board = shuffled_board(self.wish.size, cells, self.wish.tiles, {}, self.source)
        board = msgspec.structs.replace(board, gravity=True)
        if self.wish.recipe.grade is not None and not self._may_have_grade(board):
            return None
        return board if self._can_be_cleared(board) else None

    def _can_be_cleared(self, board: Shisen) -> bool | None:
        """Whether a board can be cleared; None if that takes too long to find out."""
        try:
            return clearing_of(board, self.budget.share(MAX_NODES)) is not None
        except Cut:
            self.budget.pause()
            return None


def _has_moves(puzzle: Shisen) -> bool:
    lines = TileLines(puzzle)
    return any(lines.free_path(*pair) for pair in pairs(puzzle))


def _no_room(deadlocks: int) -> Text:
    return Plural(
        "No room was found for a deadlock: ask for a larger board or fewer holes.",
        "No room was found for {n:,} deadlocks: ask for fewer, a larger board or fewer holes.",
        n=deadlocks,
    )


EXERCISE_GRADES: tuple[Literal["expert", "hard"], ...] = ("expert", "hard")
"""The grades of some boards for exercises; most have any grade, which is made quickly."""
FACES = 42
"""The faces of the classic games, four tiles of each; dealt again from the first when used up."""
RING = """
. x x x x x x x x x x .
x x x x x x x x x x x x
x x x x . . . . x x x x
x x x . . . . . . x x x
x x x . . . . . . x x x
x x x x . . . . x x x x
x x x x x x x x x x x x
. x x x x x x x x x x .
"""
CROSS = """
. . . . x x x x . . . .
. . . . x x x x . . . .
x x x x x x x x x x x x
x x x x x x x x x x x x
x x x x x x x x x x x x
x x x x x x x x x x x x
. . . . x x x x . . . .
. . . . x x x x . . . .
"""


def _classic(cols: int, rows: int) -> Preset:
    text = Text("a classic game of {cols} columns and {rows} rows", cols=cols, rows=rows)
    return Preset(text, (rows, cols), {"kinds": min(FACES, rows * cols // 4)})


def exercise_recipes(technique: str) -> tuple[ShisenRecipe, ...]:
    """Small boards: with gravity for its own technique, with few tiles of a kind, or few kinds.

    Two tiles of a kind are for techniques about the last two, few kinds for long runs.

    >>> {recipe.gravity for recipe in exercise_recipes("on top")}
    {True}
    """
    if technique == ON_TOP.name:
        return tuple(ShisenRecipe(rows=side, cols=side, gravity=True) for side in (4, 5, 6))
    usual = (
        ShisenRecipe(rows=side, cols=side, kinds=kinds, grade=grade)
        for grade in (*[None] * 8, *EXERCISE_GRADES * 4)
        for kinds in (None, 8)
        for side in (4, 5, 6)
    )
    return (*usual, ShisenRecipe(rows=6, cols=6, kinds=3, grade="easy"))


GENERATE = Generate(
    recipe=ShisenRecipe,
    make=generate,
    presets={
        DAILY: Preset(OF_THE_DAY, (6, 10), {"grade": "medium"}),
        "first": Preset(Text("a small one for beginners"), (4, 6), {"grade": "easy"}),
        "ring": Preset(Text("tiles around an empty middle"), (8, 12), {"pattern": RING}),
        "gravity": Preset(Text("tiles fall after each move"), (6, 10), {"gravity": True}),
        "cross": Preset(Text("tiles in the form of a cross"), (8, 12), {"pattern": CROSS}),
        **{
            f"classic-{cols}x{rows}": _classic(cols, rows)
            for cols, rows in ((14, 6), (16, 9), (18, 8), (24, 12), (26, 14), (30, 16))
        },
    },
    exercises=exercise_recipes,
)
