"""Servers for the tests of the web interface."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
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


class OpenPools(WorkerPools):
    """Pools that stay open when an application ends, for the next one."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        yield


@pytest.fixture(scope="module")
def pools() -> Iterator[tuple[OpenPools, asyncio.Runner]]:
    """The workers of all servers in this process, which take seconds to start."""
    found = OpenPools(WebSettings(quick_running=1, jobs_running=1, ready_days=0))
    with asyncio.Runner() as runner:
        opened = WorkerPools.open(found)
        runner.run(opened.__aenter__())
        yield found, runner
        runner.run(opened.__aexit__(None, None, None))


@pytest.fixture
def ask(data: str, pools: tuple[OpenPools, asyncio.Runner]) -> Iterator[Ask]:
    """Send requests to a server in this process."""
    opened, runner = pools
    with Store(data) as store:
        guard = make_app(store, opened)
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
