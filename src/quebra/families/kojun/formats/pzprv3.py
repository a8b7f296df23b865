"""The file format of pzpr: walls, givens and a player's answer, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, admit_size
from quebra.families.kojun.formats.shared import (
    flood_regions,
    given_rows,
    refuse_column_order,
    refuse_holes,
    walls_below,
    walls_right,
)
from quebra.families.kojun.model import GIVENS, Kojun
from quebra.grid.cells import ANSWER, GridAnswer, as_rows, in_words
from quebra.grid.text import HOLE, whole_number
from quebra.i18n.text import Plural, Text

_OPENING = re.compile(r"\s*pzprv3(?:\.\d+)?[\s/]+[ck]ojun(?:[\s/]|$)", re.ASCII)
_LINE_BREAK = re.compile(r"[/\r\n]")
_SHADES = frozenset("+-=%.")
_FORM = Text("a pzpr file")


def read_file(text: str) -> Kojun:
    """A puzzle from a pzpr file; slashes stand for line breaks too.

    >>> read_file("pzprv3/cojun/2/2/1 /0 /0 0 /. 2 /. . /").regions
    ((0, 0), (0, 0))
    """
    return _read(text)[0]


def read_file_answer(text: str) -> GridAnswer:
    """The player's answer of a pzpr file, givens included.

    >>> read_file_answer("pzprv3/cojun/2/2/1 /0 /0 0 /. 2 /. . /3 . /1 . /").grid
    ((3, 2), (1, 0))
    """
    puzzle, lines = _read(text)
    rows, cols = puzzle.size
    entries = _block(lines, rows, cols, ANSWER)
    return GridAnswer(
        as_rows(
            (puzzle.givens[r][c] or _entry(token, r, c) for c, token in enumerate(row))
            for r, row in enumerate(entries)
        )
    )


def _read(text: str) -> tuple[Kojun, Iterator[str]]:
    """The puzzle and the lines that follow it."""
    admit_bytes(len(text))
    if _OPENING.match(text) is None:
        raise BadInput(Text("The file does not open with pzprv3 and then cojun."))
    lines = (line for part in _LINE_BREAK.split(text) if (line := part.strip()))
    header = list(islice(lines, 4))
    if len(header) < 4:
        raise BadInput(Text("The file has no size: after cojun come the rows and the columns."))
    rows = whole_number(header[2], Text("the rows in the file"))
    cols = whole_number(header[3], Text("the columns in the file"))
    admit_size(rows, cols)
    right = _walls(lines, rows, cols - 1, Text("upright walls"))
    below = _walls(lines, rows - 1, cols, Text("level walls"))
    tokens = _block(lines, rows, cols, GIVENS)
    marks = [[HOLE if token == "*" else token for token in row] for row in tokens]
    givens, holes = given_rows(marks, GIVENS, Text("a dot"))
    regions = flood_regions(rows, cols, right, below, holes)
    return Kojun(regions=regions, givens=givens), lines


def _block(lines: Iterator[str], rows: int, cols: int, what: Text) -> list[list[str]]:
    if cols == 0:  # such rows are empty lines, which were dropped
        return [[] for _ in range(rows)]
    found = [line.split() for line in islice(lines, rows)]
    for r, row in enumerate(found):
        if len(row) != cols:
            raise BadInput(
                Plural(
                    "Row {row} of the {what} has {n} entry, not {cols}.",
                    "Row {row} of the {what} has {n} entries, not {cols}.",
                    n=len(row),
                    row=r + 1,
                    what=what,
                    cols=cols,
                )
            )
    if len(found) < rows:
        raise BadInput(
            Text(
                "The file breaks off: {found} of {rows} rows of the {what} are there.",
                found=len(found),
                rows=rows,
                what=what,
            )
        )
    return found


def _walls(lines: Iterator[str], rows: int, cols: int, what: Text) -> list[list[bool]]:
    found = _block(lines, rows, cols, what)
    for r, row in enumerate(found):
        for c, token in enumerate(row):
            if token not in ("0", "1"):
                raise BadInput(
                    Text(
                        "Row {row} of the {what}, entry {entry}: {token} is neither 0 nor 1.",
                        row=r + 1,
                        what=what,
                        entry=c + 1,
                        token=quoted(token),
                    )
                )
    return [[token == "1" for token in row] for row in found]


def _entry(token: str, r: int, c: int) -> int:
    entry, _, pencil_marks = token.partition("[")
    if pencil_marks.find("]") != len(pencil_marks) - 1:
        raise BadInput(
            Text(
                "{place}: {token} is not a whole number.",
                place=in_words((r, c)),
                token=quoted(token),
            )
        )
    return 0 if entry in _SHADES or entry in (HOLE, "*") else whole_number(entry, in_words((r, c)))


def write_file(puzzle: Kojun) -> str:
    """The file of a puzzle, without an answer.

    >>> write_file(Kojun(regions=(("a", "a"), ("b", "a")), givens=((0, 2), (0, 0)))).splitlines()
    ['pzprv3', 'cojun', '2', '2', '0 ', '1 ', '1 0 ', '. 2 ', '. . ', '. . ', '. . ']
    """
    refuse_column_order(puzzle, _FORM)
    refuse_holes(puzzle, _FORM)
    rows, cols = puzzle.size
    blocks: list[Iterable[Sequence[str]]] = [
        [["01"[wall] for wall in row] for row in walls_right(puzzle)],
        [["01"[wall] for wall in row] for row in walls_below(puzzle)],
        [[str(given or ".") for given in row] for row in puzzle.givens],
        [["."] * cols] * rows,
    ]
    board = ["".join(f"{token} " for token in row) for block in blocks for row in block]
    return "\n".join(["pzprv3", "cojun", str(rows), str(cols), *board, ""])


def _write_answer(answer: GridAnswer) -> str:
    raise BadInput(Text("A pzpr file holds the puzzle too; write the answer as json or text."))


def _recognises(text: str) -> bool:
    return _OPENING.match(text) is not None


PZPRV3 = Codec("pzprv3", Text("pzpr files"), _recognises, read_file, write_file)
PZPRV3_ANSWER = Codec(
    "pzprv3", Text("the answer in a pzpr file"), _recognises, read_file_answer, _write_answer
)
