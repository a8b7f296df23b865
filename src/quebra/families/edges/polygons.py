"""Polygons with coloured sides: what makes a puzzle of them, and where their sides lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import isfinite
from typing import TYPE_CHECKING

from quebra.contract.errors import BadInput
from quebra.geometry.edges import Line, box_of, chained, cross
from quebra.geometry.features import distances_below, edge_lengths
from quebra.geometry.limits import MAX_EDGES, refuse_too_close
from quebra.geometry.spatial_index import close_pairs
from quebra.grid.cells import counted

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
"""The tolerance, as a share of the figure's size."""
SMALLEST_TOLERANCE = 1e-8
"""The smallest tolerance: the places of pieces are told to nine decimals."""
SMALLEST_FEATURE = 8
"""The shortest side and the narrowest place of a piece, in tolerances."""


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
        """This side moved by `shift`."""
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
    if sum(map(len, (*outlines, figure))) > MAX_EDGES:
        raise BadInput(f"The polygons have too many sides: at most {MAX_EDGES} in all.")
    for number, (colours, outline) in enumerate(zip(pieces, outlines, strict=True), start=1):
        _admit_outline(outline, f"Piece {number}")
        if len(colours) != len(outline):
            sides = counted(len(outline), "side")
            raise BadInput(f"Piece {number} has {sides}, but {counted(len(colours), 'colour')}.")
    _admit_outline(figure, "The figure")
    least = SMALLEST_FEATURE * _tolerance(figure)
    for number, outline in enumerate(outlines, start=1):
        if _size(outline) <= least:
            raise BadInput(f"Piece {number} is too small beside the figure.")
        _admit_features(outline, least, f"Piece {number}")
    if rim and len(rim) != len(figure):
        sides = counted(len(figure), "side")
        raise BadInput(f"The figure has {sides}, but its rim {counted(len(rim), 'colour')}.")


def tolerance(puzzle: Edges) -> float:
    """The width of the widest gap, overlap or overhang that is forgiven.

    That is one into which a disc of this diameter does not fit.
    """
    return _tolerance(puzzle.figure)


def _tolerance(figure: Corners) -> float:
    return max(CLOSE * _size(figure), SMALLEST_TOLERANCE)


def _admit_features(outline: Corners, least: float, what: str) -> None:
    """Refuse a side or a narrow place that the tolerance could hide."""
    contour = chained([complex(*corner) for corner in outline])
    found = min(chain(edge_lengths([contour]), distances_below([contour], least)), default=least)
    if found < least:
        raise BadInput(
            f"{what} has a side or a narrow place of {found:.3g}, too small beside the figure."
        )


def _size(outline: Corners) -> float:
    """The larger side of the box around an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def joined_sides(sides: Sequence[Side], near: float) -> list[Side]:
    """The sides, with those made one that have a colour and go on in a line.

    >>> ends = (0, 1), (1, 3), (3, 3j), (3j, 0)
    >>> [(side.start, side.end) for side in joined_sides([Side(*pair, 5, 0) for pair in ends], 0.1)]
    [(0, 3), (3, 3j), (3j, 0)]
    """
    found: list[Side] = []
    for side in sides:
        if found and _goes_on(found[-1], side, near):
            side = _both(found.pop(), side)
        found.append(side)
    while len(found) > 1 and _goes_on(found[-1], found[0], near):
        found = [_both(found[-1], found[0]), *found[1:-1]]
    return found


def _goes_on(side: Side, following: Side, near: float) -> bool:
    along = following.end - side.start
    return (
        side.colour == following.colour
        and abs(along) >= max(side.length, following.length)
        and abs(cross(side.end - side.start, along)) <= near * abs(along)
    )


def _both(side: Side, following: Side) -> Side:
    return Side(side.start, following.end, side.colour, side.piece)


def contour_of(sides: Sequence[Side]) -> tuple[Line, ...]:
    """The contour that sides form."""
    return tuple(Line(side.start, side.end) for side in sides)


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


def outline_area(outline: Corners) -> float:
    """The area of a polygon.

    >>> outline_area(((0, 0), (0, 1), (1, 0)))
    0.5
    """
    return abs(signed_area([complex(*corner) for corner in outline]))


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
