"""Polygons as text: corners, and between each and the next the colour of the side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quebra.contract.errors import BadInput
from quebra.contract.quoting import shown
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import Corners
from quebra.grid.text import Line, whole_number

SHAPE = "shape polygon"
_POINT = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?),(-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?)")
_PLACE = re.compile(r"piece\s+[0-9]+\s+at\s", re.IGNORECASE)

Outline = tuple[Corners, tuple[int, ...]]


def read_polygons(lines: Sequence[Line]) -> Edges:
    """A puzzle from lines that begin with shape, figure, piece, rotate, turns or frame.

    >>> figure = "figure 0,0 0 2,0 0 2,1 0 0,1 0"
    >>> read_polygons([(1, "shape polygon"), (2, figure), (3, f"piece{figure[6:]}")]).outlines
    (((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)),)
    """
    pieces: list[Outline] = []
    turns: list[tuple[int, ...] | None] = []
    figure: Outline | None = None
    rotate: bool | tuple[int, ...] = False
    frame: int | None = None
    for number, line in lines:
        place = f"Line {number}"
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
            case ["frame", colour]:
                frame = None if colour == "none" else whole_number(colour, place)
            case [word, *_]:
                raise BadInput(
                    f"{place}: {shown(word)} is none of figure, piece, rotate, frame, and turns "
                    "after a piece."
                )
    if figure is None:
        raise BadInput("Polygons need a figure to fill.")
    corners, rim = figure
    return Edges(
        shape="polygon",
        pieces=tuple(colours for _, colours in pieces),
        outlines=tuple(outline for outline, _ in pieces),
        figure=corners,
        rim=() if set(rim) == {frame} else rim,
        frame=frame,
        rotate=rotate,
        piece_turns=tuple(turns) if any(turns) else (),
    )


def write_polygons(puzzle: Edges) -> Iterator[str]:
    """The lines of a puzzle."""
    yield SHAPE
    if isinstance(puzzle.rotate, tuple):
        yield f"rotate {' '.join(map(str, puzzle.rotate))}"
    elif puzzle.rotate:
        yield "rotate"
    if puzzle.frame is None and not puzzle.rim:
        raise BadInput("Polygons without a frame can only be written as JSON.")
    if puzzle.frame is not None:
        yield f"frame {puzzle.frame}"
    rim = puzzle.rim or (puzzle.frame or 0,) * len(puzzle.figure)
    yield f"figure {_written(puzzle.figure, rim)}"
    for piece, (outline, colours) in enumerate(zip(puzzle.outlines, puzzle.pieces, strict=True)):
        yield f"piece {_written(outline, colours)}"
        own = puzzle.piece_turns[piece] if puzzle.piece_turns else None
        if own is not None:
            yield f"turns {' '.join(map(str, own))}"


def read_places(lines: Sequence[Line]) -> Filling:
    """An answer from lines such as `piece 3 at 0.5,2 turn 1`.

    >>> read_places([(1, "piece 3 at 0.5,2 turn 1")]).places
    (Laid(piece=2, x=0.5, y=2.0, turn=1),)
    """
    return Filling(places=tuple(_place(line, f"Line {number}") for number, line in lines))


def write_places(answer: Filling) -> str:
    """A line for each polygon."""
    lines = (
        f"piece {laid.piece + 1} at {_pair(laid.x, laid.y)}"
        + (f" turn {laid.turn}" if laid.turn else "")
        for laid in answer.places
    )
    return "".join(f"{line}\n" for line in lines)


def is_place(line: str) -> bool:
    """Whether a line tells where a polygon lies."""
    return _PLACE.match(line) is not None


def _outline(tokens: Sequence[str], place: str) -> Outline:
    if len(tokens) % 2:
        raise BadInput(f"{place}: after each corner comes the colour of the side that follows.")
    corners = tuple(_point(token, place) for token in tokens[::2])
    return corners, _numbers(tokens[1::2], place)


def _numbers(tokens: Sequence[str], place: str) -> tuple[int, ...]:
    return tuple(whole_number(token, place) for token in tokens)


def _point(token: str, place: str) -> tuple[float, float]:
    found = _POINT.fullmatch(token)
    if not found:
        raise BadInput(f"{place}: {shown(token)} is no corner; one is written like 1.5,0.")
    return float(found[1]), float(found[2])


def _written(outline: Corners, colours: Sequence[int]) -> str:
    both = zip(outline, colours, strict=True)
    return " ".join(f"{_pair(*corner)} {colour}" for corner, colour in both)


def _pair(x: float, y: float) -> str:
    """Two numbers in as few digits as tell them apart from all others."""
    return ",".join(repr(float(at)).removesuffix(".0") for at in (x, y))


def _place(line: str, place: str) -> Laid:
    match line.lower().split():
        case ["piece", piece, "at", point]:
            turn = "0"
        case ["piece", piece, "at", point, "turn", turn]:
            pass
        case _:
            raise BadInput(f"{place}: a polygon is laid as in piece 3 at 0.5,2 turn 1.")
    number = whole_number(piece, place)
    if number == 0:
        raise BadInput(f"{place}: pieces are counted from 1.")
    return Laid(number - 1, *_point(point, place), whole_number(turn, place))
