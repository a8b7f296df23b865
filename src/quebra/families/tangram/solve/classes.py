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
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.congruence import congruences, points_of
from quebra.geometry.edges import Arc, Point
from quebra.geometry.landmarks import Landmarks, LandmarkSet, are_equal, moved_landmarks
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged, size_of

FINE = 1e-6
"""Points of a piece closer than this share of its size are one."""
APART = 8
"""Pieces farther apart than this many tolerances lie elsewhere."""

Placed = Sequence[tuple[int, Motion]]
"""Pieces in the frame of the figure: the kind of each, and the motion that places it."""


class Classes:
    """The classes of the assemblies that were added so far.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> classes = Classes(square, square.target)
    >>> classes.add([(0, Motion())]), classes.add([(0, Motion())])
    (True, False)
    """

    def __init__(self, puzzle: Tangram, figure: Sequence[Contour]) -> None:
        self.puzzle, self.figure = puzzle, figure
        self.near = APART * puzzle.tolerance_used
        self.added = 0
        self._first: Placed = ()
        self._known = LandmarkSet(self.near)

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
        elif any(self._known.has(moved_landmarks(marks, g)) for g in self.symmetries):
            return False
        self._known.add(marks)
        return True

    @cached_property
    def symmetries(self) -> list[Motion]:
        """The motions that bring the figure onto itself."""
        sides = [merged(contour, self.puzzle.tolerance_used) for contour in self.figure]
        flips = may_be_reflected(self.puzzle)
        found = list(congruences(sides, sides, self.near, flips=flips))
        return found or [Motion()]

    @cached_property
    def is_round(self) -> bool:
        """Whether the figure looks the same after every turn."""
        hubs = [_hub(merged(contour, self.puzzle.tolerance_used)) for contour in self.figure]
        return all(hub is not None and abs(hub - (hubs[0] or 0)) <= self.near for hub in hubs)

    def _turned_together(self, one: Landmarks, other: Landmarks) -> bool:
        """Whether a turn of a round figure brings one assembly onto another."""
        hub = _hub(merged(self.figure[0], self.puzzle.tolerance_used)) or 0
        flips = (False, True) if may_be_reflected(self.puzzle) else (False,)
        spots = [(kind, spot - hub) for kind, points in other for spot in points]
        far = max(
            ((kind, spot - hub) for kind, points in one for spot in points),
            key=lambda each: abs(each[1]),
        )
        if abs(far[1]) <= self.near:
            return are_equal(one, other, self.near)
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
                    if are_equal(there, other, self.near):
                        return True
        return False

    def marks(self, placed: Placed) -> Landmarks:
        """For each piece its class of equal kinds, and points that tell its region."""
        classes = equal_kinds(self.puzzle)
        return tuple(
            (classes[kind], tuple(motion(spot) for spot in _spots(self.puzzle, kind)))
            for kind, motion in placed
        )


def first_of_each_class(
    puzzle: Tangram, figure: Sequence[Contour], tilings: Iterable[Assembly], budget: Budget
) -> Iterator[Assembly]:
    """The first tiling of each class; `stats` tells how many there are in the figure's frame."""
    classes = Classes(puzzle, figure)
    for tiling in tilings:
        if classes.add([(place.piece, place.motion) for place in tiling.places]):
            yield tiling
    note_tilings(puzzle, classes.added, budget)


def note_tilings(puzzle: Tangram, added: int, budget: Budget) -> None:
    """Add to the number of tilings that is told, once all are found; equal pieces are one."""
    budget.stats["tilings"] = budget.stats.get("tilings", 0) + added // _exchanges(puzzle)


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
    for kind, piece in enumerate(puzzle.pieces):
        rules = piece.flip or not is_chiral(piece, puzzle.shapes[kind]), piece.angles
        for first in dict.fromkeys(found):
            other = puzzle.pieces[first]
            theirs = other.flip or not is_chiral(other, puzzle.shapes[first]), other.angles
            if rules == theirs and _are_congruent(puzzle, first, kind, flips=rules[0]):
                found.append(first)
                break
        else:
            found.append(kind)
    return tuple(found)


@lru_cache(maxsize=16)
def may_be_reflected(puzzle: Tangram) -> bool:
    """Whether the mirror image of an assembly obeys the rules of all pieces."""
    return all(
        piece.angles is None and (piece.flip or not is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )


def _are_congruent(puzzle: Tangram, one: int, other: int, *, flips: bool) -> bool:
    if puzzle.pieces[one].angles is not None:
        # Turned shapes with the same angles are not interchangeable.
        return puzzle.pieces[one].outline == puzzle.pieces[other].outline
    sides = [_sides(puzzle, kind) for kind in (one, other)]
    near = FINE * size_of(puzzle.shapes[one])
    return any(True for _ in congruences(sides[0], sides[1], 10 * near, flips=flips))


def _sides(puzzle: Tangram, kind: int) -> list[Contour]:
    shape = puzzle.shapes[kind]
    return [merged(contour, FINE * size_of(shape)) for contour in shape]


@lru_cache(maxsize=1024)
def _spots(puzzle: Tangram, kind: int) -> tuple[Point, ...]:
    """Points that tell where a region lies: some of its sides, and the centres of circles."""
    spots: list[Point] = []
    for contour in _sides(puzzle, kind):
        hub = _hub(contour)
        if hub is not None:
            spots.append(hub)
        else:
            spots += (spot for edge in contour for spot in points_of(edge)[:-1])
    return tuple(spots)


def _hub(contour: Contour) -> Point | None:
    """The centre of a contour that is a whole circle."""
    return contour[0].centre if len(contour) == 1 and isinstance(contour[0], Arc) else None
