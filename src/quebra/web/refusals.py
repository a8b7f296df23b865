"""What the server refuses: a status and one sentence, as JSON, with the place if it is known."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from quebra.workers.events import Failed, Kind

STATUS: Mapping[Kind, int] = {
    "bad input": 400,
    "not found": 422,
    "cut": 422,
    "time": 422,
    "memory": 422,
    "crashed": 503,
    "full": 429,
}
RETRY_AFTER = 5
"""Seconds after which to come again when there is too much to do."""


class Refusal(Exception):
    """A request that is answered with an error."""

    def __init__(
        self, status: int, text: str, place: Mapping[str, int | str] | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.place = place or {}

    @staticmethod
    def of(failed: Failed) -> Refusal:
        """What a failed job means for whoever asked."""
        return Refusal(STATUS[failed.kind], failed.text, failed.place)

    def response(self) -> Response:
        """The answer."""
        headers = {"retry-after": str(RETRY_AFTER)} if self.status in (429, 503) else {}
        if self.status in (408, 413):
            # The rest of the body is still on its way, and nobody will read it.
            headers["connection"] = "close"
        return json_response({"error": self.text, **self.place}, self.status, headers)


def json_response(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A value as JSON that no cache keeps."""
    return Response(
        msgspec.json.encode(value),
        status,
        {"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )
