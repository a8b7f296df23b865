"""The server: how it starts, tells its address, and stops."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from quebra.contract.errors import BadInput
from quebra.contract.registry import get_family
from quebra.contract.settings import settings as reader_settings
from quebra.store import Store
from quebra.web.addresses import Site, bracketed, is_loopback, own_names, site_of
from quebra.web.app import make_app
from quebra.web.jobs import Workshop
from quebra.web.protocol import Protocol
from quebra.web.settings import web_settings
from quebra.web.token import choose_token


def serve(
    host: str, port: int, *, data: str | None = None, ready: Callable[[Site], object]
) -> None:
    """Serve the page until Ctrl-C; `ready` is called with its addresses."""
    settings = web_settings()
    for family in reader_settings().by_family:
        get_family(family)  # A misspelt name would limit nothing.
    workshop = Workshop(settings)
    with listen(host, port) as listener:
        loopback = is_loopback(listener.getsockname()[0])
        names = (bracketed(host or "localhost"), *(() if loopback else own_names()))
        token = choose_token(loopback)
        site = site_of(listener, host, token)
        with Store(data) as store:
            config = uvicorn.Config(
                make_app(store, workshop, names, token),
                http=Protocol,
                log_level="warning",
                server_header=False,
                limit_concurrency=settings.connections,
                timeout_graceful_shutdown=1,
                ws="none",
                proxy_headers=False,
            )
            Server(config, workshop, lambda: ready(site)).run([listener])


class Server(uvicorn.Server):
    """A server that ends its jobs when it is told to stop, so that nobody waits for them."""

    def __init__(
        self, config: uvicorn.Config, workshop: Workshop, ready: Callable[[], object]
    ) -> None:
        super().__init__(config)
        self.workshop, self.ready = workshop, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.workshop.close()
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or a sentence that says why there is none."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=kind)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadInput(
                f"Port {port} is taken by another program: choose another with --port."
            ) from None
        why = (error.strerror or str(error)).lower()
        raise BadInput(f"Nothing can listen on {host}, port {port}: {why}.") from None


def open_browser(address: str) -> None:
    """Show the page, where there is a screen to show it on."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform != "linux" or any(os.environ.get(name) for name in screens):
        webbrowser.open(address)
