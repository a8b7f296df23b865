"""The text format: a line for each piece and the figure, with outlines as path data or WKT."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.tangram.colours import Colour
from quebra.families.tangram.figures import figure_puzzle
from quebra.families.tangram.model import FIGURE_TEXT, Piece, Tangram
from quebra.families.tangram.sets import piece_set
from quebra.grid.text import Line, lines_of, read_lines, whole_number
from quebra.i18n.text import Text, Verbatim

HEADING = "tangram"
_DECIMAL = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_ANGLES, _COLOURS = "angles", "colours"
_ANY = "-"
"""Stands for a side that may have any colour."""
_NO_FLIP = ["no", "flip"]
_NUMERIC = frozenset("-+.0123456789eE")

Written = Callable[[str], str]
"""Converts an outline from another notation into path data."""


def read_text(text: str) -> Tangram:
    """A puzzle from its text, which may begin with the names of a set and a figure.

    >>> text = "tangram\\npiece half x2 no flip: M0 0 H1 V1 Z\\nfigure: M0 0 H1 V1 H0 Z"
    >>> read_text(text).pieces[0].count
    2
    >>> read_text(text.replace("flip:", "flip colours 3 - 1:")).pieces[0].colours
    (3, None, 1)
    >>> len(read_text("tangram ostomachion").pieces)
    14
    """
    lines = iter(read_lines(text))
    words = next(lines, (1, ""))[1].split()
    if not words or words[0].lower() != HEADING:
        raise BadInput(Text("The first line is not the word {word}.", word=Verbatim(HEADING)))
    if len(words) > 3:
        raise BadInput(
            Text("Line 1: only a set and a figure may follow {word}.", word=Verbatim(HEADING))
        )
    found = read_parts(lines)
    if len(words) == 1:
        return found.puzzle()
    chosen = figure_puzzle(*words[1:]) if len(words) == 3 else piece_set(words[1]).puzzle()
    found.pieces[:0] = chosen.pieces
    found.figure = found.figure or chosen.figure
    return found.puzzle()


def write_text(puzzle: Tangram) -> str:
    """The canonical text of a puzzle.

    >>> half = Piece(name="half", outline="M0 0 H1 V1 Z", count=2, angles=(0, 180))
    >>> print(write_text(Tangram(pieces=(half,), figure="M0 0 H1 V1 H0 Z")), end="")
    tangram
    piece half x2 angles 0 180: M0 0 L1 0 L1 1 Z
    figure: M0 0 L1 0 L1 1 L0 1 Z
    """
    return "\n".join([HEADING, *write_parts(puzzle, lambda outline, what: outline)]) + "\n"


class Parts:
    """The parts of a puzzle read so far."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.figure = ""
        self.mirror = False
        self.tolerance: float | None = None
        self.colours: tuple[Colour, ...] = ()
        self.upright = False
        self.spare = False

    def puzzle(self) -> Tangram:
        """The puzzle; raises `BadInput` if there is no figure."""
        if not self.figure:
            raise BadInput(Text("There is no figure."))
        return Tangram(
            pieces=tuple(self.pieces),
            figure=self.figure,
            mirror=self.mirror,
            tolerance=self.tolerance,
            colours=self.colours,
            upright=self.upright,
            spare=self.spare,
        )


def read_parts(lines: Iterable[Line], outline: Written = str) -> Parts:
    """The parts of a puzzle from lines; `outline` converts outlines into path data."""
    found = Parts()
    for number, line in lines:
        head, colon, tail = (part.strip() for part in line.partition(":"))
        words = head.split()
        if colon and words[:1] == ["piece"]:
            found.pieces.append(_piece(head, outline(tail), number))
        elif colon and (words == ["figure"] or words[:2] == ["figure", _COLOURS]):
            if found.figure:
                raise BadInput(Text("{place}: there is a second figure.", place=line_text(number)))
            found.figure = outline(tail)
            found.colours = _colours(words[2:], line_text(number))
        elif words == ["mirror"]:
            found.mirror = True
        elif words == ["upright"]:
            found.upright = True
        elif words == ["spare"]:
            found.spare = True
        elif len(words) == 2 and words[0] == "tolerance":
            found.tolerance = decimal(words[1], line_text(number))
        else:
            raise BadInput(_unknown(number, line))
    return found


def _unknown(number: int, line: str) -> Text:
    return Text(
        "{place}: {line} is not known; a line is one of: piece NAME: OUTLINE, figure: OUTLINE, "
        "mirror, upright, spare, tolerance NUMBER.",
        place=line_text(number),
        line=quoted(line),
    )


def line_text(number: int) -> Text:
    """A line of a text in words."""
    return Text("Line {number}", number=number)


def write_parts(puzzle: Tangram, outline: Callable[[str, Text], str]) -> Iterator[str]:
    """The lines of a puzzle; `outline` converts path data, given the outline in words."""
    for piece in puzzle.pieces:
        yield f"{_head(piece)}: {outline(piece.outline, piece.outline_text)}"
    colours = _written_colours(puzzle.colours or ())
    yield f"figure{colours}: {outline(puzzle.figure, FIGURE_TEXT)}"
    if puzzle.mirror:
        yield "mirror"
    if puzzle.upright:
        yield "upright"
    if puzzle.spare:
        yield "spare"
    if puzzle.tolerance is not None:
        yield f"tolerance {plain(puzzle.tolerance)}"


def decimal(token: str, place: Text) -> float:
    """The value of a decimal number; `place` is quoted in the error.

    >>> decimal("nan", line_text(2))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Line 2: 'nan' is not a number.
    """
    if not _DECIMAL.fullmatch(token):
        raise BadInput(Text("{place}: {word} is not a number.", place=place, word=quoted(token)))
    return float(token)


def plain(value: float) -> str:
    """A number as text that reads back the same, integers without a point."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)


class _Head(NamedTuple):
    """The words before the colon of a piece: its name and its options."""

    name: str
    copies: str
    flip: bool
    angles: Sequence[str]
    colours: Sequence[str]


def _read_head(head: str) -> _Head:
    """The name and options of a piece; options are read from the end.

    >>> _read_head("piece a no x2 no flip angles 0 90 colours 1 -")
    _Head(name='a no', copies='2', flip=False, angles=['0', '90'], colours=['1', '-'])
    """
    _, *name = head.split(None, 1)
    words = head.split()[1:]
    colours, left = _numbers_at_end(words, len(words), _COLOURS)
    angles, left = _numbers_at_end(words, left, _ANGLES)
    flip = not (left > 2 and words[left - 2 : left] == _NO_FLIP)
    left -= 0 if flip else 2
    copies = words[left - 1][1:] if left > 1 and words[left - 1][0] == "x" else ""
    if not (copies.isascii() and copies.isdigit()):
        copies = ""
    left -= 1 if copies else 0
    return _Head("".join(name).rsplit(None, len(words) - left)[0], copies, flip, angles, colours)


def _numbers_at_end(words: list[str], end: int, word: str) -> tuple[list[str], int]:
    """The numbers after an option's word at the end of the words, and where that word is."""
    first = end
    while first > 0 and _NUMERIC.issuperset(words[first - 1]):
        first -= 1
    if 1 < first < end and words[first - 1] == word:
        return words[first:end], first - 1
    return [], end


def _colours(tokens: Sequence[str], place: Text) -> tuple[Colour, ...]:
    return tuple(None if token == _ANY else whole_number(token, place) for token in tokens)


def _written_colours(colours: Sequence[Colour]) -> str:
    words = (_ANY if colour is None else str(colour) for colour in colours)
    return f" {_COLOURS} {' '.join(words)}" if colours else ""


def _piece(head: str, outline: str, number: int) -> Piece:
    place = line_text(number)
    if len(head.split(None, 1)) < 2:
        raise BadInput(Text("{place}: the name must follow the word piece.", place=place))
    found = _read_head(head)
    return Piece(
        name=found.name,
        outline=outline,
        count=whole_number(found.copies, place) if found.copies else 1,
        flip=found.flip,
        angles=tuple(decimal(token, place) for token in found.angles) or None,
        colours=_colours(found.colours, place),
    )


def _head(piece: Piece) -> str:
    head = f"piece {piece.name}"
    if piece.count > 1:
        head += f" x{piece.count}"
    if not piece.flip:
        head += " no flip"
    if piece.angles:
        head += f" angles {' '.join(map(plain, piece.angles))}"
    head += _written_colours(piece.colours or ())
    if ":" in head or _read_head(head).name != piece.name or piece.angles == ():
        raise BadInput(
            Text("The piece {piece} cannot be written as text.", piece=quoted(piece.name))
        )
    return head


def refuse_colours(puzzle: Tangram, format: str) -> None:
    """Refuse a puzzle with features that the format cannot carry."""
    if puzzle.has_colours or puzzle.colours or puzzle.upright or puzzle.spare:
        raise BadInput(
            Text(
                "The format {format} has no colours, upright figures and spare pieces; json, text "
                "and wkt have them.",
                format=Verbatim(format),
            )
        )


def is_text(text: str) -> bool:
    """Whether the first word is the name of the family."""
    first = next(lines_of(text), (0, ""))[1].split(None, 1)
    return bool(first) and first[0].lower() == HEADING
