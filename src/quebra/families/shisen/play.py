"""Shisen-Sho as a game: each move takes a pair, and its path is found automatically."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor, Play, Spot, by_code
from quebra.contract.quoting import quoted
from quebra.contract.results import Step
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.shisen.draw import MARGIN, draw_position, draw_tiles
from quebra.families.shisen.model import Clearing, Move, Shisen, missing_tile
from quebra.families.shisen.paths import free_path
from quebra.families.shisen.position import remaining as remaining_board
from quebra.families.shisen.signs import sign_name, sign_numbers
from quebra.families.shisen.solve.schedule import clearing
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.cells import Cell, Rows, cell_notation, cells, cells_in_words, in_words
from quebra.grid.entries import CLEAR, cell_on, cell_spot, read_new_size, replaced, resized
from quebra.grid.ladder import UNPROVED
from quebra.i18n.text import Text, Verbatim

MOVES = (
    (
        "r1c2-r3c4",
        Text("take the pair at {one} and {other}", one=in_words((0, 1)), other=in_words((2, 3))),
    ),
)
EDITS = (
    ("r1c2-r3c4=A", Text("put tiles A into these cells, of which there may be one or more")),
    ("r1c2-r3c4=.", Text("take the tiles out of these cells")),
    ("r1c2<>r3c4", Text("swap the contents of two cells")),
    ("gravity=on", Text("let tiles fall after each move, or not with off")),
    ("size=6x10", Text("another size; pairs that lose a tile go")),
)


GRAVITY = {"gravity=on": True, "gravity=off": False}


def start(puzzle: Shisen) -> Clearing:
    """The attempt before the first move: no rounds."""
    return Clearing(rounds=())


def move(puzzle: Shisen, attempt: Clearing, text: str) -> Clearing:
    """The attempt with one more pair, on its shortest free path, in a round of its own.

    The cells are those of the tiles now: with gravity, tiles may have fallen.

    >>> board = Shisen(board=(("A", "B", "A", "B"),))
    >>> move(board, start(board), "r1c1-r1c3").rounds[0][0].path
    ((0, 0), (-1, 0), (-1, 2), (0, 2))
    >>> move(board, start(board), "r1c1-r1c2")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The tiles at row 1, columns 1 and 2 are not of one kind.
    """
    one, sign, other = text.partition("-")
    if not sign:
        raise BadInput(
            Text("{text} is no move; moves are written as r1c2-r3c4.", text=quoted(text))
        )
    pair = cell_on(puzzle.size, one), cell_on(puzzle.size, other)
    tiles = _tiles(puzzle, attempt)
    for cell in pair:
        if cell not in tiles.cells:
            raise BadInput(missing_tile(cell, gone=cell in puzzle.tiles))
    if pair[0] == pair[1]:
        raise BadInput(
            Text("A pair takes two tiles, not the one at {cell} alone.", cell=in_words(pair[0]))
        )
    if tiles.kind(pair[0]) != tiles.kind(pair[1]):
        raise BadInput(
            Text("The tiles at {cells} are not of one kind.", cells=cells_in_words(pair))
        )
    path = free_path(puzzle, *pair, tiles.cells)
    if not path:
        raise BadInput(Text("No free path joins the tiles at {cells}.", cells=cells_in_words(pair)))
    return Clearing(rounds=(*attempt.rounds, (Move(pair=pair, path=path),)))


def moves_to(puzzle: Shisen, attempt: Clearing, answer: Clearing) -> tuple[str, ...]:
    """The moves for the pairs of an answer that are still on the board.

    With gravity, the game must begin as the answer does.
    """
    if puzzle.gravity:
        done, wanted = ([each.pair for _, each in game.moves] for game in (attempt, answer))
        if [*map(set, wanted[: len(done)])] != [*map(set, done)]:
            raise BadInput(Text("The game does not begin with the moves of the answer."))
        return tuple(_move(*pair) for pair in wanted[len(done) :])
    gone = {frozenset(done.pair) for _, done in attempt.moves}
    pairs = {frozenset(each.pair): each.pair for _, each in answer.moves}
    if not gone <= pairs.keys():
        raise BadInput(Text("Pairs have gone that do not go together in the answer."))
    return tuple(_move(*pair) for key, pair in pairs.items() if key not in gone)


def moves_for(puzzle: Shisen, attempt: Clearing, step: Step, budget: Budget) -> tuple[str, ...]:
    """The moves for the pairs that a step takes, unless they are gone.

    Pairs that it rules out have none. With gravity, a step is for the next move of the game only.
    A move that is not proved safe is no change, but it can be made.
    """
    if step.technique == UNPROVED:
        one, other = step.where[:2]
        return (_move((one[0], one[1]), (other[0], other[1])),)
    done = [each for _, each in attempt.moves]
    gone = set() if puzzle.gravity else {cell for each in done for cell in each.pair}
    return tuple(
        _move(*change.value.cells)
        for change in step.changes
        if change.action == "place"
        and gone.isdisjoint(change.value.cells)
        and change.value.turn in (None, len(done))
    )


def remaining(puzzle: Shisen, attempt: Clearing) -> Shisen | None:
    """The board with the remaining tiles; None if there are none."""
    return remaining_board(puzzle, (done for _, done in attempt.moves))


def measured_attempt(puzzle: Shisen, attempt: Clearing) -> Clearing:
    """The same pairs, each in the earliest possible round, because the order of moves is free.

    With gravity, it is not.

    >>> board = Shisen(board=(("A", "B", "A", "B"),))
    >>> both = move(board, move(board, start(board), "r1c1-r1c3"), "r1c2-r1c4")
    >>> len(both.rounds), len(measured_attempt(board, both).rounds)
    (2, 1)
    """
    if puzzle.gravity:
        return attempt
    return clearing(puzzle, (done.pair for _, done in attempt.moves))


def spots(puzzle: Shisen, attempt: Clearing) -> tuple[Spot, ...]:
    """A spot for each cell."""
    tiles = _tiles(puzzle, attempt)
    numbers = sign_numbers(set(puzzle.tiles.values()))

    def text(cell: Cell) -> Text:
        name, where = puzzle.board[cell[0]][cell[1]], in_words(cell).values
        if cell in tiles.cells:
            entry = Verbatim(tiles.name(cell))
            sign = sign_name(numbers[tiles.kind(cell)])
            return Text(
                "Row {row}, column {column}: {entry}, {sign}", entry=entry, sign=sign, **where
            )
        if name is None or puzzle.gravity:
            return Text("Row {row}, column {column}: empty", **where)
        return Text("Row {row}, column {column}: {entry}, gone", entry=Verbatim(name), **where)

    return tuple(cell_spot(cell, text(cell), MARGIN) for cell in cells(*puzzle.size))


def edit(puzzle: Shisen, text: str) -> Shisen:
    """The board with other tiles in some cells, two cells swapped, gravity, or another size.

    >>> edit(Shisen(board=(("A", "A", None, None),)), "r1c3-r1c4=B").board
    (('A', 'A', 'B', 'B'),)
    """
    board = puzzle.board
    if text in GRAVITY:
        return msgspec.structs.replace(puzzle, gravity=GRAVITY[text])
    if size := read_new_size(text):
        return _resized(puzzle, size)
    if "<>" in text:
        one, other = (cell_on(puzzle.size, each) for each in text.split("<>", 1))
        there, here = board[other[0]][other[1]], board[one[0]][one[1]]
        board = replaced(replaced(board, one, there), other, here)
        return msgspec.structs.replace(puzzle, board=board)
    places, sign, name = text.partition("=")
    if not sign:
        raise BadInput(
            Text("{text} is no change; changes are written as r1c2-r3c4=A.", text=quoted(text))
        )
    for each in places.split("-"):
        cell = cell_on(puzzle.size, each)
        board = replaced(board, cell, None if name.strip() == CLEAR else name.strip())
    return msgspec.structs.replace(puzzle, board=board)


def _resized(puzzle: Shisen, size: tuple[int, int]) -> Shisen:
    """The board cut or extended; where a kind has lost tiles, the last one goes if it is odd."""
    board = resized(puzzle.board, size, None)
    kept: dict[str, list[Cell]] = {}
    for cell, kind in puzzle.tiles.items():
        if cell[0] < size[0] and cell[1] < size[1]:
            kept.setdefault(kind, []).append(cell)
    for tiles in kept.values():
        if len(tiles) % 2:
            board = replaced(board, tiles[-1], None)
    return msgspec.structs.replace(puzzle, board=board)


def blank(rows: int, cols: int) -> Shisen:
    """The board with one pair, since there is none without tiles.

    >>> blank(2, 3).board
    (('A', 'A', None), (None, None, None))
    """
    admit_size(rows, cols)
    board: Rows[str | None] = ((None,) * cols,) * rows
    for cell in ((0, 0), (0, 1) if cols > 1 else (min(1, rows - 1), 0)):
        board = replaced(board, cell, "A")
    return Shisen(board=board)


def _tiles(puzzle: Shisen, attempt: Clearing) -> StandingTiles:
    return StandingTiles(puzzle, (done for _, done in attempt.moves))


def _move(one: Cell, other: Cell) -> str:
    return f"{cell_notation(one)}-{cell_notation(other)}"


PLAY: Play[Shisen, Clearing] = Play(
    examples=MOVES,
    is_unfinished=by_code("left"),
    start=start,
    move=move,
    moves_to=moves_to,
    moves_for=moves_for,
    remaining=remaining,
    spots=spots,
    measured_attempt=measured_attempt,
    draw=draw_position,
    draw_pieces=draw_tiles,
    editor=Editor(examples=EDITS, edit=edit, blank=blank),
)
