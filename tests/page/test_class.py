"""A class in browsers: a pupil joins and plays, and the teacher's board shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

import servers
from page.desk import Desk
from page.test_accessible import complaints

pytestmark = pytest.mark.integration

TEACHER = "a-teacher-for-tests.1"
PUZZLE = "kojun\nregions\na a\ngivens\n2 ."


@pytest.fixture(scope="module")
def with_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.Served]:
    folder = tmp_path_factory.mktemp("class")
    puzzle = folder / "puzzle.txt"
    puzzle.write_text(PUZZLE, encoding="utf-8")
    settings = {"QUEBRA_TEACHER_TOKEN": TEACHER, "QUEBRA_READY_DAYS": 0}
    with servers.server(folder / "games.db", "--class", "7B", str(puzzle), **settings) as found:
        yield found


@pytest.fixture(scope="module")
def address(with_class: servers.Served) -> str:
    """The address of the server with a class, for the pages of this module."""
    return with_class.address


def test_a_pupil_joins_and_plays_and_the_board_shows_it(
    with_class: servers.Served, open_desk: Callable[..., Desk]
) -> None:
    teacher, pupil = open_desk(), open_desk(phone=True)
    teacher.page.goto(with_class.page)
    teacher.page.get_by_role("link", name="Classes").first.click()
    expect(teacher.page.get_by_role("heading", name="Start a class")).to_be_visible()
    assert not complaints(teacher)
    teacher.page.get_by_role("link", name="7B").click()
    board = teacher.page.get_by_role("region", name="Who has solved what")
    expect(board).to_contain_text("No pupil has joined yet.")
    code = teacher.page.locator(".joining .code").inner_text()

    pupil.page.goto(f"{with_class.address}/join")
    pupil.page.get_by_label("Code of the class").fill(code.lower())
    pupil.page.get_by_label("Your nickname").fill("Fox")
    assert not complaints(pupil)
    pupil.page.get_by_role("button", name="Join").click()
    expect(pupil.page.get_by_role("heading", name="7B")).to_be_visible()
    expect(pupil.page.get_by_text("You are Fox.")).to_be_visible()
    expect(pupil.page.locator(".class-puzzles b").first).to_have_text("1 Kojun")
    assert not complaints(pupil)
    pupil.page.locator(".class-puzzles a").click()
    pupil.cell("r1c2").click()
    pupil.press("1")
    expect(pupil.page.locator(".finish")).to_be_visible()

    row = board.get_by_role("row").filter(has_text="Fox")
    expect(row.get_by_role("img", name="Solved")).to_be_visible()
    assert not complaints(teacher)
    teacher.page.get_by_role("button", name="Fox").click()
    expect(teacher.button("Let Fox join again")).to_be_visible()
    assert not complaints(teacher)


def test_a_long_nickname_stays_within_the_phone_and_the_board(
    with_class: servers.Served, open_desk: Callable[..., Desk]
) -> None:
    teacher, pupil = open_desk(), open_desk(phone=True)
    teacher.page.goto(with_class.page)
    teacher.page.get_by_role("link", name="Classes").first.click()
    teacher.page.get_by_role("link", name="7B").click()
    code = teacher.page.locator(".joining .code").inner_text()
    name = f"{'W' * 20} {'W' * 19}"
    pupil.page.goto(f"{with_class.address}/join/{code}")
    pupil.page.get_by_label("Your nickname").fill(name)
    pupil.page.get_by_role("button", name="Join").click()
    title = pupil.page.get_by_text(f"You are {name}.")
    expect(title).to_be_visible()
    wide = pupil.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0

    button = teacher.page.get_by_role("button", name=name)
    expect(button).to_be_visible()
    frame = teacher.page.locator(".table-frame")
    assert frame.evaluate("each => each.scrollWidth - each.clientWidth") <= 0
    teacher.page.set_viewport_size({"width": 390, "height": 800})
    cell = teacher.page.get_by_role("rowheader", name=name).bounding_box()
    text, box = button.evaluate("each => [each.scrollWidth, each.clientWidth]")
    assert cell and text <= box <= cell["width"]
    button.click()
    head = teacher.page.locator("dialog .dialog-head")
    expect(head).to_be_visible()
    assert head.evaluate("each => each.scrollWidth - each.clientWidth") <= 0


def test_a_wrong_code_is_said_and_nothing_else_happens(
    with_class: servers.Served, open_desk: Callable[..., Desk]
) -> None:
    pupil = open_desk()
    pupil.page.goto(f"{with_class.address}/join/WRONG1")
    expect(pupil.page.get_by_label("Code of the class")).to_have_value("WRONG1")
    pupil.page.get_by_label("Your nickname").fill("Fox")
    pupil.page.get_by_role("button", name="Join").click()
    expect(pupil.page.get_by_role("alert")).to_contain_text("No class has the code 'WRONG1'")
    assert json.loads(pupil.page.evaluate("fetch('/api/games').then(r => r.text())")) == []
