"""Sets of pieces that are well known, each with the target that it was made for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from quebra.contract.family import Choice
from quebra.families.solids.model import Piece, Solids
from quebra.i18n.text import Text

SetName = Literal[
    "soma",
    "bedlam",
    "pentominoes",
    "diabolical",
    "mikusinski",
    "slothouber-graatsma",
    "conway",
    "tetracubes",
]


@dataclass(frozen=True)
class PieceSet:
    """Pieces with a title and a description, and the target that they were made for."""

    title: Text
    text: Text
    pieces: tuple[Piece, ...]
    target: tuple[str, ...]

    def puzzle(self, target: tuple[str, ...] | None = None) -> Solids:
        """The pieces with their own target or another one."""
        return Solids(pieces=self.pieces, target=target or self.target)


def box(width: int, depth: int, height: int) -> tuple[str, ...]:
    """The layers of a full box.

    >>> box(3, 2, 1)
    ('###|###',)
    """
    return ("|".join(["#" * width] * depth),) * height


def _pieces(**layers: str) -> tuple[Piece, ...]:
    """Pieces by name; layers are divided by spaces."""
    return tuple(Piece(name=name, cells=tuple(text.split())) for name, text in layers.items())


_SOMA = _pieces(
    V="##|#.",
    L="###|#..",
    T="###|.#.",
    Z="##.|.##",
    A="##|#. ..|#.",
    B="##|#. .#|..",
    P="##|#. #.|..",
)
_PENTOMINOES = _pieces(
    F="##.|.##|.#.",
    I="#####",
    L="####|#...",
    N="###.|..##",
    P="###|##.",
    T="###|.#.|.#.",
    U="###|#.#",
    V="###|#..|#..",
    W="##.|.##|..#",
    X=".#.|###|.#.",
    Y="####|.#..",
    Z="##.|.#.|.##",
)
_BEDLAM = _pieces(
    A="###|.#. ...|.#.",
    B="###|..# ...|..#",
    C="###|#.. ..#|...",
    D="###|#.. .#.|...",
    E="###|#.. #..|...",
    F="##.|.##|.#.",
    G=".##|.#. ...|##.",
    H=".##|##. ..#|...",
    J=".##|##. .#.|...",
    K="###|.#. .#.|...",
    W="##.|.##|..#",
    X=".#.|###|.#.",
    Z="##|#. ..|#.",
)
SETS: Mapping[str, PieceSet] = {
    "soma": PieceSet(
        Text("Soma"),
        Text("Seven pieces of three and four cubes; Piet Hein, 1933."),
        _SOMA,
        box(3, 3, 3),
    ),
    "bedlam": PieceSet(
        Text("Bedlam cube"),
        Text("Thirteen pieces that fill a cube of side 4; Bruce Bedlam."),
        _BEDLAM,
        box(4, 4, 4),
    ),
    "pentominoes": PieceSet(
        Text("Solid pentominoes"),
        Text("The twelve pentominoes as pieces one cube thick."),
        _PENTOMINOES,
        box(5, 4, 3),
    ),
    "diabolical": PieceSet(
        Text("Diabolical cube"),
        Text("Six flat pieces of two to seven cubes; known since 1893."),
        _pieces(A="##", B="##|#.", C="##|##", D="###|#.#", E="###|##.|#..", F="###|##.|##."),
        box(3, 3, 3),
    ),
    "mikusinski": PieceSet(
        Text("Mikusinski's cube"),
        Text("Six pieces of four and five cubes, with two solutions."),
        _pieces(
            L="###|#..",
            A="##|#. ..|#.",
            B="##|#. .#|..",
            S="###|.#. #..|...",
            T="###|..# ...|..#",
            U=".##|.#. ...|##.",
        ),
        box(3, 3, 3),
    ),
    "slothouber-graatsma": PieceSet(
        Text("Slothouber-Graatsma"),
        Text("Six blocks of 1 x 2 x 2 and three single cubes fill a cube of side 3."),
        (Piece(name="B", cells=("##|##",), count=6), Piece(name="C", cells=("#",), count=3)),
        box(3, 3, 3),
    ),
    "conway": PieceSet(
        Text("Conway's puzzle"),
        Text("Thirteen blocks of 1 x 2 x 4 and five small ones fill a cube of side 5."),
        (
            Piece(name="B", cells=("####|####",), count=13),
            Piece(name="C", cells=("##|##", "##|##")),
            Piece(name="S", cells=("##|##",)),
            Piece(name="R", cells=("###",), count=3),
        ),
        box(5, 5, 5),
    ),
    "tetracubes": PieceSet(
        Text("Tetracubes"),
        Text("The eight pieces of four cubes."),
        _pieces(
            I="####",
            O="##|##",
            L="###|#..",
            T="###|.#.",
            Z="##.|.##",
            A="##|#. ..|#.",
            B="##|#. .#|..",
            P="##|#. #.|..",
        ),
        box(4, 4, 2),
    ),
}
"""The sets by name."""


def described_sets() -> dict[str, Choice]:
    """The title and the description of each set."""
    return {name: Choice(each.title, each.text) for name, each in SETS.items()}
