"""Games: kept in the store after every move, so that nothing is lost whatever happens."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.codec import json_complaint
from quebra.contract.errors import NotFound
from quebra.i18n.messages import translated
from quebra.service.games import GameRequest, View
from quebra.service.protocol import GAME_ACTIONS, read_request
from quebra.service.request import NOTHING, Json
from quebra.store import DamagedRow, Saved, Store
from quebra.store.rows import damaged_row, log_damage
from quebra.web.jobs import respond, result_for
from quebra.web.refusals import Refusal, json_response
from quebra.web.requests import body_of, fields_of, language, request_of

ACTIONS = {verb.removesuffix(" game"): verb for verb in GAME_ACTIONS}
"""The verbs of requests about a game, by the last part of their address."""


NULL = msgspec.Raw(b"null")
TRIES = 50
"""How often a quick action is repeated because another server changed the game meanwhile."""
OVERTAKEN = "The game went on meanwhile; ask again."
MOST_KNOWN = 100
"""Games of which something is known meanwhile."""


class Played(msgspec.Struct):
    """What a task makes of a game: to be kept, to be shown, and to be known by the next task."""

    game: msgspec.Raw
    view: dict[str, msgspec.Raw]
    known: msgspec.Raw = NOTHING


class Tag(msgspec.Struct):
    """The family of a puzzle."""

    family: str


class Summary(msgspec.Struct):
    """What a list tells of a game."""

    puzzle: Tag
    moves: tuple[str, ...] = ()
    done: int | None = None


class Shelf:
    """The games of the store, each changed by one request of this server at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._known: dict[str, msgspec.Raw] = {}

    def lock(self, id: str) -> asyncio.Lock:
        """Whoever holds it may change the game."""
        return self._locks.setdefault(id, asyncio.Lock())

    async def load(self, id: str) -> Saved:
        """The game as it was kept."""
        try:
            saved = await asyncio.to_thread(self.store.games.load, id)
            self.summary(saved)
        except NotFound as error:
            raise Refusal(404, str(error)) from None
        except DamagedRow as damage:
            log_damage(str(damage))
            raise Refusal(500, str(damage)) from None
        return saved

    async def list(self) -> list[dict[str, object]]:
        """What to tell of each game, last played first; of a damaged one, its ID and the error."""
        return list(map(self._listed, await asyncio.to_thread(self.store.games.list)))

    def _listed(self, saved: Saved | DamagedRow) -> dict[str, object]:
        try:
            if isinstance(saved, DamagedRow):
                raise saved
            game = self.summary(saved)
        except DamagedRow as damage:
            log_damage(str(damage))
            return {"id": damage.id, "error": str(damage)}
        return {
            "id": saved.id,
            "family": game.puzzle.family,
            "moves": len(game.moves),
            "done": len(game.moves) if game.done is None else game.done,
            "updated": saved.updated,
        }

    def summary(self, saved: Saved) -> Summary:
        """What a list tells of a game, read from its JSON."""
        try:
            return msgspec.json.decode(saved.game, type=Summary)
        except msgspec.MsgspecError as error:
            reason = f"column game, {json_complaint(str(error), saved.game)}"
            raise damaged_row(self.store.database.name, "games", saved.id, reason) from None

    def known(self, id: str) -> msgspec.Raw:
        """What the last task found out about a game and did not tell; null if nothing."""
        return self._known.get(id, NULL)

    def note(self, id: str, known: msgspec.Raw) -> None:
        """Know something of a game, and forget what is oldest when it is too much."""
        self._known.pop(id, None)
        self._known[id] = known
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def add(self, played: Played) -> dict[str, object]:
        """Save a new game; returns what to show of it."""
        game = bytes(played.game).decode()
        return {"id": await asyncio.to_thread(self.store.games.save, game), **played.view}

    async def replace(self, loaded: Saved, played: Played) -> dict[str, object] | None:
        """Save a changed game; returns what to show of it, or None if it was changed meanwhile."""
        game = bytes(played.game).decode()
        if not await asyncio.to_thread(self.store.games.replace, loaded, game):
            return None
        if bytes(played.known):
            self.note(loaded.id, played.known)
        return {"id": loaded.id, **played.view}


def shelf_of(request: Request) -> Shelf:
    """The games of the server that got the request."""
    shelf = request.app.state.shelf
    assert isinstance(shelf, Shelf)
    return shelf


async def new(request: Request) -> Response:
    """A new game."""
    result = await result_for(request, await request_of(request, "new game"))
    played = msgspec.json.decode(result, type=Played)
    return json_response(await shelf_of(request).add(played), 201)


async def show(request: Request) -> Response:
    """A game as it is now, or as it was after so many moves."""
    saved = await shelf_of(request).load(request.path_params["id"])
    at = request.query_params.get("at")
    if at is not None and not (at.isascii() and at.isdigit() and len(at) < 9):
        raise Refusal(400, f"{at[:40]!r} is no number of moves.")
    lang = language(request)
    view = View(game=Json(saved.game.encode()), at=None if at is None else int(at), lang=lang)
    played = msgspec.json.decode(await result_for(request, view), type=Played)
    return json_response({"id": saved.id, **played.view})


async def list_games(request: Request) -> Response:
    """The games that there are, last played first."""
    return json_response(translated(await shelf_of(request).list(), language(request)))


async def remove(request: Request) -> Response:
    """Forget a game."""
    name = request.path_params["id"]
    if not await asyncio.to_thread(shelf_of(request).store.games.delete, name):
        raise Refusal(404, f"There is no game {name[:40]!r}.")
    return json_response({"id": name})


async def act(request: Request) -> Response:
    """What a player does, or asks."""
    name, action = request.path_params["id"], request.path_params["action"]
    if action not in ACTIONS:
        raise Refusal(404, f"A game has no {action[:40]!r}; it has: {', '.join(ACTIONS)}.")
    verb, options = ACTIONS[action], fields_of(await body_of(request))
    if GAME_ACTIONS[verb].quick:
        return json_response(await _act_at_once(request, verb, options, name))
    shelf = shelf_of(request)
    saved = await shelf.load(name)

    async def finish(result: msgspec.Raw) -> object:
        if (await shelf.load(name)).game == saved.game:
            answer = await _answer(shelf, saved, result)
            if answer is not None:
                return answer
        raise Refusal(409, OVERTAKEN)

    return await respond(request, _game_request(request, verb, options, saved), finish)


async def _act_at_once(
    request: Request, verb: str, options: dict[str, msgspec.Raw], name: str
) -> object:
    """The answer to a quick action, which is repeated if another server changes the game first.

    The lock keeps the requests of this server from overtaking one another.
    """
    shelf = shelf_of(request)
    async with shelf.lock(name):
        for _ in range(TRIES):
            saved = await shelf.load(name)
            result = await result_for(request, _game_request(request, verb, options, saved))
            answer = await _answer(shelf, saved, result)
            if answer is not None:
                return answer
    raise Refusal(409, OVERTAKEN)


def _game_request(
    request: Request, verb: str, options: dict[str, msgspec.Raw], saved: Saved
) -> GameRequest:
    fields = {**options, "game": msgspec.Raw(saved.game.encode()), "lang": language(request)}
    if verb == "hint":
        fields["known"] = shelf_of(request).known(saved.id)
    found = read_request(msgspec.json.encode(fields), verb)
    assert isinstance(found, GameRequest)
    return found


async def _answer(shelf: Shelf, saved: Saved, result: msgspec.Raw) -> object | None:
    """The answer to an action, with the changed game saved; None if that was changed meanwhile.

    What only asks about a game changes nothing, and its result is the answer.
    """
    found = msgspec.json.decode(result, type=dict[str, msgspec.Raw])
    if "game" not in found:
        return result
    return await shelf.replace(saved, msgspec.json.decode(result, type=Played))


ROUTES = [
    Route("/api/games", list_games),
    Route("/api/games", new, methods=["POST"]),
    Route("/api/games/{id}", show),
    Route("/api/games/{id}", remove, methods=["DELETE"]),
    Route("/api/games/{id}/{action}", act, methods=["POST"]),
]
