"""Zooming and moving a board by mouse, keyboard and touch; its frame stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, expect

from page.desk import Desk
from page.hands import PLAYERS, Player, some_families
from page.touch import Fingers, Pixel
from quebra import convert, generate

pytestmark = pytest.mark.integration

SMALL = PLAYERS[0].board
SHISEN = "shisen\n" + "\n".join(["ABCDEFGHIJKLMNOPQRSTUVWX"] * 16)
LARGE = convert(generate("kojun", "24x24", seed=1), "text")
"""Boards whose cells are too small on a phone."""


def box(desk: Desk, selector: str) -> FloatRect:
    """The box of an element on the screen."""
    found = desk.page.locator(selector).first.bounding_box()
    assert found
    return found


def middle(rect: FloatRect) -> Pixel:
    """The centre of a box."""
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def inside(inner: FloatRect, outer: FloatRect) -> bool:
    """Whether the centre of one box is in another one."""
    x, y = middle(inner)
    across = outer["x"] <= x <= outer["x"] + outer["width"]
    return across and outer["y"] <= y <= outer["y"] + outer["height"]


def cell(desk: Desk, name: str) -> FloatRect:
    """The box of a cell."""
    found = desk.cell(name).bounding_box()
    assert found
    return found


def test_the_wheel_with_ctrl_zooms_at_the_pointer(desk: Desk) -> None:
    desk.begin(SMALL)
    frame, before = box(desk, ".frame"), cell(desk, "r2c3")
    desk.page.mouse.move(*middle(before))
    desk.page.keyboard.down("Control")
    for _ in range(2):
        desk.page.mouse.wheel(0, -100)
    desk.page.keyboard.up("Control")
    expect(desk.page.locator(".frame")).to_have_class("frame zoomed")
    after = cell(desk, "r2c3")
    assert after["width"] > 1.4 * before["width"]
    assert middle(after) == pytest.approx(middle(before), abs=3)
    assert box(desk, ".frame") == frame


def test_keys_zoom_and_the_board_follows_the_cell(desk: Desk) -> None:
    desk.begin(SMALL)
    frame, before = box(desk, ".frame"), cell(desk, "r1c1")
    desk.press("+", 2)
    assert cell(desk, "r1c1")["width"] == pytest.approx(2 * before["width"], rel=0.15)
    desk.press("ArrowDown", 3)
    desk.press("ArrowRight", 3)
    assert inside(cell(desk, "r4c4"), frame)
    assert not inside(cell(desk, "r1c1"), frame)
    desk.press("2")
    desk.wait_for_moves(1)
    assert cell(desk, "r4c4")["width"] > 1.5 * before["width"]
    desk.press("-")
    desk.press("*")
    assert cell(desk, "r1c1") == before
    assert box(desk, ".frame") == frame
    desk.press("?")
    expect(desk.page.locator("table.keys")).to_contain_text("Show the whole board")


def test_buttons_and_the_menu_zoom(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(SMALL)
    before = cell(desk, "r1c1")["width"]
    expect(desk.page.locator(".zoom-tools")).to_be_hidden()
    desk.more("Zoom in")
    expect(desk.page.locator(".minimap")).to_be_visible()
    first = cell(desk, "r1c1")["width"]
    desk.page.locator(".zoom-tools").get_by_role("button", name="Zoom in").tap()
    assert cell(desk, "r1c1")["width"] > first > before
    desk.page.locator(".zoom-tools").get_by_role("button", name="Show the whole board").tap()
    assert cell(desk, "r1c1")["width"] == before
    expect(desk.page.locator(".zoom-tools")).to_be_hidden()


@some_families
def test_two_fingers_zoom_every_family(player: Player, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(player.board)
    frame, board = box(desk, ".frame"), box(desk, ".board")
    Fingers(desk.page).pinch(middle(board), 60, 150)
    assert box(desk, ".board")["width"] > 1.5 * board["width"]
    assert box(desk, ".frame") == frame
    assert desk.moves == 0
    Fingers(desk.page).pinch(middle(frame), 200, 20)
    assert box(desk, ".board") == board


def test_one_finger_moves_the_board_and_a_tap_enters(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(LARGE)
    frame, start = box(desk, ".frame"), cell(desk, "r1c1")
    assert start["width"] >= 31
    (x, y), fingers = middle(frame), Fingers(desk.page)
    fingers.drag((x, y), (x - 120, y - 90))
    moved = cell(desk, "r1c1")
    assert (moved["x"] - start["x"], moved["y"] - start["y"]) == pytest.approx((-120, -90), abs=20)
    assert desk.page.locator('.layer [aria-selected="true"]').get_attribute("data-where") == "0,0"
    free = desk.page.locator('.layer [aria-label*="empty"]').locator("visible=true")
    shown = [each for each in free.all() if inside(each.bounding_box() or frame, frame)]
    target = shown[len(shown) // 3].bounding_box()
    assert target
    fingers.tap(middle(target))
    desk.page.locator(".value").first.tap()
    desk.wait_for_moves(1)
    assert cell(desk, "r1c1") == moved


def test_the_minimap_moves_the_board(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(SHISEN)
    frame, minimap = box(desk, ".frame"), box(desk, ".minimap")
    assert max(minimap["width"], minimap["height"]) == pytest.approx(92, abs=2)
    assert not inside(cell(desk, "r24c16"), frame)
    end = minimap["x"] + minimap["width"] - 2, minimap["y"] + minimap["height"] - 2
    Fingers(desk.page).drag(middle(minimap), end)
    assert inside(cell(desk, "r24c16"), frame)
    expect(desk.page.locator(".zoom-tools")).to_have_class("zoom-tools left")
    x, y = middle(cell(desk, "r24c16"))
    where = f"document.elementFromPoint({x}, {y}).closest('[data-where]')?.dataset.where"
    assert desk.page.evaluate(where) == "23,15"


def test_a_board_that_is_shown_whole_can_be_zoomed_by_its_button(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.begin(SHISEN)
    tools = desk.page.locator(".zoom-tools")
    tools.get_by_role("button", name="Show the whole board").tap()
    expect(desk.page.locator(".minimap")).to_be_hidden()
    assert cell(desk, "r1c1")["width"] < 24
    tools.get_by_role("button").locator("visible=true").tap()
    expect(desk.page.locator(".minimap")).to_be_visible()
    assert cell(desk, "r1c1")["width"] >= 31


def test_a_hint_zooms_in_until_its_place_can_be_read(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(SHISEN)
    button = desk.page.locator(".zoom-tools").get_by_role("button", name="Show the whole board")
    button.tap()
    for taps in (1, 2):
        desk.tool("Hint").tap()
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
        assert cell(desk, "r1c1")["width"] >= 31
        if taps == 1:
            place = box(desk, ".layer .hinted")
            assert inside(place, box(desk, ".frame"))
            x, y = middle(place)
            at = f"document.elementFromPoint({x}, {y}).closest('.hinted')"
            assert desk.page.evaluate(f"Boolean({at})"), "the tools lie over it"
            button.tap()


def test_a_finger_that_rests_on_small_cells_sees_them_in_a_lens(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.begin(SHISEN)
    desk.page.locator(".zoom-tools").get_by_role("button", name="Show the whole board").tap()
    first, second = (middle(cell(desk, name)) for name in ("r5c5", "r5c7"))
    fingers, lens = Fingers(desk.page), desk.page.locator(".lens")
    fingers.down(first)
    expect(lens).to_be_visible()
    assert box(desk, ".lens-aim")["width"] >= 40
    fingers.slide(second)
    expect(desk.page.locator(".layer .chosen")).to_have_count(0)
    fingers.up()
    expect(lens).to_have_count(0)
    expect(desk.page.locator(".layer .chosen")).to_have_attribute("data-where", "4,6")


def test_the_middle_button_moves_the_board(desk: Desk) -> None:
    desk.begin(SMALL)
    desk.press("+", 2)
    before, (x, y) = cell(desk, "r1c1"), middle(box(desk, ".frame"))
    desk.page.mouse.move(x, y)
    desk.page.mouse.down(button="middle")
    desk.page.mouse.move(x - 100, y - 60, steps=4)
    desk.page.mouse.up(button="middle")
    after = cell(desk, "r1c1")
    assert (after["x"], after["y"]) == pytest.approx((before["x"] - 100, before["y"] - 60), abs=2)


def test_a_second_finger_ends_the_drag_of_a_piece(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    edges = next(player for player in PLAYERS if player.family == "edges")
    desk.begin(edges.board)
    edges.hands.touch(desk, edges.wrong[0])
    desk.wait_for_moves(1)
    x, y = middle(cell(desk, "r1c1"))
    fingers = Fingers(desk.page)
    fingers.move([((x, y), (x + 30, y + 90))])
    expect(desk.page.locator(".ghost")).to_have_count(1)
    held = x + 30, y + 90
    fingers.down(held, (held[0] + 50, held[1]))
    fingers.slide(held, (held[0] + 120, held[1]))
    fingers.up()
    expect(desk.page.locator(".frame")).to_have_class("frame zoomed")
    expect(desk.page.locator(".ghost")).to_have_count(0)
    assert desk.moves == 1
