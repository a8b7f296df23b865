"""Packing in space: pieces are dragged in the plans, and the view turns by a drag."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.touch import Fingers, Pixel
from quebra import convert, generate
from quebra.families.solids.model import Piece, Solids

pytestmark = pytest.mark.integration

PUZZLE = Solids(pieces=(Piece("I", ("##",)), Piece("V", ("##|#.",))), target=("###|###", "#..|..."))
BOARD = convert(PUZZLE, "text")
TRAY = ".tray .tile"


def _middle(desk: Desk, selector: str) -> Pixel:
    box = desk.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _cell(row: int, column: int) -> str:
    """A cell by its row and column in the grid of all plans."""
    return f'.layer [data-where="{row},{column}"]'


def _holds(desk: Desk, cell: str, content: str) -> None:
    expect(desk.page.locator(cell)).to_have_accessible_name(re.compile(content))


def test_a_piece_is_dragged_to_the_plans_moved_and_put_back(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(TRAY).nth(0).drag_to(desk.page.locator(_cell(0, 0)))
    desk.wait_for_moves(1)
    _holds(desk, _cell(0, 1), ": I")
    desk.page.locator(_cell(0, 1)).drag_to(desk.page.locator(_cell(1, 2)))
    desk.wait_for_moves(2)
    _holds(desk, _cell(1, 1), ": I")
    _holds(desk, _cell(1, 2), ": I")
    _holds(desk, _cell(0, 1), "empty")
    desk.page.locator(_cell(1, 1)).drag_to(desk.page.locator(".message"))
    desk.wait_for_moves(3)
    expect(desk.page.locator(TRAY)).to_have_count(2)


def test_a_piece_that_does_not_fit_in_a_layer_is_said_to_lie_in_another(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(TRAY).nth(0).click()
    desk.page.locator(_cell(0, 3)).click()
    desk.wait_for_moves(1)
    expect(desk.voice).to_have_text("I lies in layer 1, where it fits.")


@pytest.mark.parametrize(
    ("target", "turn", "chosen", "there"),
    [
        ("###|##.", "Turn round", (0, 2), "to the left"),
        ("###|.##", "Turn round", (0, 0), "to the right"),
        ("####|.#..", None, (1, 1), "further up"),
        ("#..|###|#..", None, (0, 0), "further down"),
    ],
)
def test_a_piece_beside_the_chosen_cell_is_said_to_lie_there(
    desk: Desk, target: str, turn: str | None, chosen: tuple[int, int], there: str
) -> None:
    desk.begin(convert(msgspec.structs.replace(PUZZLE, target=(target,)), "text"))
    desk.page.locator(TRAY).nth(0).click()
    if turn:
        desk.button(turn).click()
    desk.page.locator(_cell(*chosen)).click()
    desk.wait_for_moves(1)
    expect(desk.voice).to_have_text(f"I lies one cell {there}, where it fits.")
    _holds(desk, _cell(*chosen), "empty")


def test_a_piece_that_covers_the_chosen_cell_is_laid_without_a_message(desk: Desk) -> None:
    desk.begin(convert(msgspec.structs.replace(PUZZLE, target=("##.|###",)), "text"))
    desk.page.locator(TRAY).nth(0).click()
    desk.page.locator(_cell(0, 1)).click()
    desk.wait_for_moves(1)
    _holds(desk, _cell(0, 1), ": I")
    expect(desk.voice).not_to_contain_text("where it fits")


def test_cells_are_marked_while_a_piece_is_dragged(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.mouse.move(*_middle(desk, TRAY))
    desk.page.mouse.down()
    desk.page.mouse.move(*_middle(desk, _cell(1, 0)), steps=4)
    expect(desk.page.locator(".layer .chosen")).to_have_count(2)
    expect(desk.page.locator(".ghost")).to_have_count(1)
    desk.page.mouse.move(*_middle(desk, ".message"))
    desk.page.mouse.up()
    expect(desk.page.locator(".layer .chosen")).to_have_count(0)
    expect(desk.page.locator(".ghost")).to_have_count(0)
    desk.wait_for_moves(0)


def test_a_place_where_a_piece_does_not_fit_is_marked_and_the_reason_is_said(desk: Desk) -> None:
    pieces = (Piece("I", ("###",)), Piece("O", ("#",)))
    desk.begin(convert(Solids(pieces=pieces, target=("###|#..",)), "text"))
    misfit = desk.page.locator(".layer .misfit")
    desk.page.locator(TRAY).nth(0).click()
    desk.press("z")
    desk.page.locator(_cell(0, 0)).hover()
    expect(misfit).to_have_count(2)
    expect(desk.page.locator(".layer .chosen")).to_have_count(0)
    desk.page.locator(_cell(0, 0)).click()
    expect(desk.voice).to_have_text("I does not fit there: a part would lie outside the target.")
    desk.press("Shift+Z")
    expect(misfit).to_have_count(0)
    desk.page.locator(TRAY).nth(1).drag_to(desk.page.locator(_cell(0, 1)))
    desk.wait_for_moves(1)
    desk.page.locator(TRAY).nth(0).click()
    desk.page.locator(_cell(0, 0)).click()
    expect(desk.voice).to_have_text("I does not fit there: O is in the way.")
    expect(misfit).to_have_count(3)


def test_a_piece_is_laid_where_it_is_shown(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(TRAY).nth(1).click()
    desk.page.locator(_cell(0, 3)).hover()
    shown = desk.page.locator(".layer .chosen")
    expect(shown).to_have_count(3)
    cells = [cell.get_attribute("data-where") for cell in shown.all()]
    coloured = desk.page.locator(".solid-view polygon:not([fill=currentColor])")
    expect(coloured).not_to_have_count(0)
    desk.press("Escape")
    expect(coloured).to_have_count(0)
    desk.page.locator(TRAY).nth(1).click()
    desk.page.locator(_cell(0, 3)).click()
    desk.wait_for_moves(1)
    for cell in cells:
        _holds(desk, f'.layer [data-where="{cell}"]', ": V")


def test_the_letters_of_the_axes_stay_in_the_view(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(".layer [aria-selected=true]").focus()
    for _ in range(8):
        assert desk.page.evaluate(
            """() => {
              const view = document.querySelector(".solid-view svg").getBoundingClientRect();
              return [...document.querySelectorAll(".solid-view text")].every((each) => {
                const box = each.getBoundingClientRect();
                return box.top >= view.top && box.bottom <= view.bottom
                  && box.left >= view.left && box.right <= view.right;
              });
            }"""
        )
        desk.press("]", 3)


def test_a_piece_is_dragged_by_touch(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.begin(BOARD)
    fingers = Fingers(desk.page)
    x, y = _middle(desk, TRAY)
    fingers.down((x, y))
    for step in range(1, 5):
        fingers.slide((x, y - 10 * step))
    fingers.slide(_middle(desk, _cell(0, 0)))
    fingers.up()
    desk.wait_for_moves(1)
    fingers.drag(_middle(desk, _cell(0, 0)), _middle(desk, _cell(1, 1)))
    desk.wait_for_moves(2)
    _holds(desk, _cell(1, 2), ": I")


def test_the_view_turns_by_a_drag_and_is_reset_by_a_double_click(desk: Desk) -> None:
    desk.begin(BOARD)
    view = desk.page.locator(".solid-view svg")
    usual = view.get_attribute("data-angles") or ""
    x, y = _middle(desk, ".solid-view svg")
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 40, y + 10, steps=4)
    desk.page.mouse.up()
    expect(view).not_to_have_attribute("data-angles", usual)
    view.dblclick()
    expect(view).to_have_attribute("data-angles", usual)


def test_a_hint_marks_the_piece_and_shows_it_in_the_view(desk: Desk) -> None:
    puzzle = msgspec.structs.replace(PUZZLE, target=("##|##", "#.|.."))
    desk.begin(convert(puzzle, "text"))
    coloured = desk.page.locator(".solid-view polygon:not([fill=currentColor])")
    expect(coloured).to_have_count(0)
    desk.tool("Hint").click()
    expect(desk.voice).to_have_class(re.compile("hint"))
    desk.tool("Hint").click()
    expect(desk.page.locator(f"{TRAY}.hinted")).to_have_count(1)
    expect(coloured).not_to_have_count(0)
    desk.page.locator(TRAY).nth(0).drag_to(desk.page.locator(_cell(0, 0)))
    desk.wait_for_moves(1)
    expect(desk.page.locator(f"{TRAY}.hinted")).to_have_count(0)


@pytest.mark.parametrize(("size", "least"), [((390, 844), 130), ((360, 640), 96)])
def test_the_view_has_the_free_room_of_a_phone(
    size: tuple[int, int], least: int, open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True)
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.begin(BOARD)
    view, message, pieces, tools = (
        desk.page.locator(each).bounding_box()
        for each in (".solid-view", ".message", ".tray .pieces", ".tools")
    )
    assert view and message and pieces and tools
    assert view["height"] >= least
    assert message["y"] + message["height"] <= view["y"], "it covers the message"
    assert view["x"] + view["width"] <= pieces["x"]
    assert tools["y"] + tools["height"] <= size[1]


def test_many_turns_in_the_tray_are_one(desk: Desk) -> None:
    desk.begin(BOARD)
    desk.page.locator(TRAY).nth(1).click()
    for letter in "xyz" * 16:
        desk.press(letter)
    desk.page.locator(_cell(0, 0)).click()
    desk.wait_for_moves(1)


def test_a_setter_paints_the_target_and_chooses_the_pieces(desk: Desk) -> None:
    desk.go("#/set/solids")
    source = desk.page.locator(".source textarea").last
    desk.page.locator(_cell(0, 0)).click()
    expect(source).to_have_value(re.compile("target\n.##"))
    desk.page.locator(_cell(0, 0)).click()
    expect(source).to_have_value(re.compile("target\n###"))
    desk.button("Layers: one less").click()
    desk.button("Columns: one more").click()
    expect(source).to_have_value(re.compile(r"target\n####\|####\|####\n####\|####\|####\s*$"))
    desk.button("May stay empty").click()
    desk.page.mouse.move(*_middle(desk, _cell(0, 0)))
    desk.page.mouse.down()
    desk.page.mouse.move(*_middle(desk, _cell(2, 0)), steps=6)
    desk.page.mouse.up()
    expect(source).to_have_value(re.compile(r"target\n[+]###\|[+]###\|[+]###\n####"))
    expect(desk.page.locator(".tray")).to_contain_text("21 cells to fill, 27 cubes in the pieces")
    desk.button("Undo").click()
    expect(source).to_have_value(re.compile(r"target\n####\|####"))
    desk.page.get_by_label("Take the pieces of a set").select_option(label="Tetracubes")
    expect(desk.page.locator(TRAY)).to_have_count(8)
    expect(desk.page.locator(".verdict-card")).not_to_contain_text("Working")
    desk.button("Take out").click()
    expect(desk.page.locator(TRAY)).to_have_count(7)
    desk.button("One more").click()
    desk.button("One more").click()
    expect(desk.page.locator(TRAY)).to_have_count(9)


def test_cells_where_solutions_differ_are_coloured_on_the_desk(desk: Desk) -> None:
    desk.begin(convert(generate("solids", preset="diabolical-cube", seed=1), "text"))
    desk.more("Edit this puzzle")
    expect(desk.page.locator(".layer .differ")).not_to_have_count(0)
    expect(desk.voice).to_contain_text("Another solution differs in")


def test_a_setter_builds_a_piece_of_cubes_on_a_phone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(phone=True)
    desk.go("#/set/solids")
    desk.button("Build a piece").tap()
    sheet = desk.page.get_by_role("dialog")
    for layer, column in ((1, 1), (1, 2), (2, 2), (1, 4)):
        sheet.get_by_role("button", name=f"Layer {layer}, row 1, column {column}").tap()
    expect(sheet).to_contain_text("The cubes are not connected.")
    sheet.get_by_role("button", name="Layer 1, row 1, column 4").tap()
    sheet.get_by_role("button", name="Add the piece").tap()
    expect(desk.page.locator(TRAY)).to_have_count(8)
    expect(desk.page.locator(TRAY).first).to_have_accessible_name("Piece V 1, 3 cubes")


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_the_view_on_the_desk_of_a_phone_is_beside_the_sets(
    size: tuple[int, int], open_desk: Callable[..., Desk]
) -> None:
    desk = open_desk(phone=True)
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.go("#/set/solids")
    view, sets, pieces = (
        desk.page.locator(f".tray {each}").first.bounding_box()
        for each in (".solid-view", "select", ".set-pieces")
    )
    assert view and sets and pieces
    assert view["x"] + view["width"] <= sets["x"]
    assert sets["x"] + sets["width"] <= size[0]
    assert max(each["y"] + each["height"] for each in (view, sets)) <= pieces["y"]
