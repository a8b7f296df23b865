"""Shisen-Sho on a phone: boards turn, mates are marked, and a large board is played to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from quebra import convert, generate, load, solve
from quebra.play import new_game

pytestmark = pytest.mark.integration

WIDE = "shisen\nABCDEFGHIJKLMNOPQR\nABCDEFGHIJKLMNOPQR"
FALLING = WIDE.replace("shisen", "shisen\ngravity on")
MATES = "shisen\nABA.\nBCB.\nABAC"
"""The A in the first corner can go with two others at once, and not with the one in the middle."""


def test_a_wide_board_turns_on_an_upright_screen(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(WIDE)
    first, right, below = (desk.cell(name).bounding_box() for name in ("r1c1", "r2c1", "r1c2"))
    assert first and right and below
    assert right["x"] > first["x"] and right["y"] == first["y"]
    assert below["y"] > first["y"] and below["x"] == first["x"]
    desk.press("ArrowDown")
    expect(desk.cell("r1c2")).to_be_focused()
    desk.press("ArrowRight")
    expect(desk.cell("r2c2")).to_be_focused()
    desk.cell("r1c2").tap()
    desk.cell("r2c2").tap()
    desk.wait_for_moves(1)
    for taps in (1, 2):
        desk.tool("Hint").tap()
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    desk.page.set_viewport_size({"width": 844, "height": 390})
    expect(desk.page.locator('.drawing svg[viewBox="-8 -8 816 176"]')).to_have_count(1)
    flat = desk.cell("r2c1").bounding_box()
    above = desk.cell("r1c1").bounding_box()
    assert flat and above and flat["x"] == above["x"] and flat["y"] > above["y"]


def test_boards_with_gravity_and_wide_screens_do_not_turn(open_desk: Callable[..., Desk]) -> None:
    for phone, board in ((True, FALLING), (False, WIDE)):
        desk = open_desk(phone=phone)
        desk.begin(board)
        first, below = (desk.cell(name).bounding_box() for name in ("r1c1", "r2c1"))
        assert first and below and below["x"] == first["x"]


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


def test_a_board_of_24_by_12_is_played_to_its_end_by_touch(open_desk: Callable[..., Desk]) -> None:
    puzzle = generate("shisen", "12x24", seed=1)
    game = new_game(puzzle)
    moves = game.play.moves_to(puzzle, game.attempt, solve(puzzle, count=1).solutions[0])
    assert len(moves) == 144
    desk = open_desk(phone=True, scheme="dark")
    desk.begin(convert(puzzle, "text"))
    for count, move in enumerate(moves, start=1):
        for cell in move.split("-"):
            desk.cell(cell).tap()
        desk.wait_for_moves(count)
    expect(desk.page.locator(".game")).to_have_class("game solved")
