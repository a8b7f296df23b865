"""Edge-matching puzzles: pieces with coloured edges, and a board whose seams must match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Place
from quebra.contract.settings import admit_size, settings
from quebra.families.edges.layout import Layout, Seam, free_layout, grid_layout, stack_layout
from quebra.grid.cells import as_rows
from quebra.i18n.text import Plural, Text, Verbatim

MAX_COLOUR = 9999
TURNS = Text("the turns")


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A given piece in a cell; with `turn` None, the turn is not given."""

    cell: Place
    piece: int
    turn: int | None = None


class Edges(
    Puzzle["Filling"],
    frozen=True,
    dict=True,
    tag_field="family",
    tag="edges",
    forbid_unknown_fields=True,
):
    """An edge-matching puzzle.

    A piece is its edge colours: up, right, down and left of a square; clockwise of a triangle or
    hexagon; up, right, down, left, front and back of a cube. Edges that meet have the same
    colour, and edges at the rim have the colour `frame`, if there is one. Pieces keep their
    orientation unless `rotate` is true (all turns) or a list of allowed turns; `piece_turns` lists
    the turns of single pieces, or null for those without a list of their own. An irregular board is
    given by its `seams`: each has a cell, a side, and the cell and side that it touches. A `stack`
    of cubes has no seams: each of its four long sides (up, right, down and left of the cubes) shows
    no colour twice. `outlines`, `figure` and `rim` are always empty: earlier versions wrote
    polygons there, which are puzzles of the family tangram.

    >>> Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0).layout.seams
    ((0, 1, 1, 3),)
    """

    pieces: tuple[tuple[int, ...], ...]
    rows: int = 1
    cols: int = 1
    layers: int = 1
    shape: Literal["square", "triangle", "hexagon", "cube", "stack", "free"] = "square"
    frame: int | None = None
    rotate: bool | tuple[int, ...] = False
    piece_turns: tuple[tuple[int, ...] | None, ...] = ()
    hints: tuple[Hint, ...] = ()
    seams: tuple[Seam, ...] = ()
    outlines: tuple[()] = ()
    figure: tuple[()] = ()
    rim: tuple[()] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "pieces", as_rows(self.pieces))
        msgspec.structs.force_setattr(self, "hints", tuple(self.hints))
        if not self.pieces:
            raise BadInput(Text("There are no pieces."))
        _admit_board(self)
        cells = len(self.layout.cells)
        if len(self.pieces) < cells:
            raise BadInput(
                Plural(
                    "There is {n:,} piece for {cells:,} cells: too few.",
                    "There are {n:,} pieces for {cells:,} cells: too few.",
                    n=len(self.pieces),
                    cells=cells,
                )
            )
        _admit_colours(self)
        _admit_turns(self)
        for number, hint in enumerate(self.hints, start=1):
            _admit_hint(self, hint, number)

    @property
    def size(self) -> tuple[int, int] | None:
        """Rows and columns of a board of squares or hexagons, else None.

        >>> Edges(rows=3, shape="stack", pieces=((1, 2, 3, 4, 5, 6),) * 3).size is None
        True
        """
        flat = self.shape in ("square", "hexagon")
        return (self.rows, self.cols) if flat else None

    @property
    def extent(self) -> int:
        """The number of pieces, at least that of the cells."""
        return len(self.pieces)

    @cached_property
    def layout(self) -> Layout:
        """The cells, their seams and the rim."""
        if self.shape == "free":
            cells = 1 + max(max(a, b) for a, _, b, _ in self.seams)
            return free_layout(cells, len(self.pieces[0]), self.seams)
        if self.shape == "stack":
            return stack_layout(self.rows)
        size = {
            "square": (self.rows, self.cols),
            "hexagon": (self.rows, self.cols),
            "triangle": (self.rows,),
            "cube": (self.layers, self.rows, self.cols),
        }[self.shape]
        return grid_layout(self.shape, size)

    @cached_property
    def cell_numbers(self) -> dict[Place, int]:
        """The number of each cell in the layout."""
        return {cell: i for i, cell in enumerate(self.layout.cells)}

    @cached_property
    def motifs(self) -> dict[int, int]:
        """The number of the motif of each colour except the frame's.

        >>> Edges(rows=1, cols=1, pieces=((0, 3, 0, 7),), frame=0).motifs
        {3: 0, 7: 1}
        """
        colours = {colour for piece in self.pieces for colour in piece} - {self.frame}
        return {colour: number for number, colour in enumerate(sorted(colours))}

    @property
    def turns(self) -> Sequence[int]:
        """The allowed turns of pieces without turns of their own."""
        if isinstance(self.rotate, tuple):
            return self.rotate
        return range(len(self.layout.turns) if self.rotate else 1)

    def turns_of(self, piece: int) -> Sequence[int]:
        """The allowed turns of a piece.

        >>> pieces = ((1, 2, 3, 4), (1, 2, 3, 4))
        >>> puzzle = Edges(cols=2, pieces=pieces, rotate=(0, 2), piece_turns=(None, (1,)))
        >>> puzzle.turns_of(0), puzzle.turns_of(1)
        ((0, 2), (1,))
        """
        own = self.piece_turns[piece] if self.piece_turns else None
        return self.turns if own is None else own

    @property
    def turns_freely(self) -> bool:
        """Whether every piece may have every turn."""
        return self.rotate is True and not self.piece_turns

    @property
    def turns_never(self) -> bool:
        """Whether no piece may be turned."""
        return self.rotate is False and not self.piece_turns

    def turned(self, piece: int, turn: int) -> tuple[int, ...]:
        """The colours of a turned piece, for each side of its cell.

        >>> Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),), rotate=True).turned(0, 1)
        (4, 1, 2, 3)
        """
        edges = self.pieces[piece]
        return tuple(edges[edge] for edge in self.layout.turns[turn])


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in a cell; `turn` is an index into the turns of the layout."""

    cell: Place
    piece: int
    turn: int = 0

    def __str__(self) -> str:
        return f"{self.piece + 1}/{self.turn}"


class Filling(Answer, frozen=True, forbid_unknown_fields=True):
    """An answer or an attempt: the pieces in cells.

    `places` is always empty: earlier versions wrote polygons there.
    """

    cells: tuple[Placed, ...] = ()
    places: tuple[()] = ()


def given_pieces(puzzle: Edges) -> Iterator[Placed]:
    """The pieces that hints place with a known turn.

    >>> hints = (Hint((0, 0), 1), Hint((0, 1), 0, 2))
    >>> puzzle = Edges(cols=2, pieces=((1, 2, 3, 4),) * 2, rotate=True, hints=hints)
    >>> list(given_pieces(puzzle))
    [Placed(cell=(0, 1), piece=0, turn=2)]
    """
    for hint in puzzle.hints:
        turns = puzzle.turns_of(hint.piece) if hint.turn is None else (hint.turn,)
        if len(turns) == 1:
            yield Placed(hint.cell, hint.piece, turns[0])


def _admit_board(puzzle: Edges) -> None:
    if puzzle.shape == "free":
        _admit_seams(puzzle)
    elif puzzle.seams:
        raise BadInput(
            Text(
                "Only a board of shape free has seams of its own, not one of shape {shape}.",
                shape=Verbatim(puzzle.shape),
            )
        )
    else:
        cols = puzzle.rows if puzzle.shape == "triangle" else puzzle.cols * puzzle.layers
        admit_size(puzzle.rows, cols if min(puzzle.layers, puzzle.cols) > 0 else 0)
    if puzzle.shape == "stack" and puzzle.frame is not None:
        raise BadInput(Text("A stack has no frame: it must be null, or none in text."))
    sides = puzzle.layout.sides
    for number, piece in enumerate(puzzle.pieces, start=1):
        if len(piece) != sides:
            raise BadInput(
                Plural(
                    "Piece {number} has {n} edge, not {sides}.",
                    "Piece {number} has {n} edges, not {sides}.",
                    n=len(piece),
                    number=number,
                    sides=sides,
                )
            )
    most = settings().max_cells
    if len(puzzle.pieces) > most:
        raise BadInput(
            Text(
                "There are {count:,} pieces: at most {most:,}.",
                count=len(puzzle.pieces),
                most=most,
            )
        )


def _admit_seams(puzzle: Edges) -> None:
    if not puzzle.seams:
        raise BadInput(Text("A board of shape free needs seams."))
    sides, most = len(puzzle.pieces[0]), settings().max_cells
    seen: set[tuple[int, int]] = set()
    for number, (a, side, b, other) in enumerate(puzzle.seams, start=1):
        if min(a, b) < 0 or max(a, b) >= most:
            raise BadInput(
                Text(
                    "Seam {number}: cells are numbered from 0 to {last}.",
                    number=number,
                    last=most - 1,
                )
            )
        if min(side, other) < 0 or max(side, other) >= sides:
            raise BadInput(
                Text(
                    "Seam {number}: sides are numbered from 0 to {last}.",
                    number=number,
                    last=sides - 1,
                )
            )
        for place in ((a, side), (b, other)):
            if place in seen:
                raise BadInput(
                    Text(
                        "Seam {number}: side {side} of cell {cell} is used twice.",
                        number=number,
                        side=place[1],
                        cell=place[0],
                    )
                )
            seen.add(place)


def _admit_colours(puzzle: Edges) -> None:
    for number, colours in enumerate(((puzzle.frame or 0,), *puzzle.pieces)):
        for colour in colours:
            if not 0 <= colour <= MAX_COLOUR:
                raise BadInput(
                    Text(
                        "{owner}: {colour} is no colour; they are 0 to {most}.",
                        owner=Text("piece {piece}", piece=number) if number else Text("the frame"),
                        colour=colour,
                        most=MAX_COLOUR,
                    )
                )


def _admit_turns(puzzle: Edges) -> None:
    """Refuse invalid turns and store the others in normal form."""
    every = tuple(range(len(puzzle.layout.turns)))
    rotate = puzzle.rotate
    if not isinstance(rotate, bool):
        rotate = _in_order(rotate, every, Text("the turns of rotate"))
        rotate = True if rotate == every and len(every) > 1 else rotate != (0,) and rotate
    own = puzzle.piece_turns
    if len(own) not in (0, len(puzzle.pieces)):
        raise BadInput(
            Plural(
                "The piece_turns are of {n} piece, not of {pieces}.",
                "The piece_turns are of {n} pieces, not of {pieces}.",
                n=len(own),
                pieces=len(puzzle.pieces),
            )
        )
    msgspec.structs.force_setattr(puzzle, "rotate", rotate)
    normalised = tuple(
        None if turns is None else _in_order(turns, every, _turns_of(number))
        for number, turns in enumerate(own, start=1)
    )
    normalised = tuple(None if turns == tuple(puzzle.turns) else turns for turns in normalised)
    msgspec.structs.force_setattr(puzzle, "piece_turns", normalised if any(normalised) else ())


def _turns_of(number: int) -> Text:
    return Text("the turns of piece {piece}", piece=number)


def _in_order(turns: tuple[int, ...], every: tuple[int, ...], place: Text) -> tuple[int, ...]:
    if not turns:
        raise BadInput(Text("{place}: there must be at least one.", place=place))
    for turn in turns:
        if turn not in every:
            raise BadInput(no_turn(turn, every[-1], place))
    return tuple(sorted(set(turns)))


def no_cell(cell: Place, place: Text) -> Text:
    """A message for an unknown cell, as it is written in JSON."""
    where = Verbatim(list(cell))
    return Text("{place}: there is no cell {cell}.", place=place, cell=where)


def no_piece(puzzle: Edges, piece: int, place: Text) -> Text:
    """A message for an unknown piece, counted from 1 as in pictures and texts."""
    return Text(
        "{place}: there is no piece {piece}, which is {index} in JSON; they are 1 to {count}.",
        place=place,
        piece=piece + 1,
        index=piece,
        count=len(puzzle.pieces),
    )


def no_turn(turn: int, last: int, place: Text = TURNS) -> Text:
    """A message for an unknown turn."""
    return Text(
        "{place}: there is no turn {turn}; they are 0 to {last}.", place=place, turn=turn, last=last
    )


def _admit_hint(puzzle: Edges, hint: Hint, number: int) -> None:
    place = Text("hint {number}", number=number)
    if hint.cell not in puzzle.cell_numbers:
        raise BadInput(no_cell(hint.cell, place))
    if not 0 <= hint.piece < len(puzzle.pieces):
        raise BadInput(no_piece(puzzle, hint.piece, place))
    if hint.turn is not None and hint.turn not in puzzle.turns_of(hint.piece):
        raise BadInput(Text("{place}: turn {turn} is not allowed.", place=place, turn=hint.turn))


MODEL = Model(puzzle=Edges, answer=Filling, default_size=(6, 6))
