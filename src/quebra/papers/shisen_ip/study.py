"""The study of the Shisen-Sho paper: its table 1, variants of its program, bounds and deadlocks."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count, islice
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec

from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import Outcome
from quebra.engine.budget import Budget
from quebra.engine.highs import relaxed_value
from quebra.engine.search import solve
from quebra.families.shisen.explain.deadlocks import deadlocks
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.position import Position
from quebra.families.shisen.solve.board import KERNELS, new_state
from quebra.grid.cells import as_rows
from quebra.papers.shisen_ip.lagrangean import LowerBound, bound_rounds, bound_sum
from quebra.papers.shisen_ip.model import PaperModel, Variant
from quebra.papers.shisen_ip.random_games import RandomGames
from quebra.papers.shisen_ip.study_page import (
    ENGINES,
    GAMES,
    PRINTED,
    VARIANT_BOARDS,
    Size,
    size_text,
    values,
)
from quebra.study import Settings, Study, Task
from quebra.study.tables import Row

TILES = 4
"""Tiles of a kind, as in the paper."""
DOUBLED = 30
"""Kinds with twice as many tiles on the boards of 24x12."""
VARIANTS = {
    "mip-all": Variant(paths="all"),
    "mip": Variant(),
    "integer": Variant(rounds="integer"),
    "earliest": Variant(earliest=True),
    "cycles": Variant(cycles=True),
    "lagrangean": Variant(lagrangean=True),
    "all three": Variant(earliest=True, cycles=True, lagrangean=True),
}
"""The paper's program as the engines `mip-all` and `mip` have it, and `mip` with options."""
BEYOND = {(8, 9): 5, (6, 14): 5, (8, 18): 5, (28, 16): 2, (24, 12): 1}
"""Sizes larger than the paper's, and the number of boards of each."""
BOUNDED_BEYOND = ((8, 9), (6, 14))
BLOCK = 20
"""Boards of one row of the table of deadlocks."""
Key = dict[str, str | int]
family = get_family("shisen")


def random_board(size: Size, seed: int) -> Shisen:
    """A shuffled board, which may have no solution."""
    rows, cols = size
    kinds = [number // TILES for number in range(rows * cols)]
    if size == (24, 12):
        kinds = [kind - DOUBLED if kind >= 72 - DOUBLED else kind for kind in kinds]
    tiles = Source(10_000 * rows + 100 * cols + seed).shuffled([f"t{kind}" for kind in kinds])
    return Shisen(board=as_rows(tiles[r * cols : (r + 1) * cols] for r in range(rows)))


@cache
def solvable_board(size: Size, seed: int, number: int) -> Shisen:
    """The shuffled board of this number, from 0, among those with a solution."""
    boards = (random_board(size, each) for each in count(seed))
    found = (board for board in boards if solve(family, board).status == "found")
    return next(islice(found, number, None))


@cache
def optimum(board: Shisen, goal: str) -> Outcome[Clearing]:
    """The best clearing by our own engine."""
    return solve(family, board, goal=goal, seconds=60)


@contextmanager
def cpu_limit(seconds: float) -> Iterator[Event]:
    """An event to cancel a search by, which is set when the process has used this CPU time.

    So other processes on the machine make no difference.
    """
    end = time.process_time() + seconds
    over, done = Event(), Event()

    def watch() -> None:
        while not done.wait(0.02):
            if time.process_time() >= end:
                over.set()
                return

    Thread(target=watch, daemon=True).start()
    try:
        yield over
    finally:
        done.set()


def tasks(settings: Settings) -> Sequence[Task]:
    """The rows of all tables."""
    return [
        *_runs(settings),
        *_programs(settings),
        *_bounds(settings),
        *_deadlocks(settings),
        *(() if settings.quick else _beyond(settings)),
    ]


def _task(settings: Settings, table: str, key: Key, work: Callable[..., Row], *args: Any) -> Task:
    def measure() -> Row:
        if not settings.quick:
            _compile()
        return work(*args)

    return Task(table, key, measure)


@cache
def _compile() -> None:
    """Compile our own engine first, so that no compiler runs while something is measured."""
    KERNELS.compile((new_state(random_board((2, 4), 0), Budget()),))


def _runs(settings: Settings) -> Iterator[Task]:
    for size, number in _boards(settings.sizes, settings):
        for name in dict.fromkeys((*VARIANTS, *ENGINES)):
            if name in ENGINES or number < VARIANT_BOARDS:
                key: Key = {"size": size_text(size), "board": number, "engine": name}
                yield _task(settings, "runs", key, measure_run, name, size, number, settings)


def _programs(settings: Settings) -> Iterator[Task]:
    for size, number in _boards(settings.sizes, settings):
        for name in VARIANTS:
            key: Key = {"size": size_text(size), "board": number, "variant": name}
            yield _task(settings, "programs", key, measure_program, name, size, number, settings)


def _bounds(settings: Settings) -> Iterator[Task]:
    for size, number in _boards(_bounded(settings), settings):
        key: Key = {"size": size_text(size), "board": number}
        yield _task(settings, "bounds", key, measure_bounds, size, number, settings)


def _deadlocks(settings: Settings) -> Iterator[Task]:
    for size, block in _boards(_bounded(settings), settings):
        key: Key = {"size": size_text(size), "block": block}
        seed = settings.seed + block * BLOCK
        yield _task(settings, "deadlocks", key, measure_deadlocks, size, seed)


def _beyond(settings: Settings) -> Iterator[Task]:
    for size, boards in BEYOND.items():
        for number in range(min(boards, settings.boards)):
            key: Key = {"size": size_text(size), "board": number}
            yield _task(settings, "beyond", key, measure_beyond, size, number, settings)


def _bounded(settings: Settings) -> tuple[Size, ...]:
    return (*settings.sizes, *(() if settings.quick else BOUNDED_BEYOND))


def _boards(sizes: Sequence[Size], settings: Settings) -> Iterator[tuple[Size, int]]:
    return ((size, number) for size in sizes for number in range(settings.boards))


def measure_run(name: str, size: Size, number: int, settings: Settings) -> Row:
    """The smallest sum of a board by an engine, or by a variant of the paper's program."""
    board = solvable_board(size, settings.seed, number)
    if name in VARIANTS:
        return _run(board, "mip", settings.seconds, VARIANTS[name])
    return _run(board, name, settings.seconds)


def measure_beyond(size: Size, number: int, settings: Settings) -> Row:
    """The smallest sum of a random board by our own engine."""
    return _run(random_board(size, settings.seed + number), "own", settings.seconds)


@cache
def _warm_up(engine: str) -> None:
    """Import what an engine needs, on a board that is not measured."""
    solve(family, random_board((2, 4), 0), goal="sum", engine=engine)


def _run(board: Shisen, engine: str, seconds: float, variant: Variant | None = None) -> Row:
    _warm_up(engine)
    options = msgspec.structs.asdict(variant) if variant else {}
    with cpu_limit(seconds) as over:
        found = solve(family, board, goal="sum", engine=engine, cancel=over, options=options)
    return {
        "status": found.status,
        "best": found.objective,
        "bound": found.bound,
        "nodes": int(found.stats.get("nodes", 0)),
        "seconds": found.cpu_seconds,
    }


def measure_program(name: str, size: Size, number: int, settings: Settings) -> Row:
    """The size of a variant of the program, and the value of its linear relaxation."""
    board, variant = solvable_board(size, settings.seed, number), VARIANTS[name]
    program = PaperModel(board, Budget(), variant).program
    value = relaxed_value(program, Budget()) or 0.0
    if variant.lagrangean:
        bound = bound_sum(board, Budget())
        value = max(value, bound.lagrangean if bound else 0)
    return {"choices": sum(program.choices), "rows": program.rows, "relaxed": round(value, 6)}


def measure_bounds(size: Size, number: int, settings: Settings) -> Row:
    """Lower bounds on both goals beside the optimum."""
    board = solvable_board(size, settings.seed, number)
    row: Row = {}
    measured: dict[str, Callable[[], LowerBound | None]] = {
        "sum": lambda: bound_sum(board, Budget()),
        "rounds": lambda: bound_rounds(board, Budget()),
    }
    for goal, bounds in measured.items():
        best = optimum(board, goal)
        started = time.process_time()
        found = bounds()
        seconds = time.process_time() - started
        assert found is not None and best.objective is not None
        row |= {
            goal: best.objective,
            f"{goal}_proved": best.status == "optimal",
            f"{goal}_propagated": found.propagated,
            f"{goal}_lagrangean": found.lagrangean,
            f"{goal}_seconds": seconds,
        }
    return row


def measure_deadlocks(size: Size, seed: int) -> Row:
    """Deadlocks of random boards: at the start, after one move, and at the end of random games."""
    row: Row = dict.fromkeys(
        ("boards", "stuck", "unsolvable", "moves", "bad_moves", "games", "lost", "left"), 0
    )
    sizes: list[int] = []
    for each in range(seed, seed + BLOCK):
        board = random_board(size, each)
        position = Position(board, Budget())
        moves = list(position.moves())
        games = RandomGames(position)
        ends = [games.play(Source(game)) for game in range(GAMES)]
        lost = [left for left in ends if left]
        solvable = len(lost) < GAMES or solve(family, board).status == "found"
        found: Row = {
            "boards": 1,
            "stuck": bool(position.stuck(position.standing)),
            "unsolvable": not solvable,
            "moves": len(moves) if solvable else 0,
            "bad_moves": sum(bool(position.deadlocked_by(pair)) for pair in moves) * solvable,
            "games": GAMES,
            "lost": len(lost),
            "left": sum(left.bit_count() for left in lost),
        }
        row = {name: int(row[name] or 0) + int(found[name] or 0) for name in row}
        sizes += [_smallest_deadlock(position, left) for left in lost]
    return row | {
        f"units_{name}": sum(low <= units <= high for units in sizes)
        for name, low, high in (("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("more", 4, math.inf))
    }


def _smallest_deadlock(position: Position, left: int) -> int:
    """The number of units of the smallest deadlock that is found where a game ended."""
    end = position.copy()
    end.standing = left
    return min(len(found.waits) for found in deadlocks(end))


STUDY = Study(
    name="shisen",
    full=Settings(sizes=tuple(PRINTED), boards=5, seconds=4, seed=0),
    quick=Settings(sizes=((3, 4), (4, 5)), boards=2, seconds=0.5, seed=0, quick=True),
    tasks=tasks,
    page=Path(__file__).with_name("study.md"),
    values=values,
)
