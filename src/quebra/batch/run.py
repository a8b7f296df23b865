"""Running a batch to its end: here or on a cluster, watched from the table of jobs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from quebra.batch.cluster import connected, work_on
from quebra.batch.runner import LOOK_SECONDS, Runner, Terms
from quebra.store import Store, StoreError
from quebra.store.jobs import UNSETTLED


class Outlook(msgspec.Struct, frozen=True):
    """How far a batch is: how many jobs there are, how many are over, and how many of them now."""

    jobs: int
    over: int
    lately: int
    seconds: float

    @property
    def rate(self) -> float:
        """Jobs a second, as seen from here."""
        return self.lately / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at that rate; None as long as nothing is known of it.

        >>> Outlook(jobs=10, over=4, lately=2, seconds=1.0).seconds_left
        3.0
        """
        return (self.jobs - self.over) / self.rate if self.rate else None


Watch = Callable[[Outlook], None]


class Watcher:
    """Looks at the table from time to time and tells how far the batch is."""

    def __init__(self, store: Store, batch: str, watch: Watch) -> None:
        self._store, self._batch, self._watch = store, batch, watch
        self._since = time.monotonic()
        self._before: int | None = None

    def is_over(self) -> bool:
        """Look, tell, and say whether nothing is left to do."""
        counts = self._store.jobs.counts(self._batch)
        jobs = sum(counts.values())
        left = sum(counts.get(state, 0) for state in UNSETTLED)
        over = jobs - left
        if self._before is None:
            self._before = over
        self._watch(Outlook(jobs, over, over - self._before, time.monotonic() - self._since))
        return left == 0


def run_batch(
    store: Store, terms: Terms, watch: Watch = lambda outlook: None, cluster: str | None = None
) -> None:
    """Do all jobs of a batch that are not over, here or on the cluster at an address."""
    watcher = Watcher(store, terms.batch, watch)
    if watcher.is_over():
        return
    if cluster is None:
        asyncio.run(_run_here(store, terms, watcher))
    else:
        with connected(cluster, terms.workers) as client:
            # On a cluster, each of its workers has a crew of one.
            work_on(client, msgspec.structs.replace(terms, workers=1), watcher.is_over)


async def _run_here(store: Store, terms: Terms, watcher: Watcher) -> None:
    async def look() -> None:
        while not await asyncio.to_thread(watcher.is_over):
            await asyncio.sleep(LOOK_SECONDS)

    looking = asyncio.create_task(look())
    try:
        await Runner(store.jobs, terms).run()
    finally:
        looking.cancel()
        # An unavailable database ends the batch with its own error.
        with suppress(asyncio.CancelledError, StoreError):
            await looking
    watcher.is_over()
