"""Tasks in the crews, and their answers: at once, or as a stream of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from quebra.contract.errors import QuebraError
from quebra.i18n.messages import translate
from quebra.service.request import VerbRequest
from quebra.web.refusals import Refusal, json_response
from quebra.web.settings import WebSettings
from quebra.workers import Crew, Done, Event, Failed, Job, Limits
from quebra.workers.limits import SOLVER_NICE

T = TypeVar("T")
Finish = Callable[[msgspec.Raw], Awaitable[object]]
"""What is still to be done with a result before it is the answer."""
FIRST_TRY = Limits(wall=1, cpu=0.02)
"""What a quick task may take where all the others are answered."""
LONG_RUNNING = 1
"""Processes for quick tasks that take longer than that."""
LONG_NICE = 5
"""The niceness of these processes: after quick ones, but well before solvers."""


async def as_it_is(result: msgspec.Raw) -> object:
    """The result is the answer."""
    return result


class Workshop:
    """Three crews: what is answered at once never waits for what takes long.

    Whether a quick task is one shows only when it runs, so it first gets a short time in `quick`;
    if that is not enough it is begun again in `long`. What takes longer still goes to `hard`.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.settings = settings
        self.jobs: dict[str, Job] = {}
        self.streams = 0
        seconds, megabytes = settings.quick_seconds, settings.job_megabytes
        self.quick = Crew(
            settings.quick_running,
            Limits(min(FIRST_TRY.wall, seconds), FIRST_TRY.cpu, megabytes),
            waiting=settings.quick_waiting,
        )
        self.long = Crew(
            LONG_RUNNING,
            Limits(seconds, seconds, megabytes),
            waiting=settings.quick_waiting,
            nice=LONG_NICE,
        )
        self.hard = Crew(
            settings.jobs_running,
            Limits(settings.job_seconds, settings.job_cpu_seconds, megabytes),
            waiting=settings.jobs_waiting,
            nice=SOLVER_NICE,
            solvers=True,
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """All crews at work."""
        async with AsyncExitStack() as stack:
            async with asyncio.TaskGroup() as crews:
                for crew in (self.quick, self.long, self.hard):
                    crews.create_task(stack.enter_async_context(crew))
            yield

    def start(self, asked: VerbRequest, crew: Crew) -> Job:
        """A job in a crew, unless too many wait there."""
        job = crew.run(asked)
        if job.refused:
            raise Refusal.of(job.refused)
        self.jobs[job.id] = job
        return job

    def end(self, job: Job) -> None:
        """Nobody waits for the job any more."""
        self.jobs.pop(job.id, None)
        job.close()

    def close(self) -> None:
        """End all that runs."""
        for job in list(self.jobs.values()):
            self.end(job)

    async def answer(self, asked: VerbRequest) -> msgspec.Raw:
        """The result of a task, which ends when this is cancelled."""
        if not asked.quick:
            return _result(await self._run(asked, self.hard))
        end = await self._run(asked, self.quick)
        if isinstance(end, Failed) and end.kind == "time":
            end = await self._run(asked, self.long)
        return _result(end)

    async def _run(self, asked: VerbRequest, crew: Crew) -> Done | Failed:
        """How a task ends in a crew."""
        job = self.start(asked, crew)
        try:
            async for event in job:
                if isinstance(event, Done | Failed):
                    return event
        finally:
            self.end(job)
        raise Refusal(503, "The server is stopping.")


def _result(end: Done | Failed) -> msgspec.Raw:
    if isinstance(end, Failed):
        raise Refusal.of(end)
    return end.result


def workshop_of(request: Request) -> Workshop:
    """The crews of the server that got the request."""
    workshop = request.app.state.workshop
    assert isinstance(workshop, Workshop)
    return workshop


async def respond(request: Request, asked: VerbRequest, finish: Finish = as_it_is) -> Response:
    """The answer to a task: one JSON, or a stream of events where that is asked for."""
    workshop = workshop_of(request)
    if not asked.quick and "text/event-stream" in request.headers.get("accept", ""):
        if workshop.streams >= workshop.settings.streams:
            raise Refusal(429, "Too many jobs are being watched; come again later.")
        return EventStream(workshop, workshop.start(asked, workshop.hard), finish, asked.lang)
    return json_response(await finish(await result_for(request, asked)))


async def result_for(request: Request, asked: VerbRequest) -> msgspec.Raw:
    """The result of a task, which ends when the client closes the connection."""
    return await while_connected(request, partial(workshop_of(request).answer, asked))


async def while_connected(request: Request, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of some work, which is cancelled when the client closes the connection.

    It is not even begun if the connection is closed by now. The body has been read before.
    """
    gone = asyncio.create_task(disconnected(request.receive))
    running: set[asyncio.Task[Any]] = {gone}
    try:
        await asyncio.sleep(0)
        if not gone.done():
            working = asyncio.create_task(work())
            running.add(working)
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
        raise Refusal(400, "The client has closed the connection.")
    finally:
        for task in running:
            task.cancel()


async def disconnected(receive: Receive) -> None:
    """Wait until the client closes the connection; the body has been read before."""
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(Response):
    """The events of a job as they come. When the reader goes away, the job ends."""

    def __init__(self, workshop: Workshop, job: Job, finish: Finish, lang: str) -> None:
        super().__init__(
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
            media_type="text/event-stream",
        )
        del self.headers["content-length"]
        self.workshop, self.job, self.finish, self.lang = workshop, job, finish, lang

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.workshop.streams += 1
        pump = asyncio.create_task(self._pump(send))
        gone = asyncio.create_task(disconnected(receive))
        try:
            await asyncio.wait([pump, gone], return_when=asyncio.FIRST_COMPLETED)
            if pump.done():
                pump.result()
        finally:
            self.workshop.streams -= 1
            self.workshop.end(self.job)
            pump.cancel()
            gone.cancel()

    async def _pump(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for event in self.job:
            body = await self._frame(event)
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _frame(self, event: Event) -> bytes:
        """An event in the form of a stream."""
        if isinstance(event, Done):
            try:
                return _frame("done", await self.finish(event.result))
            except (Refusal, QuebraError) as error:
                event = Failed("bad input", str(error))
        if isinstance(event, Failed):
            text = translate(event.text, self.lang)
            event = msgspec.structs.replace(event, text=text, seconds=0.0)
        fields = msgspec.to_builtins(event, builtin_types=(msgspec.Raw,))
        name, place = fields.pop("event"), fields.pop("place", {})
        return _frame(name, {"job": self.job.id, **fields, **place})


def _frame(name: str, data: object) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"


async def stop(request: Request) -> Response:
    """Ask a job for the best that it has."""
    job = workshop_of(request).jobs.get(request.path_params["id"])
    if job is None:
        raise Refusal(404, "There is no such job; it may have ended.")
    job.stop()
    return json_response({"job": job.id})


ROUTES = [Route("/api/jobs/{id}/stop", stop, methods=["POST"])]
