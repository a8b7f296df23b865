"""Games of all families: moves, undo, hints, savepoints, replay and links."""

from quebra.play.analysis import (
    Comparison,
    Hint,
    Standing,
    compare,
    follow,
    hint,
    last_place,
    lost_at,
    moves_for,
    open_steps,
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
    "last_place",
    "link",
    "lost_at",
    "moves_for",
    "new_game",
    "open_steps",
    "read_game",
    "solvable",
    "standing",
    "write_game",
]
