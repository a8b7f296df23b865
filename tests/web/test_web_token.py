"""Where other machines can reach the server: a token, a warning, and the addresses to type."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest

from commands import run
from quebra.contract.errors import BadInput
from quebra.contract.settings import from_environment
from quebra.web.addresses import Site, machine_addresses, own_names, site_of
from quebra.web.guard import Access, Guard, choose_access
from quebra.web.health import Observed
from quebra.web.server import Server
from quebra.web.settings import WebSettings
from servers import Served, server

pytestmark = pytest.mark.integration

TOKEN = "a-token-for-tests.1"
HTML = {"accept": "text/html,application/xhtml+xml"}
WITH_TOKEN = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def shut(site: Path) -> Iterator[Served]:
    """A server that asks for a token."""
    with server(site / "token.db", QUEBRA_TOKEN=TOKEN) as found:
        yield found


def get(served: Served, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{served.address}{path}", headers=headers, timeout=60)


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/families", "/api/games", "/none"])
def test_without_the_token_nothing_is_answered(shut: Served, path: str) -> None:
    wrong = {"authorization": f"Bearer {TOKEN}x"}
    for headers in ({}, wrong, {"cookie": f"quebra-token-{shut.port}=x"}, {"authorization": TOKEN}):
        answer = get(shut, path, **headers)
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["error"].startswith("This server needs a token: open the address")
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    for method in ("POST", "DELETE", "PUT"):
        assert httpx.request(method, shut.address + path, timeout=60).status_code == 401


def test_a_browser_is_told_in_words_and_in_its_language(shut: Served) -> None:
    answer = get(shut, "/", **HTML)
    assert answer.status_code == 401 and answer.headers["content-type"].startswith("text/html")
    assert "<p>This server needs a token: open the address that `quebra play`" in answer.text
    answer = get(shut, "/?token=wrong", **HTML, **{"accept-language": "pt-BR,pt;q=0.9"})
    assert answer.status_code == 401 and '<html lang="pt">' in answer.text
    assert "<p>Este servidor pede um token:" in answer.text


def test_the_token_in_the_address_becomes_a_cookie(shut: Served) -> None:
    assert shut.page == f"{shut.address}/?token={TOKEN}"
    with httpx.Client(timeout=60) as browser:
        first = browser.get(f"{shut.page}&lang=pt", headers=HTML)
        assert (first.status_code, first.headers["location"]) == (303, "/?lang=pt")
        assert browser.get(shut.page).headers["location"] == "/"
        name, *attributes = first.headers["set-cookie"].split("; ")
        assert name == f"quebra-token-{shut.port}={TOKEN}"
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(attributes)
        assert browser.get(shut.address, headers=HTML).status_code == 200
        assert browser.get(f"{shut.address}/static/main.js").status_code == 200
        assert browser.get(f"{shut.address}/api/games").json() == []


def test_the_token_in_the_address_is_for_the_page_alone(shut: Served) -> None:
    """No other path may set the cookie, or lead elsewhere."""
    for path in ("/api/games", "//evil.example", "/static/main.js"):
        assert get(shut, f"{path}?token={TOKEN}").status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER "])
def test_programs_send_the_token_in_a_header(shut: Served, scheme: str) -> None:
    header = {"authorization": f"{scheme} {TOKEN}"}
    assert get(shut, "/api/families", **header).status_code == 200


def test_other_names_do_not_lead_here_but_addresses_do(shut: Served) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "", "1.2.3", "[::1", "0x7f.1"):
        assert get(shut, "/api/families", host=host, **WITH_TOKEN).status_code == 421, host
    for host in ("192.0.2.7:8017", "[2001:db8::1]:8017", "localhost", "10.0.0.1"):
        assert get(shut, "/api/families", host=host, **WITH_TOKEN).status_code == 200, host
        assert get(shut, "/api/families", host=host).status_code == 401, host


def test_pages_of_other_sites_may_not_ask_with_the_token_either(shut: Served) -> None:
    answer = get(shut, "/api/games", **WITH_TOKEN, origin="http://evil.example")
    assert answer.status_code == 403


def access(*, is_loopback: bool = True, has_class: bool = False) -> Access:
    return choose_access((), is_loopback=is_loopback, has_class=has_class)


def test_loopback_needs_no_token_unless_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert access() == Access()
    first, second = access(is_loopback=False), access(is_loopback=False)
    tokens = {first.token, first.teacher_token, second.token, second.teacher_token}
    assert {len(token) for token in tokens} == {32} and len(tokens) == 4
    with_class = access(has_class=True)
    assert with_class.token == "" and len(with_class.teacher_token) == 32
    with_token = WebSettings(token=TOKEN)
    monkeypatch.setattr("quebra.web.guard.web_settings", lambda: with_token)
    assert access() == Access(TOKEN)
    assert access(is_loopback=False).token == TOKEN
    behind_a_proxy = WebSettings(hosts="quebra.example")
    monkeypatch.setattr("quebra.web.guard.web_settings", lambda: behind_a_proxy)
    assert access().names == ("quebra.example",) and access().teacher_token


@pytest.mark.parametrize("token", ["short", "x" * 201, "sixteen letters and blanks", "ção" * 10])
def test_a_token_that_cannot_be_sent_is_refused(
    monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("QUEBRA_TOKEN", token)
    found = from_environment(WebSettings)
    monkeypatch.setattr("quebra.web.guard.web_settings", lambda: found)
    with pytest.raises(BadInput, match="QUEBRA_TOKEN must be 16 to 200 letters, digits or signs"):
        access()


def test_the_two_tokens_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    same = WebSettings(token=TOKEN, teacher_token=TOKEN)
    monkeypatch.setattr("quebra.web.guard.web_settings", lambda: same)
    with pytest.raises(BadInput, match="QUEBRA_TOKEN and QUEBRA_TEACHER_TOKEN must differ"):
        access()


class Listener:
    """A socket that listens, as far as its address is asked for."""

    def __init__(self, address: str, family: socket.AddressFamily = socket.AF_INET) -> None:
        self.address, self.family = address, family

    def getsockname(self) -> tuple[str, int]:
        return self.address, 8017


def site_at(address: str, host: str, token: str = "", family: int = socket.AF_INET) -> Site:
    listener = Listener(address, socket.AddressFamily(family))
    return site_of(listener, host, token)  # type: ignore[arg-type]


def test_the_addresses_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {socket.AF_INET: ("192.0.2.2", "10.0.0.2"), socket.AF_INET6: ("2001:db8::2",)}
    monkeypatch.setattr("quebra.web.addresses.machine_addresses", found.__getitem__)
    assert site_at("127.0.0.1", "localhost") == Site("http://localhost:8017/")
    assert site_at("::1", "::1", family=socket.AF_INET6) == Site("http://[::1]:8017/")
    assert site_at("192.0.2.2", "192.0.2.2", "t") == Site(
        "http://192.0.2.2:8017/?token=t", is_open=True
    )
    for host in ("0.0.0.0", ""):
        assert site_at("0.0.0.0", host, "t") == Site(
            "http://127.0.0.1:8017/?token=t",
            ("http://192.0.2.2:8017/?token=t", "http://10.0.0.2:8017/?token=t"),
            is_open=True,
        )
    assert site_at("::", "::", "t", socket.AF_INET6) == Site(
        "http://[::1]:8017/?token=t", ("http://[2001:db8::2]:8017/?token=t",), is_open=True
    )


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_addresses_of_this_machine_can_be_used(family: socket.AddressFamily) -> None:
    """What they are depends on the machine; all belong to it, and none is for itself alone."""
    found = machine_addresses(family)
    assert len(set(found)) == len(found)
    for address in found:
        assert not (ip_address(address).is_loopback or ip_address(address).is_link_local)
        with socket.socket(family, socket.SOCK_DGRAM) as own:
            own.bind((address, 0))


def test_listening_to_other_machines_warns_and_asks_for_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command up to the moment from which it would answer."""
    guards: list[Guard] = []

    def run_not(served: Server, sockets: list[socket.socket]) -> None:
        assert isinstance(served.config.app, Observed)
        assert isinstance(served.config.app.app, Guard)
        guards.append(served.config.app.app)
        served.ready()

    monkeypatch.setattr(Server, "run", run_not)
    monkeypatch.setattr("quebra.cli.play.log_to_stderr", lambda *options: None)
    monkeypatch.setattr("quebra.web.addresses.machine_addresses", lambda family: ("192.0.2.2",))
    args = ("play", "--no-browser", "--port", "0", "--data", str(tmp_path / "x.db"))
    result = run(*args, "--host", "0.0.0.0")
    here, elsewhere, _ = result.stdout.splitlines()
    token, own = guards[0].access.token, guards[0].access.teacher_token
    assert len(token) == len(own) == 32 and token != own
    assert here.startswith("The page is at http://127.0.0.1:") and here.endswith(f"?token={own}")
    assert elsewhere.startswith("On other machines it is at http://192.0.2.2:")
    assert elsewhere.endswith(f"/?token={token}")
    assert result.stderr.startswith("Warning: other machines can reach this server.")
    assert set(own_names()) <= guards[0].names

    result = run(*args)
    assert guards[1].access == Access(names=("127.0.0.1",))
    assert "token" not in result.stdout and result.stderr == ""
    assert own_names()[1] not in guards[1].names
