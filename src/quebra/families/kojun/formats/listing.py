"""The list format of the Kojun paper: each cell is `((number) region)`, with 0 for a blank.

A solution has the number of each cell, under a heading. A cell may also have several candidates, as
`((2 3) 0)`. A text of candidates opens with a comment that has the board, because a list with one
candidate looks like a given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, admit_size
from quebra.families.kojun.formats.shared import refuse_column_order, refuse_holes
from quebra.families.kojun.model import Kojun, Label, given_fault, relabelled
from quebra.grid.cells import Cell, GridAnswer, Rows, as_rows, in_words, measure, neighbours
from quebra.grid.rules import admit_shape
from quebra.grid.text import whole_number
from quebra.i18n.text import Text, any_of

Values = tuple[int, ...]
"""The numbers of a cell's list; (0,) is a blank."""

_CELL = r"\(\s*\(([^()]*)\)\s*([^()\s]+)\s*\)"
_TOKEN = re.compile(rf"{_CELL}|([()])|(\r\n|\r|\n)|;[^\r\n]*|[^\S\r\n]+|([^\s();]+)")
_OPENING = re.compile(rf"[\s(]*?{_CELL}")
_SOLUTION = "Solucao do tabuleiro"
_HEADING = re.compile(
    r"\s*solu[cç][aã]o do tabuleiro(?: ([0-9]{1,6})x([0-9]{1,6}))?[^\S\r\n]*(?:\r\n|\r|\n)", re.I
)
_BOARD = "; board: "
_JSON = json_codec(Kojun, "kojun")
_FORM = Text("the list form")
_MAX_LISTED = 5
"""Numbers that an error names."""
MAX_CANDIDATES = 2_000_000
"""Candidates of all cells that are written."""
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

    A list of several candidates is a blank. It must not rule out more than the numbers in the
    region and beside the cell do, because a puzzle cannot express that.

    >>> read_list("((0) 0) ((2) 0)\\n((0) 1) ((0) 0)").givens
    ((0, 2), (0, 0))
    >>> read_list("((1 3) 0) ((2) 0) ((1 2 3) 0)").givens
    ((0, 2, 0),)
    """
    values, regions = _read_board(text)
    puzzle = Kojun(regions=regions, givens=_numbers(values))
    _refuse_restrictions(puzzle, values)
    return puzzle


def read_list_answer(text: str) -> GridAnswer:
    """An answer or attempt from the list format; a list of several candidates is a blank.

    >>> read_list_answer("Solucao do tabuleiro 1x3\\n(((1) 0) ((2 3) 0) ((2 3) 0))").grid
    ((1, 0, 0),)
    """
    return GridAnswer(_numbers(_read_board(text)[0]))


def read_list_answer_for(puzzle: Kojun, text: str) -> GridAnswer:
    """An answer to this puzzle; raises `BadInput` if its regions are others."""
    values, regions = _read_board(text)
    if relabelled(regions) != puzzle.regions:
        raise BadInput(Text("The regions in the list are not those of the puzzle."))
    return GridAnswer(_numbers(values))


def _numbers(values: Rows[Values]) -> Rows[int]:
    return as_rows((cell[0] if len(cell) == 1 else 0 for cell in row) for row in values)


def _read_board(text: str) -> tuple[Rows[Values], Rows[Label]]:
    """The numbers and the region of each cell."""
    admit_bytes(len(text))
    heading = _HEADING.match(text)
    found = _Rows()
    if heading:
        found.line += len(re.findall(r"\r\n|\r|\n", heading[0]))
    for token in _TOKEN.finditer(text, heading.end() if heading else 0):
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
    size = measure(rows)
    if heading and heading[1] and (int(heading[1]), int(heading[2])) != size:
        raise BadInput(
            Text(
                "The heading says {rows} x {cols} cells, but the board has "
                "{found_rows} x {found_cols}.",
                rows=int(heading[1]),
                cols=int(heading[2]),
                found_rows=size[0],
                found_cols=size[1],
            )
        )
    values = as_rows(
        (_values(numbers, (r, c)) for c, (numbers, _) in enumerate(row))
        for r, row in enumerate(rows)
    )
    return values, as_rows((region for _, region in row) for row in rows)


def _values(numbers: str, cell: Cell) -> Values:
    found = tuple(whole_number(word, in_words(cell)) for word in numbers.split())
    if not found:
        raise BadInput(Text("{cell} holds no candidate.", cell=in_words(cell)))
    if len(found) > 1 and (0 in found or len({*found}) < len(found)):
        raise BadInput(
            Text(
                "{cell} holds {numbers}: candidates are different numbers from 1 on.",
                cell=in_words(cell),
                numbers=quoted(numbers),
            )
        )
    return found


def _refuse_restrictions(puzzle: Kojun, values: Rows[Values]) -> None:
    """Raise `BadInput` for a list that lacks a candidate that the numbers in place leave."""
    for region in puzzle.region_cells:
        missing: set[int] | None = None
        for r, c in region:
            if len(values[r][c]) == 1:
                continue
            if max(values[r][c]) > len(region):
                raise BadInput(given_fault(in_words((r, c)), max(values[r][c]), len(region)))
            if missing is None:
                missing = _missing(puzzle, region)
            if lost := _left(puzzle, (r, c), missing).difference(values[r][c]):
                raise BadInput(
                    Text(
                        "{cell} lacks {numbers}, which its region and the cells beside it allow; "
                        "a puzzle cannot say that.",
                        cell=in_words((r, c)),
                        numbers=any_of(sorted(lost)[:_MAX_LISTED]),
                    )
                )


def _missing(puzzle: Kojun, region: Iterable[Cell]) -> set[int]:
    """The numbers that are not given in a region."""
    givens = [puzzle.givens[r][c] for r, c in region]
    return set(range(1, len(givens) + 1)).difference(givens)


def _left(puzzle: Kojun, cell: Cell, missing: set[int]) -> set[int]:
    """The missing numbers of its region that are not given beside a cell."""
    return missing.difference(puzzle.givens[r][c] for r, c in neighbours(cell, *puzzle.size))


def write_list(puzzle: Kojun) -> str:
    """The list of a puzzle, one row to a line, each in parentheses.

    >>> print(write_list(Kojun(regions=((1, 1), (2, 1)), givens=((0, 2), (0, 0)))), end="")
    (((0) 0) ((2) 0))
    (((0) 1) ((0) 0))
    """
    refuse_column_order(puzzle, _FORM)
    return _write_board(puzzle, ([(given,) for given in row] for row in puzzle.givens))


def _write_board(puzzle: Kojun, values: Iterable[Iterable[Values]]) -> str:
    refuse_holes(puzzle, _FORM)
    lines = []
    for row, labels in zip(values, puzzle.regions, strict=True):
        cells = (
            f"(({' '.join(map(str, numbers))}) {label})"
            for numbers, label in zip(row, labels, strict=True)
        )
        lines.append(f"({' '.join(cells)})\n")
    return "".join(lines)


def write_list_answer_for(puzzle: Kojun, answer: GridAnswer) -> str:
    """The list of an answer; with a heading as in the paper if no cell is blank.

    >>> board = Kojun(regions=((1, 1), (2, 1)), givens=((0, 2), (0, 0)))
    >>> print(write_list_answer_for(board, GridAnswer(((3, 2), (1, 1)))), end="")
    Solucao do tabuleiro 2x2
    (((3) 0) ((2) 0))
    (((1) 1) ((1) 0))
    """
    admit_shape(puzzle.size, answer)
    board = _write_board(puzzle, ([(entry,) for entry in row] for row in answer.grid))
    rows, cols = puzzle.size
    complete = all(all(row) for row in answer.grid)
    return f"{_SOLUTION} {rows}x{cols}\n{board}" if complete else board


def _write_answer(answer: GridAnswer) -> str:
    raise BadInput(Text("A list holds the regions too, so that it needs the puzzle."))


def write_candidates(puzzle: Kojun) -> str:
    """The lists after the first reduction of the paper: numbers in place rule out candidates.

    The first line is a comment with the board.

    >>> board = Kojun(regions=((1, 1, 1),), givens=((0, 2, 0),))
    >>> write_candidates(board).splitlines()[1]
    '(((1 3) 0) ((2) 0) ((1 3) 0))'
    """
    values: list[list[Values]] = [[(given,) for given in row] for row in puzzle.givens]
    count = 0
    for region in puzzle.region_cells:
        missing = _missing(puzzle, region)
        for r, c in region:
            if not puzzle.givens[r][c]:
                values[r][c] = tuple(sorted(_left(puzzle, (r, c), missing)))
                count += len(values[r][c])
                if count > MAX_CANDIDATES:
                    raise BadInput(
                        Text("The board has more than {n:,} candidates.", n=MAX_CANDIDATES)
                    )
    return f"{_BOARD}{_JSON.write(puzzle)}\n{_write_board(puzzle, values)}"


def read_candidates(text: str) -> Kojun:
    """The board in the first line of a text that `write_candidates` wrote.

    >>> board = Kojun(regions=((1, 1, 1),), givens=((0, 2, 0),))
    >>> read_candidates(write_candidates(board)) == board
    True
    """
    admit_bytes(len(text))
    comment, _, lists = text.lstrip().partition("\n")
    if not comment.startswith(_BOARD):
        raise BadInput(Text("The text has no first line with the board, as ; board: and its JSON."))
    puzzle = _JSON.read(comment.removeprefix(_BOARD))
    if write_candidates(puzzle).partition("\n")[2].split() != lists.split():
        raise BadInput(
            Text("The lists are not the candidates that the board in the first line has.")
        )
    return puzzle


def _recognises(text: str) -> bool:
    head = text[:_HEAD]
    heading = _HEADING.match(head)
    return _OPENING.match(head, heading.end() if heading else 0) is not None


def _has_board(text: str) -> bool:
    return text.lstrip().startswith(_BOARD) and _JSON.recognises(
        text.lstrip().partition("\n")[0].removeprefix(_BOARD)
    )


LIST = Codec("list", Text("lists as in the Kojun paper"), _recognises, read_list, write_list)
CANDIDATES = Codec(
    "candidates",
    Text("lists with the candidates of each cell"),
    _has_board,
    read_candidates,
    write_candidates,
)
LIST_ANSWER = Codec(
    "list",
    Text("lists as in the Kojun paper"),
    lambda text: _recognises(text) or _has_board(text),
    read_list_answer,
    _write_answer,
    read_for=read_list_answer_for,
    write_for=write_list_answer_for,
)
