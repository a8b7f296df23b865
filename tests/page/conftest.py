"""A server and a real browser for the tests of the page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Route,
    expect,
    sync_playwright,
)

import servers
from page.desk import MILLISECONDS, Desk
from quebra.contract.registry import family_names
from servers import Served

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "The tests of the page need Chromium: `make programs`, or `apt-get install chromium`."
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--no-first-run",
)
HINT_SECONDS = 60
KNOWN = f"localStorage['quebra.familiesSeen'] ??= '{json.dumps(family_names())}'"
"""All families have been played before, so that no rules lie over the controls of a phone."""
expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without any games."""
    data = tmp_path_factory.mktemp("data") / "games.db"
    with servers.server(data, **servers.MANY_PROCESSES) as served:
        yield served


@pytest.fixture(scope="session")
def address(server: Served) -> str:
    """The address of the server."""
    return server.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless browser, closed at the end since its event loop would disturb other tests."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_desk(browser: Browser, address: str) -> Iterator[Callable[..., Desk]]:
    """Open the page in a fresh profile, any number of times. At the end there must be no error in
    any console, and no request to another server."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def fresh(
        phone: bool = False,
        scheme: str = "light",
        locale: str = "en-GB",
        worker: bool = False,
        newcomer: bool = False,
    ) -> Desk:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            locale=locale,
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            accept_downloads=True,
            # A worker would hide requests from the tests that intercept them.
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(MILLISECONDS)
        if not newcomer:
            context.add_init_script(f"try {{ {KNOWN} }} catch {{}}")
        context.route("**/api/games/*/hint*", _allow_time)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.extend(_complaint(message)))
        page.on("request", lambda request: wrong.extend(_foreign(request.url, address)))
        return Desk(page, address)

    yield fresh
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """The page on a desktop."""
    return open_desk()


def _allow_time(route: Route) -> None:
    """Let a hint take longer than the page's two seconds: the machine may be under load."""
    body = {**(route.request.post_data_json or {}), "time": HINT_SECONDS}
    route.continue_(post_data=json.dumps(body))


def _complaint(message: ConsoleMessage) -> Iterator[str]:
    """Errors of the console, without aborted requests, which the page reports.

    Only a request that a test lets fail may be there: a refusal is an ordinary response. Tests
    without a service worker block it, which the console reports.
    """
    refused = "/api/" in message.location["url"] and "net::ERR_FAILED" in message.text
    blocked = "Service Worker registration blocked by Playwright" in message.text
    if message.type in ("error", "warning") and not refused and not blocked:
        yield f"{message.text} {message.location['url']}"


def _foreign(url: str, address: str) -> Iterator[str]:
    if not url.startswith((address, "data:", "blob:", "about:")):
        yield f"A request went to {url}."
