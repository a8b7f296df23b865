"""The verbs, under the names and with the JSON that they have on the command line."""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.registry import families
from quebra.i18n.messages import translated
from quebra.service.facts import facts
from quebra.service.protocol import VERBS
from quebra.web.jobs import respond
from quebra.web.pages import page_of
from quebra.web.refusals import json_response
from quebra.web.requests import language, request_of


def verb_route(verb: str) -> Route:
    """The route of a verb."""

    async def answer(request: Request) -> Response:
        return await respond(request, await request_of(request, verb))

    return Route(f"/api/{verb}", answer, methods=["POST"])


async def list_families(request: Request) -> Response:
    """What the families say of themselves, and where their half of the page is."""
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


ROUTES = [Route("/api/families", list_families), *map(verb_route, VERBS)]
