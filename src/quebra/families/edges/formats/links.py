"""Links to boards as e2.bucas.name shows them: four letters a cell, of which `a` is grey."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isqrt
from string import ascii_lowercase

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, admit_size
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.names import cell_name
from quebra.grid.text import whole_number
from quebra.i18n.text import Plural, Text, Verbatim

SITE = "https://e2.bucas.name/"
_FIELD = re.compile(r"[#?&](\w+)=([^&#\s]*)")
_EDGES = re.compile(r"[#?&]board_edges=")
_EMPTY = "aaaa"
_NONE = "000"

Colours = tuple[int, ...]


@dataclass(frozen=True)
class _Board:
    rows: int
    cols: int
    quoted: tuple[Colours | None, ...]
    """The colours of each cell that has a piece."""
    numbers: tuple[int, ...]
    """The piece of each cell, from 0: as in the link, or else in their order."""


def read_link(text: str) -> Edges:
    """The puzzle with the pieces that a link shows.

    >>> read_link("https://e2.bucas.name/#board_w=2&board_h=1&board_edges=abaaaaab").pieces
    ((0, 1, 0, 0), (0, 0, 0, 1))
    """
    board = _read_board(text)
    seen = sum(colours is not None for colours in board.quoted)
    if seen < len(board.quoted):
        raise BadInput(
            Text(
                "The link shows {shown} of {count} pieces, so it is an attempt: give it as the "
                "answer to its puzzle.",
                shown=seen,
                count=len(board.quoted),
            )
        )
    both = zip(board.numbers, board.quoted, strict=True)
    pieces = {number: colours for number, colours in both if colours is not None}
    if sorted(pieces) != list(range(seen)):
        raise BadInput(Text("The link does not show the pieces 1 to {last}, each once.", last=seen))
    ordered = tuple(pieces[number] for number in range(seen))
    return Edges(rows=board.rows, cols=board.cols, pieces=ordered, frame=0, rotate=True)


def write_link(puzzle: Edges) -> str:
    """A link that shows the pieces in their order, unturned.

    >>> write_link(Edges(rows=1, cols=1, pieces=((0, 0, 0, 1),), frame=0, rotate=True))[22:66]
    '#puzzle=quebra&board_w=1&board_h=1&board_edg'
    """
    _admit_link(puzzle)
    if puzzle.hints or len(puzzle.pieces) != len(puzzle.layout.cells):
        raise BadInput(Text("A link has no hints, and a piece for each cell."))
    if (0, 0, 0, 0) in puzzle.pieces:
        raise BadInput(Text("In a link, a piece that is grey all around would be an empty cell."))
    return _link(puzzle, list(enumerate(puzzle.pieces)))


def read_shown(text: str) -> Filling:
    """The board that a link shows, for the puzzle read from the same link."""
    board = _read_board(text)
    cells = (divmod(i, board.cols) for i in range(len(board.quoted)))
    return Filling(
        cells=tuple(
            Placed(cell=cell, piece=number)
            for cell, number, colours in zip(cells, board.numbers, board.quoted, strict=True)
            if colours is not None
        )
    )


def write_shown(answer: Filling) -> str:
    """Raise `BadInput`: an answer alone has no colours; `board_link` takes the puzzle too."""
    raise BadInput(Text("A link shows colours, which an answer alone does not have."))


def filling_of(puzzle: Edges, text: str) -> Filling:
    """The board that a link shows, with the piece numbers and turns of a puzzle.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 0, 1, 0), (0, 0, 0, 1)), frame=0, rotate=True)
    >>> link = "https://e2.bucas.name/#board_w=2&board_h=1&board_edges=abaaaaab"
    >>> [(placed.piece, placed.turn) for placed in filling_of(puzzle, link).cells]
    [(0, 3), (1, 0)]
    """
    board = _read_board(text)
    _admit_link(puzzle)
    if (board.rows, board.cols) != (puzzle.rows, puzzle.cols):
        raise BadInput(
            Text(
                "The link shows a board of {shown_rows} x {shown_cols} cells, not of "
                "{rows} x {cols}.",
                shown_rows=board.rows,
                shown_cols=board.cols,
                rows=puzzle.rows,
                cols=puzzle.cols,
            )
        )
    remaining = _turns_by_colours(puzzle)
    placed: list[Placed] = []
    for cell, number, colours in zip(puzzle.layout.cells, board.numbers, board.quoted, strict=True):
        if colours is None:
            continue
        fitting = remaining.get(colours, {})
        if not fitting:
            letters = "".join(ascii_lowercase[colour] for colour in colours)
            raise BadInput(
                Text(
                    "{cell}: the puzzle has no piece, or no other, {letters}.",
                    cell=cell_name(cell),
                    letters=Verbatim(letters),
                )
            )
        piece = number if number in fitting else next(iter(fitting))
        placed.append(Placed(cell=cell, piece=piece, turn=fitting[piece]))
        for turns in remaining.values():
            turns.pop(piece, None)
    return Filling(cells=tuple(placed))


def board_link(puzzle: Edges, answer: Filling) -> str:
    """A link that shows an answer or attempt.

    >>> puzzle = Edges(rows=1, cols=1, pieces=((0, 0, 0, 1),), frame=0, rotate=True)
    >>> board_link(puzzle, Filling(cells=(Placed(cell=(0, 0), piece=0, turn=1),)))[-33:]
    'board_edges=baaa&board_pieces=001'
    """
    _admit_link(puzzle)
    there = {
        placed.cell: (placed.piece, puzzle.turned(placed.piece, placed.turn))
        for placed in answer.cells
    }
    return _link(puzzle, [there.get(cell) for cell in puzzle.layout.cells])


def is_link(text: str) -> bool:
    """Whether the text has the fields of a board."""
    return _EDGES.search(text) is not None


def _turns_by_colours(puzzle: Edges) -> dict[Colours, dict[int, int]]:
    """For the colours around a cell, the pieces that can show them, with the turn."""
    turns: dict[Colours, dict[int, int]] = {}
    for piece in range(len(puzzle.pieces)):
        for turn in range(len(puzzle.layout.turns)):
            turns.setdefault(puzzle.turned(piece, turn), {}).setdefault(piece, turn)
    return turns


def _admit_link(puzzle: Edges) -> None:
    framed = puzzle.shape == "square" and puzzle.frame == 0 and puzzle.layers == 1
    if not framed or not puzzle.turns_freely:
        raise BadInput(
            Text("Links are for squares in a frame of colour 0 that may be turned freely.")
        )
    most = len(ascii_lowercase) - 1
    if max(chain.from_iterable(puzzle.pieces)) > most:
        raise BadInput(Text("Links have only the colours 0 to {last}.", last=most))
    if len(puzzle.pieces) > 999:
        raise BadInput(Text("Links have at most 999 pieces."))


def _link(puzzle: Edges, cells: Sequence[tuple[int, Colours] | None]) -> str:
    edges = (
        "".join(ascii_lowercase[colour] for colour in cell[1]) if cell else _EMPTY for cell in cells
    )
    numbers = (f"{cell[0] + 1:03}" if cell else _NONE for cell in cells)
    return (
        f"{SITE}#puzzle=quebra&board_w={puzzle.cols}&board_h={puzzle.rows}"
        f"&board_edges={''.join(edges)}&board_pieces={''.join(numbers)}"
    )


def _read_board(text: str) -> _Board:
    admit_bytes(len(text))
    fields = {found[1]: found[2] for found in _FIELD.finditer(text.strip())}
    letters = fields.get("board_edges", "")
    if not letters:
        raise BadInput(Text("The link has no board_edges."))
    if len(letters) % 4:
        raise BadInput(
            Plural(
                "The board_edges are {n} letter, not four for each cell.",
                "The board_edges are {n} letters, not four for each cell.",
                n=len(letters),
            )
        )
    cells = len(letters) // 4
    rows, cols = _size(fields, cells)
    if rows * cols != cells:
        raise BadInput(
            Plural(
                "The board_edges are of {n:,} cell, not of {rows} x {cols}.",
                "The board_edges are of {n:,} cells, not of {rows} x {cols}.",
                n=cells,
                rows=rows,
                cols=cols,
            )
        )
    admit_size(rows, cols)
    seen = tuple(_colours(letters, i) for i in range(cells))
    return _Board(rows, cols, seen, tuple(_numbers(fields.get("board_pieces", ""), seen)))


def _size(fields: dict[str, str], cells: int) -> tuple[int, int]:
    if "board_w" not in fields and "board_h" not in fields:
        return isqrt(cells), isqrt(cells)
    rows, cols = (
        whole_number(fields.get(name, ""), Text("the field {name}", name=Verbatim(name)))
        for name in ("board_h", "board_w")
    )
    return rows, cols


def _colours(letters: str, cell: int) -> Colours | None:
    four = letters[4 * cell : 4 * cell + 4]
    if four == _EMPTY:
        return None
    if not (four.isascii() and four.isalpha() and four.islower()):
        raise BadInput(
            Text(
                "Cell {number}: {letters} is not four letters from a to z.",
                number=cell + 1,
                letters=quoted(four),
            )
        )
    return tuple(ascii_lowercase.index(letter) for letter in four)


def _numbers(digits: str, seen: tuple[Colours | None, ...]) -> Iterator[int]:
    if not digits:
        order = 0
        for colours in seen:
            yield order
            order += colours is not None
        return
    if len(digits) != 3 * len(seen):
        raise BadInput(
            Plural(
                "The board_pieces are {n} digit, not three for each cell.",
                "The board_pieces are {n} digits, not three for each cell.",
                n=len(digits),
            )
        )
    for cell, colours in enumerate(seen):
        three = digits[3 * cell : 3 * cell + 3]
        place = Text("cell {number} of the board_pieces", number=cell + 1)
        number = whole_number(three, place)
        if colours is not None and number == 0:
            raise BadInput(
                Text(
                    "Cell {number} has edges, but the board_pieces have no piece there.",
                    number=cell + 1,
                )
            )
        yield number - 1
