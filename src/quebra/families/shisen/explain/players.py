"""Simulated players, which measure how easily a board is lost."""

from __future__ import annotations

from dataclasses import dataclass

from quebra.engine.budget import Budget
from quebra.engine.kernels import Runner
from quebra.families.shisen.explain import game_kernel
from quebra.families.shisen.explain.game_state import BLUNDERS, HASTY, LOST, RANDOM, TIDY, WARY
from quebra.families.shisen.explain.games import new_runner
from quebra.families.shisen.model import Shisen
from quebra.grid.cells import Cell

SLICE = 10
"""Games between two checks of the budget."""


@dataclass(frozen=True, slots=True)
class Danger:
    """How often each player loses, and what the wary player avoids.

    `hasty`, `tidy` and `wary` are shares of lost games. `blunders` is the mean number of pairs in a
    game that the wary player rejects, because tiles could then never go. `trap` has the tiles of
    the pair that is rejected most often, and the others of its kind; it may be empty.
    """

    hasty: float
    tidy: float
    wary: float
    blunders: float
    trap: tuple[Cell, ...] = ()

    @property
    def value(self) -> float:
        """The danger as a number: of losing by chance, by carelessness, and in spite of care."""
        return 20 * self.blunders + 15 * (self.hasty + self.tidy) + 30 * self.wary


def measure_danger(puzzle: Shisen, games: int, seed: int, budget: Budget) -> Danger:
    """Play a number of games by each player; the result depends only on the board and the seed.

    >>> board = Shisen(board=(("A", "B", "C", "C"), ("B", "A", None, None)))
    >>> measure_danger(board, 10, 1, Budget()).wary
    1.0
    """
    runner = new_runner(puzzle, budget)
    hasty, tidy, wary = (_share_lost(runner, who, games, seed) for who in (HASTY, TIDY, WARY))
    state = runner.parts[0]
    return Danger(hasty, tidy, wary, int(state.at[BLUNDERS]) / games, _worst_trap(runner))


def _share_lost(runner: Runner, player: int, games: int, seed: int) -> float:
    state = runner.parts[0]
    state.at[RANDOM], before = seed, int(state.at[LOST])
    for start in range(0, games, SLICE):
        runner.budget.pause()
        runner.run(game_kernel.play_games, player, min(SLICE, games - start))
    return (int(runner.parts[0].at[LOST]) - before) / games


def _worst_trap(runner: Runner) -> tuple[Cell, ...]:
    game, state = runner.parts
    counts = [int(count) for count in game.traps]
    if not any(counts):
        return ()
    pair = counts.index(max(counts))
    kind = state.kind[pair]
    first = [int(state.one[pair]), int(state.two[pair])]
    others = [t for t in range(state.tiles[kind], state.tiles[kind + 1]) if t not in first]
    return tuple((int(state.row[t]) - 1, int(state.col[t]) - 1) for t in (*first, *others))
