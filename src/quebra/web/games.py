"""The games of players: each is saved after every move."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.codec import json_error
from quebra.contract.errors import NotFound
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text, names
from quebra.service.game_views import BoardLook
from quebra.service.games import GameRequest, View
from quebra.service.identity import puzzle_key
from quebra.service.protocol import GAME_ACTIONS, read_request
from quebra.service.requests import NOTHING, Json
from quebra.store import HOME, DamagedRow, Played, Saved, Store
from quebra.store.errors import log_damage
from quebra.web.http import (
    ApiError,
    json_response,
    language,
    read_body,
    read_fields,
    read_verb_request,
)
from quebra.web.players import visitor_of
from quebra.web.tasks import respond, result_for

ACTIONS = {verb.removesuffix(" game"): verb for verb in GAME_ACTIONS}
"""The verbs of requests about a game, by the last part of their address."""
NULL = msgspec.Raw(b"null")
TRIES = 50
"""Tries of a quick action while other servers change the game."""
CONFLICT = Text("The game has changed meanwhile; try again.")
MAX_HINTS = 100
"""Games whose last hint is cached."""


class GameResult(msgspec.Struct):
    """The result of a request about a game: the game to save, its view, and the hint found."""

    game: msgspec.Raw
    view: dict[str, msgspec.Raw]
    known: msgspec.Raw = NOTHING


class Tag(msgspec.Struct):
    """The tag of a puzzle, which is its family."""

    family: str


class Summary(msgspec.Struct):
    """The part of a game's JSON that the list of games needs."""

    puzzle: Tag
    moves: tuple[str, ...] = ()
    done: int | None = None
    hints: int = 0
    seconds: int = 0
    shown: bool = False


class PlayedGame(Summary):
    """The summary of a game, and its puzzle as it is written."""

    puzzle: msgspec.Raw  # type: ignore[assignment]


class Measure(msgspec.Struct, frozen=True):
    """The progress of a game."""

    value: float = 0.0


class PlayedView(msgspec.Struct, frozen=True):
    """The part of a view that a class records."""

    progress: Measure = Measure()
    solved: bool = False


RECORDED = PlayedView.__struct_fields__


class SharedState:
    """The locks of games that are being changed, and the last hints, by game."""

    def __init__(self) -> None:
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.hints: dict[str, msgspec.Raw] = {}


class GameStore:
    """The saved games of one player, with a lock for each, and the last hints."""

    def __init__(self, store: Store, player: str = HOME, state: SharedState | None = None) -> None:
        self.store, self.player = store, player
        self.games = store.games.of(player)
        self._state = state or SharedState()

    def of(self, player: str) -> GameStore:
        """The games of another player."""
        return GameStore(self.store, player, self._state)

    def lock(self, id: str) -> asyncio.Lock:
        """The lock that a request holds while it changes the game."""
        return self._state.locks.setdefault(id, asyncio.Lock())

    async def load(self, id: str) -> Saved:
        """The saved game; raises `ApiError` if there is none or it is damaged."""
        try:
            saved = await asyncio.to_thread(self.games.load, id)
            self.summary(saved)
        except NotFound as error:
            raise ApiError(404, error.text) from None
        except DamagedRow as damage:
            log_damage(str(damage))
            raise ApiError(500, damage.text) from None
        return saved

    async def list(self) -> list[dict[str, object]]:
        """A summary of each game, last played first; the error in place of a damaged one."""
        return list(map(self._list_entry, await asyncio.to_thread(self.games.list)))

    def _list_entry(self, saved: Saved | DamagedRow) -> dict[str, object]:
        try:
            if isinstance(saved, DamagedRow):
                raise saved
            game = self.summary(saved)
        except DamagedRow as damage:
            log_damage(str(damage))
            return {"id": damage.id, "error": damage.text}
        return {
            "id": saved.id,
            "family": game.puzzle.family,
            "moves": len(game.moves),
            "done": len(game.moves) if game.done is None else game.done,
            "hints": game.hints,
            "seconds": game.seconds,
            "shown": game.shown,
            "updated": saved.updated,
        }

    def summary(self, saved: Saved) -> Summary:
        """The summary of a game; raises `DamagedRow`."""
        try:
            return msgspec.json.decode(saved.game, type=Summary)
        except msgspec.MsgspecError as error:
            database, fault = self.store.database.name, json_error(error, saved.game).text
            raise DamagedRow(database, "games", saved.id, "game", fault) from None

    def hint(self, id: str) -> msgspec.Raw:
        """The cached hint of a game, or null."""
        return self._state.hints.get(id, NULL)

    def _cache_hint(self, id: str, hint: msgspec.Raw) -> None:
        hints = self._state.hints
        hints.pop(id, None)
        hints[id] = hint
        if len(hints) > MAX_HINTS:
            del hints[next(iter(hints))]

    async def add(self, result: GameResult) -> dict[str, object]:
        """Save a new game; returns its view."""
        game, played = bytes(result.game).decode(), self._played(result)
        name = await asyncio.to_thread(self.games.save, game, played=played)
        return {"id": name, **result.view}

    async def replace(self, loaded: Saved, result: GameResult) -> dict[str, object] | None:
        """Save a changed game; returns its view, or None if it was changed meanwhile."""
        game, played = bytes(result.game).decode(), self._played(result)
        if not await asyncio.to_thread(self.games.replace, loaded, game, played):
            return None
        if bytes(result.known):
            self._cache_hint(loaded.id, result.known)
        return {"id": loaded.id, **result.view}

    def _played(self, result: GameResult) -> Played | None:
        """What a class records of a changed game; nothing of games of this machine."""
        return None if self.player == HOME else played(result)


def played(result: GameResult) -> Played:
    """The state of a game, for the results of a class."""
    game = msgspec.json.decode(result.game, type=PlayedGame)
    view = msgspec.convert(
        {name: msgspec.json.decode(raw) for name, raw in result.view.items() if name in RECORDED},
        PlayedView,
    )
    return Played(
        puzzle_key(bytes(game.puzzle)),
        moves=len(game.moves) if game.done is None else game.done,
        progress=view.progress.value,
        hints=game.hints,
        seconds=game.seconds,
        shown=game.shown,
        solved=view.solved,
    )


def games_of(request: Request) -> GameStore:
    """The saved games of the visitor."""
    games = request.app.state.games
    assert isinstance(games, GameStore)
    return games.of(visitor_of(request).player)


async def new(request: Request) -> Response:
    """Start a game of a puzzle, or the game of a link."""
    result = await result_for(request, await read_verb_request(request, "new game"))
    game = msgspec.json.decode(result, type=GameResult)
    return json_response(await games_of(request).add(game), 201)


async def show(request: Request) -> Response:
    """The view of a game as it is, or after its first `at` moves."""
    saved = await games_of(request).load(request.path_params["id"])
    at = request.query_params.get("at")
    if at is not None and not (at.isascii() and at.isdigit() and len(at) < 9):
        raise ApiError(400, Text("{at} is no number of moves.", at=quoted(at, 40)))
    lang = language(request)
    view = View(
        game=Json(saved.game.encode()),
        at=None if at is None else int(at),
        lang=lang,
        look=BoardLook(
            candidates="candidates" in request.query_params,
            broken="calm" not in request.query_params,
            tint="tint" in request.query_params,
            turned="turned" in request.query_params,
        ),
    )
    result = msgspec.json.decode(await result_for(request, view), type=GameResult)
    return json_response({"id": saved.id, **result.view})


async def list_games(request: Request) -> Response:
    """The summaries of all games, last played first."""
    return json_response(await games_of(request).list(), lang=language(request))


async def remove(request: Request) -> Response:
    """Delete a game from the store."""
    name = request.path_params["id"]
    if not await asyncio.to_thread(games_of(request).games.delete, name):
        raise ApiError(404, Text("There is no game {id}.", id=quoted(name, 40)))
    return json_response({"id": name})


async def act(request: Request) -> Response:
    """Run an action of a player on a game."""
    name, action = request.path_params["id"], request.path_params["action"]
    if action not in ACTIONS:
        raise ApiError(
            404,
            Text(
                "A game has no {action}; it has: {known}.",
                action=quoted(action, 40),
                known=names(ACTIONS),
            ),
        )
    verb, options = ACTIONS[action], read_fields(await read_body(request))
    if GAME_ACTIONS[verb].quick:
        return json_response(await _act_quickly(request, verb, options, name))
    games = games_of(request)
    saved = await games.load(name)

    async def finish(result: msgspec.Raw) -> object:
        if (await games.load(name)).game == saved.game:
            answer = await _answer(games, saved, result)
            if answer is not None:
                return answer
        raise ApiError(409, CONFLICT)

    return await respond(request, _game_request(request, verb, options, saved), finish)


async def _act_quickly(
    request: Request, verb: str, options: dict[str, msgspec.Raw], name: str
) -> object:
    """The answer to a quick action, which is repeated if another server changes the game meanwhile.

    The lock keeps the requests of this server in order.
    """
    games = games_of(request)
    async with games.lock(name):
        for _ in range(TRIES):
            saved = await games.load(name)
            result = await result_for(request, _game_request(request, verb, options, saved))
            answer = await _answer(games, saved, result)
            if answer is not None:
                return answer
    raise ApiError(409, CONFLICT)


def _game_request(
    request: Request, verb: str, options: dict[str, msgspec.Raw], saved: Saved
) -> GameRequest:
    fields = {**options, "game": msgspec.Raw(saved.game.encode()), "lang": language(request)}
    if verb == "hint":
        fields["known"] = games_of(request).hint(saved.id)
    found = read_request(msgspec.json.encode(fields), verb)
    assert isinstance(found, GameRequest)
    return found


async def _answer(games: GameStore, saved: Saved, result: msgspec.Raw) -> object | None:
    """The answer to an action, after the game is saved; None if it was changed meanwhile.

    An action without a game in its result changes nothing.
    """
    found = msgspec.json.decode(result, type=dict[str, msgspec.Raw])
    if "game" not in found:
        return result
    return await games.replace(saved, msgspec.json.decode(result, type=GameResult))


ROUTES = [
    Route("/api/games", list_games),
    Route("/api/games", new, methods=["POST"]),
    Route("/api/games/{id}", show),
    Route("/api/games/{id}", remove, methods=["DELETE"]),
    Route("/api/games/{id}/{action}", act, methods=["POST"]),
]
