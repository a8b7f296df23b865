"""WKT: a line for each piece and for the figure, or a single collection of polygons.

Not by shapely, in which deeply nested collections crash the process.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes
from quebra.families.tangram.formats.lines import Parts, plain, read_parts, write_parts
from quebra.families.tangram.formats.polygons import Point, Polygon, Ring, outline_of, polygons
from quebra.families.tangram.model import Piece, Tangram
from quebra.grid.text import lines_of, read_lines
from quebra.i18n.text import Text, Verbatim, any_of, sentences

T = TypeVar("T")

COLLECTION = "GEOMETRYCOLLECTION"
MAX_COORDINATES = 4
"""A point has x, y and up to two more coordinates, which are ignored."""
MAX_MEMBERS = 10_000
GEOMETRIES = ("POLYGON", "MULTIPOLYGON")
_TOKEN = re.compile(
    r"\s*([A-Za-z]+|[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?|\S)"
)


def read_wkt(text: str) -> Tangram:
    """A puzzle from lines with WKT, or from one collection: the figure, then the pieces.

    >>> both = "POLYGON ((0 0, 1 0, 1 1, 0 0))"
    >>> lines = f"figure: {both}\\npiece 1: {both}"
    >>> read_wkt(f"GEOMETRYCOLLECTION ({both}, {both})") == read_wkt(lines)
    True
    """
    admit_bytes(len(text))
    word = _Reader(text).word()
    if word in GEOMETRIES:
        raise BadInput(
            sentences(
                Text("A polygon alone is no puzzle."),
                Text("Write `figure: POLYGON`, and `piece NAME: POLYGON` for each piece."),
                Text("Or write a GEOMETRYCOLLECTION of the figure and the pieces."),
            )
        )
    if word != COLLECTION:
        lines = read_lines(text)
        return read_parts(lines, lambda wkt: _Reader(wkt).whole(_Reader.geometry)).puzzle()
    figure, *outlines = _Reader(text).whole(_Reader.collection)
    found = Parts()
    found.figure = figure
    found.pieces = [
        Piece(name=str(number), outline=outline) for number, outline in enumerate(outlines, start=1)
    ]
    return found.puzzle()


def write_wkt(puzzle: Tangram) -> str:
    """Lines with WKT.

    >>> half = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> print(write_wkt(Tangram(pieces=(half,), figure="M0 0 H1 V1 H0 Z")), end="")
    piece half x2: POLYGON ((0 0, 1 0, 1 1, 0 0))
    figure: POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))
    """
    return "\n".join(write_parts(puzzle, _wkt)) + "\n"


def is_wkt(text: str) -> bool:
    """Whether a text begins with a WKT polygon or collection, perhaps after a label."""
    first = next(lines_of(text), (0, ""))[1]
    head, colon, tail = first.partition(":")
    if colon and head.split(None, 1)[:1] in (["piece"], ["figure"]):
        return _Reader(tail).word() in GEOMETRIES
    return _Reader(first).word() in (*GEOMETRIES, COLLECTION)


def _wkt(outline: str, what: Text) -> str:
    found = [_listed(polygon) for polygon in polygons(outline, what)]
    return f"POLYGON {found[0]}" if len(found) == 1 else f"MULTIPOLYGON ({', '.join(found)})"


def _listed(polygon: Polygon) -> str:
    rings = (
        ", ".join(" ".join(plain(value) for value in point) for point in ring) for ring in polygon
    )
    return f"({', '.join(f'({ring})' for ring in rings)})"


class _Reader:
    """A recursive-descent parser of WKT."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def word(self) -> str:
        """The next token in capital letters."""
        return self._peek().upper()

    def whole(self, read: Callable[[_Reader], T]) -> T:
        """What `read` returns, if nothing follows it."""
        found = read(self)
        if self.text[self.at :].strip():
            raise self._complaint(Text("its end"))
        return found

    def collection(self) -> list[str]:
        """The outlines of a collection."""
        self._word(COLLECTION)
        return self._list(_Reader.geometry)

    def geometry(self) -> str:
        """The outline of a polygon, or of several."""
        if self._word(*GEOMETRIES) == "POLYGON":
            return outline_of([self._polygon()])
        return outline_of(self._list(_Reader._polygon))

    def _polygon(self) -> Polygon:
        return tuple(self._list(_Reader._ring))

    def _ring(self) -> Ring:
        return tuple(self._list(_Reader._point))

    def _point(self) -> Point:
        numbers: list[float] = []
        while len(numbers) < MAX_COORDINATES and self._peek() not in (",", ")"):
            numbers.append(self._number())
        return tuple(numbers)

    def _list(self, read: Callable[[_Reader], T]) -> list[T]:
        self._word("(")
        found = [read(self)]
        while self._word(",", ")") == ",":
            if len(found) >= MAX_MEMBERS:
                raise BadInput(
                    Text("The WKT has a list of more than {most} members.", most=MAX_MEMBERS)
                )
            found.append(read(self))
        return found

    def _number(self) -> float:
        before = self.at
        try:
            return float(self._next())
        except ValueError:
            self.at = before
            raise self._complaint(Text("a number")) from None

    def _word(self, *words: str) -> str:
        before = self.at
        found = self._next().upper()
        if found not in words:
            self.at = before
            raise self._complaint(any_of(map(Verbatim, words)))
        return found

    def _peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return found[1] if found else ""

    def _next(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[1]

    def _complaint(self, wanted: Text) -> BadInput:
        return BadInput(
            Text(
                "The WKT has {found} at character {at}, not {wanted}.",
                found=quoted(self._peek()),
                at=self.at + 1,
                wanted=wanted,
            )
        )
