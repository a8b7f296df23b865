"""New puzzles of polygons: a rectangle with a grey rim, cut by coloured lines again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quebra.contract.random import Source
from quebra.families.edges.model import Edges
from quebra.families.edges.polygons import Corners, signed_area

DIGITS = 9
STEPS = 1000
MARGIN = 0.2
"""The ends of a cut are no nearer to a corner than this share of the side."""


@dataclass(frozen=True)
class _Part:
    corners: tuple[complex, ...]
    colours: tuple[int, ...]

    def halves(self, source: Source, colour: int) -> tuple[_Part, _Part]:
        """Cut from one side to another, not the next one where that leaves a sliver."""
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
    rotate: bool | tuple[int, ...],
    frame: int | None,
) -> Edges:
    """A puzzle of so many convex pieces that fill a rectangle; sides may meet in parts.

    >>> puzzle = cut_polygons((3, 4), 5, 3, Source(1), False, 0)
    >>> len(puzzle.outlines), puzzle.figure
    (5, ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)))
    """
    rows, cols = map(float, size)
    figure = ((0.0, 0.0), (cols, 0.0), (cols, rows), (0.0, rows))
    rim = 0 if frame is None else frame
    parts = [_Part(tuple(complex(*corner) for corner in figure), (rim,) * 4)]
    while len(parts) < pieces:
        largest = max(parts, key=lambda part: signed_area(part.corners))
        parts.remove(largest)
        parts += largest.halves(source, 1 + source.below(colours))
    turns: Sequence[int] = (0, 1, 2, 3) if rotate is True else rotate or (0,)
    parts = source.shuffled(parts)
    return Edges(
        shape="polygon",
        pieces=tuple(part.colours for part in parts),
        outlines=tuple(_told(part, source.choice(turns)) for part in parts),
        figure=figure,
        frame=frame,
        rotate=rotate,
    )


def _told(part: _Part, turn: int) -> Corners:
    """The outline from its first corner on, such that the turn brings it back as it was."""
    moved = [(corner - part.corners[0]) * 1j**-turn for corner in part.corners]
    return tuple((round(p.real, DIGITS) + 0.0, round(p.imag, DIGITS) + 0.0) for p in moved)
