"""Polygons by the paper's second algorithm: path integrals for each colour and direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from quebra.contract.errors import BadInput, Cut
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import Side, figure_sides, piece_sides, tolerance
from quebra.families.edges.solve.polygons.fillings import Fillings, made_right
from quebra.families.edges.solve.polygons.obstacle import (
    area_of_faults,
    length_of_faults,
    needs_all_pieces,
    spare_area,
)
from quebra.papers.edge_matching_algebra.moments import Kinds, Numbers, Stroke
from quebra.papers.edge_matching_algebra.rank_one import attempts

DIGITS = 9
NEAR = 100
"""How many tolerances pieces may be from where they are right."""
UNSETTLED = "The engine sdp does not search all places: backtrack does."


def lay_polygons(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """Places of all pieces, first in one way to turn them, then in the next.

    A way to turn them is tried only if as much length of each colour runs one way as the other,
    the frame taken in. Where there is no such way though all pieces are needed, there is no
    solution, and that is proved.
    """
    if puzzle.frame is None and not puzzle.rim:
        raise BadInput("The engine sdp needs a frame.")
    if spare_area(puzzle) > area_of_faults(puzzle):
        raise BadInput("The engine sdp lays all polygons, and these are larger than the figure.")
    figure = _strokes(figure_sides(puzzle))
    settled = needs_all_pieces(puzzle)
    fillings = Fillings(puzzle)
    for turns in _balanced(puzzle, figure, budget):
        settled = False
        shapes = [_turned(puzzle, piece, turn) for piece, turn in enumerate(turns)]
        for places in attempts(shapes, figure, budget, seed):
            laid = [
                Laid(piece, round(at.real, DIGITS) + 0.0, round(at.imag, DIGITS) + 0.0, turn)
                for piece, (at, turn) in enumerate(zip(places, turns, strict=True))
            ]
            right = made_right(puzzle, laid, NEAR * tolerance(puzzle))
            if right and fillings.add(answer := Filling(places=tuple(right))):
                yield answer
    if not settled:
        budget.why = UNSETTLED
        raise Cut("method")


def _strokes(sides: Sequence[Side]) -> list[Stroke]:
    return [Stroke(side.start, side.end, side.colour or 0) for side in sides]


def _turned(puzzle: Edges, piece: int, turn: int) -> list[Stroke]:
    return _strokes(piece_sides(puzzle, Laid(piece, 0, 0, turn)))


def _balanced(puzzle: Edges, figure: Sequence[Stroke], budget: Budget) -> Iterator[tuple[int, ...]]:
    """The ways to turn all pieces in which the lengths of each colour and direction cancel.

    Besides, each length of the rim needs as much of the pieces that runs the same way.
    """
    choices = [puzzle.turns_of(piece) for piece in range(len(puzzle.pieces))]
    variants = [
        [_turned(puzzle, piece, turn) for turn in turns] for piece, turns in enumerate(choices)
    ]
    every = [stroke for turned in variants for strokes in turned for stroke in strokes]
    kinds = Kinds([*every, *figure])
    table = [np.array([_lengths(strokes, kinds) for strokes in turned]) for turned in variants]
    slack = length_of_faults(puzzle)
    # What the pieces from each one on can still add, at least and at most.
    low = _sums([each.min(axis=0) for each in table])
    high = _sums([each.max(axis=0) for each in table])
    for least in low:
        least[kinds.count :] = -np.inf

    def extend(turns: tuple[int, ...], missing: Numbers) -> Iterator[tuple[int, ...]]:
        budget.pause()
        piece = len(turns)
        if (missing < low[piece] - slack).any() or (missing > high[piece] + slack).any():
            return
        if piece == len(table):
            yield turns
            return
        for turn, each in zip(choices[piece], table[piece], strict=True):
            yield from extend((*turns, turn), missing - each)

    return extend((), _lengths(figure, kinds))


def _lengths(strokes: Sequence[Stroke], kinds: Kinds) -> Numbers:
    """For each kind the length that runs one way less that of the other; then the former alone."""
    found = np.zeros(2 * kinds.count)
    for stroke in strokes:
        kind, sign = kinds.of(stroke)
        length = abs(stroke.end - stroke.start)
        found[kind] += sign * length
        found[kinds.count + kind] += length if sign > 0 else 0.0
    return found


def _sums(parts: Sequence[Numbers]) -> list[Numbers]:
    """The sums of the parts from each one on, with that of none at the end."""
    found = [np.zeros_like(parts[0])]
    for part in reversed(parts):
        found.append(found[-1] + part)
    return found[::-1]
