"""The end of a puzzle: the card beside the board, the clock, and what comes next."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from page.desk import Desk
from page.hands import PLAYERS, SHARED, Player
from page.test_accessible import complaints
from page.test_layout import boxes, crowded, overlap
from parameters import slow_where
from quebra import convert, generate, load, solve
from quebra.play import new_game

pytestmark = pytest.mark.integration

KOJUN, SHISEN = PLAYERS[0], PLAYERS[2]
RECTANGULAR = [player for player in PLAYERS if player.family != "shisen"]
"""The board of Shisen-Sho is empty at the end."""


def nearly_solved(desk: Desk, player: Player, seconds: int = 65) -> tuple[str, str]:
    """Open a game that lacks its last move; returns its ID and the move."""
    game = new_game(load(player.board))
    answer = solve(game.puzzle, count=1).solutions[0]
    *moves, last = game.play.moves_to(game.puzzle, game.attempt, answer)
    name = desk.begin(player.board)
    for move in moves:
        desk.post(f"/api/games/{name}/move", {"move": move, "seconds": seconds})
    desk.go("#/open")
    desk.go(f"#/game/{name}")
    desk.wait_for_moves(len(moves))
    return name, last


def finish(desk: Desk, player: Player = KOJUN) -> str:
    """Solve the puzzle by the server and this page; returns the game's ID."""
    name, last = nearly_solved(desk, player)
    desk.post(f"/api/games/{name}/move", {"move": last})
    desk.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(desk.page.locator(".finish")).to_be_visible()
    return name


def view(desk: Desk, name: str) -> Any:
    """The game as the server has it."""
    return desk.page.request.get(f"{desk.address}/api/games/{name}").json()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "player",
    slow_where(lambda player: player.family not in SHARED, RECTANGULAR),
    ids=lambda player: player.family,
)
def test_the_card_lies_beside_the_board_which_stays(
    player: Player, phone: bool, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=phone)
    name, last = nearly_solved(desk, player)
    before = boxes(desk, ".board")
    desk.post(f"/api/games/{name}/move", {"move": last})
    desk.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(desk.page.locator(".finish")).to_be_visible()
    assert boxes(desk, ".board") == before
    frame, card = boxes(desk, ".board", ".finish")
    if player.family != "tangram":
        assert not overlap(frame, card)
    assert card["right"] <= desk.page.viewport_size["width"]  # type: ignore[index]
    expect(desk.page.locator(".finish .next")).to_be_focused()
    assert not complaints(desk)


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
def test_all_buttons_of_the_card_are_seen_on_a_low_window(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True, locale="pt-BR")
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    finish(desk)
    (card,) = boxes(desk, ".finish")
    for control in desk.page.locator(".finish button").all():
        box = control.bounding_box()
        assert box and box["height"] >= 43
        assert box["y"] + box["height"] <= min(size[1], card["bottom"])
        assert box["x"] + box["width"] <= min(size[0], card["right"])


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR", "es-ES"])
def test_long_words_of_the_card_wrap(locale: str, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(locale=locale)
    finish(desk)
    too_wide = desk.page.evaluate(
        """() => {
          const card = document.querySelector(".finish");
          card.querySelector(".next-board").textContent = "x";
          card.querySelector(".next small").textContent = "Edge-matching · Medium · 5 × 5 squares";
          return card.scrollWidth - card.clientWidth;
        }"""
    )
    assert too_wide == 0
    assert not crowded(desk, ".finish")


def test_the_next_puzzle_is_in_sight_below_a_high_board(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    board = convert(generate("shisen", "10x6", seed=1), "text")
    finish(desk, replace(SHISEN, board=board))
    card, button = boxes(desk, ".finish", ".finish .next")
    assert card["height"] < 300
    assert button["bottom"] <= 844


def test_the_card_compares_the_goal_of_the_rules_with_the_best(desk: Desk) -> None:
    finish(desk, SHISEN)
    card = desk.page.locator(".finish")
    expect(card).to_contain_text(re.compile(r"The smallest sum of rounds: \d+; yours: \d+\."))


def test_a_solve_has_the_grade_that_is_known_after_it(desk: Desk) -> None:
    held: list[Route] = []
    desk.page.route("**/api/grade*", lambda route: held.append(route))
    finish(desk)
    grade = "JSON.parse(localStorage['quebra.solves'])[0].grade"
    assert desk.page.evaluate(grade) is None
    held[-1].continue_()  # the game was opened twice
    expect(desk.page.locator(".finish-head")).to_contain_text(re.compile("Easy|Medium|Hard"))
    assert desk.page.evaluate(grade)


def test_the_card_says_the_time_that_is_kept_with_the_game(desk: Desk) -> None:
    name, last = nearly_solved(desk, KOJUN)

    def late(route: Route) -> None:
        time.sleep(2)
        route.continue_()

    desk.page.route("**/move*", late)
    KOJUN.hands.mouse(desk, last)
    shown = desk.page.locator(".finish dd").first
    shown.wait_for()
    seconds = view(desk, name)["seconds"]
    expect(shown).to_have_text(f"{seconds // 60}:{seconds % 60:02}")
    expect(desk.page.locator(".clock")).to_contain_text(f"{seconds // 60}:{seconds % 60:02}")


def test_a_game_that_a_hint_finishes_keeps_its_time(desk: Desk) -> None:
    desk.page.clock.install()
    name = desk.begin("kojun\nregions\na a\ngivens\n2 .")
    for taps in (1, 2):
        desk.tool("Hint").click()
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
    desk.page.clock.run_for(40_000)
    desk.voice.get_by_role("button", name="Do it").click()
    expect(desk.page.locator(".finish")).to_be_visible()
    assert view(desk, name)["seconds"] >= 40
    expect(desk.page.locator(".finish dd").first).to_have_text(re.compile("0:4"))


def test_the_card_says_time_and_hints_and_shares_them(desk: Desk) -> None:
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    finish(desk)
    card = desk.page.locator(".finish")
    expect(card.locator("dd").first).to_have_text(re.compile(r"1:\d\d"))
    expect(card.locator("dd").last).to_have_text("0")
    desk.button("Share the result").click()
    expect(card.get_by_role("status")).to_contain_text("Copied")
    line = desk.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Quebra · Kojun · (\w+ · )?4 × 4 · 1:\d\d · no hints", line)


def test_a_solved_board_is_protected_until_it_is_played_again(desk: Desk) -> None:
    name = finish(desk)
    before = view(desk, name)
    desk.press("Control+z")
    desk.page.locator(".board").click(position={"x": 30, "y": 30}, force=True)
    desk.press("1")
    expect(desk.tool("Undo")).to_be_hidden()
    assert view(desk, name) == before and before["solved"]
    desk.button("Play again").click()
    desk.wait_for_moves(0)
    assert desk.page.url.rpartition("/")[2] != name
    assert view(desk, name) == before


def test_the_next_puzzle_is_shown_and_of_the_same_family(desk: Desk) -> None:
    made: list[str] = []
    desk.page.on("request", lambda request: made.append(request.url))
    name = finish(desk)
    following = desk.page.locator(".finish .next")
    expect(following.locator(".next-board .thumbnail")).to_be_visible()
    following.click()
    desk.wait_for_moves(0)
    other = view(desk, desk.page.url.rpartition("/")[2])
    assert other["id"] != name and other["family"] == "kojun" and other["size"] == [4, 4]
    assert len([url for url in made if "/api/generate" in url]) == 1, "the puzzle that was shown"


def test_regions_take_their_colours_when_the_puzzle_is_solved(desk: Desk) -> None:
    nearly_solved(desk, KOJUN)
    tints = desk.page.locator(".drawing [data-role^=tint]")
    expect(tints).to_have_count(0)
    finish(desk)
    expect(tints).to_have_count(16)
    assert tints.first.evaluate("each => getComputedStyle(each).animationName") == "none"


def test_after_three_fast_solves_comes_the_next_grade(desk: Desk) -> None:
    desk.go("#/")
    grades = desk.page.evaluate(
        """async () => {
          const { nextGrade } = await import("/static/next.js");
          const solve = (seconds, more = {}) =>
            ({ family: "kojun", grade: "easy", size: "6x6", seconds, hints: 0, ...more });
          const fast = [solve(60), solve(90), solve(100)];
          return [
            nextGrade("kojun", "easy", fast),
            nextGrade("kojun", "easy", fast.slice(1)),
            nextGrade("kojun", "easy", [solve(2000), ...fast]),
            nextGrade("kojun", "easy", [solve(60, { hints: 1 }), ...fast]),
            nextGrade("symmetry", "easy", fast),
            nextGrade("kojun", "expert", fast.map((each) => ({ ...each, grade: "expert" }))),
            nextGrade("kojun", null, fast),
          ];
        }"""
    )
    assert grades == ["medium", "easy", "easy", "easy", "easy", "expert", None]


def test_the_clock_goes_on_where_it_was_and_can_be_hidden(desk: Desk) -> None:
    name, _ = nearly_solved(desk, KOJUN, seconds=3725)
    clock = desk.page.locator(".clock")
    expect(clock).to_contain_text(re.compile(r"1:02:\d\d"))
    clock.click()
    expect(desk.page.get_by_role("heading", name="Paused")).to_be_visible()
    stopped = clock.inner_text()
    desk.page.wait_for_timeout(1200)
    assert clock.inner_text() == stopped
    desk.button("Resume").click()
    expect(clock).not_to_have_text(stopped)
    desk.more("Hide the clock")
    expect(clock).to_be_hidden()
    desk.page.reload()
    desk.wait_for_moves(view(desk, name)["done"])
    expect(clock).to_be_hidden()
    assert view(desk, name)["seconds"] >= 3725


def test_grade_and_size_of_a_new_puzzle_are_remembered(desk: Desk) -> None:
    desk.begin(KOJUN.board)
    desk.more("New puzzle")
    desk.button("Easy").click()
    desk.button("5 × 5").click()
    desk.button("Make it").click()
    expect(desk.page.locator(".title-row")).to_contain_text("5 × 5 · Easy")
    desk.more("New puzzle")
    expect(desk.button("Easy")).to_have_attribute("aria-pressed", "true")
    expect(desk.button("5 × 5")).to_have_attribute("aria-pressed", "true")
    desk.page.get_by_role("button", name=re.compile("^Easy 5 × 5")).click()
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    desk.wait_for_moves(0)
