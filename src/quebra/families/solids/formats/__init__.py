"""Formats: JSON, text with layers, and BurrTools files; answers also as layers of letters."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.family import Formats
from quebra.families.solids.formats.answers import ANSWER_CODECS
from quebra.families.solids.formats.lines import HEADING, is_text, read_text, write_text
from quebra.families.solids.formats.xmpuzzle import is_xmpuzzle, read_xmpuzzle, write_xmpuzzle
from quebra.families.solids.model import Solids
from quebra.i18n.text import Text

__all__ = ["CODECS", "FORMATS"]

CODECS: tuple[Codec[Solids], ...] = (
    json_codec(Solids, HEADING),
    Codec("text", Text("layers of each piece and of the target"), is_text, read_text, write_text),
    Codec("xmpuzzle", Text("a BurrTools file"), is_xmpuzzle, read_xmpuzzle, write_xmpuzzle),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
