"""Requests about a game: each has the saved game, and those that change it return it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import Look
from quebra.contract.puzzle import size_of
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.engine.time_limit import reading_within
from quebra.i18n.messages import translate
from quebra.play import (
    Game,
    Hint,
    follow,
    from_link,
    link,
    lost_at,
    new_game,
    read_game,
    solvable,
    standing,
    whole_hint,
    write_game,
)
from quebra.service.request import NOTHING, Json, VerbRequest, given, read_puzzle
from quebra.service.requests import Check, Solve


class GameRequest(VerbRequest, frozen=True, kw_only=True):
    """A request with a game, in the JSON of `quebra.play`."""

    game: Json

    @property
    def played(self) -> Game:
        """The game, every move made anew."""
        return read_game(bytes(self.game).decode())

    def played_within(self, budget: Budget) -> Game:
        """The same, for requests that may take long: `Cut` is raised when the budget ends."""
        with reading_within(budget):
            return self.played


class NewGame(VerbRequest, frozen=True, kw_only=True, tag="new game"):
    """A game of a puzzle, or the one that a link carries."""

    puzzle: Json = NOTHING
    link: str | None = None

    def run(self, budget: Budget) -> object:
        if given(self.puzzle) == (self.link is not None):
            raise BadInput("A new game needs a puzzle or a link, and not both.")
        return kept(from_link(self.link) if self.link else new_game(read_puzzle(self.puzzle)))


class View(GameRequest, frozen=True, kw_only=True, tag="view"):
    """All there is to show of a game, as it is or after its first `at` moves."""

    at: int | None = None

    def run(self, budget: Budget) -> object:
        game = self.played
        return kept(game if self.at is None else game.at(self.at))


class Move(GameRequest, frozen=True, kw_only=True, tag="move"):
    """A game after a move."""

    move: str

    def run(self, budget: Budget) -> object:
        return kept(self.played.move(self.move))


class Undo(GameRequest, frozen=True, kw_only=True, tag="undo"):
    """A game with one move fewer."""

    def run(self, budget: Budget) -> object:
        return kept(self.played.undo())


class Redo(GameRequest, frozen=True, kw_only=True, tag="redo"):
    """A game with the move that was undone."""

    def run(self, budget: Budget) -> object:
        return kept(self.played.redo())


class Clear(GameRequest, frozen=True, kw_only=True, tag="clear"):
    """A game from the start again."""

    def run(self, budget: Budget) -> object:
        return kept(self.played.clear())


class Save(GameRequest, frozen=True, kw_only=True, tag="save"):
    """A game with a savepoint."""

    name: str

    def run(self, budget: Budget) -> object:
        return kept(self.played.save(self.name))


class Restore(GameRequest, frozen=True, kw_only=True, tag="restore"):
    """A game as it was at a savepoint."""

    name: str

    def run(self, budget: Budget) -> object:
        return kept(self.played.restore(self.name))


class CheckGame(GameRequest, frozen=True, kw_only=True, tag="check game"):
    """Which rules a game breaks by now; no solution is asked for."""

    def run(self, budget: Budget) -> object:
        game = self.played
        return Check(puzzle=game.puzzle, answer=game.attempt).run(budget)


class Pieces(GameRequest, frozen=True, kw_only=True, tag="pieces"):
    """Pictures of a game's pieces, one for each kind."""

    def run(self, budget: Budget) -> object:
        game = self.played
        return {"pieces": [each.svg("page") for each in game.play.draw_pieces(game.puzzle)]}


class Share(GameRequest, frozen=True, kw_only=True, tag="share"):
    """A link that carries the game as it stands, so that it can be undone to the start."""

    def run(self, budget: Budget) -> object:
        return {"link": link(self.played, moves=True)}


class Known(msgspec.Struct, frozen=True):
    """A hint that was found, and the moves after which it holds."""

    moves: tuple[str, ...]
    hint: Hint


class TakeHint(GameRequest, frozen=True, kw_only=True, tag="hint"):
    """The next step, told up to a level; at the last level it is played.

    A hint is looked for once: the answer has what is `known` by then, for the next tap.
    """

    quick = False
    level: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    known: Known | None = None

    def run(self, budget: Budget) -> object:
        game = self.played_within(budget)
        moves = game.moves[: game.done]
        if self.known and self.known.moves == moves:
            whole = self.known.hint
        else:
            whole = whole_hint(game, budget)
        taken = whole.up_to(self.level)
        answer = kept(follow(game, taken), hint=self._told(game, taken))
        return {**answer, "known": Known(moves, whole)}

    def _told(self, game: Game, taken: Hint) -> dict[str, object]:
        words = (translate(reason, self.lang, game.family) for reason in taken.reasons)
        return {
            "level": taken.level,
            "technique": taken.technique,
            "where": taken.where,
            "moves": taken.moves,
            "text": " ".join(words),
        }


class Solvable(GameRequest, frozen=True, kw_only=True, tag="solvable"):
    """Whether a game can still be won: true and false are proofs, null is not known."""

    quick = False

    def run(self, budget: Budget) -> object:
        return {"solvable": solvable(self.played_within(budget), budget)}


class Lost(GameRequest, frozen=True, kw_only=True, tag="lost"):
    """After how many moves a lost game could still be won; -1 never, null not lost or not known."""

    quick = False

    def run(self, budget: Budget) -> object:
        return {"lost": lost_at(self.played_within(budget), budget)}


class Standings(GameRequest, frozen=True, kw_only=True, tag="standing"):
    """How a game stands by each goal of its family."""

    quick = False

    def run(self, budget: Budget) -> object:
        return {"standing": list(standing(self.played_within(budget), budget))}


class GiveUp(GameRequest, frozen=True, kw_only=True, tag="giveup"):
    """A game that is cleared and played to a solution; all that can be undone."""

    quick = False

    def run(self, budget: Budget) -> object:
        game = self.played_within(budget)
        outcome = Solve(puzzle=game.puzzle, count=1).run(budget)
        if not outcome.solutions:
            raise NotFound(outcome.text)
        solution = outcome.solutions[0]
        if game.done:
            game = game.clear()
        for move in game.play.moves_to(game.puzzle, game.attempt, solution):
            game = game.move(move)
        return kept(game)


def kept(game: Game, **more: object) -> dict[str, object]:
    """A game to be kept, and what to show of it."""
    return {"game": msgspec.Raw(write_game(game).encode()), "view": {**view(game), **more}}


def view(game: Game) -> dict[str, object]:
    """All there is to show of a game."""
    progress = game.progress
    broken = _places(violation.where for violation in game.broken)
    drawing = game.drawing(Look(broken=broken))
    return {
        "family": game.puzzle.family,
        "puzzle": game.puzzle,
        "size": size_of(game.puzzle),
        "moves": game.moves,
        "done": game.done,
        "saved": game.saved,
        "hints": game.hints,
        "answer": game.attempt,
        "marks": game.marks,
        "title": drawing.title,
        "svg": drawing.svg("page"),
        "spots": game.spots,
        "broken": game.broken,
        "progress": {"value": progress.value, "parts": dict(progress.parts)},
        "solved": game.solved,
        "values": game.play.values(game.puzzle).all,
        "link": link(game),
    }


def _places(rows: Iterable[tuple[Place, ...]]) -> tuple[Place, ...]:
    return tuple({place: None for row in rows for place in row})
