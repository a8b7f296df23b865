"""Formats: JSON, text with layers, and BurrTools files; answers also as layers of letters."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.family import Formats
from quebra.families.solids.formats.answers import ANSWER_CODECS
from quebra.families.solids.formats.bodies import (
    is_3mf,
    is_stl,
    read_3mf,
    read_stl,
    write_3mf,
    write_stl,
)
from quebra.families.solids.formats.lines import HEADING, is_text, read_text, write_text
from quebra.families.solids.formats.xmpuzzle import is_xmpuzzle, read_xmpuzzle, write_xmpuzzle
from quebra.families.solids.model import Solids
from quebra.i18n.text import Text

__all__ = ["CODECS", "FORMATS"]

CODECS: tuple[Codec[Solids], ...] = (
    json_codec(Solids, HEADING),
    Codec("text", Text("layers of each piece and of the target"), is_text, read_text, write_text),
    Codec("xmpuzzle", Text("a BurrTools file"), is_xmpuzzle, read_xmpuzzle, write_xmpuzzle),
    Codec("stl", Text("the pieces as STL, for printing in plastic"), is_stl, read_stl, write_stl),
    Codec(
        "3mf",
        Text("the pieces as 3MF, for printing in plastic"),
        is_3mf,
        read_3mf,
        write_3mf,
        binary=True,
    ),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
