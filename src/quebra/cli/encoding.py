"""Output on consoles that cannot show every character, such as those of Windows."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper

NEAREST = "quebra.nearest"


def write_nearest_characters() -> None:
    """Let standard output and error replace characters that their encoding lacks."""
    codecs.register_error(NEAREST, nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=NEAREST)


def nearest(error: UnicodeError) -> tuple[str, int]:
    """Replace letters by those without accents, and all else by question marks.

    >>> codecs.register_error(NEAREST, nearest)
    >>> "soluções ✓".encode("ascii", NEAREST)
    b'solucoes ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = (
        unicodedata.normalize("NFKD", sign)[0] for sign in error.object[error.start : error.end]
    )
    return "".join(sign if sign.isascii() else "?" for sign in found), error.end


def can_print(text: str) -> bool:
    """Whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
