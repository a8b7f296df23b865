"""Print: puzzles are chosen, real pages are shown, and a PDF with the same pages is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect
from pypdf import PdfReader

from page.desk import Desk
from page.hands import PLAYERS
from page.test_accessible import complaints

pytestmark = pytest.mark.integration

KOJUN = PLAYERS[0].board


def pages(desk: Desk) -> Locator:
    """The pages of a preview that is complete."""
    return desk.page.locator(".sheets:not([aria-busy]) .sheet-page")


def choose(desk: Desk, family: str, count: int) -> None:
    """Choose the first puzzles of a family in the sheet that is open."""
    title = desk.page.locator("summary", has_text=family)
    group = desk.page.locator(".print-choice details", has=title)
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    for i in range(count):
        group.get_by_role("checkbox").nth(i).check()


def saved(desk: Desk, name: str, folder: Path) -> PdfReader:
    """The PDF that the button of this name saves."""
    with desk.page.expect_download() as download:
        desk.button(name).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return PdfReader(path)


def test_chosen_puzzles_are_a_worksheet_and_then_a_book(desk: Desk, tmp_path: Path) -> None:
    desk.go("#/print")
    expect(desk.button("Download as PDF")).to_be_disabled()
    desk.page.locator(".sheets").get_by_role("button", name="Choose puzzles").click()
    choose(desk, "Kojun", 3)
    choose(desk, "Symmetry", 2)
    assert not complaints(desk)
    desk.button("Done").click()
    expect(desk.page.locator(".print-puzzles li")).to_have_count(5)
    expect(pages(desk)).to_have_count(5)  # two examples, two sheets, solutions
    assert pages(desk).first.evaluate("page => page.decode().then(() => page.naturalWidth)") > 700
    for chip in ("Example", "Solutions at the end"):
        desk.button(chip).click()
    expect(pages(desk)).to_have_count(2)
    desk.button("2").click()
    desk.page.get_by_label("Title").fill("Für Ana")
    desk.page.get_by_label("Title").press("Enter")
    expect(pages(desk)).to_have_count(3)
    assert not complaints(desk)
    sheet = saved(desk, "Download 3 pages as PDF", tmp_path)
    texts = [page.extract_text() for page in sheet.pages]
    assert [text.count("Für Ana") for text in texts] == [1, 1, 1]
    assert all("Name" in text and "Date" in text for text in texts)

    desk.button("Book").click()
    desk.page.get_by_label("Paper").select_option("a5")
    expect(desk.button("Download 7 pages as PDF")).to_be_enabled()
    book = saved(desk, "Download 7 pages as PDF", tmp_path)
    assert [round(float(side)) for side in book.pages[0].mediabox[2:]] == [420, 595]
    assert "5 puzzles" in book.pages[0].extract_text()

    desk.button("Remove Kojun, Easy, 5 × 5").click()
    expect(desk.page.locator(".print-puzzles li")).to_have_count(4)
    desk.button("Cut-out").click()
    expect(desk.page.locator(".sheets")).to_contain_text("Choose puzzles with pieces to cut out")
    expect(desk.button("Download as PDF")).to_be_disabled()


def test_own_games_and_a_recipe_on_a_phone_in_portuguese(
    open_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    desk = open_desk(phone=True, scheme="dark", locale="pt-BR")
    game = desk.begin("symmetry\n. . .\n. s .\n. . .")
    desk.go(f"#/print/{game}")
    expect(desk.page.locator(".print-puzzles li")).to_have_count(1)
    expect(pages(desk)).to_have_count(3)
    desk.page.locator(".print-side").get_by_role("button", name="Escolher").tap()
    own = desk.page.locator(".print-choice details", has_text="Meus quebra-cabeças")
    expect(own.get_by_role("checkbox").first).to_be_visible()
    desk.button("Pronto").tap()
    desk.button("Remover Simetria, 3 × 3").tap()
    recipe = desk.page.get_by_label("Receita para quebra-cabeças novos")
    recipe.fill("kojun 4x4 x2")
    recipe.press("Enter")
    desk.page.get_by_label("Variantes").select_option("A, B, C")
    expect(desk.button("Baixar 7 páginas em PDF")).to_be_enabled()
    assert desk.page.evaluate("document.documentElement.scrollWidth") == 390
    assert not complaints(desk)
    sheet = saved(desk, "Baixar 7 páginas em PDF", tmp_path)
    titles = [page.extract_text().splitlines()[0] for page in sheet.pages]
    assert titles[0] == "Exemplo"
    assert "Soluções" in sheet.pages[6].extract_text()
    recipe.fill("kojun 4x4 fácil")
    recipe.press("Enter")
    expect(desk.page.locator(".print-state .said")).to_contain_text("fácil")
    expect(desk.button("Baixar em PDF")).to_be_disabled()


def test_drafts_are_printed_and_long_work_is_stopped(desk: Desk) -> None:
    game = desk.begin(KOJUN)
    desk.go("#/set/symmetry")
    desk.button("Save as a draft").click()

    def hold(route: Route) -> None:
        """Never answer."""

    desk.go(f"#/game/{game}")
    desk.wait_for_moves(0)
    desk.page.route("**/api/worksheet*", hold)
    desk.more("Print")
    desk.page.locator(".print-state").get_by_role("button", name="Stop").click()
    expect(desk.page.locator(".print-state")).to_contain_text("Stopped.")
    desk.page.unroute("**/api/worksheet*")
    desk.button("Try again").click()
    expect(pages(desk)).to_have_count(3)
    desk.page.locator(".print-side").get_by_role("button", name="Choose puzzles").click()
    desk.page.get_by_label("Symmetry, Draft").check()
    desk.button("Done").click()
    expect(pages(desk)).to_have_count(4)
