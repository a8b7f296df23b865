"""Rows of numbers as text: separated by spaces, with a dot for a blank."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes
from quebra.grid.cells import ANSWER, Cell, GridAnswer, Rows, as_rows, in_words, measure
from quebra.i18n.text import Text, Verbatim

HOLE = "#"
BLANKS = frozenset(".-")
MAX_LINES = 100_000
MAX_LINE_LENGTH = 500_000
"""Limits of the readers of text; boards need far fewer."""
_MAX_DIGITS = 9

Line = tuple[int, str]
Tokens = Sequence[Sequence[str]]


def lines_of(text: str) -> Iterator[Line]:
    """The lines that are neither blank nor comments, stripped, with their numbers; read lazily.

    >>> list(lines_of("kojun\\n\\n  ; a remark\\r\\n 1 2 "))
    [(1, 'kojun'), (4, '1 2')]
    """
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        content = line.strip()
        if content and not content.startswith(";"):
            yield number, content


def read_lines(text: str) -> list[Line]:
    """The lines of a text; `BadInput` where there are too many, or one is too long.

    >>> read_lines("kojun\\n" + "x" * 1_000_000)
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Line 2 is too long: more than 500000 characters.
    """
    admit_bytes(len(text))
    lines = list(islice(lines_of(text), MAX_LINES + 1))
    if len(lines) > MAX_LINES:
        raise BadInput(Text("The text has more than {most} lines.", most=MAX_LINES))
    for number, line in lines:
        if len(line) > MAX_LINE_LENGTH:
            raise BadInput(
                Text(
                    "Line {number} is too long: more than {most} characters.",
                    number=number,
                    most=MAX_LINE_LENGTH,
                )
            )
    return lines


def first_line(text: str) -> str:
    """The first line that is neither blank nor a comment; empty if there is none.

    >>> first_line("; a remark\\n Kojun \\n1 2")
    'Kojun'
    """
    return next(lines_of(text), (0, ""))[1]


def has_heading(text: str, heading: str) -> bool:
    """Whether the first line is this word."""
    return first_line(text).lower() == heading


def lines_after(text: str, heading: str) -> list[Line]:
    """The lines after the heading; `BadInput` where the first line is another.

    >>> lines_after("kojun\\n1 2", "kojun")
    [(2, '1 2')]
    """
    lines = read_lines(text)
    if not lines or lines[0][1].lower() != heading:
        raise BadInput(Text("The first line is not the word {word}.", word=Verbatim(heading)))
    return lines[1:]


def whole_number(token: str, place: Text) -> int:
    """The value of ASCII digits; `int` would also accept other scripts, signs and underscores.

    >>> whole_number("12", Text("line {number}", number=1))
    12
    >>> whole_number("٣", Text("line {number}", number=1))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Line 1: '٣' is not a whole number.
    """
    if not (token.isascii() and token.isdigit()):
        raise BadInput(
            Text("{place}: {token} is not a whole number.", place=place, token=quoted(token))
        )
    digits = token.lstrip("0")
    if len(digits) > _MAX_DIGITS:
        raise BadInput(
            Text(
                "{place}: the number of {digits} digits is too large.",
                place=place,
                digits=len(digits),
            )
        )
    return int(digits or "0")


def number_rows(rows: Tokens, what: Text) -> tuple[Rows[int], frozenset[Cell]]:
    """Numbers (0 where blank) and holes from rows of tokens that form a rectangle."""
    measure(rows, what)
    holes = frozenset(
        (r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token == HOLE
    )
    numbers = as_rows(
        (
            0 if token in BLANKS or token == HOLE else whole_number(token, in_words((r, c)))
            for c, token in enumerate(row)
        )
        for r, row in enumerate(rows)
    )
    return numbers, holes


def aligned(rows: Iterable[Iterable[str]]) -> str:
    """Rows of tokens, one a line, in columns of equal width."""
    table = [list(row) for row in rows]
    width = max(len(token) for row in table for token in row)
    return "\n".join(" ".join(token.rjust(width) for token in row) for row in table)


def read_answer(text: str) -> GridAnswer:
    """The answer for rows of numbers.

    >>> read_answer("1 2\\n. #").grid
    ((1, 2), (0, 0))
    """
    numbers, _ = number_rows([line.split() for _, line in read_lines(text)], ANSWER)
    return GridAnswer(grid=numbers)


def write_answer(answer: GridAnswer) -> str:
    """An answer as rows of numbers, with a dot for a blank.

    >>> print(write_answer(GridAnswer(grid=((1, 12), (0, 3)))), end="")
     1 12
     .  3
    """
    if not answer.grid or not answer.grid[0]:
        raise BadInput(Text("The answer has no cells."))
    return aligned([str(entry or ".") for entry in row] for row in answer.grid) + "\n"


def _recognises(text: str) -> bool:
    tokens = first_line(text).split()
    return bool(tokens) and all(
        token in (BLANKS | {HOLE}) or (token.isascii() and token.isdigit()) for token in tokens
    )


ANSWER_CODECS: tuple[Codec[GridAnswer], ...] = (
    json_codec(GridAnswer),
    Codec("text", Text("rows of numbers"), _recognises, read_answer, write_answer),
)
"""The formats of answers that are a number in each cell."""
