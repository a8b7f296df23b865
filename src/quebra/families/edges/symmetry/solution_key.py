"""A key that identifies solutions equal up to a rotation of the board."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from quebra.families.edges.layout import LONG_SIDES, Turn
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.symmetry import Symmetry, symmetries

Seen = tuple[tuple[int, ...], ...]
Shown = dict[int, tuple[int, ...]]
"""The colours around each cell."""


def solution_key(puzzle: Edges, answer: Filling) -> Hashable:
    """The least image of a full board under its rotations, as colours.

    >>> from quebra.families.edges.model import Placed
    >>> puzzle = Edges(rows=1, cols=2, pieces=((1, 2, 3, 4), (2, 3, 4, 1)), rotate=True)
    >>> one = Filling(cells=(Placed((0, 0), 0, 0), Placed((0, 1), 1, 0)))
    >>> turned = Filling(cells=(Placed((0, 0), 1, 2), Placed((0, 1), 0, 2)))
    >>> solution_key(puzzle, one) == solution_key(puzzle, turned)
    True
    """
    shown = {
        puzzle.cell_numbers[placed.cell]: puzzle.turned(placed.piece, placed.turn)
        for placed in answer.cells
    }
    if puzzle.shape == "stack":
        return min(_restacked(shown, turn) for turn in _stack_turns(puzzle))
    return min(_moved(shown, symmetry) for symmetry in _symmetries(puzzle))


def _moved(shown: Shown, symmetry: Symmetry) -> Seen:
    there = {symmetry.cells[cell]: symmetry.shown(colours) for cell, colours in shown.items()}
    return tuple(there[cell] for cell in sorted(there))


_symmetries = lru_cache(maxsize=4)(symmetries)


def _stack_turns(puzzle: Edges) -> list[Turn]:
    """The turns of a stack that map its long sides onto one another."""
    still, *others = puzzle.layout.turns
    if not puzzle.turns_freely or any(hint.turn is not None for hint in puzzle.hints):
        return [still]
    return [still, *(turn for turn in others if max(turn[:LONG_SIDES]) < LONG_SIDES)]


def _restacked(shown: Shown, turn: Turn) -> Seen:
    """The colours of a turned stack, without the order of its cubes."""
    return tuple(sorted(tuple(colours[side] for side in turn) for colours in shown.values()))
