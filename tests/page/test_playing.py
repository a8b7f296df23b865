"""Every family is played in a browser: by mouse, by keyboard and by touch, to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS, SHARED, Player, some_families
from parameters import slow_where
from quebra import load, solve
from quebra.play import new_game

pytestmark = pytest.mark.integration

WAYS = ("mouse", "keyboard", "touch")
QUICK_WAYS = (
    *(("mouse", player.family) for player in PLAYERS),
    *(("keyboard", family) for family in SHARED),
)


def solution_of(player: Player) -> Sequence[str]:
    """Moves that solve the player's board."""
    game = new_game(load(player.board))
    answer = solve(game.puzzle, count=1).solutions[0]
    moves = game.play.moves_to(game.puzzle, game.attempt, answer)
    assert len(moves) > 2
    return moves


@pytest.mark.parametrize(
    "played",
    slow_where(
        lambda played: (played[0], played[1].family) not in QUICK_WAYS, product(WAYS, PLAYERS)
    ),
    ids=lambda played: f"{played[0]}-{played[1].family}",
)
def test_a_puzzle_is_played_to_the_end(
    played: tuple[str, Player], open_desk: Callable[..., Desk]
) -> None:
    way, player = played
    desk = open_desk(phone=way == "touch")
    desk.begin(player.board)
    make = getattr(player.hands, way)
    for count, move in enumerate(solution_of(player), start=1):
        expect(desk.voice).not_to_contain_text("Solved")
        make(desk, move)
        desk.wait_for_moves(count)
    expect(desk.voice).to_contain_text("Solved: every rule holds.")
    expect(desk.page.get_by_role("meter", name="Progress", include_hidden=True)).to_have_attribute(
        "aria-valuenow", "100"
    )


@some_families
def test_a_wrong_move_says_which_rule_it_breaks(player: Player, desk: Desk) -> None:
    desk.begin(player.board)
    player.blunder(desk)
    expect(desk.voice).to_contain_text(player.says)
    expect(desk.voice).to_have_class(re.compile("bad"))
    if player.refused:
        desk.wait_for_moves(0)
    else:
        desk.wait_for_moves(len(player.wrong))
        desk.tool("Check").click()
        expect(desk.voice).to_contain_text(player.says)
        assert desk.page.locator(".layer .broken").count()


@some_families
def test_everything_can_be_undone_back_to_the_start(player: Player, desk: Desk) -> None:
    desk.begin(player.board)
    start = desk.picture
    for count, move in enumerate(solution_of(player)[:3], start=1):
        player.hands.mouse(desk, move)
        desk.wait_for_moves(count)
    assert desk.picture != start
    for count in (2, 1, 0):
        desk.tool("Undo").click()
        desk.wait_for_moves(count)
    assert desk.picture == start
    expect(desk.tool("Undo")).to_be_disabled()
    desk.tool("Redo").click()
    desk.wait_for_moves(1)


@some_families
def test_a_page_that_is_loaded_again_goes_on_where_it_was(player: Player, desk: Desk) -> None:
    desk.begin(player.board)
    first, second, *_ = solution_of(player)
    player.hands.mouse(desk, first)
    desk.wait_for_moves(1)
    labels = "nodes => nodes.map(node => node.ariaLabel)"
    there = desk.page.locator(".layer [aria-label]").evaluate_all(labels)
    desk.page.reload()
    desk.wait_for_moves(1)
    assert desk.page.locator(".layer [aria-label]").evaluate_all(labels) == there
    player.hands.mouse(desk, second)
    desk.wait_for_moves(2)


@some_families
def test_a_code_opens_the_puzzle_in_a_fresh_profile(
    player: Player, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk()
    desk.begin(player.board)
    picture = desk.picture
    desk.more("Share and export")
    desk.page.get_by_text("For another Quebra").click()
    code = desk.page.get_by_role("textbox", name="Code").input_value()
    assert desk.address not in desk.page.get_by_role("dialog").inner_html()
    other = open_desk()
    other.go(code)
    other.wait_for_moves(0)
    assert other.picture == picture
    assert "#/game/" in other.page.url


@some_families
def test_a_code_with_moves_opens_the_game_as_it_stands(
    player: Player, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk()
    desk.begin(player.board)
    start = desk.picture
    player.hands.mouse(desk, solution_of(player)[0])
    desk.wait_for_moves(1)
    desk.more("Share and export")
    desk.page.get_by_text("For another Quebra").click()
    box = desk.page.get_by_role("textbox", name="Code")
    alone = box.input_value()
    desk.page.get_by_label("with my moves").check()
    expect(box).not_to_have_value(alone)
    other = open_desk()
    other.go(box.input_value())
    other.wait_for_moves(1)
    other.tool("Undo").click()
    other.wait_for_moves(0)
    assert other.picture == start


@some_families
def test_the_solution_is_shown_beside_ones_own_and_no_move_is_changed(
    player: Player, desk: Desk
) -> None:
    desk.begin(player.board)
    player.hands.mouse(desk, solution_of(player)[0])
    desk.wait_for_moves(1)
    desk.more("Show the solution")
    dialog = desk.page.get_by_role("dialog")
    expect(dialog.locator("figure")).to_have_count(2)
    expect(dialog).to_contain_text("Your game is as you left it.")
    desk.press("Escape")
    expect(dialog).to_have_count(0)
    desk.wait_for_moves(1)
    progress = desk.page.get_by_role("meter", name="Progress")
    expect(progress).not_to_have_attribute("aria-valuenow", "100")
