"""The text format of Quebra: rows of region labels, then rows of numbers."""

from __future__ import annotations

from functools import partial
from typing import cast

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.kojun.formats.shared import given_rows
from quebra.families.kojun.model import GIVENS, Kojun, Label, Order
from quebra.grid.cells import Rows, as_rows, in_words, letter_name
from quebra.grid.text import HOLE, Line, aligned, has_heading, lines_after
from quebra.i18n.text import Text, Verbatim

HEADING = "kojun"
_PARTS = ("regions", "givens")


def read_text(text: str) -> Kojun:
    """A puzzle from its text.

    >>> read_text("kojun\\nregions\\na a\\nb a\\ngivens\\n. 2\\n. .").givens
    ((0, 2), (0, 0))
    """
    order, parts = _read_parts(lines_after(text, HEADING))
    for name in _PARTS:
        if not parts.get(name):
            raise BadInput(
                Text(
                    "The {word} are missing: a line with the word {word}, then the rows.",
                    word=Verbatim(name),
                )
            )
    givens, marked = given_rows(parts["givens"], GIVENS, Text("a dot"))
    regions: Rows[Label] = as_rows(
        (None if label == HOLE else label for label in row) for row in parts["regions"]
    )
    puzzle = Kojun(regions=regions, givens=givens, order=order)
    for r, c in sorted(marked):
        if puzzle.regions[r][c] is not None:
            raise BadInput(
                Text("{cell}: a hole in the givens, not in the regions.", cell=in_words((r, c)))
            )
    return puzzle


def _read_parts(lines: list[Line]) -> tuple[Order, dict[str, list[list[str]]]]:
    order: Order = "adjacent"
    parts: dict[str, list[list[str]]] = {}
    rows: list[list[str]] | None = None
    for number, line in lines:
        tokens = line.split()
        word = tokens[0].lower()
        if len(tokens) == 1 and word in _PARTS:
            if word in parts:
                raise BadInput(
                    Text(
                        "Line {number}: the {word} are there twice.",
                        number=number,
                        word=Verbatim(word),
                    )
                )
            rows = parts[word] = []
        elif rows is not None:
            rows.append(tokens)
        elif word == "order":
            order = _read_order(number, tokens[1:])
        else:
            raise BadInput(
                Text(
                    "Line {number}: {line} is not known here; "
                    "the lines before the rows are: order, regions, givens.",
                    number=number,
                    line=quoted(line),
                )
            )
    return order, parts


def _read_order(number: int, words: list[str]) -> Order:
    order = " ".join(words).lower()
    if order not in ("adjacent", "column"):
        raise BadInput(
            Text(
                "Line {number}: the order is adjacent or column, not {order}.",
                number=number,
                order=quoted(order),
            )
        )
    return cast(Order, order)


def write_text(puzzle: Kojun) -> str:
    """The canonical text of a puzzle.

    >>> print(write_text(Kojun(regions=((1, 1), (None, 1)), givens=((0, 2), (0, 0)))), end="")
    kojun
    regions
    a a
    # a
    givens
    . 2
    # .
    """
    labels = [[_label(x) for x in row] for row in puzzle.regions]
    givens = [
        [HOLE if x is None else str(given or ".") for x, given in zip(*pair, strict=True)]
        for pair in zip(puzzle.regions, puzzle.givens, strict=True)
    ]
    order = "order column\n" if puzzle.order == "column" else ""
    return f"{HEADING}\n{order}regions\n{aligned(labels)}\ngivens\n{aligned(givens)}\n"


def _label(number: Label) -> str:
    """The label of a region: a to z, then aa, ab and so on; # for a hole."""
    return letter_name(number).lower() if isinstance(number, int) else HOLE


TEXT = Codec(
    "text",
    Text("rows of labels and rows of numbers"),
    partial(has_heading, heading=HEADING),
    read_text,
    write_text,
)
