"""Edge-matching boards: tabs of the tray, pieces that fit a cell, and drags by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from page.desk import Desk
from page.touch import Fingers, Pixel
from quebra import convert, generate, solve
from quebra.contract.random import Source
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.play import new_game

pytestmark = pytest.mark.integration

QUARTER = 8
LARGE = 16


def solution_of(puzzle: Edges) -> Sequence[str]:
    """Moves that solve a board."""
    game = new_game(puzzle)
    return game.play.moves_to(puzzle, game.attempt, solve(puzzle, count=1).solutions[0])


def small() -> Edges:
    """A board of 4 x 4."""
    puzzle = generate("edges", "4x4", seed=4)
    assert isinstance(puzzle, Edges)
    return puzzle


def arranged() -> tuple[Edges, Filling]:
    """A board of 16 x 16 cut from coloured seams, and where its pieces belong."""
    source = Source(1)
    across = [[1 + source.below(16) for _ in range(LARGE - 1)] for _ in range(LARGE)]
    down = [[1 + source.below(16) for _ in range(LARGE)] for _ in range(LARGE - 1)]

    def sides(r: int, c: int) -> tuple[int, ...]:
        up = down[r - 1][c] if r else 0
        right = across[r][c] if c < LARGE - 1 else 0
        below = down[r][c] if r < LARGE - 1 else 0
        left = across[r][c - 1] if c else 0
        return up, right, below, left

    cells = [(r, c) for r in range(LARGE) for c in range(LARGE)]
    turns = [source.below(4) for _ in cells]
    # Pieces are listed turned back, so that each needs its turn on the board.
    pieces = tuple(
        tuple(sides(*cell)[(side + turn) % 4] for side in range(4))
        for cell, turn in zip(cells, turns, strict=True)
    )
    puzzle = Edges(rows=LARGE, cols=LARGE, pieces=pieces, frame=0, rotate=True)
    placed = (
        Placed(cell, piece, turn)
        for piece, (cell, turn) in enumerate(zip(cells, turns, strict=True))
    )
    return puzzle, Filling(cells=tuple(placed))


def middle(element: Locator) -> Pixel:
    """The pixel in the middle of an element, which is scrolled into view."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_tabs_count_the_pieces_of_each_kind(desk: Desk) -> None:
    desk.begin(convert(small(), "text"))
    tabs = desk.page.locator(".tray-tabs [role=tab]")
    expect(tabs).to_have_text(["Corners4", "Rim8", "Inner4", "Fits here–"])
    expect(desk.page.locator(".tile:visible")).to_have_count(4)
    tabs.nth(1).click()
    expect(desk.page.locator(".tile:visible")).to_have_count(8)
    desk.press("ArrowRight")
    expect(tabs.nth(2)).to_be_focused()
    expect(desk.page.locator(".tile:visible")).to_have_count(4)
    # The tab of the piece that a hint is about opens.
    desk.tool("Hint").click()
    expect(desk.voice).to_contain_text("Look at")
    desk.tool("Hint").click()
    expect(desk.page.locator(".tile.hinted:visible")).to_have_count(1)
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    expect(desk.page.locator(".zoom-button")).to_be_hidden()


def test_a_board_of_many_cells_offers_the_zoom(desk: Desk) -> None:
    desk.begin(convert(generate("edges", "12x12", seed=3), "text"))
    desk.page.locator(".zoom-button").click()
    expect(desk.page.locator(".frame")).to_have_class(re.compile("zoomed"))
    expect(desk.page.locator(".minimap")).to_be_visible()


def test_pieces_that_fit_a_cell_are_shown_turned_and_placed_by_one_click(desk: Desk) -> None:
    puzzle = small()
    desk.begin(convert(puzzle, "text"))
    desk.cell("r1c1").click()
    fits = desk.page.locator(".fit")
    expect(fits).to_have_count(4)
    fits.first.click()
    desk.wait_for_moves(1)
    desk.cell("r1c2").click()
    assert 0 < fits.count() < 8
    expect(desk.page.locator(".fits [role=group]").first).to_contain_text("The edge matches")
    fits.first.click()
    desk.wait_for_moves(2)
    assert desk.page.locator(".layer .broken").count() == 0


def test_a_piece_that_fits_is_dragged_to_any_cell_as_it_is_turned(desk: Desk) -> None:
    desk.begin(convert(small(), "text"))
    desk.cell("r2c2").click()
    fit = desk.page.locator(".fit").nth(1)
    number = int(fit.get_attribute("data-fit") or "") + 1
    fit.drag_to(desk.cell("r3c3"))
    desk.wait_for_moves(1)
    expect(desk.cell("r3c3")).to_have_accessible_name(re.compile(rf"piece {number}\b"))
    expect(desk.cell("r2c2")).to_have_accessible_name(re.compile("empty"))


def test_marks_show_at_which_sides_a_piece_fits(desk: Desk) -> None:
    desk.begin(convert(small(), "text"))
    for count, cell in enumerate(("r1c1", "r1c2", "r2c1"), start=1):
        desk.cell(cell).click()
        desk.page.locator(".fit").first.click()
        desk.wait_for_moves(count)
    desk.cell("r2c2").click()
    fits = desk.page.locator(".fit")
    for fit in fits.all():
        assert fit.locator(".side-mark").count() == 2
        matching = fit.locator(".matching").count()
        expect(fit).to_have_accessible_name(
            re.compile("matches above and at the left|matches .*, differs .*")
        )
        assert matching in (1, 2)
    best = fits.first.locator(".matching").count()
    said = "match" if best == 2 else "No piece matches all sides."
    expect(desk.voice).to_contain_text(said)


def test_a_piece_with_a_frame_turns_to_the_rim(desk: Desk) -> None:
    puzzle = small()
    desk.begin(convert(puzzle, "text"))
    corners = desk.page.locator(".tile:visible")
    for count, cell in enumerate(("r1c1", "r1c4", "r4c4", "r4c1"), start=1):
        corners.first.drag_to(desk.cell(cell))
        desk.wait_for_moves(count)
    assert desk.page.locator(".layer .broken").count() == 0
    desk.page.locator('[role="tab"][data-kind="rim"]').click()
    corners.first.click()
    desk.cell("r3c4").click()
    desk.wait_for_moves(5)
    expect(desk.voice).not_to_contain_text("at the rim")
    # A piece that is moved on the board turns too.
    desk.cell("r3c4").drag_to(desk.cell("r4c2"))
    desk.wait_for_moves(6)
    expect(desk.cell("r4c2")).to_have_accessible_name(re.compile("piece"))
    expect(desk.voice).not_to_contain_text("at the rim")


def test_a_piece_turns_both_ways_in_the_tray_and_on_the_board(desk: Desk) -> None:
    desk.begin(convert(small(), "text"))
    tile = desk.page.locator(".tile:visible").first
    picture = tile.locator("svg").first
    tile.click()
    desk.button("Turn left").click()
    expect(picture).to_have_css("rotate", "270deg")
    tile.click()
    expect(picture).to_have_css("rotate", "0deg")
    desk.page.mouse.wheel(0, 100)
    expect(picture).to_have_css("rotate", "90deg")
    desk.cell("r1c1").click()
    desk.wait_for_moves(1)
    name = desk.cell("r1c1").get_attribute("aria-label") or ""
    desk.cell("r1c1").press("[")
    desk.wait_for_moves(2)
    expect(desk.cell("r1c1")).not_to_have_accessible_name(name)
    desk.cell("r1c1").press("]")
    desk.wait_for_moves(3)
    expect(desk.cell("r1c1")).to_have_accessible_name(name)


def test_a_small_board_is_played_to_the_end_by_touch(open_desk: Callable[..., Desk]) -> None:
    puzzle = small()
    desk = open_desk(phone=True)
    desk.begin(convert(puzzle, "text"))
    expect(desk.page.locator(".tile svg").first).to_be_attached()
    fingers = Fingers(desk.page)
    for count, move in enumerate(solution_of(puzzle), start=1):
        place_by_drag(desk, fingers, move)
        desk.wait_for_moves(count)
    expect(desk.voice).to_contain_text("Solved")


def place_by_drag(desk: Desk, fingers: Fingers, move: str) -> None:
    """Open the tab of a piece, turn it by taps, and drag it upwards to its cell."""
    cell, what = move.split("=")
    piece, _, turns = what.partition("/")
    tile = desk.page.locator(f'.tile[data-piece="{int(piece) - 1}"]')
    tab = desk.page.locator(f'[role="tab"][data-kind="{tile.get_attribute("data-kind")}"]')
    tab.tap()
    expect(tab).to_have_attribute("aria-selected", "true")
    for _ in range(int(turns or 0) and 1 + int(turns)):
        fingers.tap(middle(tile))
    x, y = middle(tile)
    end = middle(desk.cell(cell))
    fingers.down((x, y))
    for step in range(1, 5):
        fingers.slide((x, y - 10 * step))
    fingers.slide(end)
    fingers.up()


def test_a_piece_on_the_board_is_moved_and_taken_back_by_touch(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.begin(convert(small(), "text"))
    fingers = Fingers(desk.page)
    desk.cell("r1c1").tap()
    desk.page.locator(".fit").first.tap()
    desk.wait_for_moves(1)
    fingers.drag(middle(desk.cell("r1c1")), middle(desk.cell("r3c3")))
    desk.wait_for_moves(2)
    expect(desk.cell("r3c3")).to_have_accessible_name(re.compile("piece"))
    fingers.drag(middle(desk.cell("r3c3")), middle(desk.page.locator(".message")))
    desk.wait_for_moves(3)
    expect(desk.cell("r3c3")).to_have_accessible_name(re.compile("empty"))


def test_the_tray_scrolls_by_touch(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(convert(small(), "text"))
    desk.page.locator('[role="tab"][data-kind="rim"]').tap()
    x, y = middle(desk.page.locator(".tile:visible").nth(4))
    Fingers(desk.page).drag((x, y), (x - 260, y))
    last = desk.page.locator(".tile:visible").last
    expect(last).to_be_in_viewport(ratio=0.9)
    desk.wait_for_moves(0)


def test_a_piece_is_dragged_on_a_zoomed_board(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(convert(small(), "text"))
    desk.cell("r1c1").tap()
    desk.page.locator(".fit").first.tap()
    desk.wait_for_moves(1)
    fingers = Fingers(desk.page)
    fingers.pinch(middle(desk.cell("r1c1")), 60, 110)
    expect(desk.page.locator(".frame")).to_have_class(re.compile("zoomed"))
    start = middle(desk.cell("r1c1"))
    before = desk.cell("r1c1").bounding_box()
    fingers.drag(start, middle(desk.cell("r2c2")))
    desk.wait_for_moves(2)
    expect(desk.cell("r2c2")).to_have_accessible_name(re.compile("piece"))
    assert desk.cell("r1c1").bounding_box() == before


@pytest.mark.slow
def test_a_large_board_is_placed_to_a_quarter_by_touch(open_desk: Callable[..., Desk]) -> None:
    puzzle, answer = arranged()
    desk = open_desk(phone=True)
    desk.begin(convert(puzzle, "text"))
    expect(desk.page.locator(".tile svg").first).to_be_attached()
    wanted = [p for p in answer.cells if max(p.cell) < QUARTER]
    assert len(wanted) == LARGE * LARGE // 4
    for count, placed in enumerate(wanted, start=1):
        row, column = placed.cell
        cell = desk.cell(f"r{row + 1}c{column + 1}")
        cell.scroll_into_view_if_needed()
        cell.tap()
        desk.page.locator(f'.fit[data-fit="{placed.piece}"]').tap()
        desk.wait_for_moves(count)
    assert desk.page.locator(".layer .broken").count() == 0
    expect(desk.page.locator(".layer .filled")).to_have_count(64)
