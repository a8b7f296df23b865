"""The engine `sdp` of tangram: translations of pieces at allowed angles by SDPs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from quebra.contract.errors import BadInput, Cut, Infeasible
from quebra.engine.budget import Budget
from quebra.families.tangram.colours import Sides
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.mismatch import max_length_error, mismatch
from quebra.families.tangram.solve.normal_form import normalised_assembly
from quebra.families.tangram.solve.posed_figure import PosedFigure
from quebra.geometry.edges import Line, Point
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text

if TYPE_CHECKING:
    from quebra.papers.edge_matching_algebra.moments import Kinds, Numbers, Stroke

SNAP_TOLERANCES = 100
"""The snapping distance of solutions, in tolerances."""
MAX_ANGLE_COMBINATIONS = 10_000
"""Combinations of angles that are tried."""
UNSETTLED = Text("The engine sdp only finds solutions: the engine own may settle it.")


def sdp(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """Moment matrices of rank one, for pieces that lie at given angles and are not turned over.

    Angles of the pieces are tried only if the sides of each colour, with those of the figure's
    outline, have the same total length in each direction as in the opposite one. If the figure is
    upright and no angles have that property, or if the areas differ, that proves that there is no
    solution.
    """
    budget.pause()
    _admit(puzzle)
    if reason := mismatch(puzzle):
        raise Infeasible(reason)
    from quebra.papers.edge_matching_algebra.shapes import attempts

    kinds = [kind for kind, piece in enumerate(puzzle.pieces) for _ in range(piece.count)]
    figure = _strokes(puzzle.coloured_target, Motion())
    figure_target, settled = PosedFigure(puzzle, Motion()), bool(puzzle.upright)
    for angles in islice(_balanced(puzzle, kinds, figure, budget), MAX_ANGLE_COMBINATIONS):
        settled = False
        turns = [Motion(0, angle) for angle in angles]
        shapes = [
            [_strokes(puzzle.coloured_shapes[kind], turn)]
            for kind, turn in zip(kinds, turns, strict=True)
        ]
        for _, places in attempts(shapes, figure, budget, seed):
            yield from _solution(puzzle, figure_target, kinds, turns, places)
    if not settled:
        budget.why = UNSETTLED
        raise Cut("method")


def sdp_by_copies(puzzle: Tangram, budget: Budget, seed: int | None = None) -> Iterator[Assembly]:
    """Moment matrices for all angles of a piece at once, as the paper's q copies of the puzzle."""
    _admit(puzzle)
    from quebra.papers.edge_matching_algebra.shapes import attempts

    kinds = [kind for kind, piece in enumerate(puzzle.pieces) for _ in range(piece.count)]
    turns = [[Motion(0, angle) for angle in puzzle.pieces[kind].angles or ()] for kind in kinds]
    shapes = [
        [_strokes(puzzle.coloured_shapes[kind], turn) for turn in each]
        for kind, each in zip(kinds, turns, strict=True)
    ]
    figure_target = PosedFigure(puzzle, Motion())
    figure = _strokes(puzzle.coloured_target, Motion())
    for choice, places in attempts(shapes, figure, budget, seed):
        chosen = [each[turn] for each, turn in zip(turns, choice, strict=True)]
        yield from _solution(puzzle, figure_target, kinds, chosen, places)


def _solution(
    puzzle: Tangram,
    target: PosedFigure,
    kinds: Sequence[int],
    turns: Sequence[Motion],
    places: Sequence[Point],
) -> Iterator[Assembly]:
    """The assembly with pieces near these places, if it is a new solution."""
    motions = [turn.then(Motion(at)) for turn, at in zip(turns, places, strict=True)]
    near = list(zip(kinds, motions, strict=True))
    polished = target.polish(near, SNAP_TOLERANCES * puzzle.tolerance_used)
    if polished is not None:
        answer = normalised_assembly(puzzle, polished)
        if not check(puzzle, answer) and target.classes.add(polished):
            yield answer


def _admit(puzzle: Tangram) -> None:
    for piece in puzzle.pieces:
        if piece.flip or piece.angles is None:
            raise BadInput(
                Text(
                    "The engine sdp needs pieces with allowed angles that may not be turned over, "
                    "unlike {piece}.",
                    piece=piece.name_text,
                )
            )
    if puzzle.spare:
        raise BadInput(Text("The engine sdp places all pieces; here some may be left over."))
    sides = [puzzle.coloured_target, *puzzle.coloured_shapes]
    if not all(isinstance(side.edge, Line) for each in sides for side in each):
        raise BadInput(Text("The engine sdp needs pieces and a figure with straight sides."))
    if puzzle.has_colours and any(side.colour is None for each in sides for side in each):
        raise BadInput(
            Text("The engine sdp needs a colour on every side, also of the figure, or on none.")
        )


def _strokes(sides: Sides, motion: Motion) -> list[Stroke]:
    from quebra.papers.edge_matching_algebra.moments import Stroke

    return [
        Stroke(motion(side.edge.start), motion(side.edge.end), side.colour or 0) for side in sides
    ]


def _balanced(
    puzzle: Tangram, kinds: Sequence[int], figure: Sequence[Stroke], budget: Budget
) -> Iterator[tuple[float, ...]]:
    """The angles of all pieces at which the lengths of each colour and direction cancel.

    Also, pieces must have at least the length of the figure's outline in each direction.
    """
    from quebra.papers.edge_matching_algebra.moments import Kinds

    choices = [puzzle.pieces[kind].angles or () for kind in kinds]
    variants = [
        [_strokes(puzzle.coloured_shapes[kind], Motion(0, angle)) for angle in angles]
        for kind, angles in zip(kinds, choices, strict=True)
    ]
    every = [stroke for turned in variants for strokes in turned for stroke in strokes]
    types = Kinds([*every, *figure])
    table = [np.array([_lengths(strokes, types) for strokes in turned]) for turned in variants]
    slack = max_length_error(puzzle)
    # Bounds of what the pieces from each one on can add.
    low = _sums([each.min(axis=0) for each in table])
    high = _sums([each.max(axis=0) for each in table])
    for least in low:
        least[types.count :] = -np.inf

    def extend(angles: tuple[float, ...], missing: Numbers) -> Iterator[tuple[float, ...]]:
        budget.pause()
        piece = len(angles)
        if (missing < low[piece] - slack).any() or (missing > high[piece] + slack).any():
            return
        if piece == len(table):
            yield angles
            return
        for angle, each in zip(choices[piece], table[piece], strict=True):
            yield from extend((*angles, angle), missing - each)

    return extend((), _lengths(figure, types))


def _lengths(strokes: Sequence[Stroke], types: Kinds) -> Numbers:
    """For each type the signed length of strokes; then the length in the positive direction."""
    found = np.zeros(2 * types.count)
    for stroke in strokes:
        number, sign = types.of(stroke)
        length = abs(stroke.end - stroke.start)
        found[number] += sign * length
        found[types.count + number] += length if sign > 0 else 0.0
    return found


def _sums(parts: Sequence[Numbers]) -> list[Numbers]:
    """The suffix sums of the parts, with the empty sum at the end."""
    found = [np.zeros_like(parts[0])]
    for part in reversed(parts):
        found.append(found[-1] + part)
    return found[::-1]
