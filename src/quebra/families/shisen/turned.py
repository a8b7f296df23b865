"""A board with rows and columns swapped, to be drawn on an upright screen."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from quebra.contract.family import Look
from quebra.contract.results import Badge, Figure, Line, Place, Step
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.grid.cells import Cell


def turned(puzzle: Shisen, attempt: Clearing, look: Look) -> tuple[Shisen, Clearing, Look]:
    """The board, the attempt and the marks with rows and columns swapped.

    >>> board, *_ = turned(Shisen(board=(("A", "B"), ("A", "B"))), Clearing(rounds=()), Look())
    >>> board.board
    (('A', 'A'), ('B', 'B'))
    """
    board = tuple(zip(*puzzle.board, strict=True))
    rounds = tuple(tuple(map(_turned_move, moves)) for moves in attempt.rounds)
    step = look.step and _turned_step(look.step)
    return (
        msgspec.structs.replace(puzzle, board=board),
        Clearing(rounds=rounds),
        replace(look, broken=_turned_places(look.broken), step=step),
    )


def _turned_move(move: Move) -> Move:
    one, other = move.pair
    return Move(pair=(_swapped(one), _swapped(other)), path=tuple(map(_swapped, move.path)))


def _turned_step(step: Step) -> Step:
    """The step with its places and figures; its changes and texts are not drawn."""
    return msgspec.structs.replace(
        step,
        where=_turned_places(step.where),
        others=_turned_places(step.others),
        figures=tuple(map(_turned_figure, step.figures)),
    )


def _turned_figure(figure: Figure) -> Figure:
    match figure:
        case Line():
            return msgspec.structs.replace(figure, points=tuple((y, x) for x, y in figure.points))
        case Badge():
            return msgspec.structs.replace(figure, at=(figure.at[1], figure.at[0]))
    return figure


def _turned_places(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple((place[1], place[0]) for place in places)


def _swapped(cell: Cell) -> Cell:
    return cell[1], cell[0]
