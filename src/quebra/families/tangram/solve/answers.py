"""One way to tell an assembly, so that engines which find the same tiling give the same answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from quebra.families.tangram.colours import Colour, coloured_congruences, sides_of
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline
from quebra.geometry.region import size_of

DIGITS = 9
"""Coordinates and angles are rounded, for engines do not come to them by the same way."""
SAME = 1e-7
"""Points of a piece closer than this share of its size are one."""


def assembly_in_form(puzzle: Tangram, laid: Iterable[tuple[int, Motion]]) -> Assembly:
    """Pieces by their kinds, each as it lies without being turned over, and turned least."""
    places = [place_in_form(puzzle, kind, motion) for kind, motion in laid]
    return Assembly(places=tuple(sorted(places, key=order)))


def place_in_form(puzzle: Tangram, kind: int, motion: Motion) -> Placement:
    """A piece as it lies; of all motions that leave it looking the same, the least."""
    piece = puzzle.pieces[kind]
    ways = [symmetry.then(motion) for symmetry in symmetries(piece.outline, piece.colours or ())]
    if not piece.flip:
        ways = [way for way in ways if not way.flip]
    if piece.angles is not None:
        ways = [motion]
    return min((_rounded(kind, way) for way in ways), key=order)


def _rounded(kind: int, motion: Motion) -> Placement:
    x, y = (round(each, DIGITS) + 0.0 for each in (motion.shift.real, motion.shift.imag))
    return Placement(kind, x, y, round(motion.angle % 360, DIGITS) % 360, motion.flip)


def order(place: Placement) -> tuple[int, bool, float, float, float]:
    """By which places are sorted."""
    return place.piece, place.flip, place.angle, place.x, place.y


@lru_cache(maxsize=256)
def symmetries(outline: str, colours: tuple[Colour, ...] = ()) -> tuple[Motion, ...]:
    """The motions that bring an outline onto itself, with the colours of its sides.

    >>> len(symmetries("M0 0 L1 0 L1 1 L0 1 Z")), len(symmetries("M0 0 L1 0 L2 1 L1 1 Z"))
    (8, 2)
    >>> len(symmetries("M0 0 L1 0 L1 1 L0 1 Z", (1, 2, 1, 2)))
    4
    """
    contours = read_outline(outline)
    fine = SAME * size_of(contours)
    sides = sides_of(contours, colours, fine)
    return tuple(coloured_congruences(sides, sides, 10 * fine))
