"""Long work shows a bar and ends when it is stopped, or when the page is closed."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from page.desk import Desk
from quebra import generate

SOON = 20.0
"""Seconds, on a busy machine too; the work itself would take three times as long."""

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc")


def work_of(process: int) -> int:
    """The processor time, in ticks, of all that a process has started."""
    total = 0
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
        except (OSError, NotADirectoryError):
            continue
        if int(fields[1]) == process:
            total += int(fields[11]) + int(fields[12]) + work_of(int(folder.name))
    return total


def is_idle(server: subprocess.Popen[str]) -> bool:
    """Whether nothing of the server has worked for a while."""
    before = work_of(server.pid)
    time.sleep(0.5)
    return work_of(server.pid) - before < 10


def wait_until_idle(server: subprocess.Popen[str]) -> None:
    until = time.monotonic() + SOON
    while not is_idle(server):
        assert time.monotonic() < until, "something still works"


def wait_until_busy(server: subprocess.Popen[str]) -> None:
    until = time.monotonic() + SOON
    while is_idle(server):
        assert time.monotonic() < until, "nothing works"


@pytest.fixture
def long_work(desk: Desk) -> Desk:
    """A page that solves a puzzle which takes very long."""
    puzzle = generate("edges", "14x14", seed=3)
    game = desk.post("/api/games", {"puzzle": msgspec.to_builtins(puzzle)})["id"]
    desk.go(f"#/game/{game}")
    desk.wait_for_moves(0)
    desk.tool("Solve").click()
    expect(desk.page.locator(".solver .work")).to_contain_text("2 s", timeout=20_000)
    return desk


def test_stop_gives_what_is_known_and_leaves_nothing_behind(
    long_work: Desk, server: subprocess.Popen[str]
) -> None:
    wait_until_busy(server)
    long_work.button("Stop").click()
    # The best so far, or on a busy machine only that it was stopped.
    expect(long_work.page.locator(".solver")).to_contain_text(re.compile("[Ss]topped"))
    expect(long_work.page.locator(".solver .work")).to_have_count(0)
    wait_until_idle(server)


def test_leaving_the_page_ends_its_work(long_work: Desk, server: subprocess.Popen[str]) -> None:
    long_work.page.goto("about:blank")
    wait_until_idle(server)
