"""Runs a batch to its end, on this machine or on a cluster, and reports its progress."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from quebra.batch.cluster import connected, run_on_cluster
from quebra.batch.worker import POLL_SECONDS, BatchWorker, RunSettings
from quebra.store import Store, StoreError
from quebra.store.jobs import UNSETTLED


class BatchProgress(msgspec.Struct, frozen=True):
    """The number of jobs, of those that are over, and of those that ended in the last `seconds`."""

    jobs: int
    over: int
    recent: int
    seconds: float

    @property
    def rate(self) -> float:
        """Recent jobs per second, by all workers."""
        return self.recent / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds until the end; None before the first job is over.

        >>> BatchProgress(jobs=10, over=4, recent=2, seconds=1.0).seconds_left
        3.0
        """
        return (self.jobs - self.over) / self.rate if self.rate else None


OnProgress = Callable[[BatchProgress], None]


class ProgressWatcher:
    """Reads the progress of a batch from the table of jobs, and reports it."""

    def __init__(self, store: Store, batch: str, on_progress: OnProgress) -> None:
        self._store, self._batch, self._on_progress = store, batch, on_progress
        self._started = time.monotonic()
        self._before: int | None = None

    def report(self) -> bool:
        """Call `on_progress`; returns whether all jobs are over."""
        counts = self._store.jobs.counts(self._batch)
        jobs = sum(counts.values())
        remaining = sum(counts.get(state, 0) for state in UNSETTLED)
        over = jobs - remaining
        if self._before is None:
            self._before = over
        self._on_progress(
            BatchProgress(jobs, over, over - self._before, time.monotonic() - self._started)
        )
        return remaining == 0


def run_batch(
    store: Store,
    settings: RunSettings,
    on_progress: OnProgress = lambda progress: None,
    cluster: str | None = None,
) -> None:
    """Run all jobs of a batch that are not over, here or on the cluster at an address."""
    watcher = ProgressWatcher(store, settings.batch, on_progress)
    if watcher.report():
        return
    if cluster is None:
        asyncio.run(_run_here(store, settings, watcher))
    else:
        with connected(cluster, settings.workers) as client:
            # Each worker of the cluster has a pool of one process.
            settings = msgspec.structs.replace(settings, workers=1)
            run_on_cluster(client, settings, watcher.report)


async def _run_here(store: Store, settings: RunSettings, watcher: ProgressWatcher) -> None:
    async def watch() -> None:
        while not await asyncio.to_thread(watcher.report):
            await asyncio.sleep(POLL_SECONDS)

    watching = asyncio.create_task(watch())
    try:
        await BatchWorker(store.jobs, settings).run()
    finally:
        watching.cancel()
        # An unavailable database ends the batch with its own error.
        with suppress(asyncio.CancelledError, StoreError):
            await watching
    watcher.report()
