"""The kernels of edge-matching do the same in plain Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from boards import blank, random_board

from agreement import Call, assert_agreement
from quebra.contract.random import Source
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges
from quebra.families.edges.solve import (
    backtracker,
    best_effort,
    exhaustive,
    mismatch_scan,
    repair,
    scan,
    window,
)
from quebra.families.edges.solve.domains import Candidates, consistent_domains, frame_domains
from quebra.families.edges.solve.mismatch_tables import new_mismatch_state
from quebra.families.edges.solve.order import rows_then_columns, usual_order
from quebra.families.edges.solve.repair_tables import fill_board, new_repair_state
from quebra.families.edges.solve.scan_tables import new_scan_state
from quebra.families.edges.solve.scarce import quotas

SEEDS = range(4)


def board(seed: int) -> Edges:
    source = Source(seed)
    empty = blank(2 + source.below(3), 3, rotate=seed % 2 == 0, frame=0 if seed < 3 else None)
    return random_board(empty, 2 + source.below(3), source)


@pytest.mark.parametrize("seed", SEEDS)
def test_scan(seed: int) -> None:
    puzzle, source = board(seed), Source(seed)
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    state = new_scan_state(candidates, domains, usual_order(puzzle, domains), source)
    calls = [(scan.search, 1 + source.below(20)) for _ in range(200)]
    ended = assert_agreement(backtracker.KERNELS, (state,), calls)
    assert Ended.FOUND in ended


@pytest.mark.parametrize("seed", SEEDS)
def test_scan_with_mismatches(seed: int) -> None:
    puzzle, source = board(seed), Source(seed)
    candidates = Candidates(puzzle)
    order = rows_then_columns(puzzle, source)
    scarce = frozenset({1})
    state = new_mismatch_state(candidates, frame_domains(candidates), order, scarce, source)
    state.quota[:] = quotas(candidates, scarce, len(order))
    state.allowed[:] = [depth // 3 for depth in range(len(order))]
    calls = [(mismatch_scan.search, 1 + source.below(20)) for _ in range(200)]
    ended = assert_agreement(best_effort.MISMATCH_KERNELS, (state,), calls)
    assert Ended.FOUND in ended


@pytest.mark.parametrize("seed", SEEDS)
def test_repair(seed: int) -> None:
    puzzle, source = board(seed), Source(seed)
    candidates = Candidates(puzzle)
    domains = frame_domains(candidates)
    state = new_repair_state(candidates, domains, fill_board(candidates, domains, {}), source)

    def calls() -> Iterator[Call]:
        yield (repair.count_flaws,)
        for _ in range(5):
            yield repair.polish, 3, 5, 50
        yield (repair.lift_all,)
        for _ in range(50):
            yield window.refill, 1 + source.below(200)

    assert_agreement(exhaustive.REPAIR_KERNELS, (state,), calls())
