"""The HTTP server: how it starts, limits headers, and stops."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from http import HTTPStatus
from types import FrameType

import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from quebra.contract.errors import BadInput
from quebra.contract.registry import get_family
from quebra.contract.settings import settings as reader_settings
from quebra.i18n.text import Text, Verbatim
from quebra.store import ClassPuzzle, SchoolClass, Store
from quebra.web.addresses import Site, bracketed, is_loopback, own_names, site_of
from quebra.web.app import make_app
from quebra.web.guard import choose_access
from quebra.web.health import Observed
from quebra.web.http import ApiError
from quebra.web.settings import web_settings
from quebra.web.tasks import WorkerPools
from quebra.workers import Sandbox

DRAIN_SECONDS = 10
"""Seconds after SIGTERM in which responses may end."""


class ClassPlan(msgspec.Struct, frozen=True):
    """A class to start with the server; without puzzles, it plays those of each day."""

    name: str
    puzzles: tuple[ClassPuzzle, ...] = ()


class Started(msgspec.Struct, frozen=True):
    """A server that answers: its addresses, its class, and what its workers are kept from."""

    site: Site
    school_class: SchoolClass | None = None
    sandbox: Sandbox | None = None


def serve(
    host: str,
    port: int,
    *,
    data: str | None = None,
    plan: ClassPlan | None = None,
    ready: Callable[[Started], object],
) -> None:
    """Serve the page until Ctrl-C; `ready` is called when it answers."""
    settings = web_settings()
    for family in reader_settings().by_family:
        get_family(family)  # raises for a misspelt name
    pools = WorkerPools(settings)
    with listen(host, port) as listener:
        loopback = is_loopback(listener.getsockname()[0])
        names = (bracketed(host or "localhost"), *(() if loopback else own_names()))
        access = choose_access(names, is_loopback=loopback, has_class=plan is not None)
        site = site_of(listener, host, access.token, access.teacher_token)
        with Store(data) as store:
            found = _start_class(store, plan) if plan else None
            config = uvicorn.Config(
                Observed(make_app(store, pools, access, site.elsewhere), store, pools),
                http=Protocol,
                log_level="warning",
                server_header=False,
                limit_concurrency=settings.connections,
                timeout_graceful_shutdown=1,
                ws="none",
                proxy_headers=False,
            )
            Server(config, pools, lambda: ready(Started(site, found, pools.sandbox))).run(
                [listener]
            )


def _start_class(store: Store, plan: ClassPlan) -> SchoolClass:
    """The class of a plan; one that is there keeps its puzzles if the plan has none."""
    is_new = all(each.name != plan.name for each in store.classes.list())
    return store.classes.start(plan.name, plan.puzzles, daily=is_new and not plan.puzzles)


class Server(uvicorn.Server):
    """Cancels its tasks at Ctrl-C, and at SIGTERM ends them with their best results so far."""

    def __init__(
        self, config: uvicorn.Config, pools: WorkerPools, ready: Callable[[], object]
    ) -> None:
        super().__init__(config)
        self.pools, self.ready = pools, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and not self.should_exit:
            self.config.timeout_graceful_shutdown = DRAIN_SECONDS
            self.pools.drain()
        else:
            self.pools.close()
        super().handle_exit(sig, frame)


class Protocol(H11Protocol):
    """Closes connections whose next request does not arrive in time.

    Uvicorn closes a connection that is silent after a response, but it waits without limit for the
    first request, and for the rest of a header.
    """

    header_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch_header()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_header()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def _watch_header(self) -> None:
        """Run the timer while no request is processed; further bytes do not restart it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_timer()
        elif self.header_timer is None:
            seconds = web_settings().header_seconds
            self.header_timer = self.loop.call_later(seconds, self._on_timeout, seconds)

    def _stop_timer(self) -> None:
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def _on_timeout(self, seconds: int) -> None:
        self.header_timer = None
        if self.transport.is_closing():
            return
        if self.conn.trailing_data[0]:
            self.transport.write(_timeout_response(seconds))
        self.transport.close()


def _timeout_response(seconds: int) -> bytes:
    """The response to an incomplete header."""
    text = Text("The header was not complete within {seconds} s.", seconds=seconds)
    response = ApiError(408, text).response()
    status = HTTPStatus(response.status_code)
    head = b"HTTP/1.1 %d %s\r\n" % (status, status.phrase.encode())
    fields = b"".join(b"%s: %s\r\n" % field for field in response.raw_headers)
    return head + fields + b"\r\n" + bytes(response.body)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `BadInput` with the reason if there can be none."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=kind)
        # Connections inherit it; else the body of a response may wait 40 ms after its head.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadInput(
                Text(
                    "Port {port} is taken by another program: choose another with --port.",
                    port=port,
                )
            ) from None
        raise BadInput(
            Text(
                "Nothing can listen on {host}, port {port}: {reason}.",
                host=Verbatim(host),
                port=port,
                reason=Verbatim((error.strerror or str(error)).lower()),
            )
        ) from None


def open_browser(address: str) -> None:
    """Open the page in a browser, if there is a screen."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform != "linux" or any(os.environ.get(name) for name in screens):
        webbrowser.open(address)
