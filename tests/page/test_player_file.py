"""Files that play a puzzle: opened from a disk in a real browser, without any server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from page.desk import MILLISECONDS
from parameters import every
from quebra import Puzzle, draw, generate, load, solve, to_html
from quebra.families.edges.model import Edges
from quebra.families.shisen.model import Shisen
from quebra.families.solids.sets import SETS
from quebra.families.tangram.sets import piece_set
from quebra.play import About
from quebra.service.replay import to_replay
from quebra.service.verbs import storyboard

pytestmark = pytest.mark.integration

SOLVED = "Solved: every rule holds."
KOJUN = "kojun\nregions\na a\nb b\ngivens\n2 .\n. ."

Open = Callable[..., Page]


@pytest.fixture
def open_file(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open the file of a puzzle, or a text; in the end there is no error and no foreign request."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def opened(puzzle: Puzzle | str, phone: bool = False, lang: str = "en") -> Page:
        path = tmp_path / "puzzle.html"
        content = puzzle if isinstance(puzzle, str) else to_html(puzzle, lang)
        path.write_text(content, encoding="utf-8")
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme="dark" if phone else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("request", lambda request: wrong.extend(_foreign(request.url)))
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def _foreign(url: str) -> Iterator[str]:
    if not url.startswith("file:"):
        yield f"A request went to {url}."


def _cell(row: int, column: int) -> str:
    return f'.grid [data-where="{row},{column}"]'


def _said(page: Page, text: str) -> None:
    expect(page.locator("#strip")).to_have_text(text)


def test_kojun_by_keyboard(open_file: Open) -> None:
    page = open_file(load(KOJUN))
    page.locator(_cell(0, 0)).focus()
    page.keyboard.press("c")
    _said(page, "No rule is broken so far.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.keyboard.press("c")
    _said(page, "One region holds 2 at row 1, columns 1 and 2.")
    expect(page.locator(".grid .broken")).to_have_count(2)
    page.keyboard.press("Control+z")
    cell = page.locator(_cell(0, 1))
    expect(cell).to_have_attribute("aria-label", "Row 1, column 2: empty")
    page.keyboard.press("Control+y")
    expect(cell).to_have_attribute("aria-label", "Row 1, column 2: 2")
    for key in ("1", "ArrowDown", "2", "ArrowLeft", "1"):
        page.keyboard.press(key)
    _said(page, SOLVED)


def test_tools_are_in_view_below_what_the_setter_says(open_file: Open) -> None:
    about = About(title="Four corners", author="Ana", note="Begin at the top. " * 8)
    page = open_file(to_html(load(KOJUN), about=about))
    expect(page.locator("header")).to_contain_text("Set by Ana.")
    box = page.get_by_role("button", name="Check").bounding_box()
    assert box and box["y"] + box["height"] <= 800
    expect(page.get_by_text("Begin at the top.")).to_be_visible()


def test_a_game_is_kept_and_reset(open_file: Open) -> None:
    page = open_file(load(KOJUN))
    page.locator(_cell(1, 0)).click()
    page.keyboard.press("Shift+Digit2")
    expect(page.locator(".mark")).to_have_count(1)
    page.keyboard.press("1")
    filled = page.locator(_cell(1, 0))
    expect(filled).to_have_attribute("aria-label", "Row 2, column 1: 1")
    page.reload()
    expect(filled).to_have_attribute("aria-label", "Row 2, column 1: 1")
    page.get_by_role("button", name="Reset").click()
    expect(filled).to_have_attribute("aria-label", "Row 2, column 1: empty")
    page.locator(_cell(0, 0)).click()
    page.keyboard.press("1")
    _said(page, "Row 1, column 1: 2 is given.")


@pytest.mark.parametrize("name", ["kojun", "symmetry"])
def test_entries_by_touch(open_file: Open, name: str) -> None:
    puzzle: Any = generate(name, "4x4", seed=5)
    solution: Any = solve(puzzle).solutions[0]
    page = open_file(puzzle, phone=True)
    clues = puzzle.givens if name == "kojun" else puzzle.clues
    for r, row in enumerate(solution.grid):
        for c, value in enumerate(row):
            if value and not clues[r][c]:
                page.locator(_cell(r, c)).tap()
                page.locator(".keys .key").nth(value - 1).tap()
    _said(page, SOLVED)


@pytest.mark.parametrize("gravity", [False, True])
def test_shisen_by_touch(open_file: Open, gravity: bool) -> None:
    puzzle = generate(Shisen, "4x4", seed=2, gravity=gravity)
    page = open_file(puzzle, phone=True)
    for _, move in solve(puzzle, count=1).solutions[0].moves:
        for cell in move.pair:
            page.locator(_cell(*cell)).tap()
    _said(page, SOLVED)


@pytest.mark.parametrize("shape", ["square", "hexagon", "triangle"])
def test_edges_by_mouse(open_file: Open, shape: str) -> None:
    puzzle = generate(Edges, "3x3", seed=3, shape=shape)
    page = open_file(puzzle)
    for placed in solve(puzzle, count=1).solutions[0].cells:
        page.locator(f'.tray [data-piece="{placed.piece}"]').click()
        for _ in range(placed.turn):
            page.get_by_role("button", name="Turn", exact=True).click()
        page.locator(_cell(*placed.cell)).click()
    _said(page, SOLVED)


def test_cubes_are_drawn_and_not_played(open_file: Open) -> None:
    page = open_file(generate("edges", "2x2", seed=1, shape="cube"))
    _said(page, "Cubes, stacks and irregular boards are drawn here. They are played with Quebra.")
    expect(page.locator(".tray svg")).to_have_count(8)
    expect(page.get_by_role("button")).to_have_count(0)


def test_a_tangram_by_mouse(open_file: Open) -> None:
    puzzle: Puzzle = load(TWO_HALVES)
    page = open_file(puzzle)
    expect(page.locator(".left")).to_have_text("0% of the figure is covered.")
    _drag(page, 0, (0.35, 0.65))
    expect(page.locator(".left")).to_have_text("50% of the figure is covered.")
    page.get_by_role("button", name="Check").click()
    _said(page, "No rule is broken so far.")
    for _ in range(12):
        page.locator('[data-piece="1"]').focus()
        page.keyboard.press("]")
    _drag(page, 1, (0.65, 0.35))
    expect(page.locator(".left")).to_have_text("100% of the figure is covered.")
    _said(page, SOLVED)


TWO_HALVES = """\
tangram
piece half x2: M0 0 L1 1 L0 1 Z
figure: M0 0 L1 0 L1 1 L0 1 Z
"""


def _drag(page: Page, number: int, share: tuple[float, float]) -> None:
    """Drag a piece by a point, given as shares of its size, nearly to that of the figure."""
    figure = page.locator("#board svg > path").first.bounding_box()
    piece = page.locator(f'[data-piece="{number}"]').bounding_box()
    assert figure and piece
    x, y = share
    page.mouse.move(piece["x"] + piece["width"] * x, piece["y"] + piece["height"] * y)
    page.mouse.down()
    there = figure["x"] + figure["width"] * x + 3, figure["y"] + figure["height"] * y - 4
    page.mouse.move(*there, steps=5)
    page.mouse.up()


SOLID = """\
solids
mirror
piece I
##
piece V
##|#.
target
##|##
#.|..
"""


def test_a_packing_by_touch(open_file: Open) -> None:
    page = open_file(load(SOLID), phone=True)
    page.locator('.tray [data-piece="0"]').tap()
    page.get_by_role("button", name="Tip right").tap()
    _said(page, "Turned: 1 wide, 1 deep, 2 high.")
    page.locator(_cell(2, 0)).tap()  # it snaps down to a free place
    first = page.locator(_cell(0, 0))
    expect(first).to_have_attribute("aria-label", "Layer 1, row 1, column 1: I.")
    page.locator('.tray [data-piece="1"]').tap()
    page.get_by_role("button", name="Mirror").tap()
    page.locator(_cell(0, 1)).tap()
    _said(page, "V does not fit there.")
    page.get_by_role("button", name="Turn round").tap()
    page.locator(_cell(0, 1)).tap()
    _said(page, SOLVED)


def test_a_packing_by_keyboard(open_file: Open) -> None:
    page = open_file(SETS["tetracubes"].puzzle())
    view = page.locator(".view svg")
    angles = view.get_attribute("data-angles") or ""
    page.locator('.tray [data-piece="1"]').focus()
    page.keyboard.press("Enter")
    page.locator(_cell(0, 0)).focus()
    page.keyboard.press("z")
    page.keyboard.press("Shift+Z")
    expect(page.locator(".grid .chosen")).to_have_count(4)
    page.keyboard.press("Enter")
    expect(page.locator(".left")).to_have_text("7 pieces are left.")
    page.keyboard.press("PageUp")
    expect(page.locator('.grid [aria-selected="true"]')).to_have_attribute("data-where", "4,0")
    page.keyboard.press("PageDown")
    page.keyboard.press("c")
    _said(page, "No rule is broken so far.")
    page.keyboard.press("]")
    expect(view).not_to_have_attribute("data-angles", angles)
    page.keyboard.press("Delete")
    expect(page.locator(".left")).to_have_text("8 pieces are left.")


def test_a_given_piece_of_a_packing_stays(open_file: Open) -> None:
    page = open_file(load(SOLID.replace("target", "given 1=0,0,0,y\ntarget")))
    page.locator(_cell(0, 0)).click()
    _said(page, "I is given.")
    page.keyboard.press("Delete")
    _said(page, "I is given.")
    expect(page.locator(".left")).to_have_text("1 piece is left.")


@pytest.mark.parametrize("lang", ["pt", "es"])
def test_the_language_of_the_file(open_file: Open, lang: str) -> None:
    page = open_file(load(KOJUN), lang=lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(
        page.get_by_role("button", name={"pt": "Conferir", "es": "Comprobar"}[lang])
    ).to_be_visible()


@pytest.mark.parametrize("phone", every(2, [True, False]))
@pytest.mark.parametrize("name", ["kojun", "symmetry", "shisen", "edges", "tangram", "solids"])
def test_files_are_accessible(open_file: Open, name: str, phone: bool) -> None:
    if name == "tangram":
        puzzle: Puzzle = piece_set("classic").puzzle("square")
    elif name == "solids":
        puzzle = SETS["soma"].puzzle()
    else:
        puzzle = generate(name, "4x4", seed=1)
    page = open_file(puzzle, phone=phone)
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()


def test_an_explanation_is_replayed(open_file: Open) -> None:
    puzzle = load(KOJUN)
    steps = [(step.text, drawing) for step, drawing in storyboard(puzzle)]
    page = open_file(to_replay(draw(puzzle), steps), phone=True)
    shown = page.locator("figure:visible figcaption")
    expect(shown).to_have_text("The puzzle.")
    page.get_by_role("button", name="Forward").click()
    expect(shown).to_have_text(steps[0][0])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text(f"2 / {len(steps)}")
    page.get_by_role("slider").fill("0")
    expect(shown).to_have_text("The puzzle.")
    page.get_by_role("button", name="Play").click()
    expect(shown).to_have_text(steps[0][0])
