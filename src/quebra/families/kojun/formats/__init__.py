"""Every format of Kojun, the native JSON first."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.family import Formats
from quebra.families.kojun.formats.janko import JANKO, JANKO_ANSWER
from quebra.families.kojun.formats.listing import CANDIDATES, LIST, LIST_ANSWER
from quebra.families.kojun.formats.penpa import PENPA
from quebra.families.kojun.formats.puzzlink import PUZZLINK
from quebra.families.kojun.formats.pzprv3 import PZPRV3, PZPRV3_ANSWER
from quebra.families.kojun.formats.text import TEXT
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import GridAnswer
from quebra.grid.text import ANSWER_CODECS as GRID_CODECS

CODECS: tuple[Codec[Kojun], ...] = (
    json_codec(Kojun, "kojun"),
    TEXT,
    PUZZLINK,
    PZPRV3,
    PENPA,
    JANKO,
    LIST,
    CANDIDATES,
)

ANSWER_CODECS: tuple[Codec[GridAnswer], ...] = (
    *GRID_CODECS,
    PZPRV3_ANSWER,
    JANKO_ANSWER,
    LIST_ANSWER,
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
