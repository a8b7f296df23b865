"""Reads polygons with coloured sides that earlier versions wrote as puzzles of the family edges.

Side n goes from corner n to the next. Pieces are turned by quarters, as `rotate` or `piece_turns`
allow, and fill an upright figure; surplus pieces are left over. The sides of the figure have the
colours `rim`, or all the colour `frame`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Literal, TypeVar

import msgspec

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.tangram.formats.lines import line_text
from quebra.families.tangram.model import FIGURE_TEXT, Assembly, Piece, Placement, Tangram
from quebra.grid.text import Line, lines_of, read_lines, whole_number
from quebra.i18n.text import Plural, Text

HEADING = "edges"
SHAPE = ["shape", "polygon"]
TOLERANCE, SMALLEST_TOLERANCE = 1e-6, 1e-8
"""The tolerance as a share of the figure's size, and the smallest one."""
QUARTERS = (0, 1, 2, 3)
_PEEK = 20
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?"
_POINT = re.compile(rf"({_NUMBER}),({_NUMBER})")
_PLACE = re.compile(r"piece\s+[0-9]+\s+at\s", re.IGNORECASE)

Corners = tuple[tuple[float, float], ...]
T = TypeVar("T")


class OlderPuzzle(
    msgspec.Struct, frozen=True, tag_field="family", tag=HEADING, forbid_unknown_fields=True
):
    """The JSON of such a puzzle."""

    pieces: tuple[tuple[int, ...], ...]
    outlines: tuple[Corners, ...]
    figure: Corners
    shape: Literal["polygon"]
    frame: int | None = None
    rim: tuple[int, ...] = ()
    rotate: bool | tuple[int, ...] = False
    piece_turns: tuple[tuple[int, ...] | None, ...] = ()
    rows: int = 1
    cols: int = 1
    layers: int = 1
    hints: tuple[()] = ()
    seams: tuple[()] = ()

    def tangram(self) -> Tangram:
        """The equivalent geometric puzzle."""
        count = len(self.pieces)
        if len(self.outlines) != count:
            raise BadInput(
                Text(
                    "The number of outlines is {n}, and that of pieces {pieces}.",
                    n=len(self.outlines),
                    pieces=count,
                )
            )
        if len(self.piece_turns) not in (0, count):
            raise BadInput(
                Text(
                    "The length of piece_turns is {n}, and the number of pieces {pieces}.",
                    n=len(self.piece_turns),
                    pieces=count,
                )
            )
        pieces = tuple(self._piece(number) for number in range(count))
        rim = self.rim or (self.frame,) * len(self.figure)
        xs, ys = ([corner[i] for corner in self.figure] for i in (0, 1))
        size = max(max(xs) - min(xs), max(ys) - min(ys)) if xs else 0.0
        areas = [_area(outline) for outline in self.outlines]
        return Tangram(
            pieces=pieces,
            figure=_path(self.figure, FIGURE_TEXT),
            tolerance=max(TOLERANCE * size, SMALLEST_TOLERANCE),
            colours=rim,
            upright=True,
            spare=sum(areas) - _area(self.figure) > min(areas, default=0.0) / 2,
        )

    def _piece(self, number: int) -> Piece:
        place = Text("piece {number}", number=number + 1)
        turns = self.piece_turns[number] if self.piece_turns else None
        if turns is None:
            every = QUARTERS if self.rotate is True else (0,)
            turns = self.rotate if isinstance(self.rotate, tuple) else every
        for turn in turns:
            if turn not in QUARTERS:
                raise BadInput(
                    Text(
                        "{place}: there is no turn {turn}; turns are 0 to 3.",
                        place=place,
                        turn=turn,
                    )
                )
        return Piece(
            name=str(number + 1),
            outline=_path(self.outlines[number], place),
            flip=False,
            angles=tuple(90.0 * turn for turn in sorted(set(turns))),
            colours=self.pieces[number],
        )


class _OlderPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The placement of a polygon: turned by quarters, then moved."""

    piece: int
    x: float
    y: float
    turn: int

    def placement(self) -> Placement:
        """The equivalent placement in degrees."""
        if self.turn not in QUARTERS:
            raise BadInput(Text("There is no turn {turn}; turns are 0 to 3.", turn=self.turn))
        return Placement(self.piece, self.x, self.y, 90.0 * self.turn)


class _OlderAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of an answer."""

    cells: tuple[()]
    places: tuple[_OlderPlace, ...]


class _Head(msgspec.Struct):
    family: str = ""
    shape: str = ""


_PUZZLE, _ANSWER = json_codec(OlderPuzzle, HEADING), json_codec(_OlderAnswer)
_HEAD = msgspec.json.Decoder(_Head)


def read_json(text: str) -> Tangram:
    """A puzzle from JSON."""
    return _PUZZLE.read(text).tangram()


def is_json(text: str) -> bool:
    """Whether this is the JSON of such a puzzle."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        head = _HEAD.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return False
    return (head.family, head.shape) == (HEADING, "polygon")


def read_text(text: str) -> Tangram:
    """A puzzle from lines that begin with shape, figure, piece and others.

    >>> outline = "0,0 0 2,0 0 2,1 0 0,1 0"
    >>> puzzle = read_text(f"edges\\nshape polygon\\nfigure {outline}\\npiece {outline}")
    >>> puzzle.pieces[0].outline, puzzle.pieces[0].colours
    ('M0 0 L2 0 L2 1 L0 1 Z', (0, 0, 0, 0))
    """
    lines = read_lines(text)
    return _read(lines[1:] if lines[0][1].lower() == HEADING else lines).tangram()


def is_text(text: str) -> bool:
    """Whether this is the text of such a puzzle."""
    peek = (line.lower().split(None, 2) for _, line in islice(lines_of(text), _PEEK))
    return SHAPE in peek


def read_json_answer(text: str) -> Assembly:
    """An answer from JSON."""
    return Assembly(places=tuple(place.placement() for place in _ANSWER.read(text).places))


def is_json_answer(text: str) -> bool:
    """Whether this is the JSON of such an answer, which has cells too."""
    return text.lstrip().startswith("{") and '"cells"' in text


def read_text_answer(text: str) -> Assembly:
    """An answer from lines such as `piece 3 at 0.5,2 turn 1`.

    >>> read_text_answer("piece 3 at 0.5,2 turn 1").places
    (Placement(piece=2, x=0.5, y=2.0, angle=90.0, flip=False),)
    """
    places = (_place(line, line_text(number)) for number, line in read_lines(text))
    return Assembly(places=tuple(place.placement() for place in places))


def is_text_answer(text: str) -> bool:
    """Whether this is the text of such an answer."""
    return _PLACE.match(next(lines_of(text), (0, ""))[1]) is not None


def reading_older(
    codec: Codec[T], recognises: Callable[[str], bool], read: Callable[[str], T]
) -> Codec[T]:
    """A codec that also reads what earlier versions wrote."""
    return replace(
        codec,
        recognises=lambda text: codec.recognises(text) or recognises(text),
        read=lambda text: read(text) if recognises(text) else codec.read(text),
        first=True,
    )


def _read(lines: Sequence[Line]) -> OlderPuzzle:
    pieces: list[tuple[Corners, tuple[int, ...]]] = []
    turns: list[tuple[int, ...] | None] = []
    figure: tuple[Corners, tuple[int, ...]] | None = None
    rotate: bool | tuple[int, ...] = False
    for number, line in lines:
        place = line_text(number)
        match line.lower().split():
            case ["shape", "polygon"]:
                pass
            case ["figure", *tokens]:
                figure = _outline(tokens, place)
            case ["piece", *tokens]:
                pieces.append(_outline(tokens, place))
                turns.append(None)
            case ["turns", *tokens] if pieces and tokens:
                turns[-1] = _numbers(tokens, place)
            case ["rotate", *tokens]:
                rotate = _numbers(tokens, place) or True
            case ["frame", _]:
                pass  # the colours of the figure stand beside its corners
            case [word, *_]:
                raise BadInput(
                    Text(
                        "{place}: {word} is none of figure, piece, rotate, frame, and turns after "
                        "a piece.",
                        place=place,
                        word=quoted(word),
                    )
                )
    if figure is None:
        raise BadInput(Text("There is no figure."))
    return OlderPuzzle(
        pieces=tuple(colours for _, colours in pieces),
        outlines=tuple(outline for outline, _ in pieces),
        figure=figure[0],
        shape="polygon",
        rim=figure[1],
        rotate=rotate,
        piece_turns=tuple(turns),
    )


def _outline(tokens: Sequence[str], place: Text) -> tuple[Corners, tuple[int, ...]]:
    if len(tokens) % 2:
        raise BadInput(
            Text("{place}: write the colour of the next side after each corner.", place=place)
        )
    corners = tuple(_point(token, place) for token in tokens[::2])
    return corners, _numbers(tokens[1::2], place)


def _numbers(tokens: Sequence[str], place: Text) -> tuple[int, ...]:
    return tuple(whole_number(token, place) for token in tokens)


def _point(token: str, place: Text) -> tuple[float, float]:
    found = _POINT.fullmatch(token)
    if not found:
        raise BadInput(
            Text(
                "{place}: {word} is no corner; corners are written as 1.5,0.",
                place=place,
                word=quoted(token),
            )
        )
    return float(found[1]), float(found[2])


def _place(line: str, place: Text) -> _OlderPlace:
    match line.lower().split():
        case ["piece", piece, "at", point]:
            turn = "0"
        case ["piece", piece, "at", point, "turn", turn]:
            pass
        case _:
            raise BadInput(
                Text("{place}: write a placement as piece 3 at 0.5,2 turn 1.", place=place)
            )
    number = whole_number(piece, place)
    if number == 0:
        raise BadInput(Text("{place}: pieces are numbered from 1.", place=place))
    return _OlderPlace(number - 1, *_point(point, place), whole_number(turn, place))


def _path(corners: Corners, what: Text) -> str:
    if len(corners) < 3:
        raise BadInput(
            Plural(
                "{outline} has only {n} corner; a polygon has 3 or more.",
                "{outline} has only {n} corners; a polygon has 3 or more.",
                n=len(corners),
                outline=what,
            )
        )
    return "M" + " L".join(f"{x!r} {y!r}" for x, y in corners) + " Z"


def _area(corners: Corners) -> float:
    # Relative to a corner, because far from the origin digits are lost.
    spots = [complex(*corner) - complex(*corners[0]) for corner in (*corners, *corners[:1])]
    return abs(sum((a.conjugate() * b).imag for a, b in pairwise(spots))) / 2
