"""Cube and conquer: one hard puzzle split into many, and their outcomes merged into one."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from quebra.batch.records import machine_of
from quebra.contract.codec import family_named
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of, get_family
from quebra.engine.search import status_of
from quebra.i18n.text import Text
from quebra.service.requests import Json
from quebra.store.jobs import Finished, Record


class _Outcome(msgspec.Struct):
    status: str
    reason: str | None
    solutions: list[Json]
    stats: dict[str, float]


class _SolveRequest(msgspec.Struct):
    puzzle: Json
    count: int | None = None


def cubes(puzzle: Puzzle, wanted: int) -> tuple[Puzzle, ...]:
    """The puzzle split into at least `wanted` parts, or as many as possible.

    >>> from quebra import load
    >>> board = load("kojun\\nregions\\na a a\\nb b b\\ngivens\\n. . .\\n. . .")
    >>> len(cubes(board, 4)), len(cubes(board, 1000))
    (4, 12)
    """
    split = family_of(puzzle).symmetry.split
    if split is None:
        raise BadInput(Text("{title} puzzles cannot be split.", title=family_of(puzzle).title))
    waiting, indivisible = deque([puzzle]), list[Puzzle]()
    while waiting and len(waiting) + len(indivisible) < wanted:
        cube = waiting.popleft()
        if parts := split(cube):
            waiting.extend(parts)
        else:
            indivisible.append(cube)
    return (*indivisible, *waiting)


def merge_outcomes(whole: Record, parts: Sequence[Record]) -> Finished | None:
    """The outcome of the whole; None while it depends on parts that are not over.

    Enough solutions settle `many`; every other status needs all parts.
    """
    outcomes = [
        (part, msgspec.json.decode(part.result, type=_Outcome))
        for part in parts
        if part.state == "done" and part.result
    ]
    request = msgspec.json.decode(whole.task, type=_SolveRequest)
    name = family_named(bytes(request.puzzle).decode())
    wanted = request.count or get_family(name).solve.count
    found = [solution for _, outcome in outcomes for solution in outcome.solutions][:wanted]
    enough = len(found) == wanted
    if not enough and len(outcomes) < len(parts):
        return _failed(parts)
    exhausted = not enough and all(outcome.stats.get("exhausted") for _, outcome in outcomes)
    reasons = [outcome.reason for _, outcome in outcomes if outcome.reason]
    seconds = sum(part.seconds or 0 for part in parts)
    cpu_seconds = sum(part.cpu_seconds or 0 for part in parts)
    status = status_of(len(found), exhausted)
    nodes = sum(outcome.stats.get("nodes", 0) for _, outcome in outcomes)
    engines = sorted({part.engine for part, _ in outcomes if part.engine})
    result = {
        "family": name,
        "status": status,
        "reason": None if enough or exhausted else next(iter(reasons), None),
        "solutions": found,
        "objective": None,
        "bound": None,
        "engine": "+".join(engines),
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "stats": {"nodes": nodes, "exhausted": int(exhausted), "parts": len(parts)},
    }
    return Finished(
        result=msgspec.json.encode(result).decode(),
        status=status,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        engine=str(result["engine"]),
        version=next((part.version for part, _ in outcomes), None),
        worker="+".join(sorted({machine_of(part) for part, _ in outcomes} - {""})) or None,
    )


def _failed(parts: Sequence[Record]) -> Finished | None:
    """The failure of the whole, if all parts are over and some have failed."""
    if any(part.state in ("waiting", "leased") for part in parts):
        return None
    failed = [part for part in parts if part.state == "failed"]
    return Finished(failure=f"{failed[0].source}: {failed[0].failure}") if failed else None
