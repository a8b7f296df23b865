"""The options of a puzzle: each way to lay one piece into the target; and its symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quebra.families.solids.model import Assembly, Placed, Solids
from quebra.families.solids.space import (
    FRAMES,
    MIRRORS,
    SAME,
    TURNS,
    Body,
    Cell,
    Frame,
    corner,
    normalised,
    orientations,
    shifted,
    size_of,
    turned,
)

Choice = tuple[int, ...]
"""The numbers of options, ascending."""


@dataclass(frozen=True)
class Option:
    """A kind of piece in some cells, at its corner after a turn."""

    kind: int
    cells: Body
    at: Cell
    turn: str


class Options:
    """The options of all kinds, in a fixed order; given pieces have their own place only.

    Kinds are those of `Solids.kinds`: interchangeable copies. A kind of which some copies
    are given is divided.
    """

    def __init__(self, puzzle: Solids) -> None:
        self.puzzle = puzzle
        self.kinds = _kinds(puzzle)
        self.counts = [len(copies) for copies in self.kinds]
        given = {place.piece: place for place in puzzle.given}
        taken = {cell for place in puzzle.given for cell in puzzle.cells_of(place)}
        self.options: list[Option] = []
        for kind, copies in enumerate(self.kinds):
            if copies[0] in given:
                place = given[copies[0]]
                cells = tuple(sorted(puzzle.cells_of(place)))
                self.options.append(Option(kind, cells, place.at, place.turn))
            else:
                free = puzzle.marks.keys() - taken
                self.options += _placements(puzzle, kind, copies[0], free)
        self.number = {(each.kind, each.cells): i for i, each in enumerate(self.options)}

    def assembly(self, choice: Iterable[int]) -> Assembly:
        """The answer that some options make; copies of a kind are in order of their cells."""
        left = [list(reversed(copies)) for copies in self.kinds]
        places = []
        for number in sorted(choice):
            option = self.options[number]
            places.append(self._placed(left[option.kind].pop(), option))
        return Assembly(places=tuple(sorted(places, key=lambda place: place.piece)))

    def _placed(self, piece: int, option: Option) -> Placed:
        if any(place.piece == piece for place in self.puzzle.given):
            return Placed(piece, option.at, option.turn)
        words = orientations(self.puzzle.body_of(piece), self.puzzle.words_of(piece))
        return Placed(piece, option.at, words[normalised(option.cells)])

    def choice_of(self, answer: Assembly) -> Choice | None:
        """The options of an assembly in the target, None if some placement is no option."""
        kind_of = {piece: kind for kind, copies in enumerate(self.kinds) for piece in copies}
        found = []
        for place in answer.places:
            cells = tuple(sorted(self.puzzle.cells_of(place)))
            number = self.number.get((kind_of[place.piece], cells))
            if number is None:
                return None
            found.append(number)
        return tuple(sorted(found))

    @cached_property
    def turns(self) -> list[list[int]]:
        """For each turn that keeps the target, the image of each option; the first is no turn."""
        if self.puzzle.is_fixed:
            return [list(range(len(self.options)))]
        return [self._images(frame, None) for frame in _keeping(self.puzzle, TURNS.values())]

    @cached_property
    def mirrors(self) -> list[list[int]]:
        """The same for turned reflections, if the pieces as a whole are their own mirror image."""
        if self.puzzle.is_fixed:
            return []
        twins = self.mirrored_kinds
        if twins is None:
            return []
        return [self._images(frame, twins) for frame in _keeping(self.puzzle, MIRRORS.values())]

    @cached_property
    def mirrored_kinds(self) -> list[int] | None:
        """The kind that is the mirror image of each kind; None if one of them has none."""
        words = list(FRAMES) if self.puzzle.mirror else list(TURNS)
        forms = [min(orientations(self.puzzle.body_of(copies[0]), words)) for copies in self.kinds]
        twins = []
        for form, count in zip(forms, self.counts, strict=True):
            mirrored = normalised(turned(form, MIRRORS["m"]))
            image = min(orientations(mirrored, words))
            if image not in forms or self.counts[forms.index(image)] != count:
                return None
            twins.append(forms.index(image))
        return twins

    def _images(self, frame: Frame, twins: Sequence[int] | None) -> list[int]:
        least = corner(turned(self.puzzle.marks, frame))
        by = (-least[0], -least[1], -least[2])
        image = dict(
            zip(self.puzzle.marks, shifted(turned(self.puzzle.marks, frame), by), strict=True)
        )
        return [
            self.number[
                (twins[option.kind] if twins else option.kind),
                tuple(sorted(image[cell] for cell in option.cells)),
            ]
            for option in self.options
        ]

    def least_turned(self, choice: Choice) -> Choice:
        """The first of all turned images of a choice, which stands for all of them."""
        return min(tuple(sorted(image[each] for each in choice)) for image in self.turns)

    def mirrored(self, choice: Choice) -> Choice | None:
        """The mirror image of a choice, turned to the first; None where there are no mirrors."""
        if not self.mirrors:
            return None
        image = self.mirrors[0]
        return self.least_turned(tuple(sorted(image[each] for each in choice)))


@lru_cache(maxsize=8)
def options_of(puzzle: Solids) -> Options:
    """The options of a puzzle, which are kept for a while."""
    return Options(puzzle)


def _kinds(puzzle: Solids) -> list[tuple[int, ...]]:
    given = {place.piece for place in puzzle.given}
    found: list[tuple[int, ...]] = []
    for copies in puzzle.kinds:
        found += [(piece,) for piece in copies if piece in given]
        if free := tuple(piece for piece in copies if piece not in given):
            found.append(free)
    return found


def _placements(puzzle: Solids, kind: int, piece: int, free: Iterable[Cell]) -> list[Option]:
    """All placements of a piece within free cells, in a fixed order."""
    room = set(free)
    found = []
    for body, word in orientations(puzzle.body_of(piece), puzzle.words_of(piece)).items():
        x, y, z = body[0]
        for a, b, c in room:
            at = (a - x, b - y, c - z)
            cells = shifted(body, at)
            if room.issuperset(cells):
                found.append(Option(kind, tuple(sorted(cells)), at, word))
    return sorted(found, key=lambda option: option.cells)


def _keeping(puzzle: Solids, frames: Iterable[Frame]) -> list[Frame]:
    """The turns that map the target to itself; no turn is the first."""
    size = size_of(puzzle.marks)
    found = []
    for frame in frames:
        if tuple(size[axis] for axis, _ in frame) != size:
            continue
        cells = turned(puzzle.marks, frame)
        by = corner(cells)
        moved = shifted(cells, (-by[0], -by[1], -by[2]))
        if all(
            puzzle.marks.get(cell) == mark
            for cell, mark in zip(moved, puzzle.marks.values(), strict=True)
        ):
            found.append(frame)
    return sorted(found, key=lambda frame: frame != SAME)
