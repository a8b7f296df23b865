"""Reads sets from TOML files; numbers may have roots, such as 2-r2 for 2 - √2.

    title = "Halves"
    source = "An example."

    [pieces]
    half = "M 0 0 H 1 V 1 Z"

    [figures.square]
    outline = "M 0 0 H 1 V 1 H 0 Z"

    [figures.square.places]
    half = ["0 0", "1 1 180"]

A placement is x, y, the angle in degrees if it is not 0, and `flip` if the piece is turned over
first. The number of placements is the number of copies of a piece. A figure with `turn` is shown
turned by that many degrees. Numbers and letters of an outline are separated by spaces.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from math import sqrt

import msgspec

from quebra.families.tangram.model import Piece, Placement
from quebra.families.tangram.sets.kit import Figure, PieceSet
from quebra.i18n.text import Text

_TERM = re.compile(r"([+-]?)([0-9.]*)(?:r([0-9]+))?(?:/([0-9]+))?")


class _FigureData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure in the form of the file."""

    outline: str
    places: dict[str, tuple[str, ...]]
    turn: float = 0


class _SetData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set in the form of the file."""

    title: str
    source: str
    pieces: dict[str, str]
    figures: dict[str, _FigureData]


@cache
def read_set(name: str) -> PieceSet:
    """The set of that name, read from its file.

    >>> read_set("egg").title
    'Egg of Columbus'
    """
    text = (files(__package__) / "data" / f"{name}.toml").read_text(encoding="utf-8")
    data = msgspec.convert(tomllib.loads(text), _SetData)
    counts = next(iter(data.figures.values())).places
    pieces = tuple(
        Piece(name=piece, outline=_outline(outline), count=len(counts[piece]))
        for piece, outline in data.pieces.items()
    )
    kinds = {piece: kind for kind, piece in enumerate(data.pieces)}
    figures = {figure: _figure(found, kinds) for figure, found in data.figures.items()}
    return PieceSet(Text(data.title), Text(data.source), pieces, figures)


def _figure(data: _FigureData, kinds: dict[str, int]) -> Figure:
    places = tuple(
        placement(kinds[piece], spot) for piece, spots in data.places.items() for spot in spots
    )
    figure = Figure(_outline(data.outline), places)
    return figure.turned(data.turn) if data.turn else figure


def placement(kind: int, spot: str) -> Placement:
    """A placement from its text.

    >>> placement(2, "r2/2 0 90 flip")
    Placement(piece=2, x=0.7071067811865476, y=0.0, angle=90.0, flip=True)
    """
    words = spot.split()
    flip = words[-1] == "flip"
    x, y, angle = (*map(number, words[: len(words) - flip]), 0.0)[:3]
    return Placement(kind, x, y, angle, flip)


def _outline(text: str) -> str:
    """Path data with plain numbers.

    >>> _outline("M 0 r4 H 1/2 Z")
    'M 0 2 H 0.5 Z'
    """
    words = text.split()
    return " ".join(word if word.isalpha() else f"{number(word):.17g}" for word in words)


def number(text: str) -> float:
    """The value of a sum of decimals, fractions and roots.

    >>> [number(text) for text in ("-1.5", "1/4", "2-r4", "1+3r9/2")]
    [-1.5, 0.25, 0.0, 5.5]
    """
    terms = re.findall(r"[+-]?[^+-]+", text)
    if not terms or "".join(terms) != text:
        raise ValueError(f"{text!r} is not a number.")
    return sum(map(_term, terms), 0.0)


def _term(text: str) -> float:
    found = _TERM.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not a number.")
    sign, factor, root, divisor = found.groups()
    return float(f"{sign}{factor or 1}") * sqrt(int(root or 1)) / int(divisor or 1)
