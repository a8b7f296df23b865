"""Known sets of pieces: all pieces of a number of colours, each once, as P. A. MacMahon made them.

P. A. MacMahon, New Mathematical Pastimes, Cambridge 1921.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

from quebra.contract.family import Choice
from quebra.families.edges.layout import Seam
from quebra.i18n.text import Text

SetName = Literal["macmahon", "macmahon-triangles"]
Colours = tuple[int, ...]


@dataclass(frozen=True)
class PieceSet:
    """Pieces with the sizes of the frames that they fit, or the seams of their only board."""

    about: Choice
    pieces: tuple[Colours, ...]
    framed: tuple[tuple[int, int], ...] = ()
    seams: tuple[Seam, ...] = ()


def all_pieces(sides: int, colours: int) -> tuple[Colours, ...]:
    """All pieces with this number of sides and colours, distinct up to rotation.

    >>> len(all_pieces(4, 3)), len(all_pieces(3, 4)), len(all_pieces(4, 2))
    (24, 24, 6)
    """
    every = product(range(colours), repeat=sides)
    return tuple(piece for piece in every if piece == min(_turned(piece)))


def _turned(piece: Colours) -> list[Colours]:
    return [piece[k:] + piece[:k] for k in range(len(piece))]


def hexagon_seams(size: int) -> tuple[Seam, ...]:
    """The seams of a hexagon of triangles, row by row, with `size` triangles along each side.

    The sides of a triangle are right, below and left; if it points down, left, above and right.

    >>> len(hexagon_seams(1))
    6
    """
    cells = [
        (r, i) for r in range(2 * size) for i in range(2 * min(size + r, 3 * size - 1 - r) + 1)
    ]
    number = {cell: n for n, cell in enumerate(cells)}
    seams: list[Seam] = []
    for (r, i), here in number.items():
        points_down = _points_down(size, r, i)
        if (r, i + 1) in number:
            side = 2 if points_down else 0
            seams.append((here, side, number[r, i + 1], side))
        below = _below(size, r, i)
        if not points_down and below in number:
            seams.append((here, 1, number[below], 1))
    return tuple(seams)


def _points_down(size: int, row: int, i: int) -> bool:
    """Whether a triangle points down; rows of the upper half begin with one that points up."""
    return bool(i % 2) if row < size else not i % 2


def _below(size: int, row: int, i: int) -> tuple[int, int]:
    """The triangle below one that points up; rows grow to the middle, then shrink."""
    if row < size - 1:
        return row + 1, i + 1
    return row + 1, i if row == size - 1 else i - 1


PIECE_SETS: dict[str, PieceSet] = {
    "macmahon": PieceSet(
        Choice(
            Text("MacMahon's squares"),
            Text(
                "The 24 squares of three colours, each once, on a board of 4x6 with one colour all "
                "around; without a frame, on any 24 cells."
            ),
        ),
        all_pieces(4, 3),
        framed=((4, 6), (6, 4)),  # CP-SAT proves that the others of 24 cells do not fit
    ),
    "macmahon-triangles": PieceSet(
        Choice(
            Text("MacMahon's triangles"),
            Text(
                "The 24 triangles of four colours, each once, on a hexagon with one colour all "
                "around; it has no other size."
            ),
        ),
        all_pieces(3, 4),
        seams=hexagon_seams(2),
    ),
}


def described_sets() -> dict[str, Choice]:
    """The title and the description of each set.

    >>> described_sets()["macmahon"].title
    "MacMahon's squares"
    """
    return {name: each.about for name, each in PIECE_SETS.items()}
