"""A solver on the main board: the show changes no move, and its best can be taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board


def test_a_search_is_shown_on_the_board_and_its_best_is_taken(desk: Desk) -> None:
    puzzle = desk.post("/api/generate", {"family": "edges", "size": "10x10", "seed": 3})
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
    expect(desk.page.locator(".show p")).to_contain_text("nodes a second")
    assert desk.picture != before and desk.moves == 0
    assert desk.page.locator(".board").bounding_box() == box
    desk.button("Stop").click()
    expect(desk.page.locator(".showing")).to_have_count(0)
    assert desk.picture == before and desk.moves == 0
    desk.button("Take it into my game").click()
    expect(desk.page.locator(".toast")).to_contain_text("Taken into your game.")
    assert desk.moves > 0
    desk.page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(desk.page.locator(".tray .tile")).to_have_count(100)


def test_a_solution_is_taken_into_a_game_of_numbers(desk: Desk) -> None:
    desk.begin(KOJUN)
    part = desk.tab("Analysis")
    part.get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".verdict")).to_have_text("Exactly one solution: proved.")
    assert desk.moves == 0
    desk.button("Take it into my game").click()
    expect(desk.page.locator(".game.solved")).to_be_visible()
