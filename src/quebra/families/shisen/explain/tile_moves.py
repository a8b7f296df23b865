"""All moves of one tile, with their paths and whether they lose; or why there is none."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput, Cut
from quebra.contract.results import MAX_WHERE, Change, Place, Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import deadlock_after
from quebra.families.shisen.explain.mistakes import BY_SEARCH
from quebra.families.shisen.explain.phrases import line_over, path_in_words, tiles_in_words
from quebra.families.shisen.model import Shisen, TilePair, missing_tile
from quebra.families.shisen.position import (
    MAX_NODES,
    Pair,
    Position,
    Verdicts,
    clearing_of,
    remaining,
)
from quebra.grid.cells import Cell, cells_in_words, in_words
from quebra.grid.entries import admit_cell
from quebra.grid.ladder import UNPROVED
from quebra.i18n.text import Plural, Text, sentences

MOVE = Technique(Text("move"), 0, Text("A tile can go, and the board can be cleared afterwards."))
LOSING_MOVE = Technique(
    Text("losing move"), 0, Text("A tile can go, but then the board cannot be cleared.")
)
NO_MOVE = Technique(
    Text("no move"), 0, Text("A tile cannot go now: other tiles block all its paths.")
)
OPEN_MOVE = Technique(
    UNPROVED, 0, Text("A tile can go; whether the board can then be cleared is not known.")
)
TECHNIQUES = (MOVE, LOSING_MOVE, NO_MOVE, OPEN_MOVE)


def moves_at(
    puzzle: Shisen, board: Shisen | None, place: Place, budget: Budget, made: int = 0
) -> Iterator[Step]:
    """A step for each current move of a tile, which says whether it loses the game.

    `board` has the remaining tiles; it is None if there are none. `made` is the number of moves
    before.

    >>> board = Shisen(board=(("A", "B", "A"), ("C", "C", "B")))
    >>> for step in moves_at(board, board, (0, 1), Budget()):
    ...     print(step.text)
    B at row 1, column 2 cannot go now: 1 marked tile is in the way.
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
    if board.gravity:
        for pair in moves:
            yield _falling_step(position, pair, made, budget)
        return
    verdicts = Verdicts(position, budget)
    for pair in moves:
        yield _move_step(position, verdicts, pair, budget)


def _tile_cell(puzzle: Shisen, board: Shisen | None, place: Place) -> Cell:
    if len(place) != 2:
        raise BadInput(Text("A tile is named by its row and its column."))
    admit_cell(place, puzzle.size)
    cell = place[0], place[1]
    if board is None or cell not in board.tiles:
        raise BadInput(missing_tile(cell, gone=cell in puzzle.tiles))
    return cell


def _move_step(position: Position, verdicts: Verdicts, pair: Pair, budget: Budget) -> Step:
    move = position.move(pair)
    taken = TilePair(position.names[pair[0]], move.pair)
    tiles = tiles_in_words(taken.kind, taken.cells)
    along = Text(
        "The tiles can go along {path}.", path=path_in_words(position.puzzle.size, move.path)
    )
    path = line_over(move.path)
    if verdicts.is_winnable_after(pair, budget):
        text = Text("{tiles} can go, and the board can still be cleared.", tiles=tiles)
        reason = sentences(along, BY_SEARCH)
        return Step(MOVE.name, move.pair, (taken.change("place"),), text, reason, figures=(path,))
    why = deadlock_after(position, pair)
    if not verdicts.clearing:
        text = Text("{tiles} can go, but the board is already lost.", tiles=tiles)
    elif why:
        text = Text("{tiles} can go, but then {deadlock}.", tiles=tiles, deadlock=why.clause)
    else:
        text = Text("{tiles} can go, but then the board cannot be cleared.", tiles=tiles)
    return Step(
        LOSING_MOVE.name,
        move.pair,
        (taken.change("remove"),),
        text,
        sentences(along, why.text if why else BY_SEARCH),
        tuple(cell for cell in why.cells if cell not in move.pair) if why else (),
        (path, *(why.arrows if why else ())),
    )


def _falling_step(position: Position, pair: Pair, made: int, budget: Budget) -> Step:
    """The step for a move after which tiles fall."""
    move = position.move(pair)
    taken = TilePair(position.names[pair[0]], move.pair, made)
    tiles = tiles_in_words(taken.kind, taken.cells)
    path = path_in_words(position.puzzle.size, move.path)
    reason = Text("The tiles can go along {path}.", path=path)
    changes: tuple[Change[TilePair], ...] = ()
    try:
        rest = remaining(position.puzzle, [move])
        is_winnable = clearing_of(rest, budget.share(MAX_NODES)) is not None
    except Cut:
        budget.pause()
        technique = OPEN_MOVE
        text = Text("{tiles} can go, but no search could tell in time what follows.", tiles=tiles)
    else:
        reason = sentences(reason, BY_SEARCH)
        if is_winnable:
            technique, changes = MOVE, (taken.change("place"),)
            text = Text("{tiles} can go, and the board can still be cleared.", tiles=tiles)
        else:
            technique, changes = LOSING_MOVE, (taken.change("remove"),)
            text = Text("{tiles} can go, but then the board cannot be cleared.", tiles=tiles)
    return Step(technique.name, move.pair, changes, text, reason, figures=(line_over(move.path),))


def _no_move_step(position: Position, tile: int, pairs: list[Pair]) -> Step:
    """The step for a tile without moves: the fewest tiles that block it from each mate."""
    cell = position.cells[tile]
    blocking: list[Cell] = []
    texts = []
    for i, j in pairs:
        mate = position.cells[j if i == tile else i]
        tiles = position.places(min(position.blockers((i, j)), key=int.bit_count))
        texts.append(
            Plural(
                "The tile at {cells} blocks the way to {mate}.",
                "The tiles at {cells} block the way to {mate}.",
                n=len(tiles),
                cells=cells_in_words(tiles),
                mate=in_words(mate),
            )
        )
        blocking += tiles
    blocking = list(dict.fromkeys(blocking))
    text = Plural(
        "{tile} cannot go now: {n} marked tile is in the way.",
        "{tile} cannot go now: {n} marked tiles are in the way.",
        n=len(blocking),
        tile=tiles_in_words(position.names[tile], [cell]),
    )
    where = (cell, *blocking)
    return Step(NO_MOVE.name, where[:MAX_WHERE], (), text, sentences(*texts), where[MAX_WHERE:])
