"""The kernels of Shisen-Sho do the same in plain Python and compiled."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from test_shisen_solve import shuffled

from agreement import Call, assert_agreement
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import game_kernel, games, plan_kernel
from quebra.families.shisen.explain.game_state import HASTY, LOST, TIDY, WARY
from quebra.families.shisen.explain.game_state import RANDOM as GAME_RANDOM
from quebra.families.shisen.solve import kernel, pairing, trials
from quebra.families.shisen.solve.board import KERNELS, new_state
from quebra.families.shisen.solve.pairing import CHANCES, UNLIMITED
from quebra.families.shisen.solve.state import BEST, LARGEST, NEVER, RANDOM, TRAIL, VALUE


@pytest.mark.parametrize("sizes", [[4, 4, 6, 2], [LARGEST + 2, 4, 4], [8, 4, 2, 2, 2]], ids=str)
def test_plain_and_compiled_kernels_agree(sizes: list[int]) -> None:
    source = random.Random(sum(sizes))
    state = new_state(shuffled(4, 6, sizes, source), Budget())
    state.at[RANDOM], state.queue[0] = 12345, source.randrange(len(state.time))

    def calls() -> Iterator[Call]:
        yield (kernel.propagate,)
        yield (trials.measure_clashes,)
        yield (pairing.pick_pairing,)
        yield pairing.evaluate, UNLIMITED
        for kind in range(len(sizes)):
            yield pairing.exchange_within_kind, kind
            yield pairing.exchange_at_random, 5, 4
            yield pairing.anneal, 5, CHANCES // 2
        for _ in range(3):
            top = state.at[TRAIL]
            allowed = [pair for pair, time in enumerate(state.time) if time < NEVER]
            pair = source.choice(allowed)
            yield trials.probe_range, pair, min(pair + 3, len(state.time))
            yield trials.probe_tile, state.one[pair]
            yield trials.choose, pair
            yield kernel.undo, top
            yield trials.choose_queued, 0, 1
            yield kernel.undo, top
            yield trials.forbid, pair
            yield kernel.undo, top

    assert_agreement(KERNELS, (state,), calls())
    assert state.at[VALUE] >= 0 and state.at[BEST] >= 0


@pytest.mark.parametrize("sizes", [[4, 4, 4, 4, 4, 4], [6, 4, 4, 2], [8, 4, 4, 4]], ids=str)
def test_plain_and_compiled_games_agree(sizes: list[int]) -> None:
    source = random.Random(sum(sizes))
    puzzle = shuffled(4, 6, sizes, source)
    runner = games.new_runner(puzzle, Budget())
    game, state = runner.parts
    game.at[GAME_RANDOM] = 12345
    game.node[:] = state.full_rows

    def calls() -> Iterator[Call]:
        for player in (HASTY, TIDY, WARY):
            yield game_kernel.play_games, player, 20
        yield (plan_kernel.expand,)
        yield plan_kernel.follow, 0

    kernels = games.KERNELS
    assert_agreement(kernels, (game, state), calls())
    assert game.at[LOST] >= 0
