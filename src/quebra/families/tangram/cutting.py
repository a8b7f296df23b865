"""Generates puzzles with colours: a rectangle cut along coloured lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quebra.contract.random import Source
from quebra.families.tangram.model import Piece, Tangram
from quebra.geometry.edges import chained, signed_area
from quebra.geometry.outline import write_outline

DIGITS = 9
TOLERANCE = 1e-6
"""The tolerance, as a share of the longer side of the rectangle."""
STEPS = 1000
MARGIN = 0.2
"""The least distance of a cut's end from a corner, as a share of the side."""


@dataclass(frozen=True)
class _Part:
    corners: tuple[complex, ...]
    colours: tuple[int, ...]

    def halves(self, source: Source, colour: int) -> tuple[_Part, _Part]:
        """The two parts after a cut from the longest side to another long side."""
        count = len(self.corners)
        lengths = [abs(self.corners[(i + 1) % count] - self.corners[i]) for i in range(count)]
        first = max(range(count), key=lambda i: lengths[i])
        others = [i for i in range(count) if i != first]
        second = source.choice(sorted(others, key=lambda i: -lengths[i])[:2])
        a, b = sorted((first, second))
        p, q = self._point(a, source), self._point(b, source)
        inner = _Part((p, *self.corners[a + 1 : b + 1], q), (*self.colours[a : b + 1], colour))
        outer = _Part(
            (*self.corners[: a + 1], p, q, *self.corners[b + 1 :]),
            (*self.colours[: a + 1], colour, *self.colours[b:]),
        )
        return inner, outer

    def _point(self, side: int, source: Source) -> complex:
        start, end = self.corners[side], self.corners[(side + 1) % len(self.corners)]
        share = MARGIN + (1 - 2 * MARGIN) * source.below(STEPS) / STEPS
        return start + (end - start) * share


def cut_polygons(
    size: tuple[int, int],
    pieces: int,
    colours: int,
    source: Source,
    turns: Sequence[int] = (0,),
    frame: int | None = 0,
) -> Tangram:
    """A rectangle of rows and columns cut into convex pieces, whose sides may meet partly.

    `turns` are the allowed quarter turns of pieces. The outline has the colour `frame`, if any.

    >>> puzzle = cut_polygons((3, 4), 5, 3, Source(1))
    >>> len(puzzle.pieces), puzzle.figure, puzzle.colours
    (5, 'M0 0 L4 0 L4 3 L0 3 Z', (0, 0, 0, 0))
    """
    rows, cols = map(float, size)
    corners = (0j, complex(cols), complex(cols, rows), complex(0, rows))
    parts = [_Part(corners, (frame or 0,) * 4)]
    while len(parts) < pieces:
        largest = max(parts, key=lambda part: signed_area(chained(list(part.corners))))
        parts.remove(largest)
        parts += largest.halves(source, 1 + source.below(colours))
    parts = source.shuffled(parts)
    return Tangram(
        pieces=tuple(
            Piece(
                name=str(number),
                outline=_outline(part, source.choice(turns)),
                flip=False,
                angles=tuple(90.0 * turn for turn in turns),
                colours=part.colours,
            )
            for number, part in enumerate(parts, start=1)
        ),
        figure=write_outline([chained(list(corners))]),
        tolerance=TOLERANCE * max(rows, cols),
        colours=(frame,) * 4,
        upright=True,
    )


def _outline(part: _Part, turn: int) -> str:
    """The outline from its first corner on, turned back by a number of quarter turns."""
    moved = [(corner - part.corners[0]) * 1j**-turn for corner in part.corners]
    rounded = [complex(round(p.real, DIGITS), round(p.imag, DIGITS)) + 0 for p in moved]
    return write_outline([chained(rounded)])
