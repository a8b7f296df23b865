"""The canonical form of puzzles that are moved, turned, mirrored, scaled or reordered.

Each outline is turned so that its longest side is along the x axis, in the least of the possible
orientations, and the figure is scaled so that its longest side has length 1. Upright figures and
pieces with allowed angles are not turned. Numbers are rounded. Colours are not renumbered.
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
from quebra.families.tangram.silhouette import EPSILON, scaled
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour
from quebra.geometry.region import size_of

Numbers = tuple[float, ...]
Shape = tuple[Sides, ...]
"""An outline: the sides of each contour."""
Canonical = TypeVar("Canonical", "CanonicalOutline", "CanonicalPuzzle")

DIGITS = 7
NO_COLOUR = -1
"""Stands for a side that may have any colour, in an outline with colours."""
TOLERANCE = 1e-5
"""Numbers this close count as equal in comparisons, so that rounding does not decide."""


@dataclass(frozen=True)
class CanonicalOutline:
    """An outline in canonical position, its numbers for comparison, and the scale applied."""

    numbers: Numbers
    contours: Shape
    scale: float = 1.0


@dataclass(frozen=True)
class CanonicalPiece:
    """A kind of piece in canonical position."""

    numbers: Numbers
    contours: Shape
    flip: bool
    angles: tuple[float, ...] | None
    count: int


@dataclass(frozen=True)
class CanonicalPuzzle:
    """The figure and all pieces in canonical position."""

    numbers: Numbers
    figure: CanonicalOutline
    kinds: tuple[CanonicalPiece, ...]


def canonical(puzzle: Tangram) -> Tangram:
    """The canonical form of a puzzle.

    A puzzle with pieces too small for rounding is returned unchanged.

    >>> halves = Piece(name="half", outline="M5 5 V7 H7 Z", count=2)
    >>> canonical(Tangram(pieces=(halves,), figure="M0 0 H2 V2 H0 Z")).figure
    'M0 0 L1 0 L1 1 L0 1 Z'
    """
    orientations = (
        product((False, True), repeat=2) if puzzle.mirror else ((False, False), (True, True))
    )
    best = _least([_canonical_puzzle(puzzle, *orientation) for orientation in orientations])
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
                for number, kind in enumerate(best.kinds, start=1)
            ),
            figure=_text(best.figure.contours),
            mirror=puzzle.mirror,
            colours=_colours(best.figure.contours),
            upright=puzzle.upright,
            spare=puzzle.spare,
            tolerance=None if tolerance is None else float(f"{tolerance * best.figure.scale:.6g}"),
        )
    except BadInput:
        return puzzle


def _canonical_puzzle(puzzle: Tangram, flip_pieces: bool, flip_figure: bool) -> CanonicalPuzzle:
    target = _merged(puzzle.target, puzzle.colours or (), flip_figure)
    figure = _upright_figure(target) if puzzle.upright else _least(_orientations(target, None))
    kinds: list[CanonicalPiece] = []
    for piece, contours in zip(puzzle.pieces, puzzle.shapes, strict=True):
        shape = _merged(contours, piece.colours or (), flip_pieces)
        kind = _kind(piece, _moved(shape, Motion(), figure.scale), flip_pieces)
        same = [other for other in kinds if _compare(other.numbers, kind.numbers) == 0]
        kinds = [other for other in kinds if other not in same]
        kinds.append(replace(kind, count=sum(k.count for k in (kind, *same))))
    kinds.sort(key=lambda kind: _order(kind.numbers))
    piece_numbers = (x for kind in kinds for x in (kind.count, *kind.numbers))
    return CanonicalPuzzle((*figure.numbers, *piece_numbers), figure, tuple(kinds))


def _kind(piece: Piece, shape: Shape, flipped: bool) -> CanonicalPiece:
    """A piece in canonical position; `flip` is dropped if it equals its mirror image."""
    flip, angles = piece.flip, None
    if piece.angles is not None:
        turns = {round(-a if flipped else a, DIGITS) % 360 for a in piece.angles}
        outline, angles = _shifted(shape), tuple(sorted(turns))
    else:
        outline = _least(_orientations(shape, 1.0))
        mirrored = _least(_orientations(_moved(shape, Motion(flip=True)), 1.0))
        if _compare(outline.numbers, mirrored.numbers) == 0:
            flip = False
        elif flip:
            outline = _least([outline, mirrored])
    numbers = (*outline.numbers, float(flip), *(angles or ()))
    return CanonicalPiece(numbers, outline.contours, flip, angles, piece.count)


def _merged(contours: Sequence[Contour], colours: Sequence[Colour], flip: bool) -> Shape:
    """An outline with edges merged into sides, mirrored if `flip`."""
    tolerance = EPSILON * size_of(contours)
    remaining = iter(colours)
    shape = tuple(
        sides_of(
            [contour],
            [_colour_number(next(remaining)) for _ in contour] if colours else (),
            tolerance,
        )
        for contour in contours
    )
    return _moved(shape, Motion(flip=flip))


def _colour_number(colour: Colour) -> int:
    """The number of a colour, `NO_COLOUR` for None."""
    return NO_COLOUR if colour is None else colour


def _colours(shape: Shape) -> tuple[Colour, ...]:
    """The colours of all sides; empty if the outline has none."""
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


def _upright_figure(shape: Shape) -> CanonicalOutline:
    """A figure that may not be turned, scaled so that its longest side has length 1."""
    scale = 1 + _unless_tiny(1 / _longest(shape) - 1)
    return replace(_shifted(_moved(shape, Motion(), scale)), scale=scale)


def _orientations(shape: Shape, scale: float | None) -> list[CanonicalOutline]:
    """The outline with each longest side along the x axis, the smallest change first."""
    longest = _longest(shape)
    orientations = []
    for i, contour in enumerate(shape):
        for j, (edge, _) in enumerate(contour):
            if edge.length < longest * (1 - TOLERANCE):
                continue
            factor = 1 + _unless_tiny(1 / edge.length - 1) if scale is None else scale
            turn = Motion(0, _unless_tiny(turn_between(edge.heading(0), 1)))
            motion = Motion(-turn(edge.start), turn.angle)
            begun = (contour[j:] + contour[:j], *shape[:i], *shape[i + 1 :])
            first, *others = _moved(begun, motion, factor)
            change = abs(turn.angle) + abs(edge.start)
            orientations.append((change, _outline([first, *_sorted(others)], factor)))
    return [outline for _, outline in sorted(orientations, key=lambda orientation: orientation[0])]


def _shifted(shape: Shape) -> CanonicalOutline:
    """An outline that may not be turned, moved so that its least corner is at the origin."""
    contours = tuple(_sorted(shape))
    return _outline(_moved(contours, Motion(-contours[0][0].edge.start)), 1.0)


def _sorted(contours: Sequence[Sides]) -> list[Sides]:
    """The contours in canonical order, each starting at its least corner."""

    def least(contour: Sides) -> Sides:
        orientations = [contour[i:] + contour[:i] for i in range(len(contour))]
        return min(orientations, key=lambda orientation: _order(_numbers([orientation])))

    return sorted(map(least, contours), key=lambda contour: _order(_numbers([contour])))


def _outline(contours: Sequence[Sides], scale: float) -> CanonicalOutline:
    return CanonicalOutline(_numbers(contours), tuple(contours), scale)


def _unless_tiny(change: float) -> float:
    """A change, or 0 if it is tiny, so that canonical puzzles stay exactly the same."""
    return 0.0 if abs(change) < TOLERANCE else change


def _numbers(contours: Sequence[Sides]) -> Numbers:
    return tuple(
        x for contour in contours for side in (contour[0], *contour) for x in _side_numbers(side)
    )


def _side_numbers(side: Side) -> Iterator[float]:
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
    """Compare by the first numbers that differ by more than the tolerance."""
    for a, b in zip(one, other, strict=False):
        if abs(a - b) > TOLERANCE:
            return -1 if a < b else 1
    return len(one) - len(other)


_order = cmp_to_key(_compare)


def _least(orientations: Sequence[Canonical]) -> Canonical:
    """The first of the least items."""
    return min(orientations, key=lambda orientation: _order(orientation.numbers))


def _text(shape: Shape) -> str:
    """Path data in rounded numbers, which reading and rounding again leave unchanged."""
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
            if abs(abs(edge.sweep) - pi) < TOLERANCE:
                # A half circle stays one only if its radius agrees with its rounded ends.
                large, radius = 0, abs(_rounded(edge.end) - _rounded(edge.start)) / 2
            return f"A{radius:.12g} {radius:.12g} 0 {large} {sweep} {_pair(edge.end)}"


def _rounded(point: Point) -> complex:
    return complex(round(point.real, DIGITS) + 0.0, round(point.imag, DIGITS) + 0.0)


def _pair(point: Point) -> str:
    place = _rounded(point)
    return f"{place.real:.12g} {place.imag:.12g}"


SYMMETRY: Symmetries[Tangram, Assembly] = Symmetries(canonical=canonical)
