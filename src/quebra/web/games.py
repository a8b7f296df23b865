"""Games: kept in the store after every move, so that nothing is lost whatever happens."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.core import NotFound
from quebra.store import Saved, Store
from quebra.web.jobs import respond, result_for
from quebra.web.refusals import Refusal, json_response
from quebra.web.requests import body_of, fields_of, language, task_of
from quebra.work.game_tasks import GameTask, View
from quebra.work.task import NOTHING, Json
from quebra.work.tasks import VERBS, read_task

ACTIONS = {
    "move": "move",
    "undo": "undo",
    "redo": "redo",
    "clear": "clear",
    "save": "save",
    "restore": "restore",
    "check": "check game",
    "pieces": "pieces",
    "share": "share",
    "hint": "hint",
    "solvable": "solvable",
    "lost": "lost",
    "giveup": "giveup",
    "standing": "standing",
}
"""What can be done with a game, and the verb of its task."""


NULL = msgspec.Raw(b"null")
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


class Listed(msgspec.Struct):
    """What is told of a game in a list."""

    puzzle: Tag
    moves: tuple[str, ...] = ()
    done: int | None = None


class Shelf:
    """The games of the store, each changed by one request at a time."""

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
            return await asyncio.to_thread(self.store.games.load, id)
        except NotFound as error:
            raise Refusal(404, str(error)) from None

    def known(self, id: str) -> msgspec.Raw:
        """What the last task found out about a game and did not tell; null if nothing."""
        return self._known.get(id, NULL)

    def note(self, id: str, known: msgspec.Raw) -> None:
        """Know something of a game, and forget what is oldest when it is too much."""
        self._known.pop(id, None)
        self._known[id] = known
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def keep(self, played: Played, id: str | None = None) -> dict[str, object]:
        """Keep a game, and what to show of it."""
        if id and bytes(played.known):
            self.note(id, played.known)
        game = bytes(played.game).decode()
        return {"id": await asyncio.to_thread(self.store.games.save, game, id), **played.view}


def shelf_of(request: Request) -> Shelf:
    """The games of the server that got the request."""
    shelf = request.app.state.shelf
    assert isinstance(shelf, Shelf)
    return shelf


async def new(request: Request) -> Response:
    """A new game."""
    result = await result_for(request, await task_of(request, "new game"))
    played = msgspec.json.decode(result, type=Played)
    return json_response(await shelf_of(request).keep(played), 201)


async def show(request: Request) -> Response:
    """A game as it is now, or as it was after so many moves."""
    saved = await shelf_of(request).load(request.path_params["id"])
    at = request.query_params.get("at")
    if at is not None and not (at.isascii() and at.isdigit() and len(at) < 9):
        raise Refusal(400, f"{at[:40]!r} is no number of moves.")
    lang = language(request)
    task = View(game=Json(saved.game.encode()), at=None if at is None else int(at), lang=lang)
    played = msgspec.json.decode(await result_for(request, task), type=Played)
    return json_response({"id": saved.id, **played.view})


async def list_games(request: Request) -> Response:
    """The games that there are, last played first."""
    found = await asyncio.to_thread(shelf_of(request).store.games.list)
    return json_response([_listed(saved) for saved in found])


def _listed(saved: Saved) -> dict[str, object]:
    game = msgspec.json.decode(saved.game, type=Listed)
    return {
        "id": saved.id,
        "family": game.puzzle.family,
        "moves": len(game.moves),
        "done": len(game.moves) if game.done is None else game.done,
        "updated": saved.updated,
    }


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
    verb, shelf, options = ACTIONS[action], shelf_of(request), fields_of(await body_of(request))
    if VERBS[verb].quick:
        async with shelf.lock(name):
            saved = await shelf.load(name)
            result = await result_for(request, _task(request, verb, options, saved))
            return json_response(await _kept(shelf, saved, result))
    saved = await shelf.load(name)

    async def finish(result: msgspec.Raw) -> object:
        async with shelf.lock(name):
            if (await shelf.load(name)).game != saved.game:
                raise Refusal(409, "The game went on meanwhile; ask again.")
            return await _kept(shelf, saved, result)

    return await respond(request, _task(request, verb, options, saved), finish)


def _task(request: Request, verb: str, options: dict[str, msgspec.Raw], saved: Saved) -> GameTask:
    fields = {**options, "game": msgspec.Raw(saved.game.encode()), "lang": language(request)}
    if verb == "hint":
        fields["known"] = shelf_of(request).known(saved.id)
    task = read_task(msgspec.json.encode(fields), verb)
    assert isinstance(task, GameTask)
    return task


async def _kept(shelf: Shelf, saved: Saved, result: msgspec.Raw) -> object:
    """The game after a task, kept if it has changed; answers to questions are as they are."""
    found = msgspec.json.decode(result, type=dict[str, msgspec.Raw])
    if "game" not in found:
        return result
    return await shelf.keep(msgspec.json.decode(result, type=Played), saved.id)


ROUTES = [
    Route("/api/games", list_games),
    Route("/api/games", new, methods=["POST"]),
    Route("/api/games/{id}", show),
    Route("/api/games/{id}", remove, methods=["DELETE"]),
    Route("/api/games/{id}/{action}", act, methods=["POST"]),
]
