"""The setter's desk, on a desktop and on a phone, by mouse, keyboard and touch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.desk import Desk
from page.hands import PLAYERS
from page.touch import Fingers
from quebra.families.tangram.figures import all_figures
from quebra.families.tangram.play import blank
from quebra.play import new_game

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board
SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: "layout-shift" });
}"""
"""Add up the layout shifts from now on, whether a key caused them or not."""


def verdict(desk: Desk) -> Locator:
    return desk.page.locator(".verdict")


def as_text(desk: Desk) -> Locator:
    """The field with the text of the puzzle, which is folded at first."""
    area = desk.page.get_by_label("The puzzle as text")
    if not area.is_visible():
        desk.page.get_by_text("As text", exact=True).click()
    return area


def apply(desk: Desk, text: str) -> None:
    as_text(desk).fill(text)
    desk.button("Apply the text").click()


def centre(cell: Locator) -> tuple[float, float]:
    box = cell.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_over(desk: Desk, *names: str) -> None:
    places = [centre(desk.cell(name)) for name in names]
    desk.page.mouse.move(*places[0])
    desk.page.mouse.down()
    for place in places:
        desk.page.mouse.move(*place, steps=3)
    desk.page.mouse.up()


def test_the_desk_opens_on_a_blank_board_and_remembers_family_and_size(desk: Desk) -> None:
    desk.go("#/set")
    expect(desk.cell("r6c6")).to_be_visible()
    desk.button("Rows: one less").click()
    desk.button("Columns: one more").click()
    expect(desk.cell("r5c7")).to_be_visible()
    expect(desk.cell("r6c6")).to_have_count(0)  # both clicks count, however fast
    desk.page.get_by_role("link", name="Symmetry").click()
    expect(desk.page.locator(".desk[data-family=symmetry]")).to_be_visible()
    desk.go("#/set")
    desk.page.reload()
    expect(desk.page.locator(".desk[data-family=symmetry]")).to_be_visible()
    desk.page.get_by_role("link", name="Kojun").click()
    expect(desk.cell("r5c7")).to_be_visible()
    desk.button("Blank").click()
    expect(desk.cell("r5c7")).to_be_visible()


def test_regions_are_drawn_by_a_drag_or_by_keys(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\na a a\ngivens\n. . .\n. . .")
    expect(desk.cell("r3c1")).to_have_count(0)
    expect(desk.button("Draw regions")).to_have_attribute("aria-pressed", "true")
    drag_over(desk, "r1c1", "r1c2", "r2c2")
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc a b"))
    desk.cell("r2c1").focus()
    desk.press("Enter")
    desk.press("ArrowRight")
    desk.press("Enter")
    desk.button("Make a region").click()
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc c b"))
    desk.button("Undo").click()
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc a b"))
    desk.button("Redo").click()
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc c b"))


def test_a_region_is_drawn_by_a_finger(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True, scheme="dark")
    desk.go("#/set/kojun")
    expect(desk.button("Draw regions")).to_have_attribute("aria-pressed", "true")
    Fingers(desk.page).drag(centre(desk.cell("r1c1")), centre(desk.cell("r1c4")))
    expect(as_text(desk)).to_have_value(re.compile("\na a a a b b\nb b"))


def test_solutions_that_differ_are_shown_and_a_clue_settles_it(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\ngivens\n. 3 .")
    expect(verdict(desk)).to_have_text("Exactly 2 solutions: proved.")
    expect(desk.page.locator(".layer .differ")).to_have_count(2)
    expect(desk.cell("r1c1").locator(".pencilled")).to_have_text("12")
    desk.page.get_by_role("button", name="Row 1, column 1: 1, given").click()
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")
    expect(desk.page.locator(".layer .differ")).to_have_count(0)
    expect(desk.page.locator(".side.right")).to_contain_text("Every clue is needed.")


def test_an_unneeded_clue_is_framed_and_removed_by_a_click(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.more("Edit this puzzle")
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")
    desk.cell("r1c1").click()
    desk.press("3")
    expect(desk.page.locator(".layer .unneeded").first).to_be_visible()
    clue = desk.page.get_by_role("button", name="Row 1, column 1: 3, given")
    clue.click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
    desk.press("Control+z")
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("3, given"))
    desk.page.reload()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("3, given"))
    desk.button("Play it").click()
    desk.wait_for_moves(0)


def test_a_conflict_is_said_with_the_clues_that_cause_it(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\ngivens\n3 3 .")
    expect(verdict(desk)).to_have_text("No solution: proved.")
    expect(desk.page.locator(".verdict-card")).to_contain_text("One region holds 3")
    expect(desk.page.locator(".layer .broken")).to_have_count(2)
    desk.page.get_by_role("button", name="Row 1, column 2: 3, given").click()
    expect(verdict(desk)).to_have_text("Exactly 2 solutions: proved.")


def test_what_is_not_known_in_time_is_said_and_looked_at_longer(desk: Desk) -> None:
    unknown: dict[str, object] = {
        "status": "unknown",
        "text": "Not known.",
        "reason": "time",
        "solutions": 0,
        "exact": False,
        "clues": 0,
        "complete": True,
        "grade": None,
        **{name: [] for name in ("differences", "settling", "unneeded", "conflicting", "broken")},
    }
    body = f"event: done\ndata: {json.dumps(unknown)}\n\n"
    desk.page.route(
        "**/api/judge*", lambda route: route.fulfill(body=body, content_type="text/event-stream")
    )
    desk.go("#/set/kojun")
    expect(verdict(desk)).to_have_text("Not known after 10 s; it may still be unique.")
    desk.page.unroute("**/api/judge*")
    desk.button("Look longer").click()
    expect(verdict(desk)).to_contain_text("More than one solution")


def test_a_draft_is_saved_listed_opened_and_deleted(desk: Desk) -> None:
    desk.go("#/set/symmetry")
    desk.cell("r1c1").click()
    desk.press("2")
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("triangle, clue"))
    desk.press("Control+s")
    desk.button("Blank").click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
    desk.go("#/workbench")
    desk.page.get_by_role("button", name=re.compile("Symmetry.*Draft")).click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("triangle, clue"))
    desk.go("#/workbench")
    desk.button("Delete this draft").click()
    expect(desk.button("Delete this draft")).to_have_count(0)


def test_the_puzzle_is_shared_and_printed_from_the_desk(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    desk.button("Share").click()
    expect(desk.page.get_by_role("dialog")).to_be_visible()
    desk.press("Escape")
    desk.button("Print").click()
    expect(desk.page.locator(".sheet-page").first).to_be_visible()


def test_symmetry_and_shisen_are_set_by_touch_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True, scheme="dark")
    desk.go("#/set/symmetry")
    desk.cell("r2c2").tap()
    desk.button("circle").tap()
    expect(desk.cell("r2c2")).to_have_attribute("aria-label", re.compile("circle, clue"))
    desk.button("Shapes: one more").tap()
    expect(desk.button("diamond")).to_be_visible()
    desk.go("#/set/shisen")
    expect(desk.page.locator(".desk[data-family=shisen]")).to_be_visible()
    desk.cell("r2c1").tap()
    desk.cell("r2c2").tap()
    desk.page.get_by_label("Tile", exact=True).fill("B")
    desk.button("Put into both").tap()
    expect(desk.cell("r2c2")).to_have_attribute("aria-label", re.compile(": B"))
    expect(verdict(desk)).to_have_text("It can be solved: proved by a solution.")


def test_a_figure_is_made_by_arranging_all_pieces(desk: Desk) -> None:
    figure = next(each for each in all_figures() if each.set_name == "classic")
    game = new_game(blank(0, 0))
    moves = game.play.moves_to(game.puzzle, game.attempt, figure.answer())
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    expect(desk.button("Play it")).to_be_disabled()
    view = desk.post("/api/blank", {"family": "tangram"})
    work = {"puzzle": view["puzzle"], "moves": moves[:-1]}
    desk.page.evaluate(
        "work => localStorage.setItem('quebra.desk.tangram', JSON.stringify(work))", work
    )
    desk.page.reload()
    expect(verdict(desk)).to_have_text("1 piece is not placed yet.")
    work["moves"] = [*moves]
    desk.page.evaluate(
        "work => localStorage.setItem('quebra.desk.tangram', JSON.stringify(work))", work
    )
    desk.page.reload()
    expect(desk.button("Play it")).to_be_enabled()
    expect(desk.page.locator(".verdict-card:is(.one, .many)")).to_be_visible()
    desk.button("Play it").click()
    desk.wait_for_moves(0)


def test_a_piece_is_dragged_on_the_desk(desk: Desk) -> None:
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    piece = desk.page.locator(".piece-tile").first
    x, y = centre(piece)
    board = desk.page.locator(".workspace .figure").bounding_box()
    assert board
    desk.page.mouse.move(x - 5, y - 5)
    desk.page.mouse.down()
    target = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    desk.page.mouse.move(*target, steps=5)
    desk.page.mouse.up()
    expect(verdict(desk)).to_have_text("6 pieces are not placed yet.")
    desk.button("Undo").click()
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")


def test_a_setter_colours_an_edge_and_lays_a_hint(desk: Desk) -> None:
    desk.begin(PLAYERS[3].board)
    desk.more("Edit this puzzle")
    desk.page.locator("button.tile").nth(1).click()
    desk.page.get_by_role("main").get_by_role("combobox").select_option("right edge")
    desk.page.get_by_role("spinbutton").fill("77")
    desk.button("Set the colour").click()
    expect(as_text(desk)).to_have_value(re.compile(r"\n\d+ 77 "))
    desk.cell("r2c2").click()
    desk.button("Hint here").click()
    expect(as_text(desk)).to_have_value(re.compile("hint r2c2 2"))


def test_a_wrong_text_is_answered_with_a_sentence(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na")
    expect(desk.page.get_by_role("alert")).to_have_text(re.compile(r"\w.*\."))


def test_nothing_moves_while_clues_are_written(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    expect(desk.page.locator(".verdict-card.one")).to_be_visible()
    desk.cell("r1c1").click()
    desk.page.evaluate(SHIFT)
    before = desk.cell("r1c1").bounding_box()
    desk.press("3")
    expect(desk.page.locator(".layer .unneeded").first).to_be_visible()
    assert desk.cell("r1c1").bounding_box() == before
    assert desk.page.evaluate("window.shift") < 0.05
