"""Requests in the worker pools, and their responses: JSON, or a stream of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from quebra.contract.codec import read_json
from quebra.contract.errors import QuebraError
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.service.games import GameRequest
from quebra.service.requests import VerbRequest
from quebra.web.health import Metrics, PoolFigures
from quebra.web.http import ApiError, json_response, read_body
from quebra.web.players import Visitor, visitor_of
from quebra.web.settings import WebSettings
from quebra.workers import Done, Event, Failed, Limits, Sandbox, Task, WorkerPool
from quebra.workers.protocol import SOLVER_NICE

T = TypeVar("T")
Finish = Callable[[msgspec.Raw], Awaitable[object]]
"""Makes the response from the result of a task."""
QUICK_LIMITS = Limits(wall=1, cpu=0.02)
"""The limits of the pool in which quick requests run first."""
SLOW_WORKERS = 1
"""Processes for quick requests that exceed these limits."""
LARGE_GAME = 20_000
"""Bytes of a game that is not tried in the pool of quick requests, but runs in the slow one."""
SANDBOX_OFF = "QUEBRA_SANDBOX is 0"
SLOW_NICE = 5
"""Niceness of these processes, between that of quick ones and of solvers."""


async def unchanged(result: msgspec.Raw) -> object:
    """The result itself."""
    return result


class WorkerPools:
    """Three pools, so that quick requests never wait for slow ones.

    Which quick requests are slow shows only when they run: each first runs in `quick` with a small
    limit of time, and if that is exceeded again in `slow`; large games run there at once, where
    the process keeps them for the next move. All other requests run in `hard`.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.draining = False
        self.tasks: dict[str, tuple[Task, Visitor | None]] = {}
        self.streams = 0
        seconds, megabytes = settings.quick_seconds, settings.job_megabytes
        self.quick = WorkerPool(
            settings.quick_running,
            Limits(min(QUICK_LIMITS.wall, seconds), QUICK_LIMITS.cpu, megabytes),
            waiting=settings.quick_waiting,
            in_sandbox=settings.sandbox,
        )
        self.slow = WorkerPool(
            SLOW_WORKERS,
            Limits(seconds, seconds, megabytes),
            waiting=settings.quick_waiting,
            nice=SLOW_NICE,
            in_sandbox=settings.sandbox,
        )
        self.hard = WorkerPool(
            settings.jobs_running,
            Limits(settings.job_seconds, settings.job_cpu_seconds, megabytes),
            waiting=settings.jobs_waiting,
            nice=SOLVER_NICE,
            solvers=True,
            in_sandbox=settings.sandbox,
        )
        self.metrics.registry.register(PoolFigures(self))

    @property
    def sandbox(self) -> Sandbox | None:
        """What the workers are kept from; None before they have started."""
        return self.quick.sandbox if self.settings.sandbox else Sandbox(reason=SANDBOX_OFF)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Start all pools, and end them after the body."""
        async with AsyncExitStack() as stack:
            async with asyncio.TaskGroup() as starting:
                for pool in (self.quick, self.slow, self.hard):
                    starting.create_task(stack.enter_async_context(pool))
            yield

    def start(
        self, verb_request: VerbRequest, pool: WorkerPool, visitor: Visitor | None = None
    ) -> Task:
        """A task of a visitor in a pool; raises `ApiError` if too many wait there."""
        if visitor and visitor.is_shared and pool is self.hard:
            self._admit_job(visitor)
        task = pool.run(verb_request)
        if task.refused:
            raise ApiError.of(task.refused)
        self.tasks[task.id] = task, visitor
        task.on_end = self.metrics.timer(verb_request)
        return task

    def _admit_job(self, visitor: Visitor) -> None:
        """Raise `ApiError` if too many jobs of a visitor run or wait."""
        most = self.settings.client_jobs
        own = sum(
            1
            for task, owner in self.tasks.values()
            if owner and owner.player == visitor.player and task.kind.quick is False
        )
        if own >= most:
            raise ApiError(
                429,
                Text("{n} of your searches run already; stop one or wait for its end.", n=own),
            )

    def end(self, task: Task) -> None:
        """Cancel a task if it still runs, and forget it."""
        if self.tasks.pop(task.id, None):
            task.on_end()
        task.cancel()

    def drain(self) -> None:
        """Ask all tasks for the best result so far."""
        self.draining = True
        for task, _ in self.tasks.values():
            task.stop()

    def close(self) -> None:
        """Cancel all tasks."""
        for task, _ in list(self.tasks.values()):
            self.end(task)

    async def result(
        self, verb_request: VerbRequest, visitor: Visitor | None = None
    ) -> msgspec.Raw:
        """Run a request, in the pool for its kind; raises `ApiError` if it fails."""
        pool = self._pool_for(verb_request)
        end = await self._run(verb_request, pool, visitor)
        if pool is self.quick and isinstance(end, Failed) and end.kind == "time":
            end = await self._run(verb_request, self.slow, visitor)
        if isinstance(end, Failed):
            raise ApiError.of(end)
        return end.result

    def _pool_for(self, verb_request: VerbRequest) -> WorkerPool:
        """The pool in which a request runs first."""
        if not verb_request.quick:
            return self.hard
        is_large = (
            isinstance(verb_request, GameRequest) and len(bytes(verb_request.game)) > LARGE_GAME
        )
        return self.slow if is_large else self.quick

    async def _run(
        self, verb_request: VerbRequest, pool: WorkerPool, visitor: Visitor | None
    ) -> Done | Failed:
        task = self.start(verb_request, pool, visitor)
        try:
            async for event in task:
                if isinstance(event, Done | Failed):
                    return event
        finally:
            self.end(task)
        raise ApiError(503, Text("The server is stopping."))


def pools_of(request: Request) -> WorkerPools:
    """The pools of the application."""
    pools = request.app.state.pools
    assert isinstance(pools, WorkerPools)
    return pools


async def respond(
    request: Request, verb_request: VerbRequest, finish: Finish = unchanged
) -> Response:
    """Run a request: the response is JSON, or a stream of events if the client accepts one."""
    pools = pools_of(request)
    if not verb_request.quick and "text/event-stream" in request.headers.get("accept", ""):
        if pools.streams >= pools.settings.streams:
            raise ApiError(429, Text("Too many jobs are being watched; try again later."))
        task = pools.start(verb_request, pools.hard, visitor_of(request))
        return EventStream(pools, task, finish, verb_request.lang)
    return json_response(await finish(await result_for(request, verb_request)))


async def result_for(request: Request, verb_request: VerbRequest) -> msgspec.Raw:
    """Run a request; it is cancelled when the client closes the connection."""
    run = partial(pools_of(request).result, verb_request, visitor_of(request))
    return await while_connected(request, run)


async def while_connected(request: Request, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of some work, which is cancelled when the client closes the connection.

    The work does not start if the connection is closed already. The body must have been read.
    """
    closed = asyncio.create_task(disconnected(request.receive))
    running: set[asyncio.Task[Any]] = {closed}
    try:
        await asyncio.sleep(0)
        if not closed.done():
            working = asyncio.create_task(work())
            running.add(working)
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
        raise ApiError(400, Text("The client has closed the connection."))
    finally:
        for task in running:
            task.cancel()


async def disconnected(receive: Receive) -> None:
    """Wait until the client closes the connection; the body must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(Response):
    """The events of a task as server-sent events; the task ends with the connection."""

    def __init__(self, pools: WorkerPools, task: Task, finish: Finish, lang: str) -> None:
        super().__init__(
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
            media_type="text/event-stream",
        )
        del self.headers["content-length"]
        self.pools, self.task, self.finish, self.lang = pools, task, finish, lang

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.pools.streams += 1
        sending = asyncio.create_task(self._send_events(send))
        closed = asyncio.create_task(disconnected(receive))
        try:
            await asyncio.wait([sending, closed], return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            self.pools.streams -= 1
            self.pools.end(self.task)
            sending.cancel()
            closed.cancel()

    async def _send_events(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for event in self.task:
            body = await self._encode(event)
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _encode(self, event: Event) -> bytes:
        if isinstance(event, Done):
            try:
                return _server_sent_event("done", await self.finish(event.result))
            except (ApiError, QuebraError) as error:
                event = Failed("bad input", error.text)
        if isinstance(event, Failed):
            text = translate(event.text, self.lang)
            event = msgspec.structs.replace(event, text=text, seconds=0.0)
        fields = msgspec.to_builtins(event, builtin_types=(msgspec.Raw,))
        name, place = fields.pop("event"), fields.pop("place", {})
        return _server_sent_event(name, {"job": self.task.id, **fields, **place})


def _server_sent_event(name: str, data: object) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"


def running_task(request: Request) -> Task:
    """The task of the visitor that the path names; raises `ApiError` if there is none."""
    task, owner = pools_of(request).tasks.get(request.path_params["id"], (None, None))
    if task is None or owner is None or owner.player != visitor_of(request).player:
        raise ApiError(404, Text("There is no such job; it may have ended."))
    return task


async def stop(request: Request) -> Response:
    """Ask a task for the best result so far."""
    task = running_task(request)
    task.stop()
    return json_response({"job": task.id})


class PaceFields(msgspec.Struct, forbid_unknown_fields=True):
    """The steps a second of a job: 0 pauses it, null is full speed."""

    rate: Annotated[float, msgspec.Meta(ge=0)] | None


_PACE = msgspec.json.Decoder(PaceFields)


async def pace(request: Request) -> Response:
    """Pause a task, slow it down, or let it go on."""
    fields = read_json((await read_body(request) or b"{}").decode(), _PACE)
    task = running_task(request)
    task.set_pace(fields.rate)
    return json_response({"job": task.id})


ROUTES = [
    Route("/api/jobs/{id}/stop", stop, methods=["POST"]),
    Route("/api/jobs/{id}/pace", pace, methods=["POST"]),
]
