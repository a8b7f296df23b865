"""Lessons on the page: each is found once, and then cached."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.service.lessons import Teach
from quebra.web.http import json_response, read_verb_request
from quebra.web.tasks import result_for

MAX_LESSONS = 300
"""Lessons that are cached."""


class LessonCache:
    """The last lessons, by request."""

    def __init__(self) -> None:
        self._found: dict[Teach, msgspec.Raw] = {}

    async def lesson(self, request: Request, teach: Teach) -> msgspec.Raw:
        """The lesson for a request, which is cached or found now."""
        if teach not in self._found:
            found = await result_for(request, teach)
            while len(self._found) >= MAX_LESSONS:
                del self._found[next(iter(self._found))]
            self._found[teach] = found
        return self._found[teach]


async def teach(request: Request) -> Response:
    """The lesson on a technique."""
    lessons = request.app.state.lessons
    assert isinstance(lessons, LessonCache)
    wanted = await read_verb_request(request, "teach")
    assert isinstance(wanted, Teach)
    return json_response(await lessons.lesson(request, wanted))


ROUTES = [Route("/api/teach", teach, methods=["POST"])]
