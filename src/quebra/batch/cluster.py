"""A batch on many machines: each worker of a Dask cluster leases jobs for a crew of its own.

Dask only starts and restarts those loops. What is to be done and what is done, the database knows.
"""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import resource_tracker
from typing import Any

import msgspec

from quebra.batch.runner import LOOK_SECONDS, Terms, work
from quebra.contract.errors import BadInput, QuebraError, Trouble
from quebra.store import StoreUnavailable

LOCAL = "local"
PATIENCE = 10.0
"""Seconds to wait for a scheduler when a batch begins."""
LOST = 5.0
"""Seconds after which a scheduler that no longer answers is lost."""


class ClusterTrouble(Trouble):
    """The cluster is away: one sentence. What was written is safe."""


@contextmanager
def connected(address: str, workers: int) -> Iterator[Any]:
    """A client of the scheduler at an address, or of a cluster of processes on this machine."""
    try:
        dask: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise BadInput("A cluster needs the extra `quebra[cluster]`.") from None
    if address == LOCAL:
        with _local(dask, workers) as it, dask.Client(it) as client:
            yield client
        return
    try:
        client = dask.Client(address, timeout=PATIENCE)
    except ValueError:
        raise BadInput(f"The address {address[:80]!r} cannot be read.") from None
    except (OSError, TimeoutError) as error:
        raise ClusterTrouble(f"The scheduler {address} does not answer: {error}.") from None
    try:
        yield client
    finally:
        client.close(timeout=PATIENCE)


def _local(dask: Any, workers: int) -> Any:
    """A cluster on this machine, whose processes leave Ctrl-C in the terminal to the command."""
    with _ctrl_c_later():
        return dask.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.ERROR,
        )


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Hear Ctrl-C only afterwards; threads and processes that are started here never hear it."""
    if sys.platform == "win32":
        yield
        return
    # Were it started later, its starter would hear Ctrl-C again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work_on(client: Any, terms: Terms, is_over: Callable[[], bool]) -> None:
    """Keep a loop running on every worker of a cluster until the batch is over."""
    loops: dict[str, Any] = {}
    order = msgspec.json.encode(terms)
    heard = time.monotonic()
    while not is_over():
        try:
            present = client.sync(client.scheduler.identity)["workers"]
            heard = time.monotonic()
        except (OSError, TimeoutError, RuntimeError):
            if time.monotonic() > heard + LOST:
                raise ClusterTrouble(
                    "The scheduler does not answer; start again when it is back."
                ) from None
            present = {}
        for address in present:
            loop = loops.get(address)
            if loop is None or loop.done():
                _told(loop)
                loops[address] = client.submit(
                    _loop, order, workers=[address], pure=False, retries=0
                )
        time.sleep(LOOK_SECONDS)


def _told(loop: Any) -> None:
    """Pass on what a loop complained of; that its worker was lost is no complaint.

    Nor is a database that does not answer: the client waits for it too, and gives up in time.
    """
    if loop is not None and loop.status == "error":
        error = loop.exception()
        if isinstance(error, QuebraError) and not isinstance(error, StoreUnavailable):
            raise error


def _loop(order: bytes) -> None:
    """What a worker of the cluster does; it ends when its client or its scheduler has gone."""
    dask: Any = import_module("distributed")
    worker = dask.get_worker()
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        wished = task is not None and task.state == "executing"
        return wished and worker.status.name == "running"

    work(msgspec.json.decode(order, type=Terms), wanted)
