"""Hints: the next piece to place, justified by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quebra.contract.errors import Cut
from quebra.contract.results import Technique
from quebra.families.tangram.explain.stepwise import Corner, StepwiseSearch
from quebra.families.tangram.model import Placement, angle_difference
from quebra.families.tangram.solve.position import Position
from quebra.geometry.edges import Point
from quebra.grid.cells import counted, joined
from quebra.grid.ladder import sentence

TECHNIQUES = (
    Technique("last piece", 1, "one piece is left, and one place"),
    Technique("only fit", 1, "only one piece fits a corner, and only one way round"),
    Technique("look ahead", 2, "whatever else fits a corner leaves another one that nothing fits"),
    Technique("trial", 3, "whatever else fits a corner leads nowhere: proved by trying"),
    Technique("choice", 4, "several pieces fit a corner, and this one leads to a tiling"),
)
AHEAD = 4
"""The most ways to fill a corner for which `look ahead` is used."""
TRIED = 6
DEEPEST = 7
NODES = 200
"""Limits of `trial`: ways to fill a corner, remaining pieces, and search nodes for each way."""
CLOSE = 1e-4
"""Placements that differ by less, in length or degrees, are equal."""


@dataclass(frozen=True)
class Hint:
    """A piece to place: the technique, the position afterwards, and the reason."""

    technique: str
    after: Position
    reason: str


class Guide:
    """Produces hints that lead to a tiling; `solution` is one that is already known."""

    def __init__(self, search: StepwiseSearch, solution: Sequence[Placement]) -> None:
        self.search = search
        self.solution = solution

    def hints(self, position: Position) -> Iterator[Hint]:
        """Hints from a position that is part of the solution, until the figure is filled.

        Raises `Cut` if the corner search does not find the pieces of the solution.
        """
        while position.remainder and any(position.remaining):
            self.search.budget.pause()
            hint = self._next(position)
            yield hint
            position = hint.after

    def _next(self, position: Position) -> Hint:
        corners = sorted(self.search.corners(position), key=lambda corner: len(corner.successors))
        found = self._last_piece(position, corners) or self._only_fit(corners)
        return found or self._look_ahead(corners) or self._trial_or_choice(corners)

    def _last_piece(self, position: Position, corners: list[Corner]) -> Hint | None:
        if sum(position.remaining) > 1:
            return None
        last = next(
            (after for corner in corners for after in corner.successors if not after.remainder),
            None,
        )
        if last is None:
            raise Cut("method")
        return Hint("last piece", last, f"Only {self._name(last)} is left, and it fills the rest.")

    def _only_fit(self, corners: list[Corner]) -> Hint | None:
        for corner in corners:
            if len(corner.successors) == 1 and corner.point is not None:
                name = self._name(corner.successors[0])
                text = f"Only {name} fits {_at(corner.point)}, and only one way round."
                return Hint("only fit", corner.successors[0], text)
        return None

    def _look_ahead(self, corners: list[Corner]) -> Hint | None:
        for corner in corners:
            if len(corner.successors) > AHEAD or corner.point is None:
                break
            viable = [after for after in corner.successors if not self.search.is_stuck(after)]
            if len(viable) == 1:
                text = (
                    f"{self._name(viable[0])} lies in {_at(corner.point)}: "
                    f"{_others(corner)} would leave a corner that nothing fits"
                )
                return Hint("look ahead", viable[0], sentence(text))
        return None

    def _trial_or_choice(self, corners: list[Corner]) -> Hint:
        """A piece of the solution: a proof by search if the other ways are few, else a choice."""
        corner = corners[0]
        right = (after for after in corner.successors if self._is_right(after))
        chosen = next(right, None) or next(filter(self.search.filled, corner.successors), None)
        if chosen is None:
            raise Cut("method")
        others = [after for after in corner.successors if after is not chosen]
        name = self._name(chosen)
        few = len(corner.successors) <= TRIED and sum(chosen.remaining) < DEEPEST
        if few and all(self.search.can_be_filled(after, NODES) is False for after in others):
            text = f"{name} lies in {_at(corner.point)}: a search proves that {_others(corner)} "
            text += "leads nowhere" if len(others) == 1 else "lead nowhere"
            return Hint("trial", chosen, sentence(text))
        names = sorted({self._name(after) for after in corner.successors})
        if len(names) == 1:
            text = f"{name} fits {_at(corner.point)} in {len(corner.successors)} ways; this one"
        else:
            text = f"{joined(names, 'or')} fits {_at(corner.point)}; {name}, laid so,"
        return Hint("choice", chosen, sentence(f"{text} leads to a tiling"))

    def _is_right(self, position: Position) -> bool:
        """Whether the last placed piece is placed as in the solution."""
        mine = self.search.placement(position.placed[-1])
        return any(is_same(mine, place) for place in self.solution)

    def _name(self, position: Position) -> str:
        return f"the {self.search.puzzle.pieces[position.placed[-1].variant.kind].name}"


def _others(corner: Corner) -> str:
    return f"{counted(len(corner.successors) - 1, 'other way')} to fill it"


def is_same(one: Placement, other: Placement) -> bool:
    """Whether two placements in normal form are equal up to rounding."""
    return (
        one.piece == other.piece
        and one.flip == other.flip
        and abs(complex(one.x - other.x, one.y - other.y)) <= CLOSE
        and angle_difference(one.angle, other.angle) <= CLOSE
    )


def _at(point: Point | None) -> str:
    if point is None:
        return "what is left, which has no corner"
    x, y = (round(value, 2) + 0.0 for value in (point.real, point.imag))
    return f"the corner at ({x:g}, {y:g})"
