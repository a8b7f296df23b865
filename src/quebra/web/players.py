"""Who sends a request: the person who runs the server, or a browser with games of its own."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from hashlib import sha256

import msgspec
from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from quebra.i18n.text import Text
from quebra.store import HOME, Store, StoreError
from quebra.web.http import ApiError

YEAR = 365 * 24 * 3600
"""Seconds for which a browser keeps its player; each visit renews it."""
ID_BYTES = 15
KNOWN_SECONDS = 10.0
"""Seconds for which a browser that is in a class is admitted without another look."""
MAX_KNOWN = 10_000
KIND, NAME = "secret", "players"
"""The record with the key of the signatures."""
TEACHER_NEEDED = Text(
    "Only the person who runs the server may do this: open the address with the token of the "
    "teacher that `quebra play` printed."
)


class Visitor(msgspec.Struct, frozen=True):
    """The sender of a request.

    `player` has the games; `is_teacher` is set for the person who runs the server, `is_new` for a
    browser that has no cookie yet, and `is_shared` if there are other players on the server.
    """

    player: str = HOME
    is_teacher: bool = True
    is_new: bool = False
    is_shared: bool = False


class Players:
    """The players of a server that several people use, each known by a signed cookie."""

    def __init__(self, store: Store) -> None:
        self._store = store
        key = _signing_key(store)
        self._signer = Signer(key, salt="quebra.player")
        self._in_class: dict[str, float] = {}
        # Servers on one machine share cookies, so that each database has a name of its own.
        self.cookie = f"quebra-player-{sha256(key.encode()).hexdigest()[:8]}"

    def player_of(self, request: Request) -> str | None:
        """The player of a browser; None without a cookie of this server."""
        try:
            signed = request.cookies.get(self.cookie, "").encode("latin-1")
            return self._signer.unsign(signed).decode() or None
        except (BadSignature, UnicodeError):
            return None

    def visitor(self, request: Request) -> Visitor:
        """The browser that sends a request, as a new player if it has no cookie."""
        player = self.player_of(request)
        return Visitor(
            player or secrets.token_urlsafe(ID_BYTES),
            is_teacher=False,
            is_new=player is None,
            is_shared=True,
        )

    def remember(self, request: Request, response: Response, player: str) -> None:
        """Set the cookie of a player."""
        response.set_cookie(
            self.cookie,
            self._signer.sign(player).decode(),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.headers.get("x-forwarded-proto", request.url.scheme) == "https",
        )

    async def has_classes(self) -> bool:
        """Whether there is any class to join."""
        return bool(await asyncio.to_thread(self._store.classes.list))

    async def is_in_class(self, player: str) -> bool:
        """Whether a browser has joined a class."""
        now = time.monotonic()
        if self._in_class.get(player, 0.0) > now:
            return True
        with suppress(StoreError):
            if await asyncio.to_thread(self._store.classes.of_player, player):
                if len(self._in_class) >= MAX_KNOWN:
                    self._in_class.clear()
                self._in_class[player] = now + KNOWN_SECONDS
                return True
        self._in_class.pop(player, None)
        return False


def _signing_key(store: Store) -> str:
    """The key of the database; a new one that is not kept if the file can only be read."""
    key = secrets.token_urlsafe(32)
    with suppress(StoreError):
        return store.records.add(KIND, NAME, key)
    return key


def visitor_of(request: Request) -> Visitor:
    """The visitor that the guard has found for a request."""
    visitor = request.scope["quebra.visitor"]
    assert isinstance(visitor, Visitor)
    return visitor


def admit_teacher(request: Request) -> None:
    """Raise `ApiError` unless the person who runs the server sends the request."""
    if not visitor_of(request).is_teacher:
        raise ApiError(403, TEACHER_NEEDED)
