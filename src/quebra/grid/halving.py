"""The clues that a puzzle needs, by halving: what follows from others is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

Unit = tuple[int, ...]
"""Cells that are given together."""


class GivenLogic(Protocol):
    """What follows from givens that are put one after another, and can be undone.

    `undo` returns to the moment when `mark` was called. `follows` is whether cells that are not
    known follow from the givens by a search, if the logic has one.
    """

    def mark(self) -> int: ...
    def is_known(self, cell: int) -> bool: ...
    def follows(self, unit: Unit) -> bool: ...
    def put(self, cells: Iterable[int]) -> None: ...
    def undo(self, mark: int) -> None: ...


def minimise(logic: GivenLogic, units: Sequence[Unit]) -> list[Unit]:
    """The units that are needed for all others to follow, none of them redundant.

    Halving: the first half is minimised with the second half given, then the second half with what
    was kept of the first. So every unit is put only once for each halving, and earlier units are
    rather dropped than later ones.
    """
    units = [unit for unit in units if not all(map(logic.is_known, unit))]
    if len(units) < 2:
        return [unit for unit in units if not logic.follows(unit)]
    first, second = units[: len(units) // 2], units[len(units) // 2 :]
    kept = _minimise_beside(logic, first, second)
    return kept + _minimise_beside(logic, second, kept)


def _minimise_beside(
    logic: GivenLogic, units: Sequence[Unit], others: Iterable[Unit]
) -> list[Unit]:
    """The units that are needed when others are given."""
    mark = logic.mark()
    logic.put(i for unit in others for i in unit)
    kept = minimise(logic, units)
    logic.undo(mark)
    return kept


def superfluous(logic: GivenLogic, units: Sequence[Unit]) -> list[Unit]:
    """The units each of which follows from all the others."""
    if len(units) == 1:
        return [unit for unit in units if all(map(logic.is_known, unit))]
    found = []
    first, second = units[: len(units) // 2], units[len(units) // 2 :]
    for half, others in ((first, second), (second, first)):
        mark = logic.mark()
        logic.put(i for unit in others for i in unit)
        found += superfluous(logic, half) if half else []
        logic.undo(mark)
    return found
