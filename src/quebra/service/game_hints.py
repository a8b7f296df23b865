"""Hints in a game: each is found once, and shown up to a level."""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec

from quebra.contract.codec import read_json
from quebra.contract.errors import NotFound
from quebra.contract.results import Change, Place
from quebra.engine.budget import Budget
from quebra.grid.ladder import UNPROVED
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.play import Game, Hint, hint
from quebra.play.analysis import BY_SEARCH, SEARCH, follow
from quebra.service.game_views import draw_step, saved_game, turned_if
from quebra.service.games import GameRequest
from quebra.service.requests import NOTHING, Json, given
from quebra.service.results import step_for_json

NAME_LEVEL, TEXT_LEVEL, MOVE_LEVEL = 1, 2, 3
"""Levels of a hint: the technique and a place, the step with its reason, and the moves."""
LAST_RESORTS = (SEARCH, UNPROVED)
"""Techniques of hints for which there was no time to find a step with a reason."""
LONG, BUSY_SHARE = 0.5, 0.5
"""A search of more seconds that had less than this share of a processor was slowed down."""
MORE_SECONDS = 6.0
"""Time limit of the second search on a machine that is busy with other work."""


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
    """A complete hint, and the game that it belongs to: its moves, and the steps that were seen.

    `moves` are those of the saved game; the hint may be that of the `turned` one.
    """

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
        own = turned_if(self.look.turned, game)
        return found if found.belongs_to(own, self.seen) else None

    def _find(self, game: Game, budget: Budget) -> FoundHint:
        shown = _complete_hint(game, find_hint(game, budget, self.seen), self.lang)
        is_turned = self.look.turned
        moves = turned_if(is_turned, game).moves[: game.done]
        return FoundHint(moves, self.seen, self.lang, shown, is_turned)


def find_hint(game: Game, budget: Budget, seen: int) -> Hint:
    """The hint; if other work on the machine has slowed the search down, there is another one."""
    started, used = time.monotonic(), time.process_time()

    def was_slowed() -> bool:
        seconds = time.monotonic() - started
        return seconds > LONG and time.process_time() - used < BUSY_SHARE * seconds

    try:
        found = hint(game, budget, seen)
    except NotFound:
        if not was_slowed():
            raise
    else:
        if found.step.technique not in LAST_RESORTS or not was_slowed():
            return found
    return hint(game, Budget(MORE_SECONDS, cancel=budget.cancel), seen)


def _complete_hint(game: Game, found: Hint, lang: str) -> ShownHint:
    step, explain = found.step, game.family.explain
    is_by_search = step.text == BY_SEARCH
    techniques = () if is_by_search else explain.techniques
    about = (each.text for each in techniques if each.name == step.technique)
    drawn = draw_step(follow(game, found) if is_by_search else game, step, lang)
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
