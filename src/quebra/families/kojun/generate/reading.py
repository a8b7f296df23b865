"""The setter's own regions, from a text."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import BadInput
from quebra.families.kojun.formats import CODECS
from quebra.families.kojun.model import Kojun, Order
from quebra.i18n.text import Text


def read_regions(text: str, order: Order) -> Kojun:
    """The regions of a puzzle in any format, without its givens.

    >>> read_regions("kojun\\nregions\\na a b\\ngivens\\n1 . .", "adjacent").givens
    ((0, 0, 0),)
    """
    codecs = sorted(CODECS, key=lambda codec: (not codec.first, codec.bare))
    codec = next((codec for codec in codecs if codec.recognises(text)), None)
    if codec is None:
        raise BadInput(Text("The regions are in no format of Kojun."))
    found = codec.read(text)
    rows, cols = found.size
    return msgspec.structs.replace(
        found,
        givens=((0,) * cols,) * rows,
        order="column" if order == "column" else found.order,
    )
