"""Views of games: all that the page shows of one, or what differs from the view before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from quebra.contract.family import Look
from quebra.contract.puzzle import size_of
from quebra.contract.results import Place, Step
from quebra.play import Game, link, turned, write_game


class BoardLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the drawing of a game shows: `candidates` in place of pencil marks, `broken` rules,
    and a `tint` for each region, which a solved game has in any case.

    With `turned`, rows and columns are swapped in the drawing and in all moves, places and texts,
    where the puzzle has a transpose.
    """

    candidates: bool = False
    broken: bool = True
    tint: bool = False
    turned: bool = False


USUAL_LOOK = BoardLook()


def saved_game(
    game: Game, lang: str, look: BoardLook = USUAL_LOOK, **more: object
) -> dict[str, Any]:
    """The JSON of a game to save, and its view with `more` fields; `game` is as `look` shows it."""
    text, shown = write_game(turned_if(look.turned, game)), view(game, lang, look)
    shown_games.pop(text, None)
    shown_games[text] = Shown(game, look.turned, str(shown["state"]), str(shown["svg"]))
    if len(shown_games) > MAX_SHOWN:
        del shown_games[next(iter(shown_games))]
    return {"game": msgspec.Raw(text.encode()), "view": {**shown, **more}}


class Shown(NamedTuple):
    """A game whose view was made, as it was shown: whether turned, its state, and its drawing."""

    game: Game
    turned: bool
    state: str
    svg: str


MAX_SHOWN = 8
shown_games: dict[str, Shown] = {}
"""The games of the last views in this process, by their JSON."""


def turned_if(is_turned: bool, game: Game) -> Game:
    """The game as it is shown, from the one that is saved; or the other way."""
    return turned(game) if is_turned else game


def view(game: Game, lang: str, wanted: BoardLook = USUAL_LOOK) -> dict[str, object]:
    """The fields that the page shows of a game.

    `puzzle`, `size` and `link` are those of the game that is saved. All other fields are of the
    game as it is shown, whose puzzle is `board`, unless that is the same.
    """
    own = turned_if(wanted.turned, game)
    candidates = wanted.candidates and game.has_marks and game.family.draws_candidates
    look = Look(
        broken=broken_places(game) if wanted.broken else (),
        tint=wanted.tint or game.solved,
        candidates=candidates,
    )
    drawing = game.drawing(look).in_language(lang)
    return {
        "family": game.puzzle.family,
        "puzzle": own.puzzle,
        "board": game.puzzle if wanted.turned else None,
        "size": size_of(own.puzzle),
        "moves": game.moves,
        "done": game.done,
        "saved": game.saved,
        "hints": game.hints,
        "seconds": game.seconds,
        "shown": game.shown,
        "about": game.about,
        "answer": game.attempt,
        "marks": () if candidates else game.marks,
        "title": drawing.title,
        "svg": drawing.svg("page"),
        "spots": game.spots,
        "broken": game.broken,
        "progress": {"value": game.gained, "parts": dict(game.progress.parts)},
        "solved": game.solved,
        "turned": wanted.turned,
        "state": state_of(game, lang, wanted),
        "values": game.play.values(game.puzzle).all,
        "rules": game.family.rules.texts_for(game.puzzle),
        "link": link(own),
    }


OF_THE_PUZZLE = ("family", "puzzle", "board", "size", "values", "rules", "link", "about")
"""Fields of a view that are the same during the whole game."""


def state_of(game: Game, lang: str, look: BoardLook) -> str:
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


def difference(
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


def broken_places(game: Game) -> tuple[Place, ...]:
    return tuple({place: None for violation in game.broken for place in violation.where})


class DrawnStep(msgspec.Struct, frozen=True):
    """The board with a step drawn on it, and the small pictures beside it, as SVG."""

    svg: str
    pictures: tuple[str, ...]


def draw_step(game: Game, step: Step, lang: str) -> DrawnStep:
    """The drawings of a step for the page."""
    drawing = game.drawing(Look(broken=broken_places(game), step=step))
    pictures = game.family.explain.pictures(game.puzzle, step)
    svg, *small = (each.in_language(lang).svg("page") for each in (drawing, *pictures))
    return DrawnStep(svg, tuple(small))
