"""A placement as text: `3=1,0,2,xy` is piece 3 at x 1, y 0, z 2, turned by the word xy."""

from __future__ import annotations

import re

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.solids.model import FARTHEST, Placed
from quebra.families.solids.space import frame_of, word_of
from quebra.i18n.text import Text

_PLACE = re.compile(
    r"([0-9]{1,5})=(-?[0-9]{1,4}),(-?[0-9]{1,4}),(-?[0-9]{1,4})(?:,([mxyz]{0,40}))?", re.ASCII
)


def read_place(text: str, place: Text) -> Placed:
    """The placement of a text.

    >>> read_place("3=1,0,2,xxxxy", Text("line {line}", line=1))
    Placed(piece=2, at=(1, 0, 2), turn='y')
    """
    found = _PLACE.fullmatch(text.strip())
    frame = frame_of(found[5] or "") if found else None
    if found is None or frame is None or not int(found[1]):
        raise BadInput(
            Text(
                "{place}: {text} is no placement, such as 3=1,0,2,xy.",
                place=place,
                text=quoted(text),
            )
        )
    x, y, z = (int(found[i]) for i in (2, 3, 4))
    if max(abs(x), abs(y), abs(z)) > FARTHEST:
        raise BadInput(Text("{place}: {text} lies too far away.", place=place, text=quoted(text)))
    return Placed(int(found[1]) - 1, (x, y, z), word_of(frame))
