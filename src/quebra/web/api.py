"""The verbs, under the names and with the JSON that they have on the command line."""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.registry import families
from quebra.i18n.messages import translated
from quebra.service import results as wire
from quebra.web.jobs import respond
from quebra.web.pages import page_of
from quebra.web.refusals import json_response
from quebra.web.requests import language, task_of

VERBS = (
    "load",
    "check",
    "progress",
    "draw",
    "convert",
    "edit",
    "solve",
    "explain",
    "grade",
    "generate",
    "setter",
)


def verb_route(verb: str) -> Route:
    """The route of a verb."""

    async def answer(request: Request) -> Response:
        return await respond(request, await task_of(request, verb))

    return Route(f"/api/{verb}", answer, methods=["POST"])


async def list_families(request: Request) -> Response:
    """What the families say of themselves, and where their half of the page is."""
    return json_response(_facts(language(request)))


@cache
def _facts(lang: str) -> list[object]:
    found = []
    for family in families():
        facts = msgspec.to_builtins(wire.facts(family))
        facts["page"] = page_of(family)
        play = family.play
        facts["moves"] = play.examples if play else ()
        facts["edits"] = play.editor.examples if play and play.editor else ()
        found.append(translated(facts, lang, family))
    return found


ROUTES = [Route("/api/families", list_families), *map(verb_route, VERBS)]
