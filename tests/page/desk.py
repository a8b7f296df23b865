"""The page in a browser, with the actions and queries that tests use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

MILLISECONDS = 150_000
"""After this time an awaited state counts as missed, also on a machine under load."""


@dataclass(frozen=True)
class Desk:
    """An open page of the server at an address."""

    page: Page
    address: str

    def go(self, route: str) -> None:
        """Go to a view of the page."""
        self.page.goto(f"{self.address}/{route}")

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """The response of the server to a direct request."""
        answer = self.page.request.post(self.address + path, data=body, timeout=MILLISECONDS)
        assert answer.ok, answer.text()
        return answer.json()

    def answer_later(self, path: str, act: Callable[[], None]) -> Callable[[], None]:
        """Send a request by an action; it is answered once the returned function is called."""
        held: list[Route] = []
        self.page.route(path, lambda route: held.append(route), times=1)
        with self.page.expect_request(path):
            act()
        return lambda: held[0].continue_()

    def begin(self, text: str) -> str:
        """Start a game of a puzzle in text; returns its ID."""
        puzzle = self.post("/api/load", {"source": text})["puzzle"]
        game: str = self.post("/api/games", {"puzzle": puzzle})["id"]
        # The game before is shown until this one is there.
        self.page.evaluate("document.querySelector('.middle')?.removeAttribute('data-done')")
        self.go(f"#/game/{game}")
        self.wait_for_moves(0)
        return game

    def wait_for_moves(self, count: int) -> None:
        """Wait until the game has this number of moves that are not undone."""
        expect(self.page.locator(".middle")).to_have_attribute("data-done", str(count))

    @property
    def moves(self) -> int:
        """The number of moves that are not undone."""
        return int(self.page.locator(".middle").get_attribute("data-done") or 0)

    @property
    def voice(self) -> Locator:
        """The message below the board."""
        return self.page.locator(".message")

    @property
    def picture(self) -> str:
        """The drawing of the board with its pieces, wherever the focus is."""
        expect(self.page.locator(".piece > g:empty")).to_have_count(0)
        return self.page.locator(".board .drawing").inner_html().replace(" focused", "")

    def wait_for_another_picture(self, before: str) -> None:
        self.page.wait_for_function(
            """before => document.querySelector(".board .drawing")
                .innerHTML.replaceAll(" focused", "") !== before""",
            arg=before,
        )

    def cell(self, name: str) -> Locator:
        """A cell by the name that it has in moves, such as r3c5."""
        row, column = (int(part) - 1 for part in name.removeprefix("r").split("c"))
        return self.page.locator(f'.layer [data-where="{row},{column}"]')

    def tool(self, name: str) -> Locator:
        """A tool of the game, by the beginning of its name."""
        return self.page.locator(".tools").get_by_role("button", name=name)

    def more(self, name: str) -> None:
        """Choose an entry of the sheet behind the dots."""
        self.button("More").click()
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()

    def tab(self, name: str) -> Locator:
        """Open a tab of the panel; returns its content."""
        if not self.page.locator(".panel").is_visible():
            self.button("Rules, hints, analysis").click()
        self.page.get_by_role("tab", name=name).click()
        return self.page.get_by_role("tabpanel", name=name)

    def button(self, name: str) -> Locator:
        """A button of the page, by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def walk_to(self, name: str) -> None:
        """Move to a cell with the arrows."""
        where = self.page.locator('.layer [aria-selected="true"]').get_attribute("data-where")
        row, column = (int(part) for part in (where or "").split(","))
        to_row, to_column = (int(part) - 1 for part in name.removeprefix("r").split("c"))
        down, right = to_row - row, to_column - column
        for key, count in (("ArrowDown", down), ("ArrowUp", -down)):
            self.press(key, count)
        for key, count in (("ArrowRight", right), ("ArrowLeft", -right)):
            self.press(key, count)

    def press(self, key: str, count: int = 1) -> None:
        """Press a key several times."""
        for _ in range(count):
            self.page.keyboard.press(key)
