"""The next piece a person could lay, and why: always by the easiest reason there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quebra.contract.errors import Cut
from quebra.contract.results import Technique
from quebra.families.tangram.explain.table import Corner, Table
from quebra.families.tangram.model import Placement
from quebra.families.tangram.solve.search import Position
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
"""Ways to fill a corner that a person can keep in mind, and look beyond."""
TRIED = 6
DEEPEST = 7
NODES = 200
"""Ways to fill a corner that are tried, with as many pieces left at most, and nodes for each."""
CLOSE = 1e-4
"""Places that differ by less, in length or degrees, are one."""


@dataclass(frozen=True)
class Hint:
    """A piece to lay: the technique, the position afterwards, and why."""

    technique: str
    after: Position
    reason: str


class Guide:
    """Hints that lead to a tiling, one piece after another."""

    def __init__(self, table: Table, solution: Sequence[Placement]) -> None:
        self.table = table
        self.solution = solution

    def hints(self, position: Position) -> Iterator[Hint]:
        """The hints from a position that the solution goes on from, until the figure is done.

        `Cut` is raised where the corner search does not find the way that the solution goes.
        """
        while position.rest and any(position.left):
            self.table.budget.pause()
            hint = self._next(position)
            yield hint
            position = hint.after

    def _next(self, position: Position) -> Hint:
        corners = sorted(self.table.corners(position), key=lambda corner: len(corner.ways))
        found = self._last(position, corners) or self._only_fit(corners)
        return found or self._look_ahead(corners) or self._tried(corners)

    def _last(self, position: Position, corners: list[Corner]) -> Hint | None:
        if sum(position.left) > 1:
            return None
        last = next((way for corner in corners for way in corner.ways if not way.rest), None)
        if last is None:
            raise Cut("method")
        return Hint("last piece", last, f"Only {self._name(last)} is left, and it fills the rest.")

    def _only_fit(self, corners: list[Corner]) -> Hint | None:
        for corner in corners:
            if len(corner.ways) == 1 and corner.point is not None:
                name = self._name(corner.ways[0])
                text = f"Only {name} fits {_at(corner.point)}, and only one way round."
                return Hint("only fit", corner.ways[0], text)
        return None

    def _look_ahead(self, corners: list[Corner]) -> Hint | None:
        for corner in corners:
            if len(corner.ways) > AHEAD or corner.point is None:
                break
            open_ways = [way for way in corner.ways if not self.table.is_stuck(way)]
            if len(open_ways) == 1:
                text = (
                    f"{self._name(open_ways[0])} lies in {_at(corner.point)}: "
                    f"{_others(corner)} would leave a corner that nothing fits"
                )
                return Hint("look ahead", open_ways[0], sentence(text))
        return None

    def _tried(self, corners: list[Corner]) -> Hint:
        """A piece of the solution, where all else at its corner is tried."""
        corner = corners[0]
        right = (way for way in corner.ways if self._is_right(way))
        chosen = next(right, None) or next(filter(self.table.filled, corner.ways), None)
        if chosen is None:
            raise Cut("method")
        others = [way for way in corner.ways if way is not chosen]
        name = self._name(chosen)
        few = len(corner.ways) <= TRIED and sum(chosen.left) < DEEPEST
        if few and all(self.table.can_be_filled(way, NODES) is False for way in others):
            text = f"{name} lies in {_at(corner.point)}: a search proves that {_others(corner)} "
            text += "leads nowhere" if len(others) == 1 else "lead nowhere"
            return Hint("trial", chosen, sentence(text))
        names = sorted({self._name(way) for way in corner.ways})
        if len(names) == 1:
            text = f"{name} fits {_at(corner.point)} in {len(corner.ways)} ways; this one"
        else:
            text = f"{joined(names, 'or')} fits {_at(corner.point)}; {name}, laid so,"
        return Hint("choice", chosen, sentence(f"{text} leads to a tiling"))

    def _is_right(self, position: Position) -> bool:
        """Whether the piece laid last lies as in the solution."""
        mine = self.table.place(position.laid[-1])
        return any(is_same(mine, place) for place in self.solution)

    def _name(self, position: Position) -> str:
        return f"the {self.table.puzzle.pieces[position.laid[-1].variant.kind].name}"


def _others(corner: Corner) -> str:
    return f"{counted(len(corner.ways) - 1, 'other way')} to fill it"


def is_same(one: Placement, other: Placement) -> bool:
    """Whether two places of a piece are one, if both are told in form."""
    turn = abs((one.angle - other.angle + 180) % 360 - 180)
    return (
        one.piece == other.piece
        and one.flip == other.flip
        and abs(complex(one.x - other.x, one.y - other.y)) <= CLOSE
        and turn <= CLOSE
    )


def _at(point: Point | None) -> str:
    if point is None:
        return "what is left, which has no corner"
    x, y = (round(value, 2) + 0.0 for value in (point.real, point.imag))
    return f"the corner at ({x:g}, {y:g})"
