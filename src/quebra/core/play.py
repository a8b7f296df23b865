"""What a family adds so that its puzzles can be played: moves are strings, and make new attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from quebra.core.puzzle import Answer, Puzzle
from quebra.core.results import Place, Step

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)


class Spot(msgspec.Struct, frozen=True):
    """What a player can point at: its place, its box in the drawing, and what is there, in words.

    The box is left, top, width and height in cells of the drawing. Spots lie on the board, or
    beside it in the `tray`.
    """

    where: Place
    box: tuple[float, float, float, float]
    text: str
    part: str = "board"


@dataclass(frozen=True)
class Play(Generic[P, A]):
    """The moves of a family.

    `moves` tells how each kind of move is written and what it does. `unfinished` are the codes of
    `check` that only say that an attempt is not complete yet. `values` are what can be entered in
    a cell, where moves are entries; such families have pencil marks. `remaining` is the puzzle
    that an attempt leaves, None when nothing is left, and BadInput when it cannot go on.
    `lighter` yields each clue that could be left out with the puzzle without it, and `edit` changes
    the puzzle itself, for those who set them.
    """

    moves: tuple[tuple[str, str], ...]
    unfinished: tuple[str, ...]
    start: Callable[[P], A]
    move: Callable[[P, A, str], A]
    moves_for: Callable[[P, A, Step], tuple[str, ...]]
    remaining: Callable[[P, A], P | None]
    spots: Callable[[P, A], tuple[Spot, ...]]
    values: Callable[[P], tuple[str, ...]] = lambda puzzle: ()
    edit: Callable[[P, str], P] | None = None
    lighter: Callable[[P], Iterator[tuple[Place, P]]] = lambda puzzle: iter(())
