"""The formats, one codec each: native JSON first, then others that are in use."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.family import Formats
from quebra.families._template.model import Latin
from quebra.grid.cells import BOARD
from quebra.grid.text import ANSWER_CODECS, aligned, has_heading, lines_after, number_rows
from quebra.i18n.text import Text

HEADING = "latin"


def _recognises(text: str) -> bool:
    return has_heading(text, HEADING)


def _read(text: str) -> Latin:
    givens, _ = number_rows([line.split() for _, line in lines_after(text, HEADING)], BOARD)
    return Latin(givens=givens)


def _write(puzzle: Latin) -> str:
    return f"{HEADING}\n{aligned([str(n or '.') for n in row] for row in puzzle.givens)}\n"


CODECS: tuple[Codec[Latin], ...] = (
    json_codec(Latin, "latin"),
    Codec("text", Text("rows of numbers under the word latin"), _recognises, _read, _write),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
