"""What a family adds so that its puzzles can be played: moves are strings that make attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Place, Progress, Step, Violation

if TYPE_CHECKING:
    from quebra.contract.family import Look
    from quebra.engine.budget import Budget
    from quebra.render import Drawing

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)


class Spot(msgspec.Struct, frozen=True):
    """What a player can point at: its place, its box in the drawing, and what is there, in words.

    The box is left, top, width and height in cells of the drawing, and the outline has the corners
    of what does not fill its box. Spots lie on the board, or beside it in the `tray`, where the
    places are those of pieces.
    """

    where: Place
    box: tuple[float, float, float, float]
    text: str
    part: str = "board"
    outline: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Play(Generic[P, A]):
    """The moves of a family.

    `moves` tells how each kind of move is written and what it does. `start` is the attempt before
    the first, or BadInput for a puzzle that cannot be played; `move` makes one, and `moves_to` are
    those that lead from an attempt to an answer. `moves_for` carry out a step of `explain`, as far
    as moves can. `unfinished` tells whether a violation only says that an attempt is not complete
    yet. `remaining` is the puzzle that an attempt leaves, None when nothing is left, and BadInput
    when it cannot go on. `for_goals` is an attempt as the goals of the family shall see it.

    `picture` is the drawing to play on and `progress` how far a game is, where these are not the
    family's `draw` and `progress`. `pieces` are pictures of those in the tray. `values` are what
    can be entered in a cell, where moves are entries; such families have pencil marks. Those in
    `notes` are no entries: the cell is cleared, and they are noted in it as a mark. For those who
    set puzzles, `edit` changes the puzzle itself, by what `edits` tells, and `lighter` yields each
    clue that could be left out, with the puzzle without it.
    """

    moves: tuple[tuple[str, str], ...]
    unfinished: Callable[[P, A, Violation], bool]
    start: Callable[[P], A]
    move: Callable[[P, A, str], A]
    moves_to: Callable[[P, A, A], tuple[str, ...]]
    moves_for: Callable[[P, A, Step, Budget], tuple[str, ...]]
    remaining: Callable[[P, A], P | None]
    spots: Callable[[P, A], tuple[Spot, ...]]
    for_goals: Callable[[P, A], A] = lambda puzzle, attempt: attempt
    progress: Callable[[P, A], Progress] | None = None
    picture: Callable[[P, A, Look], Drawing] | None = None
    pieces: Callable[[P], tuple[Drawing, ...]] = lambda puzzle: ()
    values: Callable[[P], tuple[str, ...]] = lambda puzzle: ()
    notes: tuple[str, ...] = ()
    edit: Callable[[P, str], P] | None = None
    edits: tuple[tuple[str, str], ...] = ()
    lighter: Callable[[P], Iterator[tuple[Place, P]]] = lambda puzzle: iter(())


def by_code(*codes: str) -> Callable[[Any, Any, Violation], bool]:
    """Tells the violations of these codes: for families whose codes say what is unfinished.

    >>> by_code("blank")(None, None, Violation("blank", ((0, 0),), "Row 1 is still empty."))
    True
    """
    return lambda puzzle, attempt, violation: violation.code in codes
