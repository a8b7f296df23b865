"""Links of the penpa+ editor, in which many puzzles are published."""

from __future__ import annotations

from itertools import accumulate
from typing import TypeVar

import msgspec

from quebra.contract.codec import Codec, read_json
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_size
from quebra.families.kojun.formats.penpa_pack import CELL, CORNER, Frame, is_link, unpack
from quebra.families.kojun.formats.penpa_page import write_link
from quebra.families.kojun.formats.shared import flood_regions, zero_given
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, Rows, as_rows, cells, in_words
from quebra.grid.text import whole_number
from quebra.i18n.text import Text

T = TypeVar("T")

_BLACK = 4
_SMALL_CANDIDATES = "7"
_SQUARE_KINDS = ("square", "sudoku", "kakuro")
_MARGINS, _PROBLEM, _CELLS, _TAGS = 1, 3, 5, 17  # lines of the page


class _Layer(msgspec.Struct):
    """The fields of penpa's problem layer that Kojun uses."""

    surface: dict[str, object] = msgspec.field(default_factory=dict)
    number: dict[str, list[object]] = msgspec.field(default_factory=dict)
    edges: dict[str, object] = msgspec.field(default_factory=dict, name="lineE")


def read_link(text: str) -> Kojun:
    """A puzzle from a penpa link: drawn edges are walls, missing or black cells are holes.

    >>> puzzle = Kojun(regions=((1, 1), (None, 1)), givens=((0, 2), (0, 0)))
    >>> read_link(write_link(puzzle)) == puzzle
    True
    """
    lines = unpack(text)
    frame = _frame(lines)
    layer = _json(lines, _PROBLEM, _Layer, Text("problem"))
    right, below = _walls(layer, frame)
    holes = _missing_cells(lines, frame) | _black_cells(layer, frame)
    regions = flood_regions(frame.rows, frame.cols, right, below, holes)
    return Kojun(regions=regions, givens=_givens(layer, frame))


def _frame(lines: list[str]) -> Frame:
    fields = lines[0].split(",")
    if fields[0] not in _SQUARE_KINDS:
        raise BadInput(
            Text(
                "The penpa board is of kind {kind}; Kojun needs square cells.",
                kind=quoted(fields[0]),
            )
        )
    if len(fields) < 3:
        raise BadInput(Text("The penpa board has no size."))
    width = whole_number(fields[1], Text("the columns of the penpa board"))
    height = whole_number(fields[2], Text("the rows of the penpa board"))
    if fields[4:7] not in ([], ["0", "1", "1"]):
        raise BadInput(Text("The penpa board is turned or mirrored; turn it upright first."))
    margins = _json(lines, _MARGINS, tuple[int, int, int, int], Text("margins"))
    if min(margins) < 0:
        raise BadInput(Text("The penpa board has a negative margin."))
    top, bottom, left, right = margins
    rows, cols = height - top - bottom, width - left - right
    admit_size(rows, cols)
    return Frame(rows, cols, margins)


def _json(lines: list[str], number: int, kind: type[T], what: Text) -> T:
    if len(lines) <= number:
        raise BadInput(Text("The penpa board breaks off before its {what}.", what=what))
    try:
        return read_json(lines[number], msgspec.json.Decoder(kind))
    except BadInput as error:
        fault = error.text
        raise BadInput(
            Text("The {what} of the penpa board: {fault}", what=what, fault=fault)
        ) from None


def _givens(layer: _Layer, frame: Frame) -> Rows[int]:
    found = [[0] * frame.cols for _ in range(frame.rows)]
    for key, entry in layer.number.items():
        value = entry[0] if entry else ""
        text = str(value).strip() if isinstance(value, int | str) else "…"
        if text in ("", "?") or _SMALL_CANDIDATES in entry[2:3]:
            continue
        kind, (r, c) = _locate(key, frame)
        if kind != CELL:
            raise BadInput(
                Text(
                    "{cell}: {number} stands on the rim of the cell, not in it.",
                    cell=in_words((r, c)),
                    number=quoted(text),
                )
            )
        if not frame.holds((r, c)):
            raise BadInput(
                Text("The number {number} stands outside the board.", number=quoted(text))
            )
        found[r][c] = whole_number(text, in_words((r, c)))
        if found[r][c] == 0:
            raise zero_given((r, c))
    return as_rows(found)


def _walls(layer: _Layer, frame: Frame) -> tuple[list[list[bool]], list[list[bool]]]:
    """The walls to the right of and below each cell; edges of the outline are ignored."""
    right = [[False] * (frame.cols - 1) for _ in range(frame.rows)]
    below = [[False] * frame.cols for _ in range(frame.rows - 1)]
    for key in layer.edges:
        start, comma, end = key.partition(",")
        if not comma:
            continue  # a cross that a player put on an edge
        ends = sorted((_locate(start, frame), _locate(end, frame)))
        (start_kind, (r, c)), (end_kind, (last_r, last_c)) = ends
        step = last_r - r, last_c - c
        if (start_kind, end_kind) != (CORNER, CORNER) or step not in ((0, 1), (1, 0)):
            raise BadInput(
                Text(
                    "The edge {edge} of the penpa board is not the side of a cell.",
                    edge=quoted(key),
                )
            )
        walls = below if step == (0, 1) else right
        if 0 <= last_r < len(walls) and 0 <= last_c < len(walls[last_r]):
            walls[last_r][last_c] = True
    return right, below


def _missing_cells(lines: list[str], frame: Frame) -> set[Cell]:
    """The cells of the rectangle that are not in penpa's list of cells."""
    steps = _json(lines, _CELLS, list[int], Text("list of cells"))
    listed = set()
    for index in accumulate(steps):
        kind, cell = frame.locate(index)
        if kind != CELL or not frame.holds(cell):
            raise BadInput(Text("The penpa board has cells outside its rectangle."))
        listed.add(cell)
    return set(cells(frame.rows, frame.cols)) - listed


def _black_cells(layer: _Layer, frame: Frame) -> set[Cell]:
    return {_locate(key, frame)[1] for key, colour in layer.surface.items() if colour == _BLACK}


def _locate(key: str, frame: Frame) -> tuple[int, Cell]:
    return frame.locate(whole_number(key, Text("a place on the penpa board")))


def _recognises(text: str) -> bool:
    """Whether this is a penpa link that is not tagged as another kind of puzzle."""
    if not is_link(text):
        return False
    try:
        lines = unpack(text)
        tags = _json(lines, _TAGS, list[str], Text("tags")) if len(lines) > _TAGS else []
    except BadInput:
        return True
    return not tags or any(tag.lower() in ("cojun", "kojun") for tag in tags)


PENPA = Codec("penpa", Text("penpa+ links"), _recognises, read_link, write_link)
