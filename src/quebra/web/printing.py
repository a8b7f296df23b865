"""The routes of the verbs that print; they take a limited number of puzzles."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.i18n.text import Text
from quebra.service.protocol import VERBS
from quebra.service.publishing import PrintRequest
from quebra.web.http import ApiError, read_verb_request
from quebra.web.settings import web_settings
from quebra.web.tasks import respond

PRINT_VERBS = tuple(verb for verb, kind in VERBS.items() if issubclass(kind, PrintRequest))


def print_route(verb: str) -> Route:
    """The route that prints a kind of document."""

    async def answer(request: Request) -> Response:
        verb_request = await read_verb_request(request, verb)
        assert isinstance(verb_request, PrintRequest)
        admit(verb_request.count)
        return await respond(request, verb_request)

    return Route(f"/api/{verb}", answer, methods=["POST"])


def admit(count: int) -> None:
    """Raise `ApiError` if these are too many puzzles for one document."""
    most = web_settings().print_puzzles
    if count > most:
        raise ApiError(
            400,
            Text("These are {n} puzzles; at most {most} are printed at once.", n=count, most=most),
        )


ROUTES = [print_route(verb) for verb in PRINT_VERBS]
