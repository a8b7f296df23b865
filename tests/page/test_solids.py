"""Packing in space: pieces are dragged in the plans, and the view turns by a drag."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.touch import Fingers, Pixel
from quebra import convert
from quebra.families.solids.model import Piece, Solids

pytestmark = pytest.mark.integration

PUZZLE = Solids(pieces=(Piece("I", ("##",)), Piece("V", ("##|#.",))), target=("###|###", "#..|..."))
BOARD = convert(PUZZLE, "text")
TRAY = ".tray .tile"


def _middle(desk: Desk, selector: str) -> Pixel:
    box = desk.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _cell(row: int, column: int) -> str:
    """A cell by its row and column in the grid of all plans."""
    return f'.layer [data-where="{row},{column}"]'


def _holds(desk: Desk, cell: str, content: str) -> None:
    expect(desk.page.locator(cell)).to_have_accessible_name(re.compile(content))


def test_a_piece_is_dragged_to_the_plans_moved_and_put_back(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(TRAY).nth(0).drag_to(desk.page.locator(_cell(0, 0)))
    desk.wait_for_moves(1)
    _holds(desk, _cell(0, 1), ": I")
    desk.page.locator(_cell(0, 1)).drag_to(desk.page.locator(_cell(1, 2)))
    desk.wait_for_moves(2)
    _holds(desk, _cell(1, 1), ": I")
    _holds(desk, _cell(1, 2), ": I")
    _holds(desk, _cell(0, 1), "empty")
    desk.page.locator(_cell(1, 1)).drag_to(desk.page.locator(".message"))
    desk.wait_for_moves(3)
    expect(desk.page.locator(TRAY)).to_have_count(2)


def test_cells_are_marked_while_a_piece_is_dragged(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.mouse.move(*_middle(desk, TRAY))
    desk.page.mouse.down()
    desk.page.mouse.move(*_middle(desk, _cell(1, 0)), steps=4)
    expect(desk.page.locator(".layer .chosen")).to_have_count(2)
    expect(desk.page.locator(".ghost")).to_have_count(1)
    desk.page.mouse.move(*_middle(desk, ".message"))
    desk.page.mouse.up()
    expect(desk.page.locator(".layer .chosen")).to_have_count(0)
    expect(desk.page.locator(".ghost")).to_have_count(0)
    desk.wait_for_moves(0)


def test_a_piece_is_dragged_by_touch(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(BOARD)
    fingers = Fingers(desk.page)
    x, y = _middle(desk, TRAY)
    fingers.down((x, y))
    for step in range(1, 5):
        fingers.slide((x, y - 10 * step))
    fingers.slide(_middle(desk, _cell(0, 0)))
    fingers.up()
    desk.wait_for_moves(1)
    fingers.drag(_middle(desk, _cell(0, 0)), _middle(desk, _cell(1, 1)))
    desk.wait_for_moves(2)
    _holds(desk, _cell(1, 2), ": I")


def test_the_view_turns_by_a_drag_and_is_reset_by_a_double_click(desk: Desk) -> None:
    desk.begin(BOARD)
    view = desk.page.locator(".solid-view svg")
    usual = view.get_attribute("data-angles") or ""
    x, y = _middle(desk, ".solid-view svg")
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 40, y + 10, steps=4)
    desk.page.mouse.up()
    expect(view).not_to_have_attribute("data-angles", usual)
    view.dblclick()
    expect(view).to_have_attribute("data-angles", usual)


def test_many_turns_in_the_tray_are_one(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(TRAY).nth(1).click()
    for letter in "xyz" * 16:
        desk.press(letter)
    desk.page.locator(_cell(0, 0)).click()
    desk.wait_for_moves(1)
