"""The sets of pieces that ship, with figures and an assembly of each.

>>> SETS["egg"].puzzle().pieces[0].name
'foot'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from quebra.contract.errors import BadInput
from quebra.contract.family import Choice
from quebra.contract.quoting import quoted
from quebra.families.tangram.sets.files import read_set
from quebra.families.tangram.sets.kit import Figure, PieceSet
from quebra.i18n.text import Text

__all__ = ["SETS", "Figure", "PieceSet", "SetName", "described_sets", "piece_set"]

SetName = Literal[
    "classic",
    "chie-no-ita",
    "pythagoras",
    "letter-t",
    "egg",
    "heart",
    "circle",
    "ostomachion",
    "loyd",
    "greek-cross",
    "haberdasher",
    "perigal",
    "brides-chair",
    "abul-wafa",
    "brugner",
    "monad",
    "banquet-tables",
    "nine-squares",
    "chessboard",
    "pentominoes",
    "hexiamonds",
    "bell",
    "flag",
]
"""The names of the sets; each has a file in the folder `data`."""


class _Sets(Mapping[str, PieceSet]):
    """The sets by name; a file is read on first access."""

    def __getitem__(self, name: str) -> PieceSet:
        if name not in get_args(SetName):
            raise KeyError(name)
        return read_set(name)

    def __iter__(self) -> Iterator[str]:
        return iter(get_args(SetName))

    def __len__(self) -> int:
        return len(get_args(SetName))


SETS: Mapping[str, PieceSet] = _Sets()


def piece_set(name: str) -> PieceSet:
    """The set of that name; raises `BadInput` if there is none."""
    if name not in SETS:
        raise BadInput(
            Text(
                "There is no set {name}; `quebra families tangram` lists the sets.",
                name=quoted(name),
            )
        )
    return SETS[name]


def described_sets() -> dict[str, Choice]:
    """The title and the description of each set.

    >>> described_sets()["greek-cross"].text
    '4 pieces; figures: cross, square. Sam Loyd, Tit-Bits, London, 1897.'
    """
    return {name: Choice(found.title, found.text) for name, found in SETS.items()}
