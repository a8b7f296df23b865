"""What a set is: its pieces, and figures that they are known to form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from quebra.core.errors import BadInput
from quebra.core.quoting import shown
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline, write_outline

Spot = tuple[float, ...]
"""The number of a piece, x, y, the angle, and 1 where it is turned over; zeros may be left out."""


@dataclass(frozen=True)
class Figure:
    """A figure, and where the pieces lie that form it."""

    outline: str
    places: tuple[Placement, ...]

    @classmethod
    def of(cls, outline: str, spots: tuple[Spot, ...]) -> Figure:
        """A figure with places in short."""
        return cls(outline, tuple(_placement(*spot) for spot in spots))

    def turned(self, angle: float) -> Figure:
        """The same figure at another angle.

        >>> turned = Figure.of("M0 0 H2 L0 2 Z", ((0, 2, 0),)).turned(90)
        >>> turned.outline, turned.places[0].y
        ('M0 0 L0 2 L-2 0 Z', 2.0)
        """
        turn = Motion(0, angle)
        contours = [
            [edge.moved(turn) for edge in contour] for contour in read_outline(self.outline)
        ]
        places = tuple(_moved(place, turn) for place in self.places)
        # What is left of a zero after a turn is a zero.
        return Figure(re.sub(r"(?<![0-9.])-?[0-9.]+e-1[5-9]", "0", write_outline(contours)), places)


@dataclass(frozen=True)
class PieceSet:
    """Pieces that ship, with figures by name; the first figure is the one that is usual."""

    title: str
    pieces: tuple[Piece, ...]
    figures: Mapping[str, Figure]

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
            known = ", ".join(self.figures)
            raise BadInput(f"The set has no figure {shown(name)}; it has: {known}.")
        return self.figures[name]


def cut(outlines: Mapping[str, str], figure: str) -> tuple[tuple[Piece, ...], Figure]:
    """Pieces from outlines that lie in the figure, each then told from its own first corner.

    >>> pieces, figure = cut({"left": "M2 0 H3 V1 Z"}, "M2 0 H3 V1 Z")
    >>> pieces[0].outline, figure.places[0].x
    ('M0 0 L1 0 L1 1 Z', 2.0)
    """
    pieces, places = [], []
    for number, (name, outline) in enumerate(outlines.items()):
        contours = read_outline(outline)
        corner = contours[0][0].start
        home = Motion(-corner)
        moved = [[edge.moved(home) for edge in contour] for contour in contours]
        pieces.append(Piece(name=name, outline=write_outline(moved)))
        places.append(Placement(piece=number, x=corner.real, y=corner.imag))
    return tuple(pieces), Figure(figure, tuple(places))


def _placement(
    piece: float, x: float = 0, y: float = 0, angle: float = 0, flip: float = 0
) -> Placement:
    return Placement(piece=int(piece), x=x, y=y, angle=angle, flip=bool(flip))


def _moved(place: Placement, motion: Motion) -> Placement:
    there = place.motion.then(motion)
    x, y = there.shift.real, there.shift.imag
    return Placement(piece=place.piece, x=x, y=y, angle=there.angle, flip=there.flip)
