"""The formats: native JSON, rows of signs, and the nested list of the Symmetry paper."""

from __future__ import annotations

import re

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Formats
from quebra.contract.quoting import quoted
from quebra.families.symmetry.model import EMPTY, MAX_SHAPES, STAYS_BLANK, Symmetry
from quebra.families.symmetry.signs import SOLID
from quebra.grid.cells import ANSWER, BOARD, GridAnswer, Rows, as_rows, in_words, measure
from quebra.grid.text import Line, first_line, has_heading, lines_after, read_lines, whole_number
from quebra.i18n.text import Text

HEADING = "symmetry"
USUAL_SHAPES = 3
SIGNS = {EMPTY: ".", STAYS_BLANK: "_", 1: "s", 2: "t", 3: "c", **{n: str(n) for n in range(4, 10)}}
VALUES = {
    "0": EMPTY,
    **{sign.upper(): value for value, sign in SIGNS.items()},
    **{sign: value for value, sign in SIGNS.items()},
    **{figure: value for value, figure in enumerate(SOLID, start=1)},
    **{str(value): value for value in range(1, 10)},
}
_LIST = re.compile(r"\s*\[\s*[\[\]]")
_NESTED: Codec[Rows[int]] = json_codec(tuple[tuple[int, ...], ...])


def read_text(text: str) -> Symmetry:
    """A puzzle from rows of signs.

    >>> read_text("symmetry\\n..t\\n_s.").clues
    ((0, 0, 2), (-1, 1, 0))
    """
    shapes, body = _read_shapes(lines_after(text, HEADING))
    return Symmetry(clues=_read_rows(body, BOARD), shapes=shapes)


def write_text(puzzle: Symmetry) -> str:
    """The canonical text of a puzzle.

    >>> print(write_text(Symmetry(clues=((0, 4), (-1, 1)), shapes=4)), end="")
    symmetry
    shapes 4
    .4
    _s
    """
    kinds = "" if puzzle.shapes == USUAL_SHAPES else f"shapes {puzzle.shapes}\n"
    return f"{HEADING}\n{kinds}{_signs(puzzle.clues)}"


def read_list(text: str) -> Symmetry:
    """A puzzle from the paper's nested list; it has three shapes, or more if the list has more.

    >>> read_list("[[0,0,2],[0,1,0]]").clues
    ((0, 0, 2), (0, 1, 0))
    """
    rows = _NESTED.read(text)
    measure(rows)
    return Symmetry(clues=rows, shapes=_shapes_of(rows))


def write_list(puzzle: Symmetry) -> str:
    """The nested list of a puzzle.

    >>> write_list(Symmetry(clues=((0, 2), (1, 0))))
    '[[0,2],[1,0]]'
    """
    if puzzle.shapes != _shapes_of(puzzle.clues):
        raise BadInput(
            Text(
                "The list form cannot say that the kinds of shapes are {shapes}.",
                shapes=puzzle.shapes,
            )
        )
    return _NESTED.write(puzzle.clues)


def read_answer(text: str) -> GridAnswer:
    """An answer from rows of signs, with or without the heading of a puzzle.

    >>> read_answer("s.s\\n2 0 2").grid
    ((1, 0, 1), (2, 0, 2))
    >>> read_answer("symmetry\\ns_s").grid
    ((1, 0, 1),)
    """
    lines = read_lines(text)
    if _is_text(text):
        _, lines = _read_shapes(lines[1:])
    return _answer(_read_rows(lines, ANSWER))


def write_answer(answer: GridAnswer) -> str:
    """The rows of signs of an answer.

    >>> print(write_answer(GridAnswer(grid=((1, 0, 1), (2, 3, 2)))), end="")
    s.s
    tct
    """
    measure(answer.grid, ANSWER)
    for r, row in enumerate(answer.grid):
        for c, entry in enumerate(row):
            if entry not in SIGNS or entry < EMPTY:
                raise BadInput(
                    Text("{cell}: {entry} has no sign.", cell=in_words((r, c)), entry=entry)
                )
    return _signs(answer.grid)


def read_answer_list(text: str) -> GridAnswer:
    """An answer from the paper's nested list.

    >>> read_answer_list("[[1,-1,1]]").grid
    ((1, 0, 1),)
    """
    rows = _NESTED.read(text)
    measure(rows, ANSWER)
    return _answer(rows)


def _answer(rows: Rows[int]) -> GridAnswer:
    """The answer with these values; cells that stay blank are empty."""
    return GridAnswer(
        grid=as_rows((EMPTY if value == STAYS_BLANK else value for value in row) for row in rows)
    )


def _read_shapes(lines: list[Line]) -> tuple[int, list[Line]]:
    """The number of shapes, and the lines after the one that gives it."""
    if not lines:
        return USUAL_SHAPES, lines
    number, first = lines[0]
    words = first.split()
    if words[0].lower() != "shapes":
        return USUAL_SHAPES, lines
    if len(words) != 2:
        raise BadInput(
            Text("Line {number}: after the word shapes comes one number.", number=number)
        )
    return whole_number(words[1], Text("line {number}", number=number)), lines[1:]


def _read_rows(lines: list[Line], what: Text) -> Rows[int]:
    rows = ["".join(line.split()) for _, line in lines]
    measure(rows, what)
    return as_rows((_value(sign, r, c) for c, sign in enumerate(row)) for r, row in enumerate(rows))


def _value(sign: str, r: int, c: int) -> int:
    try:
        return VALUES[sign]
    except KeyError:
        raise BadInput(
            Text(
                "{cell}: {sign} is no sign of the puzzle; "
                "there are: s t c for shapes (or 1 to 9), . for empty, _ for stays blank.",
                cell=in_words((r, c)),
                sign=quoted(sign),
            )
        ) from None


def _signs(rows: Rows[int]) -> str:
    return "".join("".join(SIGNS[value] for value in row) + "\n" for row in rows)


def _shapes_of(rows: Rows[int]) -> int:
    most = max(max(row) for row in rows)
    return min(max(USUAL_SHAPES, most), MAX_SHAPES)


def _is_text(text: str) -> bool:
    return has_heading(text, HEADING)


def _is_list(text: str) -> bool:
    return _LIST.match(text) is not None


def _is_rows(text: str) -> bool:
    signs = "".join(first_line(text).split())
    return _is_text(text) or (signs != "" and all(sign in VALUES for sign in signs))


CODECS: tuple[Codec[Symmetry], ...] = (
    json_codec(Symmetry, HEADING),
    Codec("text", Text("rows of signs"), _is_text, read_text, write_text),
    Codec("list", Text("nested list as in the Symmetry paper"), _is_list, read_list, write_list),
)
ANSWER_CODECS: tuple[Codec[GridAnswer], ...] = (
    json_codec(GridAnswer),
    Codec("text", Text("rows of signs"), _is_rows, read_answer, write_answer),
    Codec(
        "list",
        Text("nested list as in the Symmetry paper"),
        _is_list,
        read_answer_list,
        lambda answer: _NESTED.write(answer.grid),
    ),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
