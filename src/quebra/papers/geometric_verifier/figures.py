"""The special cases of the paper, figures 10 to 15, as boards, and one for the steps.

Two pieces touch in one point, within an arc or a straight side. The paper's verifier cannot know of
that point unless the pieces are drawn with a vertex there.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram

_H = sqrt(3)


class Board(NamedTuple):
    """A puzzle and a right answer to it."""

    about: str
    puzzle: Tangram
    answer: Assembly


def board(about: str, figure: str, **outlines: str) -> Board:
    """Pieces by their names, whose outlines are drawn where they shall lie.

    >>> board("a strip", "M0 0 H2 V1 H0 Z", left="M0 0 H1 V1 H0 Z", right="M1 0 H2 V1 H1 Z").about
    'a strip'
    """
    pieces = tuple(Piece(name=name, outline=each) for name, each in outlines.items())
    places = tuple(Placement(piece=i, x=0.0, y=0.0) for i in range(len(pieces)))
    return Board(about, Tangram(pieces=pieces, figure=figure), Assembly(places=places))


_TWO_ARCS = f"M-3 {-_H} A2 2 0 0 1 0 0 A2 2 0 0 1 3 {-_H} V{_H} A2 2 0 0 1 0 0 A2 2 0 0 1 -3 {_H} Z"
_ARC_BELOW_SIDE = f"M-4 -2 H4 V0 H0 A2 2 0 0 1 {_H} 3 H{-_H} A2 2 0 0 1 0 0 H-4 Z"

TANGENT_ARCS = board(
    "An arc touches an arc",
    _TWO_ARCS,
    left=f"M-3 {-_H} A2 2 0 1 1 -3 {_H} Z",
    right=f"M3 {_H} A2 2 0 1 1 3 {-_H} Z",
)
TANGENT_ARCS_WITH_VERTICES = board(
    "The same with a vertex there",
    _TWO_ARCS,
    left=f"M-3 {-_H} A2 2 0 0 1 0 0 A2 2 0 0 1 -3 {_H} Z",
    right=f"M3 {_H} A2 2 0 0 1 0 0 A2 2 0 0 1 3 {-_H} Z",
)
TANGENT_SIDE = board(
    "An arc touches a straight side",
    _ARC_BELOW_SIDE,
    bar="M-4 -2 H4 V0 H-4 Z",
    disc=f"M{_H} 3 H{-_H} A2 2 0 1 1 {_H} 3 Z",
)
TANGENT_SIDE_WITH_VERTICES = board(
    "The same with a vertex there",
    _ARC_BELOW_SIDE,
    bar="M-4 -2 H4 V0 H0 H-4 Z",
    disc=f"M{_H} 3 H{-_H} A2 2 0 0 1 0 0 A2 2 0 0 1 {_H} 3 Z",
)

HOUSE = board(
    "A notch, the piece that fills it, and a roof over both",
    "M0 0 L2 -2 L4 0 V2 H0 Z",
    base="M0 0 H1 A1 1 0 0 0 3 0 H4 V2 H0 Z",
    cap="M1 0 H3 A1 1 0 0 1 1 0 Z",
    roof="M0 0 L2 -2 L4 0 Z",
)
"""A board for the steps: arcs and straight sides are eliminated."""
