"""The Shisen-Sho board, and an answer: rounds of moves that clear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.results import Change
from quebra.grid.cells import Cell, Rows, as_rows, in_words, measure
from quebra.i18n.text import Plural, Text, Verbatim, all_of

MAX_NAME_LENGTH = 12
MAX_NAMED = 5
"""Kinds that a message lists."""


class Shisen(
    Puzzle["Clearing"],
    frozen=True,
    dict=True,
    tag_field="family",
    tag="shisen",
    forbid_unknown_fields=True,
):
    """A Shisen-Sho board.

    `board` holds the name of the tile in each cell, or None where there is none. Tiles of one
    name are of one kind; `merged` lists names that count as one kind, such as all flowers.

    With `gravity`, tiles fall after each move: every tile above an empty cell moves down its column
    until it rests on another tile or on the bottom. Holes are empty cells too, but nothing falls
    before the first move.

    >>> Shisen(board=(("A", "B", None), ("B", "A", None))).size
    (2, 3)
    >>> Shisen(board=(("A", "B", "A"),))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: There is 1 tile B, and tiles go in pairs.
    """

    board: Rows[str | None]
    merged: tuple[tuple[str, ...], ...] = ()
    gravity: bool = False

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "board", as_rows(self.board))
        msgspec.structs.force_setattr(self, "merged", as_rows(self.merged))
        measure(self.board)
        for cell, name in _entries(self.board):
            if name is not None:
                _admit_name(name, in_words(cell))
        _admit_merged(self.merged)
        _admit_pairs(self)

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.board), len(self.board[0])

    @cached_property
    def tiles(self) -> dict[Cell, str]:
        """The kind of the tile in each cell that has one, in reading order."""
        return {cell: self._kinds.get(name, name) for cell, name in _entries(self.board) if name}

    @cached_property
    def groups(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each kind, in the order of their first tiles.

        >>> Shisen(board=(("A", "B"), ("B", "A"))).groups
        (((0, 0), (1, 1)), ((0, 1), (1, 0)))
        """
        groups: dict[str, list[Cell]] = {}
        for cell, kind in self.tiles.items():
            groups.setdefault(kind, []).append(cell)
        return as_rows(groups.values())

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {name: names[0] for names in self.merged for name in names}


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two tiles that go together, and the path between them by its ends and corners.

    Rows and columns count from 0; the margin around the board is -1 and one past the last. The path
    may have further points between its corners. Without a path, any free one is used. With gravity,
    all cells are those at the time of the move.
    """

    pair: tuple[Cell, Cell]
    path: tuple[Cell, ...] = ()


class TilePair(msgspec.Struct, frozen=True):
    """Two tiles of one kind: the value of a change that takes them, or keeps them apart.

    With gravity, tiles do not stay in their cells, so `turn` is the number of moves before this
    one; otherwise it is None.

    >>> str(TilePair("A", ((0, 3), (0, 0))))
    'A'
    """

    kind: str
    cells: tuple[Cell, Cell]
    turn: int | None = None

    def __str__(self) -> str:
        return self.kind

    def change(self, action: Literal["place", "remove"]) -> Change[TilePair]:
        """The change of a step that takes the pair, or keeps the tiles apart."""
        return Change(action, (*self.cells[0], *self.cells[1]), self)


class Clearing(Answer, frozen=True, forbid_unknown_fields=True):
    """An answer, or an attempt: the moves of each round, from round 0 on.

    The moves of one round happen at once, so a path needs cells that were empty before it. With
    gravity, a round has one move.
    """

    rounds: tuple[tuple[Move, ...], ...]

    @property
    def moves(self) -> Iterator[tuple[int, Move]]:
        """All moves in order, each with the number of its round."""
        return ((number, move) for number, moves in enumerate(self.rounds) for move in moves)


def admit_without_gravity(puzzle: Shisen) -> None:
    """Raise `BadInput` for a board with gravity, in engines that do not know how tiles fall."""
    if puzzle.gravity:
        raise BadInput(Text("Only the engine own solves boards with gravity."))


def missing_tile(cell: Cell, gone: bool) -> Text:
    """The message for a cell without a tile, which may be `gone`.

    >>> missing_tile((0, 1), gone=True)
    'There is no tile at row 1, column 2 any more.'
    """
    if gone:
        return Text("There is no tile at {cell} any more.", cell=in_words(cell))
    return Text("There is no tile at {cell}.", cell=in_words(cell))


def _entries(board: Rows[str | None]) -> Iterator[tuple[Cell, str | None]]:
    return (((r, c), name) for r, row in enumerate(board) for c, name in enumerate(row))


def _admit_name(name: object, place: Text) -> None:
    if not isinstance(name, str):
        raise BadInput(
            Text("{place}: {name} is not the name of a tile.", place=place, name=quoted(name))
        )
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable() or " " in name:
        raise BadInput(
            Text(
                "{place}: {name} is no name for a tile; "
                "a name has 1 to {n} printable characters, and no blanks.",
                place=place,
                name=quoted(name),
                n=MAX_NAME_LENGTH,
            )
        )


def _admit_merged(merged: Rows[str]) -> None:
    for names in merged:
        if len(names) < 2:
            raise BadInput(Text("To merge kinds of tiles takes two names or more."))
        for name in names:
            _admit_name(name, Text("merged tiles"))
    repeated = [
        name for name, count in Counter(n for names in merged for n in names).items() if count > 1
    ]
    if repeated:
        raise BadInput(Text("Tile {name} is merged more than once.", name=Verbatim(repeated[0])))


def _admit_pairs(puzzle: Shisen) -> None:
    if not puzzle.tiles:
        raise BadInput(Text("The board has no tiles."))
    odd = [(kind, count) for kind, count in Counter(puzzle.tiles.values()).items() if count % 2]
    if len(odd) == 1:
        kind, count = odd[0]
        raise BadInput(
            Plural(
                "There is {n} tile {kind}, and tiles go in pairs.",
                "There are {n} tiles {kind}, and tiles go in pairs.",
                n=count,
                kind=Verbatim(kind),
            )
        )
    if odd:
        kinds = all_of(Verbatim(f"{kind} ({count})") for kind, count in odd[:MAX_NAMED])
        if (more := len(odd) - MAX_NAMED) > 0:
            kinds = Text("{items} and {n} more", items=kinds, n=more)
        raise BadInput(
            Text("Tiles go in pairs, but the number of these is odd: {kinds}.", kinds=kinds)
        )


MODEL = Model(puzzle=Shisen, answer=Clearing, default_size=(6, 6))
