"""The text and JSON formats of answers.

Answers of earlier versions may have a tolerance, which is ignored with a warning.
"""

from __future__ import annotations

import warnings

import msgspec

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput, Ignored
from quebra.families.tangram.formats import edges_polygons as older
from quebra.families.tangram.formats.lines import decimal, line_text, plain
from quebra.families.tangram.model import Assembly, Placement
from quebra.grid.text import lines_of, read_lines, whole_number
from quebra.i18n.text import Text


class _Older(Assembly, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An assembly that may carry a tolerance."""

    tolerance: float | msgspec.UnsetType | None = msgspec.UNSET


_OLDER = json_codec(_Older)


def read_json(text: str) -> Assembly:
    """An assembly from JSON.

    >>> read_json('{"places": [{"piece": 0, "x": 1, "y": 2}]}').places[0].x
    1.0
    """
    older = _OLDER.read(text)
    if older.tolerance is not msgspec.UNSET:
        _note_tolerance()
    return Assembly(places=older.places)


def write_json(answer: Assembly) -> str:
    """The JSON of an assembly."""
    return msgspec.json.encode(answer).decode()


def read_answer(text: str) -> Assembly:
    """An assembly, one piece a line: its number from 0, x, y, the angle, and flip if it is.

    >>> read_answer("0 1 2.5 90\\n1 0 0 45 flip").places[1].flip
    True
    """
    lines = read_lines(text)
    if lines and len(words := lines[-1][1].split()) == 2 and words[0] == "tolerance":
        decimal(words[1], line_text(lines.pop()[0]))
        _note_tolerance()
    return Assembly(places=tuple(_placement(*line) for line in lines))


def write_answer(answer: Assembly) -> str:
    """One piece a line.

    >>> print(write_answer(read_answer("1 0.5 0 45 flip")), end="")
    1 0.5 0 45 flip
    """
    if not answer.places:
        raise BadInput(Text("An answer without pieces has no text form."))
    places = (
        f"{place.piece} {plain(place.x)} {plain(place.y)} {plain(place.angle)}"
        f"{' flip' if place.flip else ''}\n"
        for place in answer.places
    )
    return "".join(places)


def is_answer(text: str) -> bool:
    """Whether the first line places a piece."""
    words = next(lines_of(text), (0, ""))[1].split(None, 5)
    return len(words) in (4, 5) and words[0].isdigit()


def _placement(number: int, line: str) -> Placement:
    words, place = line.split(), line_text(number)
    flip = len(words) == 5 and words[4] == "flip"
    if len(words) != 4 and not flip:
        raise BadInput(
            Text(
                "{place}: write NUMBER X Y ANGLE, and flip if the piece is turned over.",
                place=place,
            )
        )
    x, y, angle = (decimal(word, place) for word in words[1:4])
    return Placement(whole_number(words[0], place), x, y, angle, flip)


def _note_tolerance() -> None:
    text = Text("The answer's tolerance is ignored: the puzzle alone sets it.")
    warnings.warn(text, Ignored, stacklevel=2)


ANSWER_CODECS: tuple[Codec[Assembly], ...] = (
    older.reading_older(
        Codec("json", _OLDER.text, _OLDER.recognises, read_json, write_json),
        older.is_json_answer,
        older.read_json_answer,
    ),
    older.reading_older(
        Codec(
            "text", Text("a line for each piece: its place"), is_answer, read_answer, write_answer
        ),
        older.is_text_answer,
        older.read_text_answer,
    ),
)
