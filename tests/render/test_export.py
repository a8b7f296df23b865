"""Drawings as PNG and PDF, and files by the end of their names."""

from __future__ import annotations

import re
import struct
import sys
from pathlib import Path

import pytest

from quebra.render import Drawing, Text, rectangle
from quebra.render.export import MOST_PIXELS, Unavailable, encoded, format_of, to_png

BOARD = Drawing(
    3, 2, 'a "board" \\ <of> ours', (rectangle(0, 0, 3, 2, stroke="ink"), Text((1, 1), "#7"))
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
    width, height = size(to_png(Drawing(400, 400, "huge", ())))
    assert 0.9 * MOST_PIXELS < width * height < 1.1 * MOST_PIXELS


def test_pdf_pages_have_the_size_of_their_drawings() -> None:
    document = encoded([BOARD, Drawing(5, 5, "another", ())], "pdf")
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


def test_pdf_without_typst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Unavailable, match=r"pip install 'quebra\[pdf\]'"):
        BOARD.pdf()


def test_png_without_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    import resvg_py

    from quebra.render import export

    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **_: b"blank")
    export._admit_fonts.cache_clear()
    with pytest.raises(Unavailable, match="needs a font"):
        BOARD.png()


def test_print_is_light_on_white() -> None:
    assert "#ffffff" in BOARD.svg("print") and "#1c1e22" in BOARD.svg("print")
