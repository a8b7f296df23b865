"""A batch on many machines: each worker of a Dask cluster leases jobs for a pool of its own.

Dask only starts and restarts these workers. The jobs and their results are in the database.
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

from quebra.batch.worker import POLL_SECONDS, RunSettings, run_worker
from quebra.contract.errors import BadInput, ExternalError, QuebraError
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text, Verbatim
from quebra.store import StoreUnavailable

LOCAL = "local"
"""The address that stands for a cluster on this machine."""
CONNECT_SECONDS = 10.0
"""Seconds to wait for the scheduler when a batch starts."""
LOST_SECONDS = 5.0
"""Seconds without an answer after which the scheduler counts as lost."""


class ClusterError(ExternalError):
    """The cluster cannot be reached; the results so far are in the database."""


@contextmanager
def connected(address: str, workers: int) -> Iterator[Any]:
    """A client of the scheduler at an address, or of a cluster of processes on this machine."""
    try:
        dask: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise BadInput(Text("A cluster needs the extra `quebra[cluster]`.")) from None
    if address == LOCAL:
        with _local_cluster(dask, workers) as cluster, dask.Client(cluster) as client:
            yield client
        return
    try:
        client = dask.Client(address, timeout=CONNECT_SECONDS)
    except ValueError:
        raise BadInput(
            Text("The address {address} cannot be read.", address=quoted(address, 80))
        ) from None
    except (OSError, TimeoutError) as error:
        raise ClusterError(
            Text(
                "The scheduler {address} does not answer: {reason}.",
                address=Verbatim(address),
                reason=Verbatim(error),
            )
        ) from None
    try:
        yield client
    finally:
        client.close(timeout=CONNECT_SECONDS)


def _local_cluster(dask: Any, workers: int) -> Any:
    """A cluster on this machine, whose processes ignore Ctrl-C in the terminal."""
    with _block_ctrl_c():
        return dask.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.ERROR,
        )


@contextmanager
def _block_ctrl_c() -> Iterator[None]:
    """Delay Ctrl-C until after the body; threads and processes started in the body ignore it."""
    if sys.platform == "win32":
        yield
        return
    # If it were started in the body, it would unblock Ctrl-C.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_on_cluster(client: Any, settings: RunSettings, is_over: Callable[[], bool]) -> None:
    """Keep a batch worker running on every worker of a cluster until the batch is over."""
    running: dict[str, Any] = {}
    encoded = msgspec.json.encode(settings)
    last_answer = time.monotonic()
    while not is_over():
        try:
            present = client.sync(client.scheduler.identity)["workers"]
            last_answer = time.monotonic()
        except (OSError, TimeoutError, RuntimeError):
            if time.monotonic() > last_answer + LOST_SECONDS:
                raise ClusterError(
                    Text("The scheduler does not answer. Start again when it is back.")
                ) from None
            present = {}
        for address in present:
            future = running.get(address)
            if future is None or future.done():
                _raise_error_of(future)
                running[address] = client.submit(
                    _run, encoded, workers=[address], pure=False, retries=0
                )
        time.sleep(POLL_SECONDS)


def _raise_error_of(future: Any) -> None:
    """Raise the error of a batch worker, if it has ended with one.

    A lost worker is started again. A database that does not answer raises in the client as well.
    """
    if future is not None and future.status == "error":
        error = future.exception()
        if isinstance(error, QuebraError) and not isinstance(error, StoreUnavailable):
            raise error


def _run(encoded: bytes) -> None:
    """A batch worker on the cluster; it ends when its client or scheduler has ended."""
    dask: Any = import_module("distributed")
    worker = dask.get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        executing = task is not None and task.state == "executing"
        return executing and worker.status.name == "running"

    run_worker(msgspec.json.decode(encoded, type=RunSettings), is_wanted)
