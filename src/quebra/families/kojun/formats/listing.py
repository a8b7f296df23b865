"""The list format of the Kojun paper: each cell is `((number) region)`, with 0 for a blank."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, admit_size
from quebra.families.kojun.formats.shared import refuse_column_order, refuse_holes
from quebra.families.kojun.model import Kojun, Label
from quebra.grid.cells import Rows, as_rows, in_words, measure
from quebra.grid.text import whole_number
from quebra.i18n.text import Text

_CELL = r"\(\s*\(([^()]*)\)\s*([^()\s]+)\s*\)"
_TOKEN = re.compile(rf"{_CELL}|([()])|(\r\n|\r|\n)|[^\S\r\n]+|([^\s()]+)")
_OPENING = re.compile(rf"[\s(]*?{_CELL}")
_FORM = Text("the list form")
_HEAD = 1000  # characters that are read to recognise the format


@dataclass
class _Rows:
    """Rows under construction: a row ends with its parenthesis, or without one with the line."""

    rows: list[list[tuple[str, str]]] = field(default_factory=lambda: [[]])
    line: int = 1
    depth: int = 0
    cells: int = 0

    def cell(self, numbers: str, region: str) -> None:
        self.cells += 1
        admit_size(1, self.cells)
        self.rows[-1].append((numbers, region))

    def break_line(self) -> None:
        self.line += 1
        if self.depth == 0:
            self.break_row()

    def parenthesis(self, which: str) -> None:
        self.depth += 1 if which == "(" else -1
        if self.depth < 0:
            raise BadInput(
                Text("Line {line}: a parenthesis closes that was never opened.", line=self.line)
            )
        if self.depth > 2:
            raise BadInput(
                Text("Line {line}: too many parentheses; a cell is like ((4) 1).", line=self.line)
            )
        self.break_row()

    def break_row(self) -> None:
        if self.rows[-1]:
            self.rows.append([])


def read_list(text: str) -> Kojun:
    """A puzzle from the list format.

    >>> read_list("((0) 0) ((2) 0)\\n((0) 1) ((0) 0)").givens
    ((0, 2), (0, 0))
    """
    admit_bytes(len(text))
    found = _Rows()
    for token in _TOKEN.finditer(text):
        numbers, region, parenthesis, line_break, other = token.groups()
        if region:
            found.cell(numbers, region)
            found.line += len(re.findall(r"\r\n|\r|\n", token[0]))
        elif parenthesis:
            found.parenthesis(parenthesis)
        elif line_break:
            found.break_line()
        elif other:
            raise BadInput(
                Text(
                    "Line {line}: {token} is not a cell; a cell is like ((4) 1).",
                    line=found.line,
                    token=quoted(other),
                )
            )
    if found.depth:
        raise BadInput(Text("The text ends before all its parentheses are closed."))
    rows = [row for row in found.rows if row]
    measure(rows)
    regions: Rows[Label] = as_rows((region for _, region in row) for row in rows)
    givens = as_rows(
        (_given(numbers, r, c) for c, (numbers, _) in enumerate(row)) for r, row in enumerate(rows)
    )
    return Kojun(regions=regions, givens=givens)


def _given(numbers: str, r: int, c: int) -> int:
    words = numbers.split()
    if len(words) != 1:
        raise BadInput(_not_one_number(in_words((r, c)), words))
    return whole_number(words[0], in_words((r, c)))


def _not_one_number(cell: Text, words: list[str]) -> Text:
    if not words:
        return Text("{cell} holds no candidate; a puzzle has one number there, or 0.", cell=cell)
    return Text(
        "{cell} holds several candidates, {numbers}; a puzzle has one number there, or 0.",
        cell=cell,
        numbers=quoted(" ".join(words)),
    )


def write_list(puzzle: Kojun) -> str:
    """The list of a puzzle, one row to a line, each in parentheses.

    >>> print(write_list(Kojun(regions=((1, 1), (2, 1)), givens=((0, 2), (0, 0)))), end="")
    (((0) 0) ((2) 0))
    (((0) 1) ((0) 0))
    """
    refuse_column_order(puzzle, _FORM)
    refuse_holes(puzzle, _FORM)
    rows = (zip(*pair, strict=True) for pair in zip(puzzle.givens, puzzle.regions, strict=True))
    return "".join(
        f"({' '.join(f'(({given}) {region})' for given, region in row)})\n" for row in rows
    )


def _recognises(text: str) -> bool:
    return _OPENING.match(text[:_HEAD]) is not None


LIST = Codec("list", Text("lists as in the Kojun paper"), _recognises, read_list, write_list)
