"""Sides with colours: where they meet, and which outlines agree in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from quebra.contract.errors import BadInput
from quebra.geometry.congruence import congruences
from quebra.geometry.edges import Curve, Edge, Point, dot, edges_of
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import joined_edges, merged
from quebra.geometry.remainder.strokes import Stroke, edge_strokes
from quebra.geometry.spatial_index import close_pairs
from quebra.i18n.text import Text

MAX_COLOUR = 9999
MEETING_DISTANCE = 2
"""The largest distance of sides that meet, in tolerances."""
SHORTEST_MEETING = 8
"""The largest common length of sides that only touch at their ends, in tolerances."""

Colour = int | None
"""The colour of a side; None if any colour may meet it."""


class Side(NamedTuple):
    """An edge with the inside to its left, and its colour."""

    edge: Edge
    colour: Colour

    def moved(self, motion: Motion) -> Side:
        """This side after a motion; mirroring reverses it, so that the inside stays left."""
        edge = self.edge.moved(motion)
        return Side(edge.reversed() if motion.flip else edge, self.colour)


Sides = tuple[Side, ...]


def sides_of(contours: Sequence[Contour], colours: Sequence[Colour], tolerance: float) -> Sides:
    """The sides of contours: edges of one colour that continue a line or circle are merged.

    >>> from quebra.geometry.edges import chained
    >>> square = [chained([0, 1, 2, 2 + 2j, 2j])]
    >>> [len(sides_of(square, colours, 1e-9)) for colours in ((), (5,) * 5, (5, 6, 5, 5, 5))]
    [4, 4, 5]
    """
    found: list[Side] = []
    remaining = iter(colours)
    for contour in contours:
        contour_colours = [next(remaining) for _ in contour] if colours else [None] * len(contour)
        if len(set(contour_colours)) == 1:
            found += (Side(edge, contour_colours[0]) for edge in merged(contour, tolerance))
            continue
        first = next(
            i for i in range(len(contour_colours)) if contour_colours[i] != contour_colours[i - 1]
        )
        run: list[Edge] = []
        for i in (*range(first, len(contour_colours)), *range(first)):
            run.append(contour[i])
            if contour_colours[i] != contour_colours[(i + 1) % len(contour_colours)]:
                found += (Side(edge, contour_colours[i]) for edge in joined_edges(run, tolerance))
                run = []
    return tuple(found)


def coloured_congruences(
    one: Sides, other: Sides, tolerance: float, *, flips: bool = True
) -> Iterator[Motion]:
    """All motions that map sides onto sides of the same colours."""
    ours, theirs = ([[side.edge for side in sides]] for sides in (one, other))
    for motion in congruences(ours, theirs, tolerance, flips=flips):
        if all(_has_colour(side.moved(motion), other, tolerance) for side in one):
            yield motion


def _has_colour(side: Side, others: Sides, tolerance: float) -> bool:
    """Whether the side in `others` at the same place has the same colour."""
    spot = side.edge.at(0.5)
    return any(
        side.colour == each.colour and abs(each.edge.at(0.5) - spot) <= tolerance for each in others
    )


def stroke_colour(stroke: Stroke, coloured: Iterable[tuple[Stroke, Colour]]) -> Colour:
    """The colour of the nearest stroke with the same direction, of which this one is a part."""
    middle, along = stroke.middle, stroke.end - stroke.start
    same_way = (each for each in coloured if dot(each[0].end - each[0].start, along) > 0)
    return min(same_way, key=lambda each: abs(each[0].nearest(middle) - middle))[1]


def coloured_strokes(sides: Iterable[Side], tolerance: float) -> list[tuple[Stroke, Colour]]:
    """The strokes of sides, each with its colour."""
    return [(stroke, s.colour) for s in sides for stroke in edge_strokes(s.edge, tolerance)]


class Meeting(NamedTuple):
    """Two sides that meet: piece and colour of each, and the common length."""

    one: int
    colour: Colour
    other: int
    other_colour: Colour
    length: float

    @property
    def matches(self) -> bool:
        """Whether the colours agree."""
        return None in (self.colour, self.other_colour) or self.colour == self.other_colour


FIGURE = -1
"""The number of the figure in meetings, beside those of pieces."""


def meetings(pieces: Sequence[Sides], figure: Sides, tolerance: float) -> Iterator[Meeting]:
    """The places where sides of pieces meet one another or the outline of the figure.

    >>> from quebra.geometry.edges import Line
    >>> up, down = Side(Line(0, 4), 1), Side(Line(9, 1), 2)
    >>> list(meetings([(up,), (down,)], (), 0.01))
    [Meeting(one=0, colour=1, other=1, other_colour=2, length=3.0)]
    """
    strokes = [
        (number, *each)
        for number, sides in ((FIGURE, figure), *enumerate(pieces))
        for each in coloured_strokes(sides, tolerance)
    ]
    boxes = [stroke.box for _, stroke, _ in strokes]
    for i, j in close_pairs(boxes, MEETING_DISTANCE * tolerance):
        (other, other_stroke, other_colour), (one, stroke, colour) = sorted(
            (strokes[i], strokes[j]), key=lambda each: each[0] != FIGURE
        )
        if one != other:
            # Sides of the figure run in the same direction as those of pieces along them.
            facing = other_stroke if other == FIGURE else other_stroke.reversed()
            length = common_length(stroke, facing, MEETING_DISTANCE * tolerance)
            if length > SHORTEST_MEETING * tolerance:
                first, second = (one, colour), (other, other_colour)
                if other != FIGURE and other < one:
                    first, second = second, first
                yield Meeting(*first, *second, length)


def common_length(one: Stroke, other: Stroke, distance: float) -> float:
    """The common length of two strokes in the same direction; 0 if they do not coincide."""
    if dot(one.end - one.start, other.end - other.start) <= 0:
        return 0.0
    spots = [
        one.nearest(spot)
        for spot in (other.start, other.end)
        if abs(one.nearest(spot) - spot) <= distance
    ]
    ends = (one.start, one.end)
    spots += (spot for spot in ends if abs(other.nearest(spot) - spot) <= distance)
    if len(spots) < 2:
        return 0.0
    chord = one.end - one.start
    first, *_, last = sorted(spots, key=lambda spot: dot(chord, spot - one.start))
    if first == last:
        return 0.0
    part = Stroke(first, last, one.bend)
    is_beside = abs(other.nearest(part.middle) - part.middle) <= distance
    return part.length if is_beside else 0.0


def admit_colours(contours: Sequence[Contour], colours: Sequence[Colour], what: Text) -> None:
    """Refuse invalid colours, a wrong number of them, and curves with colours."""
    edges = edges_of(contours)
    if len(colours) != len(edges):
        raise BadInput(
            Text(
                "{outline}: the number of sides is {sides}, and that of colours {colours}.",
                outline=what,
                sides=len(edges),
                colours=len(colours),
            )
        )
    for colour in colours:
        if colour is not None and not 0 <= colour <= MAX_COLOUR:
            raise BadInput(
                Text(
                    "{outline}: {colour} is no colour; colours are 0 to {most}.",
                    outline=what,
                    colour=colour,
                    most=MAX_COLOUR,
                )
            )
    if any(isinstance(edge, Curve) for edge in edges):
        raise BadInput(
            Text(
                "{outline} has colours: its sides must be straight or arcs of circles.",
                outline=what,
            )
        )


def moved_colours(
    contours: Sequence[Contour], colours: Sequence[Colour], *, flip: bool
) -> tuple[Colour, ...]:
    """The colours of contours after a motion, which reverses each contour if it flips."""
    if not (colours and flip):
        return tuple(colours)
    remaining = iter(colours)
    contour_colours = [[next(remaining) for _ in contour] for contour in contours]
    return tuple(colour for each in contour_colours for colour in reversed(each))


def reordered_colours(
    colours: Sequence[Colour], before: Sequence[Contour], after: Sequence[Contour]
) -> tuple[Colour, ...]:
    """The colours of the same edges in the order of `after`, perhaps reversed."""
    edges = edges_of(before)
    by_ends: dict[frozenset[Point], list[int]] = {}
    for i, edge in enumerate(edges):
        by_ends.setdefault(frozenset((edge.start, edge.end)), []).append(i)

    def colour(edge: Edge) -> Colour:
        spot = edge.at(0.5)
        candidates = by_ends.get(frozenset((edge.start, edge.end)), range(len(edges)))
        return colours[min(candidates, key=lambda i: abs(edges[i].at(0.5) - spot))]

    return tuple(colour(edge) for edge in edges_of(after))
