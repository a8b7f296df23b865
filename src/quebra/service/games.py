"""Requests about a game: each contains the game as JSON, and those that change it return it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import Look
from quebra.contract.puzzle import size_of
from quebra.engine.budget import Budget
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
from quebra.service.requests import NOTHING, Check, Json, Solve, VerbRequest, given, read_puzzle


class GameRequest(VerbRequest, frozen=True, kw_only=True):
    """A request with a game, in the JSON of `quebra.play`."""

    game: Json

    def read(self, budget: Budget) -> Game:
        """The game, after all its moves; `Cut` is raised when the budget ends."""
        with self.reading(budget):
            return read_game(bytes(self.game).decode())


class NewGame(VerbRequest, frozen=True, kw_only=True, tag="new game"):
    """A new game of a puzzle, or the game of a link."""

    puzzle: Json = NOTHING
    link: str | None = None

    def run(self, budget: Budget) -> object:
        if given(self.puzzle) == (self.link is not None):
            raise BadInput("A new game needs a puzzle or a link, and not both.")
        return saved_game(from_link(self.link) if self.link else new_game(read_puzzle(self.puzzle)))


class View(GameRequest, frozen=True, kw_only=True, tag="view"):
    """The view of a game, as it is or after its first `at` moves."""

    at: int | None = None

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        return saved_game(game if self.at is None else game.at(self.at))


class Move(GameRequest, frozen=True, kw_only=True, tag="move"):
    """The game after one more move."""

    move: str

    def run(self, budget: Budget) -> object:
        return saved_game(self.read(budget).move(self.move))


class Undo(GameRequest, frozen=True, kw_only=True, tag="undo"):
    """The game without its last move."""

    def run(self, budget: Budget) -> object:
        return saved_game(self.read(budget).undo())


class Redo(GameRequest, frozen=True, kw_only=True, tag="redo"):
    """The game with the move that was undone."""

    def run(self, budget: Budget) -> object:
        return saved_game(self.read(budget).redo())


class Clear(GameRequest, frozen=True, kw_only=True, tag="clear"):
    """The game at its start again."""

    def run(self, budget: Budget) -> object:
        return saved_game(self.read(budget).clear())


class Save(GameRequest, frozen=True, kw_only=True, tag="save"):
    """The game with a new savepoint."""

    name: str

    def run(self, budget: Budget) -> object:
        return saved_game(self.read(budget).save(self.name))


class Restore(GameRequest, frozen=True, kw_only=True, tag="restore"):
    """The game as it was at a savepoint."""

    name: str

    def run(self, budget: Budget) -> object:
        return saved_game(self.read(budget).restore(self.name))


class CheckGame(GameRequest, frozen=True, kw_only=True, tag="check game"):
    """The rules that a game breaks now; nothing is solved."""

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        return Check(puzzle=game.puzzle, answer=game.attempt).run(budget)


class Pieces(GameRequest, frozen=True, kw_only=True, tag="pieces"):
    """Pictures of a game's pieces, one for each kind."""

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        return {"pieces": [each.svg("page") for each in game.play.draw_pieces(game.puzzle)]}


class Share(GameRequest, frozen=True, kw_only=True, tag="share"):
    """A link with the puzzle and all moves of a game."""

    def run(self, budget: Budget) -> object:
        return {"link": link(self.read(budget), moves=True)}


class FoundHint(msgspec.Struct, frozen=True):
    """A complete hint, and the moves of the game that it belongs to."""

    moves: tuple[str, ...]
    hint: Hint


class TakeHint(GameRequest, frozen=True, kw_only=True, tag="hint"):
    """A hint up to a level; at the last level its moves are made.

    The complete hint is returned as `known`. The next request has it, and need not search again.
    """

    quick = False
    level: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    known: FoundHint | None = None

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        moves = game.moves[: game.done]
        if self.known and self.known.moves == moves:
            whole = self.known.hint
        else:
            whole = whole_hint(game, budget)
        hint = whole.up_to(self.level)
        result = saved_game(follow(game, hint), hint=self._for_json(game, hint))
        # Encoded here: workers translate the strings of a result, and this is not for the page.
        return {**result, "known": msgspec.Raw(msgspec.json.encode(FoundHint(moves, whole)))}

    def _for_json(self, game: Game, hint: Hint) -> dict[str, object]:
        """The hint; its text is translated here, sentence by sentence, and not again."""
        text = " ".join(translate(each, self.lang, game.family) for each in hint.sentences)
        return {
            "level": hint.level,
            "technique": hint.technique,
            "where": hint.where,
            "moves": hint.moves,
            "text": msgspec.Raw(msgspec.json.encode(text)),
        }


class Solvable(GameRequest, frozen=True, kw_only=True, tag="solvable"):
    """Whether a game can still be won: true and false are proved, null is not known."""

    quick = False

    def run(self, budget: Budget) -> object:
        return {"solvable": solvable(self.read(budget), budget)}


class Lost(GameRequest, frozen=True, kw_only=True, tag="lost"):
    """After how many moves a lost game could still be won; -1 never, null not lost or not known."""

    quick = False

    def run(self, budget: Budget) -> object:
        return {"lost": lost_at(self.read(budget), budget)}


class Standings(GameRequest, frozen=True, kw_only=True, tag="standing"):
    """The standing of a game by each goal of its family."""

    quick = False

    def run(self, budget: Budget) -> object:
        return {"standing": list(standing(self.read(budget), budget))}


class GiveUp(GameRequest, frozen=True, kw_only=True, tag="giveup"):
    """The game cleared and then solved; all moves can be undone."""

    quick = False

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        outcome = Solve(puzzle=game.puzzle, count=1).run(budget)
        if not outcome.solutions:
            raise NotFound(outcome.text)
        solution = outcome.solutions[0]
        if game.done:
            game = game.clear()
        for move in game.play.moves_to(game.puzzle, game.attempt, solution):
            game = game.move(move)
        return saved_game(game)


def saved_game(game: Game, **more: object) -> dict[str, object]:
    """The JSON of a game to save, and its view with `more` fields."""
    return {"game": msgspec.Raw(write_game(game).encode()), "view": {**view(game), **more}}


def view(game: Game) -> dict[str, object]:
    """The fields that the page shows of a game."""
    progress = game.progress
    broken = tuple({place: None for violation in game.broken for place in violation.where})
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
