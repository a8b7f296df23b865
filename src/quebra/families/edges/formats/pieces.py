"""Lists of pieces: the size of the board, then one piece a line; 0 is the grey frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import isqrt
from typing import Any

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import settings
from quebra.families.edges.formats.cells import read_cell, write_cell
from quebra.families.edges.model import Edges, Hint
from quebra.grid.text import (
    MAX_LINE_LENGTH,
    Line,
    has_heading,
    lines_after,
    lines_of,
    read_lines,
    whole_number,
)
from quebra.i18n.text import Text, Verbatim, all_of

HEADING = "edges"
SIZES: dict[str, tuple[str, ...]] = {
    "square": ("rows", "cols"),
    "hexagon": ("rows", "cols"),
    "triangle": ("rows",),
    "cube": ("layers", "rows", "cols"),
    "stack": ("rows",),
    "free": (),
}
"""The fields of the line with the size, for each shape."""
COMMANDS = ("rotate", "fixed", "frame", "shape", "hint", "seam", "turns")
_NUMBERS = re.compile(r"[0-9]+(\s+[0-9]+)*")
_PEEK = 50


def read_pieces(text: str) -> Edges:
    """A puzzle from numbers alone: pieces that may be turned, within a frame of 0.

    Without the size the board is a square. Lines that begin with a word set options:
    `fixed`, `rotate 0 2` for these turns only, `turns 5 0 1` for those of piece 5, `frame none`,
    `frame 7`, `shape hexagon`, `seam 0 1 1 3` or `hint r1c2 5/1`.

    >>> read_pieces("1 2\\n0 1 0 0\\n0 0 0 1").pieces
    ((0, 1, 0, 0), (0, 0, 0, 1))
    """
    return _read(read_lines(text))


def write_pieces(puzzle: Edges) -> str:
    """The size, options that differ from the default, and the pieces.

    >>> print(write_pieces(Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),))), end="")
    1 1
    fixed
    frame none
    1 2 3 4
    """
    text = "".join(f"{line}\n" for line in _lines(puzzle) if line)
    if _read(read_lines(text)) != puzzle:
        raise BadInput(Text("A size that means nothing for its shape can only be written as JSON."))
    return text


def read_text(text: str) -> Edges:
    """A puzzle from the word edges and a list of pieces.

    >>> read_text("edges\\n1 1\\nfixed\\n0 0 0 0").rotate
    False
    """
    return _read(lines_after(text, HEADING))


def write_text(puzzle: Edges) -> str:
    """The list of pieces with its heading."""
    return f"{HEADING}\n{write_pieces(puzzle)}"


def is_text(text: str) -> bool:
    """Whether the heading is there."""
    return has_heading(text, HEADING)


def is_pieces(text: str) -> bool:
    """Whether these are a size and longer lines of numbers, or all the pieces of a framed square.

    Rows of four numbers could be the tiles of some other game; a frame gives pieces away.
    """
    peek = [line for _, line in islice(lines_of(text), _PEEK)]
    if any(len(line) > MAX_LINE_LENGTH for line in peek):
        return False
    rows = [line.split() for line in peek if _NUMBERS.fullmatch(line)]
    words = [line.lower().split() for line in peek if not _NUMBERS.fullmatch(line)]
    if any(first not in COMMANDS for first, *_ in words):
        return False
    if ["shape", "free"] in words:
        return True
    if len(rows) > 1 and len(rows[0]) < 4:
        return len(rows[0]) < len(rows[1]) and len({len(row) for row in rows[1:]}) == 1
    return not words and bool(rows) and _is_framed_square(text)


def _is_framed_square(text: str) -> bool:
    lines = [line for _, line in islice(lines_of(text), settings().max_cells + 1)]
    if any(not _NUMBERS.fullmatch(line) or len(line.split()) != 4 for line in lines):
        return False
    side = isqrt(len(lines))
    return side * side == len(lines) and " ".join(lines).split().count("0") == 4 * side


def _lines(puzzle: Edges) -> Iterator[str]:
    yield " ".join(str(getattr(puzzle, name)) for name in SIZES[puzzle.shape])
    yield from _options(puzzle)
    yield from (" ".join(map(str, piece)) for piece in puzzle.pieces)


def _options(puzzle: Edges) -> Iterator[str]:
    if puzzle.shape != "square":
        yield f"shape {puzzle.shape}"
    if isinstance(puzzle.rotate, tuple):
        yield f"rotate {' '.join(map(str, puzzle.rotate))}"
    elif not puzzle.rotate:
        yield "fixed"
    for number, turns in enumerate(puzzle.piece_turns, start=1):
        if turns is not None:
            yield f"turns {number} {' '.join(map(str, turns))}"
    if puzzle.frame != 0:
        yield f"frame {'none' if puzzle.frame is None else puzzle.frame}"
    for seam in puzzle.seams:
        yield f"seam {' '.join(map(str, seam))}"
    for hint in puzzle.hints:
        turn = "" if hint.turn is None else f"/{hint.turn}"
        yield f"hint {write_cell(hint.cell)} {hint.piece + 1}{turn}"


def _read(lines: list[Line]) -> Edges:
    fields: dict[str, Any] = {"rotate": True, "frame": 0, "hints": [], "seams": [], "turns": {}}
    numbers: list[tuple[int, list[int]]] = []
    for number, line in lines:
        place = Text("line {number}", number=number)
        if line[0].isascii() and line[0].isdigit():
            numbers.append((number, [whole_number(token, place) for token in line.split()]))
        else:
            _read_command(line.split(), place, fields)
    if not numbers:
        raise BadInput(Text("There are no pieces."))
    fields["seams"] = tuple(fields["seams"])
    _read_size(numbers, fields)
    fields["piece_turns"] = _all_piece_turns(fields.pop("turns"), len(numbers))
    return Edges(pieces=tuple(tuple(row) for _, row in numbers), **fields)


def _read_size(numbers: list[tuple[int, list[int]]], fields: dict[str, Any]) -> None:
    """Read the line with the size, or compute the side of the square."""
    shape = fields.get("shape", "square")
    names = SIZES[shape]
    if not names:
        return
    if len(numbers[0][1]) == len(names):
        fields |= dict(zip(names, numbers.pop(0)[1], strict=True))
        return
    if shape != "square":
        raise BadInput(
            Text(
                "Line {number}: the size of the shape {shape} is {names}.",
                number=numbers[0][0],
                shape=Verbatim(shape),
                names=all_of(map(Verbatim, names)),
            )
        )
    side = isqrt(len(numbers))
    if side * side != len(numbers):
        raise BadInput(
            Text(
                "The first line is no size, and {count:,} pieces do not make a square.",
                count=len(numbers),
            )
        )
    fields |= {"rows": side, "cols": side}


def _read_command(words: list[str], place: Text, fields: dict[str, Any]) -> None:
    match [word.lower() for word in words]:
        case ["rotate" | "fixed" as word]:
            fields["rotate"] = word == "rotate"
        case ["rotate", *turns]:
            fields["rotate"] = tuple(whole_number(turn, place) for turn in turns)
        case ["turns", piece, *turns] if turns:
            fields["turns"][_piece(piece, place)] = tuple(whole_number(t, place) for t in turns)
        case ["frame", colour]:
            fields["frame"] = None if colour == "none" else whole_number(colour, place)
        case ["shape", shape] if shape in SIZES:
            fields["shape"] = shape
        case ["shape", shape]:
            raise BadInput(
                Text("{place}: there is no shape {shape}.", place=place, shape=quoted(shape))
            )
        case ["seam", *ends] if len(ends) == 4:
            fields["seams"].append(tuple(whole_number(end, place) for end in ends))
        case ["hint", cell, piece]:
            fields["hints"].append(_read_hint(cell, piece, place))
        case _:
            raise BadInput(
                Text(
                    "{place}: {word} is neither a number nor one of rotate, fixed, turns, frame, "
                    "shape, hint and seam.",
                    place=place,
                    word=quoted(words[0]),
                )
            )


def _read_hint(cell: str, piece: str, place: Text) -> Hint:
    number, slash, turn = piece.partition("/")
    return Hint(
        cell=read_cell(cell, place),
        piece=_piece(number, place),
        turn=whole_number(turn, place) if slash else None,
    )


def _piece(number: str, place: Text) -> int:
    known = whole_number(number, place)
    if known == 0:
        raise BadInput(Text("{place}: pieces are counted from 1.", place=place))
    return known - 1


def _all_piece_turns(
    turns: dict[int, tuple[int, ...]], pieces: int
) -> tuple[tuple[int, ...] | None, ...]:
    """The turns of all pieces, None for those without turns of their own; empty if none have."""
    if turns and max(turns) >= pieces:
        raise BadInput(
            Text("There are turns of piece {piece}, but no such piece.", piece=max(turns) + 1)
        )
    return tuple(turns.get(piece) for piece in range(pieces)) if turns else ()
