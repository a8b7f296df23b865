"""Equivalence classes of assemblies under motions of the whole.

Two assemblies are equivalent if a motion, as a rule a symmetry of the figure, maps each piece of
one onto an equal piece of the other. Pieces are equal if they are congruent and have the same
restrictions; names do not matter. Reflections count unless a piece forbids them. Regions are
compared, so symmetries of a piece make no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import comb

from quebra.engine.budget import Budget
from quebra.families.tangram.colours import coloured_congruences
from quebra.families.tangram.model import Assembly, Piece, Tangram
from quebra.families.tangram.solve.normal_form import PlacedPieces, outline_symmetries
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.congruence import points_of
from quebra.geometry.edges import Arc, Point
from quebra.geometry.landmarks import CongruentLandmarkSet, Landmarks, LandmarkSet, moved_landmarks
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged, size_of
from quebra.geometry.remainder.strokes import has_narrow_features

CONGRUENCE_SHARE = 1e-6
"""Pieces whose points differ by less than ten times this share of their size are congruent."""
ANGLE_DIGITS = 4
"""Angles in degrees are rounded to this many decimals before they are compared."""
SAME_PLACE_TOLERANCES = 8
"""Pieces farther apart than this many tolerances are in different places."""


class Classes:
    """The classes of the assemblies added so far, for the figure in the given `poses`.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> classes = Classes(square)
    >>> classes.add([(0, Motion())]), classes.add([(0, Motion())])
    (True, False)
    """

    def __init__(self, puzzle: Tangram, poses: Sequence[Motion] = (Motion(),)) -> None:
        self.puzzle, self.poses = puzzle, poses
        self.tolerance = SAME_PLACE_TOLERANCES * puzzle.tolerance_used
        self.added = 0
        self._first: tuple[PlacedPieces, Landmarks | None] = (), None

    def add(self, placed: PlacedPieces, landmarks: Landmarks | None = None) -> bool:
        """Add an assembly, with its `landmarks` if known; whether it is the first of its class."""
        self.added += 1
        if self.added == 1:
            # Often there is only one assembly, so its landmarks are computed late.
            self._first = placed, landmarks
            return True
        if not self._known.members:
            first, known = self._first
            self._known.add(known or self.landmarks(first))
        landmarks = landmarks or self.landmarks(placed)
        motions = self.figure_symmetries if self.follows_outline else [Motion()]
        if any(self._known.has(moved_landmarks(landmarks, motion)) for motion in motions):
            return False
        self._known.add(landmarks)
        return True

    @cached_property
    def _known(self) -> LandmarkSet:
        if self.follows_outline:
            return LandmarkSet(self.tolerance)
        return CongruentLandmarkSet(self.tolerance, flips=may_be_reflected(self.puzzle))

    @cached_property
    def figure_symmetries(self) -> list[Motion]:
        """The motions that map the figure with its colours onto itself."""
        sides = tuple(side.moved(self.poses[0]) for side in self.puzzle.coloured_target)
        flips = may_be_reflected(self.puzzle)
        return list(coloured_congruences(sides, sides, self.tolerance, flips=flips)) or [Motion()]

    @cached_property
    def follows_outline(self) -> bool:
        """Whether congruent assemblies differ by a symmetry of the figure's outline.

        False for a circular figure, for several poses or rim colours, and for outlines with
        features narrower than the tolerance, which an assembly need not have.
        """
        is_plain = len({side.colour for side in self.puzzle.coloured_target}) == 1
        is_exact = not has_narrow_features(self.puzzle.target, self.tolerance)
        return len(self.poses) == 1 and is_plain and is_exact and not self._is_round

    @property
    def _is_round(self) -> bool:
        contours = [merged(each, self.puzzle.tolerance_used) for each in self.puzzle.target]
        centres = [_circle_centre(contour) for contour in contours]
        return all(
            centre is not None and abs(centre - (centres[0] or 0)) <= self.tolerance
            for centre in centres
        )

    def landmarks(self, placed: PlacedPieces) -> Landmarks:
        """For each piece its class of equal kinds and points that determine its region.

        Sides of different colours have separate points.
        """
        classes = equal_kinds(self.puzzle)
        return tuple(
            (classes[kind] + len(classes) * number, tuple(map(motion, points)))
            for kind, motion in placed
            for number, points in _landmark_points(self.puzzle, kind)
        )


def first_of_each_class(
    classes: Classes, tilings: Iterable[Assembly], budget: Budget
) -> Iterator[Assembly]:
    """The first tiling of each class; counts all of them in `budget.stats` at the end."""
    before = classes.added
    for tiling in tilings:
        if classes.add(tiling.pieces):
            yield tiling
    exchanges = _exchanges(classes.puzzle)
    note_tilings(classes.puzzle, (classes.added - before) // exchanges, budget)


def note_tilings(puzzle: Tangram, count: int, budget: Budget) -> None:
    """Add to the numbers of tilings reported.

    In `tilings` equal pieces are interchangeable. Where some of them have different names,
    `named_tilings` tells these apart.
    """
    exchanges = _exchanges(puzzle)
    found = {"tilings": count} | ({"named_tilings": count * exchanges} if exchanges > 1 else {})
    for name, number in found.items():
        budget.stats[name] = budget.stats.get(name, 0) + number


def _exchanges(puzzle: Tangram) -> int:
    """The number of ways to distribute equal pieces over kinds."""
    total: Counter[int] = Counter()
    ways = 1
    for kind, piece in zip(equal_kinds(puzzle), puzzle.pieces, strict=True):
        total[kind] += piece.count
        ways *= comb(total[kind], piece.count)
    return ways


@lru_cache(maxsize=16)
def equal_kinds(puzzle: Tangram) -> tuple[int, ...]:
    """For each kind of piece, the first kind equal to it."""
    found: list[int] = []
    lengths = [sorted(side.edge.length for side in sides) for sides in puzzle.coloured_shapes]
    for kind, own in enumerate(lengths):
        likely = [
            each
            for each in dict.fromkeys(found)
            if len(lengths[each]) == len(own)
            and all(
                abs(a - b) <= puzzle.tolerance_used for a, b in zip(lengths[each], own, strict=True)
            )
        ]
        found.append(next((each for each in likely if _are_equal(puzzle, each, kind)), kind))
    return tuple(found)


def _are_equal(puzzle: Tangram, one: int, other: int) -> bool:
    """Whether two kinds are congruent with their colours and have the same restrictions."""
    pieces = puzzle.pieces[one], puzzle.pieces[other]
    may_flip, other_may_flip = (
        piece.flip or not is_chiral(piece, puzzle.shapes[kind])
        for piece, kind in zip(pieces, (one, other), strict=True)
    )
    if may_flip != other_may_flip or [p.angles is None for p in pieces] in (
        [True, False],
        [False, True],
    ):
        return False
    tolerance = min(10 * CONGRUENCE_SHARE * size_of(puzzle.shapes[one]), puzzle.tolerance_used / 4)
    shapes = puzzle.coloured_shapes[one], puzzle.coloured_shapes[other]
    motion = next(coloured_congruences(*shapes, tolerance, flips=may_flip), None)
    if motion is None:
        return False
    return pieces[0].angles is None or _allowed_orientations(
        pieces[0], Motion()
    ) == _allowed_orientations(pieces[1], motion)


def _allowed_orientations(piece: Piece, motion: Motion) -> set[tuple[float, bool]]:
    """The allowed orientations of a piece, for a congruent shape that `motion` maps onto it."""
    angles = piece.angles or ()
    flips = (False, True) if piece.flip else (False,)
    turns = (
        motion.then(symmetry).then(Motion(0, angle, flip))
        for symmetry in outline_symmetries(piece.outline, piece.colours or ())
        for angle in angles
        for flip in flips
    )
    return {(round(turn.angle, ANGLE_DIGITS) % 360, turn.flip) for turn in turns}


@lru_cache(maxsize=16)
def may_be_reflected(puzzle: Tangram) -> bool:
    """Whether the mirror image of an assembly satisfies the restrictions of all pieces."""
    return all(
        piece.angles is None and (piece.flip or not is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )


@lru_cache(maxsize=1024)
def _landmark_points(puzzle: Tangram, kind: int) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    """Points that determine the sides of a piece, grouped by colour; circles by their centres."""
    found: dict[int, list[Point]] = {}
    for edge, colour in puzzle.coloured_shapes[kind]:
        centre = _circle_centre((edge,)) if edge.start == edge.end else None
        number = 0 if colour is None else 1 + colour
        # Sides of one colour need not form a closed contour, so both ends are needed.
        points = points_of(edge) if number else points_of(edge)[:-1]
        found.setdefault(number, []).extend([centre] if centre is not None else points)
    return tuple((number, tuple(points)) for number, points in found.items())


def _circle_centre(contour: Contour) -> Point | None:
    """The centre of a contour that is a full circle, else None."""
    return contour[0].centre if len(contour) == 1 and isinstance(contour[0], Arc) else None
