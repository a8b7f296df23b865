"""Drawings as PNG and PDF, and files by the end of their names."""

from __future__ import annotations

import re
import struct
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops

from quebra.i18n.text import Text
from quebra.render import Drawing, Label, rectangle
from quebra.render.export import MAX_PIXELS, OTHER_CHARACTER, encoded, format_of, to_png
from quebra.render.outlines import FONTS

BOARD = Drawing(
    3, 2, Text('a "board" \\ <of> ours'), (rectangle(0, 0, 3, 2, stroke="ink"), Label((1, 1), "#7"))
)


def size(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_png_is_twice_as_fine_as_the_svg() -> None:
    assert size(BOARD.png()) == (2 * 136, 2 * 96)
    assert BOARD.png("dark") != BOARD.png("light")


def test_png_has_its_words() -> None:
    silent = Drawing(3, 2, BOARD.title, BOARD.shapes[:1])
    assert BOARD.png() != silent.png()


def test_a_huge_png_is_less_fine() -> None:
    width, height = size(to_png(Drawing(400, 400, Text("huge"), ())))
    assert 0.9 * MAX_PIXELS < width * height < 1.1 * MAX_PIXELS


def test_pdf_pages_have_the_size_of_their_drawings() -> None:
    document = encoded([BOARD, Drawing(5, 5, Text("another"), ())], "pdf")
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", document)
    assert boxes == [(b"102", b"72"), (b"162", b"162")]
    assert BOARD.pdf() == BOARD.pdf()


def test_themes_of_a_web_page_are_refused() -> None:
    for draw in (BOARD.png, BOARD.pdf):
        with pytest.raises(ValueError, match="for SVG on a web page"):
            draw("page")


def test_save_by_suffix(tmp_path: Path) -> None:
    heads = {".svg": b"<svg", ".png": b"\x89PNG", ".PDF": b"%PDF", ".txt": "┌".encode()}
    for suffix, head in heads.items():
        path = tmp_path / f"board{suffix}"
        BOARD.save(path)
        assert path.read_bytes().startswith(head)
    with pytest.raises(ValueError, match=r"'board.jpg' ends in none of .svg, .png, .pdf and .txt"):
        BOARD.save(tmp_path / "board.jpg")
    with pytest.raises(ValueError, match="'board' ends in none"):
        format_of(Path("board"))


CHARACTERS = "0Aaçãñß Ωя…–→≤■▲🀄"


def words(text: str) -> Drawing:
    return Drawing(12, 1, Text("words"), (Label((6, 0.5), text),))


def test_every_character_is_drawn_without_a_font_on_the_machine() -> None:
    assert not OTHER_CHARACTER.search(CHARACTERS)
    pictures = {words(character).png() for character in CHARACTERS}
    assert len(pictures) == len(CHARACTERS)


def test_the_fonts_that_ship_have_what_they_promise() -> None:
    known: set[int] = set()
    for path in FONTS.glob("*Regular.ttf"):
        known |= set(TTFont(path).getBestCmap())
    promised = {
        code
        for code in range(0x20, 0x1F02C)
        if not OTHER_CHARACTER.match(chr(code)) and not chr(code).isspace()
    }
    assert {hex(code) for code in promised - known} == set()


def test_pictures_are_set_in_the_fonts_that_ship() -> None:
    assert b"QuebraSans" in BOARD.pdf()
    assert "<text" in BOARD.svg() and "<text" not in BOARD.svg(outlined=True)
    with pytest.raises(ValueError, match="has the character '東', so it has no outline"):
        words("東").svg(outlined=True)


def test_outlined_text_covers_what_the_font_draws() -> None:
    from resvg_py import svg_to_bytes

    for text in ("Row 8", "çΩя", "→≤▲"):
        for align in ("middle", "start"):
            drawing = Drawing(12, 1, Text("words"), (Label((6, 0.5), text, align=align),))
            outlined = bytes(svg_to_bytes(svg_string=drawing.svg(outlined=True), zoom=2))
            assert share_of_different_pixels(drawing.png(), outlined) < 0.005


def share_of_different_pixels(one: bytes, other: bytes) -> float:
    with Image.open(BytesIO(one)) as first, Image.open(BytesIO(other)) as second:
        grey = (first.convert("L"), second.convert("L"))
        difference = ImageChops.difference(*grey).point(lambda value: 255 if value > 96 else 0)
        return difference.histogram()[255] / (first.width * first.height)


def test_print_is_light_on_white() -> None:
    assert "#ffffff" in BOARD.svg("print") and "#1c1e22" in BOARD.svg("print")
