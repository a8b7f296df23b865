"""Deductions of one idea each, from the candidates of cells, and how they become steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import NamedTuple, Protocol

from quebra.contract.results import (
    MAX_WHERE,
    MAX_WORDS,
    CellCandidates,
    Change,
    Figure,
    Line,
    Place,
    Step,
)
from quebra.grid.candidates import Mark
from quebra.i18n.text import Text
from quebra.render import Point

START, END = 0.2, 0.45
"""Distances of an arrow from the middles of its first and its last cell."""
MAX_CELLS = 3
"""The most cells that one step changes, all in the same way and for the same reason."""


class Explanation(NamedTuple):
    """A deduction in words: a sentence, the complete argument, the evidence, and what to draw.

    `because` has the cells that a player should look at, besides those that change.
    """

    text: Text
    reason: Text = Text()
    because: tuple[int, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Deduction:
    """Candidates that are placed, or removed: one idea by one technique.

    `evidence` is the number of cells or facts that the argument uses. `explain` is only called
    before the deduction is applied.
    """

    technique: str
    places: tuple[Mark, ...]
    removes: tuple[Mark, ...]
    evidence: int
    explain: Callable[[Deduction], Explanation]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that change."""
        return tuple(dict.fromkeys(cell for cell, _ in (*self.places, *self.removes)))

    @property
    def values(self) -> list[int]:
        """The values that are placed or removed."""
        return sorted({value for _, value in (*self.places, *self.removes)})


class State(Protocol):
    """The state of a board, which has parts such as regions or lines.

    `changed` has for each part the time of its last change, by a clock that starts at 1 and
    advances with every change; `open` is the number of cells that are not settled.
    """

    @property
    def clock(self) -> int: ...
    @property
    def changed(self) -> Sequence[int]: ...
    @property
    def open(self) -> int: ...
    def apply(self, deduction: Deduction) -> None: ...
    def is_open(self, cell: int) -> bool: ...
    def values_of(self, cell: int) -> list[int]: ...


def still_open(state: State, deduction: Deduction) -> bool:
    """Whether a deduction, found earlier, would still change all of its cells."""
    return all(state.is_open(cell) for cell in deduction.cells) and all(
        value in state.values_of(cell) for cell, value in deduction.removes
    )


def to_step(name: Text, found: Deduction, state: State, places: Sequence[Place]) -> Step:
    """The step of a deduction, which is not applied yet."""
    text, reason, because, figures = found.explain(found)
    changes = (
        *(Change("place", places[cell], value) for cell, value in found.places),
        *(Change("remove", places[cell], value) for cell, value in found.removes),
    )
    where = tuple(dict.fromkeys((*found.cells, *because)))[:MAX_WHERE]
    return Step(
        name,
        tuple(places[cell] for cell in where),
        changes,
        text,
        reason,
        figures=figures,
        candidates=tuple(_candidates_after(found, state, places)),
    )


def _candidates_after(
    found: Deduction, state: State, places: Sequence[Place]
) -> Iterator[CellCandidates]:
    """The candidates that a removal leaves; a cell that stays blank has the candidate 0."""
    for cell in dict.fromkeys(cell for cell, _ in found.removes):
        left = (value for value in state.values_of(cell) if (cell, value) not in found.removes)
        yield CellCandidates(places[cell], tuple(left))
    yield from (CellCandidates(places[cell], (0,)) for cell, value in found.places if not value)


def alike(marks: Iterable[Mark], most: int = MAX_CELLS) -> Iterator[tuple[Mark, ...]]:
    """The candidates in groups of at most `most` cells that have the same values.

    >>> list(alike([(4, 1), (4, 2), (7, 2), (8, 2)]))
    [((4, 1), (4, 2)), ((7, 2), (8, 2))]
    """
    by_cell: dict[int, list[int]] = {}
    for cell, value in sorted(marks):
        by_cell.setdefault(cell, []).append(value)
    by_values: dict[tuple[int, ...], list[int]] = {}
    for cell, values in by_cell.items():
        by_values.setdefault(tuple(values), []).append(cell)
    for held, cells in by_values.items():
        for start in range(0, len(cells), most):
            yield tuple((cell, value) for cell in cells[start : start + most] for value in held)


def arrow(places: Iterable[Place], margin: int = 0) -> tuple[Line, ...]:
    """An arrow from cell to cell, in units of the drawing; none for a single cell.

    It begins and ends beside the middles, where numbers and candidates are.

    >>> arrow([(0, 0), (0, 2)])
    (Line(points=((0.7, 0.5), (2.05, 0.5)), arrow=True),)
    """
    points = [(c + margin + 0.5, r + margin + 0.5) for r, c in dict.fromkeys(places)]
    if len(points) < 2:
        return ()
    start, end = _towards(points[0], points[1], START), _towards(points[-1], points[-2], END)
    return (Line((start, *points[1:-1], end), arrow=True),)


def _towards(start: Point, end: Point, length: float) -> Point:
    """The point at a distance from the first point, on the way to the second one."""
    share = length / dist(start, end)
    (x, y), (other_x, other_y) = start, end
    return x + share * (other_x - x), y + share * (other_y - y)


def shortest(*texts: Text) -> Text:
    """The first text that is short enough for a step, or the last one.

    >>> shortest(Text("word " * 30), Text("few words"))
    'few words'
    """
    return next((text for text in texts if len(text.split()) <= MAX_WORDS), texts[-1])
