"""Hints on the page: three taps that move nothing, for mouse, keyboard and touch."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from page.desk import Desk
from page.hands import PLAYERS, Player, each_family, some_families
from parameters import slow_where

pytestmark = pytest.mark.integration

HINTS = 10
SHOTS = os.environ.get("QUEBRA_SHOTS")
"""A folder for screenshots, for those who want to look at them."""
PHONES = ((390, 844), (360, 640))


def shoot(desk: Desk, name: str) -> None:
    """Save a screenshot if there is a folder for it."""
    if SHOTS:
        desk.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def layout(desk: Desk) -> object:
    """The boxes of the board and of what is around it, and how far the page is scrolled."""
    return desk.page.evaluate(
        """() => [scrollX, scrollY,
          ...[".board", ".stage", ".message", ".controls", ".tools"].flatMap((each) => {
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


@some_families
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
        board = desk.page.locator(".board").bounding_box()
        sheet = desk.page.locator(".panel").bounding_box()
        assert board and sheet and sheet["y"] >= board["y"] + board["height"], "it is covered"
        proceed(desk)
        assert layout(desk) == before, f"moved by carrying out hint {number}"
    assert desk.page.locator(".steps li").count()


def read_hint(desk: Desk) -> str:
    """The sentence of the hint, after its second tap."""
    return desk.voice.locator("p").inner_text()


@each_family
def test_a_hint_comes_in_three_taps(player: Player, desk: Desk) -> None:
    game = desk.begin(player.board)
    before = desk.picture
    desk.tool("Hint").click()
    expect(desk.voice).to_have_class(re.compile("hint"))
    expect(desk.page.locator(".play .hinted")).not_to_have_count(0)
    what = "place" if desk.page.locator(".board .hinted").count() else "piece"
    expect(desk.voice).to_contain_text(f"Look at the outlined {what}.")
    desk.tool("Hint").click()
    expect(desk.page.locator(".pips .on")).to_have_count(2)
    assert desk.picture != before, "the step is drawn"
    sentence = read_hint(desk)
    desk.tool("Hint").click()
    expect(desk.page.locator(".reason h2")).to_have_text(sentence)
    desk.wait_for_moves(0)
    for _ in range(20):
        proceed = desk.voice.locator(".do-it").inner_text()
        desk.voice.locator(".do-it").click()
        if proceed == "Do it":
            break
        expect(desk.page.locator(".pips .on")).to_have_count(1)
        desk.tool("Hint").click()
        expect(desk.page.locator(".pips .on")).to_have_count(2)
    expect(desk.page.locator(".middle")).not_to_have_attribute("data-done", "0")
    expect(desk.page.locator(".steps li")).to_have_count(1)
    expect(desk.page.locator(".pips .on")).to_have_count(0)
    view = desk.page.request.get(f"{desk.address}/api/games/{game}").json()
    assert not view["broken"]


def test_the_taps_and_the_move_of_a_hint_count_once(desk: Desk) -> None:
    game = desk.begin(PLAYERS[0].board)
    for taps in (1, 2, 3):
        desk.press("h")
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    desk.press("h")
    expect(desk.page.locator(".middle")).not_to_have_attribute("data-done", "0")
    view = desk.page.request.get(f"{desk.address}/api/games/{game}").json()
    assert view["hints"] == 1 and view["done"]


def test_another_tap_during_the_search_does_not_begin_it_again(desk: Desk) -> None:
    desk.begin(PLAYERS[0].board)
    held: list[Route] = []
    desk.page.route("**/hint*", lambda route: held.append(route))
    for _ in range(3):
        desk.tool("Hint").click()
        expect(desk.voice).to_contain_text("Thinking")
    assert len(held) == 1
    held[0].continue_()
    expect(desk.voice).to_contain_text("Look at the outlined place.")
    expect(desk.page.locator(".pips .on")).to_have_count(1)


def test_enter_on_the_button_takes_the_next_tap_and_tells_it(desk: Desk) -> None:
    desk.begin(PLAYERS[0].board)
    desk.tool("Hint").focus()
    for taps in (1, 2, 3):
        desk.press("Enter")
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
        expect(desk.tool("Hint")).to_be_focused()
    expect(desk.voice).to_have_attribute("aria-live", "polite")
    expect(desk.page.get_by_role("status").filter(has_text=read_hint(desk))).not_to_have_count(0)


@pytest.mark.parametrize("in_panel", [False, True], ids=["strip", "panel"])
def test_after_a_hint_is_carried_out_the_focus_is_on_the_board(in_panel: bool, desk: Desk) -> None:
    desk.begin(PLAYERS[0].board)
    for taps in range(1, 4 if in_panel else 3):
        desk.press("h")
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    where = desk.page.locator(".panel" if in_panel else ".message")
    where.get_by_role("button", name="Do it").focus()
    desk.press("Enter")
    desk.wait_for_moves(1)
    expect(desk.page.locator(".layer [aria-selected=true]")).to_be_focused()


def test_a_hint_can_be_left_to_the_player(desk: Desk) -> None:
    desk.begin(PLAYERS[0].board)
    start = desk.picture
    for taps in (1, 2, 3):
        desk.press("h")
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    desk.button("Leave it to me").click()
    expect(desk.page.locator(".reason")).to_be_hidden()
    assert desk.picture == start
    desk.wait_for_moves(0)


@pytest.mark.parametrize("player", [PLAYERS[2], PLAYERS[4]], ids=lambda player: player.family)
def test_a_long_reason_is_read_from_its_beginning_on_a_phone(
    player: Player, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True)
    desk.page.set_viewport_size({"width": 390, "height": 500})
    desk.begin(player.board)
    for taps in (1, 2, 3):
        tap_hint(desk, taps)
    expect(desk.page.locator(".reason .main")).to_be_focused()
    above, below = desk.page.evaluate(
        """() => {
          const part = document.querySelector(".part:has(.reason)");
          return [part.scrollTop, part.scrollHeight - part.clientHeight];
        }"""
    )
    assert above == 0 and below > 0, "the reason is longer than its sheet"
    expect(desk.page.locator(".reason .chip")).to_be_in_viewport(ratio=1)
    expect(desk.page.locator(".reason .main")).to_be_in_viewport(ratio=1)
    desk.page.locator(".reason .main").tap()
    expect(desk.page.locator(".middle")).not_to_have_attribute("data-done", "0")


def test_closing_the_sheet_goes_back_to_the_second_tap(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(PLAYERS[0].board)
    for taps in (1, 2, 3):
        tap_hint(desk, taps)
    desk.page.locator(".panel").get_by_role("button", name="Close").tap()
    expect(desk.page.locator(".reason")).to_be_hidden()
    expect(desk.page.locator(".pips .on")).to_have_count(2)
    desk.tool("Do it").tap()
    expect(desk.page.locator(".middle")).not_to_have_attribute("data-done", "0")


def test_an_exercise_is_opened_from_its_lesson_and_judged(desk: Desk) -> None:
    desk.go("#/puzzles/kojun")
    desk.page.get_by_role("link", name="Learn").click()
    lesson = desk.page.get_by_role("region", name="Last cell")
    expect(lesson.locator(".example svg").first).to_be_visible()
    expect(lesson.get_by_role("button", name=re.compile("^Exercise"))).to_have_count(3)
    lesson.get_by_role("button", name="Exercise 1").click()
    expect(desk.voice).to_contain_text("Find this step: last cell.")
    game = desk.page.url.split("/game/")[1].split("/")[0]
    done = desk.moves
    hint = desk.post(f"/api/games/{game}/hint", {"level": 2})["hint"]
    (change,) = hint["changes"]
    row, column = change["where"]
    desk.cell(f"r{row + 1}c{column + 1}").click()
    desk.press(str(change["value"]))
    desk.wait_for_moves(done + 1)
    expect(desk.voice).to_contain_text("Right, that is the step.")
    desk.voice.get_by_role("button", name="To the lesson").click()
    expect(desk.page.get_by_role("heading", name="Learn Kojun")).to_be_visible()
