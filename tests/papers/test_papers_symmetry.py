"""The paper's search finds what brute force finds, with every strategy."""

from __future__ import annotations

import json
from itertools import islice, product
from pathlib import Path

import pytest

import quebra
from commands import run
from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import check
from quebra.grid.cells import GridAnswer
from quebra.papers.symmetry_clp.engine import CounterOptions, counter
from quebra.papers.symmetry_clp.strategies import VALUE_ORDERS, VARIABLE_ORDERS
from symmetry_boards import blank, brute_force, random_boards

STRATEGIES = [
    f"{variables},{values}" for variables, values in product(VARIABLE_ORDERS, VALUE_ORDERS)
]
BOARDS = {
    board: solutions
    for board in random_boards(6, 100, 3, [0.4, 0.6, 0.8])
    if (solutions := brute_force(board)) is not None and len(solutions) < 60
}
BOARD = "symmetry\n. . .\n. s .\n. . t\n"


def label(
    board: Symmetry, strategy: str, seed: int = 0, count: int | None = None
) -> tuple[list[GridAnswer], Budget]:
    budget = Budget()
    options = CounterOptions(strategy=strategy)
    return list(
        islice(counter(board, budget, goal="any", seed=seed, options=options), count)
    ), budget


def test_boards_are_of_all_kinds() -> None:
    counts = [min(2, len(solutions)) for solutions in BOARDS.values()]
    assert min(counts.count(kind) for kind in range(3)) >= 3


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_finds_the_solutions_of_brute_force(strategy: str) -> None:
    for seed, (board, expected) in enumerate(BOARDS.items()):
        found, budget = label(board, strategy, seed)
        assert len(found) == len(expected)
        assert {answer.grid for answer in found} == expected
        assert budget.stats["nodes"] > budget.stats["backtracks"] or not expected


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_first_solution_of_a_larger_board_is_right(strategy: str) -> None:
    board = Symmetry(clues=((0, 0, 2, 0, 0), (0, 1, 0, 0, 0), (0,) * 5, (0, 0, 0, 3, 0), (0,) * 5))
    ((answer,), _) = label(board, strategy, count=1)
    assert check(board, answer) == ()


@pytest.mark.parametrize("values", VALUE_ORDERS)
def test_same_seed_same_search(values: str) -> None:
    (first, one), (second, other) = (
        label(blank(5, 5), f"leftmost,{values}", seed=3, count=2) for _ in range(2)
    )
    assert (first, one.stats) == (second, other.stats)


def test_random_values_follow_the_seed() -> None:
    found = {label(blank(5, 5), "leftmost,random", seed, 1)[0][0] for seed in range(5)}
    assert len(found) > 1


def test_constraints_are_counted_as_the_page_says() -> None:
    """Three for each of 4 readings, 4 values and 6 cells, and one for each of 5 lines."""
    _, budget = label(Symmetry(clues=((0, 0, 0), (0, 1, 0))), "ff,step", count=1)
    assert budget.stats["constraints"] == 3 * 4 * 4 * 6 + 5


def test_propagation_that_lasts_is_cut() -> None:
    """The bounds of a line of 15 cells would approach for years."""
    board = Symmetry(clues=((1, *(0,) * 13, 2),))
    options = CounterOptions(strategy="ff,step")
    label(blank(2, 2), "ff,step")  # compiles
    with pytest.raises(Cut):
        list(counter(board, Budget(0.3), goal="any", seed=None, options=options))


def test_a_strategy_in_the_library() -> None:
    board = quebra.load(BOARD)
    outcome = quebra.solve(board, engine="counter", strategy="ffc,bisect", count=1000)
    assert outcome.complete and outcome.engine == "counter"
    assert set(outcome.solutions) == set(quebra.solve(board, count=1000).solutions)
    assert {"nodes", "backtracks", "constraints"} <= outcome.stats.keys()


@pytest.mark.parametrize(
    "strategy", ["", "ff", "bisect,ffc", "ff,step,enum", "ff, step", "FF,step"]
)
def test_wrong_strategies(strategy: str) -> None:
    with pytest.raises(BadInput) as caught:
        quebra.solve(quebra.load(BOARD), engine="counter", strategy=strategy)
    for name in (*VARIABLE_ORDERS, *VALUE_ORDERS):
        assert name in str(caught.value)


def test_labelling_has_no_goals() -> None:
    with pytest.raises(BadInput, match="has only the goal any"):
        quebra.solve(quebra.load(BOARD), engine="counter", strategy="ff,step", goal="fewest")


def test_a_strategy_on_the_command_line() -> None:
    args = ("solve", "-", "--engine", "counter", "--strategy", "leftmost,random", "--count", "1")
    said = run(*args, stdin=BOARD).stdout
    assert " backtracks" in said and "engine counter" in said
    stats = json.loads(run(*args, "--json", "--seed", "2", stdin=BOARD).stdout)["stats"]
    assert stats["backtracks"] < stats["nodes"]
    ended = run("solve", "-", "--engine", "cpsat", "--strategy", "ff,step", stdin=BOARD)
    assert ended.exit_code == 2 and "engines that have it: counter" in ended.stderr
    assert "--strategy VARIABLE,VALUE" in run("solve", "--help").stdout
    assert "counter (--strategy)" in run("families", "symmetry").stdout


@pytest.mark.integration
def test_a_strategy_in_a_batch(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD, encoding="utf-8")
    out = tmp_path / "out.jsonl"
    args = ("--engine", "counter", "--option", "strategy=ffc,bisect", "--count", "1000")
    ended = run("batch", "solve", str(tmp_path / "board.txt"), *args, "--out", str(out))
    assert ended.exit_code == 0
    record = json.loads(out.read_text(encoding="utf-8"))
    assert record["input"]["options"] == {"strategy": "ffc,bisect"}
    assert record["outcome"]["stats"]["backtracks"] > 0


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        ("step", [0b0001, 0b1100]),
        ("enum", [0b0001, 0b0100, 0b1000]),
        ("bisect", [0b0001, 0b1100]),
        ("median", [0b0100, 0b1001]),
        ("middle", [0b0100, 0b1001]),
    ],
)
def test_domains_are_split_as_named(values: str, parts: list[int]) -> None:
    assert VALUE_ORDERS[values](0b1101, Source(0)) == parts


def test_middle_is_not_median() -> None:
    """Of 0, 1, 2 and 9 the median is 1, and 2 lies nearer to the middle of the bounds."""
    domain = 0b1000000111
    assert VALUE_ORDERS["median"](domain, Source(0))[0] == 1 << 1
    assert VALUE_ORDERS["middle"](domain, Source(0))[0] == 1 << 2


@pytest.mark.parametrize(
    ("variables", "first"),
    [("leftmost", 0), ("min", 1), ("ff", 0), ("occurrence", 1), ("ffc", 0), ("max_regret", 2)],
)
def test_cells_are_chosen_as_named(variables: str, first: int) -> None:
    domains = [0b110, 0b111, 0b1001]
    assert min(range(3), key=lambda cell: VARIABLE_ORDERS[variables](domains[cell])) == first
