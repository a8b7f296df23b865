"""Polygons with coloured sides: what makes a puzzle of them, and where their sides lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

from quebra.core.errors import BadInput
from quebra.core.grid import counted
from quebra.geometry.edges import box_of
from quebra.geometry.effort import MOST_EDGES, refuse_too_close
from quebra.geometry.index import close_pairs

if TYPE_CHECKING:
    from quebra.families.edges.model import Edges, Filling, Laid

Corners = tuple[tuple[float, float], ...]
"""The corners of a polygon, x to the right and y downwards, in either direction around it."""

LARGEST = 1e6
FARTHEST = 3 * LARGEST
"""How far a piece may be moved: from any corner to any other, however it is turned."""
FRAME = -1
"""The figure among the pieces."""
CLOSE = 1e-6
"""Points closer than this share of the figure are one."""


@dataclass(frozen=True)
class Side:
    """A side of a piece or of the figure, run with the inside to its left, and its colour."""

    start: complex
    end: complex
    colour: int | None
    piece: int

    @property
    def length(self) -> float:
        """How long it is."""
        return abs(self.end - self.start)

    def moved(self, shift: complex) -> Side:
        """The same elsewhere."""
        return Side(self.start + shift, self.end + shift, self.colour, self.piece)


def admit_polygons(
    pieces: Sequence[Sequence[int]],
    outlines: Sequence[Corners],
    figure: Corners,
    rim: Sequence[int],
) -> None:
    """Refuse outlines without area, or with another number of sides than colours."""
    if len(outlines) != len(pieces):
        have = counted(len(outlines), "outline")
        raise BadInput(f"There {'is' if len(outlines) == 1 else 'are'} {have} of {len(pieces)}.")
    if sum(map(len, (*outlines, figure))) > MOST_EDGES:
        raise BadInput(f"The polygons have too many sides: at most {MOST_EDGES} in all.")
    for number, (colours, outline) in enumerate(zip(pieces, outlines, strict=True), start=1):
        _admit_outline(outline, f"Piece {number}")
        if len(colours) != len(outline):
            sides = counted(len(outline), "side")
            raise BadInput(f"Piece {number} has {sides}, but {counted(len(colours), 'colour')}.")
    _admit_outline(figure, "The figure")
    close = CLOSE * _size(figure)
    for number, outline in enumerate(outlines, start=1):
        if _size(outline) <= close:
            raise BadInput(f"Piece {number} is too small beside the figure.")
    if rim and len(rim) != len(figure):
        sides = counted(len(figure), "side")
        raise BadInput(f"The figure has {sides}, but its rim {counted(len(rim), 'colour')}.")


def tolerance(puzzle: Edges) -> float:
    """How far apart points may be that are meant to be one."""
    return CLOSE * _size(puzzle.figure)


def _size(outline: Corners) -> float:
    """The larger side of the box around an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def figure_sides(puzzle: Edges) -> list[Side]:
    """The sides of the figure; their colours are None where they do not matter."""
    colours = puzzle.rim or (puzzle.frame,) * len(puzzle.figure)
    return _sides([complex(*corner) for corner in puzzle.figure], colours, FRAME)


def piece_sides(puzzle: Edges, laid: Laid) -> list[Side]:
    """The sides of a piece where it is laid.

    >>> from quebra.families.edges.model import Edges, Laid
    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> puzzle = Edges(shape="polygon", pieces=((1, 2, 3, 4),), outlines=(square,), figure=square)
    >>> piece_sides(puzzle, Laid(piece=0, x=5, y=0, turn=1))[0]
    Side(start=(5+0j), end=(5+1j), colour=1, piece=0)
    """
    turn, shift = 1j**laid.turn, complex(laid.x, laid.y)
    corners = [complex(*corner) * turn + shift for corner in puzzle.outlines[laid.piece]]
    return _sides(corners, puzzle.pieces[laid.piece], laid.piece)


def admit_places(puzzle: Edges, answer: Filling) -> None:
    """Refuse pieces and turns that there are not."""
    if answer.cells:
        raise BadInput("Polygons lie in places, not in cells.")
    for number, laid in enumerate(answer.places, start=1):
        if not 0 <= laid.piece < len(puzzle.pieces):
            last = len(puzzle.pieces) - 1
            raise BadInput(f"Place {number}: there is no piece {laid.piece}; they are 0 to {last}.")
        if not 0 <= laid.turn < len(puzzle.layout.turns):
            raise BadInput(f"Place {number}: there is no turn {laid.turn}; they are 0 to 3.")
        if not all(isfinite(at) and abs(at) <= FARTHEST for at in (laid.x, laid.y)):
            raise BadInput(f"Place {number} is too far away.")


def _sides(corners: list[complex], colours: Sequence[int | None], piece: int) -> list[Side]:
    ends = pairwise([*corners, corners[0]])
    sides = [Side(a, b, colour, piece) for (a, b), colour in zip(ends, colours, strict=True)]
    if signed_area(corners) > 0:
        return sides
    return [Side(side.end, side.start, side.colour, piece) for side in reversed(sides)]


def signed_area(corners: Sequence[complex]) -> float:
    """The area, positive where x turns to y on the way around.

    >>> signed_area([0, 1, 1 + 1j, 1j])
    1.0
    """
    # Measured from a corner, for far from the origin the digits would be lost.
    ends = pairwise([corner - corners[0] for corner in (*corners, corners[0])])
    return sum((a.conjugate() * b).imag for a, b in ends) / 2


def _admit_outline(outline: Corners, what: str) -> None:
    if len(outline) < 3:
        raise BadInput(f"{what} has {counted(len(outline), 'corner')}: a polygon has 3 or more.")
    if not all(isfinite(at) and abs(at) <= LARGEST for corner in outline for at in corner):
        raise BadInput(f"{what} has a corner beyond {LARGEST:.0f}.")
    corners = [complex(*corner) for corner in outline]
    size = max(abs(corner - corners[0]) for corner in corners)
    sides = [b - a for a, b in pairwise([*corners, corners[0]])]
    if any(abs(side) <= CLOSE * size for side in sides):
        raise BadInput(f"{what} has a side without length.")
    if abs(signed_area(corners)) <= CLOSE * size * size:
        raise BadInput(f"{what} has no area.")
    boxes = [box_of(side) for side in pairwise([*corners, corners[0]])]
    refuse_too_close(boxes, CLOSE * size, what)
    if _crosses(corners):
        raise BadInput(f"{what} crosses itself.")


def _crosses(corners: list[complex]) -> bool:
    """Whether two sides that are not neighbours have a point in common."""
    ends = list(pairwise([*corners, corners[0]]))
    last = len(ends) - 1
    size = max(abs(corner - corners[0]) for corner in corners)
    return any(
        _meet(*ends[i], *ends[j])
        for i, j in close_pairs([box_of(side) for side in ends], CLOSE * size)
        if j > i + 1 and (i, j) != (0, last)
    )


def _meet(a: complex, b: complex, c: complex, d: complex) -> bool:
    def side(p: complex, q: complex, r: complex) -> int:
        turn = ((q - p).conjugate() * (r - p)).imag
        return (turn > 0) - (turn < 0)

    def between(p: complex, q: complex, r: complex) -> bool:
        low, high = sorted((p.real, q.real)), sorted((p.imag, q.imag))
        return low[0] <= r.real <= low[1] and high[0] <= r.imag <= high[1]

    turns = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    points = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(t == 0 and between(*each) for t, each in zip(turns, points, strict=True))
