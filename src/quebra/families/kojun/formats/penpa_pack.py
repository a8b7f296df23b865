"""The encoding of penpa+ links, and the numbers that penpa+ gives to cells and corners."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import dataclass

from quebra.contract.errors import BadInput
from quebra.contract.settings import admit_bytes, settings
from quebra.families.kojun.formats.shared import unquoted
from quebra.grid.cells import Cell
from quebra.i18n.text import Text

CELL, CORNER, SIDE_BELOW, SIDE_RIGHT = range(4)

_SITE = "https://swaroopg92.github.io/penpa-edit/"
_OPENING = re.compile(r"\s*(?:\S*?[#?])?m=(?:edit|solve)&(?:\S*?&)?p=")
_HEAD = 1000  # characters that are read to recognise the format
_RIM = 2
_SHORT_NAMES = {
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"numberS"': "z1",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
    "z": "zZ",
}
_LONG_NAMES = {short: name for name, short in _SHORT_NAMES.items()}
_SHORT = re.compile("z[0-9A-Z_]")
_LONG = re.compile("|".join(_SHORT_NAMES))


@dataclass(frozen=True)
class Frame:
    """The board inside penpa's page, which has margins and a hidden rim of two cells.

    >>> frame = Frame(rows=8, cols=8)
    >>> frame.index((0, 0)), frame.index((3, 3), CORNER), frame.locate(209)
    (26, 209, (1, (3, 3)))
    """

    rows: int
    cols: int
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def height(self) -> int:
        """Number of rows with margins and rim."""
        return self.rows + self.margins[0] + self.margins[1] + 2 * _RIM

    @property
    def width(self) -> int:
        """Number of columns with margins and rim."""
        return self.cols + self.margins[2] + self.margins[3] + 2 * _RIM

    def index(self, cell: Cell, kind: int = CELL) -> int:
        """The number of a cell, or of its lower right corner, lower side or right side."""
        r, c = cell[0] + _RIM + self.margins[0], cell[1] + _RIM + self.margins[2]
        return (kind * self.height + r) * self.width + c

    def locate(self, index: int) -> tuple[int, Cell]:
        """The kind of the item with a number, and the cell that it belongs to."""
        row, c = divmod(index, self.width)
        kind, r = divmod(row, self.height)
        return kind, (r - _RIM - self.margins[0], c - _RIM - self.margins[2])

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols


def is_link(text: str) -> bool:
    """Whether the text has the form of a penpa+ link, on any host."""
    return _OPENING.match(text[:_HEAD]) is not None


def unpack(text: str) -> list[str]:
    """The lines of the penpa page that a link encodes.

    >>> unpack(pack(["square,2,2", '{"number":{}}']))
    ['square,2,2', '{"number":{}}']
    """
    admit_bytes(len(text))
    opening = _OPENING.match(text[:_HEAD])
    if opening is None:
        raise BadInput(Text("The link holds no penpa board: it has no m=edit&p= or m=solve&p=."))
    packed = unquoted("".join(text[opening.end() :].partition("&")[0].split())).rstrip("=")
    try:
        padded = packed.encode("ascii") + b"=" * (-len(packed) % 4)
        page = _inflate(base64.b64decode(padded, validate=True)).decode()
    except (UnicodeError, binascii.Error, zlib.error):
        raise BadInput(Text("The penpa link is damaged: its board cannot be unpacked.")) from None
    return _SHORT.sub(lambda match: _LONG_NAMES.get(match[0], match[0]), page).split("\n")


def _inflate(data: bytes) -> bytes:
    """The decompressed data; raises `BadInput` if it is larger than the settings allow."""
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    page = stream.decompress(data, settings().max_bytes + 1)
    admit_bytes(len(page))
    if not stream.eof:
        raise BadInput(Text("The penpa link is cut off: its board has no end."))
    return page


def pack(lines: list[str]) -> str:
    """The link that encodes the lines of a penpa page."""
    page = _LONG.sub(lambda match: _SHORT_NAMES[match[0]], "\n".join(lines))
    stream = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = stream.compress(page.encode()) + stream.flush()
    return f"{_SITE}#m=edit&p={base64.b64encode(data).decode()}"
