"""The engine `sdp`: the places of pieces whose angles are given, by semidefinite programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quebra.contract.errors import BadInput, Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.answers import assembly_in_form
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.formed import mismatch
from quebra.geometry.edges import Line
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour

if TYPE_CHECKING:
    from quebra.papers.edge_matching_algebra.moments import Stroke


def sdp(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """Moment matrices of rank one, for pieces that are moved but neither turned nor flipped.

    It ends by itself only where the areas prove that there is no solution.
    """
    budget.pause()
    if reason := mismatch(puzzle):
        budget.why = reason
        return
    kinds = [kind for kind, piece in enumerate(puzzle.pieces) for _ in range(piece.count)]
    motions = [Motion(0, _angle(puzzle, kind)) for kind in kinds]
    shapes = [
        _strokes(puzzle.shapes[kind], motion) for kind, motion in zip(kinds, motions, strict=True)
    ]
    from quebra.papers.edge_matching_algebra.rank_one import attempts

    classes = Classes(puzzle, puzzle.target)
    for places in attempts(shapes, _strokes(puzzle.target, Motion()), budget, seed):
        laid = [motion.then(Motion(at)) for motion, at in zip(motions, places, strict=True)]
        placed = list(zip(kinds, laid, strict=True))
        answer = assembly_in_form(puzzle, placed)
        if not check(puzzle, answer) and classes.add(placed):
            yield answer
    budget.why = "The engine sdp only finds solutions: the engine own may settle it."
    raise Cut("method")


def _angle(puzzle: Tangram, kind: int) -> float:
    piece = puzzle.pieces[kind]
    if piece.flip or piece.angles is None or len(piece.angles) != 1:
        needs = "one allowed angle, and that it may not be turned over"
        raise BadInput(f"The engine sdp needs of each piece {needs}; see piece {piece.name}.")
    return piece.angles[0]


def _strokes(contours: Sequence[Contour], motion: Motion) -> list[Stroke]:
    from quebra.papers.edge_matching_algebra.moments import Stroke

    strokes = []
    for contour in contours:
        for edge in contour:
            if not isinstance(edge, Line):
                raise BadInput("The engine sdp needs pieces and a figure with straight sides.")
            strokes.append(Stroke(motion(edge.start), motion(edge.end)))
    return strokes
