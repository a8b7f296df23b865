"""The home page, the puzzles of a family, and what comes back of games."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from datetime import date
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from page.desk import Desk
from page.hands import PLAYERS
from page.test_layout import SHIFTS
from quebra import families, load, solve
from quebra.play import new_game

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board
MOST_BYTES = 150_000
"""Bytes on the wire before pictures."""
PICTURES = (".svg", ".png", "/api/gallery", "/api/today")
LANGUAGES = ("en-GB", "pt-BR", "es-ES")


def get(desk: Desk, path: str) -> Any:
    """The response of the server to a direct request."""
    return desk.page.request.get(f"{desk.address}/api/{path}", timeout=90_000).json()


def moves_of(puzzle: dict[str, Any]) -> tuple[str, ...]:
    """The moves that solve a puzzle."""
    game = new_game(load(json.dumps(puzzle)))
    answer = solve(game.puzzle, count=1).solutions[0]
    return tuple(game.play.moves_to(game.puzzle, game.attempt, answer))


def play(desk: Desk, puzzle: dict[str, Any], share: float) -> str:
    """Play a part of a puzzle on the server; returns the game's ID."""
    name: str = desk.post("/api/games", {"puzzle": puzzle})["id"]
    moves = moves_of(puzzle)
    for move in moves[: max(1, round(share * len(moves)))]:
        desk.post(f"/api/games/{name}/move", {"move": move, "seconds": 65})
    return name


def today(desk: Desk, family: str) -> Any:
    """Today's puzzle of a family."""
    return get(desk, f"today/{date.today().isoformat()}/{family}")


def day_card(desk: Desk, family: str) -> Any:
    """The card of today's puzzle of a family."""
    return desk.page.locator(f'a.day-card[data-family="{family}"]')


def test_today_has_a_puzzle_of_each_family_and_says_how_far_it_is(desk: Desk) -> None:
    desk.go("#/")
    for family in families():
        expect(day_card(desk, family.name)).to_contain_text(str(family.title))
        expect(day_card(desk, family.name).locator("svg").first).to_be_visible()
    section = desk.page.get_by_role("region", name=re.compile("Today's"))
    expect(section).to_contain_text(re.compile(r"of \d · new ones in (\d+ h )?\d+ min"))
    puzzle = today(desk, "symmetry")["puzzle"]
    game = play(desk, puzzle, 0.5)
    desk.page.reload()
    expect(day_card(desk, "symmetry")).to_contain_text(re.compile(r"\d+% · go on"))
    expect(day_card(desk, "symmetry")).to_have_attribute("href", f"#/game/{game}")
    play(desk, puzzle, 1)
    desk.page.reload()
    expect(day_card(desk, "symmetry")).to_contain_text("Solved in 1:05")
    expect(day_card(desk, "symmetry").locator(".seal")).to_be_visible()


def test_a_day_without_open_puzzles_says_so(desk: Desk) -> None:
    cards = [
        {
            "id": family.name,
            "family": family.name,
            "key": today(desk, family.name)["key"],
            "moves": 1,
            "hints": number,
            "seconds": 5,
            "updated": 0,
            "title": "",
            "progress": 1,
            "solved": True,
        }
        for number, family in enumerate(families())
    ]
    held: list[Route] = []
    desk.page.route("**/api/cards*", lambda route: held.append(route))
    with desk.page.expect_request("**/api/cards*"):
        desk.go("#/")
    section = desk.page.get_by_role("region", name=re.compile("Today's"))
    expect(section).to_contain_text("new ones in")
    expect(section).not_to_contain_text(" of ")
    for route in held:
        route.fulfill(json=cards)
    expect(section).to_contain_text(f"All {len(cards)} are solved.")
    expect(section.locator(".seal:not(.ringed)")).to_have_count(1)
    expect(section.locator(".seal.ringed")).to_have_count(len(cards) - 1)


def test_after_one_of_today_comes_an_open_one_of_today(desk: Desk) -> None:
    desk.go("#/")
    puzzle = today(desk, "kojun")["puzzle"]
    day_card(desk, "kojun").click()
    expect(desk.page.locator(".middle")).to_have_attribute("data-done", re.compile(r"\d+"))
    game = desk.page.url.rpartition("/")[2]
    for move in moves_of(puzzle):
        desk.post(f"/api/games/{game}/move", {"move": move})
    desk.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(desk.page.locator(".finish")).to_be_visible()
    following = desk.page.locator(".finish .next")
    expect(following.locator("small")).to_have_text(re.compile(r"\w"))
    expect(desk.page.locator(".finish .dots i").nth(4)).to_be_attached()
    expect(following.locator(".next-board svg")).to_be_visible()
    title, *about = following.locator("small").inner_text().split(" · ")
    assert about, "the grade or the size"
    following.click()
    expect(desk.page.locator(".title-row h1")).to_have_text(title)
    other = get(desk, f"games/{desk.page.url.rpartition('/')[2]}")
    assert other["puzzle"] == today(desk, other["family"])["puzzle"]


def test_an_unfinished_game_is_continued_or_removed_and_brought_back(desk: Desk) -> None:
    game = desk.begin(KOJUN)
    desk.go("#/")
    link = desk.page.locator(f'.continue a[href="#/game/{game}"]')
    expect(day_card(desk, "kojun")).to_be_visible()
    expect(link).to_have_count(0)
    desk.go(f"#/game/{game}")
    desk.wait_for_moves(0)
    desk.press("1")
    desk.wait_for_moves(1)
    desk.go("#/")
    expect(link).to_contain_text("Kojun")
    expect(link).to_contain_text(re.compile(r"\d+%"))
    own = desk.page.locator(f'a[href="#/game/{game}"]')
    remove = desk.page.locator(".continue li", has=own).get_by_role("button")
    remove.click()
    expect(link).to_have_count(0)
    desk.button("Undo").click()
    expect(link).to_be_focused()
    remove.click()
    desk.go("#/open")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Open a puzzle")
    desk.page.wait_for_function(
        "async (id) => !(await (await fetch('/api/games')).text()).includes(id)", arg=game
    )


def test_the_first_visit_says_what_to_do_and_the_home_page_is_small(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk()
    sizes: list[int] = []

    def weigh(request: Request) -> None:
        if not any(picture in request.url for picture in PICTURES):
            sizes.append(request.sizes()["responseBodySize"])

    desk.page.on("requestfinished", weigh)
    desk.page.add_init_script(SHIFTS)
    desk.page.route("**/api/cards*", lambda route: route.fulfill(json=[]))  # no games yet
    desk.go("#/")
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("proved to work out")
    expect(desk.page.locator(".family-tile svg.emblem").nth(4)).to_be_attached()
    for family in families():
        expect(day_card(desk, family.name)).to_be_visible()
    expect(desk.page.locator(".family-tile .thumbnail svg").nth(4)).to_be_attached()
    desk.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < MOST_BYTES
    assert desk.page.evaluate("window.shifted") < 0.05


def test_a_puzzle_of_today_leads_back_to_today(desk: Desk) -> None:
    desk.go("#/today/kojun")
    desk.wait_for_moves(0)
    desk.page.get_by_role("link", name="Back", exact=True).click()
    expect(desk.page.locator(".today")).to_be_visible()
    assert desk.page.url.endswith("#/")


def test_a_puzzle_of_today_can_be_chosen_while_it_is_made(desk: Desk) -> None:
    held: list[Route] = []
    released = Event()

    def hold(route: Route) -> None:
        if released.is_set():
            route.continue_()
        else:
            held.append(route)

    desk.page.route("**/api/today/**/kojun*", hold)
    desk.go("#/")
    ground = desk.page.locator(".today [data-family=kojun] .emblem .ground")
    expect(ground).to_have_css("fill", "rgb(0, 114, 178)")
    desk.page.get_by_role("link", name="Kojun Loading").click()
    desk.page.wait_for_url("**/#/today/kojun")
    expect(desk.page.locator("main [role=status]")).to_have_text("Being made …")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Kojun")
    expect(desk.page.locator("main").get_by_role("link", name="To the home page")).to_be_visible()
    released.set()
    for route in held:
        route.continue_()
    desk.wait_for_moves(0)
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Kojun")


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("seconds", [0, 1.5])
def test_nothing_shifts_when_many_games_come_late(
    phone: bool, seconds: float, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=phone)
    desk.page.set_viewport_size({"width": 390 if phone else 1280, "height": 1600})
    desk.page.add_init_script(SHIFTS)

    def answer(route: Route) -> None:
        time.sleep(seconds)
        route.fulfill(json=[card(n) for n in range(30)])

    desk.page.route("**/api/cards*", answer)
    desk.go("#/")
    games = desk.page.locator(".continue li")
    expect(games).to_have_count(20)
    expect(desk.page.locator(".three")).to_be_visible()
    for family in families():
        expect(day_card(desk, family.name)).to_be_visible()
    expect(desk.page.locator(".family-tile .thumbnail svg").nth(4)).to_be_attached()
    assert desk.page.evaluate("window.shifted") < 0.05
    tops = {box["y"] for box in boxes(games.all())}
    assert len(tops) == 1  # one row, until all are wanted
    desk.button("Show all 20").click()
    expect(games.first.locator("a")).to_be_focused()
    assert len({box["y"] for box in boxes(games.all())}) > 5


def card(n: int) -> dict[str, object]:
    """The card of a game; every third one is solved."""
    return {
        "id": f"game-{n}",
        "family": "kojun",
        "key": f"{n}",
        "shelf": None,
        "grade": "hard",
        "moves": 3,
        "hints": 0,
        "seconds": 60,
        "shown": False,
        "updated": 1_700_000_000 - n,
        "title": "Kojun, 6 x 6, 5 regions",
        "size": [6, 6],
        "progress": 0.4,
        "solved": n % 3 == 0,
        "svg": "<svg viewBox='0 0 1 1' width='10' height='10'></svg>",
    }


def test_a_family_shows_its_puzzles_by_grade_with_marks(desk: Desk) -> None:
    names = ("kojun-easy-1", "kojun-medium-2")
    puzzles = [get(desk, f"gallery/{name}")["puzzle"] for name in names]
    solved, begun = play(desk, puzzles[0], 1), play(desk, puzzles[1], 0.4)
    desk.go("#/puzzles/kojun")
    rows = desk.page.locator(".grade-row")
    expect(rows.get_by_role("heading")).to_have_text(["Easy", "Medium", "Hard", "Expert"])
    easy, medium = rows.nth(0), rows.nth(1)
    expect(easy.locator(f'a[href="#/game/{solved}"] .good')).to_contain_text("1:05")
    expect(easy).to_contain_text("1 of 3 solved")
    expect(easy.locator("[data-role^=tint]").first).to_be_visible()
    expect(medium.locator(f'a[href="#/game/{begun}"] .begun')).to_contain_text("%")
    desk.button("Begun").click()
    expect(desk.page.locator("a.puzzle-card")).to_have_count(1)
    expect(easy).to_contain_text("Easy: none here yet.")
    desk.page.reload()
    expect(desk.button("Begun")).to_have_attribute("aria-pressed", "true")
    desk.page.locator("a.puzzle-card").click()
    expect(desk.page.locator(".middle")).not_to_have_attribute("data-done", "0")
    desk.page.get_by_role("link", name="Back", exact=True).click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Kojun")
    assert desk.page.url.endswith("#/puzzles/kojun")


def test_a_puzzle_that_was_only_looked_at_is_opened_again(desk: Desk) -> None:
    games = []
    for _ in range(2):
        desk.go("#/puzzles/symmetry")
        desk.page.locator('a[href="#/begin/symmetry-hard-1"]').click()
        desk.wait_for_moves(0)
        games.append(desk.page.url)
    assert games[0] == games[1]


def test_a_new_puzzle_of_a_family_takes_one_tap(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/puzzles/kojun")
    desk.button("Easy").tap()
    desk.button("5 × 5").first.tap()
    desk.page.reload()
    expect(desk.button("Easy").first).to_have_attribute("aria-pressed", "true")
    desk.button("New puzzle").tap()
    expect(desk.page.locator(".title-row")).to_contain_text("5 × 5")


def test_all_families_are_listed_with_a_board_each(desk: Desk) -> None:
    desk.go("#/puzzles")
    for family in families():
        tile = desk.page.locator(f'.family-tile[data-family="{family.name}"]')
        expect(tile.locator(".thumbnail svg")).to_be_visible()
        expect(tile.get_by_role("link", name=str(family.title))).to_be_visible()
    desk.page.locator('.family-tile[data-family="kojun"]').get_by_role("button").click()
    expect(desk.page.get_by_role("dialog")).to_contain_text("New puzzle")


def test_a_view_is_opened_at_its_top_and_left_back_to_where_one_was(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.go("#/")
    far = 300
    desk.page.wait_for_function(
        "far => { scrollTo(0, far); return scrollY === far; }", arg=far, polling=100
    )
    desk.page.evaluate("location.hash = '#/puzzles'")
    expect(desk.page.get_by_role("heading", name="Puzzles", exact=True, level=1)).to_be_visible()
    assert desk.page.evaluate("scrollY") == 0
    desk.page.go_back()
    expect(desk.page.locator(".today")).to_be_visible()
    desk.page.wait_for_function("far => scrollY === far", arg=far)


def test_at_least_three_families_are_seen_at_once_on_a_phone(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.go("#/puzzles")
    new = desk.page.locator(".family-tile").nth(2).get_by_role("button", name="New puzzle")
    expect(new).to_be_in_viewport(ratio=1)
    for board in boxes(desk.page.locator(".family-tile .board-place").all()):
        assert board["width"] >= 80 and board["height"] >= 80


def test_the_button_for_a_new_puzzle_stays_while_one_is_made_on_a_phone(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.go("#/puzzles/kojun")
    new = desk.page.get_by_role("button", name="New puzzle").first
    expect(new).to_be_visible()
    before = new.bounding_box()
    desk.page.route("**/api/generate*", lambda route: None)
    new.tap()
    expect(desk.button("Stop")).to_be_visible()
    assert new.bounding_box() == before


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_bars_fit_a_narrow_phone(locale: str, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True, locale=locale)
    desk.page.set_viewport_size({"width": 360, "height": 640})
    for route in ("#/", "#/puzzles/edges", "#/settings", "#/statistics", "#/workbench"):
        desk.go(route)
        expect(desk.page.get_by_role("heading", level=1)).to_be_visible()
        tabs = desk.page.locator("#tabs a")
        expect(tabs).to_have_count(4)
        for box in boxes(tabs.all()):
            assert box["height"] >= 59 and box["y"] + box["height"] <= 640
        assert desk.page.evaluate("document.documentElement.scrollWidth") == 360


def boxes(found: list[Any]) -> Iterator[Any]:
    """The boxes of elements."""
    return (each.bounding_box() for each in found)
