"""Shisen-Sho on a phone: boards turn, mates are marked, and a large board is played to its end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from quebra import convert, generate, load, solve
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Position
from quebra.play import new_game, turned

pytestmark = pytest.mark.integration

WIDE = "shisen\nABCDEFGHIJKLMNOPQR\nABCDEFGHIJKLMNOPQR"
FALLING = WIDE.replace("shisen", "shisen\ngravity on")
MATES = "shisen\nABA.\nBCB.\nABAC"
"""The A in the first corner can go with two others at once, and not with the one in the middle."""


def test_a_wide_board_turns_on_an_upright_screen(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(WIDE)
    first, right, below = (desk.cell(name).bounding_box() for name in ("r1c1", "r1c2", "r2c1"))
    assert first and right and below
    assert right["x"] > first["x"] and right["y"] == first["y"]
    assert below["y"] > first["y"] and below["x"] == first["x"]
    expect(desk.cell("r18c2")).to_have_attribute(
        "aria-label", "Row 18, column 2: R, light blue house"
    )
    desk.press("ArrowDown")
    expect(desk.cell("r2c1")).to_be_focused()
    desk.cell("r2c1").tap()
    desk.cell("r3c1").tap()
    expect(desk.voice).to_contain_text("column 1, rows 2 and 3")
    desk.cell("r2c1").tap()
    desk.cell("r2c2").tap()
    desk.wait_for_moves(1)
    for taps in (1, 2):
        desk.tool("Hint").tap()
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    expect(desk.voice).to_contain_text("columns 1 and 2")
    desk.page.set_viewport_size({"width": 844, "height": 390})
    expect(desk.page.locator('.drawing svg[viewBox="-8 -8 816 176"]')).to_have_count(1)
    flat = desk.cell("r2c1").bounding_box()
    above = desk.cell("r1c1").bounding_box()
    assert flat and above and flat["x"] == above["x"] and flat["y"] > above["y"]


def test_a_cell_without_its_tile_has_no_ring(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(MATES)
    for name in ("r1c1", "r1c3"):
        desk.cell(name).tap()
    desk.wait_for_moves(1)
    outline = "each => getComputedStyle(each).outlineStyle"
    assert desk.cell("r1c3").evaluate(outline) == "none"
    desk.press("ArrowLeft")
    assert desk.cell("r1c2").evaluate(outline) == "solid"
    desk.press("ArrowRight")
    assert desk.cell("r1c3").evaluate(outline) == "solid", "keys have chosen it"


def test_the_card_of_a_high_board_shows_all_its_buttons(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    rows = ["AABBCC", "DDEEFF"] * 5
    game = desk.begin("shisen\n" + "\n".join(rows))
    pairs = [f"r{row}c{column}-r{row}c{column + 1}" for row in range(1, 11) for column in (1, 3, 5)]
    for move in pairs[:-1]:
        desk.post(f"/api/games/{game}/move", {"move": move})
    desk.page.reload()
    desk.wait_for_moves(len(pairs) - 1)
    for name in ("r10c5", "r10c6"):
        desk.cell(name).tap()
    expect(desk.page.locator(".finish")).to_contain_text("The smallest sum of rounds")
    for name in ("Another like this", "Share the result", "Replay", "Play again"):
        box = desk.button(name).bounding_box()
        assert box and box["height"] >= 44 and box["y"] + box["height"] <= 844
    about = desk.page.locator(".finish-head p").inner_text()
    assert "10\u00a0×\u00a06" in about, "the size is not broken over two lines"


def test_boards_with_gravity_and_wide_screens_do_not_turn(open_desk: Callable[..., Desk]) -> None:
    for phone, board in ((True, FALLING), (False, WIDE)):
        desk = open_desk(phone=phone)
        desk.begin(board)
        first, below = (desk.cell(name).bounding_box() for name in ("r1c1", "r2c1"))
        assert first and below and below["x"] == first["x"]


def test_pairs_are_painted_by_two_taps_on_empty_cells(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/set/shisen")
    for pair in ("r2c1 r2c2", "r3c1 r3c2"):
        for cell in pair.split():
            desk.cell(cell).tap()
        expect(desk.cell(pair.split()[1])).to_have_attribute("aria-label", re.compile(": [AB], "))
    expect(desk.cell("r2c1")).to_have_attribute("aria-label", re.compile(": A, "))
    expect(desk.cell("r3c1")).to_have_attribute("aria-label", re.compile(": B, "))


def test_mates_that_can_go_now_are_marked_strongly(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(MATES)
    desk.cell("r1c1").tap()
    marked = desk.page.locator(".layer .match")
    kin = desk.page.locator(".layer .kin")
    puzzle = load(MATES)
    game = new_game(puzzle)
    mates = ("r1c3", "r3c1", "r3c3")
    expect(kin).to_have_count(len(mates))
    free = []
    for mate in mates:
        try:
            game.move(f"r1c1-{mate}")
            free.append(mate)
        except ValueError:
            pass
    assert 0 < len(free) < len(mates)
    expect(marked).to_have_count(len(free))
    expect(desk.voice).to_contain_text(f"{len(free)} of {len(mates)}")


@pytest.mark.parametrize("size", ["4x10", pytest.param("12x24", marks=pytest.mark.slow)])
def test_a_turned_board_is_played_to_its_end_by_touch(
    open_desk: Callable[..., Desk], size: str
) -> None:
    puzzle = generate("shisen", size, seed=1)
    assert isinstance(puzzle, Shisen)
    game = new_game(puzzle)
    for move in game.play.moves_to(puzzle, game.attempt, solve(puzzle, count=1).solutions[0]):
        game = game.move(move)
    moves = turned(game).moves
    desk = open_desk(phone=True, scheme="dark")
    counters = desk.page.locator(".counters")
    desk.begin(convert(puzzle, "text"))
    expect(counters).to_contain_text(f"{2 * len(moves)} tiles left")
    free = len([*Position(puzzle, Budget()).moves()])
    expect(counters).to_contain_text(f"{free} pairs can go")
    for count, move in enumerate(moves, start=1):
        for cell in move.split("-"):
            desk.cell(cell).tap()
        desk.wait_for_moves(count)
    expect(desk.page.locator(".game")).to_have_class("game solved")
