"""A game with rows and columns swapped, as an upright screen shows it.

The turned game is a game of the transposed puzzle. So its moves, places, steps and texts all use
the rows and columns that the player sees.
"""

from __future__ import annotations

import re

import msgspec

from quebra.play.game import Game

_CELL = re.compile(r"r([0-9]+)c([0-9]+)")


def turned(game: Game) -> Game:
    """The game with rows and columns swapped; itself if its puzzle has no transpose.

    >>> from quebra import load
    >>> game = Game(load("shisen\\nABAB")).move("r1c1-r1c3")
    >>> turned(game).puzzle.board, turned(game).moves
    ((('A',), ('B',), ('A',), ('B',)), ('r1c1-r3c1',))
    >>> turned(turned(game)) == game
    True
    """
    transpose = game.family.symmetry.transpose
    puzzle = transpose(game.puzzle) if transpose else None
    if puzzle is None:
        return game
    return msgspec.structs.replace(
        game, puzzle=puzzle, moves=tuple(_CELL.sub(r"r\2c\1", move) for move in game.moves)
    )
