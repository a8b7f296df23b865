"""Typesets a document: a template of this room, filled with data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from quebra.render.export import OTHER_CHARACTER
from quebra.render.outlines import FONTS

TEMPLATES = Path(__file__).parent / "templates"
Template = Literal["book", "worksheet", "cutouts"]


def to_pdf(template: Template, data: Mapping[str, object]) -> bytes:
    """The document as PDF."""
    (document,) = _compiled(template, data, "pdf")
    return document


def to_pictures(
    template: Template, data: Mapping[str, object], format: Literal["svg", "png"], ppi: float = 96
) -> list[bytes]:
    """The pages of the document as pictures; `ppi` are the pixels an inch of a PNG."""
    return _compiled(template, data, format, ppi)


def _compiled(
    template: Template, data: Mapping[str, object], format: str, ppi: float = 96
) -> list[bytes]:
    """The output of typst: one file, or one for each page."""
    import typst

    text = msgspec.json.encode(data).decode()
    found: Any = typst.compile(  # type: ignore[call-overload]  # its stub wants literals
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=[str(FONTS)],
        ignore_system_fonts=not OTHER_CHARACTER.search(text),
        sys_inputs={"data": text},
        format=format,
        ppi=ppi,
    )
    return found if isinstance(found, list) else [found]
