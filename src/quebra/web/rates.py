"""Limits of how often a client may ask, on a server that several people use."""

from __future__ import annotations

import time
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import Request

from quebra.i18n.text import Text
from quebra.web.http import ApiError
from quebra.web.players import Visitor
from quebra.web.settings import web_settings

MINUTE = 60.0
NEW_PLAYERS = 120
"""Browsers without a cookie that one address may send in a minute: a class behind one router."""
WRONG_CODES = 30
"""Join codes that one address may try in vain in a minute."""
MAX_CLIENTS = 50_000
NETWORK_BITS = 64
"""The part of an IPv6 address that a provider assigns."""
TOO_MANY = Text("These are too many requests from one browser; try again in a few seconds.")
TOO_MANY_NEW = Text("Too many new browsers come from this address; try again in a minute.")
TOO_MANY_CODES = Text("Too many wrong codes were tried from this address; try again in a minute.")


class Buckets:
    """What each client has used of an allowance that is renewed evenly within a minute.

    >>> buckets = Buckets()
    >>> [buckets.take("a", 2, now=time) for time in (0.0, 0.0, 1.0)]
    [True, True, False]
    >>> buckets.take("a", 2, now=31.0)
    True
    """

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def take(self, client: str, most: int, now: float | None = None, amount: float = 1.0) -> bool:
        """Use some of the allowance of a client; whether there was enough."""
        now = time.monotonic() if now is None else now
        used, before = self._used.get(client, (0.0, now))
        used = max(0.0, used - (now - before) * most / MINUTE)
        allowed = used + 1.0 <= most
        if len(self._used) >= MAX_CLIENTS:
            self._used.clear()
        self._used[client] = (used + amount if allowed else used, now)
        return allowed


class Rates:
    """The rates of all clients: known browsers each for itself, others by their address."""

    def __init__(self) -> None:
        self._requests, self._new, self._codes = Buckets(), Buckets(), Buckets()

    def admit(self, request: Request, visitor: Visitor) -> None:
        """Raise `ApiError` if the visitor has sent too many requests."""
        address = address_of(request)
        if visitor.is_new and not self._new.take(address, NEW_PLAYERS):
            raise ApiError(429, TOO_MANY_NEW)
        if not self._requests.take(visitor.player, web_settings().client_requests):
            raise ApiError(429, TOO_MANY)

    def admit_code(self, request: Request) -> None:
        """Raise `ApiError` if too many wrong codes came from the address."""
        if not self._codes.take(address_of(request), WRONG_CODES, amount=0.0):
            raise ApiError(429, TOO_MANY_CODES)

    def count_wrong_code(self, request: Request) -> None:
        """Count a wrong code."""
        self._codes.take(address_of(request), WRONG_CODES)


def address_of(request: Request) -> str:
    """The address of a client, or of IPv6 its network; a proxy on this machine says whose it is.

    The proxy adds the last address, to the header or as one more; those before it are the client's
    own words.
    """
    peer = request.client.host if request.client else ""
    forwarded = ",".join(request.headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()
    return _network(forwarded[:60] if forwarded and _is_loopback(peer) else peer)


def _network(address: str) -> str:
    """The network of an IPv6 address, of which one client has many; any other text as it is.

    >>> _network("2001:db8:1:2:3:4:5:6"), _network("192.0.2.7"), _network("::ffff:192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, NETWORK_BITS), strict=False))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
