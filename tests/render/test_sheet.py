"""Drawings within drawings: sheets, and pages below one another."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from quebra.i18n.text import Text
from quebra.render import Drawing, Inset, Label, Outline, rectangle
from quebra.render.sheet import HEIGHT, WIDTH, Picture, pages, readable_pages, stacked

BOARD = Drawing(6, 6, Text("a board"), (rectangle(0, 0, 6, 6, stroke="ink"),))
WIDE = Drawing(13, 5, Text("a wide one"), (rectangle(0, 0, 13, 5, stroke="ink"),))
LONG = "The same words again and again, " * 30


def slots(page: Drawing) -> list[Inset]:
    return [shape for shape in page.shapes if isinstance(shape, Inset)]


@pytest.mark.parametrize(("per_page", "columns"), [(1, 1), (2, 1), (4, 2), (6, 2), (9, 3), (12, 3)])
def test_the_grid_suits_the_paper(per_page: int, columns: int) -> None:
    (page,) = pages([Picture(BOARD, "a")] * per_page, per_page=per_page)
    assert len({slot.at[0] for slot in slots(page)}) == columns
    assert len(slots(page)) == per_page


def test_pictures_are_as_large_as_the_page_allows_and_never_too_small_to_read() -> None:
    strip = [Picture(Drawing(40, 16, Text("a strip"), ()), "1")] * 5
    (page,) = pages(strip[:4], per_page=4)
    assert len({slot.at[0] for slot in slots(page)}) == 1
    endless = Picture(Drawing(400, 1, Text("too wide for any page"), ()), "2")
    boards = [Picture(BOARD, "a")] * 14
    sheets = readable_pages([*boards, *strip, endless], most=12, heading="Solutions")
    assert [len(slots(page)) for page in sheets] == [12, 3, 3, 1, 1]
    for page in sheets[:-1]:
        assert all(slots(slot.drawing)[0].scale >= 0.3 for slot in slots(page))


@pytest.mark.parametrize("per_page", [1, 2, 3, 5, 6, 12, 40])
def test_nothing_leaves_its_slot_and_no_slot_the_page(per_page: int) -> None:
    pictures = [Picture(BOARD, "short"), Picture(WIDE, LONG), Picture(BOARD, "")]
    for page in pages(pictures, per_page=per_page, heading="A heading"):
        assert (page.width, page.height) == (WIDTH, HEIGHT)
        for slot in slots(page):
            assert slot.at[0] + slot.drawing.width <= WIDTH
            assert slot.at[1] + slot.drawing.height <= HEIGHT
            (picture,) = slots(slot.drawing)
            below = picture.at[1] + picture.scale * picture.drawing.height
            right = picture.at[0] + picture.scale * picture.drawing.width
            assert min(picture.at) >= -0.01 and right <= slot.drawing.width + 0.01
            lines = [shape for shape in slot.drawing.shapes if isinstance(shape, Label)]
            assert all(below < line.at[1] < slot.drawing.height for line in lines)


def test_words_of_a_row_stand_at_one_height() -> None:
    low = Drawing(6, 4, Text("a low one"), ())
    (page,) = pages([Picture(BOARD, "one"), Picture(low, "two")] * 2, per_page=4)
    heights = [
        slot.at[1] + shape.at[1]
        for slot in slots(page)
        for shape in slot.drawing.shapes
        if isinstance(shape, Label)
    ]
    assert heights[0] == heights[1] and heights[2] == heights[3] and heights[0] < heights[2]


def test_words_that_do_not_fit_are_cut_with_a_sign() -> None:
    (page,) = pages([Picture(BOARD, LONG * 9)], per_page=12)
    lines = [s.text for s in slots(page)[0].drawing.shapes if isinstance(s, Label)]
    assert lines[-1].endswith(" …")


def test_one_page_is_itself_and_several_are_stacked() -> None:
    assert stacked([BOARD]) is BOARD
    both = stacked([BOARD, WIDE])
    assert [shape.at for shape in slots(both)] == [(0, 0), (0, 7)]
    assert both.width == 13


def test_insets_in_svg_keep_titles_scales_and_hatches() -> None:
    hatched = Outline((((0, 0), ((1, 0), (1, 1))),), fill="ink", hatch="dots")
    inner = Drawing(1, 1, Text("a < b"), (hatched,))
    outer = Drawing(4, 4, Text("outer"), (Inset((1, 2), inner, 0.5), Inset((0, 0), inner)))
    root = ElementTree.fromstring(outer.svg())
    groups = root.findall("{http://www.w3.org/2000/svg}g")
    assert [group.get("transform") for group in groups] == [
        "translate(40 80) scale(0.5)",
        "translate(0 0)",
    ]
    assert groups[0].findtext("{http://www.w3.org/2000/svg}title") == "a < b"
    assert outer.svg().count("<pattern") == 1


def test_insets_in_the_terminal_come_one_after_another_with_their_words() -> None:
    small = Drawing(1, 1, Text("a box"), (rectangle(0, 0, 1, 1, stroke="ink"),))
    page = pages([Picture(small, "one"), Picture(small, LONG)], per_page=2, heading="Boxes")[0]
    text = page.text(columns=40)
    assert text.startswith("Boxes\n\n┌───┐\n│   │\n└───┘\none\n\n┌───┐\n│   │\n└───┘\nThe same")
    assert max(map(len, text.split("\n"))) <= 40
    assert re.sub(r"\s+", " ", text).count("The same words again") > 5
