"""Drawings as files: text, SVG, PNG and PDF.

PNG, PDF and SVG with outlined text use the fonts that ship with Quebra, so that they look the same
on every machine. The libraries that make them only read SVG of `to_svg`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Literal

from quebra.i18n.text import Text, Verbatim, all_of, names
from quebra.render.drawing import CELL, THEMES, Drawing, Theme
from quebra.render.outlines import FONTS, outline_text
from quebra.render.png import with_density
from quebra.render.sheet import stacked
from quebra.render.svg import MARGIN, to_svg

Format = Literal["text", "svg", "png", "pdf"]
SUFFIXES: dict[str, Format] = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}
ZOOM = 2
"""Pixels of a PNG per pixel of the SVG, in both directions."""
MAX_PIXELS = 50_000_000
"""Pixels of the largest PNG; for a larger one the zoom is reduced."""
DPI = 96
"""Pixels of an SVG in an inch."""
POINTS = 72 / DPI
"""Points of a PDF per pixel of the SVG."""
FAMILY = "Quebra Sans, Quebra Symbols"
OTHER_CHARACTER = re.compile(
    "[^\\s\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f"
    "\u2010-\u2027\u2190-\u2199\u2200-\u22ff\u25a0-\u25ff\U0001f000-\U0001f02b]"
)
"""A character that the fonts that ship do not have: then the machine's fonts are used too."""


def format_of(path: Path, known: Collection[str] = tuple(SUFFIXES)) -> Format:
    """The format of a file, by its suffix; an error lists the `known` suffixes.

    >>> format_of(Path("sheet.PDF"))
    'pdf'
    """
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(
            Text(
                "The file {name} ends in none of {suffixes}.",
                name=Verbatim(repr(path.name)),
                suffixes=all_of(names(known)),
            )
        )
    return SUFFIXES[path.suffix.lower()]


@dataclass(frozen=True)
class PictureOptions:
    """The size and the ground of a picture.

    `width` is in pixels, and `dpi` the dots an inch; a cell is 40 pixels at 96 dots. Without
    both, a PNG has `ZOOM` times the pixels of the SVG. A `transparent` picture has no paper. With
    `outlined`, the text of an SVG becomes shapes, which need no font.
    """

    width: int | None = None
    dpi: float | None = None
    transparent: bool = False
    outlined: bool = False


PLAIN = PictureOptions()


def encoded(
    pages: Sequence[Drawing],
    format: Format,
    theme: Theme | None = None,
    options: PictureOptions = PLAIN,
) -> bytes:
    """The content of a file with these pages: separate in a PDF, otherwise below one another.

    >>> encoded([Drawing(1, 1, Text("nothing"), ())], "pdf")[:5]
    b'%PDF-'
    """
    if format == "pdf":
        return to_pdf(pages, theme or "print", transparent=options.transparent)
    drawing = stacked(pages)
    if format == "png":
        return to_png(drawing, theme or "light", options)
    if format == "text":
        return (drawing.text() + "\n").encode()
    return _svg_file(drawing, theme or "light", options).encode()


def _svg_file(drawing: Drawing, theme: Theme, options: PictureOptions) -> str:
    shown = outline_text(drawing) if options.outlined else drawing
    svg = to_svg(shown, theme, transparent=options.transparent)
    width, height = _size(drawing)
    zoom = _zoom(drawing, options)
    old, new = (
        f'width="{scale * width:g}" height="{scale * height:g}"' for scale in (1.0, zoom or 1.0)
    )
    return svg.replace(old, new, 1)


def _zoom(drawing: Drawing, options: PictureOptions) -> float | None:
    """Pixels of the picture per pixel of the SVG, as asked for; None if nothing is."""
    if options.width:
        return options.width / _size(drawing)[0]
    return options.dpi / DPI if options.dpi else None


def to_png(drawing: Drawing, theme: Theme = "light", options: PictureOptions = PLAIN) -> bytes:
    """The drawing as the bytes of a PNG picture."""
    from resvg_py import svg_to_bytes

    width, height = _size(drawing)
    svg = _svg(drawing, theme, transparent=options.transparent)
    wanted, most = _zoom(drawing, options), sqrt(MAX_PIXELS / (width * height))
    if wanted and wanted > most:
        raise ValueError(Text("The picture would have more than {most:,} pixels.", most=MAX_PIXELS))
    size = {"width": options.width} if options.width else {"zoom": wanted or min(ZOOM, most)}
    png = bytes(
        svg_to_bytes(
            svg_string=svg,
            font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
            skip_system_fonts=not OTHER_CHARACTER.search(svg),
            **size,
        )
    )
    return with_density(png, options.dpi) if options.dpi else png


def to_pdf(pages: Sequence[Drawing], theme: Theme = "print", *, transparent: bool = False) -> bytes:
    """The drawings as the bytes of a PDF document, each on a page of its size."""
    import typst

    sheets = "\n".join(_page(page, theme, transparent) for page in pages)
    ground = "none" if transparent else f"rgb({_quoted(THEMES[theme]['paper'])})"
    source = (
        f"#set document(title: {_quoted(pages[0].title)}, date: none)\n"
        f"#set page(margin: 0pt, fill: {ground})\n{sheets}"
    )
    document = typst.compile(  # type: ignore[misc]  # its stub wants one type of both arguments
        source.encode(),
        font_paths=[str(FONTS)],
        ignore_system_fonts=not OTHER_CHARACTER.search(source),
    )
    assert isinstance(document, bytes)
    return document


def _page(page: Drawing, theme: Theme, transparent: bool) -> str:
    width, height = (f"{POINTS * side:.2f}pt" for side in _size(page))
    picture = f"bytes({_quoted(_svg(page, theme, transparent=transparent))})"
    return (
        f"#page(width: {width}, height: {height},"
        f" image({picture}, alt: {_quoted(page.title)}, width: 100%, height: 100%))"
    )


def _quoted(text: str) -> str:
    """A string literal of typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _svg(drawing: Drawing, theme: Theme, *, transparent: bool) -> str:
    """The drawing as SVG, with the fonts that ship."""
    if theme == "page":
        raise ValueError(Text("The theme 'page' is for SVG on a web page."))
    return to_svg(drawing, theme, FAMILY, transparent=transparent)


def _size(drawing: Drawing) -> tuple[float, float]:
    """Width and height of the SVG, in pixels."""
    return drawing.width * CELL + 2 * MARGIN, drawing.height * CELL + 2 * MARGIN
