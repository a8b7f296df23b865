"""Tangrams by mouse, wheel, keys and fingers: the ring, stops, flips, the tray and the bar."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import SQUARE
from page.piece_hands import Held
from page.touch import Fingers, Pixel
from quebra import convert, solve
from quebra.families.tangram.figures import figure_puzzle
from quebra.play import new_game

pytestmark = pytest.mark.integration

BOARD = convert(SQUARE, "text")
FIRST = "4=2,2,0"
FIRST_INSIDE = "4=-1,3,0"
SCROLLED = """async each => {
    while (each.scrollLeft <= 50) await new Promise(requestAnimationFrame);
    return each.scrollLeft;
}"""
"""Waits until a tray has been scrolled; the policy of the page forbids `wait_for_function`."""

WHEEL_AT_ONCE = """([x, y, times]) => {
    const wheel = { clientX: x, clientY: y, deltaY: 100, bubbles: true, cancelable: true };
    for (let i = 0; i < times; i++)
        document.elementFromPoint(x, y).dispatchEvent(new WheelEvent("wheel", wheel));
}"""
"""Turns the wheel without pauses: after a pause, the piece is placed."""

EXTENT = """path => {
    const [length, place] = [path.getTotalLength(), path.getScreenCTM()];
    const points = Array.from({ length: 2000 }, (_, i) =>
        path.getPointAtLength((i * length) / 2000).matrixTransform(place));
    const [x, y] = ["x", "y"].map((name) => points.map((point) => point[name]));
    return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}"""
"""The least and greatest coordinates of an outline on the screen."""


def moves_of_solution() -> tuple[str, ...]:
    """The moves that solve the board."""
    game = new_game(SQUARE)
    answer = solve(SQUARE, count=1).solutions[0]
    return game.play.moves_to(SQUARE, game.attempt, answer)


def begin(desk: Desk, *moves: str) -> None:
    """A game after moves, with all its pictures."""
    puzzle = desk.post("/api/load", {"source": BOARD})["puzzle"]
    game = desk.post("/api/games", {"puzzle": puzzle})["id"]
    for move in moves:
        desk.post(f"/api/games/{game}/move", {"move": move})
    desk.go(f"#/game/{game}")
    desk.wait_for_moves(len(moves))
    expect(desk.page.locator(".piece > g:empty")).to_have_count(0)


def angle(desk: Desk, number: int = 4) -> float:
    """The angle of a piece on the board, as its name says it."""
    held = Held(desk, SQUARE, f"{number}=0,0,0")
    name = desk.page.locator(f'.middle [data-where="{held.where}"]').get_attribute("aria-label")
    found = re.search(r"turned by ([0-9.]+) degrees", name or "")
    assert found, name
    return float(found[1])


def handle(desk: Desk) -> Pixel:
    """The middle of the handle, which is large enough for a finger."""
    box = desk.page.locator(".handle circle").bounding_box()
    assert box and min(box["width"], box["height"]) >= 44
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def turned_about(centre: Pixel, point: Pixel, degrees: float) -> Pixel:
    """A point turned about another."""
    turn = complex(point[0] - centre[0], point[1] - centre[1])
    turn *= complex(0, 1) ** (degrees / 90)
    return centre[0] + turn.real, centre[1] + turn.imag


def test_turns_add_up_however_late_the_server_answers(desk: Desk) -> None:
    begin(desk, FIRST)
    desk.page.mouse.click(*Held(desk, SQUARE, FIRST).grip)
    turn = desk.button("Turn right")
    answer = desk.answer_later("**/api/games/*/move*", turn.click)
    for _ in range(3):
        turn.click()
    answer()
    desk.wait_for_moves(5)
    assert angle(desk) == 180
    expect(desk.page.locator(".angle text")).to_have_text("180°")


def test_a_piece_is_carried_on_from_where_it_was_laid_while_the_server_answers(
    desk: Desk,
) -> None:
    begin(desk, FIRST)
    piece = Held(desk, SQUARE, FIRST)
    x, y = piece.grip
    desk.page.mouse.click(x, y)
    answer = desk.answer_later("**/api/games/*/move*", desk.button("Turn right").click)
    desk.page.locator('.layer [role="button"]').focus()
    start = piece.middle
    desk.press("ArrowUp", 2)
    shown = piece.middle
    assert shown[1] < start[1] - 20
    answer()
    desk.wait_for_moves(2)
    assert piece.middle == pytest.approx(shown, abs=1)
    desk.press("Enter")
    desk.wait_for_moves(3)
    assert piece.middle[1] < start[1] - 20
    assert angle(desk) == 45


@pytest.mark.parametrize(("keys", "expected"), [((), 30.0), (("Shift",), 34.0)])
def test_the_handle_stops_at_15_degrees_and_turns_freely_with_shift(
    keys: tuple[str, ...], expected: float, desk: Desk
) -> None:
    begin(desk, FIRST)
    piece = Held(desk, SQUARE, FIRST)
    desk.page.mouse.click(*piece.grip)
    centre, start = piece.middle, handle(desk)
    desk.page.mouse.move(*start)
    desk.page.mouse.down()
    for key in keys:
        desk.page.keyboard.down(key)
    desk.page.mouse.move(*turned_about(centre, start, 34), steps=5)
    expect(desk.page.locator(".angle text")).to_have_text(f"{expected:g}°")
    expect(desk.page.locator(".workspace .snap")).to_be_visible()
    desk.page.mouse.up()
    desk.wait_for_moves(2)


def test_the_wheel_turns_a_piece_to_the_next_stop(desk: Desk) -> None:
    begin(desk, FIRST)
    desk.page.evaluate(WHEEL_AT_ONCE, [*Held(desk, SQUARE, FIRST).grip, 3])
    desk.wait_for_moves(2)
    assert angle(desk) == 45


def test_a_piece_in_the_tray_turns_by_the_wheel_and_is_no_move(desk: Desk) -> None:
    begin(desk)
    letter = desk.page.locator('.piece[data-number="6"] circle + text').first
    desk.page.mouse.move(*Held(desk, SQUARE, "6=0,0,0").grip)
    desk.page.mouse.wheel(0, 100)
    expect(letter).to_have_attribute("transform", re.compile(r"rotate\(-15\)"))
    desk.wait_for_moves(0)


def test_a_hint_is_drawn_above_the_pieces_and_the_figure_once(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    begin(desk, *moves_of_solution()[:4])
    desk.tool("Hint").tap()
    expect(desk.page.locator(".piece-tile .hinted").first).to_be_in_viewport()
    desk.tool("Hint").tap()
    step = desk.page.locator(".workspace .hint-step")
    expect(step.locator("text")).to_have_text("?")
    assert desk.page.locator(".workspace svg").count() == 0
    ghost = step.locator("path").first.evaluate(EXTENT)
    desk.tool("Do it").tap()
    desk.wait_for_moves(5)
    expect(step).to_have_count(0)
    pieces = [each.evaluate(EXTENT) for each in desk.page.locator(".workspace .ring").all()]
    assert len(pieces) == 5
    assert any(piece == pytest.approx(ghost, abs=1) for piece in pieces)


def test_a_held_piece_replaces_the_message_about_its_place(desk: Desk) -> None:
    begin(desk, "1=-1,1.6,0", "2=-0.5,2.2,0")
    desk.button("Check").click()
    expect(desk.voice).to_have_text(re.compile(r"overlap, by [\d.]+% of piece"))
    x, y = Held(desk, SQUARE, "2=-0.5,2.2,0").grip
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 60, y + 60, steps=4)
    expect(desk.voice).to_contain_text("Let go and the piece snaps")
    desk.page.mouse.up()
    desk.wait_for_moves(3)
    expect(desk.voice).not_to_contain_text("Let go")


def test_check_says_that_the_figure_may_lie_elsewhere(desk: Desk) -> None:
    begin(desk, FIRST)
    desk.button("Check").click()
    expect(desk.voice).to_have_text(
        re.compile(r"Pieces lie outside the outline: \d+% of the figure\. It may also be formed")
    )
    expect(desk.voice).not_to_have_class(re.compile("good"))
    begin(desk, FIRST_INSIDE)
    desk.button("Check").click()
    expect(desk.voice).to_have_text("No rule is broken so far.")


def test_a_double_click_turns_a_piece_over(desk: Desk) -> None:
    begin(desk, "7=2,2,0")
    desk.page.mouse.dblclick(*Held(desk, SQUARE, "7=2,2,0").grip)
    desk.wait_for_moves(2)
    label = desk.page.locator(".layer [data-where]").first.get_attribute("aria-label") or ""
    assert "turned over" in label


def test_two_fingers_turn_a_piece(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    begin(desk, FIRST_INSIDE)
    piece = Held(desk, SQUARE, FIRST_INSIDE)
    one = piece.grip
    other = one[0] + 120, one[1]
    fingers = Fingers(desk.page)
    fingers.move([(one, one), (other, turned_about(one, other, 90))])
    fingers.up()
    desk.wait_for_moves(2)
    assert angle(desk) == pytest.approx(90)


def test_a_double_tap_turns_a_piece_over(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    begin(desk, "7=-1,2,0")
    fingers = Fingers(desk.page)
    for _ in range(2):
        fingers.tap(Held(desk, SQUARE, "7=-1,2,0").grip)
    desk.wait_for_moves(2)
    label = desk.page.locator(".layer [data-where]").first.get_attribute("aria-label") or ""
    assert "turned over" in label


def test_one_finger_moves_a_zoomed_board_and_two_zoom_it(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    begin(desk, FIRST_INSIDE)
    piece = Held(desk, SQUARE, FIRST_INSIDE)
    frame = desk.page.locator(".scroller").bounding_box()
    assert frame
    fingers = Fingers(desk.page)
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers.pinch(middle, 60, 120)
    expect(desk.page.locator(".frame")).to_have_class(re.compile("zoomed"))
    x, y = piece.middle
    fingers.drag(middle, (middle[0] + 40, middle[1] + 30))
    assert piece.middle == pytest.approx((x + 40, y + 30), abs=2)
    desk.wait_for_moves(1)
    grip = piece.grip
    fingers.drag(grip, (grip[0] + 80, grip[1]))
    desk.wait_for_moves(2)


def test_the_first_tap_after_a_drag_counts(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    begin(desk, FIRST_INSIDE)
    x, y = Held(desk, SQUARE, FIRST_INSIDE).grip
    fingers = Fingers(desk.page)
    fingers.drag((x, y), (x + 80, y - 80))
    desk.wait_for_moves(2)
    desk.button("Turn right").tap()
    desk.wait_for_moves(3)


def test_a_piece_that_was_placed_on_a_wider_screen_is_within_reach(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    begin(desk, "4=6,2,0")
    x, y = Held(desk, SQUARE, "4=6,2,0").grip
    frame = desk.page.locator(".frame").bounding_box()
    assert frame and frame["x"] < x < frame["x"] + frame["width"]
    Fingers(desk.page).drag((x, y), (frame["x"] + frame["width"] / 2, y))
    desk.wait_for_moves(2)


def test_arrows_keep_a_piece_in_sight(desk: Desk) -> None:
    begin(desk, FIRST)
    piece = Held(desk, SQUARE, FIRST)
    desk.page.locator('.layer [role="button"]').first.focus()
    frame = desk.page.locator(".workspace").bounding_box()
    assert frame
    right, bottom = frame["x"] + frame["width"], frame["y"] + frame["height"]
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        desk.press(key, 40)
        x, y = piece.middle
        assert frame["x"] - 1 <= x <= right + 1
        assert frame["y"] - 1 <= y <= bottom + 1


def test_a_focused_piece_does_not_scroll_the_game(desk: Desk) -> None:
    begin(desk, moves_of_solution()[0])
    expect(desk.page.locator(".layer [data-where]").first).to_be_focused()
    tools = desk.page.locator(".tools").bounding_box()
    assert tools and tools["y"] + tools["height"] > 780


def test_a_tangram_is_played_to_the_end_by_touch_on_a_phone(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True, scheme="dark")
    begin(desk)
    fingers = Fingers(desk.page)
    for count, move in enumerate(moves_of_solution(), start=1):
        piece = Held(desk, SQUARE, move)
        piece.ring.scroll_into_view_if_needed()
        fingers.tap(piece.grip)
        for _ in range(piece.flips):
            desk.button("Flip").tap()
        for _ in range(piece.turns):
            desk.button("Turn right").tap()
        (x, y), (from_x, from_y), (to_x, to_y) = piece.grip, piece.middle, piece.goal
        # Upwards first: a finger that moves along the tray scrolls it.
        fingers.down((x, y))
        for step in range(1, 5):
            fingers.slide((x, y - 10 * step))
        fingers.slide((x + to_x - from_x, y + to_y - from_y))
        fingers.up()
        desk.wait_for_moves(count)
    expect(desk.voice).to_contain_text("Solved")


def test_tiles_of_the_tray_are_large_on_a_phone_and_scroll(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    begin(desk)
    box = desk.page.locator(".piece-tile").first.bounding_box()
    assert box and (box["width"], box["height"]) == (112, 112)
    tray = desk.page.locator(".piece-tray")
    Fingers(desk.page).drag((300, box["y"] + 50), (60, box["y"] + 50))
    assert tray.evaluate(SCROLLED) > 50
    desk.wait_for_moves(0)


def test_one_bar_has_three_parts(desk: Desk) -> None:
    begin(desk, "1=-1,1.6,0", "2=-0.5,2.2,0")
    for part in ("Covered", "Overlapping", "Outside"):
        meter = desk.page.get_by_role("meter", name=part)
        assert int(meter.get_attribute("aria-valuenow") or 0) > 0
        assert desk.page.locator(f".coverage .track .{part.lower()}").bounding_box()


def test_letters_are_upright_and_can_be_hidden(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    begin(desk, "1=1,3,90")
    letter = desk.page.locator('.piece[data-number="1"] circle + text')
    expect(letter).to_have_attribute("transform", re.compile(r"rotate\(-90\)"))
    desk.page.evaluate("localStorage.setItem('quebra.pieceLetters', 'false')")
    desk.page.reload()
    expect(letter).to_be_hidden()


def test_a_named_figure_is_the_title_of_the_game(desk: Desk) -> None:
    desk.begin(convert(figure_puzzle("classic", "swan"), "text"))
    expect(desk.page.locator(".title-row .about")).to_contain_text("Swan")


def test_the_step_of_a_hint_stays_when_the_phone_is_turned(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    begin(desk)
    desk.tool("Hint").tap()
    expect(desk.voice).to_contain_text("Look at the outlined piece.")
    desk.tool("Hint").tap()
    step = desk.page.locator(".hint-step > *")
    expect(step).not_to_have_count(0)
    count = step.count()
    for size in ((844, 390), (390, 844)):
        desk.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(step).to_have_count(count)
