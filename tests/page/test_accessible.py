"""Axe finds nothing on any view, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS, Player, some_families
from parameters import every, slow_where

pytestmark = pytest.mark.integration

themes = pytest.mark.parametrize(
    "theme", slow_where(lambda theme: theme == "dark", ["light", "dark"])
)


def complaints(desk: Desk) -> str:
    """What is not accessible on the page as it is."""
    report: str = Axe().run(desk.page).generate_report()
    return report if "Found 0 " not in report else ""


@themes
@pytest.mark.parametrize(
    "route",
    every(
        2,
        [
            *("#/", "#/workbench", "#/puzzles", "#/puzzles/kojun", "#/settings", "#/statistics"),
            *("#/new", "#/open", "#/set", "#p=nonsense", "#/print", "#/learn"),
        ],
    ),
)
def test_views_are_accessible(route: str, theme: str, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(scheme=theme)
    desk.go(route)
    expect(desk.page.get_by_role("heading", level=1)).to_be_visible()
    assert not complaints(desk)


@themes
@some_families
def test_games_are_accessible(player: Player, theme: str, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(scheme=theme)
    desk.begin(player.board)
    player.blunder(desk)
    expect(desk.voice).to_contain_text(player.says)
    desk.tab("Analysis").get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".verdict")).to_be_visible()
    assert not complaints(desk)
    for taps in (1, 2, 3):
        desk.tool("Hint").click()
        expect(desk.page.locator(".pips .on")).to_have_count(taps)
        assert not complaints(desk)


@themes
def test_dialogs_and_sheets_are_accessible(theme: str, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(scheme=theme, phone=True)
    desk.begin(PLAYERS[0].board)
    assert not complaints(desk)
    for name in ("Rules", "Hints", "Analysis"):
        desk.tab(name)
        assert not complaints(desk)
    desk.press("Escape")
    desk.button("More").tap()
    assert not complaints(desk)
    desk.button("New puzzle").tap()
    assert not complaints(desk)
    desk.press("Escape")
    desk.more("Share and export")
    assert not complaints(desk)
    desk.press("Escape")
    desk.page.locator(".clock").tap()
    assert not complaints(desk)
    desk.button("Resume").tap()
    desk.press("?")
    expect(desk.page.get_by_role("table")).to_be_visible()
    assert not complaints(desk)


@themes
def test_the_setters_view_is_accessible(theme: str, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(scheme=theme)
    desk.begin(PLAYERS[0].board)
    desk.more("Edit this puzzle")
    expect(desk.page.locator(".verdict-card.one")).to_be_visible()
    assert not complaints(desk)
    for family in ("symmetry", "shisen", "edges", "tangram"):
        desk.go(f"#/set/{family}")
        expect(desk.page.locator(f".desk[data-family={family}] .verdict-card")).to_be_visible()
        assert not complaints(desk)


GRIDS = [player for player in PLAYERS if player.family != "tangram"]


@pytest.mark.parametrize("player", GRIDS, ids=lambda player: player.family)
def test_the_board_is_a_grid_with_one_stop_for_tabs(player: Player, desk: Desk) -> None:
    desk.begin(player.board)
    grid = desk.page.get_by_role("grid", name="Board")
    rows = grid.get_by_role("row")
    assert rows.count() > 1
    cells = grid.get_by_role("gridcell")
    assert cells.count() == rows.count() * rows.first.get_by_role("gridcell").count()
    expect(grid.locator('[tabindex="0"]')).to_have_count(1)
    expect(desk.cell("r1c1")).to_be_focused()
    desk.press("ArrowDown")
    expect(desk.cell("r2c1")).to_be_focused()
    desk.press("Control+End")
    expect(cells.last).to_be_focused()
    expect(grid.locator('[tabindex="0"]')).to_have_count(1)


def test_pieces_that_lie_anywhere_are_buttons_with_names(desk: Desk) -> None:
    desk.begin(next(player.board for player in PLAYERS if player.family == "tangram"))
    pieces = desk.page.get_by_role("group", name="Pieces").get_by_role("button")
    names = [pieces.nth(i).get_attribute("aria-label") for i in range(pieces.count())]
    assert len(set(names)) == 7 and all(name and name.startswith("Tray: ") for name in names)
    expect(pieces.first).to_be_focused()
    desk.press("Tab")
    expect(pieces.nth(1)).to_be_focused()
    expect(desk.page.locator(".piece.focused")).to_have_attribute("data-number", "2")
