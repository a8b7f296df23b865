"""Runs the kernels of simulated games and plans on a board."""

from __future__ import annotations

from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner
from quebra.families.shisen.explain import game_kernel, plan_kernel
from quebra.families.shisen.explain.game_state import SLOTS, GameState
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.solve import kernel, lines
from quebra.families.shisen.solve.board import MAX_LINE_LENGTH, new_state

KERNELS = Kernels(
    (game_kernel.play_games, plan_kernel.expand, plan_kernel.follow),
    lines,
    kernel,
    game_kernel,
    plan_kernel,
)
UNIT_WEIGHT = 10_000
"""The weight of two tiles side by side."""
NEARNESS = 1.5
"""The power of the length of a path by which players prefer short ones."""


def new_runner(puzzle: Shisen, budget: Budget) -> Runner:
    """A runner of the kernels on the first position of a board."""
    s = new_state(puzzle, budget)
    tiles, pairs = len(s.row), len(s.one)
    longest = 2 * (s.height + s.width)
    g = GameState(
        standing=[1] * tiles,
        left=[0] * len(puzzle.groups),
        moves=[0] * (tiles // 2),
        free=[0] * pairs,
        weight=[0] * pairs,
        weight_of=[0, *(round(UNIT_WEIGHT / n**NEARNESS) for n in range(1, longest))],
        dropped=[0] * pairs,
        traps=[0] * pairs,
        saved_rows=[0] * s.height,
        saved_cols=[0] * s.width,
        gone=[0] * tiles,
        node=[0] * s.height,
        child=[0] * (pairs * s.height),
        child_pair=[0] * max(pairs, tiles),
        child_rank=[0] * pairs,
        at=[0] * SLOTS,
    )
    return Runner(KERNELS, budget, g, s, fits=max(s.height, s.width) <= MAX_LINE_LENGTH)
