"""The application: the routes of the verbs and of all else, middleware, exception handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.errors import BadInput, QuebraError
from quebra.contract.registry import families
from quebra.i18n.messages import translate, translated
from quebra.service.facts import facts
from quebra.service.protocol import VERBS
from quebra.store import Store
from quebra.web import gallery, games, pages, tasks
from quebra.web.guard import Guard
from quebra.web.http import ApiError, json_response, language, read_verb_request
from quebra.web.pages import page_of
from quebra.web.settings import web_settings
from quebra.web.tasks import WorkerPools, respond

HTTP_ERRORS = {404: "There is nothing at this address.", 405: "This address is not asked that way."}


def verb_route(verb: str) -> Route:
    """The route that runs a verb."""

    async def answer(request: Request) -> Response:
        return await respond(request, await read_verb_request(request, verb))

    return Route(f"/api/{verb}", answer, methods=["POST"])


async def list_families(request: Request) -> Response:
    """The facts about all families, with the address of the `page.js` of each."""
    return json_response(_facts(language(request)))


@cache
def _facts(lang: str) -> list[object]:
    found = []
    for family in families():
        described = msgspec.to_builtins(facts(family))
        described["page"] = page_of(family)
        play = family.play
        described["moves"] = play.examples if play else ()
        described["edits"] = play.editor.examples if play and play.editor else ()
        found.append(translated(described, lang, family))
    return found


ROUTES = [
    *pages.ROUTES,
    Route("/api/families", list_families),
    *map(verb_route, VERBS),
    *tasks.ROUTES,
    *games.ROUTES,
    *gallery.ROUTES,
]


def make_app(
    store: Store, pools: WorkerPools, hosts: tuple[str, ...] = (), token: str = ""
) -> Guard:
    """The application for requests to this machine's own names and those of `hosts`.

    If there is a token, requests must have it.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.pools = pools
        app.state.games = games.GameStore(store)
        app.state.gallery = gallery.Gallery(store, pools)
        loading = asyncio.create_task(asyncio.to_thread(families))
        async with pools.open():
            await loading
            yield

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        exception_handlers={
            ApiError: _error_response,
            QuebraError: _error_response,
            HTTPException: _error_response,
            Exception: _internal_error,
        },
    )
    return Guard(app, (*hosts, *web_settings().hosts.split()), token)


async def _error_response(request: Request, error: Exception) -> Response:
    """The response to an error, in the language of the request."""
    place: Mapping[str, int | str] = {}
    match error:
        case ApiError():
            status, text, place = error.status, error.text, error.place
        case HTTPException():
            status, text = error.status_code, HTTP_ERRORS.get(error.status_code, error.detail)
        case BadInput():
            status, text, place = 400, str(error), error.place
        case _:
            status, text = 503, str(error)
    return ApiError(status, translate(text, language(request)), place).response()


async def _internal_error(request: Request, error: Exception) -> Response:
    return ApiError(500, "The server has an internal error; its log has the details.").response()
