"""Assemblies that are the same: a motion of the whole brings the regions of equal pieces together.

Two assemblies of the figure are one where a symmetry of the figure maps each piece of the one onto
an equal piece of the other. Pieces are equal where they are congruent and obey the same rules,
whatever their names. A reflection counts as a motion where no piece forbids it. Regions are
compared, so that a symmetry of a piece makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import comb

from quebra.engine.budget import Budget
from quebra.families.tangram.colours import coloured_congruences
from quebra.families.tangram.model import Assembly, Piece, Tangram
from quebra.families.tangram.solve.answers import symmetries
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.congruence import points_of
from quebra.geometry.edges import Arc, Point
from quebra.geometry.landmarks import (
    CongruentLandmarkSet,
    Landmarks,
    LandmarkSet,
    moved_landmarks,
)
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged, size_of
from quebra.geometry.remainder.strokes import has_narrow_features

FINE = 1e-6
"""Pieces whose points differ by less than ten times this share of their size are congruent."""
ANGLE_DIGITS = 4
"""Angles in degrees are rounded, so that those are one that differ by noise."""
APART = 8
"""Pieces farther apart than this many tolerances lie elsewhere."""

Placed = Sequence[tuple[int, Motion]]
"""Pieces in the frame of the figure: the kind of each, and the motion that places it."""


class Classes:
    """The classes of the assemblies that were added so far.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> classes = Classes(square)
    >>> classes.add([(0, Motion())]), classes.add([(0, Motion())])
    (True, False)
    """

    def __init__(self, puzzle: Tangram, lyings: Sequence[Motion] = (Motion(),)) -> None:
        self.puzzle, self.lyings = puzzle, lyings
        self.tolerance = APART * puzzle.tolerance_used
        self.added = 0
        self._first: Placed = ()

    def add(self, placed: Placed) -> bool:
        """Count an assembly in; whether it is the first of its class."""
        self.added += 1
        if self.added == 1:
            # Often no other follows, and nothing has to be compared.
            self._first = placed
            return True
        if not self._known.members:
            self._known.add(self.marks(self._first))
        marks = self.marks(placed)
        motions = self.symmetries if self._follows_outline else [Motion()]
        if any(self._known.has(moved_landmarks(marks, motion)) for motion in motions):
            return False
        self._known.add(marks)
        return True

    @cached_property
    def _known(self) -> LandmarkSet:
        if self._follows_outline:
            return LandmarkSet(self.tolerance)
        return CongruentLandmarkSet(self.tolerance, flips=may_be_reflected(self.puzzle))

    @cached_property
    def symmetries(self) -> list[Motion]:
        """The motions that bring the figure onto itself as it is drawn."""
        sides = tuple(side.moved(self.lyings[0]) for side in self.puzzle.coloured_target)
        flips = may_be_reflected(self.puzzle)
        return list(coloured_congruences(sides, sides, self.tolerance, flips=flips)) or [Motion()]

    @cached_property
    def _follows_outline(self) -> bool:
        """Whether congruent assemblies differ by a symmetry of the figure as it is drawn.

        Not for a figure that looks the same after every turn or lies in several ways, nor where a
        feature that is narrower than the tolerance is no feature of the assembly.
        """
        is_plain = len({side.colour for side in self.puzzle.coloured_target}) == 1
        is_exact = not has_narrow_features(self.puzzle.target, self.tolerance)
        return len(self.lyings) == 1 and is_plain and is_exact and not self._is_round

    @property
    def _is_round(self) -> bool:
        contours = [merged(each, self.puzzle.tolerance_used) for each in self.puzzle.target]
        hubs = [_hub(contour) for contour in contours]
        return all(hub is not None and abs(hub - (hubs[0] or 0)) <= self.tolerance for hub in hubs)

    def marks(self, placed: Placed) -> Landmarks:
        """For each piece its class of equal kinds, and points that tell its region.

        Where sides have colours, these are the points of all sides of one colour.
        """
        classes = equal_kinds(self.puzzle)
        return tuple(
            (classes[kind] + len(classes) * number, tuple(map(motion, spots)))
            for kind, motion in placed
            for number, spots in _spots(self.puzzle, kind)
        )


def first_of_each_class(
    classes: Classes, tilings: Iterable[Assembly], budget: Budget
) -> Iterator[Assembly]:
    """The first tiling of each class; `stats` has the number of tilings in the figure's frame."""
    before = classes.added
    for tiling in tilings:
        if classes.add([(place.piece, place.motion) for place in tiling.places]):
            yield tiling
    note_tilings((classes.added - before) // _exchanges(classes.puzzle), budget)


def note_tilings(count: int, budget: Budget) -> None:
    """Add to the number of tilings that is told, once all are found; equal pieces are one."""
    budget.stats["tilings"] = budget.stats.get("tilings", 0) + count


def _exchanges(puzzle: Tangram) -> int:
    """In how many ways equal pieces of several kinds can be exchanged between the kinds."""
    total: Counter[int] = Counter()
    ways = 1
    for kind, piece in zip(equal_kinds(puzzle), puzzle.pieces, strict=True):
        total[kind] += piece.count
        ways *= comb(total[kind], piece.count)
    return ways


@lru_cache(maxsize=16)
def equal_kinds(puzzle: Tangram) -> tuple[int, ...]:
    """For each kind of piece the first one that is equal to it."""
    found: list[int] = []
    for kind in range(len(puzzle.pieces)):
        firsts = dict.fromkeys(found)
        found.append(next((each for each in firsts if _are_equal(puzzle, each, kind)), kind))
    return tuple(found)


def _are_equal(puzzle: Tangram, one: int, other: int) -> bool:
    """Whether two kinds are congruent, with their colours, and may lie in the same ways."""
    pieces = puzzle.pieces[one], puzzle.pieces[other]
    may_flip, may_too = (
        piece.flip or not is_chiral(piece, puzzle.shapes[kind])
        for piece, kind in zip(pieces, (one, other), strict=True)
    )
    if may_flip != may_too or [p.angles is None for p in pieces] in ([True, False], [False, True]):
        return False
    near = min(10 * FINE * size_of(puzzle.shapes[one]), puzzle.tolerance_used / 4)
    shapes = puzzle.coloured_shapes[one], puzzle.coloured_shapes[other]
    way = next(coloured_congruences(*shapes, near, flips=may_flip), None)
    if way is None:
        return False
    return pieces[0].angles is None or _looks(pieces[0], Motion()) == _looks(pieces[1], way)


def _looks(piece: Piece, way: Motion) -> set[tuple[float, bool]]:
    """How the shape that a motion brings to a piece may be turned: all turns that look so."""
    angles = piece.angles or ()
    flips = (False, True) if piece.flip else (False,)
    turns = (
        way.then(symmetry).then(Motion(0, angle, flip))
        for symmetry in symmetries(piece.outline, piece.colours or ())
        for angle in angles
        for flip in flips
    )
    return {(round(turn.angle, ANGLE_DIGITS) % 360, turn.flip) for turn in turns}


@lru_cache(maxsize=16)
def may_be_reflected(puzzle: Tangram) -> bool:
    """Whether the mirror image of an assembly obeys the rules of all pieces."""
    return all(
        piece.angles is None and (piece.flip or not is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )


@lru_cache(maxsize=1024)
def _spots(puzzle: Tangram, kind: int) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    """Points that tell where sides lie, and the centres of circles, by the number of a colour."""
    spots: dict[int, list[Point]] = {}
    for edge, colour in puzzle.coloured_shapes[kind]:
        hub = _hub((edge,)) if edge.start == edge.end else None
        number = 0 if colour is None else 1 + colour
        # Sides of several colours are no closed contour, so that both ends are needed.
        points = points_of(edge) if number else points_of(edge)[:-1]
        spots.setdefault(number, []).extend([hub] if hub is not None else points)
    return tuple((number, tuple(points)) for number, points in spots.items())


def _hub(contour: Contour) -> Point | None:
    """The centre of a contour that is a whole circle."""
    return contour[0].centre if len(contour) == 1 and isinstance(contour[0], Arc) else None
