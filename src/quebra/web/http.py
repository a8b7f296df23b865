"""Requests and responses of the API: bodies within limits, languages, JSON, and errors."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from quebra.contract.codec import decode_text, read_json
from quebra.i18n.catalogue import languages, translate, translator
from quebra.i18n.text import ENGLISH, Text, as_is
from quebra.service.protocol import read_request
from quebra.service.requests import VerbRequest
from quebra.web.settings import web_settings
from quebra.workers.protocol import Failed, FailureKind

STATUS: Mapping[FailureKind, int] = {
    "bad input": 400,
    "not found": 422,
    "cut": 422,
    "time": 422,
    "memory": 422,
    "crashed": 503,
    "full": 429,
}
RETRY_AFTER = 5
"""Seconds after which a client should try again when the server is busy."""
ERRORS_HEADER, IN_BODY = "quebra-errors", "in-body"
"""The header of a request whose refusal is to be an ordinary response."""
STATUS_HEADER = "quebra-status"
"""The header of such a response: the status that it would have."""
DISCARDED_BODIES = 8
"""A body of up to this many times the allowed size is read before it is refused."""
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


class ApiError(Exception):
    """An error response: a status, a sentence, and the place of bad input if it is known."""

    def __init__(
        self, status: int, text: Text, place: Mapping[str, int | str] | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.place = place or {}

    @staticmethod
    def of(failed: Failed) -> ApiError:
        """The error for a failed task."""
        # A worker has written the sentence in the language of its request.
        text = failed.text if isinstance(failed.text, Text) else as_is(failed.text)
        return ApiError(STATUS[failed.kind], text, failed.place)

    def response(self, lang: str = ENGLISH) -> Response:
        """The response with the error as JSON, in a language."""
        headers = {"retry-after": str(RETRY_AFTER)} if self.status in (429, 503) else {}
        if self.status in (408, 413):
            # The rest of the body is not read.
            headers["connection"] = "close"
        error = translate(self.text, lang)
        return json_response({"error": error, **self.place}, self.status, headers)


def json_response(
    value: object,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    lang: str = ENGLISH,
) -> Response:
    """A response with a value as JSON, its texts in a language; it is not cached."""
    return Response(
        msgspec.json.encode(value, enc_hook=translator(lang)),
        status,
        {"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def refusal(request: Request, error: ApiError) -> Response:
    """The response to an error, in the language of the request.

    A browser writes each response with an error status into its console, also for a puzzle that
    cannot be read or a search that ends without a result. The page therefore asks for status 200.
    """
    response = error.response(language(request))
    if error.status < 500 and request.headers.get(ERRORS_HEADER) == IN_BODY:
        response.headers[STATUS_HEADER] = str(error.status)
        response.status_code = 200
    return response


async def read_body(request: Request) -> bytes:
    """The body, which must be JSON in UTF-8 and arrive within the limits."""
    limits = web_settings()
    kind = request.headers.get("content-type", "application/json").partition(";")[0]
    if kind.strip().lower() != "application/json":
        raise ApiError(415, Text("The body must be JSON (Content-Type: application/json)."))
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _read(request, limits.body_bytes)
    except ClientDisconnect:
        raise ApiError(400, Text("The body is incomplete.")) from None
    except TimeoutError:
        seconds = limits.body_seconds
        raise ApiError(
            408, Text("The body took longer than {seconds} seconds.", seconds=seconds)
        ) from None
    decode_text(body)
    return body


async def _read(request: Request, most: int) -> bytes:
    """The body of at most that size; a larger one is discarded and refused.

    It is read nevertheless up to a limit, because a client that is still sending reads no answer.
    """
    declared = request.headers.get("content-length", "")
    size = int(declared[:20]) if declared.isdecimal() else 0
    body = bytearray()
    if size <= DISCARDED_BODIES * most:
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
            if size > DISCARDED_BODIES * most:
                break
            body += chunk[: max(0, most - len(body))]
    if size > most:
        raise ApiError(413, Text("The body is too large: at most {most} bytes.", most=most))
    return bytes(body)


def read_fields(body: bytes) -> dict[str, msgspec.Raw]:
    """The fields of a body that is a JSON object; an empty body has none."""
    return read_json((body or b"{}").decode(), _FIELDS)


async def read_verb_request(request: Request, verb: str) -> VerbRequest:
    """The request for a verb in the body of an HTTP request."""
    body = await read_body(request) or b"{}"
    return msgspec.structs.replace(read_request(body, verb), lang=language(request))


def language(request: Request) -> str:
    """The language that `lang` or else Accept-Language asks for, if there is a catalogue.

    Browsers list languages in the order of their weights, so the weights are ignored.
    """
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")
    for part in wanted[:200].split(","):
        code = part.partition(";")[0].strip().lower().partition("-")[0]
        if code in languages():
            return code
    return ENGLISH
