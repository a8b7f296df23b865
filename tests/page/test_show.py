"""A solver on the main board: the show changes no move, and its best can be taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board
BOX_OF_SHARE = """() => {
    const texts = [...document.querySelectorAll(".board .drawing text")];
    return texts.find((text) => text.textContent.includes("%"))?.getBoundingClientRect().toJSON();
}"""
"""The box of a share, found and measured in one step: each iteration draws the shares anew."""


def test_a_search_is_shown_on_the_board_and_its_best_is_taken(desk: Desk) -> None:
    puzzle = desk.post("/api/generate", {"family": "edges", "size": "16x16", "seed": 3})
    game = desk.post("/api/games", {"puzzle": puzzle})["id"]
    desk.go(f"#/game/{game}")
    desk.wait_for_moves(0)
    before = desk.picture
    box = desk.page.locator(".board").bounding_box()
    part = desk.tab("Analysis")
    part.locator("summary").first.click()
    part.get_by_label("Engine").select_option("backtrack")
    part.get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".showing")).to_be_visible()
    expect(desk.page.locator(".show polyline")).to_have_count(1)
    expect(desk.page.locator(".show .numbers")).to_contain_text("nodes a second")
    desk.wait_for_another_picture(before)
    assert desk.moves == 0
    assert desk.page.locator(".board").bounding_box() == box
    desk.button("Stop").click()
    expect(desk.page.locator(".showing")).to_have_count(0)
    assert desk.picture == before and desk.moves == 0
    desk.button("Take it into my game").click()
    expect(desk.page.locator(".toast")).to_contain_text("Taken into your game.")
    assert desk.moves > 0
    desk.page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(desk.page.locator(".tray .tile")).to_have_count(256)


def begin_search(desk: Desk, size: str, engine: str) -> None:
    puzzle = desk.post("/api/generate", {"family": "edges", "size": size, "seed": 3})
    game = desk.post("/api/games", {"puzzle": puzzle})["id"]
    desk.go(f"#/game/{game}")
    desk.wait_for_moves(0)
    part = desk.tab("Analysis")
    part.locator("summary").first.click()
    part.get_by_label("Engine").select_option(engine)
    part.get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".showing")).to_be_visible()


def test_a_search_is_paused_slowed_down_and_stopped(desk: Desk) -> None:
    begin_search(desk, "16x16", "backtrack")
    box = desk.page.locator(".board").bounding_box()
    controls = desk.page.get_by_role("group", name="Search")
    with desk.page.expect_response("**/pace*") as paused:
        controls.get_by_role("button", name="Pause").click()
    assert paused.value.request.post_data_json == {"rate": 0}
    expect(controls.get_by_role("status")).to_have_text("Paused, for 5 minutes at most")
    controls.get_by_label("Speed").fill("1")
    with desk.page.expect_response("**/pace*") as slow:
        controls.get_by_role("button", name="Continue").click()
    assert slow.value.request.post_data_json == {"rate": 10}
    expect(controls.get_by_role("status")).to_have_text("at most 10 a second")
    assert desk.page.locator(".board").bounding_box() == box
    controls.get_by_role("button", name="Pause").click()
    controls.get_by_role("button", name="Stop the search").click()
    expect(desk.page.locator(".verdict")).to_contain_text("Stopped.")
    expect(controls).to_have_count(0)


def test_an_engine_in_iterations_shows_shares_of_pieces(desk: Desk) -> None:
    begin_search(desk, "8x8", "lp")
    expect(desk.page.locator(".show")).to_contain_text("Colours are mixed by the shares")
    cells = desk.page.locator(".layer [role=gridcell]").first.bounding_box()
    expect(desk.page.locator(".board .drawing text").filter(has_text="%").first).to_be_visible()
    at = desk.page.wait_for_function(BOX_OF_SHARE).json_value()
    assert cells
    size = cells["width"]
    for axis, length in (("x", "width"), ("y", "height")):
        # The middle of a share is the middle of a cell.
        places = (at[axis] + at[length] / 2 - cells[axis]) / size - 0.5  # type: ignore[literal-required]
        assert abs(places - round(places)) < 0.1


def test_a_solution_is_taken_into_a_game_of_numbers(desk: Desk) -> None:
    desk.begin(KOJUN)
    part = desk.tab("Analysis")
    part.get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".verdict")).to_have_text("Exactly one solution: proved.")
    assert desk.moves == 0
    desk.button("Take it into my game").click()
    expect(desk.page.locator(".game.solved")).to_be_visible()
