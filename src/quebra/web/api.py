"""The routes of the verbs, with the names and the JSON of the command line."""

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
from quebra.web.http import json_response, language, read_verb_request
from quebra.web.pages import page_of
from quebra.web.tasks import respond


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


ROUTES = [Route("/api/families", list_families), *map(verb_route, VERBS)]
