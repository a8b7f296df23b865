"""Shisen-Sho's own engine: against exhaustive enumeration, its pieces, and boards of others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from math import prod
from threading import Event

import pytest

from quebra.contract.errors import Cut
from quebra.engine import kernels as compiled
from quebra.engine.budget import Budget
from quebra.families.shisen import rules
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.paths import needed_paths
from quebra.families.shisen.solve import board as boards
from quebra.families.shisen.solve import (
    clauses,
    goals,
    kernel,
    local,
    own,
    pairing,
    search,
    trials,
)
from quebra.families.shisen.solve.clauses import Clauses
from quebra.families.shisen.solve.schedule import Pair, clearing
from quebra.grid.cells import Cell
from shared_data import counted, shared_json, shared_text
from stopping import moderate_work

WAYS = {2: 1, 4: 3, 6: 15, 8: 105}
Pairing = frozenset[Pair]


def random_board(seed: int, most: int, most_cells: int = 36) -> Shisen:
    """A small board with kinds of 2, 4 and 6 tiles, some with holes, some with merged names."""
    source = random.Random(seed)
    while True:
        rows, cols = source.randint(1, 6), source.randint(3, 6)
        holes = source.choice((0, 0, 0, 1, 2, 4))
        often = source.choice(((2,) * 19, (2,) * 19, ()))
        sizes: list[int] = []
        while (room := rows * cols - holes - sum(sizes)) >= 2:
            sizes.append(source.choice([n for n in (*often, 2, 4, 4, 6) if n <= room]))
        if sizes and rows * cols <= most_cells and prod(WAYS[size] for size in sizes) <= most:
            break
    return shuffled(rows, cols, sizes, source, merge=source.random() < 0.2)


def shuffled(
    rows: int, cols: int, sizes: list[int], source: random.Random, merge: bool = False
) -> Shisen:
    names: list[str | None] = [chr(65 + k) for k, size in enumerate(sizes) for _ in range(size)]
    merged: tuple[tuple[str, ...], ...] = ()
    if merge:
        names[0], merged = "z", (("A", "z"),)
    names += [None] * (rows * cols - len(names))
    source.shuffle(names)
    return Shisen(
        board=tuple(tuple(names[r * cols : (r + 1) * cols]) for r in range(rows)), merged=merged
    )


def full_board(rows: int, cols: int, kinds: int, seed: int) -> Shisen:
    """A board without holes on which each kind has the same number of tiles, or nearly."""
    names = [str(k % kinds) for k in range(rows * cols // 2)] * 2
    random.Random(seed).shuffle(names)
    return Shisen(board=tuple(tuple(names[r * cols : (r + 1) * cols]) for r in range(rows)))


def pairings(cells: tuple[Cell, ...]) -> Iterator[tuple[Pair, ...]]:
    if not cells:
        yield ()
    for k in range(1, len(cells)):
        for rest in pairings(cells[1:k] + cells[k + 1 :]):
            yield ((cells[0], cells[k]), *rest)


def by_enumeration(puzzle: Shisen) -> dict[Pairing, Clearing]:
    """All pairings that clear the board, by trying each one."""
    found = {}
    for choice in product(*(list(pairings(group)) for group in puzzle.groups)):
        pairs = frozenset(pair for each in choice for pair in each)
        answer = clearing(puzzle, pairs)
        if sum(map(len, answer.rounds)) == len(pairs):
            found[pairs] = answer
    return found


def pairing_of(answer: Clearing) -> Pairing:
    return frozenset(move.pair for _, move in answer.moves)


def solve(puzzle: Shisen, goal: str, seed: int | None = None) -> tuple[list[Clearing], Budget]:
    budget = Budget()
    return list(own(puzzle, budget, goal=goal, seed=seed)), budget


def measure(puzzle: Shisen, answer: Clearing) -> tuple[int, int]:
    return rules.number_of_rounds(puzzle, answer), rules.sum_of_rounds(puzzle, answer)


def assert_right(puzzle: Shisen, seed: int | None = None) -> bool:
    """All goals agree with enumeration; whether the board can be cleared."""
    expected = by_enumeration(puzzle)
    answers, _ = solve(puzzle, "any", seed)
    assert {pairing_of(answer): answer for answer in answers} == expected
    assert len(answers) == len(expected)

    values = [measure(puzzle, answer) for answer in expected.values()]
    answers, budget = solve(puzzle, "sum", seed)
    assert not any(rules.check(puzzle, answer) for answer in answers)
    sums = [rules.sum_of_rounds(puzzle, answer) for answer in answers]
    assert sums == sorted(set(sums), reverse=True)
    assert sums[-1:] == sorted(total for _, total in values)[:1]
    assert not values or budget.bound == sums[-1]

    answers, budget = solve(puzzle, "rounds", seed)
    assert not any(rules.check(puzzle, answer) for answer in answers)
    ranks = [measure(puzzle, answer) for answer in answers]
    assert ranks == sorted(set(ranks), reverse=True)
    assert ranks[-1:] == sorted(values)[:1]
    assert not values or (budget.bound, budget.stats["sum_bound"]) == ranks[-1]
    return bool(expected)


@pytest.mark.parametrize("part", range(5))
def test_all_goals_agree_with_enumeration(part: int) -> None:
    can = [
        assert_right(random_board(seed, most=30), seed % 3 or None)
        for seed in range(100 * part, 100 * part + 100)
    ]
    assert can.count(False) > 3


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A search that has to branch: no exchanges, nothing tried in advance, rough costs.

    It runs plain, and nothing is compiled meanwhile: that would keep the rough costs on disk.
    """
    with compiled._compiling, monkeypatch.context() as patch:
        _make_bare(patch)
        yield


def _make_bare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local.LocalSearch, "start", local.LocalSearch.offer)
    monkeypatch.setattr(local.LocalSearch, "climb", lambda self: None)
    monkeypatch.setattr(local.LocalSearch, "perturb", lambda self: False)
    monkeypatch.setattr(local.LocalSearch, "anneal", lambda self, exchanges: iter([None]))
    monkeypatch.setattr(search, "KINDS_PROBED", 0)
    monkeypatch.setattr(search.Search, "probe_all", lambda self: True)
    for module in (kernel, trials, pairing, boards):
        monkeypatch.setattr(module, "LARGEST", 0)
    monkeypatch.setattr(boards, "MAX_LINE_LENGTH", 0)


def test_branching_alone_agrees_with_enumeration(bare: None) -> None:
    can = [assert_right(random_board(seed, most=30)) for seed in range(1000, 1100)]
    assert can.count(False) > 3


def test_clauses_alone_agree_with_enumeration(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "DEPTH_FIRST_SECONDS", 0)
    monkeypatch.setattr(local, "STAGES", 1)
    can = [assert_right(random_board(seed, most=30)) for seed in range(2000, 2100)]
    assert can.count(False) > 3


def test_clauses_with_annealing_agree_with_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "DEPTH_FIRST_SECONDS", 0)
    monkeypatch.setattr(goals, "FIRST_EXCHANGES", local.STAGES)
    can = [assert_right(random_board(seed, most=30)) for seed in range(3000, 3060)]
    assert False in can


@pytest.mark.parametrize("seed", range(100))
def test_bounds_by_clauses_are_the_sums_and_rounds_of_enumeration(seed: int) -> None:
    """Also without what a search knows before: with fewer rounds, the sum is bounded from below."""
    puzzle = random_board(4000 + seed, most=200)
    values = [measure(puzzle, answer) for answer in by_enumeration(puzzle).values()]
    space = search.Search(puzzle, Budget())
    if not space.run(kernel.propagate):
        assert not values
        return
    earliest = 1 + max(space.state.leave)
    best = min((total for _, total in values), default=None)
    for rounds in range(earliest, earliest + 4):
        within = [total for number, total in values if number <= rounds]
        found, _ = least_sum(puzzle, space, rounds, exact=True)
        assert found == min(within, default=None)
        found, bound = least_sum(puzzle, space, rounds + 1, exact=False)
        assert found is None or found == bound
        assert best is None or (found is not None and found <= best)
        if best is not None and any(n <= rounds and total == best for n, total in values):
            assert found is not None


def least_sum(
    puzzle: Shisen, space: search.Search, rounds: int, exact: bool
) -> tuple[int | None, float | None]:
    """The least sum by clauses, None if there is none, and the bound."""
    budget = Budget()
    model = Clauses(puzzle, space.state, rounds, exact, budget)
    model.minimise_sum()
    found = list(model.clearings(budget))
    if not found:
        return None, budget.bound
    if exact:
        places = zip(map(int, space.state.row), map(int, space.state.col), strict=True)
        cells = [(r - 1, c - 1) for r, c in places]
        pairs = [(cells[space.state.one[p]], cells[space.state.two[p]]) for p in found[-1]]
        answer = clearing(puzzle, pairs)
        assert not rules.check(puzzle, answer) and len(answer.rounds) <= rounds
        assert rules.sum_of_rounds(puzzle, answer) == budget.bound
    return int(budget.bound or 0), budget.bound


class ScriptedProof:
    """Stands for clauses in the background: the pairings and the bound after each step."""

    def __init__(self, steps: list[tuple[list[list[int]], int]]) -> None:
        self.steps = iter(steps)
        self.budget = Budget()
        self.ended = False

    def ready(self) -> Iterator[list[int]]:
        step = next(self.steps, None)
        self.ended = step is None
        found, self.budget.bound = step or ([], self.budget.bound)
        return iter(found)

    def stop(self) -> None:
        self.steps = iter(())


def sums_with(
    monkeypatch: pytest.MonkeyPatch, annealed: list[int], steps: list[tuple[list[list[int]], int]]
) -> list[int]:
    """The sums of the answers, where annealing finds a pairing and the proof has these steps."""

    def anneal(self: local.LocalSearch, exchanges: int) -> Iterator[None]:
        if annealed:
            self.take(annealed)
        yield

    with monkeypatch.context() as patch:
        patch.setattr(goals, "DEPTH_FIRST_SECONDS", 0)
        patch.setattr(local.LocalSearch, "anneal", anneal)
        patch.setattr(goals, "search_in_background", lambda *_: ScriptedProof(steps))
        answers = own(IMPROVABLE, Budget(), goal="sum", seed=None)
        return [rules.sum_of_rounds(IMPROVABLE, answer) for answer in answers]


IMPROVABLE = full_board(4, 6, 4, 3)
"""A board whose first pairing is not the best one."""


def best_pairs() -> tuple[list[int], int]:
    """The numbers of the best pairs of the board, and their sum."""
    space = search.Search(IMPROVABLE, Budget())
    model = Clauses(IMPROVABLE, space.state, len(IMPROVABLE.tiles) // 2, True, Budget())
    model.minimise_sum()
    budget = Budget()
    *_, pairs = model.clearings(budget)
    return pairs, int(budget.bound or 0)


def test_a_pairing_of_annealing_that_meets_the_bound_is_an_answer(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, least = best_pairs()
    first, *others = sums_with(monkeypatch, pairs, [([], least)] * 3)
    assert first > least and others == [least]


def test_a_pairing_of_the_proof_is_an_answer_once(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, least = best_pairs()
    first, *others = sums_with(monkeypatch, [], [([], 0), ([pairs], 0), ([], 0), ([], least)])
    assert first > least and others == [least]


def test_boards_with_too_many_paths_are_searched_depth_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(goals, "DEPTH_FIRST_SECONDS", 0)
    monkeypatch.setattr(clauses, "MAX_LITERALS", 10)
    can = [assert_right(random_board(seed, most=30)) for seed in range(5000, 5040)]
    assert False in can


def test_annealing_keeps_the_best_pairing() -> None:
    space = search.Search(full_board(8, 10, 10, 1), Budget())
    assert space.run(kernel.propagate)
    better = local.LocalSearch(space)
    better.start()
    before = better.value
    for _ in better.anneal(50 * local.STAGES):
        pass
    assert better.value < before
    better.restore_best()
    assert space.run(pairing.evaluate, pairing.UNLIMITED) == better.value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_larger_boards_agree_with_enumeration(seed: int) -> None:
    source = random.Random(seed)
    sizes = source.choice(([4] * 6, [4, 4, 4, 4, 2, 2, 2, 2], [6, 6, 4, 4, 2, 2], [8, 6, 4, 2, 2]))
    assert_right(shuffled(4, 6, sizes, source))


@pytest.mark.parametrize("goal", ["any", "sum", "rounds"])
def test_what_is_better_but_still_stuck_is_no_answer(goal: str) -> None:
    """Here no pairing clears the board at first, and the search comes upon less bad ones."""
    puzzle = full_board(10, 10, 25, 25)
    assert not rules.check(puzzle, next(own(puzzle, Budget(), goal=goal, seed=None)))


def test_joined_is_the_path_search_of_the_rules() -> None:
    source = random.Random(1)
    for seed in range(60):
        puzzle = random_board(seed, most=10**6, most_cells=30)
        state = boards.new_state(puzzle, Budget())
        gone = source.sample(range(len(state.row)), source.randrange(len(state.row)))
        kernel.place_all_tiles(state)
        for tile in gone:
            kernel.remove_tile(state, tile)
        cells = [(r - 1, c - 1) for r, c in zip(state.row, state.col, strict=True)]
        standing = set(cells) - {cells[tile] for tile in gone}
        for pair, (a, b) in enumerate(zip(state.one, state.two, strict=True)):
            free = any(
                standing.isdisjoint(path.tiles) for path in needed_paths(puzzle, cells[a], cells[b])
            )
            assert kernel.joined(state, pair) == free


def test_a_seed_gives_other_solutions() -> None:
    puzzle = full_board(6, 8, 8, seed=3)
    firsts = {next(own(puzzle, Budget(), goal="any", seed=seed)) for seed in range(6)}
    assert len(firsts) > 3
    again = next(own(puzzle, Budget(), goal="any", seed=0))
    assert again in firsts and again == next(own(puzzle, Budget(), goal="any", seed=0))


def test_full_size_boards_are_proved_in_plain_python() -> None:
    for seed in range(3):
        puzzle = full_board(5, 12, 15, seed)
        answers, budget = solve(puzzle, "sum")
        assert budget.bound == rules.sum_of_rounds(puzzle, answers[-1])
        assert not rules.check(puzzle, answers[-1])


@pytest.mark.parametrize("goal", ["any", "sum", "rounds"])
def test_the_time_is_kept_on_large_boards(goal: str) -> None:
    for kinds in (8, 100):
        with pytest.raises(Cut):
            for _ in own(full_board(80, 100, kinds, 1), Budget(0.3), goal=goal, seed=None):
                pass


def test_a_large_board_takes_no_longer_than_its_search() -> None:
    names = [f"{k % 50}-{k // 200}" for k in range(5000) for _ in range(2)]
    puzzle = Shisen(board=tuple(tuple(names[100 * r : 100 * r + 100]) for r in range(100)))
    with moderate_work():
        answer = next(own(puzzle, Budget(), goal="any", seed=None))
    assert not rules.check(puzzle, answer)


def test_cancelling_stops() -> None:
    cancel = Event()
    answers = own(full_board(8, 12, 6, 1), Budget(cancel=cancel), goal="any", seed=None)
    next(answers)
    cancel.set()
    with pytest.raises(Cut, match="cancelled"):
        next(answers)


def test_too_many_pairs_are_told_at_once() -> None:
    with pytest.raises(Cut, match="memory"):
        next(own(full_board(50, 80, 1, 1), Budget(), goal="sum", seed=None))


def from_lines(lines: list[str]) -> Shisen:
    return Shisen(board=tuple(tuple(None if n in "-." else n for n in line) for line in lines))


OPTIMA = "shisen/boards-with-optima-26.json"


def cells(lines: list[str]) -> int:
    return len(lines) * len(lines[0])


@pytest.mark.parametrize("goal", ["sum", "rounds"])
def test_shared_boards_have_the_known_optima(goal: str) -> None:
    chosen = [each for each in shared_json(OPTIMA) if cells(each["board"]) < 100]
    for entry in counted(OPTIMA, chosen):
        assert_known(from_lines(entry["board"]), goal, entry["sum_c"], entry["min_rounds"])


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["sum", "rounds"])
def test_large_shared_boards_have_the_known_optima(goal: str) -> None:
    chosen = [each for each in shared_json(OPTIMA) if cells(each["board"]) >= 100]
    for entry in counted(OPTIMA, chosen):
        assert_known(from_lines(entry["board"]), goal, entry["sum_c"], entry["min_rounds"])


@pytest.mark.parametrize("goal", ["sum", "rounds"])
@pytest.mark.parametrize(
    ("name", "total", "rounds"),
    [
        pytest.param("001", 756, 11, marks=pytest.mark.slow),
        pytest.param("002", 1196, 15, marks=pytest.mark.slow),
        ("003", 2, 2),
        ("004", 0, 1),
        ("005", 48, 5),
    ],
)
def test_levels_have_the_known_optima(goal: str, name: str, total: int, rounds: int) -> None:
    lines = shared_text(f"shisen/levels/{name}.lvl").split()
    assert_known(from_lines(lines), goal, total, rounds)


def assert_known(puzzle: Shisen, goal: str, total: int, rounds: int) -> None:
    answers, budget = solve(puzzle, goal)
    assert not rules.check(puzzle, answers[-1])
    found_rounds, found_total = measure(puzzle, answers[-1])
    if goal == "sum":
        assert found_total == total == budget.bound
    else:
        assert found_rounds == rounds == budget.bound
