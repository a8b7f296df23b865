"""Symmetries of a figure on a lattice, which map each placed piece exactly onto another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.classes import Classes, equal_kinds, may_be_reflected
from quebra.families.tangram.solve.lattice import Lattice
from quebra.families.tangram.solve.ring import Element, Polygon, sides

SamplePoint = tuple[int, int, int]
"""The corner of a lattice cell, and the number of the sample point in the cell."""
SideSet = frozenset[frozenset[Element]]


@dataclass(frozen=True)
class OrientedPiece:
    """A kind of piece in one orientation, with its vertices and sample points."""

    kind: int
    turn: Element
    flip: bool
    polygon: Polygon
    points: tuple[SamplePoint, ...]


class Option(NamedTuple):
    """An oriented piece, by its number, at a lattice point."""

    oriented: int
    at: Element


class Isometry(NamedTuple):
    """A motion of the lattice: flip, turn, then shift."""

    turn: Element
    flip: bool
    shift: Element


class LatticeSymmetries:
    """The symmetries of the figure as permutations of options, and the copies of equal pieces.

    Of equal kinds of pieces, options are made for the first one: `first` has the numbers of its
    oriented pieces, and `copies` the pieces of all equal kinds together.
    """

    def __init__(
        self, puzzle: Tangram, lattice: Lattice, oriented: Sequence[OrientedPiece]
    ) -> None:
        self.puzzle, self.lattice, self.oriented = puzzle, lattice, oriented
        self.kinds = equal_kinds(puzzle)
        self.first = [n for n, each in enumerate(oriented) if each.kind == self.kinds[each.kind]]
        self.copies: Counter[int] = Counter()
        for kind, piece in zip(self.kinds, puzzle.pieces, strict=True):
            self.copies[kind] += piece.count
        self._number = {
            (each.kind, side_set(each.polygon)): n for n, each in enumerate(self.oriented)
        }
        self._equal = cache(self._find_equal)
        self._oriented_image = cache(self._find_image)

    @cached_property
    def isometries(self) -> list[Isometry]:
        """The motions of the lattice that map the figure onto itself, the identity included."""
        figure, found = self.lattice.figure, []
        for flip in (False, True) if may_be_reflected(self.puzzle) else (False,):
            for turn in self.lattice.ring.of_norm(1):
                moved = self.lattice.moved(figure, turn, flip)
                if side_set(moved) == side_set(figure):
                    (x, y), (a, b) = first_corner(figure), first_corner(moved)
                    found.append(Isometry(turn, flip, (x - a, y - b)))
        return found

    def decide(self, classes: Classes) -> bool:
        """Whether two tilings are in one class only if one of the isometries says so.

        The tolerance must not reach from one lattice point to another, and symmetries of the figure
        must be isometries of the lattice that map the places of pieces onto such places.
        """
        return (
            classes.follows_outline
            and classes.tolerance < abs(self.lattice.unit) / 2
            and len(classes.figure_symmetries) == len(self.isometries)
            and all(
                (self.kinds[each.kind], side_set(each.polygon)) in self._number
                for each in self.oriented
            )
            and all(
                (kind, side_set(self._moved(n, isometry))) in self._number
                for n in self.first
                for isometry in self.isometries
                for kind, own in enumerate(self.kinds)
                if own == self.oriented[n].kind
            )
        )

    def restrict(self, options: list[Option]) -> dict[Option, int]:
        """Leave one option of each orbit of one kind; returns how many each of them stands for.

        The kind is one of a single piece with the fewest orbits; without such a kind, nothing is
        left out.
        """
        orbits: dict[int, dict[Option, int]] = {}
        for kind, count in self.copies.items():
            if count == 1:
                own = [each for each in options if self.oriented[each.oriented].kind == kind]
                orbits[kind] = Counter(min(self._orbit(option)) for option in own)
        if not orbits:
            return {}
        kind = min(orbits, key=lambda kind: len(orbits[kind]))
        options[:] = [
            each
            for each in options
            if self.oriented[each.oriented].kind != kind or each in orbits[kind]
        ]
        return orbits[kind]

    def images(
        self, chosen: Iterable[Option], fixed: Iterable[Option]
    ) -> Iterator[frozenset[Option]]:
        """A tiling as each of the isometries maps it that keep the options in `fixed`."""
        for isometry in self.isometries:
            if all(self._image(option, isometry) == option for option in fixed):
                yield frozenset(self._image(option, isometry) for option in chosen)

    def distributed(self, chosen: Iterable[Option]) -> Iterator[Option]:
        """The options of a tiling, with equal pieces distributed over their kinds."""
        free: dict[int, list[int]] = {kind: [] for kind in self.copies}
        for kind, piece in reversed([*enumerate(self.puzzle.pieces)]):
            free[self.kinds[kind]] += [kind] * piece.count
        for number, (x, y) in chosen:
            kind = free[self.oriented[number].kind].pop()
            own, (a, b) = self._equal(number, kind)
            yield Option(own, (x + a, y + b))

    def _find_equal(self, number: int, kind: int) -> Option:
        """The option of an equal kind that lies as an oriented piece at 0 does."""
        polygon = self.oriented[number].polygon
        own = self._number[kind, side_set(polygon)]
        (x, y), (a, b) = first_corner(polygon), first_corner(self.oriented[own].polygon)
        return Option(own, (x - a, y - b))

    def _orbit(self, option: Option) -> Iterator[Option]:
        return (self._image(option, isometry) for isometry in self.isometries)

    def _image(self, option: Option, isometry: Isometry) -> Option:
        """The option onto which an isometry maps one."""
        number, (x, y) = self._oriented_image(option.oriented, isometry)
        ring = self.lattice.ring
        a, b = ring.times(isometry.turn, ring.conjugate(option.at) if isometry.flip else option.at)
        return Option(number, (a + x, b + y))

    def _find_image(self, number: int, isometry: Isometry) -> Option:
        """The option onto which an isometry maps an oriented piece at 0."""
        moved = self._moved(number, isometry)
        image = self._number[self.oriented[number].kind, side_set(moved)]
        (x, y), (a, b) = first_corner(moved), first_corner(self.oriented[image].polygon)
        return Option(image, (isometry.shift[0] + x - a, isometry.shift[1] + y - b))

    def _moved(self, number: int, isometry: Isometry) -> Polygon:
        return self.lattice.moved(self.oriented[number].polygon, isometry.turn, isometry.flip)


def side_set(polygon: Polygon) -> SideSet:
    """The undirected sides relative to the first corner, which identify an orientation.

    Vertices alone do not: pieces with different sides can have the same vertices.
    """
    x, y = first_corner(polygon)
    return frozenset(
        frozenset(((a - x, b - y), (c - x, d - y))) for (a, b), (c, d) in sides(polygon)
    )


def first_corner(polygon: Polygon) -> Element:
    """The vertex with the least coordinates."""
    return min(corner for contour in polygon for corner in contour)
