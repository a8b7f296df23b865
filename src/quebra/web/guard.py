"""Middleware that checks the origin of every request and adds security headers to the response."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quebra.web import token as tokens
from quebra.web.http import ApiError

OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


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
            return error.response()
        return tokens.admit(Request(scope), self.token) if self.token else None

    def _admit(self, method: str, path: str, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if not self._is_own(host_name(host)) or len(headers.getlist("host")) != 1:
            raise ApiError(421, f"This server is not called {host[:80]!r}.")
        if method in SAFE_METHODS and not path.startswith("/api/"):
            return
        site = headers.get("sec-fetch-site", "none")
        origin = headers.get("origin")
        own = origin is None or origin.lower() in (f"http://{host}", f"https://{host}")
        if site not in ("same-origin", "none") or not own:
            raise ApiError(403, "The page of another site may not ask this server.")

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
