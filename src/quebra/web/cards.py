"""Cards of games: what a list shows of each, so that no game has to be opened for it.

What a game shows is found out once after each change, and kept in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra import __version__
from quebra.play import NOTHING_SAID, About
from quebra.service.games import View
from quebra.service.identity import puzzle_key
from quebra.service.requests import Json
from quebra.store import DamagedRow, Saved, StoreError
from quebra.web.gallery import shelf
from quebra.web.games import GameStore, Measure, games_of
from quebra.web.http import json_response, language
from quebra.web.tasks import WorkerPools, while_connected
from quebra.workers import Done, Failed

MAX_CARDS = 300
"""Games that are listed, the last played ones."""
MAX_KNOWN = 5_000
"""Games of all players whose cards are cached."""
MAX_PICTURE = 120_000
"""Characters of a picture; a larger board is indistinguishable on a card."""


class Shown(msgspec.Struct, frozen=True):
    """The part of a game's view that a card needs."""

    title: str = ""
    size: tuple[int, int] | None = None
    svg: str = ""
    progress: Measure = Measure()
    solved: bool = False
    about: About = NOTHING_SAID


class Viewed(msgspec.Struct, frozen=True):
    """The result of the request for a view."""

    view: Shown


class KnownCard(msgspec.Struct, frozen=True):
    """What a game shows, the key of its puzzle, and the digest of the game that both belong to."""

    game: str
    key: str
    shown: Shown


class WithPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a game, as it is written."""

    puzzle: msgspec.Raw


class GameCards:
    """The cards of the saved games, with a cache of what they show for each language."""

    def __init__(self, games: GameStore, pools: WorkerPools) -> None:
        self._games, self._pools = games, pools
        self._known: dict[str, dict[str, KnownCard]] = {}

    async def cards(self, of_player: GameStore, lang: str) -> list[object]:
        """The cards of a player's last games, last played first; damaged games are left out."""
        listed = await asyncio.to_thread(of_player.games.list, MAX_CARDS)
        games = [game for game in listed if isinstance(game, Saved) and self._is_readable(game)]
        if lang not in self._known:
            self._known[lang] = await asyncio.to_thread(self._kept, lang)
        unknown = [game for game in games if not self._is_known(game, lang)]
        if unknown:
            await self._view(unknown, lang)
            await asyncio.to_thread(self._keep, unknown, lang)
        return [self._card(game, lang) for game in games if self._is_known(game, lang)]

    def _is_readable(self, saved: Saved) -> bool:
        try:
            self._games.summary(saved)
        except DamagedRow:
            return False
        return True

    def _is_known(self, saved: Saved, lang: str) -> bool:
        known = self._known[lang].get(saved.id)
        return known is not None and known.game == _digest(saved)

    def _kept(self, lang: str) -> dict[str, KnownCard]:
        """What the store has of games; nothing if it cannot be read."""
        with suppress(StoreError, msgspec.MsgspecError):
            kept = self._games.store.records.all(_kind(lang))
            return {name: msgspec.json.decode(text, type=KnownCard) for name, text in kept.items()}
        return {}

    def _keep(self, games: Sequence[Saved], lang: str) -> None:
        """Keep what some games show, for the next start of the server."""
        known = {game.id: self._known[lang].get(game.id) for game in games}
        texts = {name: msgspec.json.encode(each).decode() for name, each in known.items() if each}
        with suppress(StoreError):  # such as that of a file that can only be read
            self._games.store.records.put(_kind(lang), texts)
            self._games.store.records.keep_last(_kind(lang), MAX_CARDS)

    async def _view(self, games: Sequence[Saved], lang: str) -> None:
        """Find out what games show; one that cannot be viewed in time is left out."""
        begun = []
        for saved in games:
            if self._games.summary(saved).moves:
                begun.append(saved)
            else:
                self._remember(saved, lang, Shown())
        if not begun:
            return
        requests = [View(game=Json(saved.game.encode()), lang=lang) for saved in begun]
        viewed = iter(begun)
        async for event in self._pools.slow.run(*requests):
            if isinstance(event, Done | Failed):
                saved = next(viewed)
                if isinstance(event, Done):
                    shown = msgspec.json.decode(event.result, type=Viewed).view
                    self._remember(saved, lang, shown)

    def _remember(self, saved: Saved, lang: str, shown: Shown) -> None:
        puzzle = msgspec.json.decode(saved.game, type=WithPuzzle).puzzle
        known = self._known[lang]
        if len(known) >= MAX_KNOWN:
            del known[next(iter(known))]
        known[saved.id] = KnownCard(_digest(saved), puzzle_key(bytes(puzzle)), shown)

    def _card(self, saved: Saved, lang: str) -> dict[str, object]:
        game, known = self._games.summary(saved), self._known[lang][saved.id]
        shown, exhibit = known.shown, shelf().get(known.key)
        return {
            "id": saved.id,
            "family": game.puzzle.family,
            "key": known.key,
            "shelf": exhibit and exhibit.id,
            "grade": exhibit and exhibit.grade,
            "moves": len(game.moves),
            "hints": game.hints,
            "seconds": game.seconds,
            "shown": game.shown,
            "updated": saved.updated,
            "title": shown.title,
            "about": shown.about,
            "size": shown.size,
            "progress": shown.progress.value,
            "solved": shown.solved,
            "svg": shown.svg if len(shown.svg) <= MAX_PICTURE else "",
        }


def _digest(saved: Saved) -> str:
    return sha256(saved.game.encode()).hexdigest()[:20]


def _kind(lang: str) -> str:
    """The kind of records; another version may draw other pictures."""
    return f"card {__version__} {lang}"


async def list_cards(request: Request) -> Response:
    """The cards of the last games."""
    cards: GameCards = request.app.state.cards
    find = partial(cards.cards, games_of(request), language(request))
    return json_response(await while_connected(request, find))


ROUTES = [Route("/api/cards", list_cards)]
