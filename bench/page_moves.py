"""The time in which a board opens and a move is shown: `python bench/page_moves.py`.

In a browser, boards are opened and moves entered by keys. A move lasts from the key to the frame
that shows it. The processor time of the server for the same view is given beside it, so that runs
on different machines can be compared by ratios.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import msgspec
from playwright.sync_api import Page, sync_playwright

from quebra.families.kojun.model import Kojun
from quebra.play import new_game
from quebra.service.games import view

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES = (10, 30, 100)
MOVES = 20
WATCH = """() => {
  window.moves = [];
  let pressed = 0;
  document.addEventListener("keydown", () => (pressed = performance.now()), true);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() =>
    window.moves.push(performance.now() - pressed)))).observe(
      document.querySelector(".middle"), { attributeFilter: ["data-done"] });
}"""


def board(side: int) -> Kojun:
    """A board of regions of 2 x 2 cells without givens."""
    cells = range(side)
    regions = tuple(tuple(r // 2 * side + c // 2 for c in cells) for r in cells)
    return Kojun(regions=regions, givens=tuple((0,) * side for _ in cells))


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


def cpu_milliseconds(action: Callable[[], object]) -> float:
    """The processor time of an action, the median of five runs."""
    found = []
    for _ in range(5):
        started = time.process_time()
        action()
        found.append(1000 * (time.process_time() - started))
    return median(found)


def measure(page: Page, address: str, side: int) -> str:
    """The figures of one board, in one line."""
    puzzle = board(side)
    body = {"puzzle": msgspec.to_builtins(puzzle)}
    name = page.request.post(f"{address}/api/games", data=body, timeout=60_000).json()["id"]
    page.goto("about:blank")
    started = time.perf_counter()
    page.goto(f"{address}/#/game/{name}")
    page.wait_for_selector('.layer [aria-selected="true"]', timeout=60_000)
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
    opened = 1000 * (time.perf_counter() - started)
    page.evaluate(WATCH)
    for done in range(1, MOVES + 1):
        page.keyboard.press("1" if done % 2 else "0")
        page.wait_for_selector(f'.middle[data-done="{done}"]', timeout=60_000)
        page.keyboard.press("ArrowRight" if done % 2 == 0 else "Shift")
    moves = sorted(page.evaluate("window.moves"))
    most = quantiles(moves, n=20)[18]
    cpu = cpu_milliseconds(lambda: view(new_game(puzzle), "en"))
    return (
        f"{side} x {side}: opened in {opened:.0f} ms; a move is shown in {median(moves):.0f} ms, "
        f"95 % within {most:.0f} ms; the server needs {cpu:.0f} ms for a view"
    )


def main() -> None:
    """Print the figures."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        for side in SIZES:
            print(measure(page, address, side), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
