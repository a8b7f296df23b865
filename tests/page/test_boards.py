"""Boards of families without a page.js, and the example of the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from page.desk import Desk
from page.hands import PLAYERS

pytestmark = pytest.mark.integration

EXAMPLE = Path(__file__).parents[2] / "docs" / "page-example.js"
BOARDS = {player.family: player.board for player in PLAYERS}


def without_page(route: Route) -> None:
    """The families, as if none had a page.js."""
    families = route.fetch().json()
    route.fulfill(json=[{**family, "page": None} for family in families])


def test_a_family_with_values_and_no_page_has_a_number_pad(desk: Desk) -> None:
    desk.page.route("**/api/families?lang=*", without_page)
    desk.begin(BOARDS["kojun"])
    desk.cell("r1c1").click()
    desk.page.locator(".value").nth(2).click()
    desk.wait_for_moves(1)
    expect(desk.cell("r1c1")).to_have_accessible_name("Row 1, column 1: 3")
    desk.cell("r1c3").click()
    desk.press("Shift+2")
    desk.wait_for_moves(2)
    expect(desk.cell("r1c3")).to_have_accessible_name("Row 1, column 3: empty; pencil marks 2")
    desk.more("Edit this puzzle")
    expect(desk.page.locator(".desk[data-family=kojun]")).to_be_visible()
    desk.cell("r4c4").click()
    desk.press("1")
    expect(desk.cell("r4c4")).to_have_accessible_name("Row 4, column 4: 1, given")


def test_keys_work_after_a_click_on_the_number_pad(desk: Desk) -> None:
    desk.begin(BOARDS["kojun"])
    desk.cell("r1c1").click()
    desk.page.locator(".value").nth(2).click()
    desk.wait_for_moves(1)
    desk.press("1")
    desk.wait_for_moves(2)
    expect(desk.cell("r1c1")).to_have_accessible_name("Row 1, column 1: 1")
    desk.press("ArrowDown")
    desk.button("Pencil").click()
    desk.press("2")
    desk.wait_for_moves(3)
    expect(desk.cell("r2c1")).to_have_accessible_name("Row 2, column 1: empty; pencil marks 2")


def test_a_button_of_the_number_pad_keeps_the_focus_if_it_is_pressed_by_a_key(desk: Desk) -> None:
    desk.begin(BOARDS["kojun"])
    value = desk.page.locator(".value").nth(2)
    value.focus()
    desk.press("Enter")
    desk.wait_for_moves(1)
    expect(value).to_be_focused()


def test_a_family_without_values_and_page_has_a_field_for_moves(desk: Desk) -> None:
    desk.page.route("**/api/families?lang=*", without_page)
    desk.begin(BOARDS["shisen"])
    field = desk.page.get_by_label("Type a move")
    field.fill("r1c1-r1c2")
    desk.press("Enter")
    expect(desk.voice).to_contain_text("not of one kind")
    field.fill("r1c2-r1c3")
    desk.press("Enter")
    desk.wait_for_moves(1)
    expect(field).to_have_value("")


def test_the_example_of_the_documentation_is_a_board(desk: Desk) -> None:
    script = EXAMPLE.read_text("utf-8")
    desk.page.route(
        "**/families/kojun/page.js",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    desk.begin(BOARDS["kojun"])
    expect(desk.voice).to_contain_text("Click a cell until it has the right value.")
    for count in (1, 2):
        desk.cell("r1c1").click()
        desk.wait_for_moves(count)
    expect(desk.cell("r1c1")).to_have_accessible_name("Row 1, column 1: 2")
    desk.press("Enter")
    desk.wait_for_moves(3)
    expect(desk.cell("r1c1")).to_have_accessible_name("Row 1, column 1: 3")


def test_the_first_message_of_symmetry_says_what_the_arrows_mean(desk: Desk) -> None:
    desk.begin(BOARDS["symmetry"])
    expect(desk.voice).to_contain_text("An arrow marks a line that reads the same both ways.")
    expect(desk.page.locator(".board .drawing")).to_contain_text("↕")
