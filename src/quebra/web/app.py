"""The application: the routes of the verbs and of all else, middleware, exception handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.errors import BadInput, QuebraError
from quebra.contract.registry import families
from quebra.i18n.text import Text, as_is
from quebra.service.facts import facts
from quebra.service.lessons import lesson_titles
from quebra.service.protocol import VERBS
from quebra.service.results import to_json
from quebra.store import Store
from quebra.web import (
    cards,
    classes,
    drafts,
    gallery,
    games,
    health,
    lessons,
    pages,
    printing,
    tasks,
    today,
)
from quebra.web.guard import Access, Guard
from quebra.web.http import ApiError, json_response, language, read_verb_request, refusal
from quebra.web.pages import page_of
from quebra.web.players import Players
from quebra.web.tasks import WorkerPools, respond

HTTP_ERRORS = {
    404: Text("There is nothing at this address."),
    405: Text("This address does not accept that method."),
}
COMPRESSION = Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=4)
"""Files and JSON are compressed, and event streams are not, so that each event arrives at once."""
INTERNAL_ERROR = Text("The server has an internal error; its log has the details.")


def verb_route(verb: str) -> Route:
    """The route that runs a verb."""

    async def answer(request: Request) -> Response:
        return await respond(request, await read_verb_request(request, verb))

    return Route(f"/api/{verb}", answer, methods=["POST"])


async def list_families(request: Request) -> Response:
    """The facts about all families, with the address of the `page.js` of each."""
    return json_response(_facts(language(request)))


@cache
def _facts(lang: str) -> msgspec.Raw:
    found = []
    for family in families():
        play = family.play
        more = {
            "page": page_of(family),
            "moves": play.examples if play else (),
            "edits": play.editor.examples if play and play.editor else (),
            "lessons": lesson_titles(family.name) if play else (),
        }
        found.append({**msgspec.structs.asdict(facts(family)), **more})
    return msgspec.Raw(to_json(found, lang))


ROUTES = [
    *pages.ROUTES,
    Route("/api/families", list_families),
    *map(verb_route, (verb for verb in VERBS if verb not in ("teach", *printing.PRINT_VERBS))),
    *printing.ROUTES,
    *lessons.ROUTES,
    *tasks.ROUTES,
    *games.ROUTES,
    *cards.ROUTES,
    *drafts.ROUTES,
    *gallery.ROUTES,
    *today.ROUTES,
    *classes.ROUTES,
    *health.ROUTES,
]


def make_app(
    store: Store,
    pools: WorkerPools,
    access: Access | None = None,
    elsewhere: tuple[str, ...] = (),
) -> Guard:
    """The application for requests that have access; `elsewhere` are its addresses for others."""
    access = access or Access()
    players = Players(store) if access.teacher_token else None

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.pools = pools
        app.state.games = games.GameStore(store)
        app.state.gallery = gallery.Gallery(store, pools)
        app.state.cards = cards.GameCards(app.state.games, pools)
        app.state.today = today.Today(store, pools)
        app.state.lessons = lessons.LessonCache()
        app.state.classes = classes.ClassRoom(
            store, app.state.today, app.state.gallery, players, guard.rates, elsewhere
        )
        loading = asyncio.create_task(asyncio.to_thread(families))
        async with pools.open():
            await loading
            preparing = asyncio.create_task(app.state.today.prepare(pools.settings.ready_days))
            yield
            preparing.cancel()

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[COMPRESSION],
        exception_handlers={
            ApiError: _error_response,
            QuebraError: _error_response,
            HTTPException: _error_response,
            Exception: _internal_error,
        },
    )
    guard = Guard(app, access, players)
    return guard


async def _error_response(request: Request, error: Exception) -> Response:
    """The response to an error, in the language of the request."""
    place: Mapping[str, int | str] = {}
    match error:
        case ApiError():
            status, text, place = error.status, error.text, error.place
        case HTTPException():
            status = error.status_code
            text = HTTP_ERRORS.get(status) or as_is(error.detail)
        case BadInput():
            status, text, place = 400, error.text, error.place
        case QuebraError():
            status, text = 503, error.text
        case _:
            status, text = 503, as_is(str(error))
    return refusal(request, ApiError(status, text, place))


async def _internal_error(request: Request, error: Exception) -> Response:
    return ApiError(500, INTERNAL_ERROR).response(language(request))
