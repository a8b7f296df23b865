"""The tools around a game: marks, savepoints, replay, solving, sharing, keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import PLAYERS
from quebra import convert, generate, load
from quebra.contract.puzzle import Puzzle
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges
from quebra.play import Game, new_game, solvable

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board
TRAP = "shisen\nBDIAEG\nHEHDFC\nGIBCBA\nCAAFBC"
"""Of the four pairs that can go at once, three would lose it."""


def test_pencil_marks_are_made_with_shift_or_the_pencil(desk: Desk) -> None:
    desk.begin(KOJUN)
    cell = desk.cell("r1c1")
    cell.click()
    desk.press("Shift+Digit1")
    desk.wait_for_moves(1)
    expect(cell).to_have_attribute("aria-label", re.compile("pencil marks 1$"))
    desk.button("Pencil").click()
    desk.page.locator(".value").nth(2).click()
    desk.wait_for_moves(2)
    expect(cell).to_have_attribute("aria-label", re.compile("pencil marks 1, 3$"))
    places = cell.locator(".pencilled span").all_inner_texts()
    assert [i for i, text in enumerate(places) if text] == [0, 2]
    desk.button("Pencil").click()
    desk.page.locator(".value").nth(2).click()
    desk.wait_for_moves(3)
    expect(cell.locator(".pencilled")).to_have_count(0)


def test_numbers_of_two_digits_are_typed_one_after_the_other(desk: Desk) -> None:
    desk.begin("kojun\nregions\n" + "a " * 12 + "\ngivens\n" + ". " * 12)
    desk.press("1")
    desk.press("2")
    desk.wait_for_moves(2)
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile(": 12$"))


def test_clear_is_undone_from_its_toast(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.press("1")
    desk.wait_for_moves(1)
    desk.more("Clear")
    desk.wait_for_moves(2)
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
    desk.page.locator(".toast").get_by_role("button", name="Undo").click()
    desk.wait_for_moves(1)
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile(": 1$"))


def test_a_toast_goes_when_the_game_goes_on(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.press("1")
    desk.wait_for_moves(1)
    desk.more("Clear")
    expect(desk.page.locator(".toast")).to_be_visible()
    desk.cell("r1c1").press("3")
    desk.wait_for_moves(3)
    expect(desk.page.locator(".toast")).to_have_count(0)


def test_all_pieces_of_the_tray_can_be_reached_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(convert(generate("edges", "5x5", seed=3), "text"))
    tiles = desk.page.locator(".tile:visible")
    assert (tiles.first.bounding_box() or {"x": -1})["x"] >= 0
    tiles.last.scroll_into_view_if_needed()
    box = tiles.last.bounding_box()
    assert box and box["x"] + box["width"] <= 390


def test_a_savepoint_is_a_way_back(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.press("1")
    desk.wait_for_moves(1)
    analysis = desk.tab("Analysis")
    analysis.get_by_role("button", name="Save here").click()
    expect(analysis.locator(".saved li")).to_contain_text("Move 1")
    desk.cell("r1c1").press("Delete")
    desk.wait_for_moves(2)
    desk.cell("r1c1").press("3")
    desk.wait_for_moves(3)
    desk.button("Go back").click()
    desk.wait_for_moves(4)
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile(": 1$"))


def test_the_buttons_of_a_replay_do_not_touch_the_edge_of_a_phone(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.begin(KOJUN)
    desk.press("1")
    desk.wait_for_moves(1)
    desk.more("Replay")
    back = desk.button("Back to the game").bounding_box()
    assert back and back["y"] + back["height"] <= 844 - 8


def test_a_replay_shows_the_past_and_changes_nothing(desk: Desk) -> None:
    desk.begin(KOJUN)
    start = desk.picture
    desk.press("1")
    desk.wait_for_moves(1)
    now = desk.picture
    desk.more("Replay")
    expect(desk.voice).to_contain_text("The start.")
    assert desk.picture == start
    desk.page.get_by_role("slider").press("ArrowRight")
    expect(desk.voice).to_have_text("Row 1, column 1: 1")
    assert desk.picture == now
    desk.button("Back to the game").click()
    desk.wait_for_moves(1)
    expect(desk.page.get_by_role("slider")).to_have_count(0)


@pytest.mark.parametrize(
    ("board", "move", "words"),
    [
        (KOJUN, "r1c1*3", "Pencil marks at row 1, column 1."),
        (PLAYERS[1].board, "r1c1=2", "Row 1, column 1: triangle"),
        ("shisen\nABBA\nCCDD", "r2c1-r2c2", "Taken: row 2, column 1 and row 2, column 2."),
        (PLAYERS[4].board, "1=-1,1.6,0", "large triangle 1 at (-1, 1.6), turned by 0 degrees"),
    ],
)
def test_a_replay_says_each_move_in_words(desk: Desk, board: str, move: str, words: str) -> None:
    game = desk.begin(board)
    desk.post(f"/api/games/{game}/move", {"move": move})
    desk.page.reload()
    desk.wait_for_moves(1)
    desk.more("Replay")
    desk.page.get_by_role("slider").press("ArrowRight")
    expect(desk.voice).to_have_text(words)


def test_a_game_that_went_on_elsewhere_is_shown_as_it_is(desk: Desk) -> None:
    game = desk.begin(KOJUN)
    desk.post(f"/api/games/{game}/move", {"move": "r1c1=1"})
    desk.page.evaluate("dispatchEvent(new Event('focus'))")
    desk.wait_for_moves(1)
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile(": 1$"))


FREE = Edges(
    shape="free",
    pieces=((1, 2, 3, 4, 5),) * 4,
    seams=((0, 0, 1, 0), (0, 1, 2, 0), (0, 3, 3, 2)),
)
"""Four pentagons, three of them around the first."""


@pytest.mark.parametrize(
    "puzzle",
    [generate("edges", "3x3", seed=3, shape=shape) for shape in ("triangle", "hexagon")] + [FREE],
    ids=["triangles", "hexagons", "pentagons"],
)
def test_cells_that_are_no_squares_are_pointed_at_as_what_they_are(
    puzzle: Puzzle, desk: Desk
) -> None:
    desk.begin(convert(puzzle, "json"))
    cells = desk.page.get_by_role("gridcell")
    for i in range(cells.count()):
        cells.nth(i).click()
        expect(cells.nth(i)).to_be_focused()
    assert cells.first.evaluate("cell => getComputedStyle(cell).clipPath") != "none"


def test_the_thermometer_follows_a_drag_and_is_exact_on_release(desk: Desk) -> None:
    """How many frames a second it does is for `bench/page_drag.py` to tell."""
    desk.begin(next(player.board for player in PLAYERS if player.family == "tangram"))
    assert desk.picture
    covered = desk.page.get_by_role("meter", name="covered")
    expect(covered).to_have_attribute("aria-valuenow", "0")
    piece = desk.page.locator(".piece").first.bounding_box()
    figure = desk.page.locator(".figure").bounding_box()
    assert piece and figure
    desk.page.mouse.move(piece["x"] + piece["width"] * 0.3, piece["y"] + piece["height"] * 0.3)
    desk.page.mouse.down()
    middle = [figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] / 2]
    desk.page.mouse.move(*middle, steps=5)
    expect(covered).not_to_have_attribute("aria-valuenow", "0")
    desk.wait_for_moves(0)
    desk.page.mouse.up()
    desk.wait_for_moves(1)
    game = desk.page.request.get(f"{desk.address}/api/games/{desk.page.url.rpartition('/')[2]}")
    exact = game.json()["progress"]["parts"]["covered"]
    expect(covered).to_have_attribute("aria-valuenow", str(floor(100 * exact + 1e-6)))


def test_solve_tells_a_proof_and_shows_the_solution(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.tab("Analysis").get_by_role("button", name="Solve", exact=True).click()
    expect(desk.page.locator(".verdict")).to_have_text("Exactly one solution: proved.")
    expect(desk.page.locator(".solver svg")).to_have_count(1)


def test_whether_it_is_still_solvable_is_asked_apart(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.tab("Analysis").get_by_role("button", name="Still solvable?").click()
    expect(desk.voice).to_contain_text("Still solvable: proved.")


def losing_move() -> str:
    """A move that breaks no rule but loses the game."""
    game = new_game(load(TRAP))
    for cell, kind in game.puzzle.tiles.items():  # type: ignore[attr-defined]
        for mate, other in game.puzzle.tiles.items():  # type: ignore[attr-defined]
            if cell < mate and kind == other and (move := tried(game, cell, mate)):
                return move
    raise AssertionError("There is no such move.")


def tried(game: Game, cell: tuple[int, int], mate: tuple[int, int]) -> str | None:
    move = "-".join(f"r{r + 1}c{c + 1}" for r, c in (cell, mate))
    try:
        after = game.move(move)
    except ValueError:
        return None
    return move if solvable(after, Budget()) is False else None


def test_a_lost_game_goes_back_to_where_it_was_lost(desk: Desk) -> None:
    desk.begin(TRAP)
    for cell in losing_move().split("-"):
        desk.cell(cell).click()
    desk.wait_for_moves(1)
    desk.tab("Analysis").get_by_role("button", name="Still solvable?").click()
    expect(desk.voice).to_contain_text("This cannot be finished any more; it was lost at move 1.")
    desk.voice.get_by_role("button", name="Go back there").click()
    desk.wait_for_moves(2)
    desk.tab("Analysis").get_by_role("button", name="Still solvable?").click()
    expect(desk.voice).to_contain_text("Still solvable: proved.")


def test_tiles_of_the_chosen_kind_are_shown_and_the_path_is_drawn(desk: Desk) -> None:
    desk.begin("shisen\nABBA\nCCDD")
    desk.cell("r1c1").click()
    expect(desk.page.locator(".layer .chosen")).to_have_count(1)
    expect(desk.page.locator(".layer .match")).to_have_count(1)
    desk.press("m")
    desk.press("Enter")
    desk.wait_for_moves(1)
    expect(desk.page.locator(".drawing .path")).to_be_visible()
    expect(desk.page.locator(".layer .chosen")).to_have_count(0)


def test_tiles_fall_with_gravity_and_are_chosen_where_they_lie(desk: Desk) -> None:
    desk.begin("shisen\ngravity on\nCAB\nDBA\nCD.")
    for number, (one, other) in enumerate(
        (("r1c1", "r3c1"), ("r2c2", "r2c3"), ("r2c2", "r3c3")), start=1
    ):
        desk.cell(one).click()
        expect(desk.cell(other)).to_have_class(re.compile("match"))
        desk.cell(other).click()
        desk.wait_for_moves(number)
        if number == 1:
            expect(desk.cell("r2c3")).to_have_accessible_name(re.compile("^Row 2, column 3: B,"))
    expect(desk.page.locator(".layer .match")).to_have_count(0)
    desk.tab("Analysis").get_by_role("button", name="Compare with the best").click()
    expect(desk.page.locator(".standing")).to_contain_text("goals sum and rounds are not defined")


def test_a_setter_turns_gravity_on(desk: Desk) -> None:
    desk.begin("shisen\nABBA\nCCDD")
    desk.more("Edit this puzzle")
    box = desk.page.get_by_label("Tiles fall after each move")
    expect(box).not_to_be_checked()
    box.check()
    expect(desk.page.locator(".drawing")).to_contain_text("↓")
    expect(box).to_be_checked()


def test_ones_own_sum_and_rounds_stand_beside_the_best(desk: Desk) -> None:
    desk.begin("shisen\nABBA\nCCDD")
    desk.tab("Analysis").get_by_role("button", name="Compare with the best").click()
    rows = desk.page.locator(".standing tbody tr")
    expect(rows).to_have_count(2)
    cells = rows.first.locator("td").all_inner_texts()
    assert len(cells) == 2 and all(cell.isdigit() for cell in cells)


def test_a_puzzle_is_exported_as_picture_and_text(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.more("Share and export")
    files = {"SVG": b"<svg", "PNG": b"\x89PNG", "HTML": b"<!doctype html>", "Download": b"kojun"}
    for name, head in files.items():
        with desk.page.expect_download() as download:
            desk.button(name).click()
        assert download.value.path().read_bytes().lstrip().startswith(head)


def test_share_leads_with_the_link_of_puzz_link(desk: Desk) -> None:
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.begin(KOJUN)
    desk.more("Share and export")
    link = desk.page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("https://puzz.link/p\\?cojun/"))
    desk.button("Copy the link").click()
    expect(desk.page.get_by_role("dialog").get_by_role("status")).to_have_text("Copied.")
    assert desk.page.evaluate("navigator.clipboard.readText()") == link.input_value()


def test_share_has_no_link_where_no_site_has_such_puzzles(desk: Desk) -> None:
    desk.begin("shisen\nABBA\nCCDD")
    desk.more("Share and export")
    expect(desk.button("HTML")).to_be_visible()
    expect(desk.page.get_by_role("textbox", name="Link")).to_have_count(0)


def test_a_variant_that_no_site_has_is_shared_without_an_error(desk: Desk) -> None:
    """The console has no error, as in every test: what a site cannot hold is no mistake."""
    desk.begin("kojun\norder column\nregions\na a\nb b\ngivens\n. .\n. .")
    desk.more("Share and export")
    expect(desk.page.get_by_role("dialog")).to_contain_text("No other site has this variant.")


def test_a_question_mark_shows_the_keys(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.press("?")
    table = desk.page.get_by_role("dialog").get_by_role("table")
    expect(table).to_contain_text("Pencil mark")
    expect(table).to_contain_text("Still solvable?")
    desk.press("Escape")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)


def test_letters_are_keys_only_while_one_is_at_the_board(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.press("1")
    desk.wait_for_moves(1)
    desk.button("More").focus()
    desk.press("u")
    desk.cell("r1c1").focus()
    desk.wait_for_moves(1)
    desk.press("u")
    desk.wait_for_moves(0)
    desk.press("Control+y")
    desk.wait_for_moves(1)
    desk.press("Control+z")
    desk.wait_for_moves(0)


def test_the_panel_is_a_sheet_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(KOJUN)
    panel = desk.page.locator(".panel")
    expect(panel).to_be_hidden()
    desk.button("Rules, hints, analysis").tap()
    expect(panel).to_be_visible()
    desk.press("Escape")
    expect(panel).to_be_hidden()
    desk.tab("Analysis").get_by_role("button", name="Still solvable?").tap()
    expect(desk.voice).to_contain_text("Still solvable: proved.")
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_panel_is_as_it_was_left(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(newcomer=True)
    desk.begin(KOJUN)
    expect(desk.page.get_by_role("tabpanel", name="Rules")).to_be_visible()
    desk.press("Tab")
    desk.page.get_by_role("tab", name="Rules").press("ArrowRight")
    expect(desk.page.get_by_role("tab", name="Hints")).to_be_focused()
    desk.begin(KOJUN)
    expect(desk.page.get_by_role("tabpanel", name="Hints")).to_be_visible()
    desk.button("Close").click()
    desk.begin(KOJUN)
    expect(desk.page.locator(".panel")).to_be_hidden()
    desk.begin(next(player.board for player in PLAYERS if player.family == "symmetry"))
    expect(desk.page.get_by_role("tabpanel", name="Rules")).to_be_visible()
