"""The formats, one codec each: native JSON first, then others that are in use."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Formats
from quebra.families._template.model import Latin
from quebra.grid.text import ANSWER_CODECS, aligned, lines_of, number_rows, read_lines

HEADING = "latin"


def _recognises(text: str) -> bool:
    return next(lines_of(text), (0, ""))[1] == HEADING


def _read(text: str) -> Latin:
    if not _recognises(text):
        raise BadInput(f"The first line is not the word {HEADING}.")
    rows = [line.split() for _, line in read_lines(text)][1:]
    givens, _ = number_rows(rows, "board")
    return Latin(givens=givens)


def _write(puzzle: Latin) -> str:
    return f"{HEADING}\n{aligned([str(n or '.') for n in row] for row in puzzle.givens)}\n"


CODECS: tuple[Codec[Latin], ...] = (
    json_codec(Latin, "latin"),
    Codec("text", "rows of numbers under the word latin", _recognises, _read, _write),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
