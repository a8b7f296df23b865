"""The record of a job as a line of JSON, and as an entry of the bank."""

from __future__ import annotations

from typing import Any

import msgspec

from quebra.contract.registry import get_family
from quebra.service.requests import Json, given
from quebra.store import Entry
from quebra.store.jobs import Record

NULL = Json(b"null")
PROCESS = ":"
"""Between the name of the machine and the rest of a worker's name."""


class Line(msgspec.Struct, frozen=True):
    """A record: the request, its outcome, and how it was obtained.

    `outcome` is what the command prints with `--json`; without one, `failure` is the reason.
    """

    source: str
    input: Json
    state: str
    outcome: Json = NULL
    failure: str | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    engine: str | None = None
    version: str | None = None
    finished: float | None = None
    machine: str | None = None


class _Input(msgspec.Struct):
    verb: str = ""
    family: str = ""
    puzzle: Json = NULL
    options: dict[str, Any] = {}


class _Solved(msgspec.Struct):
    status: str
    solutions: list[Json]
    stats: dict[str, float]


class _Graded(msgspec.Struct):
    grade: str | None
    score: float


def as_line(record: Record) -> Line:
    """The line for a job that is over."""
    return Line(
        source=record.source,
        input=Json(record.task.encode()),
        state=record.state,
        outcome=Json(record.result.encode()) if record.result else NULL,
        failure=record.failure,
        seconds=record.seconds,
        cpu_seconds=record.cpu_seconds,
        engine=record.engine,
        version=record.version,
        finished=record.finished,
        machine=machine_of(record) or None,
    )


def machine_of(record: Record) -> str:
    """The name of the machine that ran a job; several for a job that was split."""
    return (record.worker or "").partition(PROCESS)[0]


def entry_of(line: Line) -> Entry | None:
    """The entry for the puzzle of a record; None if there is no puzzle."""
    task = msgspec.json.decode(line.input, type=_Input)
    raw = line.outcome if task.verb == "generate" else task.puzzle
    if not given(raw):
        return None
    family = msgspec.json.decode(raw, type=_Input).family
    entry = Entry(
        puzzle=get_family(family).formats.puzzles[0].read(bytes(raw).decode()), source=line.source
    )
    if task.verb == "generate":
        return msgspec.structs.replace(entry, grade=task.options.get("grade"))
    if given(line.outcome) and task.verb == "solve":
        solved = msgspec.json.decode(line.outcome, type=_Solved)
        return msgspec.structs.replace(
            entry,
            status=solved.status,
            solutions=len(solved.solutions) if solved.stats.get("exhausted") else None,
            solution=solved.solutions[0] if solved.solutions else None,
        )
    if given(line.outcome) and task.verb == "grade":
        graded = msgspec.json.decode(line.outcome, type=_Graded)
        score = graded.score if graded.grade else None
        return msgspec.structs.replace(entry, grade=graded.grade, score=score)
    return entry
