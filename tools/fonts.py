"""Make the fonts that ship with Quebra: subsets of Noto, under other names.

    pip install fonttools
    python tools/fonts.py /usr/share/fonts/truetype/noto

The folder holds the fonts of Debian's package `fonts-noto-core`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent.parent / "src" / "quebra" / "render" / "fonts"
LETTERS = (
    "U+0020-007E,U+00A0-017F,U+0384-03CE,U+0400-045F,U+0490-0491,"
    "U+2010-2027,U+2030,U+2032-2033,U+2039-203A,U+2044,U+2070-2094,U+20AC,U+2116,U+2122,U+2212"
)
ARROWS_AND_OPERATORS = "U+2190-22FF"
SYMBOLS = "U+25A0-27BF,U+1F000-1F02B"


def make(source: Path) -> None:
    """Write the three fonts from those in a folder."""
    with TemporaryDirectory() as folder:
        for style in ("Regular", "Bold"):
            path = _subset(source / f"NotoSans-{style}.ttf", LETTERS, Path(folder))
            _save(TTFont(path), "Quebra Sans", style)
        parts = [
            _subset(source / "NotoSansMath-Regular.ttf", ARROWS_AND_OPERATORS, Path(folder)),
            _subset(source / "NotoSansSymbols2-Regular.ttf", SYMBOLS, Path(folder)),
        ]
        _save(Merger().merge([str(path) for path in parts]), "Quebra Symbols", "Regular")


def _subset(font: Path, characters: str, folder: Path) -> Path:
    out = folder / font.name
    subset.main(
        [
            str(font),
            f"--unicodes={characters}",
            "--no-hinting",
            "--notdef-outline",
            "--layout-features=kern,mark,mkmk,tnum",
            "--drop-tables+=MATH",
            f"--output-file={out}",
        ]
    )
    return out


def _save(font: TTFont, family: str, style: str) -> None:
    names = {1: family, 3: f"{family} {style}", 4: f"{family} {style}"}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
        elif record.nameID == 6:
            record.string = f"{family.replace(' ', '')}-{style}"
    font.save(OUT / f"{family.replace(' ', '')}-{style}.ttf")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
