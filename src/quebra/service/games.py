"""Requests about a game: each contains the game as JSON, and those that change it return it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple
from zlib import crc32

import msgspec

from quebra.contract.codec import read_json
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, size_of
from quebra.contract.results import Change, Place, Step
from quebra.engine.budget import Budget
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.play import (
    Game,
    Hint,
    from_link,
    hint,
    link,
    lost_at,
    new_game,
    read_game,
    solvable,
    standing,
    write_game,
)
from quebra.play.game import MAX_SECONDS
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
from quebra.service.results import step_for_json


class BoardLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the drawing of a game shows: `candidates` in place of pencil marks, `broken` rules.

    With `turned`, rows and columns are swapped where the family can draw that.
    """

    candidates: bool = False
    broken: bool = True
    turned: bool = False


USUAL_LOOK = BoardLook()


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
        """The game, after all its moves; `Cut` is raised when the budget ends."""
        text = bytes(self.game).decode()
        with self.reading(budget):
            game = _shown[text].game if text in _shown else read_game(text)
        return game if self.seconds is None else game.with_seconds(self.seconds)

    def change(self, budget: Budget, change: Callable[[Game], Game]) -> dict[str, object]:
        """The changed game; if the change is not possible now, only the sentence that says so."""
        game = self.read(budget)
        try:
            after = change(game)
        except BadInput as error:
            return {"refused": translate(error.text, self.lang)}
        before = _shown.get(bytes(self.game).decode())
        result = saved_game(after, self.lang, self.look)
        if self.base == _state(game, self.lang, self.look) and same_places(game, after):
            drawn = before.svg if before and before.state == self.base else ""
            return {**result, "view": _difference(game, after, result["view"], self.base, drawn)}
        return result


class NewGame(VerbRequest, frozen=True, kw_only=True, tag="new game"):
    """A new game of a puzzle, or the game of a link."""

    puzzle: Json = NOTHING
    link: str | None = None

    def run(self, budget: Budget) -> object:
        if given(self.puzzle) == (self.link is not None):
            raise BadInput(Text("A new game needs a puzzle or a link, and not both."))
        game = from_link(self.link) if self.link else new_game(read_puzzle(self.puzzle))
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
        return {"game": _to_save(game), "view": {"seconds": game.seconds}}


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


NAME_LEVEL, TEXT_LEVEL, MOVE_LEVEL = 1, 2, 3
"""Levels of a hint: the technique and a place, the step with its reason, and the moves."""


class ShownHint(msgspec.Struct, frozen=True):
    """A hint for the page, up to a level, in a language.

    `name` is the English name of the technique, by which lessons are found, and `about` a sentence
    about it. `can_be_made` is whether there are moves to carry the hint out. `svg` is the board
    with the step drawn on it, which shows the candidates of the cells `drawn`; `pictures` are small
    drawings beside it.
    """

    level: int
    name: str
    technique: str
    where: tuple[Place, ...]
    can_be_made: bool
    moves: tuple[str, ...] = ()
    changes: tuple[Change[Any], ...] = ()
    others: tuple[Place, ...] = ()
    text: str = ""
    reason: str = ""
    about: str = ""
    svg: str = ""
    drawn: tuple[Place, ...] = ()
    pictures: tuple[str, ...] = ()

    def up_to(self, level: int) -> ShownHint:
        """The part of a complete hint that belongs to a level."""
        if level == NAME_LEVEL:
            return ShownHint(level, self.name, self.technique, self.where[:1], self.can_be_made)
        moves = self.moves if level == MOVE_LEVEL else ()
        return msgspec.structs.replace(self, level=level, moves=moves)


class FoundHint(msgspec.Struct, frozen=True):
    """A complete hint, and the game that it belongs to: its moves, and the steps that were seen."""

    moves: tuple[str, ...]
    seen: int
    lang: str
    hint: ShownHint
    turned: bool = False

    def belongs_to(self, game: Game, seen: int) -> bool:
        """Whether the hint was found in this position."""
        return (self.moves, self.seen) == (game.moves[: game.done], seen)


_found_hint = msgspec.json.Decoder(FoundHint)


class TakeHint(GameRequest, frozen=True, kw_only=True, tag="hint"):
    """A hint up to a level; at the last level its moves are made.

    `seen` is the number of hints without moves that were shown since the last move. The complete
    hint is returned as `known`. The next request has it: it need not search again, and its hint is
    not counted again.
    """

    quick = False
    level: Annotated[int, msgspec.Meta(ge=NAME_LEVEL, le=MOVE_LEVEL)] = NAME_LEVEL
    seen: Annotated[int, msgspec.Meta(ge=0)] = 0
    known: Json = NOTHING

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        known = self._known_in(game)
        drawn = (self.lang, self.look.turned)
        reusable = known is not None and (known.lang, known.turned) == drawn
        found = known if known and reusable else self._find(game, budget)
        shown = found.hint.up_to(self.level)
        after = game if known else game.with_hint()
        for move in shown.moves:
            after = after.move(move)
        return {
            **saved_game(after, self.lang, self.look, hint=shown),
            "known": msgspec.Raw(msgspec.json.encode(found)),
        }

    def _known_in(self, game: Game) -> FoundHint | None:
        """The hint that is known already in this position."""
        if not given(self.known):
            return None
        found = read_json(bytes(self.known).decode(), _found_hint)
        return found if found.belongs_to(game, self.seen) else None

    def _find(self, game: Game, budget: Budget) -> FoundHint:
        turned = self.look.turned
        shown = _complete_hint(game, hint(game, budget, self.seen), self.lang, turned)
        return FoundHint(game.moves[: game.done], self.seen, self.lang, shown, turned)


def _complete_hint(game: Game, found: Hint, lang: str, turned: bool) -> ShownHint:
    step, explain = found.step, game.family.explain
    about = (each.text for each in explain.techniques if each.name == step.technique)
    drawn = draw_step(game, step, lang, turned)
    return ShownHint(
        level=MOVE_LEVEL,
        name=str(step.technique),
        technique=translate(step.technique, lang),
        where=step.where,
        can_be_made=bool(found.moves),
        moves=found.moves,
        changes=step_for_json(step).changes,
        others=step.others,
        text=translate(step.text, lang),
        reason=translate(step.reason, lang),
        about=translate(next(about, Text()), lang),
        svg=drawn.svg,
        drawn=tuple(cell.where for cell in step.candidates),
        pictures=drawn.pictures,
    )


class DrawnStep(msgspec.Struct, frozen=True):
    """The board with a step drawn on it, and the small pictures beside it, as SVG."""

    svg: str
    pictures: tuple[str, ...]


def draw_step(game: Game, step: Step, lang: str, turned: bool = False) -> DrawnStep:
    """The drawings of a step for the page."""
    drawing = game.drawing(Look(broken=_broken_places(game), step=step, turned=turned))
    pictures = game.family.explain.pictures(game.puzzle, step)
    svg, *small = (each.in_language(lang).svg("page") for each in (drawing, *pictures))
    return DrawnStep(svg, tuple(small))


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
            "game": _to_save(game.with_solution_shown()),
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


def saved_game(
    game: Game, lang: str, look: BoardLook = USUAL_LOOK, **more: object
) -> dict[str, Any]:
    """The JSON of a game to save, and its view with `more` fields."""
    text, shown = write_game(game), view(game, lang, look)
    _shown.pop(text, None)
    _shown[text] = Shown(game, str(shown["state"]), str(shown["svg"]))
    if len(_shown) > MAX_SHOWN:
        del _shown[next(iter(_shown))]
    return {"game": msgspec.Raw(text.encode()), "view": {**shown, **more}}


class Shown(NamedTuple):
    """A game whose view was made: its state, and its drawing."""

    game: Game
    state: str
    svg: str


MAX_SHOWN = 8
_shown: dict[str, Shown] = {}
"""The games of the last views in this process, by their JSON."""


def _to_save(game: Game) -> msgspec.Raw:
    return msgspec.Raw(write_game(game).encode())


def view(game: Game, lang: str, wanted: BoardLook = USUAL_LOOK) -> dict[str, object]:
    """The fields that the page shows of a game."""
    candidates = wanted.candidates and game.has_marks and game.family.draws_candidates
    look = Look(
        broken=_broken_places(game) if wanted.broken else (),
        tint=game.solved,
        candidates=candidates,
        turned=wanted.turned,
    )
    drawing = game.drawing(look).in_language(lang)
    return {
        "family": game.puzzle.family,
        "puzzle": game.puzzle,
        "size": size_of(game.puzzle),
        "moves": game.moves,
        "done": game.done,
        "saved": game.saved,
        "hints": game.hints,
        "seconds": game.seconds,
        "shown": game.shown,
        "answer": game.attempt,
        "marks": () if candidates else game.marks,
        "title": drawing.title,
        "svg": drawing.svg("page"),
        "spots": game.spots,
        "broken": game.broken,
        "progress": {"value": game.gained, "parts": dict(game.progress.parts)},
        "solved": game.solved,
        "turned": wanted.turned,
        "state": _state(game, lang, wanted),
        "values": game.play.values(game.puzzle).all,
        "rules": game.family.rules.texts_for(game.puzzle),
        "link": link(game),
    }


OF_THE_PUZZLE = ("family", "puzzle", "size", "values", "link")
"""Fields of a view that are the same during the whole game."""


def _state(game: Game, lang: str, look: BoardLook) -> str:
    """A short name of the position, the language of its texts and the look of its drawing."""
    flags = "".join(str(int(flag)) for flag in msgspec.structs.astuple(look))
    return f"{lang}-{flags}-{crc32(chr(10).join(game.moves[: game.done]).encode()):08x}"


def same_places(before: Game, after: Game) -> bool:
    """Whether two positions have spots at the same places, in the same order."""
    one, other = before.spots, after.spots
    return len(one) == len(other) and all(
        old is new or (old.part, old.where) == (new.part, new.where)
        for old, new in zip(one, other, strict=True)
    )


def _difference(
    before: Game, after: Game, full: Mapping[str, object], base: str, drawn: str
) -> dict[str, object]:
    """A view without what it shares with that of `base`, whose drawing is known as `drawn`.

    `spots` are those that changed, and `lines` of the drawing are those of `changed_lines`.
    """
    pairs = zip(before.spots, after.spots, strict=True)
    changed = [new for old, new in pairs if new is not old and new != old]
    fields = {name: value for name, value in full.items() if name not in OF_THE_PUZZLE}
    if drawn:
        fields["lines"] = changed_lines(drawn, str(fields.pop("svg")))
    return {**fields, "spots": changed, "base": base}


def changed_lines(before: str, after: str) -> list[str | list[int]]:
    """A text as its new lines, and pairs of the first and last number of lines of `before`.

    >>> changed_lines("a\\nb\\nc\\nd", "a\\nb\\nx\\nd")
    [[0, 1], 'x', [3, 3]]
    """
    old = before.split("\n")
    numbers = {line: number for number, line in enumerate(old)}
    found: list[str | list[int]] = []
    following = 0
    for line in after.split("\n"):
        is_next = following < len(old) and old[following] == line
        number = following if is_next else numbers.get(line)
        following = (following if number is None else number) + 1
        if number is None:
            found.append(line)
        elif found and isinstance(found[-1], list) and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def _broken_places(game: Game) -> tuple[Place, ...]:
    return tuple({place: None for violation in game.broken for place in violation.where})
