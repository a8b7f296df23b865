"""Connections whose request does not begin are closed, and others are answered meanwhile."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from servers import Served, server
from troublemakers import BOARD

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def hasty(site: Path) -> Iterator[Served]:
    """A server that waits a second for the header of a request."""
    with server(site / "hasty.db", QUEBRA_HEADER_SECONDS=1) as found:
        yield found


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: 127",
        b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
    ],
)
def test_connections_with_half_a_header_are_closed(hasty: Served, head: bytes) -> None:
    """Each is closed by the server, or its client waits in vain for thirty seconds and fails."""
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: hasty.raw(head), range(8)))
    assert hasty.client.get("/api/families").status_code == 200
    if head.startswith((b"G", b"P")) and head.count(b"GET") < 2:
        for answer in answers:
            assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
            body = answer.partition(b"\r\n\r\n")[2]
            assert json.loads(body) == {"error": "The header was not complete within 1 s."}


def test_a_header_that_trickles_in_is_cut_off(hasty: Served) -> None:
    """More bytes give no more time."""
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=30) as connection:
        sent = 0
        with suppress(ConnectionError):
            while sent < 300:
                connection.sendall(b"GET / HTTP/1.1\r\nX: "[sent : sent + 1] or b"x")
                sent += 1
                time.sleep(0.1)
        assert sent < 300


def test_a_body_after_its_answer_keeps_no_connection_open(hasty: Served) -> None:
    """The page is answered before its body is there, which then comes slowly."""
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\nContent-Length: 999\r\n\r\n"
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=30) as connection:
        connection.sendall(head.encode())
        assert b" 200 " in connection.recv(65536).splitlines()[0]
        connection.sendall(b"x")
        while connection.recv(65536):
            pass


def test_a_request_that_takes_long_is_not_late(hasty: Served) -> None:
    """The limit of the header ends when the request has begun, and comes back with the next."""
    with httpx.Client(base_url=hasty.address, timeout=90) as client:
        for _ in range(2):
            body = {"puzzle": BOARD, "engine": "honest", "time": 2.5}
            answer = client.post("/api/solve", json=body)
            assert answer.status_code == 200 and answer.json()["seconds"] > 2
