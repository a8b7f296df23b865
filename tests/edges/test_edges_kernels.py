"""The kernels of edge-matching do the same in plain Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from boards import blank, random_board

from agreement import Call, assert_agreement
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges, Hint
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
from quebra.families.edges.solve.scan_tables import candidates_of, fits, new_scan_state
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


@pytest.mark.parametrize("seed", range(8))
def test_a_scan_in_pairs_finds_the_same_boards_in_the_same_order(seed: int) -> None:
    """Whether the pairs start at once or after some cells, with equal pieces and on any shape."""
    source = Source(seed)
    shape, sides = (("square", 4), ("hexagon", 6), ("triangle", 3), ("cube", 6))[seed % 4]
    size = (3, 1 if shape == "triangle" else 3)
    empty = blank(*size, sides, rotate=shape != "cube", frame=(None, 0)[seed % 2], shape=shape)
    puzzle = random_board(empty, 2, source)
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    order = usual_order(puzzle, domains)
    boards = []
    for single in (None, 0, 1, 2):
        state = new_scan_state(candidates, domains, order, Source(seed), single)
        assert (len(state.root) < len(order)) == (single is not None)
        found: list[list[int]] = []
        while scan.search(state, 1_000_000) == Ended.FOUND and len(found) < 200:
            found.append(candidates_of(state))
        boards.append(found)
    assert boards[0]
    assert all(found == boards[0] for found in boards[1:])


def test_pairs_agree() -> None:
    puzzle, source = board(0), Source(1)
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    state = new_scan_state(candidates, domains, usual_order(puzzle, domains), source, single=0)
    calls = [(scan.search, 1 + source.below(20)) for _ in range(200)]
    assert Ended.FOUND in assert_agreement(backtracker.KERNELS, (state,), calls)


def test_a_scan_with_numbers_that_are_too_long_runs_in_plain_python() -> None:
    empty = blank(12, 12, 6, rotate=True, shape="hexagon", hints=(Hint((5, 5), 0, 0),))
    puzzle = random_board(empty, 2_000, Source(1))
    candidates = Candidates(puzzle)
    search = backtracker.Backtracker(candidates, frame_domains(candidates), list(range(80)))
    assert not fits(search.state)
    assert search.go(Budget(), 50) in Ended
