"""The tables of the Shisen-Sho paper: what it prints, and the same measured here."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import msgspec

from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.paths import needed_paths, paths
from quebra.grid.cells import as_rows
from quebra.papers.shisen_ip.model import PaperModel

BOARDS = 5
"""Boards of each size, as in the paper."""
ENGINES = ("mip-all", "mip", "cpsat", "own")
family = get_family("shisen")


@dataclass(frozen=True)
class Size:
    """A size of board, with the number of kinds of tiles, and of kinds that have twice as many."""

    rows: int
    cols: int
    kinds: int
    doubled: int = 0

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}/{self.kinds}"

    def board(self, seed: int) -> Shisen:
        """A random board; it may have no solution."""
        each = self.rows * self.cols // (self.kinds + self.doubled)
        tiles = [
            f"t{kind}"
            for kind in range(self.kinds)
            for _ in range(each * (2 if kind < self.doubled else 1))
        ]
        Source(10_000 * self.rows + 100 * self.cols + seed).shuffle(tiles)
        return Shisen(
            board=as_rows(tiles[r * self.cols : (r + 1) * self.cols] for r in range(self.rows))
        )

    def solvable(self, wanted: int = BOARDS) -> list[Shisen]:
        """The first random boards that have a solution."""
        boards = (self.board(seed) for seed in count())
        return list(islice((b for b in boards if solve(family, b).status == "found"), wanted))


PRINTED = {
    Size(3, 4, 3): "0.06 s",
    Size(4, 5, 5): "116.20 s",
    Size(5, 8, 10): "cut, none proved, gap 60.9 %",
    Size(5, 12, 15): "cut, none proved, 1 found, gap 72.0 %",
    Size(6, 6, 9): "1659.51 s, 1 of 5 proved, gap 59.1 %",
}
"""Table 1 of the paper with values from its text; searches were cut after 30 minutes."""

BEYOND = (
    (Size(8, 9, 18), 5),
    (Size(6, 14, 21), 5),
    (Size(8, 18, 36), 5),
    (Size(28, 16, 112), 2),
    (Size(24, 12, 42, doubled=30), 1),
)
"""Sizes larger than the paper's, and the number of boards of each."""


@dataclass(frozen=True)
class Run:
    """The result of an engine on one board."""

    seconds: float
    status: str
    best: float | None
    bound: float | None

    @property
    def proved(self) -> bool:
        """Whether the value is proved optimal, or proved that there is no solution."""
        return self.status in ("optimal", "none")

    @property
    def gap(self) -> float | None:
        """In percent, between the best value and the best bound; None without a value."""
        if self.best is None or self.bound is None:
            return None
        return 100 * (self.best - self.bound) / self.best if self.best else 0.0


@dataclass(frozen=True)
class Runs:
    """The results of an engine on all boards of a size."""

    runs: Sequence[Run]

    @property
    def proved(self) -> int:
        """The number of boards with a proof."""
        return sum(run.proved for run in self.runs)

    @property
    def found(self) -> int:
        """The number of boards with a solution without proof."""
        return sum(run.status == "found" for run in self.runs)

    @property
    def seconds(self) -> float:
        """The median; a lower bound where the median search was cut."""
        return statistics.median(run.seconds for run in self.runs)

    @property
    def exact(self) -> bool:
        """Whether the median is a time up to the proof."""
        return self.seconds == statistics.median(
            run.seconds if run.proved else math.inf for run in self.runs
        )

    @property
    def gap(self) -> float | None:
        """The mean over the boards that have a solution without proof."""
        gaps = [run.gap for run in self.runs if run.status == "found" and run.gap is not None]
        return statistics.mean(gaps) if gaps else None


def run(engine: str, board: Shisen, limit: float) -> Run:
    """The smallest sum of rounds by one engine."""
    outcome = solve(family, board, goal="sum", engine=engine, seconds=limit)
    return Run(outcome.cpu_seconds, outcome.status, outcome.objective, outcome.bound)


def warm_up() -> None:
    """Import and compile the engines on a board that is not measured."""
    for engine in ENGINES:
        run(engine, Size(2, 4, 2).board(0), 60.0)


def compare(size: Size, limit: float) -> dict[str, Runs]:
    """All engines on the same boards; where two have a proof, they must agree."""
    boards = size.solvable()
    results = {name: Runs([run(name, board, limit) for board in boards]) for name in ENGINES}
    for runs in zip(*(result.runs for result in results.values()), strict=True):
        values = {each.best for each in runs if each.proved}
        if len(values) > 1:
            raise AssertionError(f"Engines disagree on a board of {size}: {values}.")
    return results


@dataclass(frozen=True)
class Variables:
    """The size of the paper's program: choices of a path, and constraints."""

    all: int
    needed: int
    rows_all: int
    rows_needed: int

    @property
    def removed(self) -> float:
        """The share of the choices that dominance removes, in percent."""
        return 100 * (1 - self.needed / self.all)


def variables(size: Size) -> Variables:
    """Summed over the boards of a size."""
    boards = size.solvable()
    full, lean = (
        [PaperModel(board, Budget(), find).program for board in boards]
        for find in (paths, needed_paths)
    )
    return Variables(
        sum(sum(program.choices) for program in full),
        sum(sum(program.choices) for program in lean),
        sum(program.rows for program in full),
        sum(program.rows for program in lean),
    )


def beyond(size: Size, boards: int, limit: float) -> Iterator[tuple[Run, Run]]:
    """Our own engine on random boards, each in a new process: cold, then warm."""
    for seed in range(boards):
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("shisen_cold.py")), str(limit)],
            input=msgspec.json.encode(size.board(seed)),
            capture_output=True,
            check=True,
        )
        cold, warm = msgspec.json.decode(done.stdout, type=tuple[Run, Run])
        yield cold, warm
