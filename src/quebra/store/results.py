"""What pupils have done with the puzzles of their class; each is recorded as its game is saved."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, Connection, case, or_, select

from quebra.store.database import Database, now
from quebra.store.tables import class_puzzles, pupils, results


class Played(msgspec.Struct, frozen=True):
    """The state of a game: the key of its puzzle, and how far and with what help it was played."""

    key: str
    moves: int = 0
    progress: float = 0.0
    hints: int = 0
    seconds: int = 0
    shown: bool = False
    solved: bool = False


def record(
    connection: Connection, database: Database, player: str, game: str, played: Played
) -> None:
    """Record a game in each class that has its puzzle and its player.

    A result stays as it is once the puzzle is solved, whatever is done with the game later.
    """
    own = (pupils.c.player == player, class_puzzles.c.key == played.key)
    joined = pupils.join(class_puzzles, pupils.c.class_id == class_puzzles.c.class_id)
    found = connection.execute(
        select(pupils.c.id, pupils.c.class_id).select_from(joined).where(*own)
    )
    for pupil, class_id in {tuple(row) for row in found}:
        time = now()
        row = {
            "class_id": class_id,
            "pupil": pupil,
            "game": game,
            "updated": time,
            "solved": time if played.solved else None,
            "key": played.key,
            "moves": played.moves,
            "progress": played.progress,
            "hints": played.hints,
            "seconds": played.seconds,
            "shown": played.shown,
        }
        statement = database.insert(results).values(row)
        new = statement.excluded
        changed = {name: value for name, value in row.items() if name not in ("pupil", "key")}
        # Help taken in another game of the same puzzle counts as well.
        changed |= {
            "hints": _larger(new.hints, results.c.hints),
            "seconds": _larger(new.seconds, results.c.seconds),
            "shown": or_(new.shown, results.c.shown),
        }
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=["pupil", "key"], set_=changed, where=results.c.solved.is_(None)
            )
        )


def _larger(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one > other, one), else_=other)
