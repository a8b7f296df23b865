"""The JSON that other programs use: a framed board of squares that may be turned."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quebra.contract.codec import json_codec
from quebra.contract.errors import BadInput
from quebra.contract.settings import admit_size
from quebra.families.edges.model import Edges, Hint
from quebra.i18n.text import Text

Natural = Annotated[int, msgspec.Meta(ge=0)]


class _Hint(msgspec.Struct):
    pos: Natural
    piece: Natural
    rot: Natural = 0


class _Puzzle(msgspec.Struct, rename="camel"):
    width: Natural
    height: Natural
    pieces: tuple[tuple[Natural, Natural, Natural, Natural], ...]
    hints: tuple[_Hint, ...] = ()
    num_colors: Natural | None = None
    name: str = ""


class _Head(msgspec.Struct):
    width: msgspec.Raw
    height: msgspec.Raw
    pieces: msgspec.Raw


_CODEC = json_codec(_Puzzle)
_HEAD = msgspec.json.Decoder(_Head)


def read_puzzle(text: str) -> Edges:
    """A puzzle from JSON; `pos` counts cells along the rows, and `rot` is clockwise.

    >>> read_puzzle('{"width": 2, "height": 1, "pieces": [[0,1,0,0], [0,0,0,1]]}').cols
    2
    """
    found = _CODEC.read(text)
    colours = {colour for piece in found.pieces for colour in piece}
    if found.num_colors is not None and max(colours, default=0) > found.num_colors:
        raise BadInput(
            Text(
                "There is a colour {colour}, but numColors is {most}.",
                colour=max(colours),
                most=found.num_colors,
            )
        )
    admit_size(found.height, found.width)
    cells = found.width * found.height
    for number, hint in enumerate(found.hints, start=1):
        if hint.pos >= cells:
            raise BadInput(
                Text(
                    "Hint {number}: there is no pos {pos}; they are 0 to {last}.",
                    number=number,
                    pos=hint.pos,
                    last=cells - 1,
                )
            )
    return Edges(
        rows=found.height,
        cols=found.width,
        pieces=found.pieces,
        frame=0,
        rotate=True,
        hints=tuple(
            Hint(cell=divmod(hint.pos, found.width), piece=hint.piece, turn=hint.rot)
            for hint in found.hints
        ),
    )


def write_puzzle(puzzle: Edges) -> str:
    """The JSON of a framed board of squares.

    >>> write_puzzle(Edges(rows=1, cols=1, pieces=((0, 0, 0, 0),), frame=0, rotate=True))
    '{"width":1,"height":1,"pieces":[[0,0,0,0]],"hints":[],"numColors":0,"name":"quebra"}'
    """
    framed = puzzle.shape == "square" and puzzle.frame == 0 and puzzle.layers == 1
    if not framed or not puzzle.turns_freely:
        raise BadInput(
            Text("This JSON is for squares in a frame of colour 0 that may be turned freely.")
        )
    hints = []
    for hint in puzzle.hints:
        if hint.turn is None:
            raise BadInput(Text("This JSON has no hint without a turn."))
        hints.append(_Hint(puzzle.cell_numbers[hint.cell], hint.piece, hint.turn))
    return _CODEC.write(
        _Puzzle(
            width=puzzle.cols,
            height=puzzle.rows,
            pieces=tuple((up, right, down, left) for up, right, down, left in puzzle.pieces),
            hints=tuple(hints),
            num_colors=max(colour for piece in puzzle.pieces for colour in piece),
            name="quebra",
        )
    )


def is_puzzle_json(text: str) -> bool:
    """Whether a text is a JSON object with width, height and pieces."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        _HEAD.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return False
    return True
