"""The addresses of the page, for this machine and for others."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address

import msgspec
import psutil
from starlette.requests import Request

ELSEWHERE = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}
"""Reserved addresses: the route to them is looked up, and nothing is sent."""
LOOPBACK = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}


class Site(msgspec.Struct, frozen=True):
    """The page's addresses on this machine and on others, and whether others have access.

    `here` has the token of the person who runs the server; `elsewhere` has that of everybody.
    """

    here: str
    elsewhere: tuple[str, ...] = ()
    is_open: bool = False

    def class_addresses(self, code: str) -> tuple[str, ...]:
        """Where pupils join a class with that code, the best address first."""
        found = self.elsewhere or (self.here,)
        return tuple(f"{page.partition('?')[0]}join/{code}" for page in found)


def site_of(listener: socket.socket, host: str, token: str, teacher_token: str = "") -> Site:
    """The addresses of the page on a listening socket that was opened for a host."""
    found, port = listener.getsockname()[:2]

    def page(name: str, token: str = token) -> str:
        query = f"?token={token}" if token else ""
        return f"http://{bracketed(name)}:{port}/{query}"

    own = teacher_token or token
    if is_loopback(found):
        return Site(page(host, own))
    if not ip_address(found).is_unspecified:
        return Site(page(host, own), (page(host),) if teacher_token else (), is_open=True)
    family = socket.AddressFamily(listener.family)
    elsewhere = tuple(map(page, machine_addresses(family)))
    return Site(page(LOOPBACK[family], own), elsewhere, is_open=True)


def join_address(request: Request, elsewhere: tuple[str, ...], code: str) -> str:
    """Where pupils join a class, as seen by the browser of the teacher.

    A browser on the machine of the server gets an address that others can use.
    """
    name = request.url.hostname or ""
    is_own = name == "localhost" or (is_ip_address(name) and is_loopback(name))
    if is_own and elsewhere:
        base = elsewhere[0].partition("?")[0]
    else:
        scheme = request.headers.get("x-forwarded-proto", request.url.scheme)
        base = f"{'https' if scheme == 'https' else 'http'}://{request.url.netloc}/"
    return f"{base}join/{code}"


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


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach the address."""
    return ip_address(address).is_loopback


def bracketed(host: str) -> str:
    """A host as it is written in a URL.

    >>> bracketed("::1"), bracketed("localhost")
    ('[::1]', 'localhost')
    """
    return f"[{host}]" if ":" in host else host


def own_names() -> tuple[str, ...]:
    """The names of this machine in a local network."""
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local")


def machine_addresses(family: socket.AddressFamily) -> tuple[str, ...]:
    """This machine's addresses, the one of the default route first."""
    found = (*_route(family), *_interfaces(family))
    return tuple(dict.fromkeys(address for address in found if _is_useful(address)))


def _is_useful(address: str) -> bool:
    """Whether other machines can use the address; a link-local one needs an interface too."""
    found = ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _route(family: socket.AddressFamily) -> Iterator[str]:
    """The source address of connections to other networks."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE[family], 9))
        yield probe.getsockname()[0]


def _interfaces(family: socket.AddressFamily) -> Iterator[str]:
    """The addresses of all interfaces."""
    with suppress(OSError):
        for interface in psutil.net_if_addrs().values():
            for found in interface:
                if found.family == family:
                    yield found.address.partition("%")[0]  # link-local ones name an interface
