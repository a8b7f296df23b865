"""Whether the server is live and ready, its figures for Prometheus, and the log of requests."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quebra.contract.registry import family_names
from quebra.service.requests import VerbRequest
from quebra.store import Store, StoreError
from quebra.web.http import json_response

if TYPE_CHECKING:
    from quebra.web.tasks import WorkerPools

access_log = logging.getLogger("quebra.access")

LIVE = "/health/live"
READY = "/health"
FAMILY = re.compile(r'"family": ?"([a-z]+)"')
MAX_HEAD = 4_000
"""Bytes of a puzzle in which its family is looked for."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "quebra_requests", "Requests by method and status.", ("method", "status"),
            registry=self.registry,
        )  # fmt: skip
        self.request_seconds = Histogram(
            "quebra_request_seconds", "Seconds from a request to the end of its response.",
            registry=self.registry,
        )  # fmt: skip
        self.task_seconds = Histogram(
            "quebra_task_seconds", "Seconds of verbs in worker processes, waiting included.",
            ("verb", "family"), buckets=(0.01, 0.1, 0.3, 1, 3, 10, 30, 60), registry=self.registry,
        )  # fmt: skip

    def timer(self, request: VerbRequest) -> Callable[[], None]:
        """Starts to measure a request in a worker process; the result ends it."""
        started = time.monotonic()
        puzzle = getattr(request, "puzzle", None)
        family = getattr(request, "family", None) or getattr(puzzle, "family", None)
        if isinstance(puzzle, msgspec.Raw):
            head = bytes(puzzle)[:MAX_HEAD].decode("latin-1")
            family = found[1] if (found := FAMILY.search(head)) else family
        known = family if family in family_names() else ""
        labels = self.task_seconds.labels(type(request).__struct_config__.tag, known)
        return lambda: labels.observe(time.monotonic() - started)


class PoolFigures(Collector):
    """The state of the worker pools at the moment of a scrape."""

    def __init__(self, pools: WorkerPools) -> None:
        self._pools = {"quick": pools.quick, "slow": pools.slow, "hard": pools.hard}

    def collect(self) -> Iterator[Metric]:
        """The figures of each pool."""
        waiting = GaugeMetricFamily("quebra_waiting", "Tasks that wait.", labels=["pool"])
        workers = GaugeMetricFamily("quebra_workers", "Worker processes.", labels=["pool"])
        restarts = CounterMetricFamily(
            "quebra_worker_restarts", "Worker processes that were replaced.", labels=["pool"]
        )
        for name, pool in self._pools.items():
            waiting.add_metric([name], pool.queued)
            workers.add_metric([name], len(pool.pids))
            restarts.add_metric([name], pool.restarts)
        yield from (waiting, workers, restarts)


async def show_metrics(request: Request) -> Response:
    """The figures as text for Prometheus."""
    pools: WorkerPools = request.app.state.pools
    return Response(generate_latest(pools.metrics.registry), media_type=TEXT)


ROUTES = [Route("/metrics", show_metrics)]


class Observed:
    """Answers requests about health, without a token; counts and logs all others."""

    def __init__(self, app: ASGIApp, store: Store, pools: WorkerPools) -> None:
        self.app, self.store, self.pools = app, store, pools

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["path"] in (LIVE, READY):
            answer = await self._health(scope["path"])
            await answer(scope, receive, send)
        else:
            await self._observe(scope, receive, send)

    async def _health(self, path: str) -> Response:
        """Live is a server that answers; ready is one with workers and a database."""
        ready = path == LIVE or (self._has_workers and await run_in_threadpool(self._has_database))
        response = json_response({"live": True, **({} if path == LIVE else {"ready": ready})})
        response.status_code = 200 if ready else 503
        return response

    @property
    def _has_workers(self) -> bool:
        pools = self.pools
        return not pools.draining and all(pool.pids for pool in (pools.quick, pools.hard))

    def _has_database(self) -> bool:
        try:
            with self.store.database.reading() as connection:
                connection.exec_driver_sql("SELECT 1")
        except StoreError:
            return False
        return True

    async def _observe(self, scope: Scope, receive: Receive, send: Send) -> None:
        started, status = time.perf_counter(), 0

        async def send_observed(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        finally:
            seconds = time.perf_counter() - started
            method = scope["method"]
            known = method if method in ("GET", "POST", "PUT", "DELETE", "HEAD") else "other"
            self.pools.metrics.requests.labels(known, str(status)).inc()
            self.pools.metrics.request_seconds.observe(seconds)
            fields = {"method": method, "path": scope["path"], "status": status,
                      "milliseconds": round(1000 * seconds, 1)}  # fmt: skip
            line = "%(method)s %(path)s %(status)d %(milliseconds).1f ms"
            access_log.info(line, fields)
