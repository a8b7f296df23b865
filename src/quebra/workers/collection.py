"""Collections of generated puzzles, no two of which are equivalent, made by several processes."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from itertools import count

import msgspec

from quebra.contract.errors import BadInput, Cut, ExternalError, NotFound
from quebra.contract.puzzle import Puzzle
from quebra.engine.budget import Budget
from quebra.i18n.text import Text, Verbatim, sentences
from quebra.service.identity import key_of
from quebra.service.requests import Generate, read_puzzle
from quebra.workers.pool import WorkerPool
from quebra.workers.protocol import Done, Failed, Limits

SECONDS_HERE = 1.0
"""Seconds before other processes are started, which takes about as long."""
MAX_MISSES = 20
"""Seeds in a row without a new puzzle that end a collection."""
NO_LIMIT = Limits(wall=1e9, cpu=1e9)
DOUBLE = Text("Their puzzles are in it already, perhaps turned or mirrored.")

Results = AsyncGenerator[tuple[int, Puzzle | Text], None]
"""Seeds, each with its puzzle, or with the reason why there is none."""


def collect(
    request: Generate,
    number: int,
    *,
    workers: int,
    budget: Budget | None = None,
    on_failure: Callable[[int, Text], None] = lambda seed, reason: None,
) -> Iterator[tuple[int, Puzzle]]:
    """Puzzles with their seeds, from the seed of the request on, no two of them equivalent.

    They do not depend on the number of processes. A seed without a new puzzle is passed over;
    `on_failure` gets the reason if there is no puzzle at all. `MAX_MISSES` of them in a row raise
    `NotFound`.

    >>> small = Generate(family="kojun", size="3x3", seed=1)
    >>> [seed for seed, puzzle in collect(small, 3, workers=1)]
    [1, 2, 3]
    """
    results = _results(request, workers, budget or Budget())
    keys: set[str] = set()
    misses = 0
    with asyncio.Runner() as runner:
        try:
            while len(keys) < number:
                seed, found = runner.run(anext(results))
                if isinstance(found, Puzzle) and (key := key_of(found)) not in keys:
                    keys.add(key)
                    misses = 0
                    yield seed, found
                    continue
                misses += 1
                if isinstance(found, Puzzle):
                    reason = DOUBLE
                else:
                    on_failure(seed, reason := found)
                if misses == MAX_MISSES:
                    raise NotFound(_no_more(len(keys), reason))
        finally:
            runner.run(results.aclose())


def _no_more(found: int, reason: Text) -> Text:
    ended = Text(
        "The collection ends after {found:,}: {seeds} seeds in a row gave no new puzzle.",
        found=found,
        seeds=MAX_MISSES,
    )
    return sentences(ended, reason)


async def _results(request: Generate, workers: int, budget: Budget) -> Results:
    """The results of consecutive seeds in order: first made here, then in other processes."""
    requests = (
        msgspec.structs.replace(request, seed=seed, time=budget.left())
        for seed in count(request.seed or 0)
    )
    started = time.monotonic()
    for one in requests:
        yield one.seed or 0, _made_here(one, budget)
        if workers > 1 and time.monotonic() - started > SECONDS_HERE:
            break
    running: deque[tuple[int, asyncio.Task[Puzzle | Text]]] = deque()
    async with WorkerPool(workers, NO_LIMIT, waiting=2 * workers) as pool:
        try:
            for one in requests:
                running.append((one.seed or 0, asyncio.create_task(_made_by(pool, one))))
                if len(running) == 2 * workers:
                    seed, task = running.popleft()
                    yield seed, await task
        finally:
            for _, task in running:
                task.cancel()


def _made_here(request: Generate, budget: Budget) -> Puzzle | Text:
    try:
        return request.run(budget)
    except NotFound as error:
        return error.text


async def _made_by(pool: WorkerPool, request: Generate) -> Puzzle | Text:
    async for event in pool.run(request):
        if isinstance(event, Done):
            return read_puzzle(event.result)
        if isinstance(event, Failed):
            return _reason(event)
    raise Cut("cancelled")


def _reason(failure: Failed) -> Text:
    """Why no puzzle was found; any other failure is raised."""
    text = Text("{text}", text=Verbatim(failure.text))
    match failure.kind:
        case "not found":
            return text
        case "bad input":
            raise BadInput(text)
        case "time":
            raise Cut("time")
        case _:
            raise ExternalError(text)
