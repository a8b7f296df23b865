"""Long work shows a bar and ends when it is stopped, or when the page is closed."""

from __future__ import annotations

import re
import time
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from page.desk import Desk
from processes import wait_until
from quebra import generate
from servers import Served

LOOKS = 25
Pids = frozenset[int]

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc"),
]


def working(server: Served) -> Pids:
    """The processes of the server that work now, or would if the machine let them."""
    return frozenset(
        pid
        for pid in server.workers
        if "R" in map(_state, Path(f"/proc/{pid}").glob("task/*/stat"))
    )


def _state(stat: Path) -> str:
    try:
        return stat.read_text().rpartition(") ")[2][0]
    except OSError:
        return "gone"


def seen_working(server: Served) -> Pids:
    """Those that work, as often as one looks."""
    seen: Pids = frozenset()
    for _ in range(LOOKS):
        seen |= working(server)
        time.sleep(0.02)
    return seen


@pytest.fixture
def long_work(desk: Desk, server: Served) -> Desk:
    """A page that solves a puzzle which takes very long."""
    wait_until(lambda: not seen_working(server), "idle workers")
    puzzle = generate("edges", "14x14", seed=3)
    game = desk.post("/api/games", {"puzzle": msgspec.to_builtins(puzzle)})["id"]
    desk.go(f"#/game/{game}")
    desk.wait_for_moves(0)
    desk.tab("Analysis").get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".solver .work")).to_contain_text(re.compile(r"([2-9]|\d\d) s"))
    return desk


@pytest.fixture
def workers(long_work: Desk, server: Served) -> Pids:
    """The processes that work for the page."""
    found = seen_working(server)
    assert found
    return found


def test_stop_gives_what_is_known_and_leaves_nothing_behind(
    long_work: Desk, workers: Pids, server: Served
) -> None:
    long_work.button("Stop").click()
    # The best so far, or on a busy machine only that it was stopped.
    expect(long_work.page.locator(".solver")).to_contain_text(re.compile("[Ss]topped"))
    expect(long_work.page.locator(".solver .work")).to_have_count(0)
    wait_until(lambda: not seen_working(server) & workers, "the end of the work")


def test_leaving_the_page_ends_its_work(long_work: Desk, workers: Pids, server: Served) -> None:
    long_work.page.goto("about:blank")
    wait_until(lambda: not seen_working(server) & workers, "the end of the work")
