"""All moves of one tile, with their paths and whether they lose; or why there is none."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.results import Place, Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import deadlock_after
from quebra.families.shisen.explain.phrases import hyphenated, path_text
from quebra.families.shisen.model import Shisen, TilePair
from quebra.families.shisen.position import Pair, Position, Verdicts
from quebra.grid.cells import Cell, in_words, joined
from quebra.grid.entries import admit_cell

TECHNIQUES = (
    Technique("move", 0, "A tile can go, and the board can be cleared afterwards."),
    Technique("losing move", 0, "A tile can go, but then the board cannot be cleared."),
    Technique("no move", 0, "A tile cannot go now: others stand on all its paths."),
)


def moves_at(puzzle: Shisen, board: Shisen | None, place: Place, budget: Budget) -> Iterator[Step]:
    """A step for each current move of a tile, which says whether it loses the game.

    `board` has the remaining tiles; it is None if there are none.

    >>> board = Shisen(board=(("A", "B", "A"), ("C", "C", "B")))
    >>> for step in moves_at(board, board, (0, 1), Budget()):
    ...     print(step.text)
    B at row 1, column 2 cannot go now: A at r1c3 stands on the way to r2c3.
    """
    cell = _tile_cell(puzzle, board, place)
    assert board is not None
    position = Position(board, budget)
    tile = position.numbers[cell]
    pairs = [pair for pair in position.pairs(1 << tile) if tile in pair]
    moves = [pair for pair in pairs if position.is_free(pair)]
    if not moves:
        yield _no_move_step(position, tile, pairs)
        return
    verdicts = Verdicts(position, budget)
    for pair in moves:
        yield _move_step(position, verdicts, pair, budget)


def _tile_cell(puzzle: Shisen, board: Shisen | None, place: Place) -> Cell:
    if len(place) != 2:
        raise BadInput("A tile is named by its row and its column.")
    admit_cell(place, puzzle.size)
    cell = place[0], place[1]
    if board is None or cell not in board.tiles:
        gone = " any more" if cell in puzzle.tiles else ""
        raise BadInput(f"There is no tile at {in_words(cell)}{gone}.")
    return cell


def _move_step(position: Position, verdicts: Verdicts, pair: Pair, budget: Budget) -> Step:
    move, kind = position.move(pair), position.names[pair[0]]
    text = f"{kind} at {hyphenated(move.pair)} can go, {path_text(position.puzzle.size, move.path)}"
    tiles = TilePair(kind, move.pair)
    if verdicts.is_winnable_after(pair, budget):
        text += ", and the board can still be cleared"
        return Step("move", move.pair, (tiles.change("place"),), f"{text}: proved.")
    why = deadlock_after(position, pair)
    reason = why.text if why else "a search proves it"
    text += ", but the board " + ("is lost then" if verdicts.clearing else "is lost already")
    cells = (*move.pair, *(why.cells if why else ()))
    return Step("losing move", cells, (tiles.change("remove"),), f"{text}: {reason}.")


def _no_move_step(position: Position, tile: int, pairs: list[Pair]) -> Step:
    """The step for a tile without moves: the fewest tiles that block it from each mate."""
    obstacles, where = [], [position.cells[tile]]
    for i, j in pairs:
        other = position.cells[j if i == tile else i]
        tiles = position.places(min(position.blockers((i, j)), key=int.bit_count))
        names = [f"{position.puzzle.tiles[cell]} at {hyphenated([cell])}" for cell in tiles]
        verb = "stands" if len(names) == 1 else "stand"
        obstacles.append(f"{joined(names)} {verb} on the way to {hyphenated([other])}")
        where += tiles
    text = f"{position.names[tile]} at {in_words(where[0])} cannot go now: {'; '.join(obstacles)}."
    return Step("no move", tuple(dict.fromkeys(where)), (), text)
