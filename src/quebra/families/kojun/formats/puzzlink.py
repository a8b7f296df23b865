"""Links of puzz.link and its relatives (pzpr, pzplus, pzv.jp)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import TypeVar
from urllib.parse import unquote

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, admit_size
from quebra.families.kojun.formats.shared import (
    flood_regions,
    holes_of,
    refuse_column_order,
    unquoted,
    walls_below,
    walls_right,
    zero_given,
)
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, Rows, as_rows
from quebra.grid.text import whole_number
from quebra.i18n.text import Plural, Text

T = TypeVar("T")

_NAMES = ("cojun", "kojun")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_HEX = frozenset("0123456789abcdef")
_LENGTHS = {"-": 3, "+": 4}
_MAX_GIVEN = 0xFFF
_MAX_BLANKS = 20
_IN_NO_HOST = re.compile(r'[\s"]')  # a text with a link in it is no link
_HEAD = 1000  # characters that are read to recognise the format


def read_link(text: str) -> Kojun:
    """A puzzle from a link, with or without its host.

    >>> read_link("https://puzz.link/p?cojun/2/2/g81i").regions
    ((0, 1), (0, 0))
    """
    admit_bytes(len(text))
    link = unquoted(text.strip())
    parts = _parts(link)
    if parts is None:
        raise BadInput(Text("The link does not name the puzzle: it holds no ?cojun/ or ?kojun/."))
    # Before the size may stand an empty part, a version `v:x` or a flag.
    parts = list(dropwhile(lambda part: not part.isdigit(), parts))
    if len(parts) < 2:
        raise BadInput(Text("The link has no size: after cojun/ come the columns and the rows."))
    cols = whole_number(parts[0], Text("the columns in the link"))
    rows = whole_number(parts[1], Text("the rows in the link"))
    admit_size(rows, cols)
    return _BoardReader("/".join(parts[2:]).rstrip("/")).read_board(rows, cols)


def _parts(link: str) -> list[str] | None:
    """The parts after the puzzle's name, split at slashes; None if the link is not of Kojun."""
    host, mark, query = link.partition("?")
    if mark and _IN_NO_HOST.search(host):
        return None
    parts = (query if mark else link).split("/")
    parts = list(dropwhile(lambda part: part.startswith("v:"), parts))
    if len(parts) < 2:
        return None
    name = parts[0].removesuffix("_edit").removesuffix("_play")
    return parts[1:] if name in _NAMES else None


class _BoardReader:
    """Reads the encoded board of a link from left to right."""

    def __init__(self, body: str) -> None:
        self.body = body
        self.at = 0

    def read_board(self, rows: int, cols: int) -> Kojun:
        right = self.read_bits(rows * (cols - 1), Text("walls"))
        below = self.read_bits((rows - 1) * cols, Text("walls"))
        givens = self.read_givens(rows, cols)
        holes: set[Cell] = set()
        if self.at < len(self.body):
            marks = self.read_bits(rows * cols, Text("holes"))
            holes = {divmod(i, cols) for i, mark in enumerate(marks) if mark}
        if self.at < len(self.body):
            raise self.error(Text("the link goes on after the last cell"))
        regions = flood_regions(
            rows, cols, _table(right, rows, cols - 1), _table(below, rows - 1, cols), holes
        )
        return Kojun(regions=regions, givens=_table(givens, rows, cols))

    def read_bits(self, count: int, what: Text) -> list[bool]:
        """The next `count` bits, packed five to a character, the highest first."""
        length = -(-count // 5)
        found: list[bool] = []
        for char in self.body[self.at : self.at + length]:
            value = _DIGITS.find(char)
            if not 0 <= value < 32:
                raise self.error(
                    Text(
                        "{char} is not one of 0-9 and a-v, for the {what}",
                        char=quoted(char),
                        what=what,
                    )
                )
            found.extend(bool(value >> shift & 1) for shift in (4, 3, 2, 1, 0))
            self.at += 1
        if len(found) < count:
            raise BadInput(
                Plural(
                    "The link breaks off inside the {what}: {n} character is missing.",
                    "The link breaks off inside the {what}: {n} characters are missing.",
                    n=length - len(found) // 5,
                    what=what,
                )
            )
        return found[:count]

    def read_givens(self, rows: int, cols: int) -> list[int]:
        """The givens in reading order; those missing at the end are blank."""
        found: list[int] = []
        while len(found) < rows * cols and self.at < len(self.body):
            found.extend(self.read_token(rows * cols - len(found), divmod(len(found), cols)))
        return found + [0] * (rows * cols - len(found))

    def read_token(self, left: int, cell: Cell) -> list[int]:
        """The givens of the next token, a number or several blanks; `left` cells are unread."""
        char = self.body[self.at]
        blanks = _DIGITS.find(char) - 15
        if blanks > 0:
            if blanks > left:
                raise self.error(
                    Text(
                        "{blanks} blanks, but only {cells} cells are left",
                        blanks=blanks,
                        cells=left,
                    )
                )
        elif char != ".":
            return [self.read_number(cell)]
        self.at += 1
        return [0] * max(blanks, 1)

    def read_number(self, cell: Cell) -> int:
        """The next given: one hexadecimal digit, or `-` and two, or `+` and three."""
        length = _LENGTHS.get(self.body[self.at], 1)
        token = self.body[self.at : self.at + length]
        digits = token[length > 1 :]
        if len(token) < length or not _HEX.issuperset(digits):
            raise self.error(Text("{token} is not a number", token=quoted(token)))
        if int(digits, 16) == 0:
            raise zero_given(cell)
        self.at += length
        return int(digits, 16)

    def error(self, fault: Text) -> BadInput:
        return BadInput(
            Text(
                "Character {number} after the size in the link: {fault}.",
                number=self.at + 1,
                fault=fault,
            )
        )


def _table(items: Sequence[T], rows: int, cols: int) -> Rows[T]:
    return as_rows(items[r * cols : (r + 1) * cols] for r in range(rows))


def write_link(puzzle: Kojun) -> str:
    """The link of a puzzle.

    >>> write_link(Kojun(regions=(("a", "b"), ("a", "b")), givens=((0, 2), (0, 0))))
    'https://puzz.link/p?cojun/2/2/o0g2h'
    """
    refuse_column_order(puzzle, Text("a puzz.link link"))
    rows, cols = puzzle.size
    right = _pack(wall for row in walls_right(puzzle) for wall in row)
    below = _pack(wall for row in walls_below(puzzle) for wall in row)
    givens = "".join(_encode_givens([given for row in puzzle.givens for given in row]))
    holes = ""
    if holes_of(puzzle):
        holes = _pack(label is None for row in puzzle.regions for label in row)
    return f"https://puzz.link/p?cojun/{cols}/{rows}/{right}{below}{givens}{holes}"


def _pack(bits: Iterable[bool]) -> str:
    digits = "".join("01"[bit] for bit in bits)
    return "".join(
        _DIGITS[int(digits[i : i + 5].ljust(5, "0"), 2)] for i in range(0, len(digits), 5)
    )


def _encode_givens(givens: list[int]) -> Iterator[str]:
    blanks = 0
    for given in givens:
        blanks += given == 0
        if blanks and (given or blanks == _MAX_BLANKS):
            yield _DIGITS[15 + blanks]
            blanks = 0
        if given:
            yield _encode_given(given)
    if blanks:
        yield _DIGITS[15 + blanks]


def _encode_given(given: int) -> str:
    if given > _MAX_GIVEN:
        raise BadInput(
            Text(
                "A puzz.link link has no numbers above {most}, but there is {given}.",
                most=_MAX_GIVEN,
                given=given,
            )
        )
    return f"+{given:x}" if given > 0xFF else f"-{given:x}" if given > 0xF else f"{given:x}"


def _recognises(text: str) -> bool:
    return _parts(unquote(text[:_HEAD].strip())) is not None


PUZZLINK = Codec("puzzlink", Text("puzz.link and pzpr links"), _recognises, read_link, write_link)
