"""The time in which a board opens and a move is shown: `python bench/page_moves.py`.

In a browser, boards are opened and moves entered by keys. A move lasts from the key to the frame
that shows it. Wall times depend on what else the machine does: the processor time of the page, as
the browser measures it, and that of the server's processes are given beside them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import msgspec
from playwright.sync_api import CDPSession, Page, sync_playwright

from quebra.families.kojun.model import Kojun

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES = (10, 30, 100)
MOVES = 20
PAUSE = 3_000
"""Milliseconds for what the page does after it has loaded."""
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
def server() -> Iterator[tuple[str, int]]:
    """The address and the process ID of a server that is started for the measurement."""
    command = (sys.executable, "-m", "quebra", "play", "--no-browser", "--port", "0", "--data")
    with TemporaryDirectory() as folder:
        data = str(Path(folder) / "games.db")
        with subprocess.Popen([*command, data], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield process.stdout.readline().split()[-1].rstrip("/"), process.pid
            process.terminate()


def server_cpu(pid: int) -> float:
    """The milliseconds of processor time of the server and its workers until now."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ticks = 0
    for process in (str(pid), *children):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def page_cpu(session: CDPSession) -> float:
    """The milliseconds that the main thread of the page has worked until now."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


class Meter:
    """The processor times of page and server since the last reading."""

    def __init__(self, page: Page, pid: int) -> None:
        self.pid = pid
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.before = self._now()

    def read(self) -> tuple[float, float]:
        """The milliseconds of the page and of the server."""
        now = self._now()
        used = now[0] - self.before[0], now[1] - self.before[1]
        self.before = now
        return used

    def _now(self) -> tuple[float, float]:
        return page_cpu(self.session), server_cpu(self.pid)


def measure(page: Page, address: str, pid: int, side: int) -> str:
    """The figures of one board, in lines."""
    body = {"puzzle": msgspec.to_builtins(board(side))}
    name = page.request.post(f"{address}/api/games", data=body, timeout=60_000).json()["id"]
    page.goto("about:blank")
    page.goto(f"{address}/#/settings")
    page.wait_for_timeout(PAUSE)
    meter = Meter(page, pid)
    started = time.perf_counter()
    page.evaluate(f"location.hash = '#/game/{name}'")
    page.wait_for_selector('.layer [aria-selected="true"]', timeout=60_000)
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
    opened = 1000 * (time.perf_counter() - started)
    open_page, open_server = meter.read()
    page.evaluate(WATCH)
    page.wait_for_timeout(PAUSE)
    meter.read()
    for done in range(1, MOVES + 1):
        page.keyboard.press("1" if done % 2 else "0")
        page.wait_for_selector(f'.middle[data-done="{done}"]', timeout=60_000)
        page.keyboard.press("ArrowRight" if done % 2 == 0 else "Shift")
    move_page, move_server = (used / MOVES for used in meter.read())
    moves = sorted(page.evaluate("window.moves"))
    most = quantiles(moves, n=20)[18]
    return (
        f"{side} x {side}: opened in {opened:.0f} ms "
        f"(processor: page {open_page:.0f} ms, server {open_server:.0f} ms); "
        f"a move is shown in {median(moves):.0f} ms, 95 % within {most:.0f} ms "
        f"(processor: page {move_page:.0f} ms, server {move_server:.0f} ms)"
    )


def main() -> None:
    """Print the figures."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with server() as (address, pid), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        for side in SIZES:
            print(measure(page, address, pid, side), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
