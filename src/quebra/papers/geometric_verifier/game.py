"""The completeness level during a game, by the paper's formula and by `progress`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quebra.contract.random import Source
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.rules import progress
from quebra.families.tangram.sets import SETS
from quebra.papers.geometric_verifier.engine import verify
from quebra.study.tables import Row

CLASSIC = SETS["classic"]
FIGURE = "house"
ALMOST = 1e-9
"""A smaller difference of two levels is a rounding error."""


class Move(NamedTuple):
    """A piece is laid, by its number in the solution: at its place there, or elsewhere."""

    piece: int
    about: str
    wrong: Placement | None = None


GAME = (
    Move(0, "a large triangle"),
    Move(1, "the other one: both form a square", Placement(0, x=0, y=-3)),
    Move(1, "the other one again: both form the roof"),
    Move(5, "the square, outside", Placement(3, x=4, y=0, angle=270)),
    Move(5, "the square, right"),
    Move(4, "a small triangle"),
    Move(2, "the medium triangle, off by half a unit", Placement(1, x=2.5, y=0, angle=180)),
    Move(3, "the other small triangle"),
    Move(6, "the parallelogram, over that triangle"),
    Move(2, "the medium triangle, right"),
)
"""A game of the house; the square, and the medium triangle at first, are laid wrong.

The square of the large triangles fits into the figure too, in its corner. The last but one move is
right, but there two pieces overlap.
"""


def positions(moves: Sequence[Move], solution: Assembly) -> Iterator[tuple[Assembly, int]]:
    """The pieces on the table after each move, and the number among them of the one laid last."""
    table: dict[int, Placement] = {}
    for move in moves:
        table.pop(move.piece, None)
        table[move.piece] = move.wrong or solution.places[move.piece]
        yield Assembly(places=tuple(table.values())), len(table) - 1


def levels(puzzle: Tangram, answer: Assembly) -> Row:
    """The completeness by both; of the paper's also the two shares, of which it is the smaller."""
    found = verify(puzzle, answer)
    nearest = found.nearest
    return {
        "contour": nearest.contour if nearest else 0.0,
        "area": nearest.filled if nearest else 0.0,
        "level": found.completeness,
        "progress": progress(puzzle, answer).value,
    }


def move_row(number: int) -> Row:
    """The levels after a move of the game."""
    answer, _ = list(positions(GAME, CLASSIC.answer(FIGURE)))[number - 1]
    return levels(CLASSIC.puzzle(FIGURE), answer)


def random_game(figure: str, seed: int) -> Row:
    """All pieces of a figure are laid where the solution has them, in a random order.

    A fall is a move after which the level is lower, although the move is right.
    """
    puzzle, solution = CLASSIC.puzzle(figure), CLASSIC.answer(figure)
    number = seed * len(CLASSIC.figures) + list(CLASSIC.figures).index(figure)
    order = Source(number).shuffled(list(range(len(solution.places))))
    moves = [Move(piece, "") for piece in order]
    found = [levels(puzzle, answer) for answer, _ in positions(moves, solution)]
    row: Row = {"moves": len(moves)}
    for name in ("level", "progress"):
        shown = [float(each[name] or 0) for each in found]
        row[f"{name}_falls"] = falls(shown)
        row |= {f"{name}_{n}": value for n, value in enumerate(shown, 1)}
    return row


def falls(shown: Sequence[float]) -> int:
    """How often a level is lower than the one before.

    >>> falls([0.2, 0.5, 0.4, 1.0])
    1
    """
    return sum(after < before - ALMOST for before, after in pairwise(shown))
