"""The page without its server: the service worker has its files, and the games that were opened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import servers
from page.desk import MILLISECONDS, Desk

pytestmark = pytest.mark.integration

KOJUN = "kojun\nregions\na a\nb b\ngivens\n2 .\n. ."
LOST = "The page has lost Quebra. Start it again; your game is kept here."
READY = (
    "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
)
KEPT = "async () => (await (await caches.open('quebra-games')).keys()).length"


def test_a_game_is_played_on_without_the_server(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    with servers.server(tmp_path / "games.db") as served:
        desk = Desk(page, served.address)
        desk.go("")
        page.wait_for_function(READY)
        game = desk.begin(KOJUN)
        desk.cell("r1c2").click()
        desk.press("1")
        desk.wait_for_moves(1)
        page.wait_for_function(KEPT)
        page.wait_for_function("() => JSON.stringify(localStorage).includes('attempt')")
    desk.cell("r2c1").click()
    desk.press("1")
    expect(desk.voice).to_contain_text(LOST)
    page.get_by_role("button", name="Play without the server").click()
    _play_to_the_end(page)
    page.goto(served.address)
    expect(page.locator(".empty")).to_contain_text(LOST)
    page.get_by_role("link", name="Kojun, 2 x 2, 2 regions").click()
    expect(page.locator("#strip")).to_have_text("Solved: every rule holds.")
    with servers.server(tmp_path / "games.db", port=served.port):
        desk.go(f"#/game/{game}")
        page.reload()
        expect(page.locator(".finish")).to_be_visible()  # the moves are sent to the server
        desk.wait_for_moves(3)
        view = page.request.get(f"{served.address}/api/games/{game}").json()
        assert view["solved"] and view["done"] == 3
    context.close()


def _play_to_the_end(page: Page) -> None:
    """Finish the game in the kept file, which begins with the move that was made before."""
    placed = page.locator('.grid [data-where="0,1"]')
    expect(placed).to_have_attribute("aria-label", "Row 1, column 2: 1")
    for cell, key in (("1,0", "1"), ("1,1", "2")):
        page.locator(f'.grid [data-where="{cell}"]').click()
        page.keyboard.press(key)
    expect(page.locator("#strip")).to_have_text("Solved: every rule holds.")


def test_the_page_can_be_installed(desk: Desk) -> None:
    desk.go("")
    link = desk.page.locator('link[rel="manifest"]').get_attribute("href")
    manifest = desk.page.request.get(f"{desk.address}{link}").json()
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    sizes = {icon["sizes"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= sizes.keys()
    for icon in manifest["icons"]:
        assert desk.page.request.get(f"{desk.address}{icon['src']}").ok
    worker = desk.page.request.get(f"{desk.address}/worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    about = json.loads(worker.text().split("\n")[0].removeprefix("self.quebra = ").rstrip(";"))
    for file in about["files"]:
        assert desk.page.request.get(f"{desk.address}{file}").ok, file
