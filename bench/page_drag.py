"""The delay of the thermometer during a drag with seven pieces: `python bench/page_drag.py`.

In a browser, a piece of a classic tangram whose other pieces are laid is dragged about, again and
again. Told are the frames a second in which the thermometer was drawn anew, and how long the exact
answer took after each release.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

from quebra import solve
from quebra.families.tangram.sets import piece_set
from quebra.play import new_game

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRAGS = 8
STEPS = 120
WATCH = """() => {
  const seen = (window.seen = { frames: 0, released: 0, answered: [] });
  let before = null;
  const look = () => {
    const transform = document.querySelector(".piece.held")?.getAttribute("transform");
    if (transform && transform !== before) seen.frames += 1;
    before = transform;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.addEventListener("pointerup", () => (seen.released = performance.now()), true);
  new MutationObserver(() => seen.answered.push(performance.now() - seen.released)).observe(
    document.querySelector(".middle"), { attributeFilter: ["data-done"] });
}"""


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that is started for the measurement."""
    command = (sys.executable, "-m", "quebra", "play", "--no-browser", "--port", "0", "--data")
    with TemporaryDirectory() as folder:
        data = str(Path(folder) / "games.db")
        with subprocess.Popen([*command, data], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield process.stdout.readline().split()[-1].rstrip("/")
            process.terminate()


def begin(page: Page, address: str) -> None:
    """The ID of a game in which all pieces but the last are placed."""
    puzzle = piece_set("classic").puzzle("square")
    game = new_game(puzzle)
    moves = game.play.moves_to(puzzle, game.attempt, solve(puzzle, count=1).solutions[0])

    def post(path: str, body: dict[str, Any]) -> Any:
        return page.request.post(f"{address}/api/games{path}", data=body).json()

    name = post("", {"puzzle": msgspec.to_builtins(puzzle)})["id"]
    for move in moves[:-1]:
        post(f"/{name}/move", {"move": move})
    page.goto(f"{address}/#/game/{name}")
    page.wait_for_selector(".piece")
    page.wait_for_function("!document.querySelector('.piece > g:empty')")


def drag(page: Page, number: int) -> float:
    """Drag the last piece once over the figure; returns the seconds that it took."""
    piece = page.locator(".piece").last.bounding_box()
    figure = page.locator(".figure").bounding_box()
    assert piece and figure
    page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    started = time.perf_counter()
    aside = figure["width"] * (0.3 + 0.05 * number)
    page.mouse.move(figure["x"] + aside, figure["y"] + aside, steps=STEPS)
    seconds = time.perf_counter() - started
    page.mouse.up()
    page.wait_for_timeout(500)
    return seconds


def main() -> None:
    """Print the figures."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        begin(page, address)
        page.evaluate(WATCH)
        seconds = sum(drag(page, number) for number in range(DRAGS))
        seen = page.evaluate("window.seen")
        browser.close()
    answers = sorted(seen["answered"])
    print(f"{seen['frames'] / seconds:.0f} frames a second while {DRAGS} drags went on")
    print(f"answers after release: median {median(answers):.0f} ms, slowest {answers[-1]:.0f} ms")


if __name__ == "__main__":
    main()
