"""Which puzzles are the same: moved, turned, mirrored or scaled as a whole, pieces in any order.

Each outline is laid down with its longest side along the x axis, in the least of the ways to do so,
and the figure's longest side has length 1. Pieces that may only lie at some angles are not turned.
Numbers are rounded, so puzzles that differ by no more than that are the same here. Colours count
as they are, and a figure that is upright is not turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key
from itertools import product
from math import pi, tau
from typing import TypeVar

from quebra.contract.errors import BadInput
from quebra.contract.symmetry import Symmetries
from quebra.families.tangram.colours import Colour, Side, Sides, sides_of
from quebra.families.tangram.model import Assembly, Piece, Tangram
from quebra.families.tangram.silhouette import SAME, scaled
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour
from quebra.geometry.region import size_of

Numbers = tuple[float, ...]
Shape = tuple[Sides, ...]
"""An outline: the sides of each contour."""
W = TypeVar("W", "Laid", "World")

DIGITS = 7
NO_COLOUR = -1
"""The colour of a side that may have any, where others have one."""
NEAR = 1e-5
"""Numbers this close count as equal when the least is chosen, so that rounding decides nothing."""


@dataclass(frozen=True)
class Laid:
    """An outline in its place, told in numbers, and how much it was scaled for that."""

    numbers: Numbers
    contours: Shape
    scale: float = 1.0


@dataclass(frozen=True)
class Kind:
    """A kind of piece in its place."""

    numbers: Numbers
    contours: Shape
    flip: bool
    angles: tuple[float, ...] | None
    count: int


@dataclass(frozen=True)
class World:
    """The figure and all pieces in their places."""

    numbers: Numbers
    figure: Laid
    kinds: tuple[Kind, ...]


def canonical(puzzle: Tangram) -> Tangram:
    """One puzzle for all that are the same.

    A puzzle of which rounding leaves no puzzle, for a piece is too small, stands for itself.

    >>> halves = Piece(name="half", outline="M5 5 V7 H7 Z", count=2)
    >>> canonical(Tangram(pieces=(halves,), figure="M0 0 H2 V2 H0 Z")).figure
    'M0 0 L1 0 L1 1 L0 1 Z'
    """
    ways = product((False, True), repeat=2) if puzzle.mirror else ((False, False), (True, True))
    world = _least([_world(puzzle, *way) for way in ways])
    tolerance = puzzle.tolerance
    try:
        return Tangram(
            pieces=tuple(
                Piece(
                    str(number),
                    _text(kind.contours),
                    kind.count,
                    kind.flip,
                    kind.angles,
                    _colours(kind.contours),
                )
                for number, kind in enumerate(world.kinds, start=1)
            ),
            figure=_text(world.figure.contours),
            mirror=puzzle.mirror,
            colours=_colours(world.figure.contours),
            upright=puzzle.upright,
            spare=puzzle.spare,
            tolerance=None if tolerance is None else float(f"{tolerance * world.figure.scale:.6g}"),
        )
    except BadInput:
        return puzzle


def _world(puzzle: Tangram, flip_pieces: bool, flip_figure: bool) -> World:
    target = _tidy(puzzle.target, puzzle.colours or (), flip_figure)
    figure = _upright(target) if puzzle.upright else _least(_positions(target, None))
    kinds: list[Kind] = []
    for piece, contours in zip(puzzle.pieces, puzzle.shapes, strict=True):
        tidy = _tidy(contours, piece.colours or (), flip_pieces)
        kind = _kind(piece, _moved(tidy, Motion(), figure.scale), flip_pieces)
        same = [other for other in kinds if _compare(other.numbers, kind.numbers) == 0]
        kinds = [other for other in kinds if other not in same]
        kinds.append(replace(kind, count=sum(k.count for k in (kind, *same))))
    kinds.sort(key=lambda kind: _order(kind.numbers))
    told = (x for kind in kinds for x in (kind.count, *kind.numbers))
    return World((*figure.numbers, *told), figure, tuple(kinds))


def _kind(piece: Piece, shape: Shape, flipped: bool) -> Kind:
    """A piece laid down; one that is its own mirror image need not be turned over."""
    flip, angles = piece.flip, None
    if piece.angles is not None:
        turns = {round(-a if flipped else a, DIGITS) % 360 for a in piece.angles}
        laid, angles = _shifted(shape), tuple(sorted(turns))
    else:
        laid = _least(_positions(shape, 1.0))
        over = _least(_positions(_moved(shape, Motion(flip=True)), 1.0))
        if _compare(laid.numbers, over.numbers) == 0:
            flip = False
        elif flip:
            laid = _least([laid, over])
    numbers = (*laid.numbers, float(flip), *(angles or ()))
    return Kind(numbers, laid.contours, flip, angles, piece.count)


def _tidy(contours: Sequence[Contour], colours: Sequence[Colour], flip: bool) -> Shape:
    """An outline without needless corners, mirrored where that is asked for."""
    near = SAME * size_of(contours)
    left = iter(colours)
    shape = tuple(
        sides_of([contour], [_number(next(left)) for _ in contour] if colours else (), near)
        for contour in contours
    )
    return _moved(shape, Motion(flip=flip))


def _number(colour: Colour) -> int:
    """A colour, or the number of none where others have one."""
    return NO_COLOUR if colour is None else colour


def _colours(shape: Shape) -> tuple[Colour, ...]:
    """The colours of all sides; empty where none has any."""
    colours = [side.colour for contour in shape for side in contour]
    if None in colours:
        return ()
    return tuple(None if colour == NO_COLOUR else colour for colour in colours)


def _moved(shape: Shape, motion: Motion, scale: float = 1.0) -> Shape:
    """An outline after a motion, and then scaled."""
    return tuple(
        tuple(
            Side(scaled(((side.moved(motion).edge,),), scale)[0][0], side.colour)
            for side in (reversed(contour) if motion.flip else contour)
        )
        for contour in shape
    )


def _longest(shape: Shape) -> float:
    return max(edge.length for contour in shape for edge, _ in contour)


def _upright(shape: Shape) -> Laid:
    """A figure that may not be turned; its longest side has length 1."""
    scale = 1 + _unless_tiny(1 / _longest(shape) - 1)
    return replace(_shifted(_moved(shape, Motion(), scale)), scale=scale)


def _positions(shape: Shape, scale: float | None) -> list[Laid]:
    """All ways to lay a longest side along the x axis, the one that changes the least first."""
    longest = _longest(shape)
    ways = []
    for i, contour in enumerate(shape):
        for j, (edge, _) in enumerate(contour):
            if edge.length < longest * (1 - NEAR):
                continue
            factor = 1 + _unless_tiny(1 / edge.length - 1) if scale is None else scale
            turn = Motion(0, _unless_tiny(turn_between(edge.heading(0), 1)))
            motion = Motion(-turn(edge.start), turn.angle)
            begun = (contour[j:] + contour[:j], *shape[:i], *shape[i + 1 :])
            first, *others = _moved(begun, motion, factor)
            change = abs(turn.angle) + abs(edge.start)
            ways.append((change, _laid([first, *_sorted(others)], factor)))
    return [laid for _, laid in sorted(ways, key=lambda way: way[0])]


def _shifted(shape: Shape) -> Laid:
    """An outline that may not be turned, with its least corner at the origin."""
    contours = tuple(_sorted(shape))
    return _laid(_moved(contours, Motion(-contours[0][0].edge.start)), 1.0)


def _sorted(contours: Sequence[Sides]) -> list[Sides]:
    """Contours in order, each from its least corner on."""

    def least(contour: Sides) -> Sides:
        ways = [contour[i:] + contour[:i] for i in range(len(contour))]
        return min(ways, key=lambda way: _order(_told([way])))

    return sorted(map(least, contours), key=lambda contour: _order(_told([contour])))


def _laid(contours: Sequence[Sides], scale: float) -> Laid:
    return Laid(_told(contours), tuple(contours), scale)


def _unless_tiny(change: float) -> float:
    """What is in place already stays there to the last digit."""
    return 0.0 if abs(change) < NEAR else change


def _told(contours: Sequence[Sides]) -> Numbers:
    return tuple(
        x for contour in contours for side in (contour[0], *contour) for x in _told_side(side)
    )


def _told_side(side: Side) -> Iterator[float]:
    edge = side.edge
    points: list[Point] = [edge.start]
    bend = 0.0
    if isinstance(edge, Arc):
        bend = edge.radius if edge.sweep > 0 else -edge.radius
        points.append(edge.at(0.5))
    elif isinstance(edge, Curve):
        points += [edge.first, edge.second]
    yield from (x for point in points for x in (point.real, point.imag))
    yield bend
    if side.colour is not None:
        yield side.colour


def _compare(one: Numbers, other: Numbers) -> int:
    """The order by the first numbers that are really different."""
    for a, b in zip(one, other, strict=False):
        if abs(a - b) > NEAR:
            return -1 if a < b else 1
    return len(one) - len(other)


_order = cmp_to_key(_compare)


def _least(ways: Sequence[W]) -> W:
    """The first of the least."""
    return min(ways, key=lambda way: _order(way.numbers))


def _text(shape: Shape) -> str:
    """Path data in round numbers that stay as they are when they are read and rounded again."""
    contours = [[side.edge for side in contour] for contour in shape]
    return " ".join(
        f"M{_pair(contour[0].start)} {' '.join(map(_command, contour))} Z" for contour in contours
    )


def _command(edge: Edge) -> str:
    match edge:
        case Line():
            return f"L{_pair(edge.end)}"
        case Curve():
            return f"C{_pair(edge.first)} {_pair(edge.second)} {_pair(edge.end)}"
        case Arc() if abs(edge.sweep) > 0.999 * tau:
            return f"{_command(edge.part(0, 0.5))} {_command(edge.part(0.5, 1))}"
        case Arc():
            large, sweep = int(abs(edge.sweep) > pi), int(edge.sweep > 0)
            radius = round(edge.radius, DIGITS)
            if abs(abs(edge.sweep) - pi) < NEAR:
                # Half a circle stays one only if its radius goes with its rounded ends.
                large, radius = 0, abs(_rounded(edge.end) - _rounded(edge.start)) / 2
            return f"A{radius:.12g} {radius:.12g} 0 {large} {sweep} {_pair(edge.end)}"


def _rounded(point: Point) -> complex:
    return complex(round(point.real, DIGITS) + 0.0, round(point.imag, DIGITS) + 0.0)


def _pair(point: Point) -> str:
    place = _rounded(point)
    return f"{place.real:.12g} {place.imag:.12g}"


SYMMETRY: Symmetries[Tangram, Assembly] = Symmetries(canonical=canonical)
