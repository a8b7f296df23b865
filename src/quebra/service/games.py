"""Requests about a game: each contains the game as JSON, and those that change it return it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer
from quebra.engine.budget import Budget
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.play import (
    NOTHING_SAID,
    About,
    Game,
    from_link,
    link,
    lost_at,
    new_game,
    read_game,
    solvable,
    standing,
    write_game,
)
from quebra.play.game import MAX_SECONDS
from quebra.service.game_views import (
    USUAL_LOOK,
    BoardLook,
    difference,
    same_places,
    saved_game,
    shown_games,
    state_of,
    turned_if,
)
from quebra.service.requests import (
    NOTHING,
    Check,
    Json,
    Solve,
    VerbRequest,
    given,
    read_answer,
    read_puzzle,
)


class GameRequest(VerbRequest, frozen=True, kw_only=True):
    """A request with a game, in the JSON of `quebra.play`.

    `seconds` is the time that the player has spent on the game until now, and `look` what its
    drawing shows. `base` is the `state` of the view that the caller has: if it is that of the game
    before a change, the new view has only what differs. The games of the last views are kept, so
    that a move need not make all moves before it again.
    """

    game: Json
    seconds: Annotated[int, msgspec.Meta(ge=0, le=MAX_SECONDS)] | None = None
    look: BoardLook = USUAL_LOOK
    base: str = ""

    def read(self, budget: Budget) -> Game:
        """The game as it is shown, after all its moves; `Cut` is raised when the budget ends."""
        text = bytes(self.game).decode()
        with self.reading(budget):
            known = shown_games.get(text)
            if known and known.turned == self.look.turned:
                game = known.game
            else:
                game = turned_if(self.look.turned, read_game(text)).checked()
        return game if self.seconds is None else game.with_seconds(self.seconds)

    def change(self, budget: Budget, change: Callable[[Game], Game]) -> dict[str, object]:
        """The changed game; if the change is not possible now, only the sentence that says so."""
        game = self.read(budget)
        try:
            after = change(game)
        except BadInput as error:
            return {"refused": translate(error.text, self.lang)}
        before = shown_games.get(bytes(self.game).decode())
        result = saved_game(after, self.lang, self.look)
        if self.base == state_of(game, self.lang, self.look) and same_places(game, after):
            drawn = before.svg if before and before.state == self.base else ""
            return {**result, "view": difference(game, after, result["view"], self.base, drawn)}
        return result

    def to_save(self, game: Game) -> msgspec.Raw:
        """The JSON of a game as it was read."""
        return msgspec.Raw(write_game(turned_if(self.look.turned, game)).encode())


class NewGame(VerbRequest, frozen=True, kw_only=True, tag="new game"):
    """A new game of a puzzle, with what its setter says of it, or the game of a link."""

    puzzle: Json = NOTHING
    link: str | None = None
    about: About = NOTHING_SAID

    def run(self, budget: Budget) -> object:
        if given(self.puzzle) == (self.link is not None):
            raise BadInput(Text("A new game needs a puzzle or a link, and not both."))
        game = from_link(self.link) if self.link else new_game(read_puzzle(self.puzzle), self.about)
        return saved_game(game, self.lang)


class View(GameRequest, frozen=True, kw_only=True, tag="view"):
    """The view of a game, as it is or after its first `at` moves."""

    at: int | None = None

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        return saved_game(game if self.at is None else game.at(self.at), self.lang, self.look)


class Move(GameRequest, frozen=True, kw_only=True, tag="move"):
    """The game after one more move."""

    move: str

    def run(self, budget: Budget) -> object:
        return self.change(budget, lambda game: game.move(self.move))


class Try(GameRequest, frozen=True, kw_only=True, tag="try"):
    """The attempt after one more move, which is not made: where a held piece would snap."""

    move: str

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        try:
            return {"answer": game.move(self.move).attempt}
        except BadInput as error:
            return {"refused": translate(error.text, self.lang)}


class Undo(GameRequest, frozen=True, kw_only=True, tag="undo"):
    """The game without its last move."""

    def run(self, budget: Budget) -> object:
        return self.change(budget, Game.undo)


class Redo(GameRequest, frozen=True, kw_only=True, tag="redo"):
    """The game with the move that was undone."""

    def run(self, budget: Budget) -> object:
        return self.change(budget, Game.redo)


class Clear(GameRequest, frozen=True, kw_only=True, tag="clear"):
    """The game at its start again."""

    def run(self, budget: Budget) -> object:
        return self.change(budget, Game.clear)


class Save(GameRequest, frozen=True, kw_only=True, tag="save"):
    """The game with a new savepoint."""

    name: str

    def run(self, budget: Budget) -> object:
        return self.change(budget, lambda game: game.save(self.name))


class Restore(GameRequest, frozen=True, kw_only=True, tag="restore"):
    """The game as it was at a savepoint."""

    name: str

    def run(self, budget: Budget) -> object:
        return self.change(budget, lambda game: game.restore(self.name))


class Take(GameRequest, frozen=True, kw_only=True, tag="take"):
    """The game with the moves that lead to an answer, such as the best one of a search."""

    answer: Json

    def run(self, budget: Budget) -> object:
        def take(game: Game) -> Game:
            answer = read_answer(game.puzzle, self.answer)
            game.family.rules.check(game.puzzle, answer)  # refuses an answer of another shape
            for move in game.play.moves_to(game.puzzle, game.attempt, answer):
                game = game.move(move)
            return game

        return self.change(budget, take)


class Clock(GameRequest, frozen=True, kw_only=True, tag="clock"):
    """The game with the time that the player has spent on it."""

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        return {"game": self.to_save(game), "view": {"seconds": game.seconds}}


class CheckGame(GameRequest, frozen=True, kw_only=True, tag="check game"):
    """The rules that a game breaks now; nothing is solved."""

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        return Check(puzzle=game.puzzle, answer=game.attempt).run(budget)


class Pieces(GameRequest, frozen=True, kw_only=True, tag="pieces"):
    """Pictures of a game's pieces, one for each kind."""

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        pieces = game.play.draw_pieces(game.puzzle)
        return {"pieces": [each.in_language(self.lang).svg("page") for each in pieces]}


class Share(GameRequest, frozen=True, kw_only=True, tag="share"):
    """A link with the puzzle and all moves of a game."""

    def run(self, budget: Budget) -> object:
        return {"link": link(self.read(budget), moves=True)}


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


class Solution(GameRequest, frozen=True, kw_only=True, tag="solution"):
    """A solution beside the player's attempt, as drawings, and how many places agree.

    The moves of the game stay as they are; it is noted that the solution was shown.
    """

    quick = False

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        outcome = Solve(puzzle=game.puzzle, count=1).run(budget)
        if not outcome.solutions:
            raise NotFound(outcome.text)
        solved = _play_to(game, outcome.solutions[0])
        own = {spot.where: spot.text for spot in game.spots}
        agree = sum(own.get(spot.where) == spot.text for spot in solved.spots)
        drawing = game.family.draw(game.puzzle, solved.attempt, Look(tint=True))
        return {
            "game": self.to_save(game.with_solution_shown()),
            "view": {
                "svg": drawing.in_language(self.lang).svg("page"),
                "own": game.drawing().in_language(self.lang).svg("page"),
                "agree": agree,
                "all": len(solved.spots),
            },
        }


def _play_to(game: Game, solution: Answer) -> Game:
    """A new game of the puzzle, played to a solution."""
    fresh = Game(game.puzzle)
    for move in game.play.moves_to(game.puzzle, fresh.attempt, solution):
        fresh = fresh.move(move)
    return fresh
