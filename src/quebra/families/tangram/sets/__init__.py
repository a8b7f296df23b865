"""Sets that ship: their geometry is free, and each one's figures come with an assembly.

>>> SETS["egg"].puzzle().pieces[0].name
'foot'
"""

from __future__ import annotations

from quebra.core.errors import BadInput
from quebra.core.quoting import shown
from quebra.families.tangram.sets.bell import BELL_SET
from quebra.families.tangram.sets.classic import CLASSIC
from quebra.families.tangram.sets.egg import EGG_SET
from quebra.families.tangram.sets.flag import FLAG_SET
from quebra.families.tangram.sets.heart import HEART_SET
from quebra.families.tangram.sets.kit import Figure, PieceSet
from quebra.families.tangram.sets.ostomachion import OSTOMACHION
from quebra.families.tangram.sets.pentominoes import PENTOMINOES

__all__ = ["SETS", "Figure", "PieceSet", "piece_set"]

SETS = {
    "classic": CLASSIC,
    "ostomachion": OSTOMACHION,
    "egg": EGG_SET,
    "heart": HEART_SET,
    "pentominoes": PENTOMINOES,
    "bell": BELL_SET,
    "flag": FLAG_SET,
}


def piece_set(name: str) -> PieceSet:
    """The set of that name, or a sentence that lists the names there are."""
    if name not in SETS:
        raise BadInput(f"There is no set {shown(name)}; there are: {', '.join(SETS)}.")
    return SETS[name]
