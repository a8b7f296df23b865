"""What a request says: its body, within limits, and the tongue of its answer."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import ClientDisconnect, Request

from quebra.contract.codec import decode_text, read_json
from quebra.i18n.messages import ENGLISH, languages
from quebra.service.protocol import read_request
from quebra.service.request import VerbRequest
from quebra.web.refusals import Refusal
from quebra.web.settings import web_settings

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
PATIENCE = 8
"""How many times the size allowed is read before a body that is too large is cut off."""


async def body_of(request: Request) -> bytes:
    """The body, counted while it arrives, and UTF-8 throughout."""
    limits = web_settings()
    kind = request.headers.get("content-type", "application/json").partition(";")[0]
    if kind.strip().lower() != "application/json":
        raise Refusal(415, "The body must be JSON (Content-Type: application/json).")
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _read(request, limits.body_bytes)
    except ClientDisconnect:
        raise Refusal(400, "The body broke off.") from None
    except TimeoutError:
        raise Refusal(408, f"The body took longer than {limits.body_seconds} seconds.") from None
    decode_text(body)
    return body


async def _read(request: Request, most: int) -> bytes:
    """At most so many bytes. A little more is let in and thrown away, for whoever is still busy
    sending hears no answer."""
    said = request.headers.get("content-length", "")
    size = int(said[:20]) if said.isdecimal() else 0
    body = bytearray()
    if size <= PATIENCE * most:
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
            if size > PATIENCE * most:
                break
            body += chunk[: max(0, most - len(body))]
    if size > most:
        raise Refusal(413, f"The body is too large: at most {most} bytes.")
    return bytes(body)


def fields_of(body: bytes) -> dict[str, msgspec.Raw]:
    """The fields of a body that is one JSON object; an empty body has none."""
    return read_json((body or b"{}").decode(), _FIELDS)


async def request_of(request: Request, verb: str) -> VerbRequest:
    """The request for a verb in the body of an HTTP request."""
    body = await body_of(request) or b"{}"
    return msgspec.structs.replace(read_request(body, verb), lang=language(request))


def language(request: Request) -> str:
    """The tongue that is asked for, or the first that the reader understands and we speak.

    The weights of Accept-Language are in order with every browser, and are not looked at.
    """
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")
    for part in wanted[:200].split(","):
        tongue = part.partition(";")[0].strip().lower().partition("-")[0]
        if tongue in languages():
            return tongue
    return ENGLISH
