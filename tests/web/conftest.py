"""Servers for the tests of the web interface."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from quebra.store import Store
from quebra.web.app import make_app
from quebra.web.settings import WebSettings
from quebra.web.tasks import WorkerPools
from servers import MANY_PROCESSES, Ask, Served, server
from troublemakers import install


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which the troublemakers are installed, for the processes started meanwhile."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        install(folder, patch)
        yield folder


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[Served]:
    with server(site / "games.db", **MANY_PROCESSES) as found:
        yield found


@pytest.fixture
def data(tmp_path: Path) -> str:
    """The path of the data file of `ask`."""
    return str(tmp_path / "games.db")


@pytest.fixture
def ask(data: str) -> Iterator[Ask]:
    """Send requests to a server in this process."""
    pools = WorkerPools(WebSettings(quick_running=1, jobs_running=1))
    with Store(data) as store, asyncio.Runner() as runner:
        guard = make_app(store, pools)
        assert isinstance(guard.app, Starlette)
        lifespan = guard.app.router.lifespan_context(guard.app)
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(guard), base_url="http://127.0.0.1", timeout=90
        )

        def ask(method: str, path: str, **body: object) -> httpx.Response:
            return runner.run(client.request(method, f"/api/{path}", json=body))

        runner.run(lifespan.__aenter__())
        yield ask
        runner.run(client.aclose())
        runner.run(lifespan.__aexit__(None, None, None))
