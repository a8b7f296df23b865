"""Middleware that refuses requests of other origins or without the token, and adds headers."""

from __future__ import annotations

import re
import secrets
from html import escape
from http import HTTPStatus
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text, Verbatim
from quebra.web.addresses import is_ip_address
from quebra.web.http import ApiError, language
from quebra.web.players import Players, Visitor
from quebra.web.rates import Rates
from quebra.web.settings import web_settings

OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

JOIN = "/join"
"""The page on which pupils join a class."""
PUBLIC = (JOIN, "/static/", "/families/")
PUBLIC_PATHS = ("/worker.js", "/api/class", "/api/class/join")
"""What a browser needs to join a class, and nothing that is anybody's."""
TOKEN_PATHS = ("/metrics",)
"""What a server with several players shows with a token only, and not to pupils."""

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


class Access(msgspec.Struct, frozen=True):
    """What requests need: `token` is that of everybody, and `teacher_token` opens everything.

    With a token of the teacher, several people use the server, each with games of their own;
    without one, all requests come from the person at this machine. `names` are host names.
    """

    token: str = ""
    teacher_token: str = ""
    names: tuple[str, ...] = ()


class Guard:
    """Accepts requests from this server's own page, or from no page at all.

    A `Host` with another name than the server's is a sign of DNS rebinding. Requests from pages of
    other sites are refused, because they could change or overload something. With a token, all
    requests must have it, or come from a browser that has joined a class; any IP address is then
    accepted as `Host`: it needs no DNS, and the server cannot know all of its own.
    """

    def __init__(self, app: ASGIApp, access: Access, players: Players | None = None) -> None:
        self.app, self.access, self.players = app, access, players
        self.names = {*OWN_NAMES, *(name.lower() for name in access.names)}
        self.rates = Rates()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        cookies = Response()

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "set-cookie" not in headers:  # one who joins or leaves gets another player
                    for value in cookies.headers.getlist("set-cookie"):
                        headers.append("set-cookie", value)
            await send(message)

        app = await self._refusal(request, cookies) or self.app
        await app(scope, receive, send_guarded)

    async def _refusal(self, request: Request, cookies: Response) -> Response | None:
        """The response to a request that is not accepted, or None; it may set cookies."""
        try:
            self._admit(request.method, request.url.path, request.headers)
            if self.players is None:
                request.scope["quebra.visitor"] = Visitor()
                return _admit_token(request, self.access.token) if self.access.token else None
            return await self._admit_visitor(request, self.players, cookies)
        except ApiError as error:
            return error.response(language(request))

    async def _admit_visitor(
        self, request: Request, players: Players, cookies: Response
    ) -> Response | None:
        """Admit a person on a server that several people use, or return the refusal."""
        as_teacher = _admit_token(request, self.access.teacher_token)
        if as_teacher is None:
            request.scope["quebra.visitor"] = Visitor(is_shared=True)
        if as_teacher is None or as_teacher.status_code == HTTPStatus.SEE_OTHER:
            return as_teacher
        if request.scope["path"] in TOKEN_PATHS:
            return _admit_token(request, self.access.token or self.access.teacher_token)
        visitor = players.visitor(request)
        request.scope["quebra.visitor"] = visitor
        path = request.url.path
        if path.startswith("/api/"):
            self.rates.admit(request, visitor)
        is_public = path.startswith(PUBLIC) or path in PUBLIC_PATHS
        if self.access.token and not is_public and not await players.is_in_class(visitor.player):
            refusal = _admit_token(request, self.access.token)
            if refusal is not None:
                return await self._to_join(request, players, refusal)
        if request.method not in SAFE_METHODS or path == "/" or path.startswith(JOIN):
            players.remember(request, cookies, visitor.player)
        return None

    async def _to_join(self, request: Request, players: Players, refusal: Response) -> Response:
        """To the page on which pupils join, in place of the refusal of the page."""
        is_page = request.url.path == "/" and not request.query_params.get("token")
        if (
            refusal.status_code == HTTPStatus.UNAUTHORIZED
            and is_page
            and await players.has_classes()
        ):
            return RedirectResponse(JOIN, 303, NO_STORE)
        return refusal

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
        return name in self.names or (self.access.token != "" and is_ip_address(name))


def host_name(host: str) -> str:
    """A host without its port.

    >>> host_name("localhost:8000"), host_name("[::1]:8000"), host_name("::1")
    ('localhost', '[::1]', '::1')
    """
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and (name.endswith("]") or ":" not in name) else host


def choose_access(names: tuple[str, ...], *, is_loopback: bool, has_class: bool) -> Access:
    """What requests need, by the settings and by who can reach the server.

    Tokens that are not set are random. Other people use a server that other machines can reach,
    that has other names, or that has a class.
    """
    settings = web_settings()
    for name, token in (("TOKEN", settings.token), ("TEACHER_TOKEN", settings.teacher_token)):
        if token and not ALLOWED_TOKEN.fullmatch(token):
            raise BadInput(
                Text(
                    "{variable} must be 16 to 200 letters, digits or signs of `.`, `_`, `~`, `-`.",
                    variable=Verbatim(f"QUEBRA_{name}"),
                )
            )
    if settings.token and settings.token == settings.teacher_token:
        raise BadInput(Text("QUEBRA_TOKEN and QUEBRA_TEACHER_TOKEN must differ."))
    names = (*names, *settings.hosts.split())
    is_shared = not is_loopback or has_class or settings.hosts != ""
    return Access(
        settings.token or ("" if is_loopback else secrets.token_urlsafe(TOKEN_BYTES)),
        (settings.teacher_token or secrets.token_urlsafe(TOKEN_BYTES)) if is_shared else "",
        names,
    )


def _admit_token(request: Request, token: str) -> Response | None:
    """None for a request that has the token, and the response to any other.

    The page's address with the token sets a cookie and redirects to the address without it.
    """
    if request.scope["path"] == "/" and _same(_query_token(request), token):
        return _to_page(request, token)
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and _same(bearer.strip(), token):
        return None
    if _same(request.cookies.get(_cookie(request), ""), token):
        return None
    return _token_refusal(request)


def _query_token(request: Request) -> str:
    return request.query_params.get("token", "")


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
    is_secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    name = _cookie(request)
    response.set_cookie(name, token, httponly=True, samesite="lax", secure=is_secure)
    return response


def _token_refusal(request: Request) -> Response:
    lang = language(request)
    if "text/html" in request.headers.get("accept", ""):
        page = REFUSAL_PAGE.format(lang=lang, text=escape(translate(TOKEN_NEEDED, lang)))
        return Response(page, 401, CHALLENGE, "text/html")
    response = ApiError(401, TOKEN_NEEDED).response(lang)
    response.headers.update(CHALLENGE)
    return response
