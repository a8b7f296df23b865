"""A large bank: the rate of insertions, of puzzles that it has already, and the time of searches.

Run as `python bench/bank.py [COUNT] [ADDRESS]`. The records are Kojun boards of 6 x 6, 8 x 8 and
10 x 10 cells. A few hundred are generated and solved, and each record has the regions of one of
them and a random part of its solution as givens: it has at least one solution. Grades are random.
The first records are added as `quebra bank add` does, by their canonical forms. The others are
written to the table with random keys. A bank that has puzzles already is only searched.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import msgspec
from sqlalchemy import text

import quebra
from quebra.contract.family import GRADES
from quebra.families.kojun.model import Kojun
from quebra.service.identity import key_of
from quebra.store import Entry, Store
from quebra.store.bank import _row
from quebra.store.tables import puzzles

SIDES = (6, 8, 10)
BOARDS = 100
"""Boards of each size that are generated."""
REPEATED = 5_000
CHUNK = 20_000
SEARCHES = 20


def solved_boards() -> list[tuple[Kojun, list[list[int]]]]:
    """Generated boards, each with its solution."""
    found = []
    for side in SIDES:
        for seed in range(BOARDS):
            board = quebra.generate(Kojun, (side, side), seed=seed)
            solution = quebra.solve(board).solutions[0]
            found.append((board, [list(row) for row in solution.grid]))
    return found


def records(count: int, seed: int) -> Iterator[Entry]:
    """Records of a bank, the same for the same seed."""
    source = random.Random(seed)
    boards = solved_boards()
    for number in range(count):
        board, solution = source.choice(boards)
        share = source.uniform(0.2, 0.4)
        givens = tuple(
            tuple(value if source.random() < share else 0 for value in row) for row in solution
        )
        puzzle = msgspec.structs.replace(board, givens=givens)
        yield Entry(puzzle, source=f"record {number}", grade=source.choice(GRADES), score=50.0)


def timed(name: str, work: Callable[[], object], count: int = 1) -> None:
    """Print the processor and the wall time of some work."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    if count > 1:
        print(
            f"{name:<44} {count / wall:>9,.0f}/s {count / cpu:>9,.0f}/s of its own CPU", flush=True
        )
    else:
        print(f"{name:<44} {1000 * wall:>9.1f} ms", flush=True)


def search(store: Store) -> None:
    """Print the time of searches of each kind: the median, the slowest, and the mean of CPU time.

    With PostgreSQL the CPU time is that of the client alone.
    """
    kinds: list[dict[str, object]] = [
        {"family": "kojun", "grade": "hard", "size": (8, 8)},
        {"family": "kojun", "grade": "hard", "size": (9, 9)},
        {"family": "kojun", "size": (10, 10)},
        {"family": "kojun", "grade": "easy"},
        {"family": "kojun"},
    ]
    for kind in kinds:
        seconds, cpu = [], time.process_time()
        for _ in range(SEARCHES):
            started = time.perf_counter()
            found = len([*store.bank.find(most=100, **kind)])  # type: ignore[arg-type]
            seconds.append(time.perf_counter() - started)
        marks = (median(seconds), max(seconds), (time.process_time() - cpu) / SEARCHES)
        figures = "median {:.1f} ms, slowest {:.1f} ms, CPU {:.1f} ms".format(
            *(1000 * each for each in marks)
        )
        print(f"first {found:>3} of {kind}: {figures}", flush=True)


def fill(store: Store, part: list[Entry], count: int) -> None:
    """Write rows like those of some records until there are `count`."""
    source = random.Random(2)
    rows = [_row(entry) for entry in part]
    for start in range(len(part), count, CHUNK):
        chunk = [
            {**row, "key": f"{source.getrandbits(256):064x}", "source": f"record {start + number}"}
            for number, row in enumerate(source.choices(rows, k=min(CHUNK, count - start)))
        ]
        with store.database.writing() as connection:
            connection.execute(store.database.insert(puzzles), chunk)


def size(store: Store) -> float:
    """Megabytes of the database."""
    if store.database.is_file:
        return Path(store.database.name).stat().st_size / 1e6
    with store.database.reading() as connection:
        return float(connection.scalar(text("SELECT pg_database_size(current_database())")) / 1e6)


def measure(count: int, address: str) -> None:
    """Fill an empty bank, search it, and print the figures."""
    with Store(address) as store:
        if not store.bank.stats():
            part = [*records(min(count, REPEATED), seed=1)]
            timed(
                "canonical forms alone", lambda: [key_of(each.puzzle) for each in part], len(part)
            )
            timed("added by `Bank.add`", lambda: store.bank.add(part), len(part))
            timed("written to the table", lambda: fill(store, part, count), count)
            timed("found again by `Bank.add`", lambda: store.bank.add(part), len(part))
        print(f"{sum(each.puzzles for each in store.bank.stats())} puzzles, {size(store):,.0f} MB")
        search(store)
        timed("stats", store.bank.stats)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        measure(count, sys.argv[2] if len(sys.argv) > 2 else f"{folder}/bank.db")
