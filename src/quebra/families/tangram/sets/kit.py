"""The type of a set of pieces, with its source and figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline, write_outline
from quebra.i18n.text import Plural, Series, Text, Verbatim


@dataclass(frozen=True)
class Figure:
    """A figure and the placements of the pieces that form it."""

    outline: str
    places: tuple[Placement, ...]

    def turned(self, angle: float) -> Figure:
        """The figure turned by an angle in degrees.

        >>> turned = Figure("M0 0 H2 L0 2 Z", (Placement(0, 2, 0),)).turned(90)
        >>> turned.outline, turned.places[0].y
        ('M0 0 L0 2 L-2 0 Z', 2.0)
        """
        turn = Motion(0, angle)
        contours = [
            [edge.moved(turn) for edge in contour] for contour in read_outline(self.outline)
        ]
        places = tuple(_moved(place, turn) for place in self.places)
        # Rounding errors of a turn become 0.
        return Figure(re.sub(r"(?<![0-9.])-?[0-9.]+e-1[5-9]", "0", write_outline(contours)), places)


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces with figures by name; the first figure is the default.

    The `source` is a sentence with the origin of the set: author, place and year.
    """

    title: Text
    source: Text
    pieces: tuple[Piece, ...]
    figures: Mapping[str, Figure]

    @property
    def extent(self) -> int:
        """The number of pieces, counting copies."""
        return sum(piece.count for piece in self.pieces)

    @property
    def text(self) -> Text:
        """The pieces, the figures and the source in words."""
        figures = Series(map(Text, self.figures))
        return Plural(
            "{n} piece; figures: {figures}. {source}",
            "{n} pieces; figures: {figures}. {source}",
            n=self.extent,
            figures=figures,
            source=self.source,
        )

    def puzzle(self, figure: str | None = None) -> Tangram:
        """The puzzle to form a figure with the pieces."""
        return Tangram(pieces=self.pieces, figure=self._figure(figure).outline)

    def answer(self, figure: str | None = None) -> Assembly:
        """An assembly that forms the figure."""
        return Assembly(places=self._figure(figure).places)

    def _figure(self, name: str | None) -> Figure:
        if name is None:
            return next(iter(self.figures.values()))
        if name not in self.figures:
            raise BadInput(
                Text(
                    "The set has no figure {name}; it has: {known}.",
                    name=quoted(name),
                    known=Series(map(Verbatim, self.figures)),
                )
            )
        return self.figures[name]


def _moved(place: Placement, motion: Motion) -> Placement:
    there = place.motion.then(motion)
    x, y = there.shift.real, there.shift.imag
    return Placement(piece=place.piece, x=x, y=y, angle=there.angle, flip=there.flip)
