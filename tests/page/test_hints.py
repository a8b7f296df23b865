"""Hints on the page: three taps that move nothing, for mouse, keyboard and touch."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS, Player
from parameters import slow_where

pytestmark = pytest.mark.integration

HINTS = 10
SHOTS = os.environ.get("QUEBRA_SHOTS")
"""A folder for screenshots, for those who want to look at them."""
PHONES = ((390, 844), (360, 640))

each_family = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.family)


def shoot(desk: Desk, name: str) -> None:
    """Save a screenshot if there is a folder for it."""
    if SHOTS:
        desk.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def layout(desk: Desk) -> object:
    """The boxes of the board and of what is around it, and how far the page is scrolled."""
    return desk.page.evaluate(
        """() => [scrollX, scrollY, ...[".board", ".stage", ".message", ".pad", ".tools"].flatMap(
          (each) => {
            const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
            return [x, y, width, height];
          })]"""
    )


def pips(desk: Desk) -> int:
    """The number of taps that the button shows."""
    return desk.page.locator(".pips .on").count()


def tap_hint(desk: Desk, taps: int) -> None:
    """Tap the button, and wait until it shows that number of taps."""
    desk.tool("Hint").tap()
    expect(desk.page.locator(".pips .on")).to_have_count(taps)


def proceed(desk: Desk) -> None:
    """Carry the hint out, or go on to the next one, by the button in the sheet."""
    desk.page.locator(".reason .main").tap()
    expect(desk.page.locator(".reason")).to_be_hidden()
    if desk.page.locator(".pips .on").count():
        expect(desk.voice.locator("strong")).to_be_visible()


@each_family
@pytest.mark.parametrize(
    "size", slow_where(lambda size: size[0] != 390, PHONES), ids=lambda size: f"{size[0]}px"
)
@pytest.mark.parametrize("scheme", slow_where(lambda s: s == "dark", ["light", "dark"]))
def test_nothing_moves_while_ten_hints_are_taken_on_a_phone(
    player: Player, size: tuple[int, int], scheme: str, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True, scheme=scheme)
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.begin(player.board)
    before = layout(desk)
    for number in range(HINTS):
        if "Solved" in desk.voice.inner_text():
            break
        for taps in range(pips(desk) + 1, 4):
            tap_hint(desk, taps)
            assert layout(desk) == before, f"moved by tap {taps} of hint {number}"
            shoot(desk, f"{player.family}-{size[0]}-{scheme}-{number}-{taps}")
        board, sheet = (
            desk.page.locator(each).bounding_box() or {} for each in (".board", ".side.right")
        )
        assert sheet["y"] >= board["y"] + board["height"], "the sheet covers the board"
        proceed(desk)
        assert layout(desk) == before, f"moved by carrying out hint {number}"
    assert desk.page.locator(".steps li").count()
