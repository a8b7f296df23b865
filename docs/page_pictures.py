"""Pictures of the page for the README and the documentation, taken in a browser.

    python docs/page_pictures.py

starts a server of its own, plays each family's puzzle half way, and writes `docs/pictures/page-*`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from quebra import convert, families, generate, solve
from quebra.contract.family import DAILY
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, family_of
from quebra.play import new_game

FOLDER = Path(__file__).parent / "pictures"
SEED = 8
MOST_SOLUTIONS = 8
"""Of the board on the setter's desk."""
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
NAMES = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Take all pictures of the page."""
    with server() as address, sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, NAMES)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        games = {family.name: begun(browser, address, family) for family in families()}
        for name, game in games.items():
            take(browser, f"{address}/#/game/{game}", f"page-{name}")
        first = next(iter(games.values()))
        take(browser, f"{address}/#/game/{first}", "page-phone", PHONE, "dark")
        take(
            browser,
            f"{address}/#/",
            "page-home",
            ready=f".day-card .thumbnail >> nth={len(games) - 1}",
        )
        take_desk(browser, address)
        take_print(browser, address)
        browser.close()


@contextmanager
def server() -> Iterator[str]:
    """The address of a server with a temporary database."""
    command = (sys.executable, "-m", "quebra", "play", "--no-browser", "--port", "0")
    with tempfile.TemporaryDirectory() as folder:
        data = ("--data", f"{folder}/games.db")
        with subprocess.Popen([*command, *data], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            words = process.stdout.readline().split()
            yield next(word for word in words if "://" in word).rstrip("/")
            process.terminate()


def begun(browser: Browser, address: str, family: AnyFamily) -> str:
    """Create a half-finished game of the family through the API; returns its ID."""
    puzzle = generate(family.name, preset=DAILY, seed=SEED)
    game = new_game(puzzle)
    solution = solve(puzzle, count=1, time=60).solutions[0]
    moves = game.play.moves_to(puzzle, game.attempt, solution)
    page = browser.new_page()
    try:
        view = _post(page, f"{address}/api/games", {"puzzle": msgspec.to_builtins(puzzle)})
        for move in moves[: len(moves) // 2]:
            _post(page, f"{address}/api/games/{view['id']}/move", {"move": move})
        return view["id"]
    finally:
        page.close()


def _post(page: Page, address: str, body: dict[str, object]) -> dict[str, str]:
    answer: dict[str, str] = page.request.post(address, data=body).json()
    return answer


def take(
    browser: Browser,
    address: str,
    name: str,
    size: ViewportSize = DESKTOP,
    scheme: str = "light",
    ready: str = ".board svg",
) -> None:
    """Write a picture of the page at an address, once there is an element that a selector names."""
    page = opened(browser, address, size, scheme)
    page.locator(ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()


def take_desk(browser: Browser, address: str) -> None:
    """Write a picture of the setter's desk with a board on which solutions differ."""
    page = opened(browser, f"{address}/#/set/kojun")
    page.get_by_text("As text", exact=True).click()
    page.get_by_label("The puzzle as text").fill(convert(with_a_clue_less(), "text"))
    page.get_by_role("button", name="Apply the text").click()
    page.locator(".layer .differ").first.wait_for()
    page.get_by_text("As text", exact=True).click()
    page.locator("h1").click()
    page.screenshot(path=FOLDER / "page-desk.png")
    page.close()


def with_a_clue_less() -> Puzzle:
    """A Kojun that had exactly one solution until a clue was taken out."""
    puzzle = generate("kojun", "6x6", seed=SEED)
    play = family_of(puzzle).play
    assert play and play.editor
    for _, edit in play.editor.clue_removals(puzzle):
        fewer: Puzzle = play.editor.edit(puzzle, edit)
        if 1 < len(solve(fewer, count=MOST_SOLUTIONS).solutions) < MOST_SOLUTIONS:
            return fewer
    raise ValueError(f"every clue of seed {SEED} is superfluous, or leaves too many solutions")


def take_print(browser: Browser, address: str) -> None:
    """Write a picture of the print view with the puzzles of a recipe."""
    page = opened(browser, f"{address}/#/print")
    page.get_by_role("button", name="Example").click()
    recipe = page.get_by_label("Recipe for new puzzles")
    recipe.fill("kojun 6x6 easy x4, symmetry x4")
    recipe.press("Enter")
    page.locator(".sheets:not([aria-busy]) .sheet-page").nth(2).wait_for()
    page.screenshot(path=FOLDER / "page-print.png")
    page.close()


def opened(
    browser: Browser, address: str, size: ViewportSize = DESKTOP, scheme: str = "light"
) -> Page:
    """The page at an address, in English."""
    page = browser.new_page(
        viewport=size,
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )
    page.goto(address)
    return page


if __name__ == "__main__":
    main()
