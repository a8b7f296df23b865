"""The engines: against each other, against brute force, against recorded boards and the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, permutations, product
from math import prod
from threading import Event, Timer

import pytest

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun import rules
from quebra.families.kojun.model import Kojun, Label, Order
from quebra.families.kojun.solve import ENGINES, cpsat, own, search, sweeps
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.fillings import MAX_FILLINGS, count_fillings, merge_chains
from quebra.families.kojun.solve.propagate import KojunState
from quebra.families.kojun.solve.schedule import Schedules
from quebra.families.kojun.solve.search import solutions
from quebra.grid.cells import GridAnswer, Rows, as_rows, cells, neighbours
from shared_data import shared_cases
from stopping import moderate_work

ENGINE_NAMES = list(ENGINES)
ORDERS: tuple[Order, ...] = ("adjacent", "column")


def solve(
    puzzle: Kojun, engine: str = "own", count: int | None = None, seed: int | None = None
) -> list[GridAnswer]:
    return list(islice(ENGINES[engine](puzzle, Budget(), goal="any", seed=seed), count))


def random_board(source: Source, rows: int, cols: int, largest: int, order: Order) -> Kojun:
    """Regions grown at random, a few holes, and a few givens that need not fit."""
    labels: dict[tuple[int, int], int | None] = {}
    for start in source.shuffled(list(cells(rows, cols))):
        if start in labels:
            continue
        label = None if source.chance(0.04) else len(labels)
        region = [start]
        labels[start] = label
        while label is not None and len(region) <= source.below(largest):
            rim = [n for cell in region for n in neighbours(cell, rows, cols) if n not in labels]
            if not rim:
                break
            region.append(source.choice(rim))
            labels[region[-1]] = label
    if all(label is None for label in labels.values()):
        labels[0, 0] = 0
    table: list[list[Label]] = [[labels[r, c] for c in range(cols)] for r in range(rows)]
    empty = Kojun(regions=as_rows(table), givens=((0,) * cols,) * rows, order=order)
    density = source.choice([0.0, 0.1, 0.2])
    givens = [[0] * cols for _ in range(rows)]
    for region_cells in empty.region_cells:
        for r, c in region_cells:
            if source.chance(density):
                givens[r][c] = 1 + source.below(len(region_cells))
    return empty.with_givens(as_rows(givens))


def random_boards(seed: int, count: int, side: int, largest: int) -> Iterator[Kojun]:
    source = Source(seed)
    for k in range(count):
        rows, cols = 1 + source.below(side), 1 + source.below(side)
        yield random_board(source, rows, cols, 2 + source.below(largest - 1), ORDERS[k % 2])


def open_board(rows: int, cols: int, regions: Rows[Label]) -> Kojun:
    return Kojun(regions=regions, givens=((0,) * cols,) * rows)


def strips(rows: int, cols: int) -> Kojun:
    """Each row a region: no order at all, and very many solutions."""
    return open_board(rows, cols, tuple((r,) * cols for r in range(rows)))


def one_region(rows: int, cols: int) -> Kojun:
    return open_board(rows, cols, ((0,) * cols,) * rows)


def bricks(rows: int, cols: int, high: int, wide: int) -> Kojun:
    """Equal rectangles side by side."""
    table = tuple(tuple(f"{r // high}/{c // wide}" for c in range(cols)) for r in range(rows))
    return open_board(rows, cols, table)


def brute_force(puzzle: Kojun) -> set[GridAnswer]:
    rows, cols = puzzle.size
    found = set()
    fillings = [permutations(range(1, len(region) + 1)) for region in puzzle.region_cells]
    for filling in product(*fillings):
        grid = [[0] * cols for _ in range(rows)]
        for region, values in zip(puzzle.region_cells, filling, strict=True):
            for (r, c), value in zip(region, values, strict=True):
                grid[r][c] = value
        answer = GridAnswer(grid=as_rows(grid))
        if not rules.check(puzzle, answer):
            found.add(answer)
    return found


def assert_engines_agree(boards: Iterator[Kojun], most: int = 20) -> dict[str, int]:
    """Same solution sets, or as many as asked for; what came of it all is counted."""
    seen = {"none": 0, "unique": 0, "many": 0}
    for puzzle in boards:
        mine, theirs = solve(puzzle, "own", most), solve(puzzle, "cpsat", most)
        assert len(mine) == len(theirs) == len(set(mine)) == len(set(theirs)), puzzle
        if len(mine) < most:
            assert set(mine) == set(theirs), puzzle
        for answer in (*mine, *theirs):
            assert rules.check(puzzle, answer) == ()
        seen["none" if not mine else "unique" if len(mine) == 1 else "many"] += 1
    return seen


def test_engines_agree_on_small_boards() -> None:
    seen = assert_engines_agree(random_boards(1, 1500, side=6, largest=6))
    assert min(seen.values()) > 50


def test_every_answer_is_right_on_tall_boards() -> None:
    """Many givens leave much to the rules that need no search."""
    source = Source(5)
    answers = 0
    for k in range(4000):
        puzzle = random_board(source, 4 + source.below(6), 1 + source.below(6), 9, ORDERS[k % 2])
        for answer in solve(puzzle, "own", 3):
            assert rules.check(puzzle, answer) == (), puzzle
            answers += 1
    assert answers > 1000


def test_engines_agree_on_large_regions() -> None:
    seen = assert_engines_agree(random_boards(2, 300, side=6, largest=20), most=5)
    assert seen["none"] > 20
    assert seen["many"] > 20


@pytest.mark.slow
def test_engines_agree_on_many_boards() -> None:
    assert_engines_agree(random_boards(3, 10_000, side=8, largest=9))


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_brute_force_agrees(engine: str) -> None:
    tiny = list(random_boards(4, 400, side=3, largest=4))
    some = 0
    for puzzle in tiny:
        expected = brute_force(puzzle)
        assert set(solve(puzzle, engine)) == expected
        some += bool(expected)
    assert 50 < some < len(tiny)


@pytest.mark.parametrize("name", ["janko-60", "odd-boards-5", "generated-scale-10"])
@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_recorded_boards(name: str, engine: str) -> None:
    for board in shared_cases(f"kojun/{name}.json"):
        puzzle = Kojun(regions=as_rows(board["regions"]), givens=as_rows(board["givens"]))
        expected = [GridAnswer(grid=as_rows(board["solution"]))] if board["solution"] else []
        assert solve(puzzle, engine) == expected, board["id"]


@pytest.mark.parametrize("order", ORDERS)
def test_order_rule_reaches_as_far_as_it_says(order: Order) -> None:
    """A region like a C: its left column is a chain, the ends of its arms only in one wording."""
    regions = (("a", "a"), ("a", "b"), ("a", "a"))
    puzzle = Kojun(regions=regions, givens=((0, 2), (0, 0), (0, 3)), order=order)
    found = solve(puzzle, "own")
    assert bool(found) == (order == "adjacent")
    assert found == solve(puzzle, "cpsat")


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_contradicting_givens_have_no_solution(engine: str) -> None:
    same_region = Kojun(regions=((0, 0, 0),), givens=((2, 0, 2),))
    touching = Kojun(regions=((0, 0, 1, 1),), givens=((0, 1, 1, 0),))
    upside_down = Kojun(regions=((0,), (0,), (0,)), givens=((0,), (1,), (2,)))
    for puzzle in (same_region, touching, upside_down):
        assert solve(puzzle, engine) == []


def test_two_hidden_singles_at_once_keep_the_order() -> None:
    """In the tall region on the right, the only places of 3 and 4 are upside down."""
    regions = "abbbb aaccb dccce dfeee dffeg hiieg hhijj kkjjj kkkjj"
    givens = "00000 20000 00002 03001 00002 00300 00000 00050 01400"
    puzzle = Kojun(
        regions=as_rows(regions.split()),
        givens=as_rows([map(int, row) for row in givens.split()]),
    )
    assert solve(puzzle, "own") == solve(puzzle, "cpsat") == []


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_all_solutions_are_counted(engine: str) -> None:
    assert len(solve(strips(1, 5), engine)) == 120
    assert len(solve(one_region(3, 2), engine)) == 20


def test_parts_that_do_not_meet_are_searched_once() -> None:
    source = Source(7)
    boards = [random_board(source, 4, 4, 4, "adjacent") for _ in range(60)]
    small = [board for board in boards if len(solve(board)) in range(2, 9)][:3]
    puzzle = beside(small)
    budget = Budget()
    found = list(own(puzzle, budget, goal="any", seed=None))
    assert len(small) == 3
    assert len(found) == len(set(found)) == prod(len(solve(board)) for board in small)
    assert set(found) == set(solve(puzzle, "cpsat"))
    assert budget.stats["nodes"] < 2 * sum(nodes_of(board) for board in small)


def beside(boards: Sequence[Kojun]) -> Kojun:
    """Boards of equal heights beside each other, with holes between them."""
    regions: list[list[Label]] = [[] for _ in boards[0].regions]
    givens: list[list[int]] = [[] for _ in boards[0].regions]
    for number, board in enumerate(boards):
        for r, labels in enumerate(board.regions):
            named = [None if label is None else f"{number}.{label}" for label in labels]
            regions[r] += [*named, None]
            givens[r] += [*board.givens[r], 0]
    return Kojun(regions=as_rows(regions), givens=as_rows(givens), order=boards[0].order)


def nodes_of(puzzle: Kojun) -> float:
    """Nodes of the search for all solutions."""
    budget = Budget()
    list(own(puzzle, budget, goal="any", seed=None))
    return budget.stats["nodes"]


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_an_engine_may_be_left_at_any_time(engine: str) -> None:
    answers = ENGINES[engine](strips(6, 6), Budget(), goal="any", seed=None)
    first, second = next(answers), next(answers)
    assert first != second
    assert isinstance(answers, Iterator)
    answers.close()  # type: ignore[attr-defined]
    assert list(answers) == []


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_a_run_can_be_repeated(engine: str) -> None:
    puzzle = bricks(9, 9, 3, 3)
    assert solve(puzzle, engine, 5) == solve(puzzle, engine, 5)
    assert solve(puzzle, engine, 5, seed=7) == solve(puzzle, engine, 5, seed=7)


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_seeds_give_different_solutions(engine: str) -> None:
    found = {solve(bricks(9, 9, 3, 3), engine, 1, seed=seed)[0] for seed in range(6)}
    assert len(found) > 3


def hard_for(engine: str) -> Kojun:
    return strips(100, 100) if engine == "own" else strips(60, 90)


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_time_is_obeyed(engine: str) -> None:
    puzzle = hard_for(engine)
    with pytest.raises(Cut, match="time"):
        next(ENGINES[engine](puzzle, Budget(seconds=0.1), goal="any", seed=None))


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_a_cancelled_search_stops(engine: str) -> None:
    puzzle, cancel = hard_for(engine), Event()
    Timer(0.1, cancel.set).start()
    with pytest.raises(Cut, match="cancelled"):
        next(ENGINES[engine](puzzle, Budget(cancel=cancel), goal="any", seed=None))


@pytest.mark.parametrize(
    "puzzle",
    [one_region(100, 100), one_region(1, 10_000), strips(100, 100), bricks(100, 100, 1, 1)],
    ids=["one region", "one line", "lines", "single cells"],
)
def test_no_time_at_all_is_noticed_at_once(puzzle: Kojun) -> None:
    for engine in ENGINES.values():
        with moderate_work(), pytest.raises(Cut):
            next(engine(puzzle, Budget(seconds=0), goal="any", seed=None))


def test_cpsat_declines_what_would_not_fit_into_memory() -> None:
    with pytest.raises(Cut, match="memory"):
        next(cpsat(one_region(100, 100), Budget(), goal="any", seed=None))


def test_deep_searches_do_not_hit_the_recursion_limit() -> None:
    puzzle = bricks(99, 99, 3, 3)
    budget = Budget()
    answer = next(own(puzzle, budget, goal="any", seed=None))
    assert rules.check(puzzle, answer) == ()
    assert budget.stats["nodes"] > 1000


@pytest.mark.parametrize("most", [0, 1, 3, 5])
def test_large_regions_have_the_same_solutions(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = list(random_boards(50 + most, 400, side=5, largest=9))
    guessed = [solve(puzzle, count=200) for puzzle in boards]
    monkeypatch.setattr(search, "MAX_GUESSED", most)
    for number, (puzzle, expected) in enumerate(zip(boards, guessed, strict=True)):
        found = solve(puzzle, count=200, seed=number if number % 3 else None)
        assert len(found) == len(set(found)) == len(expected), puzzle
        assert all(rules.check(puzzle, answer) == () for answer in found)
        if len(found) < 200:
            assert set(found) == set(expected) == set(solve(puzzle, "cpsat", 200)), puzzle


@pytest.mark.parametrize(("large", "most_visits"), [(1, 4), (3, 4), (50, 1), (50, 1000)])
def test_sweeps_may_leave_out_regions_or_end_early(
    large: int, most_visits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = list(random_boards(60, 600, side=6, largest=9))
    expected = [solve(puzzle, count=50) for puzzle in boards]
    monkeypatch.setattr(sweeps, "LARGE", large)
    monkeypatch.setattr(sweeps, "MOST_VISITS", most_visits)
    for puzzle, answers in zip(boards, expected, strict=True):
        found = solve(puzzle, count=50)
        assert len(found) == len(set(found)) == len(answers), puzzle
        assert all(rules.check(puzzle, answer) == () for answer in found)
        if len(found) < 50:
            assert set(found) == set(answers), puzzle


@pytest.mark.parametrize("givens", ["11000000", "10100000", "00000110", "00001001", "00010002"])
@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_givens_that_contradict_each_other(engine: str, givens: str) -> None:
    """Equal in one region or side by side, or upside down."""
    regions = (("a", "a", "a", "b"), ("c", "c", "d", "b"))
    rows = as_rows([map(int, givens[:4]), map(int, givens[4:])])
    assert solve(Kojun(regions=regions, givens=rows), engine) == []


@pytest.mark.parametrize("sides", [(40, 50), (60, 60), (50, 100)])
@pytest.mark.parametrize("density", [0, 0.05, 0.3])
def test_one_region_of_thousands_of_cells(sides: tuple[int, int], density: float) -> None:
    puzzle = one_region(*sides)
    source = Source(1)
    planted = random_filling(*sides, source)
    puzzle = puzzle.with_givens(
        as_rows([value if source.chance(density) else 0 for value in row] for row in planted)
    )
    budget = Budget()
    found = list(islice(own(puzzle, budget, goal="any", seed=None), 2))
    assert len(set(found)) == 2
    assert [rules.check(puzzle, answer) for answer in found] == [(), ()]
    assert budget.stats["nodes"] < 10


def random_filling(rows: int, cols: int, source: Source) -> list[list[int]]:
    """Values in a single region: each one goes to the lowest empty cell of a random column."""
    grid = [[0] * cols for _ in range(rows)]
    columns = source.shuffled([c for c in range(cols) for _ in range(rows)])
    free = [rows] * cols
    for value, c in enumerate(columns, 1):
        free[c] -= 1
        grid[free[c]][c] = value
    return grid


def test_large_regions_between_small_ones() -> None:
    """A large region beside squares, and four large regions that touch each other."""
    rows, cols = 40, 40
    half = tuple(
        tuple("large" if c < 20 else f"{r // 2}/{c // 2}" for c in range(cols)) for r in range(rows)
    )
    for puzzle in (open_board(rows, cols, half), bricks(rows, cols, 20, 20)):
        found = solve(puzzle, count=2)
        assert len(set(found)) == 2
        assert [rules.check(puzzle, answer) for answer in found] == [(), ()]


def test_a_large_region_is_left_in_time() -> None:
    """Its solutions are without number."""
    with pytest.raises(Cut, match="time"):
        for _ in own(one_region(30, 30), Budget(seconds=0.2), goal="any", seed=None):
            pass


def test_schedules_without_room_have_no_filling() -> None:
    """Cells 0 to 300 share 300 values."""
    domains = {i: (1 << 300) - 1 if i <= 300 else (1 << 600) - 1 for i in range(600)}
    chains = [[i] for i in range(600)]
    assert list(Schedules(chains, domains, Budget()).fillings()) == []
    domains[0] |= 1 << 300
    assert next(Schedules(chains, domains, Budget()).fillings())[0] == 301


def test_schedules_are_all_fillings() -> None:
    """Also where a value inside an interval is forbidden, which may lead to a dead end."""
    source, several = Source(3), 0
    for _ in range(1500):
        lengths = [1 + source.below(3) for _ in range(1 + source.below(4))][:4]
        count = sum(lengths)
        if count > 7:
            continue
        cells = iter(range(count))
        chains = [[next(cells) for _ in range(length)] for length in lengths]
        full = (1 << count) - 1
        domains = {
            i: full & ~sum(1 << v for v in range(count) if source.chance(0.25))
            for i in range(count)
        }
        found = [
            tuple(filling[i] for i in range(count))
            for filling in Schedules(chains, domains, Budget(), source).fillings()
        ]
        expected = {
            values
            for values in permutations(range(1, count + 1))
            if all(domains[i] >> value - 1 & 1 for i, value in enumerate(values))
            and all(values[i] < values[j] for chain in chains for i, j in pairwise(chain))
        }
        assert len(found) == len(set(found))
        assert set(found) == expected
        several += len(found) > 1
    assert several > 100


def test_a_state_can_be_taken_back() -> None:
    board = KojunBoard(bricks(6, 6, 2, 3))
    state = KojunState(board)
    assert state.propagate() < 0
    state.strengthen()
    assert state.propagate() < 0
    before, mark = state.dom.copy(), len(state.trail)
    cell = board.number((2, 2))
    assert state.keep(cell, state.dom[cell] & -state.dom[cell])
    state.propagate()
    assert state.dom != before
    state.undo(mark)
    assert state.dom == before
    assert next(solutions(state, Budget()), None) is not None


def test_tables_hold_every_way_and_no_other() -> None:
    """Each way is a permutation that increases along the chains, and none is there twice."""
    lengths = (1, 2, 2)
    merged = merge_chains(lengths)
    assert merged is not None
    count, ways = merged
    rows = set()
    for way in range(count):
        ranks = [
            [rank for rank in range(5) if ways.get((cell, rank), 0) >> way & 1] for cell in range(5)
        ]
        assert all(len(found) == 1 for found in ranks)
        row = tuple(found[0] for found in ranks)
        assert sorted(row) == [0, 1, 2, 3, 4]
        assert row[1] < row[2]
        assert row[3] < row[4]
        rows.add(row)
    assert len(rows) == count == count_fillings(lengths) == 30


def test_tables_are_not_made_where_ways_are_too_many() -> None:
    lengths = (1,) * 8
    assert count_fillings(lengths) > MAX_FILLINGS
    assert merge_chains(lengths) is None
