"""Formats: JSON, lists of pieces, Tetravex, links, and the JSON of other programs."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.family import Formats
from quebra.families.edges.formats.answers import is_answer, read_answer, write_answer
from quebra.families.edges.formats.links import (
    filling_of,
    is_link,
    read_link,
    read_shown,
    write_link,
    write_shown,
)
from quebra.families.edges.formats.pieces import (
    HEADING,
    is_pieces,
    is_text,
    read_pieces,
    read_text,
    write_pieces,
    write_text,
)
from quebra.families.edges.formats.puzzlejson import is_puzzle_json, read_puzzle, write_puzzle
from quebra.families.edges.formats.tetravex import is_tetravex, read_tetravex, write_tetravex
from quebra.families.edges.model import Edges, Filling
from quebra.i18n.text import Text

CODECS: tuple[Codec[Edges], ...] = (
    json_codec(Edges, HEADING),
    Codec("text", Text("a heading, the size, then a piece a line"), is_text, read_text, write_text),
    Codec(
        "pieces",
        Text("the size, then a piece a line"),
        is_pieces,
        read_pieces,
        write_pieces,
        bare=True,
    ),
    Codec("tetravex", Text("rows of tiles in digits"), is_tetravex, read_tetravex, write_tetravex),
    Codec("link", Text("the pieces in a link to a board"), is_link, read_link, write_link),
    Codec("puzzle", Text("JSON of other programs"), is_puzzle_json, read_puzzle, write_puzzle),
)
ANSWER_CODECS: tuple[Codec[Filling], ...] = (
    json_codec(Filling),
    Codec("text", Text("rows of pieces and turns"), is_answer, read_answer, write_answer),
    Codec(
        "link", Text("a link that shows the board"), is_link, read_shown, write_shown, filling_of
    ),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
