"""Games of all families: moves, undo, hints, savepoints, replay and links."""

from quebra.play.about import NOTHING_SAID, About
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
    new_game,
)
from quebra.play.saving import from_link, link, read_game, write_game
from quebra.play.setting import Clue, Difference, Judgement, judge
from quebra.play.turned import turned

__all__ = [
    "NOTHING_SAID",
    "SESSION_MOVES",
    "About",
    "Clue",
    "Comparison",
    "Difference",
    "Game",
    "Hint",
    "Judgement",
    "Marks",
    "Standing",
    "compare",
    "follow",
    "from_link",
    "hint",
    "judge",
    "last_place",
    "link",
    "lost_at",
    "moves_for",
    "new_game",
    "open_steps",
    "read_game",
    "solvable",
    "standing",
    "turned",
    "write_game",
]
