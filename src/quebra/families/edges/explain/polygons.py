"""Polygons piece by piece: in which corner just one fits, and what trying tells of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from quebra.contract.errors import Cut
from quebra.contract.results import Change, Step
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import tolerance
from quebra.families.edges.rules import check
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.families.edges.solve.polygons import snapping_distances
from quebra.families.edges.solve.polygons.fillings import made_right, numbered, right_filling
from quebra.families.edges.solve.polygons.search import Lying, Position, Search
from quebra.geometry.edges import Point
from quebra.geometry.remainder.corners import CLEAR
from quebra.grid.cells import counted
from quebra.grid.ladder import DEAD_END, sentence

T = TypeVar("T")
REFUTATION = 200
"""How many nodes it may take to refute a piece; what takes more is left open."""
FACTORS = (4, 1)
"""Snapping distances, in those of a search: people take any corner, not that which tells best where
a piece lies."""
ROUGH = 1_000
"""Where nothing fits, it is seen whether it would within so many tolerances."""


@dataclass(frozen=True)
class Corner:
    """A corner of what is left, and the positions after each piece that fits there.

    `is_sure` is whether it is proved that nothing else does.
    """

    at: Point
    ways: tuple[Position, ...]
    is_sure: bool


def polygon_steps(puzzle: Edges, answer: Filling | None, budget: Budget) -> Iterator[Step]:
    """The steps from the empty figure, or from an attempt, up to the full one.

    >>> half, square = ((0, 0), (2, 0), (2, 1), (0, 1)), ((0, 0), (2, 0), (2, 2), (0, 2))
    >>> pieces = ((0, 0, 1, 0), (1, 0, 0, 0))
    >>> puzzle = Edges(pieces, shape="polygon", outlines=(half,) * 2, figure=square, frame=0)
    >>> for step in polygon_steps(puzzle, None, Budget()):
    ...     print(step.text)
    Only piece 1 fits the corner at (0, 0).
    Only piece 2 fits the corner at (2, 2).
    """
    attempt = answer.places if answer else ()
    where = tuple((piece,) for piece in range(len(puzzle.pieces)))
    broken = [v for v in check(puzzle, answer) if v.code != "gap"] if answer else []
    if broken:
        more = f" And {counted(len(broken) - 1, 'more fault')}." if len(broken) > 1 else ""
        yield Step("mistake", broken[0].where, (), f"{broken[0].text}{more}")
    elif reason := infeasibility(puzzle):
        yield Step(DEAD_END, where, (), reason)
    else:
        table, start, tiling = with_table(
            puzzle, budget, lambda table: (table, *table.begun(attempt))
        )
        if start and tiling:
            yield from _led(table, start, tiling, attempt)
        elif attempt:
            yield _fatal(table, attempt)
        else:
            yield Step(DEAD_END, where, (), _why_nothing_fits(puzzle, budget))


def _why_nothing_fits(puzzle: Edges, budget: Budget) -> str:
    """That a search proves it; and whether outlines with fewer digits are the reason."""
    loose = ROUGH * tolerance(puzzle)
    if _seems_to_fit(puzzle, loose, budget):
        near = f"with corners up to {loose:.2g} apart"
        return f"Nothing fits exactly; {near} it would, so tell them with more digits."
    return "A search proves that nothing fits, so the figure cannot be filled."


def _seems_to_fit(puzzle: Edges, near: float, budget: Budget) -> bool:
    """Whether corners that are as near as that would fill the figure, if it is quickly found."""
    search = Search(puzzle, near)
    start = search.start()
    try:
        return start is not None and any(search.completions(start, budget.share(REFUTATION)))
    except Cut:
        budget.pause()
        return False


def with_table(puzzle: Edges, budget: Budget, work: Callable[[Table], T]) -> T:
    """What is found at a table, with the first snapping distance that settles it."""
    *factors, last = FACTORS
    near = snapping_distances(puzzle)[0]
    for factor in factors:
        try:
            return work(Table(puzzle, budget, factor * near))
        except Cut as cut:
            if cut.reason != "method":
                raise
    return work(Table(puzzle, budget, last * near))


class Table:
    """The corner search, taken piece by piece."""

    def __init__(self, puzzle: Edges, budget: Budget, near: float) -> None:
        self.search, self.budget = Search(puzzle, near), budget

    def begun(self, attempt: Sequence[Laid]) -> tuple[Position | None, Position | None]:
        """What pieces of an attempt leave, and a filling that goes on from there."""
        start = self.after(attempt)
        return start, self.filled(start) if start else None

    def after(self, attempt: Sequence[Laid]) -> Position | None:
        """What pieces of an attempt leave; None where nothing can be made of it: that is proved."""
        position = self.search.start()
        for laid in attempt:
            position = self.search.put(position, self._lying(laid)) if position else None
        if position is None and not self.search.is_proof:
            raise Cut("method")
        return position

    def filled(self, position: Position, budget: Budget | None = None) -> Position | None:
        """A filling that goes on from a position, or None: there is none, which is proved."""
        is_proof = True
        for found in self.search.completions(position, budget or self.budget):
            if right_filling(self.search, found.laid):
                return found
            is_proof = False
        if not (is_proof and self.search.is_proof):
            raise Cut("method")
        return None

    def can_be_filled(self, position: Position) -> bool | None:
        """Whether a position leads to a filling; None if that is not quickly settled."""
        try:
            return self.filled(position, self.budget.share(REFUTATION)) is not None
        except Cut:
            self.budget.pause()
            return None

    def corners(self, position: Position) -> Iterator[Corner]:
        """The corners, each with all that fits there; those first that less seems to fit."""
        fitting = {i: [*self.search.fitting(position, i)] for i in self.search.corners(position)}
        for i in sorted(fitting, key=lambda i: len(fitting[i])):
            self.budget.spend()
            tried = (self.search.lay(position, i, way) for way in fitting[i])
            ways = tuple(after for after in tried if after)
            yield Corner(position.rest[i].start, ways, self.search.is_sure(position, i, fitting[i]))

    def name(self, laid: Laid) -> str:
        """A piece in words, with its turn where it may have several."""
        turns = self.search.puzzle.turns_of(laid.piece)
        return f"piece {laid.piece + 1}" + (f" with turn {laid.turn}" if len(turns) > 1 else "")

    def _lying(self, laid: Laid) -> Lying:
        kind = next(k for k, pieces in enumerate(self.search.kinds) if laid.piece in pieces)
        for number, look in enumerate(self.search.looks):
            shift = look.pieces.get(laid.piece, {}).get(laid.turn)
            if shift is not None:
                return Lying(kind, number, complex(laid.x, laid.y) - shift)
        raise AssertionError("each turn that a piece may have is one of its looks")


def forced(table: Table, position: Position) -> Corner | None:
    """A corner that just one piece fits, in one way."""
    return next((corner for corner in table.corners(position) if len(corner.ways) == 1), None)


def _led(
    table: Table, position: Position, tiling: Position, attempt: Sequence[Laid]
) -> Iterator[Step]:
    """The pieces of a filling, each laid for the easiest reason."""
    begun = len(attempt)
    wanted = tiling.laid[begun:]
    used = {laid.piece for laid in attempt}
    both = [*attempt, *numbered(table.search, wanted, used)]
    search = table.search
    places = (made_right(search.puzzle, both, search.near) or both)[begun:]
    is_sure = True
    while position.rest:
        corner = forced(table, position)
        if corner is not None:
            is_sure &= corner.is_sure
            position, technique = corner.ways[0], "only piece" if is_sure else "search"
        else:
            corner = min(table.corners(position), key=lambda corner: len(corner.ways))
            is_sure &= corner.is_sure
            position, technique = _tried(table, corner, wanted)
            if technique == "trial" and not is_sure:
                technique = "search"
        laid = next(p for w, p in zip(wanted, places, strict=True) if _same(table, w, position))
        change = Change("place", (laid.piece,), laid)
        text = _TEXTS[technique].format(piece=table.name(laid), corner=_named(corner.at))
        yield Step(technique, ((laid.piece,),), (change,), sentence(text))


_TEXTS = {
    "only piece": "only {piece} fits {corner}",
    "trial": "{piece} fills {corner}: trying proves that all else there leads nowhere",
    "choice": "{piece} fills {corner} in a solution, and there are others; take this one",
    "search": "a search found a solution with {piece} in {corner}; whether another one would do is "
    "not known",
}


def _tried(table: Table, corner: Corner, wanted: Sequence[Lying]) -> tuple[Position, str]:
    """The way that the filling takes, and what trying tells of the others."""
    right = next(way for way in corner.ways if any(_same(table, each, way) for each in wanted))
    open_ways = [table.can_be_filled(way) for way in corner.ways if way is not right]
    if not any(each is not False for each in open_ways):
        return right, "trial"
    return right, "choice" if True in open_ways else "search"


def _same(table: Table, lying: Lying, position: Position) -> bool:
    """Whether the piece that was laid last is that one."""
    last = position.laid[-1]
    return last.look == lying.look and abs(last.shift - lying.shift) <= CLEAR * table.search.near


def _fatal(table: Table, attempt: Sequence[Laid]) -> Step:
    """The first piece of an attempt after which the figure cannot be filled."""
    count = 1
    while (begun := table.after(attempt[:count])) and table.filled(begun):
        count += 1
    laid = attempt[count - 1]
    before = f", after {counted(count - 1, 'other')}," if count > 1 else ""
    who = f"{table.name(laid)} there{before}"
    text = f"With {who} the figure cannot be filled: proved by a search."
    return Step("mistake", ((laid.piece,),), (Change("remove", (laid.piece,), laid),), text)


def _named(point: Point) -> str:
    x, y = (round(value, 2) + 0.0 for value in (point.real, point.imag))
    return f"the corner at ({x:g}, {y:g})"
