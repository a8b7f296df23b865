"""What a class has done, as rows for a table or as JSON."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

import msgspec

from quebra.store.classes import Classes, ClassPuzzle, Pupil, Result, SchoolClass

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""Signs with which a spreadsheet takes the content of a cell for a formula."""


class Row(msgspec.Struct, frozen=True):
    """What one pupil has done with one puzzle; times are in seconds, `solved` is in UTC."""

    class_name: str
    nickname: str
    day: str
    puzzle: int
    family: str
    grade: str
    solved: str
    seconds: int
    hints: int
    shown: bool
    moves: int
    progress: float


def rows(classes: Classes, found: SchoolClass) -> Iterator[Row]:
    """A row for each pupil and each puzzle of a class, also for those that were not begun."""
    results = {(each.pupil, each.key): each for each in classes.results(found)}
    puzzles = classes.puzzles(found)
    for pupil in classes.pupils(found):
        for number, puzzle in enumerate(puzzles, start=1):
            yield _row(found, pupil, number, puzzle, results.get((pupil.id, puzzle.key)))


def _row(
    found: SchoolClass, pupil: Pupil, number: int, puzzle: ClassPuzzle, result: Result | None
) -> Row:
    solved = result and result.solved
    return Row(
        found.name,
        pupil.nickname,
        puzzle.day,
        number,
        puzzle.family,
        puzzle.grade or "",
        datetime.fromtimestamp(solved, UTC).isoformat(timespec="seconds") if solved else "",
        result.seconds if result else 0,
        result.hints if result else 0,
        bool(result and result.shown),
        result.moves if result else 0,
        round(result.progress, 4) if result else 0.0,
    )


def as_csv(classes: Classes, found: SchoolClass) -> str:
    """The rows as CSV with the names of the columns; no cell is a formula of a spreadsheet."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Row.__struct_fields__)
    for row in rows(classes, found):
        writer.writerow(map(_cell, msgspec.structs.astuple(row)))
    return out.getvalue()


def as_json(classes: Classes, found: SchoolClass) -> bytes:
    """The rows as a JSON array."""
    return msgspec.json.encode(tuple(rows(classes, found)))


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value
