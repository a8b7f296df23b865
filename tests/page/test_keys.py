"""Keys that are pressed beside the board, after a click on a button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.desk import Desk
from page.hands import PLAYERS

pytestmark = pytest.mark.integration

KOJUN, SHISEN = PLAYERS[0], PLAYERS[2]

BUTTONS: dict[str, Callable[[Desk], Locator]] = {
    "Hint": lambda desk: desk.tool("Hint"),
    "Check": lambda desk: desk.tool("Check"),
    "Still solvable": lambda desk: desk.tab("Analysis").get_by_role(
        "button", name="Still solvable?"
    ),
    "a tab": lambda desk: desk.page.get_by_role("tab", name="Hints"),
}


@pytest.mark.parametrize("name", BUTTONS)
def test_a_digit_after_a_click_on_a_button_goes_to_the_cell(name: str, desk: Desk) -> None:
    desk.begin(KOJUN.board)
    control = BUTTONS[name](desk)
    desk.cell("r1c1").click()
    control.click()
    desk.press("1")
    desk.wait_for_moves(1)
    expect(desk.cell("r1c1")).to_be_focused()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", "Row 1, column 1: 1")


def test_a_digit_after_the_last_undo_goes_to_the_cell(desk: Desk) -> None:
    desk.begin(KOJUN.board)
    desk.cell("r1c1").click()
    desk.press("2")
    desk.wait_for_moves(1)
    desk.tool("Undo").click()
    desk.wait_for_moves(0)
    expect(desk.tool("Undo")).to_be_disabled()
    desk.press("1")
    desk.wait_for_moves(1)


def test_arrows_on_a_button_move_on_the_board_and_enter_presses_it(desk: Desk) -> None:
    desk.begin(SHISEN.board)
    desk.cell("r2c2").click()
    desk.tool("Hint").focus()
    desk.press("Enter")
    expect(desk.page.locator(".pips .on")).to_have_count(1)
    expect(desk.tool("Hint")).to_be_focused()
    desk.press("ArrowRight")
    expect(desk.cell("r2c3")).to_be_focused()


def test_arrows_move_along_the_tabs(desk: Desk) -> None:
    desk.begin(KOJUN.board)
    desk.tab("Rules")
    desk.press("ArrowRight")
    expect(desk.page.get_by_role("tab", name="Hints")).to_be_focused()


def test_a_solved_board_takes_no_keys(desk: Desk) -> None:
    desk.begin("kojun\nregions\na a\ngivens\n2 .")
    desk.cell("r1c2").click()
    desk.press("1")
    expect(desk.page.locator(".finish .next")).to_be_focused()
    desk.press("2")
    expect(desk.page.locator(".finish .next")).to_be_focused()
    desk.wait_for_moves(1)
