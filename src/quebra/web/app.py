"""The application: its routes, its guard, and errors as sentences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quebra.contract.errors import BadInput, QuebraError
from quebra.contract.registry import families
from quebra.i18n.messages import translate
from quebra.store import Store
from quebra.web import api, gallery, games, jobs, pages
from quebra.web.guard import Guard
from quebra.web.jobs import Workshop
from quebra.web.refusals import Refusal
from quebra.web.requests import language
from quebra.web.settings import web_settings

ROUTES = [*pages.ROUTES, *api.ROUTES, *jobs.ROUTES, *games.ROUTES, *gallery.ROUTES]
WORDS = {404: "There is nothing at this address.", 405: "This address is not asked that way."}


def make_app(
    store: Store, workshop: Workshop, hosts: tuple[str, ...] = (), token: str = ""
) -> Guard:
    """The application, which answers to this machine's own names and to those of `hosts`.

    With a token, requests must have it.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workshop = workshop
        app.state.shelf = games.Shelf(store)
        app.state.gallery = gallery.Gallery(store, workshop)
        known = asyncio.create_task(asyncio.to_thread(families))
        async with workshop.open():
            await known
            yield

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        exception_handlers={
            Refusal: _refused,
            QuebraError: _refused,
            HTTPException: _refused,
            Exception: _broken,
        },
    )
    return Guard(app, (*hosts, *web_settings().hosts.split()), token)


async def _refused(request: Request, error: Exception) -> Response:
    """An error as a sentence in the reader's tongue."""
    place: Mapping[str, int | str] = {}
    match error:
        case Refusal():
            status, text, place = error.status, error.text, error.place
        case HTTPException():
            status, text = error.status_code, WORDS.get(error.status_code, error.detail)
        case BadInput():
            status, text, place = 400, str(error), error.place
        case _:
            status, text = 503, str(error)
    return Refusal(status, translate(text, language(request)), place).response()


async def _broken(request: Request, error: Exception) -> Response:
    return Refusal(500, "Something is wrong in the server; its log tells more.").response()
