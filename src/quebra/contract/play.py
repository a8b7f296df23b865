"""The optional room of a family for playing: moves, the places to click, and editing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Place, Progress, Step, Violation
from quebra.i18n.text import Text

if TYPE_CHECKING:
    from quebra.contract.family import Look
    from quebra.engine.budget import Budget
    from quebra.render import Drawing

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)


class Spot(msgspec.Struct, frozen=True):
    """A place that a player can click: its box in the drawing, and its content in words.

    The box is left, top, width and height in cells of the drawing, and the outline has the corners
    of what does not fill its box. Spots lie on the board, or beside it in the `tray`, where the
    places are those of pieces.
    """

    where: Place
    box: tuple[float, float, float, float]
    text: Text
    part: str = "board"
    outline: tuple[tuple[float, float], ...] = ()


Examples = tuple[tuple[str, Text], ...]
"""One move or edit of each kind as it is written, with what it does."""


class Values(msgspec.Struct, frozen=True):
    """What can be put into a cell: `entries` of the attempt, and `notes`.

    A note clears the cell and stays in it as a pencil mark, such as the `x` of a cell that is to
    stay blank.
    """

    entries: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All entries, then all notes."""
        return (*self.entries, *self.notes)

    def name_of(self, value: int) -> str:
        """The name of a candidate; 0 is a cell that stays blank, which is the first note.

        >>> Values(("1", "2"), ("x",)).name_of(0)
        'x'
        """
        return str(value) if value else self.notes[0]


@dataclass(frozen=True)
class Editor(Generic[P, A]):
    """How the puzzles of a family are set.

    `edit` changes a puzzle, or raises `BadInput`; `examples` has one edit of each kind. `blank` is
    the puzzle to begin with, of a size that it may have to admit; families without sizes ignore it.

    The rest is optional. `clue_removals` yields the place of each clue with the edit that removes
    it. `clues_from` yields each place without a clue with the edit that takes its clue from a
    solution. `shown` is what each place of an answer shows, which is the same for equal pieces, in
    families whose solutions are compared by it. `arranged` is the puzzle that an attempt makes,
    such as the silhouette of placed pieces; then moves of a game set the puzzle. `distinct` returns
    the first of each class of equivalent solutions, in families where the desk shows them.
    """

    examples: Examples
    edit: Callable[[P, str], P]
    blank: Callable[[int, int], P]
    clue_removals: Callable[[P], Iterator[tuple[Place, str]]] = lambda puzzle: iter(())
    clues_from: Callable[[P, A], Iterator[tuple[Place, str]]] = lambda puzzle, answer: iter(())
    shown: Callable[[P, A], Mapping[Place, str]] | None = None
    arranged: Callable[[P, A], P] | None = None
    distinct: Callable[[P, Sequence[A]], tuple[A, ...]] | None = None


@dataclass(frozen=True)
class Play(Generic[P, A]):
    """The moves of a family: strings that turn an attempt into the next one.

    `examples` has one move of each kind. `start` is the attempt before the first move, or BadInput
    for a puzzle that cannot be played; `move` makes a move, or raises BadInput. `moves_to` returns
    the moves that lead from an attempt to an answer, and `moves_for` those that carry out a step of
    `explain`, as far as moves can. `is_unfinished` is whether a violation only says that the
    attempt is not complete. `remaining` is the puzzle that an attempt leaves to be solved: None
    when it is solved, and BadInput when it cannot be. `spots` are the places to point at.

    The rest is optional. `draw` is the board to play on and `progress` measures a game, where these
    are not the family's own. `draw_pieces` returns a drawing of each piece. `values` are those of a
    cell, in families whose moves are entries; they have pencil marks. `measured_attempt` is the
    attempt that goals measure, in families where the order of the moves does not count. `editor`
    changes the puzzle itself.
    """

    examples: Examples
    start: Callable[[P], A]
    move: Callable[[P, A, str], A]
    moves_to: Callable[[P, A, A], tuple[str, ...]]
    moves_for: Callable[[P, A, Step, Budget], tuple[str, ...]]
    is_unfinished: Callable[[P, A, Violation], bool]
    remaining: Callable[[P, A], P | None]
    spots: Callable[[P, A], tuple[Spot, ...]]
    draw: Callable[[P, A, Look], Drawing] | None = None
    draw_pieces: Callable[[P], tuple[Drawing, ...]] = lambda puzzle: ()
    values: Callable[[P], Values] = lambda puzzle: Values()
    progress: Callable[[P, A], Progress] | None = None
    measured_attempt: Callable[[P, A], A] = lambda puzzle, attempt: attempt
    editor: Editor[P, A] | None = None


def by_code(*codes: str) -> Callable[[Any, Any, Violation], bool]:
    """`is_unfinished` for families in which the code of a violation settles it.

    >>> by_code("blank")(None, None, Violation("blank", ((0, 0),), Text("A cell is empty.")))
    True
    """
    return lambda puzzle, attempt, violation: violation.code in codes
