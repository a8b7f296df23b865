"""Drawings as files: text, SVG, PNG and PDF.

Only our own SVG is ever handed to the libraries that make PNG and PDF of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Literal

from quebra.render.drawing import CELL, THEMES, Drawing, Theme
from quebra.render.sheet import stacked
from quebra.render.svg import MARGIN

Format = Literal["text", "svg", "png", "pdf"]
SUFFIXES: dict[str, Format] = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}
FINENESS = 2
"""Pixels of a PNG to one of the SVG, across and down."""
MOST_PIXELS = 50_000_000
"""The largest PNG: beyond, it is made less fine."""
POINTS = 0.75
"""Points of a PDF to a pixel of the SVG, of which 96 are an inch."""


class Unavailable(RuntimeError):
    """What a format needs is not installed."""


def format_of(path: Path) -> Format:
    """What a file is to hold, by the end of its name.

    >>> format_of(Path("sheet.PDF"))
    'pdf'
    """
    if path.suffix.lower() not in SUFFIXES:
        *most, last = SUFFIXES
        raise ValueError(f"The file {path.name!r} ends in none of {', '.join(most)} and {last}.")
    return SUFFIXES[path.suffix.lower()]


def encoded(pages: Sequence[Drawing], format: Format, theme: Theme | None = None) -> bytes:
    """Pages as a file holds them: one below the other, but in a PDF each by itself.

    >>> encoded([Drawing(1, 1, "nothing", ())], "pdf")[:5]
    b'%PDF-'
    """
    if format == "pdf":
        return to_pdf(pages, theme or "print")
    drawing = stacked(pages)
    if format == "png":
        return to_png(drawing, theme or "light")
    return (drawing.text() + "\n" if format == "text" else drawing.svg(theme or "light")).encode()


def to_png(drawing: Drawing, theme: Theme = "light") -> bytes:
    """The drawing as a PNG picture."""
    from resvg_py import svg_to_bytes

    _admit_fonts()
    width, height = _size(drawing)
    zoom = min(FINENESS, sqrt(MOST_PIXELS / (width * height)))
    return bytes(svg_to_bytes(svg_string=drawing.svg(_fixed(theme)), zoom=zoom))


def to_pdf(pages: Sequence[Drawing], theme: Theme = "print") -> bytes:
    """The drawings as a PDF document, each on a page of its size."""
    try:
        import typst
    except ImportError:
        raise Unavailable("A PDF needs typst: pip install 'quebra[pdf]'.") from None
    paper = THEMES[_fixed(theme)]["paper"]
    head = (
        f"#set document(title: {_quoted(pages[0].title)}, date: none)\n"
        f"#set page(margin: 0pt, fill: rgb({_quoted(paper)}))\n"
    )
    source = head + "\n".join(_page(page, theme) for page in pages)
    document = typst.compile(source.encode())
    assert isinstance(document, bytes)
    return document


def _page(page: Drawing, theme: Theme) -> str:
    width, height = (f"{POINTS * side:.2f}pt" for side in _size(page))
    picture = f"bytes({_quoted(page.svg(theme))})"
    return (
        f"#page(width: {width}, height: {height},"
        f" image({picture}, alt: {_quoted(page.title)}, width: 100%, height: 100%))"
    )


def _quoted(text: str) -> str:
    """A string of typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _size(drawing: Drawing) -> tuple[float, float]:
    """The pixels of the SVG, across and down."""
    return drawing.width * CELL + 2 * MARGIN, drawing.height * CELL + 2 * MARGIN


def _fixed(theme: Theme) -> Theme:
    """The theme, if its colours are known without a web page around."""
    if theme == "page":
        raise ValueError("The theme 'page' is for SVG on a web page.")
    return theme


@cache
def _admit_fonts() -> None:
    """Refuse to draw where words would be left out in silence: there may be no font at all."""
    from resvg_py import svg_to_bytes

    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    letter = '<text y="15">0</text>'
    if svg_to_bytes(svg_string=blank.format(letter)) == svg_to_bytes(svg_string=blank.format("")):
        raise Unavailable("A PNG needs a font, and none is installed here; DejaVu Sans is one.")
