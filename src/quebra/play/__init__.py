"""Games of all families: moves, undo, hints, savepoints, replay and links."""

from quebra.play.analysis import (
    Comparison,
    Hint,
    Standing,
    compare,
    follow,
    hint,
    lost_at,
    moves_for,
    solvable,
    standing,
)
from quebra.play.game import (
    SESSION_MOVES,
    Game,
    Marks,
    from_link,
    link,
    new_game,
    read_game,
    write_game,
)

__all__ = [
    "SESSION_MOVES",
    "Comparison",
    "Game",
    "Hint",
    "Marks",
    "Standing",
    "compare",
    "follow",
    "from_link",
    "hint",
    "link",
    "lost_at",
    "moves_for",
    "new_game",
    "read_game",
    "solvable",
    "standing",
    "write_game",
]
