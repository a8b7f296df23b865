"""The choice of givens on a filled board: as few as needed, then a few more."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.generate.grow import OUTSIDE, Growth
from quebra.families.kojun.generate.logic import BASIC, Logic
from quebra.families.kojun.generate.recipe import Wish
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve import solutions
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.propagate import KojunState
from quebra.grid.halving import GivenLogic, Unit, minimise

SPARE_SHARE = 1 / 4
"""Givens beyond those needed, as a share of these; published boards have about as many."""
BESIDE_A_GIVEN = 0.45
"""The factor by which each given that touches a cell makes it less likely to be given too."""
IN_A_PAIR = 0.5
"""The same factor for a region of two cells."""
PATIENCE = 30
"""Draws for each cell until the cells that are left count as bad ones."""
CHECKERBOARD = 0.5
"""How far the cells of one colour are dropped before those of the other."""


class FilledBoard:
    """A board with its solution, to try givens on it."""

    def __init__(self, growth: Growth) -> None:
        self.growth = growth
        self.puzzle = growth.puzzle()
        self.board = KojunBoard(self.puzzle)
        self.solution: Sequence[int] = growth.value

    def logic(self, techniques: Collection[str]) -> Logic:
        """The logic of these techniques, without givens."""
        return Logic(self.board, self.solution, techniques)

    def with_givens(self, given: Iterable[int]) -> Kojun:
        """The puzzle with these cells given."""
        shown = set(given)
        rows, cols = self.puzzle.size
        return self.puzzle.with_givens(
            tuple(
                tuple(self.solution[i] if i in shown else 0 for i in range(start, start + cols))
                for start in range(0, rows * self.board.stride, self.board.stride)
            )
        )

    def spare(
        self, units: Iterable[Unit], given: Iterable[int], count: int, source: Source
    ) -> list[Unit]:
        """Up to `count` cells to give beside those given: apart from givens and from each other.

        Regions of one cell come last.
        """
        shown = set(given)
        waiting = [unit for unit in source.shuffled(list(units)) if not shown.issuperset(unit)]
        found: list[Unit] = []
        room = min(count, sum(map(len, waiting)))
        for _ in range(PATIENCE * len(waiting)):
            if sum(map(len, found)) >= room:
                break
            at = source.below(len(waiting))
            if source.chance(self._weight(waiting[at], shown)):
                waiting[at], waiting[-1] = waiting[-1], waiting[at]
                found.append(waiting.pop())
                shown.update(found[-1])
        return [*found, *waiting]

    def _weight(self, unit: Unit, shown: Collection[int]) -> float:
        """How well cells serve as givens, from 0 to 1."""
        board, weight = self.board, 1.0
        for i in unit:
            size = len(board.regions[board.region[i]])
            touching = sum(j in shown for j in (i - 1, i + 1, i - board.stride, i + board.stride))
            weight *= BESIDE_A_GIVEN**touching * (IN_A_PAIR if size == 2 else size > 1)
        return weight


def units_of(wish: Wish, growth: Growth, source: Source) -> list[Unit]:
    """The cells that may be given, with those to drop first in front: a noisy checkerboard."""
    owner, stride, members = growth.owner, growth.stride, growth.members
    colour = source.below(2)

    def rank(cell: int) -> float:
        r, c = divmod(cell, stride)
        noise = source.below(1 << 20) / (1 << 20)
        light = (r + c + colour) % 2
        return noise + CHECKERBOARD * light - CHECKERBOARD * (len(members[owner[cell]]) == 2)

    units = []
    for orbit in wish.orbits():
        unit = tuple(i for r, c in orbit if owner[i := r * stride + c] != OUTSIDE)
        allowed = wish.given_cells is None or wish.given_cells.issuperset(orbit)
        if unit and allowed:
            units.append((rank(unit[0]), unit))
    return [unit for _, unit in sorted(units)]


class Search:
    """The propagation of the engine `own` as logic for `minimise`, and a search where it ends."""

    def __init__(self, filled: FilledBoard, budget: Budget) -> None:
        self.solution, self.budget = filled.solution, budget
        self.state = KojunState(filled.board, budget)
        self.state.propagate()
        self.state.strengthen()
        self.state.propagate()

    def mark(self) -> int:
        return len(self.state.trail)

    def is_known(self, cell: int) -> bool:
        domain = self.state.dom[cell]
        return not domain & (domain - 1)

    def put(self, cells: Iterable[int]) -> None:
        for i in cells:
            self.state.keep(i, 1 << self.solution[i] - 1)
        self.state.propagate()

    def undo(self, mark: int) -> None:
        self.state.undo(mark)

    def follows(self, unit: Unit) -> bool:
        """Whether every solution has the values of these cells."""
        return not any(map(self._may_differ, unit))

    def _may_differ(self, cell: int) -> bool:
        mark = len(self.state.trail)
        found = self.state.keep(cell, ~(1 << self.solution[cell] - 1)) and next(
            solutions(self.state, self.budget), None
        )
        self.state.undo(mark)
        return bool(found)


def choose_givens(
    wish: Wish,
    filled: FilledBoard,
    source: Source,
    budget: Budget,
    suits: Callable[[Kojun], bool] | None,
) -> Kojun | None:
    """The puzzle with its givens, or None where the board does not serve the wish.

    `suits` is whether a puzzle is as hard as the wish asks for; None where it asks for nothing.
    """
    units = units_of(wish, filled.growth, source)
    needed = _needed_units(wish, filled, units, budget)
    if needed is None:
        return None
    given = [i for unit in needed for i in unit]
    if wish.recipe.givens is not None:
        exact = fill_up(given, wish.recipe.givens, filled, units, source)
        return None if exact is None else filled.with_givens(exact)
    if wish.recipe.minimal or wish.recipe.symmetry:
        return filled.with_givens(given)
    count = round(SPARE_SHARE * len(given))
    spare = filled.spare(units, given, count, source)[:count]

    def puzzle(more: int) -> Kojun:
        return filled.with_givens([*given, *(i for unit in spare[:more] for i in unit)])

    if suits is None:
        return puzzle(count)
    fewest = bisect_left(range(len(spare) + 1), True, key=lambda more: not suits(puzzle(more)))
    return puzzle(fewest - 1) if fewest else None


def _needed_units(
    wish: Wish, filled: FilledBoard, units: Sequence[Unit], budget: Budget
) -> Sequence[Unit] | None:
    """Units that suffice by the allowed techniques, none of them redundant.

    For a technique that must be needed, the units are minimised first without it, then with it. If
    that drops another one, it is needed, because more givens never allow less.
    """
    allowed, target = wish.techniques, wish.hardest_needed
    if target in BASIC:  # most boards need it, and the logic is never without it
        target = None
    if target in allowed:
        at = allowed.index(target)
        easier = minimise(filled.logic(allowed[:at]), units)
        return _fewer(filled.logic(allowed[: at + 1]), easier)
    found = minimise(filled.logic(allowed), units)
    if target or wish.recipe.grade == "expert":
        return _fewer(Search(filled, budget), found)
    return minimise(Search(filled, budget), found) if _wants_fewer(wish, found) else found


def _fewer(logic: GivenLogic, units: Sequence[Unit]) -> Sequence[Unit] | None:
    """The units that are needed by a stronger logic; None where it needs all of them."""
    found = minimise(logic, units)
    return found if len(found) < len(units) else None


def _wants_fewer(wish: Wish, units: Sequence[Unit]) -> bool:
    """Whether units are dropped even if no technique replaces them, but only a search."""
    recipe = wish.recipe
    few = recipe.givens is not None and sum(map(len, units)) > recipe.givens
    return not recipe.grade and (recipe.minimal or few)


def fill_up(
    given: Sequence[int], count: int, filled: FilledBoard, units: Sequence[Unit], source: Source
) -> list[int] | None:
    """Exactly `count` cells with those given; None where these are more, or pairs do not fit."""
    found = list(given)
    for unit in filled.spare(units, found, count - len(found), source):
        new = set(unit).difference(found)
        if len(found) + len(new) <= count:
            found.extend(sorted(new))
    return found if len(found) == count else None
