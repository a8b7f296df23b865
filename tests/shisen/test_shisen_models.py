"""The models for HiGHS and CP-SAT, and the LP file, against all pairings of small boards."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, product
from pathlib import Path
from threading import Event, Timer

import pytest

from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Engine
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.highs import improve_program
from quebra.engine.program import Program
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.rules import check, number_of_rounds, sum_of_rounds
from quebra.families.shisen.solve import own
from quebra.families.shisen.solve.cpsat import cpsat
from quebra.families.shisen.solve.schedule import Pair, clearing
from quebra.grid.cells import Cell, as_rows
from quebra.papers.shisen_ip import lpfile
from quebra.papers.shisen_ip import model as paper
from quebra.papers.shisen_ip.engine import mip, mip_all
from quebra.papers.shisen_ip.lagrangean import bound_rounds, bound_sum
from quebra.papers.shisen_ip.lpfile import LP, write_lp
from quebra.papers.shisen_ip.model import PaperModel, Variant
from stopping import StopWhen

ShisenEngine = Engine[Shisen, Clearing]
ENGINES: dict[str, ShisenEngine] = {"mip": mip, "mip-all": mip_all, "cpsat": cpsat}
each_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())


VARIANTS = (
    Variant(rounds="integer"),
    Variant(earliest=True),
    Variant(cycles=True),
    Variant(lagrangean=True),
    Variant(rounds="integer", earliest=True, cycles=True, lagrangean=True),
)


def random_board(seed: int) -> Shisen:
    """A small board: kinds of 2, 4 or 6 tiles, sometimes with holes and merged kinds."""
    source = Source(seed)
    rows, cols = source.choice([(2, 2), (2, 4), (3, 3), (3, 4), (4, 4), (5, 4)])
    left = (rows * cols - (source.below(3) if source.chance(0.4) else 0)) // 2
    tiles: list[str | None] = []
    while left:
        size = min(left, source.choice([1, 1, 1, 1, 2, 3]))
        tiles += [chr(ord("A") + len(set(tiles)))] * (2 * size)
        left -= size
    merged = source.chance(0.3) and len(set(tiles)) > 2
    tiles += [None] * (rows * cols - len(tiles))
    source.shuffle(tiles)
    return Shisen(
        board=as_rows(tiles[r * cols : (r + 1) * cols] for r in range(rows)),
        merged=(("A", "B"),) if merged else (),
    )


def pairings(cells: Sequence[Cell]) -> Iterator[list[Pair]]:
    """All ways to pair the cells."""
    if not cells:
        yield []
        return
    first, *others = cells
    for other in others:
        for rest in pairings([cell for cell in others if cell != other]):
            yield [(first, other), *rest]


@cache
def all_answers(puzzle: Shisen) -> set[Clearing]:
    """Every pairing that clears the board, tried one by one."""
    ways = (list(pairings(group)) for group in puzzle.groups)
    tried = (clearing(puzzle, chain(*chosen)) for chosen in product(*ways))
    return {answer for answer in tried if not check(puzzle, answer)}


def few_pairings(puzzle: Shisen) -> bool:
    """Whether trying all of them takes no time."""
    return math.prod(math.prod(range(1, len(group), 2)) for group in puzzle.groups) < 150


def ranks(puzzle: Shisen, answers: Iterable[Clearing]) -> list[tuple[int, int]]:
    return [(number_of_rounds(puzzle, each), sum_of_rounds(puzzle, each)) for each in answers]


BOARDS = [board for seed in range(60) if few_pairings(board := random_board(seed))]
SMALL = [board for board in BOARDS if len(board.tiles) <= 10]
"""Boards that the paper's program takes no time for."""


def boards_for(engine: ShisenEngine) -> list[Shisen]:
    return BOARDS if engine is cpsat else SMALL


def larger_board(seed: int = 1) -> Shisen:
    """A board that takes HiGHS far longer than a test may take."""
    tiles = Source(seed).shuffled([kind for kind in "ABCDEFGHIJ" for _ in range(4)])
    return Shisen(board=as_rows(tiles[r * 8 : (r + 1) * 8] for r in range(5)))


def test_the_boards_are_of_all_sorts() -> None:
    for boards in (BOARDS, SMALL):
        answers = [len(all_answers(board)) for board in boards]
        assert len(boards) > 15
        assert sum(count == 0 for count in answers) > 1
        assert sum(count > 1 for count in answers) > 5
        assert any(board.merged for board in boards)
        assert any(None in row for board in boards for row in board.board)
        assert {len(group) for board in boards for group in board.groups} >= {2, 4, 6}


@each_engine
def test_any_gives_every_pairing_once(engine: ShisenEngine) -> None:
    for board in boards_for(engine):
        expected = all_answers(board)
        if len(expected) > 6 and engine is not cpsat:
            continue
        found = list(engine(board, Budget(), goal="any", seed=None))
        assert len(found) == len(expected) and set(found) == expected, board


@each_engine
def test_the_smallest_sum(engine: ShisenEngine) -> None:
    for board in boards_for(engine):
        sums = [total for _, total in ranks(board, all_answers(board))]
        found = [total for _, total in ranks(board, engine(board, Budget(), goal="sum", seed=None))]
        assert found == sorted(set(found), reverse=True), board
        assert found[-1:] == sorted(sums)[:1], board


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("goal", ["sum", "rounds"])
def test_variants_of_the_program_have_the_same_optimum(goal: str, variant: Variant) -> None:
    for board in SMALL:
        budget = Budget()
        found = ranks(board, mip(board, budget, goal=goal, seed=None, options=variant))
        best = sorted(ranks(board, all_answers(board)), key=lambda rank: rank[goal == "sum" :])
        assert found[-1:] == best[:1] or (found[-1][1] == best[0][1] and goal == "sum"), board
        assert not best or budget.bound is None or budget.bound <= best[0][goal == "sum"], board


def test_lagrangean_bounds_are_below_every_answer() -> None:
    for board in BOARDS:
        answers = ranks(board, all_answers(board))
        rounds = bound_rounds(board, Budget(), iterations=40)
        total = bound_sum(board, Budget(), iterations=40)
        if answers:
            assert rounds is not None and total is not None
            assert rounds.propagated <= rounds.lagrangean <= min(answers)[0], board
            assert total.propagated <= total.lagrangean <= min(t for _, t in answers), board


@each_engine
def test_the_fewest_rounds_and_then_the_smallest_sum(engine: ShisenEngine) -> None:
    for board in boards_for(engine):
        budget = Budget()
        found = ranks(board, engine(board, budget, goal="rounds", seed=3))
        assert found == sorted(set(found), reverse=True), board
        assert found[-1:] == sorted(ranks(board, all_answers(board)))[:1], board
        assert not found or budget.bound is None or budget.bound <= found[-1][0], board


@pytest.mark.parametrize("goal", ["sum", "rounds"])
def test_cpsat_agrees_with_our_own_engine(goal: str) -> None:
    for seed in range(3):
        board = larger_board(seed)
        ours, theirs = (
            ranks(board, engine(board, Budget(), goal=goal, seed=None)) for engine in (own, cpsat)
        )
        last = [each if goal == "rounds" else each[1] for each in (*ours[-1:], *theirs[-1:])]
        assert not last or (len(last) == 2 and last[0] == last[1]), board


@each_engine
@pytest.mark.parametrize("goal", ["any", "sum", "rounds"])
def test_no_time_is_said(engine: ShisenEngine, goal: str) -> None:
    with pytest.raises(Cut, match="time"):
        list(engine(larger_board(), Budget(0), goal=goal, seed=None))


def test_highs_stops_when_told() -> None:
    cancel = Event()
    Timer(0.7, cancel.set).start()
    with pytest.raises(Cut, match="cancelled"):
        list(mip_all(larger_board(), Budget(cancel=cancel), goal="sum", seed=None))


def test_highs_keeps_the_time() -> None:
    with pytest.raises(Cut, match="time"):
        list(mip_all(larger_board(), Budget(0.3), goal="sum", seed=None))


def test_highs_has_a_bound_when_it_stops() -> None:
    budget = Budget()
    budget.cancel = StopWhen(lambda: budget.bound is not None)
    with pytest.raises(Cut, match="cancelled"):
        list(mip(larger_board(), budget, goal="sum", seed=None))
    *_, best = ranks(larger_board(), cpsat(larger_board(), Budget(), goal="sum", seed=None))
    assert budget.bound is not None and 0 <= budget.bound <= best[1]


def test_highs_answers_when_nothing_is_left_to_search() -> None:
    program = Program()
    one, two = program.add_choice("one"), program.add_number("two")
    program.add_row([(2, one), (1, two)], low=2)
    program.minimise({one: 1, two: 1})
    assert [list(values) for values in improve_program(program, Budget())][-1] == [1, 0]
    program.add_row([(1, one), (1, two)], high=0)
    assert list(improve_program(program, Budget())) == []


@pytest.mark.integration
@pytest.mark.parametrize(
    "order",
    [("highspy", "ortools.sat.python.cp_model"), ("ortools.sat.python.cp_model", "highspy")],
)
def test_both_solvers_live_in_one_process(order: tuple[str, str]) -> None:
    work = (
        f"import {order[0]}, {order[1]}\n"
        "from quebra.engine.budget import Budget\n"
        "from quebra.families.shisen.model import Shisen\n"
        "from quebra.families.shisen.solve.cpsat import cpsat\n"
        "from quebra.papers.shisen_ip.engine import mip\n"
        "board = Shisen(board=(tuple('ABAB'),))\n"
        "for engine in (mip, cpsat, mip):\n"
        "    assert list(engine(board, Budget(), goal='any', seed=None))\n"
    )
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_dominated_paths_are_left_out() -> None:
    board = larger_board()
    few, many = (PaperModel(board, Budget(), Variant(paths=p)) for p in ("needed", "all"))
    rows, cols = board.size
    assert len(few.program.names) < len(many.program.names)
    assert max(len(choices) for choices in many.joins.values()) <= rows + cols + 2


def test_the_lp_file_carries_its_board() -> None:
    for board in BOARDS:
        text = write_lp(board)
        assert LP.recognises(text) and LP.read(text) == board
        assert max(map(len, text.splitlines())) <= 255


def test_highs_reads_the_lp_file(tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy")
    for board in SMALL:
        sums = [total for _, total in ranks(board, all_answers(board))]
        file = tmp_path / "board.lp"
        file.write_text(write_lp(board), encoding="utf-8")
        highs = highspy.Highs()
        highs.silent()
        highs.readModel(str(file))
        highs.run()
        if sums:
            assert highs.getObjectiveValue() == pytest.approx(min(sums), abs=1e-4), board
        else:
            assert highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible, board


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Minimize", "The first line is not that of a file that Quebra wrote."),
        (lpfile.HEADINGS["lp"], "The file has no comment with the board."),
        (f"{lpfile.HEADINGS['lp']}\n\\ board: []", "Expected object, got array."),
    ],
)
def test_what_is_no_lp_file(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        LP.read(text)
    assert str(caught.value) == sentence


def test_models_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "MOST_ROWS", 10)
    model = import_module("quebra.families.shisen.solve.cpsat")
    monkeypatch.setattr(model, "MAX_TILES_ON_PATHS", 10)
    for engine in ENGINES.values():
        with pytest.raises(Cut, match="memory"):
            list(engine(larger_board(), Budget(), goal="sum", seed=None))
    with pytest.raises(BadInput, match=r"too large for an LP file"):
        write_lp(larger_board())
