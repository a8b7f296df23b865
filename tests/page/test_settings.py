"""Settings, statistics and own puzzles: all are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS
from page.test_finish import finish

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board
GROUND = "getComputedStyle(document.body).backgroundColor"


def test_language_theme_and_contrast_change_at_once_and_are_kept(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(scheme="dark")
    desk.go("#/settings")
    expect(desk.button("System")).to_have_attribute("aria-pressed", "true")
    assert desk.page.evaluate(GROUND) == "rgb(22, 24, 29)"
    desk.button("Light").click()
    assert desk.page.evaluate(GROUND) == "rgb(251, 250, 247)"
    desk.page.get_by_role("switch", name="High contrast").check()
    assert desk.page.evaluate(GROUND) == "rgb(255, 255, 255)"
    desk.button("Português").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    desk.page.reload()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    assert desk.page.evaluate(GROUND) == "rgb(255, 255, 255)"


def test_mistakes_are_shown_when_a_check_is_asked_for(desk: Desk) -> None:
    desk.go("#/settings")
    desk.button("On Check").click()
    desk.begin(KOJUN)
    PLAYERS[0].blunder(desk)
    desk.wait_for_moves(1)
    expect(desk.voice).not_to_contain_text(PLAYERS[0].says)
    expect(desk.page.locator(".layer .broken")).to_have_count(0)
    desk.tool("Check").click()
    expect(desk.voice).to_contain_text(PLAYERS[0].says)
    expect(desk.page.locator(".layer .broken").first).to_be_visible()


def test_mistakes_are_never_shown_if_wanted(desk: Desk) -> None:
    desk.go("#/settings")
    desk.button("Never").click()
    desk.begin(KOJUN)
    expect(desk.tool("Hint")).to_be_visible()
    expect(desk.tool("Check")).to_have_count(0)
    PLAYERS[0].blunder(desk)
    desk.wait_for_moves(1)
    desk.press("c")
    expect(desk.voice).not_to_contain_text(PLAYERS[0].says)
    expect(desk.page.locator(".layer .broken")).to_have_count(0)


def test_regions_are_tinted_while_playing_if_wanted(desk: Desk) -> None:
    tints = desk.page.locator('.board .drawing [data-role^="tint"]')
    desk.begin(KOJUN)
    expect(tints).to_have_count(0)
    desk.go("#/settings")
    desk.page.get_by_role("switch", name="Tint regions").check()
    desk.begin(KOJUN)
    expect(tints).not_to_have_count(0)
    PLAYERS[0].blunder(desk)
    desk.wait_for_moves(1)
    expect(tints).not_to_have_count(0)


def test_the_size_of_texts_is_chosen_and_kept(desk: Desk) -> None:
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    desk.go("#/settings")
    usual = desk.page.evaluate(size)
    desk.button("Large").click()
    assert desk.page.evaluate(size) == 1.125 * usual
    desk.page.reload()
    expect(desk.button("Large")).to_have_attribute("aria-pressed", "true")
    assert desk.page.evaluate(size) == 1.125 * usual
    desk.button("Small").click()
    assert desk.page.evaluate(size) < usual


def test_pencil_marks_are_filled_in_by_themselves_if_wanted(desk: Desk) -> None:
    desk.begin(KOJUN)
    texts = desk.page.locator(".board .drawing text")
    before = texts.count()
    desk.go("#/settings")
    desk.button("Automatic").click()
    desk.begin(KOJUN)
    assert texts.count() > before
    filled = texts.count()
    desk.press("1")
    desk.wait_for_moves(1)
    assert before < texts.count() < filled


def test_clock_hand_and_motion_are_switched(desk: Desk) -> None:
    desk.go("#/settings")
    desk.page.get_by_role("switch", name="Show the clock").uncheck()
    desk.page.get_by_role("switch", name="Less motion").check()
    desk.button("Left-handed").click()
    desk.begin(KOJUN)
    expect(desk.page.locator(".clock")).to_be_hidden()
    expect(desk.page.locator("html.less-motion.left-handed")).to_have_count(1)


def test_the_keys_are_listed_on_any_page(desk: Desk) -> None:
    desk.go("#/settings")
    desk.button("Show the keys").click()
    expect(desk.page.get_by_role("dialog").get_by_role("table")).to_be_visible()


def test_what_is_solved_is_counted_by_family_and_grade(desk: Desk) -> None:
    finish(desk)
    desk.go("#/statistics")
    row = desk.page.get_by_role("row", name="Kojun")
    expect(row.locator("td").first.locator("b")).to_have_text(re.compile("^[1-9]"))
    expect(desk.page.locator(".three")).to_contain_text("day played")
    expect(desk.page.get_by_role("img", name="The last four weeks: 1 day")).to_be_visible()


def test_statistics_fit_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    finish(desk)
    desk.go("#/statistics")
    row = desk.page.locator(".solves [data-family=kojun]")
    expect(row.locator("td").first).to_be_visible()
    frame = desk.page.locator(".table-frame")
    assert frame.evaluate("each => each.scrollWidth <= each.clientWidth")
    for cell in row.locator("td").all():
        box = cell.bounding_box()
        assert box and box["x"] + box["width"] <= 390


def test_own_puzzles_are_saved_to_a_file_and_brought_in(desk: Desk, tmp_path: Path) -> None:
    game = desk.begin(KOJUN)
    PLAYERS[0].blunder(desk)
    desk.wait_for_moves(1)
    desk.go("#/workbench")
    with desk.page.expect_download() as waiting:
        desk.button("Save a copy").click()
    file = tmp_path / "puzzles.jsonl"
    waiting.value.save_as(file)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert {line["family"] for line in lines} >= {"kojun"}
    other = {**next(line for line in lines if line["family"] == "kojun")}
    file.write_text(json.dumps(other) + "\nnonsense\n", "utf-8")
    desk.page.locator("input[type=file]").set_input_files(file)
    expect(desk.page.locator(".toast")).to_contain_text("Line 2: ")
    unlike = {**other, "regions": [[0, 0], [1, 1]], "givens": [[0, 1], [1, 0]]}
    file.write_text(json.dumps(other) + "\n" + json.dumps(unlike) + "\n", "utf-8")
    desk.page.locator("input[type=file]").set_input_files(file)
    said = "1 new puzzle was brought in. 1 was here already."
    expect(desk.page.locator(".toast")).to_contain_text(said)
    begun = desk.page.locator(f'.own a[href="#/game/{game}"] .begun')
    expect(begun).to_be_visible()


def test_own_puzzles_are_filtered_by_family(desk: Desk) -> None:
    for player in (PLAYERS[0], PLAYERS[2]):
        desk.begin(player.board)
    desk.go("#/workbench")
    own = desk.page.locator(".own:not(.drafts)")
    expect(own.locator("> [data-family=kojun]").first).to_be_visible()
    desk.page.get_by_role("group", name="Family").get_by_role("button", name="Shisen-Sho").click()
    expect(own.locator("> :not([data-family=shisen])")).to_have_count(0)
    expect(own.locator("> [data-family=shisen]").first).to_be_visible()
