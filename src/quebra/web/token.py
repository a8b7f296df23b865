"""The token that requests need when other machines can reach the server."""

from __future__ import annotations

import re
import secrets
from html import escape
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quebra.contract.errors import BadInput
from quebra.i18n.messages import translate
from quebra.web.http import ApiError, language
from quebra.web.settings import web_settings

BYTES = 24
ALLOWED = re.compile(r"[A-Za-z0-9._~-]{16,200}")
NEEDED = (
    "This server needs a token: open the address that `quebra play` printed, "
    "or send the header `Authorization: Bearer TOKEN`."
)
NO_STORE = {"cache-control": "no-store"}
CHALLENGE = {**NO_STORE, "www-authenticate": "Bearer"}
PAGE = """<!DOCTYPE html>
<html lang="{lang}"><meta charset="utf-8"><title>Quebra</title><p>{text}</p></html>
"""


def choose_token(loopback: bool) -> str:
    """The token of the settings, or a random one; empty if only this machine can connect."""
    token = web_settings().token
    if token and not ALLOWED.fullmatch(token):
        raise BadInput(
            "QUEBRA_TOKEN must be 16 to 200 letters, digits or signs of `.`, `_`, `~`, `-`."
        )
    return token or ("" if loopback else secrets.token_urlsafe(BYTES))


def admit(request: Request, token: str) -> Response | None:
    """None for a request that has the token, and the response to any other.

    The page's address with the token sets a cookie and redirects to the address without it.
    """
    if request.scope["path"] == "/" and _same(request.query_params.get("token", ""), token):
        return _to_page(request, token)
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and _same(bearer.strip(), token):
        return None
    if _same(request.cookies.get(_cookie(request), ""), token):
        return None
    return _refusal(request)


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(errors="replace"), token.encode())


def _cookie(request: Request) -> str:
    """The name of the cookie, with the port: servers on one machine share cookies."""
    _, port = request.scope.get("server") or ("", 0)
    return f"quebra-token-{port}"


def _to_page(request: Request, token: str) -> Response:
    others = [pair for pair in request.query_params.multi_items() if pair[0] != "token"]
    address = f"/?{urlencode(others)}" if others else "/"
    response = RedirectResponse(address, 303, NO_STORE)
    # Not "strict": the address may be followed from a page of another site, such as a mailbox.
    response.set_cookie(_cookie(request), token, httponly=True, samesite="lax")
    return response


def _refusal(request: Request) -> Response:
    lang = language(request)
    text = translate(NEEDED, lang)
    if "text/html" in request.headers.get("accept", ""):
        page = PAGE.format(lang=lang, text=escape(text))
        return Response(page, 401, CHALLENGE, "text/html")
    response = ApiError(401, text).response()
    response.headers.update(CHALLENGE)
    return response
