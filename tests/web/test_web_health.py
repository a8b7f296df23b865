"""Health, figures and the log of a server, and its end at SIGTERM."""

import asyncio
import json
import signal
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from processes import TIMEOUT
from quebra.store import Store
from quebra.web.app import make_app
from quebra.web.guard import Access, Guard
from quebra.web.health import Observed
from quebra.web.http import ApiError
from quebra.web.players import Players, Visitor
from quebra.web.rates import TOO_MANY, Rates
from quebra.web.settings import WebSettings
from quebra.web.tasks import WorkerPools
from servers import server, started

BOARD = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . ."


@pytest.mark.integration
def test_health_and_figures_of_a_server(tmp_path: Path) -> None:
    with server(tmp_path / "quebra.db", QUEBRA_TOKEN="x" * 20) as served:
        assert served.client.get("/health/live").json() == {"live": True}
        assert served.client.get("/health").json() == {"live": True, "ready": True}
        assert served.client.get("/metrics").status_code == 401
        served.client.headers["authorization"] = f"Bearer {'x' * 20}"
        puzzle = served.post("load", source=BOARD)["puzzle"]
        served.post("solve", puzzle=puzzle)
        text = served.client.get("/metrics").text
        assert 'quebra_task_seconds_count{family="kojun",verb="solve"} 1.0' in text
        assert 'quebra_requests_total{method="GET",status="401"} 1.0' in text
        assert 'quebra_worker_restarts_total{pool="hard"} 0.0' in text
        assert 'quebra_waiting{pool="hard"} 0.0' in text


def test_a_log_line_of_json() -> None:
    import logging

    from quebra.cli.logs import JsonFormatter

    record = logging.LogRecord("quebra.access", logging.INFO, "", 0, "%(path)s", None, None)
    record.args = {"path": "/api/games", "status": 200}
    line = json.loads(JsonFormatter().format(record))
    assert line["path"] == line["text"] == "/api/games" and line["status"] == 200


def get(app: ASGIApp, path: str, token: str = "") -> httpx.Response:
    """The response of an application in this process."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get(path, headers={"authorization": f"Bearer {token}"})

    return asyncio.run(send())


@pytest.mark.parametrize("everybody", ["", "everybodys-token.1"])
def test_figures_need_a_token_even_in_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everybody: str
) -> None:
    async def is_in_class(players: Players, player: str) -> bool:
        return True

    monkeypatch.setattr(Players, "is_in_class", is_in_class)
    teacher = "the-teachers-token.1"
    with Store(str(tmp_path / "quebra.db")) as store:
        guard = Guard(PlainTextResponse("passed"), Access(everybody, teacher), Players(store))
        assert get(guard, "/api/games").text == "passed"
        assert get(guard, "/metrics").status_code == 401
        for token in filter(None, (everybody, teacher)):
            assert get(guard, "/metrics", token).text == "passed"


def test_health_has_no_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(rates: Rates, request: Request, visitor: Visitor) -> None:
        raise ApiError(429, TOO_MANY)

    monkeypatch.setattr(Rates, "admit", refuse)
    without_workers = WorkerPools(WebSettings())
    with Store(str(tmp_path / "quebra.db")) as store:
        app = make_app(store, without_workers, Access(teacher_token="the-teachers-token.1"))
        observed = Observed(app, store, without_workers)
        assert get(observed, "/api/families").status_code == 429
        assert get(observed, "/health/live").json() == {"live": True}
        answer = get(observed, "/health")
        assert answer.status_code == 503 and answer.json() == {"live": True, "ready": False}
        assert "set-cookie" not in answer.headers


@pytest.mark.integration
def test_sigterm_ends_a_job_with_its_best_result(tmp_path: Path) -> None:
    from quebra import generate
    from quebra.service.results import to_json

    puzzle = json.loads(to_json(generate("shisen", (8, 17), seed=1), "en"))
    with server(tmp_path / "quebra.db") as served:
        with served.events("solve", puzzle=puzzle, goal="sum") as events:
            started(events)
            served.process.send_signal(signal.SIGTERM)
            names = [name for name, _ in events]
        assert names[-1] == "done"
        served.process.wait(TIMEOUT)
