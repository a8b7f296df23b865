"""The engines against brute force, against one another, and against known counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from importlib import import_module
from itertools import permutations, product
from threading import Event, Timer
from time import process_time

import msgspec
import pytest
from boards import blank, pieces_file, random_board, with_one_edge_changed

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.edges.rules import check, matched_seams
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.backtrack import solutions
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.best_effort import MISMATCH_KERNELS
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.domains import Candidates, consistent_domains, frame_domains
from quebra.families.edges.solve.exhaustive import REPAIR_KERNELS
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.families.edges.solve.order import row_scan
from quebra.families.edges.solve.symmetry import one_of_each
from quebra.service.verbs import solve

Look = tuple[tuple[int, ...], ...]

EXACT = ("portfolio", "backtrack", "cpsat")
SHAPES = (
    {"rows": 2, "cols": 3},
    {"rows": 2, "cols": 1, "sides": 3, "shape": "triangle"},
    {"rows": 2, "cols": 2, "sides": 6, "shape": "hexagon"},
    {"rows": 1, "cols": 2, "layers": 2, "sides": 6, "shape": "cube"},
)


def look(puzzle: Edges, board: Filling) -> Look:
    """What a board looks like, whichever of equal pieces lie where."""
    return tuple(puzzle.turned(p.piece, p.turn) for p in sorted(board.cells, key=lambda p: p.cell))


def looks(puzzle: Edges, name: str) -> set[Look]:
    """All boards of an engine, which are right and differ."""
    boards = list(ENGINES[name](puzzle, Budget(), goal="any", seed=None))
    assert not any(check(puzzle, board) for board in boards)
    different = {look(puzzle, board) for board in boards}
    assert len(different) == len(boards)
    return different


def best(puzzle: Edges, name: str) -> int | None:
    """The most matched seams that an engine proves."""
    values = []
    for board in ENGINES[name](puzzle, Budget(), goal="matched", seed=1):
        assert {broken.code for broken in check(puzzle, board)} <= {"seam"}
        values.append(matched_seams(puzzle, board))
    assert values == sorted(set(values))
    return values[-1] if values else None


def all_fillings(puzzle: Edges) -> Iterator[Filling]:
    """Every way to fill a small board, whatever the rules say of seams and frame."""
    cells = puzzle.layout.cells
    for pieces in permutations(range(len(puzzle.pieces)), len(cells)):
        for turns in product(puzzle.turns, repeat=len(cells)):
            yield Filling(
                cells=tuple(Placed(*each) for each in zip(cells, pieces, turns, strict=True))
            )


@pytest.mark.parametrize("seed", range(40))
def test_engines_agree_on_small_boards(seed: int) -> None:
    source = Source(seed)
    size = 3 + seed % 2
    rotate, frame = bool(source.below(2)), (0, None)[source.below(2)]
    colours = 6 + source.below(3) if frame == 0 else 14
    puzzle = random_board(blank(size, size, rotate=rotate, frame=frame), colours, source)
    assert looks(puzzle, "backtrack")
    for board in (puzzle, with_one_edge_changed(puzzle, colours, source)):
        expected = looks(board, "backtrack")
        assert looks(board, "cpsat") == expected
        assert looks(board, "portfolio") == expected
        assert not (infeasibility(board) and expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_engines_agree_on_hundreds_of_boards(seed: int) -> None:
    test_engines_agree_on_small_boards(seed)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: str(shape.get("shape", "square")))
@pytest.mark.parametrize("frame", [0, None])
@pytest.mark.parametrize("changed", [False, True])
def test_every_layout_against_brute_force(
    shape: dict[str, object], frame: int | None, changed: bool
) -> None:
    source = Source(len(str(shape)))
    rotate = shape.get("shape") == "triangle"
    puzzle = random_board(blank(**shape, frame=frame, rotate=rotate), 2, source)  # type: ignore[arg-type]
    if changed:
        puzzle = with_one_edge_changed(puzzle, 2, source)
    fillings = list(all_fillings(puzzle))
    right = {look(puzzle, filling) for filling in fillings if not check(puzzle, filling)}
    legal = [
        matched_seams(puzzle, filling)
        for filling in fillings
        if {broken.code for broken in check(puzzle, filling)} <= {"seam"}
    ]
    for name in EXACT:
        assert looks(puzzle, name) == right
        assert best(puzzle, name) == (max(legal) if legal else None)


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("seed", range(20))
def test_seams_within_a_cell_match(name: str, seed: int) -> None:
    """Sides of one cell may touch on an irregular board."""
    source = Source(seed)
    pieces = tuple(tuple(source.below(3) for _ in range(4)) for _ in range(3))
    seams = ((0, 0, 0, 1), (0, 2, 1, 0), (1, 1, 1, 3), (1, 2, 2, 2))
    puzzle = Edges(shape="free", pieces=pieces, seams=seams, rotate=True)
    matched = {filling: matched_seams(puzzle, filling) for filling in all_fillings(puzzle)}
    right = {look(puzzle, filling) for filling in matched if not check(puzzle, filling)}
    assert looks(puzzle, name) == right
    assert best(puzzle, name) == max(matched.values())


def test_cubes_that_may_be_turned() -> None:
    puzzle = random_board(blank(1, 2, 6, shape="cube", frame=None, rotate=True), 4, Source(5))
    right = {look(puzzle, board) for board in all_fillings(puzzle) if not check(puzzle, board)}
    for name in EXACT:
        assert looks(puzzle, name) == right


def test_pieces_to_spare() -> None:
    board = random_board(blank(2, 2, rotate=True, frame=0), 2, Source(3))
    puzzle = msgspec.structs.replace(board, pieces=(*board.pieces, (0, 1, 2, 0)))
    fillings = list(all_fillings(puzzle))
    right = {look(puzzle, filling) for filling in fillings if not check(puzzle, filling)}
    assert right
    for name in EXACT:
        assert looks(puzzle, name) == right
        assert best(puzzle, name) == len(puzzle.layout.seams)


@pytest.mark.parametrize("name", EXACT)
def test_best_board_of_one_that_cannot_be(name: str) -> None:
    source = Source(11)
    for _ in range(3):
        board = random_board(blank(2, 3, rotate=False, frame=0), 3, source)
        puzzle = with_one_edge_changed(board, 3, source)
        legal = (
            matched_seams(puzzle, filling)
            for filling in all_fillings(puzzle)
            if {broken.code for broken in check(puzzle, filling)} <= {"seam"}
        )
        assert best(puzzle, name) == max(legal) < len(puzzle.layout.seams)


@pytest.mark.parametrize("name", EXACT)
def test_hints_are_kept(name: str) -> None:
    # Piece 1 looks like piece 0, and like itself turned by a half; the hint still names it so.
    pieces = ((1, 2, 1, 2), (1, 2, 1, 2), (1, 3, 1, 2), (1, 2, 1, 3))
    puzzle = Edges(rows=1, cols=4, pieces=pieces, rotate=True)
    hinted = msgspec.structs.replace(puzzle, hints=(Hint(cell=(0, 1), piece=1, turn=2),))
    boards = list(ENGINES[name](hinted, Budget(), goal="any", seed=None))
    assert boards
    for board in boards:
        assert not check(hinted, board)
        assert Placed(cell=(0, 1), piece=1, turn=2) in board.cells
    clash = (Hint(cell=(0, 0), piece=1), Hint(cell=(0, 1), piece=1))
    wrong = msgspec.structs.replace(puzzle, hints=clash)
    assert infeasibility(wrong) == "Hints 1 and 2 contradict each other."
    for goal in ("any", "matched"):
        assert not list(ENGINES[name](wrong, Budget(), goal=goal, seed=None))


@pytest.mark.parametrize("name", EXACT)
def test_the_outcome_says_why_there_is_none(name: str) -> None:
    puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0)
    why = "1 edge has blue disc: an odd number, so one edge has no partner."
    assert solve(puzzle, engine=name).text == f"No solution: proved. {why}"


def test_obstacles_are_told() -> None:
    told = {
        infeasibility(Edges(rows=1, cols=2, pieces=pieces, frame=0, rotate=True))
        for pieces in (
            ((0, 1, 0, 0), (0, 2, 0, 0)),
            ((0, 1, 0, 1), (0, 1, 0, 0)),
            ((1, 0, 0, 0), (1, 0, 0, 0)),
        )
    }
    assert told == {
        "1 edge has blue disc: an odd number, so one edge has no partner.",
        "The rim needs 6 edges with grey, and the pieces have 5.",
        None,
    }
    few = Edges(
        rows=2, cols=2, pieces=((0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 1), (0, 1, 1, 1)), frame=0
    )
    assert infeasibility(msgspec.structs.replace(few, rotate=True)) == (
        "4 cells have 2 or more sides at the rim. The number of pieces that fit there is 3."
    )


@pytest.mark.parametrize("name", ["portfolio", "backtrack"])
@pytest.mark.parametrize("goal", ["any", "matched"])
def test_stops_when_told(name: str, goal: str) -> None:
    board = random_board(blank(10, 10, rotate=True, frame=0), 9, Source(2))
    puzzle = with_one_edge_changed(with_one_edge_changed(board, 9, Source(1)), 9, Source(8))
    enough = Event()
    budget = Budget(cancel=enough)
    Timer(0.5, enough.set).start()
    with pytest.raises(Cut, match="cancelled"):
        deque(ENGINES[name](puzzle, budget, goal=goal, seed=1), maxlen=0)


def test_a_seed_repeats_itself() -> None:
    puzzle = random_board(blank(4, 4, rotate=True, frame=0), 3, Source(4))
    first, again, other = (
        next(ENGINES["backtrack"](puzzle, Budget(), goal="any", seed=seed)) for seed in (7, 7, 8)
    )
    assert first == again != other


@pytest.mark.parametrize(("long", "remembered"), [(False, 10_000), (False, 3), (True, 10_000)])
def test_a_seed_repeats_itself_whoever_is_faster(
    long: bool, remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a seed backtracker and CP-SAT take turns by work done, however short the turns are."""
    puzzle = random_board(blank(4, 4, rotate=True, frame=0), 3, Source(4))
    module = import_module("quebra.families.edges.solve.portfolio")
    monkeypatch.setattr(module, "FIRST_NODES", 20)
    monkeypatch.setattr(module, "REMEMBERED", remembered)
    monkeypatch.setattr(module, "LONG_ROUND_NODES", 100_000 if long else 30)
    monkeypatch.setattr(module, "EFFORT", 0.001 if long else 0.1)
    engine = ENGINES["portfolio"]
    runs = [list(engine(puzzle, Budget(), goal="any", seed=seed)) for seed in (7, 7, 8)]
    assert runs[0] == runs[1] != runs[2]
    assert {look(puzzle, board) for board in runs[0]} == looks(puzzle, "backtrack")
    assert len(set(runs[0])) == len(runs[0])


def test_a_bound_of_matches_is_never_too_low() -> None:
    """Counted on boards with all seams matched, and tried out on boards with none such."""
    for seed in range(8):
        source = Source(seed)
        rotate, frame = bool(seed % 2), (0, None)[seed // 2 % 2]
        size = (1, 3) if rotate else (2, 3)
        puzzle = random_board(blank(*size, rotate=rotate, frame=frame), 3, source)
        candidates = Candidates(puzzle)
        assert most_matches(candidates, frame_domains(candidates)) == len(puzzle.layout.seams)
        for _ in range(3):
            puzzle = with_one_edge_changed(puzzle, 3, source)
        candidates = Candidates(puzzle)
        fillings = all_fillings(puzzle)
        legal = (f for f in fillings if {broken.code for broken in check(puzzle, f)} <= {"seam"})
        most = max(matched_seams(puzzle, filling) for filling in legal)
        assert most_matches(candidates, frame_domains(candidates)) >= most


def test_a_bound_knows_sides_and_the_rim() -> None:
    apart = Edges(rows=1, cols=3, pieces=((1, 2, 1, 3), (1, 2, 1, 3), (1, 2, 1, 3)))
    assert solve(apart, goal="matched", time=0).bound == 0
    turned = msgspec.structs.replace(apart, rotate=True)
    assert solve(turned, goal="matched", time=0).bound == 2
    corners = tuple((0, c, d, 0) for c, d in ((1, 2), (3, 4), (1, 3), (2, 4)))
    sides = tuple((0, c, 5, d) for c, d in ((6, 1), (6, 2), (6, 3), (6, 4)))
    framed = Edges(rows=3, cols=3, pieces=(*corners, *sides, (5, 5, 6, 6)), frame=0, rotate=True)
    # Along the rim 1 to 4 have three edges each, and 6 has four; in the centre only 5 meets 5.
    assert solve(framed, goal="matched", time=0).bound == 4 * 1 + 2 + 2


def test_a_board_that_can_be_solved_is_solved_for_most_matches_too() -> None:
    puzzle = random_board(blank(5, 5), 10, Source(3))
    outcome = solve(puzzle, goal="matched")
    assert (outcome.status, outcome.objective) == ("optimal", len(puzzle.layout.seams))


def test_a_board_proved_to_have_no_solution_has_a_lower_bound() -> None:
    puzzle = random_board(blank(6, 6, rotate=True, frame=0), 20, Source(3))
    pieces = sorted(puzzle.pieces, key=lambda piece: 0 in piece)
    (up, *one), (first, *two) = pieces[:2]
    spoilt = msgspec.structs.replace(puzzle, pieces=((first, *one), (up, *two), *pieces[2:]))
    budget = Budget()
    boards = ENGINES["portfolio"](spoilt, budget, goal="matched", seed=1)
    next(boards)
    assert budget.bound == len(puzzle.layout.seams)
    next(boards)
    assert budget.bound == len(puzzle.layout.seams) - 1


def nodes(puzzle: Edges, domains: list[int], order: list[int]) -> tuple[int, int]:
    """How many boards a search finds in this order, and how many pieces it places."""
    budget = Budget()
    search = Backtracker(Candidates(puzzle), domains, order)
    found = 0
    while search.go(budget) == Ended.FOUND:
        found += 1
    return found, int(budget.stats["nodes"])


def blocks(puzzle: Edges, size: int) -> int:
    """How many blocks fit into the first corner: what is placed with and without the last cell.

    A cell that nothing suits comes last, so that the search never stops at a full block.
    """
    candidates = Candidates(puzzle)
    domains = frame_domains(candidates)
    never = len(domains) - 1
    domains[never] = 0
    cells = [r * puzzle.cols + c for r in range(size) for c in range(size)]
    _, full = nodes(puzzle, domains, [*cells, never])
    _, part = nodes(puzzle, domains, [*cells[:-1], never])
    return full - part


def test_known_counts_of_corner_blocks() -> None:
    puzzle = pieces_file("eternity2-16x16")
    assert blocks(puzzle, 2) == 1_312
    assert blocks(puzzle, 3) == 2_633_221


def test_images_of_one_board_of_each_are_all_boards() -> None:
    """With and without a frame, on boards with equal pieces and on those with hints."""
    divided = 0
    for seed in range(24):
        source = Source(seed)
        rows, cols = ((2, 2), (2, 3), (3, 3))[seed % 3]
        empty = blank(rows, cols, rotate=True, frame=(None, 0)[seed // 3 % 2])
        puzzle = random_board(empty, 3 if seed % 3 == 2 else 2, source)
        candidates = Candidates(puzzle)
        domains = frame_domains(candidates)
        search, plain = Backtracker(candidates, domains, row_scan(puzzle)), []
        while search.go(Budget()) == Ended.FOUND:
            plain.append(search.board())
        found = list(solutions(puzzle, Budget()))
        assert {look(puzzle, board) for board in found} == {look(puzzle, each) for each in plain}
        assert len(found) == len(plain)
        divided += bool(one_of_each(candidates, domains)[1])
    assert divided > 6


def test_expected_nodes_are_near_the_nodes() -> None:
    for seed in range(3):
        puzzle = random_board(blank(4, 4, rotate=True, frame=0), 3, Source(seed))
        candidates = Candidates(puzzle)
        search = Backtracker(candidates, consistent_domains(candidates), row_scan(puzzle))
        expected = search.expected_nodes(Source(1))
        while search.go(Budget()) == Ended.FOUND:
            pass
        assert search.nodes / 2 < expected < 2 * search.nodes


@pytest.mark.slow
def test_known_count_of_a_plain_row_scan() -> None:
    puzzle = pieces_file("brendan-6x6")
    assert nodes(puzzle, frame_domains(Candidates(puzzle)), row_scan(puzzle)) == (260, 69_284_103)


@pytest.mark.slow
def test_known_counts_of_boards() -> None:
    puzzle = pieces_file("brendan-6x6")
    assert sum(1 for _ in solutions(puzzle, Budget())) == 260
    outcome = solve(puzzle, count=1000, up_to_symmetry=True)
    assert outcome.text == "Exactly 65 solutions up to symmetry: proved."


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "clue1-6x6",
        "clue2-6x12",
        "brendan-6x6",
        "brendan-7x7",
        "em_7_3_6-shuffled",
        "em_8_4_5-shuffled",
        "em_9_3_5-shuffled",
        "em_11_3_4-shuffled",
        "em_12_2_4-shuffled",
    ],
)
def test_known_boards_are_solved(name: str) -> None:
    puzzle = pieces_file(name)
    board = next(ENGINES["portfolio"](puzzle, Budget(), goal="any", seed=None))
    assert not check(puzzle, board)


def test_arc_consistency_loses_no_board() -> None:
    for seed in range(20):
        puzzle = random_board(blank(3, 3, rotate=True, frame=0), 3, Source(seed))
        candidates = Candidates(puzzle)
        domains = consistent_domains(candidates)
        for board in ENGINES["cpsat"](puzzle, Budget(), goal="any", seed=None):
            for cell, colours in enumerate(look(puzzle, board)):
                held = [
                    n for n, candidate in enumerate(candidates.all) if candidate.colours == colours
                ]
                assert any(domains[cell] >> n & 1 for n in held)


@pytest.mark.slow
def test_the_best_effort_is_good_and_keeps_the_rules() -> None:
    source = Source(6)
    board = random_board(blank(12, 12, rotate=True, frame=0), 12, source)
    hint = Hint(cell=(6, 5), piece=next(i for i, p in enumerate(board.pieces) if 0 not in p))
    puzzle = msgspec.structs.replace(board, hints=(hint,))
    values, enough = [], Event()
    started = until = process_time()

    def watch(_: Budget) -> None:
        nonlocal until
        now = process_time()
        if not (MISMATCH_KERNELS.compiled and REPAIR_KERNELS.compiled) and now < started + 300:
            until = now + 40  # The time of the compiler does not count.
        if now > until:
            enough.set()

    def hunt() -> None:
        budget = Budget(cancel=enough, report=watch)
        for board in ENGINES["portfolio"](puzzle, budget, goal="matched", seed=1):
            assert {broken.code for broken in check(puzzle, board)} <= {"seam"}
            values.append(matched_seams(puzzle, board))

    with pytest.raises(Cut, match="cancelled"):
        hunt()
    assert values == sorted(set(values))
    assert values[-1] > 0.93 * len(puzzle.layout.seams)
