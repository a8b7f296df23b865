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
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged, moved, size_of
from quebra.geometry.sameness import KnownMarks, Marks, are_same, moved_marks

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

    def __init__(self, puzzle: Tangram, lying: Motion | None = None) -> None:
        self.puzzle = puzzle
        self.lying = lying or Motion()
        self.figure = moved(puzzle.target, self.lying)
        self.near = APART * puzzle.tolerance_used
        self.added = 0
        self._first: Placed = ()
        self._known = KnownMarks(self.near)

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
        if self.is_round:
            if any(self._turned_together(marks, other) for other in self._known.members):
                return False
        elif any(self._known.has(moved_marks(marks, g)) for g in self.symmetries):
            return False
        self._known.add(marks)
        return True

    @cached_property
    def symmetries(self) -> list[Motion]:
        """The motions that bring the figure onto itself."""
        sides = tuple(side.moved(self.lying) for side in self.puzzle.coloured_target)
        flips = may_be_reflected(self.puzzle)
        return list(coloured_congruences(sides, sides, self.near, flips=flips)) or [Motion()]

    @cached_property
    def is_round(self) -> bool:
        """Whether the figure looks the same after every turn."""
        if len({side.colour for side in self.puzzle.coloured_target}) > 1:
            return False
        hubs = [_hub(merged(contour, self.puzzle.tolerance_used)) for contour in self.figure]
        return all(hub is not None and abs(hub - (hubs[0] or 0)) <= self.near for hub in hubs)

    def _turned_together(self, one: Marks, other: Marks) -> bool:
        """Whether a turn of a round figure brings one assembly onto another."""
        hub = _hub(merged(self.figure[0], self.puzzle.tolerance_used)) or 0
        flips = (False, True) if may_be_reflected(self.puzzle) else (False,)
        spots = [(kind, spot - hub) for kind, points in other for spot in points]
        far = max(
            ((kind, spot - hub) for kind, points in one for spot in points),
            key=lambda each: abs(each[1]),
        )
        if abs(far[1]) <= self.near:
            return are_same(one, other, self.near)
        for flip in flips:
            start = far[1].conjugate() if flip else far[1]
            for kind, spot in spots:
                if kind == far[0] and abs(abs(spot) - abs(start)) <= self.near:
                    turn = spot / start
                    turn /= abs(turn)
                    there = tuple(
                        (
                            kind,
                            tuple(
                                hub + turn * ((p - hub).conjugate() if flip else p - hub)
                                for p in points
                            ),
                        )
                        for kind, points in one
                    )
                    if are_same(there, other, self.near):
                        return True
        return False

    def marks(self, placed: Placed) -> Marks:
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
    puzzle: Tangram, tilings: Iterable[Assembly], budget: Budget
) -> Iterator[Assembly]:
    """The first tiling of each class; `stats` tells how many there are in the figure's frame."""
    classes = Classes(puzzle)
    for tiling in tilings:
        if classes.add([(place.piece, place.motion) for place in tiling.places]):
            yield tiling
    note_tilings(classes.added // _exchanges(puzzle), budget)


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
