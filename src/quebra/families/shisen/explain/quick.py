"""Hints without much time: a kind that can go as a whole, a move of a known clearing, or any."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.harmless import all_four, last_two
from quebra.families.shisen.explain.hint import easiest
from quebra.families.shisen.explain.phrases import line_over, tiles_in_words
from quebra.families.shisen.explain.planning import SEARCH, by_search
from quebra.families.shisen.explain.sure import GROUP
from quebra.families.shisen.explain.tile_moves import OPEN_MOVE
from quebra.families.shisen.model import Clearing, Move, Shisen, TilePair
from quebra.families.shisen.position import Position
from quebra.families.shisen.solve.schedule import TileLines, pairs
from quebra.grid.cells import Cell
from quebra.i18n.text import Text


def harmless_step(board: Shisen, near: Place | None) -> Step | None:
    """The easiest step that takes a whole kind of two or four tiles; None if no kind can go.

    That loses nothing, whether or not it is known that the board can be cleared.

    >>> harmless_step(Shisen(board=(("A", "B", "A"), ("C", "C", "B"))), None).text
    'The last two C, at row 2, columns 1 and 2, lie side by side: take them, nothing is lost.'
    """
    lines = TileLines(board)
    groups = [group for group in board.groups if _can_all_go(lines, tuple(group))]
    position = Position(board, Budget(), groups)
    for find in (partial(last_two, adjacent=True), partial(last_two, adjacent=False), all_four):
        if hint := easiest(find(position), position, near):
            return hint.step(position)
    return None


def _can_all_go(lines: TileLines, group: tuple[Cell, ...]) -> bool:
    """Whether two tiles of a kind, or four in two pairs, can go now."""
    if len(group) == 2:
        return bool(lines.free_path(*group))
    if len(group) != GROUP:
        return False
    return any(
        lines.free_path(*pair) and lines.without(pair).free_path(*set(group).difference(pair))
        for pair in combinations(group, 2)
    )


def proved_move(board: Shisen, clearing: Clearing, near: Place | None) -> Step:
    """The move of a clearing that is easiest to see, of those that can be made now.

    >>> from quebra.families.shisen.position import clearing_of
    >>> from quebra.engine.budget import Budget
    >>> board = Shisen(board=(("A", "B"), ("A", "B")))
    >>> proved_move(board, clearing_of(board, Budget()), None).text
    'Take A at column 1, rows 1 and 2: a search proves that the board can still be cleared.'
    """
    move = min(clearing.rounds[0], key=lambda move: _rank(move, near))
    taken = TilePair(board.tiles[move.pair[0]], move.pair)
    return Step(
        SEARCH.name,
        move.pair,
        (taken.change("place"),),
        by_search(taken.kind, taken.cells),
        figures=(line_over(move.path),),
    )


def open_move(board: Shisen, near: Place | None) -> Step | None:
    """The move that is easiest to see; it has no changes, since it may lose the game.

    >>> open_move(Shisen(board=(("A", "B"), ("A", "B"))), None).text
    'A at column 1, rows 1 and 2 can go, but it is not proved safe: the search took too long.'
    """
    lines = TileLines(board)
    moves = (Move(pair, path) for pair in pairs(board) if (path := lines.free_path(*pair)))
    move = min(moves, key=lambda move: _rank(move, near), default=None)
    if move is None:
        return None
    text = Text(
        "{tiles} can go, but it is not proved safe: the search took too long.",
        tiles=tiles_in_words(board.tiles[move.pair[0]], move.pair),
    )
    return Step(OPEN_MOVE.name, move.pair, (), text, figures=(line_over(move.path),))


def _rank(move: Move, near: Place | None) -> tuple[int, int, int]:
    """The corners and the length of a path, and the distance of the pair from a place."""
    ends = list(zip(move.path, move.path[1:], strict=False))
    length = sum(abs(r - to_r) + abs(c - to_c) for (r, c), (to_r, to_c) in ends)
    away = min(abs(r - near[0]) + abs(c - near[1]) for r, c in move.pair) if near else 0
    return len(move.path), length, away
