"""The other views: new and open; languages and themes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from page.desk import Desk
from page.hands import PLAYERS
from parameters import every
from quebra import load, to_html
from quebra.families.tangram.sets import SETS

pytestmark = pytest.mark.integration

LONG = "shisen\nA B C A\nD B D C"
"""Its solution has several rounds."""


def test_a_solution_in_rounds_has_the_whole_width(desk: Desk) -> None:
    desk.begin(LONG)
    desk.more("Show the solution")
    boards = desk.page.locator("dialog figure svg")
    expect(boards).to_have_count(2)
    expect(desk.page.locator("dialog .pair")).to_have_class("pair way")
    own, solution = (each.bounding_box() for each in boards.all())
    assert own and solution and solution["y"] >= own["y"] + own["height"]
    assert desk.page.get_by_text("Places that agree").count() == 0


def test_the_family_of_the_page_is_in_sight_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/puzzles/solids")
    expect(desk.page.locator(".family-links [aria-current]")).to_be_in_viewport(ratio=0.9)


KOJUN = PLAYERS[0].board
TRANSFER = """([name, text]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
  const kinds = { drop: DragEvent, paste: ClipboardEvent };
  document.querySelector("main").dispatchEvent(new kinds[name](name, options));
}"""
"""Drop or paste a text on the page."""


def test_a_new_puzzle_is_made_by_size_grade_and_seed(desk: Desk) -> None:
    pictures = []
    for _ in range(2):
        desk.go("#/new/kojun")
        desk.page.get_by_label("Rows", exact=True).fill("4")
        desk.page.get_by_label("Columns", exact=True).fill("5")
        desk.page.locator("select[name=grade]").select_option("easy")
        desk.page.get_by_label("Seed").fill("12")
        desk.button("Make it").click()
        desk.wait_for_moves(0)
        expect(desk.page.locator(".title-row")).to_contain_text("4 × 5")
        pictures.append(desk.picture)
    assert pictures[0] == pictures[1]


def test_a_wish_that_cannot_be_is_answered_with_a_sentence(desk: Desk) -> None:
    desk.go("#/new/kojun")
    desk.page.locator("summary").click()
    desk.page.get_by_label("Number of givens").fill("100000")
    desk.button("Make it").click()
    expect(desk.page.locator(".said")).to_have_text(re.compile(r"\w.*\."))


def test_a_text_a_link_and_a_file_are_opened(desk: Desk) -> None:
    link = desk.post("/api/convert", {"puzzle": puzzle(desk), "to": "puzzlink"})["text"]
    for source in (KOJUN, link):
        desk.go("#/open")
        desk.page.get_by_label("Or paste").fill(source)
        desk.button("Open").click()
        desk.wait_for_moves(0)
        expect(desk.cell("r1c2")).to_have_attribute("aria-label", re.compile("2, given"))
    desk.go("#/open")
    file = {"name": "board.txt", "mimeType": "text/plain", "buffer": KOJUN.encode()}
    desk.page.get_by_label("A file").set_input_files(file)  # type: ignore[arg-type]
    desk.wait_for_moves(0)


def test_a_puzzle_is_opened_by_a_drop_or_a_paste_anywhere(desk: Desk) -> None:
    for event in ("drop", "paste"):
        desk.go("#/settings")
        expect(desk.page.get_by_role("heading", level=1)).to_have_text("Settings")
        desk.page.evaluate(TRANSFER, [event, KOJUN])
        desk.wait_for_moves(0)
        expect(desk.cell("r1c2")).to_have_attribute("aria-label", re.compile("2, given"))


VIEWS = ("", "#/puzzles", "#/workbench", "#/statistics", "#/learn", "#/set", "#/print", "#/open")


@pytest.mark.parametrize("view", every(4, [*VIEWS, "game"]))
def test_a_puzzle_is_pasted_on_every_view(desk: Desk, view: str) -> None:
    if view == "game":
        desk.begin("shisen\nABBA\nCCDD")
    else:
        desk.go(view)
        expect(desk.page.get_by_role("heading", level=1)).to_be_visible()
    desk.page.evaluate(TRANSFER, ["paste", KOJUN])
    expect(desk.cell("r1c2")).to_have_attribute("aria-label", re.compile("2, given"))


def test_a_file_that_plays_is_opened_as_its_puzzle(desk: Desk) -> None:
    desk.go("#/settings")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Settings")
    desk.page.evaluate(TRANSFER, ["drop", to_html(load(KOJUN))])
    expect(desk.cell("r1c2")).to_have_attribute("aria-label", re.compile("2, given"))


def test_a_genre_that_quebra_does_not_have_is_named(desk: Desk) -> None:
    desk.go("#/open")
    desk.page.get_by_label("Or paste").fill("https://puzz.link/p?sudoku/9/9/g1h")
    desk.button("Open").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("Sudoku is not one of Quebra's families")


def puzzle(desk: Desk) -> object:
    """The board of these tests, as the server understands it."""
    return desk.post("/api/load", {"source": KOJUN})["puzzle"]


def test_what_cannot_be_opened_is_said_with_its_place(desk: Desk) -> None:
    desk.go("#/open")
    desk.page.get_by_label("Or paste").fill("kojun\nregions\na a\ngivens\n9 .")
    desk.button("Open").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("Row 1, column 1")


def test_the_page_speaks_portuguese(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(locale="pt-BR")
    desk.go("#/")
    expect(desk.page.locator("html")).to_have_attribute("lang", "pt")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text(
        "Quebra-cabeças que comprovadamente têm solução, e dicas que dizem por quê."
    )
    desk.begin(KOJUN)
    desk.page.get_by_role("tab", name="Análise").click()
    desk.button("Ainda tem solução?").click()
    expect(desk.voice).to_contain_text("Ainda tem solução: provado.")


def test_wishes_are_named_in_portuguese_too(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(locale="pt-BR")
    desk.go("#/new/edges")
    desk.page.locator("summary").click()
    shape = desk.page.get_by_label("A forma das peças")
    assert shape.locator("option").all_inner_texts()[1:3] == ["cubos", "hexágonos"]


def test_sets_of_pieces_are_named_and_say_where_they_come_from(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(locale="pt-BR")
    desk.go("#/new/tangram")
    desk.page.locator("summary").click()
    sets = desk.page.get_by_label("O conjunto de peças")
    titles = sets.locator("option").all_inner_texts()
    assert len(titles) == len(SETS) + 1
    assert "Cruz grega" in titles
    note = desk.page.locator("details .about").first
    expect(note).to_contain_text("1813")
    sets.select_option("greek-cross")
    source = "Sam Loyd, Tit-Bits, Londres, 1897."
    expect(note).to_have_text(f"4 peças; figuras: cruz, quadrado. {source}")


def test_polygons_with_colours_are_made_and_played(desk: Desk) -> None:
    desk.go("#/new/tangram")
    desk.page.locator("summary").click()
    label = "Cut a rectangle into polygons with this many colours on their sides"
    desk.page.get_by_label(label).fill("3")
    desk.button("Make it").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Tangram")
    game = desk.page.url.rpartition("/")[2]
    puzzle = desk.page.request.get(f"{desk.address}/api/games/{game}").json()["puzzle"]
    assert len(puzzle["pieces"]) == 6
    assert all(piece["colours"] for piece in puzzle["pieces"])
    desk.tool("Hint").click()
    expect(desk.voice).to_contain_text(re.compile("Look at the outlined (piece|place)."))


def test_a_server_that_is_gone_is_said_and_found_again(desk: Desk) -> None:
    desk.begin(KOJUN)
    desk.page.route("**/api/**", lambda route: route.abort())
    desk.press("1")
    expect(desk.voice).to_contain_text("The page has lost Quebra.")
    desk.page.get_by_role("link", name="Back", exact=True).click()
    expect(desk.page.locator(".empty")).to_contain_text("The page has lost Quebra.")
    desk.page.unroute("**/api/**")
    desk.button("Try again").click()
    expect(desk.page.locator(".puzzle-card svg").first).to_be_visible()


def test_a_view_that_comes_late_does_not_show_itself_over_the_next(desk: Desk) -> None:
    game = desk.begin(KOJUN)
    held: list[Route] = []
    desk.go("#/open")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Open a puzzle")
    desk.page.route(f"**/api/games/{game}?lang=*", lambda route: held.append(route))
    with desk.page.expect_request(f"**/api/games/{game}?lang=*"):
        desk.go(f"#/game/{game}")
    desk.go("#/new")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("A new puzzle")
    with desk.page.expect_response(f"**/api/games/{game}?lang=*"):
        held[0].continue_()
    desk.page.wait_for_timeout(500)
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("A new puzzle")


def test_the_page_works_where_storage_is_off(desk: Desk) -> None:
    off = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('off') }})"
    desk.page.add_init_script(off)
    desk.begin(KOJUN)
    desk.press("1")
    desk.wait_for_moves(1)
    desk.more("Hide the clock")
    desk.button("More").click()
    desk.button("Dark").click()
    desk.page.reload()
    desk.wait_for_moves(1)


def test_an_address_that_leads_nowhere_says_what_to_do(desk: Desk) -> None:
    desk.go("#p=nonsense")
    expect(desk.page.get_by_role("link", name="To the home page", exact=True)).to_be_visible()
    expect(desk.page.locator(".empty")).to_contain_text("The link is damaged")
    desk.go("#/game/none")
    expect(desk.page.locator(".empty")).to_contain_text("There is no game 'none'.")
    for route in ("#/game/", "#/nowhere", "#/game/%E0%A4%A"):
        desk.go(route)
        expect(desk.page.get_by_role("heading", level=1)).to_contain_text("proved to work out")
