"""The HTTP protocol of the server: uvicorn's, with a limit on how long a request may take to begin.

Uvicorn closes a connection that is silent after an answer, but it waits for ever for the first
request, and for the rest of any header that has begun.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.h11_impl import H11Protocol

from quebra.web.refusals import Refusal
from quebra.web.settings import web_settings


class Protocol(H11Protocol):
    """Closes connections whose next request is not there in time, however slowly it arrives."""

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
        """Run the timer while no request is being answered; more bytes do not start it anew."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_timer()
        elif self.header_timer is None:
            seconds = web_settings().header_seconds
            self.header_timer = self.loop.call_later(seconds, self._end_late, seconds)

    def _stop_timer(self) -> None:
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def _end_late(self, seconds: int) -> None:
        self.header_timer = None
        if self.transport.is_closing():
            return
        if self.conn.trailing_data[0]:
            self.transport.write(_too_late(seconds))
        self.transport.close()


def _too_late(seconds: int) -> bytes:
    """An answer to a header that is not complete."""
    refusal = Refusal(408, f"The header was not complete within {seconds} s.").response()
    status = HTTPStatus(refusal.status_code)
    head = b"HTTP/1.1 %d %s\r\n" % (status, status.phrase.encode())
    fields = b"".join(b"%s: %s\r\n" % field for field in refusal.raw_headers)
    return head + fields + b"\r\n" + bytes(refusal.body)
