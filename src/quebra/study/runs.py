"""One run of an engine as one flat row, the same in the tables of batches and of comparisons."""

from __future__ import annotations

import csv
import io
import platform
from collections.abc import Iterable, Iterator

import msgspec

from quebra import __version__
from quebra.contract.puzzle import Puzzle, size_of
from quebra.contract.results import Outcome


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run: what was solved, by which engine, with what result and effort.

    `engine` is the one that did the work. `grade` and `seed` are those of a generated puzzle, as
    far as they are known. A run without a result has the status `failed` and a `failure`.
    """

    source: str
    verb: str | None = None
    family: str | None = None
    size: str | None = None
    grade: str | None = None
    engine: str | None = None
    status: str
    objective: float | None = None
    bound: float | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    nodes: int | None = None
    seed: int | None = None
    version: str | None = None
    machine: str | None = None
    failure: str | None = None


COLUMNS = Run.__struct_fields__


def size_text(puzzle: Puzzle) -> str | None:
    """Rows and columns as a text, or None if the puzzle has neither."""
    size = size_of(puzzle)
    return f"{size[0]}x{size[1]}" if size else None


def run_of(
    source: str,
    puzzle: Puzzle,
    engine: str,
    outcome: Outcome[object],
    grade: str | None = None,
    seed: int | None = None,
) -> Run:
    """The run of a named engine that ended in this outcome, here and now."""
    nodes = outcome.stats.get("nodes")
    return Run(
        source=source,
        verb="solve",
        family=puzzle.family,
        size=size_text(puzzle),
        grade=grade,
        engine=engine,
        status=outcome.status,
        objective=outcome.objective,
        bound=outcome.bound,
        seconds=outcome.seconds,
        cpu_seconds=outcome.cpu_seconds,
        nodes=None if nodes is None else int(nodes),
        seed=seed,
        version=__version__,
        machine=platform.node() or None,
    )


def csv_lines(runs: Iterable[Run]) -> Iterator[bytes]:
    """The runs as lines of CSV, after one with the names of the columns.

    >>> head, row = csv_lines([Run(source="a.txt", status="unique", nodes=3)])
    >>> row
    b'a.txt,,,,,,unique,,,,,3,,,,\\n'
    """
    yield _csv_line(COLUMNS)
    yield from (_csv_line(msgspec.structs.astuple(run)) for run in runs)


def _csv_line(values: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue().encode()
