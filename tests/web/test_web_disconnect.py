"""A request ends with its connection, whatever it asks for, and does not start after it."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.types import Message

from parameters import every
from quebra.store import Store
from quebra.web.http import ApiError
from quebra.web.tasks import while_connected
from servers import Served, server
from troublemakers import BOARD, ENDLESS, LABORIOUS, UNREADABLE

pytestmark = pytest.mark.integration

ENDLESS_GAME = '{"puzzle": {"family": "latin", "givens": [[0]]}}'
VERBS = {
    "load": {"source": UNREADABLE},
    "check": {"puzzle": ENDLESS, "answer": "1"},
    "progress": {"puzzle": UNREADABLE, "answer": "1"},
    "draw": {"puzzle": UNREADABLE},
    "convert": {"puzzle": UNREADABLE, "to": "json"},
    "edit": {"puzzle": UNREADABLE},
    "games": {"puzzle": UNREADABLE},
    "solve": {"puzzle": UNREADABLE},
    "explain": {"puzzle": UNREADABLE},
    "grade": {"puzzle": UNREADABLE},
    "judge": {"puzzle": UNREADABLE},
    "arrange": {"puzzle": UNREADABLE},
}


@pytest.fixture(scope="module")
def single(site: Path) -> Iterator[tuple[Served, str]]:
    """A server with one process of each kind and no limit of time, and an endless game in it."""
    data = site / "single.db"
    with Store(str(data)) as store:
        game = store.games.save(ENDLESS_GAME)
    with server(
        data,
        QUEBRA_QUICK_RUNNING=1,
        QUEBRA_JOBS_RUNNING=1,
        QUEBRA_QUICK_SECONDS=10_000,
        QUEBRA_JOB_SECONDS=10_000,
        QUEBRA_JOB_CPU_SECONDS=10_000,
    ) as found:
        yield found, game


def abort(served: Served, method: str, path: str, body: object = None) -> None:
    """Send a request, and close the connection before there is an answer."""
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(head.encode() + content)
        time.sleep(0.2)  # most have begun by then, but it does not matter


def assert_all_free(served: Served) -> None:
    """Each kind of process does a task; while any is taken for ever this never ends."""
    assert served.post("check", puzzle=LABORIOUS, answer="1 2\n2 1")["ok"]
    assert served.post("solve", puzzle=BOARD)["status"] == "unique"


@pytest.mark.parametrize("verb", every(4, VERBS))
def test_verbs_end_with_their_connection(single: tuple[Served, str], verb: str) -> None:
    served, _ = single
    for _ in range(3):
        abort(served, "POST", verb, VERBS[verb])
    assert_all_free(served)


@pytest.mark.parametrize(
    ("action", "body"), [("move", {"move": "r1c1=1"}), ("check", {}), ("hint", {})]
)
def test_actions_end_with_their_connection(
    single: tuple[Served, str], action: str, body: object
) -> None:
    served, game = single
    for _ in range(3):
        abort(served, "POST", f"games/{game}/{action}", body)
    abort(served, "GET", f"games/{game}")
    assert_all_free(served)


def test_a_quick_task_that_takes_longer_is_done_all_the_same(served: Served) -> None:
    assert served.post("check", puzzle=LABORIOUS, answer="1 2\n2 1")["ok"]
    assert not served.post("check", puzzle=LABORIOUS, answer="1 1\n2 1")["ok"]


def request_that_ends(gone: asyncio.Event) -> Request:
    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "headers": []}, receive)


def test_work_for_a_connection_that_is_closed_never_starts() -> None:
    started = False

    async def work() -> None:
        nonlocal started
        started = True

    async def main() -> None:
        gone = asyncio.Event()
        gone.set()
        with pytest.raises(ApiError, match="closed the connection"):
            await while_connected(request_that_ends(gone), work)

    asyncio.run(main())
    assert not started


def test_work_for_a_connection_that_closes_is_cancelled() -> None:
    ends: list[str] = []

    async def main() -> None:
        gone, cancelled = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            gone.set()
            try:
                await asyncio.Event().wait()
            finally:
                ends.append("cancelled")
                cancelled.set()

        with pytest.raises(ApiError, match="closed the connection"):
            await while_connected(request_that_ends(gone), work)
        await cancelled.wait()

    asyncio.run(main())
    assert ends == ["cancelled"]
