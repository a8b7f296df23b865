"""A game: a puzzle and the moves made.

Games are immutable; every change returns a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.play import Examples, Play, Spot
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.registry import AnyFamily, family_of
from quebra.contract.results import Place, Progress, Violation
from quebra.grid.entries import CLEAR, read_cell
from quebra.grid.text import whole_number
from quebra.i18n.text import Text
from quebra.play.about import NOTHING_SAID, About
from quebra.render import Drawing

MAX_MOVES = 10_000
MAX_MOVE_LENGTH = 100
MAX_SAVEPOINTS = 100
MAX_NAME_LENGTH = 40
MAX_SECONDS = 10**9

MARK = "*"
BACK = "@"
NO_MARKS: frozenset[str] = frozenset()
OF_THE_ATTEMPT = frozenset({"spots", "progress", "_violations"})
"""Cached properties of a game that depend on its attempt alone."""
OF_THE_PUZZLE = frozenset({"start_value"})
"""Cached properties of a game that depend on its puzzle alone."""
SESSION_MOVES: Examples = (
    ("r3c5*7", Text("write 7 as a pencil mark into row 3, column 5, or erase it")),
    ("r3c5*.", Text("erase all pencil marks there")),
    ("@12", Text("go back to the position after 12 moves; @0 starts anew")),
)
"""The moves of every family; pencil marks are for families whose moves are entries."""


class Marks(msgspec.Struct, frozen=True):
    """The pencil marks in a cell."""

    where: Place
    values: tuple[str, ...]


class GameState(NamedTuple):
    """The attempt and the pencil marks after some moves."""

    attempt: Answer
    marks: dict[Place, frozenset[str]]


class Game(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A game: its puzzle, its moves, and the number `done` of moves that are in force.

    Undo and redo change that number. `saved` has the number for each savepoint. `seconds` is the
    time that the player has spent, `hints` the number of hints taken, `shown` whether the solution
    was shown, and `about` what the setter says of the puzzle.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a a\\ngivens\\n. 2 ."))
    >>> game.move("r1c1=2").broken[0].text
    'One region holds 2 at row 1, columns 1 and 2.'
    >>> game.move("r1c1=2").undo().move("r1c1=3").move("r1c3=1").solved
    True
    """

    puzzle: Puzzle
    moves: tuple[str, ...] = ()
    done: int = 0
    saved: dict[str, int] = {}
    hints: int = 0
    seconds: int = 0
    shown: bool = False
    about: About = NOTHING_SAID

    def __post_init__(self) -> None:
        if not 0 <= self.done <= len(self.moves):
            raise BadInput(
                Text(
                    "{done} moves of {all} cannot be in force.",
                    done=self.done,
                    all=len(self.moves),
                )
            )
        if not all(0 <= count <= len(self.moves) for count in self.saved.values()):
            raise BadInput(Text("A savepoint stands for more moves than there are."))
        if self.hints < 0:
            raise BadInput(Text("{hints} is no number of hints.", hints=self.hints))
        if not 0 <= self.seconds <= MAX_SECONDS:
            raise BadInput(
                Text(
                    "{seconds} is no number of seconds from 0 to {most}.",
                    seconds=self.seconds,
                    most=MAX_SECONDS,
                )
            )

    @property
    def family(self) -> AnyFamily:
        """The family of the puzzle."""
        return family_of(self.puzzle)

    @property
    def play(self) -> Play[Any, Any]:
        """The play room of the family; raises `BadInput` if there is none."""
        if self.family.play is None:
            raise BadInput(Text("{title} cannot be played.", title=self.family.title))
        return self.family.play

    # Changes of the game.

    def move(self, text: str) -> Game:
        """The game after one more move; undone moves and savepoints after them are dropped."""
        text = text.strip()
        if len(text) > MAX_MOVE_LENGTH:
            raise BadInput(Text("{text} is too long for a move.", text=quoted(text)))
        if self.done >= MAX_MOVES:
            raise BadInput(Text("A game has at most {most} moves.", most=MAX_MOVES))
        states = self._states[: self.done + 1]
        saved = {name: count for name, count in self.saved.items() if count <= self.done}
        after = (*states, self._after(states, text))
        moves = (*self.moves[: self.done], text)
        return self._with(after, moves=moves, done=self.done + 1, saved=saved)

    def undo(self) -> Game:
        """The game with one move fewer in force."""
        if not self.done:
            raise BadInput(Text("There is nothing to undo."))
        return self._with(self._states, done=self.done - 1)

    def redo(self) -> Game:
        """The game with one move more in force."""
        if self.done == len(self.moves):
            raise BadInput(Text("There is nothing to redo."))
        return self._with(self._states, done=self.done + 1)

    def clear(self) -> Game:
        """The game back at its start, by a move that can be undone."""
        return self.move(f"{BACK}0")

    def save(self, name: str) -> Game:
        """The game with a savepoint for the moves in force."""
        name = name.strip()
        if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise BadInput(
                Text(
                    "The name of a savepoint has 1 to {most} printable characters.",
                    most=MAX_NAME_LENGTH,
                )
            )
        if name not in self.saved and len(self.saved) >= MAX_SAVEPOINTS:
            raise BadInput(Text("A game has at most {most} savepoints.", most=MAX_SAVEPOINTS))
        return self._with(self._states, saved={**self.saved, name: self.done})

    def restore(self, name: str) -> Game:
        """The game back at a savepoint, by a move that can be undone."""
        if name not in self.saved:
            raise BadInput(Text("There is no savepoint {name}.", name=quoted(name)))
        count = self.saved[name]
        if count > self.done:
            return self._with(self._states, done=count)
        return self.move(f"{BACK}{count}")

    def with_hint(self) -> Game:
        """The game with one more hint taken."""
        return self._with(self._states, hints=self.hints + 1)

    def with_solution_shown(self) -> Game:
        """The game of a player who has seen the solution; the moves are the same."""
        return self._with(self._states, shown=True)

    def with_seconds(self, seconds: int) -> Game:
        """The game after that time in all. The clock never goes back."""
        return self._with(self._states, seconds=max(self.seconds, seconds))

    # Properties of the game.

    @property
    def attempt(self) -> Answer:
        """The attempt after the moves in force."""
        return self._states[self.done].attempt

    @property
    def marks(self) -> tuple[Marks, ...]:
        """The pencil marks after the moves in force, by cell."""
        marks = self._states[self.done].marks
        values = self.play.values(self.puzzle)
        return tuple(
            Marks(cell, tuple(value for value in values.all if value in held))
            for cell, held in sorted(marks.items())
        )

    @property
    def has_marks(self) -> bool:
        """Whether cells can have pencil marks."""
        return bool(self.play.values(self.puzzle).entries)

    @property
    def replay(self) -> Iterator[Answer]:
        """The attempts at the start and after each move in force."""
        return (state.attempt for state in self._states[: self.done + 1])

    @property
    def broken(self) -> tuple[Violation, ...]:
        """The violations that further moves cannot mend without undoing others."""
        is_unfinished = self.play.is_unfinished
        return tuple(
            violation
            for violation in self._violations
            if not is_unfinished(self.puzzle, self.attempt, violation)
        )

    @cached_property
    def progress(self) -> Progress:
        """The progress of the attempt."""
        measure = self.play.progress or self.family.rules.progress
        return measure(self.puzzle, self.attempt)

    @cached_property
    def start_value(self) -> float:
        """The value of the progress before the first move, when givens are there already."""
        measure = self.play.progress or self.family.rules.progress
        return measure(self.puzzle, self.play.start(self.puzzle)).value

    @property
    def gained(self) -> float:
        """The progress that the player has made: 0 before the first move, 1 when solved.

        >>> from quebra import load
        >>> game = new_game(load("kojun\\nregions\\na a a\\ngivens\\n2 . ."))
        >>> game.gained, round(game.move("r1c2=1").gained, 3)
        (0.0, 0.5)
        """
        value, start = self.progress.value, self.start_value
        return max(0.0, (value - start) / (1 - start)) if start < 1 else value

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return not self._violations

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The places that a player can point at."""
        return self.play.spots(self.puzzle, self.attempt)

    def drawing(self, look: Look | None = None) -> Drawing:
        """The drawing of the board to play on."""
        draw = self.play.draw or self.family.draw
        return draw(self.puzzle, self.attempt, look or Look())

    def at(self, done: int) -> Game:
        """The game with this number of moves in force."""
        return self._with(self._states, done=done)

    def checked(self) -> Game:
        """The game itself; raises `BadInput` if one of its moves cannot be made."""
        assert self._states
        return self

    @cached_property
    def _violations(self) -> tuple[Violation, ...]:
        return self.family.rules.check(self.puzzle, self.attempt)

    @cached_property
    def _states(self) -> tuple[GameState, ...]:
        """The states after 0, 1, 2 … moves."""
        states = [GameState(self.play.start(self.puzzle), {})]
        for number, text in enumerate(self.moves, start=1):
            try:
                states.append(self._after(states, text))
            except BadInput as error:
                raise BadInput(Text("Move {n}: {text}", n=number, text=error.text)) from None
        return tuple(states)

    def _after(self, states: Sequence[GameState], text: str) -> GameState:
        """The state after one more move."""
        if text.startswith(BACK):
            count = whole_number(text[1:], Text("A move back"))
            if count >= len(states):
                raise BadInput(Text("There were not yet {count} moves to go back to.", count=count))
            return states[count]
        attempt, marks = states[-1]
        play, puzzle = self.play, self.puzzle
        values, is_mark = play.values(puzzle), MARK in text
        if not (values.entries and (is_mark or "=" in text)):
            return GameState(play.move(puzzle, attempt, text), marks)
        place, _, value = (part.strip() for part in text.partition(MARK if is_mark else "="))
        entry = CLEAR if value in values.notes else value
        after = play.move(puzzle, attempt, f"{place}={entry}")
        cell = read_cell(place)
        if is_mark:  # allowed only where the value could be entered, which `play.move` has tested
            held = NO_MARKS if value == CLEAR else marks.get(cell, NO_MARKS) ^ {value}
            return GameState(attempt, _marked(marks, cell, held))
        return GameState(after, _marked(marks, cell, NO_MARKS.union({value} & {*values.notes})))

    def _with(self, states: tuple[GameState, ...], **changes: Any) -> Game:
        """The game with changed fields and known states, which are not computed again."""
        game = msgspec.structs.replace(self, **changes)
        game.__dict__["_states"] = states
        same = OF_THE_ATTEMPT if game.attempt is self.attempt else frozenset()
        known = (OF_THE_PUZZLE | same) & self.__dict__.keys()
        game.__dict__.update({name: self.__dict__[name] for name in known})
        return game


def new_game(puzzle: Puzzle, about: About = NOTHING_SAID) -> Game:
    """A game of a puzzle; raises `BadInput` if the puzzle cannot be played."""
    return Game(puzzle, about=about).checked()


def _marked(
    marks: dict[Place, frozenset[str]], cell: Place, held: frozenset[str]
) -> dict[Place, frozenset[str]]:
    """The marks with those of one cell replaced."""
    others = {each: values for each, values in marks.items() if each != cell}
    return {**others, cell: held} if held else others
