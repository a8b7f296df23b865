"""The setter's desk, on a desktop and on a phone, by mouse, keyboard and touch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.desk import Desk
from page.hands import PLAYERS, Player
from page.touch import Fingers
from quebra.families.tangram.figures import NamedFigure, all_figures
from quebra.families.tangram.play import blank
from quebra.play import new_game

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board
SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: "layout-shift" });
}"""
"""Add up the layout shifts from now on, whether a key caused them or not."""


def verdict(desk: Desk) -> Locator:
    return desk.page.locator(".verdict")


def as_text(desk: Desk) -> Locator:
    """The field with the text of the puzzle, which is folded at first."""
    area = desk.page.get_by_label("The puzzle as text")
    if not area.is_visible():
        desk.page.get_by_text("As text", exact=True).click()
    return area


def apply(desk: Desk, text: str) -> None:
    as_text(desk).fill(text)
    desk.button("Apply the text").click()


def centre(cell: Locator) -> tuple[float, float]:
    box = cell.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_over(desk: Desk, *names: str) -> None:
    places = [centre(desk.cell(name)) for name in names]
    desk.page.mouse.move(*places[0])
    desk.page.mouse.down()
    for place in places:
        desk.page.mouse.move(*place, steps=3)
    desk.page.mouse.up()


def moves_of(figure: NamedFigure) -> tuple[str, ...]:
    """The moves that arrange the pieces of a set to one of its figures."""
    game = new_game(blank(0, 0))
    return game.play.moves_to(game.puzzle, game.attempt, figure.answer())


def arrange(desk: Desk, *moves: str) -> None:
    """Make these moves the last ones on the open desk of tangrams, and open it again."""
    puzzle = desk.post("/api/blank", {"family": "tangram"})["puzzle"]
    expect(verdict(desk)).to_have_text(re.compile("not placed"))  # the desk keeps what it opens
    desk.page.evaluate(
        "work => localStorage.setItem('quebra.desk.tangram', work)",
        json.dumps({"puzzle": puzzle, "moves": moves}),
    )
    desk.page.reload()


def test_the_desk_opens_on_a_blank_board_and_remembers_family_and_size(desk: Desk) -> None:
    desk.go("#/set")
    expect(desk.cell("r6c6")).to_be_visible()
    desk.button("Rows: one less").click()
    desk.button("Columns: one more").click()
    expect(desk.cell("r5c7")).to_be_visible()
    expect(desk.cell("r6c6")).to_have_count(0)  # both clicks count, however fast
    desk.page.get_by_role("link", name="Symmetry").click()
    expect(desk.page.locator(".desk[data-family=symmetry]")).to_be_visible()
    desk.go("#/set")
    desk.page.reload()
    expect(desk.page.locator(".desk[data-family=symmetry]")).to_be_visible()
    desk.page.get_by_role("link", name="Kojun").click()
    expect(desk.cell("r5c7")).to_be_visible()
    desk.button("Blank").click()
    expect(desk.cell("r5c7")).to_be_visible()


def test_regions_are_drawn_by_a_drag_or_by_keys(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\na a a\ngivens\n. . .\n. . .")
    expect(desk.cell("r3c1")).to_have_count(0)
    expect(desk.button("Draw regions")).to_have_attribute("aria-pressed", "true")
    drag_over(desk, "r1c1", "r1c2", "r2c2")
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc a b"))
    desk.cell("r2c1").focus()
    desk.press("Enter")
    desk.press("ArrowRight")
    desk.press("Enter")
    desk.button("Make a region").click()
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc c b"))
    desk.button("Undo").click()
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc a b"))
    desk.button("Redo").click()
    expect(as_text(desk)).to_have_value(re.compile("a a b\nc c b"))


def test_a_region_is_drawn_by_a_finger(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True, scheme="dark")
    desk.go("#/set/kojun")
    expect(desk.button("Draw regions")).to_have_attribute("aria-pressed", "true")
    Fingers(desk.page).drag(centre(desk.cell("r1c1")), centre(desk.cell("r1c4")))
    expect(as_text(desk)).to_have_value(re.compile("\na a a a b b\nb b"))


def test_solutions_that_differ_are_shown_and_a_clue_settles_it(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\ngivens\n. 3 .")
    expect(verdict(desk)).to_have_text("Exactly 2 solutions: proved.")
    expect(desk.page.locator(".layer .differ")).to_have_count(2)
    expect(desk.cell("r1c1").locator(".pencilled")).to_have_text("12")
    desk.page.get_by_role("button", name="Row 1, column 1: 1, given").click()
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")
    expect(desk.page.locator(".layer .differ")).to_have_count(0)
    expect(desk.page.locator(".side.right")).to_contain_text("Every clue is needed.")


def test_the_strip_says_what_to_do_and_settled_values_are_grey(desk: Desk) -> None:
    desk.go("#/set/kojun")
    expect(desk.voice).to_contain_text("Drag over cells to draw a region.")
    apply(desk, "kojun\nregions\na a a b\nc c c b\ngivens\n. . . .\n3 . . .")
    expect(desk.page.locator(".layer .forced").first).to_be_attached()
    expect(desk.cell("r1c4")).to_have_attribute("aria-label", re.compile("2 in all solutions"))
    expect(desk.voice).to_contain_text(re.compile(r"\d cells are open\."))
    desk.page.locator(".layer .differ").first.click()
    expect(desk.voice).to_have_text(re.compile(r"Row 1, column \d: .* or .*\. Write the one"))
    desk.page.get_by_label("Settled cells").uncheck()
    expect(desk.page.locator(".layer .forced")).to_have_count(0)
    apply(desk, KOJUN)
    expect(desk.voice).to_contain_text("Exactly one solution")


def test_undo_and_title_are_there_after_a_game(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    desk.page.get_by_text("Title and author").click()
    desk.page.get_by_label("Title", exact=True).fill("Four corners")
    desk.page.get_by_label("Author").fill("Ana")
    desk.cell("r1c1").click()
    desk.press("3")
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("3, given"))
    expect(verdict(desk)).not_to_contain_text("Working")
    desk.button("Play it").click()
    desk.wait_for_moves(0)
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Four corners")
    expect(desk.tab("Rules")).to_contain_text("Set by Ana.")
    desk.go("#/set/kojun")
    desk.page.reload()
    expect(desk.page.get_by_label("Title", exact=True)).to_have_value("Four corners")
    desk.button("Undo").click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
    desk.button("Redo").click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("3, given"))
    desk.button("Share").click()
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="HTML").click()
    assert saved.value.suggested_filename == "four-corners.html"
    html = saved.value.path().read_text()
    assert "<h1>Four corners</h1>" in html and "Set by Ana." in html
    desk.go("#/open")
    desk.page.get_by_label("Or paste a text or a link").fill(html)
    desk.button("Open").click()
    desk.wait_for_moves(0)
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Four corners")


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
def test_a_low_window_has_a_large_board_and_reachable_keys(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True)
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    board = desk.page.locator(".desk .board").bounding_box()
    strip = desk.page.locator(".desk .message").bounding_box()
    assert board and strip
    assert board["height"] >= min(0.75 * size[1], 0.4 * size[0])
    assert max(box["y"] + box["height"] for box in (board, strip)) <= size[1]
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_unneeded_clue_is_framed_and_removed_by_a_click(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.more("Edit this puzzle")
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")
    desk.cell("r1c1").click()
    desk.press("3")
    expect(desk.page.locator(".layer .unneeded").first).to_be_visible()
    clue = desk.page.get_by_role("button", name="Row 1, column 1: 3, given")
    clue.click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
    desk.press("Control+z")
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("3, given"))
    desk.page.reload()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("3, given"))
    desk.button("Play it").click()
    desk.wait_for_moves(0)


def test_the_board_and_the_buttons_stay_while_regions_and_the_verdict_change(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\n" + 4 * "a a a a\n" + "givens\n" + 4 * ". . . .\n")
    expect(desk.page.locator(".layer [data-where]")).to_have_count(16)
    expect(verdict(desk)).to_contain_text("blank")
    play, board = desk.button("Play it"), desk.page.locator(".board")
    before = [board.bounding_box(), play.bounding_box()]
    apply(desk, KOJUN)
    expect(desk.page.locator(".verdict-card.one")).to_be_visible()
    expect(desk.page.locator(".clue-lists")).to_contain_text("Every clue is needed.")
    expect(desk.page.locator(".values button")).to_have_count(6)
    assert [board.bounding_box(), play.bounding_box()] == before


@pytest.mark.parametrize("phone", [False, True])
def test_a_large_board_is_zoomed_and_its_size_is_typed(
    phone: bool, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=phone)
    desk.go("#/set/kojun")
    zoom = desk.page.locator(".desk .zoom-button")
    expect(zoom).to_be_hidden()
    rows, columns = (desk.page.get_by_role("textbox", name=name) for name in ("Rows", "Columns"))
    rows.fill("99")
    rows.press("Enter")
    expect(rows).to_have_value("30")
    columns.fill("28")
    columns.press("Enter")
    expect(desk.cell("r30c28")).to_be_attached()
    expect(desk.page.locator(".frame.zoomed")).to_be_visible()
    cell = desk.cell("r1c1").bounding_box()
    assert cell and cell["width"] >= 31
    zoom.click()
    expect(desk.page.locator(".frame.zoomed")).to_have_count(0)
    columns.fill("x")
    columns.press("Enter")
    expect(columns).to_have_value("28")


def test_a_size_that_is_typed_during_another_change_is_kept(desk: Desk) -> None:
    desk.go("#/set/kojun")
    rows, columns = (desk.page.get_by_role("textbox", name=name) for name in ("Rows", "Columns"))
    expect(rows).to_have_value("6")
    rows.fill("8")
    answer = desk.answer_later("**/api/edit*", lambda: rows.press("Enter"))
    columns.fill("9")
    answer()
    expect(desk.cell("r8c6")).to_be_attached()
    expect(columns).to_have_value("9")
    columns.press("Enter")
    expect(desk.cell("r8c9")).to_be_attached()


def test_blank_begins_with_drawing(desk: Desk) -> None:
    desk.go("#/set/kojun")
    draw = desk.button("Draw regions")
    draw.click()
    expect(draw).to_have_attribute("aria-pressed", "false")
    desk.button("Blank").click()
    expect(draw).to_have_attribute("aria-pressed", "true")
    expect(desk.voice).to_contain_text("Drag over cells to draw a region.")


TRANSFER = """([kind, text]) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const init = { bubbles: true, cancelable: true };
    const board = document.querySelector(".board");
    if (kind === "paste")
        board.dispatchEvent(new ClipboardEvent(kind, { ...init, clipboardData: data }));
    if (kind === "own") board.dispatchEvent(new DragEvent("dragstart", init));
    if (kind !== "paste")
        return board.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }));
}"""
"""Pastes or drops a text on the board; it may have been dragged from the page itself."""


def test_a_puzzle_that_is_pasted_or_dropped_comes_onto_the_desk(desk: Desk) -> None:
    desk.go("#/set/kojun")
    expect(desk.cell("r6c6")).to_be_visible()
    desk.page.evaluate(TRANSFER, ["paste", KOJUN])
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")
    expect(desk.page.locator(".desk[data-family=kojun]")).to_be_visible()
    desk.page.evaluate(TRANSFER, ["drop", PLAYERS[1].board])
    expect(desk.page.locator(".desk[data-family=symmetry]")).to_be_visible()
    assert desk.page.evaluate(TRANSFER, ["own", KOJUN])  # left to the browser
    desk.page.evaluate(TRANSFER, ["paste", "nonsense"])
    expect(desk.page.locator(".toast")).to_be_visible()
    expect(desk.page.locator(".desk[data-family=symmetry]")).to_be_visible()


def test_a_full_box_is_judged_and_its_set_is_named(desk: Desk) -> None:
    desk.go("#/set/solids")
    expect(desk.page.locator(".verdict-card.many")).to_be_visible()
    sets = desk.page.get_by_label("Take the pieces of a set")
    sets.select_option("tetracubes")
    expect(desk.page.locator(".desk .tray")).to_contain_text("32 cubes in the pieces")
    expect(sets).to_have_value("tetracubes")
    desk.button("Undo").click()
    expect(desk.page.locator(".desk .tray")).to_contain_text("27 cubes in the pieces")
    expect(sets).to_have_value("")


def test_board_and_undo_stay_in_view_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\ngivens\n. 3 .")
    clue = desk.page.get_by_role("button", name="Row 1, column 1: 1, given")
    clue.scroll_into_view_if_needed()
    expect(desk.cell("r1c1")).to_be_in_viewport(ratio=1)
    expect(desk.button("Undo")).to_be_in_viewport(ratio=1)
    expect(desk.voice).to_be_in_viewport(ratio=1)
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clue.tap()
    expect(desk.voice).to_contain_text("Exactly one solution")


def test_tiles_of_the_tray_stay_where_they_are_on_the_desk(desk: Desk) -> None:
    desk.go("#/set/tangram")
    last = desk.page.locator('.piece-tile[data-piece="7"]')
    expect(last).to_be_visible()
    before = last.bounding_box()
    arrange(desk, "1=2,2,0")
    expect(verdict(desk)).to_have_text("6 pieces are not placed yet.")
    assert last.bounding_box() == before


def test_pieces_that_overlap_are_marked_on_the_desk(desk: Desk) -> None:
    moves = moves_of(next(each for each in all_figures() if each.set_name == "classic"))
    onto = re.sub("^1=", "2=", moves[0])
    desk.go("#/set/tangram")
    arrange(desk, *moves, onto)
    expect(verdict(desk)).to_contain_text("overlap")
    expect(desk.page.locator(".workspace .piece.broken")).to_have_count(2)


def test_clues_that_contradict_each_other_are_marked_and_listed(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a\nb b\nc c\nd d\ngivens\n2 .\n2 .\n1 .\n1 .")
    side = desk.page.locator(".side.right")
    expect(side).to_contain_text("These clues contradict each other")
    expect(desk.page.locator(".layer .broken")).not_to_have_count(0)
    expect(side.locator(".clue")).not_to_have_count(0)


def test_a_conflict_is_said_with_the_clues_that_cause_it(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na a a\ngivens\n3 3 .")
    expect(verdict(desk)).to_have_text("No solution: proved.")
    expect(desk.page.locator(".verdict-card")).to_contain_text("One region holds 3")
    expect(desk.page.locator(".layer .broken")).to_have_count(2)
    desk.page.get_by_role("button", name="Row 1, column 2: 3, given").click()
    expect(verdict(desk)).to_have_text("Exactly 2 solutions: proved.")
    expect(desk.page.locator(".layer .broken")).to_have_count(0)
    apply(desk, "kojun\nregions\na\na\ngivens\n.\n2")
    expect(verdict(desk)).to_have_text("No solution: proved.")
    expect(desk.page.get_by_role("button", name="Row 2, column 1: 2, given")).to_be_visible()
    expect(desk.cell("r2c1")).to_have_class(re.compile("broken"))


LISTS = (
    "differences",
    "forced",
    "settling",
    "unneeded",
    "conflicting",
    "contradicting",
    "others",
    "broken",
)


def answer_judgement(desk: Desk, **fields: object) -> None:
    """Answer the question what is known of a puzzle in place of the server."""
    judged = {
        "text": "Not known.",
        "reason": None,
        "solutions": 0,
        "exact": False,
        "clues": 0,
        "complete": True,
        **{name: [] for name in LISTS},
        **fields,
    }
    body = f"event: done\ndata: {json.dumps(judged)}\n\n"
    desk.page.route(
        "**/api/judge*", lambda route: route.fulfill(body=body, content_type="text/event-stream")
    )


def test_a_grade_that_is_not_known_in_time_is_looked_at_longer(desk: Desk) -> None:
    grade = {"reason": "time", "grade": None, "text": "The time limit was reached."}
    answer_judgement(desk, status="found", solutions=1, compared=False, grade=grade)
    desk.go("#/set/shisen")
    apply(desk, "shisen\nABBA\nCDDC\nEECC\nFFGG")
    expect(desk.page.locator(".clue-lists")).to_contain_text("No grade after 10 s.")
    desk.page.unroute("**/api/judge*")
    desk.button("Look longer").click()
    expect(desk.page.locator(".clue-lists")).to_contain_text("games")


def test_whether_tiles_can_be_cleared_may_not_be_known_in_time(desk: Desk) -> None:
    answer_judgement(desk, status="unknown", reason="time", compared=False, grade=None)
    desk.go("#/set/shisen")
    apply(desk, "shisen\nABBA\nCDDC\nEECC\nFFGG")
    expect(verdict(desk)).to_have_text("Not known after 10 s whether it can be solved.")
    expect(desk.button("Look longer")).to_be_visible()


def test_what_is_not_known_in_time_is_said_and_looked_at_longer(desk: Desk) -> None:
    answer_judgement(desk, status="unknown", reason="time", compared=True, grade=None)
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    expect(verdict(desk)).to_have_text("Not known after 10 s; it may still be unique.")
    desk.page.unroute("**/api/judge*")
    desk.button("Look longer").click()
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")


def test_a_draft_is_there_in_another_browser_until_it_is_deleted(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk()
    desk.go("#/set/symmetry")
    desk.cell("r1c1").click()
    desk.press("2")
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("triangle, clue"))
    desk.press("Control+s")
    expect(desk.page.get_by_text("Saved as a draft")).to_be_visible()
    other = open_desk(phone=True)
    other.go("#/workbench")
    other.page.get_by_role("button", name=re.compile("Symmetry.*Draft")).tap()
    expect(other.cell("r1c1")).to_have_attribute("aria-label", re.compile("triangle, clue"))
    other.go("#/workbench")
    expect(other.button("Delete this draft")).to_be_visible()
    expect(other.page.get_by_text("are kept here.")).to_be_hidden()
    for player in PLAYERS[:2]:
        other.begin(player.board)
    other.go("#/workbench")
    delete = other.button("Delete this draft")
    families = other.page.get_by_role("group", name="Family")
    families.get_by_text("Kojun").tap()
    expect(delete).to_have_count(0)
    families.get_by_text("All").tap()
    delete.tap()
    expect(delete).to_have_count(0)
    other.button("Undo").tap()
    expect(delete).to_have_count(1)
    delete.tap()
    expect(delete).to_have_count(0)
    desk.go("#/workbench")
    expect(desk.page.locator(".own-tools")).to_be_visible()
    expect(desk.button("Delete this draft")).to_have_count(0)


def test_the_puzzle_is_shared_and_printed_from_the_desk(desk: Desk) -> None:
    games = len(desk.page.request.get(f"{desk.address}/api/games").json())
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    desk.button("Share").click()
    dialog = desk.page.get_by_role("dialog")
    for name, ending in (("json", "json"), ("candidates", "txt")):
        dialog.get_by_label("Format").select_option(name)
        with desk.page.expect_download() as saved:
            dialog.get_by_role("button", name="Download").click()
        assert saved.value.suggested_filename == f"kojun.{ending}"
    desk.press("Escape")
    desk.button("Print").click()
    expect(desk.page.locator(".sheet-page").first).to_be_visible()
    desk.page.reload()
    expect(desk.page.locator(".sheet-page").first).to_be_visible()
    assert len(desk.page.request.get(f"{desk.address}/api/games").json()) == games


def test_symmetry_and_shisen_are_set_by_touch_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True, scheme="dark")
    desk.go("#/set/symmetry")
    desk.cell("r2c2").tap()
    desk.button("circle").tap()
    expect(desk.cell("r2c2")).to_have_attribute("aria-label", re.compile("circle, clue"))
    desk.button("Shapes: one more").tap()
    expect(desk.button("diamond")).to_be_visible()
    desk.go("#/set/shisen")
    expect(desk.page.locator(".desk[data-family=shisen]")).to_be_visible()
    desk.cell("r2c1").tap()
    desk.cell("r2c2").tap()
    expect(desk.cell("r2c2")).to_have_attribute("aria-label", re.compile(": A"))
    expect(verdict(desk)).to_have_text("It can be solved: proved by a solution.")


def test_a_figure_is_made_by_arranging_all_pieces(desk: Desk) -> None:
    moves = moves_of(next(each for each in all_figures() if each.set_name == "classic"))
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    expect(desk.button("Play it")).to_be_disabled()
    arrange(desk, *moves[:-1])
    expect(verdict(desk)).to_have_text("1 piece is not placed yet.")
    arrange(desk, *moves)
    expect(desk.button("Play it")).to_be_enabled()
    expect(desk.page.locator(".verdict-card:is(.one, .many)")).to_be_visible()
    desk.button("Play it").click()
    desk.wait_for_moves(0)


def test_another_solution_of_a_figure_is_shown_in_place_of_the_own_one(desk: Desk) -> None:
    moves = moves_of(next(each for each in all_figures() if each.name == "stretching cat"))
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    arrange(desk, *moves)
    own = desk.page.locator(".workspace > g > .piece")
    other = desk.page.locator(".workspace .other .piece")
    show, hide = desk.button("Show another solution"), desk.button("Hide the solution")
    expect(desk.voice).to_contain_text("There is another solution.")
    show.click()
    expect(other).to_have_count(7)
    expect(own.first).to_have_css("opacity", "0")
    lies = "(pieces) => pieces.map((piece) => piece.getAttribute('transform')).sort().join()"
    assert other.evaluate_all(lies) != own.evaluate_all(lies)
    hide.click()
    expect(other).to_have_count(0)
    expect(own.first).to_have_css("opacity", "1")
    show.click()
    desk.button("Put back").click()
    expect(verdict(desk)).to_have_text("1 piece is not placed yet.")
    expect(other).to_have_count(0)
    expect(own).to_have_count(6)
    expect(show.or_(hide)).to_have_count(0)


def test_a_piece_is_dragged_on_the_desk(desk: Desk) -> None:
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    piece = desk.page.locator(".piece-tile").first
    x, y = centre(piece)
    board = desk.page.locator(".workspace .figure").bounding_box()
    assert board
    desk.page.mouse.move(x - 5, y - 5)
    desk.page.mouse.down()
    target = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    desk.page.mouse.move(*target, steps=5)
    desk.page.mouse.up()
    expect(verdict(desk)).to_have_text("6 pieces are not placed yet.")
    desk.button("Undo").click()
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")


def test_quick_turns_of_a_piece_add_up_on_the_desk(desk: Desk) -> None:
    desk.go("#/set/tangram")
    arrange(desk, "4=2,2,0")
    piece = desk.page.locator('.layer [role="button"]')
    piece.focus()
    turn = desk.button("Turn right")
    answer = desk.answer_later("**/api/edit*", turn.click)
    for _ in range(3):
        turn.click()
    answer()
    expect(piece).to_have_attribute("aria-label", re.compile("turned by 180 degrees"))


def test_a_setter_colours_an_edge_and_gives_a_piece(desk: Desk) -> None:
    desk.begin(PLAYERS[3].board)
    desk.more("Edit this puzzle")
    desk.page.locator("button.tile").nth(1).click()
    colours = desk.page.locator(".swatch")
    known = colours.count() - 1
    desk.button("New colour").click()
    desk.page.get_by_role("button", name="right edge").click()
    expect(colours).to_have_count(known + 2)
    expect(as_text(desk)).to_have_value(re.compile(rf"\n\d+ {known} "))
    expect(colours.nth(known)).to_have_attribute("aria-pressed", "true")
    colours.first.click()
    desk.page.get_by_role("button", name="right edge").press("Enter")
    expect(as_text(desk)).to_have_value(re.compile(r"\n\d+ 0 "))
    expect(desk.page.get_by_role("button", name="right edge: frame")).to_be_focused()
    desk.cell("r2c2").click()
    desk.button("Given piece").click()
    expect(as_text(desk)).to_have_value(re.compile("hint r2c2 2"))


def test_a_blank_board_is_not_judged(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    for family in ("kojun", "edges"):
        desk.go(f"#/set/{family}")
        expect(verdict(desk)).to_have_text("The board is blank. There is nothing to judge yet.")
    expect(desk.voice).to_contain_text("Choose a colour, then tap a side of a cell")
    desk.button("New colour").tap()
    desk.page.get_by_role("button", name="right edge").tap()
    expect(verdict(desk)).to_contain_text("No solution: proved.")


def test_an_example_shows_how_its_pieces_lie(desk: Desk) -> None:
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    room = desk.page.locator(".workspace .figure").get_attribute("d")
    desk.button("Example").click()
    expect(desk.page.locator(".workspace .piece")).to_have_count(7)
    expect(desk.page.locator(".workspace .figure")).not_to_have_attribute("d", room or "")
    # Whether there are other solutions is not known everywhere in ten seconds.
    expect(verdict(desk)).to_contain_text("solution")
    desk.button("Undo").click()
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    expect(desk.page.locator(".workspace .figure")).to_have_attribute("d", room or "")


def test_a_piece_is_dragged_onto_the_desk_by_touch(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/set/tangram")
    expect(verdict(desk)).to_have_text("7 pieces are not placed yet.")
    board = centre(desk.page.locator(".workspace .figure"))
    Fingers(desk.page).drag(centre(desk.page.locator(".piece-tile").first), board)
    expect(verdict(desk)).to_have_text("6 pieces are not placed yet.")


def test_a_wrong_text_is_answered_with_a_sentence(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, "kojun\nregions\na")
    expect(desk.page.get_by_role("alert")).to_have_text(re.compile(r"\w.*\."))


def test_nothing_moves_while_clues_are_written(desk: Desk) -> None:
    desk.go("#/set/kojun")
    apply(desk, KOJUN)
    expect(desk.page.locator(".verdict-card.one")).to_be_visible()
    desk.cell("r1c1").click()
    desk.page.evaluate(SHIFT)
    before = desk.cell("r1c1").bounding_box()
    desk.press("3")
    expect(desk.page.locator(".layer .unneeded").first).to_be_visible()
    assert desk.cell("r1c1").bounding_box() == before
    assert desk.page.evaluate("window.shift") < 0.05


def test_settled_shapes_are_seen(desk: Desk) -> None:
    desk.go("#/set/symmetry")
    apply(desk, "symmetry\n.s....\n.sc.sc\n.scc.c\n..css.\n.s..t.\n.s.s..")
    expect(verdict(desk)).to_have_text("Exactly one solution: proved.")
    settled, cell = (
        desk.cell("r1c3").locator(".noted-large svg").bounding_box(),
        desk.cell("r1c3").bounding_box(),
    )
    assert settled and cell
    assert 0.4 * cell["height"] < settled["height"] < cell["height"]


def test_a_phone_has_what_a_puzzle_begins_with_above_the_board(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(phone=True)
    desk.go("#/set/kojun")
    desk.button("Rows: one more").tap()
    expect(desk.cell("r7c1")).to_be_visible()
    order = [desk.button("Blank"), desk.button("Columns: one more"), desk.cell("r1c1"), desk.voice]
    tops = [box["y"] for box in (each.bounding_box() for each in order) if box]
    assert len(tops) == len(order) and tops == sorted(tops) and tops[-1] < 844


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.family)
def test_the_desk_is_as_wide_as_a_phone(player: Player, open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.page.set_viewport_size({"width": 360, "height": 640})
    desk.go(f"#/set/{player.family}")
    expect(desk.button("Blank")).to_be_visible()
    assert desk.page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_number_of_solutions_stays_in_view_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/set/kojun")
    expect(desk.voice).to_have_attribute("data-sign", "…")
    apply(desk, KOJUN)
    expect(desk.voice).to_have_attribute("data-sign", "1")
    expect(desk.voice).to_be_in_viewport(ratio=1)
    assert desk.voice.evaluate("each => getComputedStyle(each, '::before').width") == "32px"
    apply(desk, "kojun\nregions\na a a\ngivens\n. 3 .")
    expect(desk.voice).to_have_attribute("data-sign", "2")
    desk.page.set_viewport_size({"width": 1280, "height": 800})  # the card is beside the board
    shown = desk.voice.evaluate("each => getComputedStyle(each, '::before').content")
    assert shown == "none"


def test_a_new_board_forgets_the_cells_that_were_chosen_on_the_last_one(desk: Desk) -> None:
    desk.go("#/set/kojun")
    desk.button("Blank").click()
    desk.cell("r2c2").click()
    expect(desk.page.locator(".layer .chosen")).to_have_count(1)
    desk.button("Rows: one more").click()
    expect(desk.page.locator(".layer .chosen")).to_have_count(0)
    expect(desk.button("Make a region")).to_be_disabled()


def tap_side(desk: Desk, name: str, side: str) -> None:
    """Click near a side of a cell."""
    box = desk.cell(name).bounding_box()
    assert box
    right, down = {"up": (0.5, 0.15), "right": (0.85, 0.5), "down": (0.5, 0.85)}[side]
    desk.page.mouse.click(box["x"] + right * box["width"], box["y"] + down * box["height"])


def pieces(desk: Desk) -> list[tuple[int, ...]]:
    """The pieces of the puzzle in text."""
    rows = re.findall(r"^(\d+(?: \d+){3})$", as_text(desk).input_value(), flags=re.MULTILINE)
    return [tuple(map(int, row.split())) for row in rows]


def test_a_setter_paints_a_solution_whose_sides_fit(desk: Desk) -> None:
    desk.go("#/set/edges")
    expect(desk.cell("r2c2")).to_have_attribute("aria-label", re.compile("piece 8"))
    in_order = pieces(desk)
    desk.button("New colour").click()
    tap_side(desk, "r2c2", "right")
    expect(desk.cell("r2c3")).to_have_attribute("aria-label", re.compile("red square on the left"))
    expect(desk.cell("r2c2")).to_have_attribute("aria-label", re.compile("red square on the right"))
    painted = pieces(desk)
    assert sum(sides.count(2) for sides in painted) == 2
    kinds = [{tuple(sorted(sides)) for sides in each} for each in (in_order, painted)]
    assert (
        painted != in_order and kinds[0] < kinds[1]
    )  # shuffled, and two pieces have a colour more
    expect(verdict(desk)).to_contain_text("solution")
    expect(verdict(desk)).not_to_contain_text("No solution")
    desk.cell("r1c1").focus()
    desk.press("s")
    expect(desk.cell("r2c1")).to_have_attribute("aria-label", re.compile("red square above"))
    tap_side(desk, "r1c1", "up")
    expect(desk.voice).to_have_text("Sides at the rim have the colour of the frame.")
    desk.button("Undo").click()
    expect(desk.cell("r2c1")).not_to_have_attribute("aria-label", re.compile("red square"))
    desk.cell("r3c3").focus()
    desk.button("Given piece").click()
    expect(as_text(desk)).to_have_value(re.compile(r"hint r3c3 \d+"))
    expect(verdict(desk)).not_to_contain_text("No solution")


def test_cells_where_another_solution_differs_from_the_painted_one_are_marked(desk: Desk) -> None:
    desk.go("#/set/edges")
    for name in ("Rows", "Columns"):
        for _ in range(3):
            desk.button(f"{name}: one less").click()
    expect(desk.cell("r3c3")).to_have_attribute("aria-label", re.compile("piece 9"))
    expect(desk.cell("r4c3")).to_have_count(0)  # all clicks count, however fast
    desk.button("Undo").click()
    expect(desk.cell("r3c4")).to_have_attribute("aria-label", re.compile("piece 12"))
    desk.button("Redo").click()
    expect(desk.cell("r3c4")).to_have_count(0)
    desk.button("New colour").click()
    tap_side(desk, "r1c1", "down")
    expect(desk.cell("r2c1")).to_have_attribute("aria-label", re.compile("red square above"))
    tap_side(desk, "r2c2", "right")
    expect(desk.page.locator(".layer .differ")).to_have_count(3)
    expect(desk.cell("r2c2")).to_have_class(re.compile("differ"))
    expect(desk.voice).to_contain_text("Another solution differs in 3 cells.")
    desk.button("Undo").click()
    expect(desk.page.locator(".layer .differ")).to_have_count(0)


def test_the_first_cell_of_a_box_looks_like_the_others(desk: Desk) -> None:
    desk.go("#/set/solids")
    expect(desk.page.locator(".board .drawing rect")).to_have_count(27)
    fills = desk.page.locator(".board .drawing rect").evaluate_all(
        "all => all.map(each => getComputedStyle(each).fill)"
    )
    assert len(set(fills)) == 1 and fills[0] != "none"


def test_a_solution_is_laid_on_the_board_of_a_known_puzzle(desk: Desk) -> None:
    desk.begin(PLAYERS[3].board)
    desk.more("Edit this puzzle")
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
    desk.button("Show a solution").click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile(r"piece \d"))
    desk.button("Take the pieces off").click()
    expect(desk.cell("r1c1")).to_have_attribute("aria-label", re.compile("empty"))
