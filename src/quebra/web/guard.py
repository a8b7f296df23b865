"""Middleware that refuses requests of other origins or without the token, and adds headers."""

from __future__ import annotations

import re
import secrets
from html import escape
from ipaddress import ip_address
from urllib.parse import urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.web.http import ApiError, language
from quebra.web.settings import web_settings

OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

TOKEN_BYTES = 24
ALLOWED_TOKEN = re.compile(r"[A-Za-z0-9._~-]{16,200}")
TOKEN_NEEDED = Text(
    "This server needs a token: open the address that `quebra play` printed, "
    "or send the header `Authorization: Bearer TOKEN`."
)
NO_STORE = {"cache-control": "no-store"}
CHALLENGE = {**NO_STORE, "www-authenticate": "Bearer"}
REFUSAL_PAGE = """<!DOCTYPE html>
<html lang="{lang}"><meta charset="utf-8"><title>Quebra</title><p>{text}</p></html>
"""


class Guard:
    """Accepts requests from this server's own page, or from no page at all.

    A `Host` with another name than the server's is a sign of DNS rebinding. Requests from pages of
    other sites are refused, because they could change or overload something. With a token, all
    requests must have it, and any IP address is accepted as `Host`: it needs no DNS, and the server
    cannot know all of its own.
    """

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = (), token: str = "") -> None:
        self.app, self.token = app, token
        self.names = {*OWN_NAMES, *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        app = self._refusal(scope) or self.app
        await app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """The response to a request that is not accepted, or None."""
        try:
            self._admit(scope["method"], scope["path"], Headers(scope=scope))
        except ApiError as error:
            return error.response(language(Request(scope)))
        return _admit_token(Request(scope), self.token) if self.token else None

    def _admit(self, method: str, path: str, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if not self._is_own(host_name(host)) or len(headers.getlist("host")) != 1:
            raise ApiError(
                421, Text("This server does not have the name {host}.", host=quoted(host, 80))
            )
        if method in SAFE_METHODS and not path.startswith("/api/"):
            return
        site = headers.get("sec-fetch-site", "none")
        origin = headers.get("origin")
        own = origin is None or origin.lower() in (f"http://{host}", f"https://{host}")
        if site not in ("same-origin", "none") or not own:
            raise ApiError(403, Text("Pages of other sites may not use this server."))

    def _is_own(self, name: str) -> bool:
        return name in self.names or (self.token != "" and is_ip_address(name))


def is_ip_address(name: str) -> bool:
    """Whether the name of a host is an IP address.

    >>> is_ip_address("192.0.2.1"), is_ip_address("[2001:db8::1]"), is_ip_address("10.example")
    (True, True, False)
    """
    try:
        ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
    except ValueError:
        return False
    return True


def host_name(host: str) -> str:
    """A host without its port.

    >>> host_name("localhost:8000"), host_name("[::1]:8000"), host_name("::1")
    ('localhost', '[::1]', '::1')
    """
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and (name.endswith("]") or ":" not in name) else host


def choose_token(loopback: bool) -> str:
    """The token of the settings, or a random one; empty if only this machine can connect."""
    token = web_settings().token
    if token and not ALLOWED_TOKEN.fullmatch(token):
        raise BadInput(
            Text("QUEBRA_TOKEN must be 16 to 200 letters, digits or signs of `.`, `_`, `~`, `-`.")
        )
    return token or ("" if loopback else secrets.token_urlsafe(TOKEN_BYTES))


def _admit_token(request: Request, token: str) -> Response | None:
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
    return _token_refusal(request)


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


def _token_refusal(request: Request) -> Response:
    lang = language(request)
    if "text/html" in request.headers.get("accept", ""):
        page = REFUSAL_PAGE.format(lang=lang, text=escape(translate(TOKEN_NEEDED, lang)))
        return Response(page, 401, CHALLENGE, "text/html")
    response = ApiError(401, TOKEN_NEEDED).response(lang)
    response.headers.update(CHALLENGE)
    return response
