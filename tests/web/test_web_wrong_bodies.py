"""Bodies that are wrong in any way get a status of 4xx and a sentence, from every address."""

from __future__ import annotations

import json

import httpx
import pytest

from commands import UNIQUE
from quebra.service.protocol import VERBS
from quebra.web.games import ACTIONS
from servers import Served

pytestmark = pytest.mark.integration

WRONG = (
    *(b"5", b"null", b"[]", b'"x"', b"{", b'{"a": }', b"[" * 100_000),
    *(b'{"no_such_field": 1}', b'{"verb": 5}', b'{"time": -1}', b'{"time": "x"}'),
)
NOT_UTF_8 = (b"\xff", b'{"source": "\xff"}', b'{"puzzle": "\xff"}', b'{"puzzle": {"\xff": 1}}')


@pytest.fixture(scope="module")
def addresses(served: Served) -> list[str]:
    """All that takes a body: the verbs, new games, and what can be done with one."""
    game = served.post("games", 201, puzzle=UNIQUE)["id"]
    return [*VERBS, "games", *(f"games/{game}/{action}" for action in ACTIONS)]


def post(served: Served, path: str, body: bytes) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return served.client.post(f"/api/{path}", content=body, headers=headers)


def assert_refused(answer: httpx.Response, status: int = 400) -> None:
    assert answer.status_code == status, answer.text
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("body", WRONG, ids=lambda body: body[:20])
def test_wrong_bodies(served: Served, addresses: list[str], body: bytes) -> None:
    for path in addresses:
        assert_refused(post(served, path, body))


@pytest.mark.parametrize("body", NOT_UTF_8, ids=repr)
def test_bodies_that_are_not_utf_8(served: Served, addresses: list[str], body: bytes) -> None:
    byte = body.index(b"\xff") + 1
    for path in addresses:
        answer = post(served, path, body)
        assert_refused(answer)
        said = f"The input is not UTF-8 text: byte {byte} is 0xff."
        assert answer.json()["error"] == said


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("generate", {"family": "kojun", "options": 5}),
        ("generate", {"family": "kojun", "options": None}),
        ("generate", {"family": "kojun", "options": {"seed": 1}}),
        ("generate", {"family": "kojun", "options": {"budget": 1}}),
        ("draw", {"puzzle": UNIQUE, "look": {"broken": [[9, 9]]}}),
        ("draw", {"puzzle": UNIQUE, "look": {"broken": [[0]]}}),
        ("draw", {"puzzle": UNIQUE, "look": {"colour": 1}}),
        ("explain", {"puzzle": UNIQUE, "at": [0]}),
    ],
    ids=str,
)
def test_wrong_values(served: Served, verb: str, body: object) -> None:
    assert_refused(post(served, verb, json.dumps(body).encode()))


def test_a_puzzle_with_line_breaks_in_its_json(served: Served) -> None:
    body = b'{"puzzle": {"family": "kojun",\n "regions": [[0, 0]],\n "givens": [[0, 0]]}}'
    answer = post(served, "draw", body)
    assert answer.status_code == 200 and answer.json()["svg"].startswith("<svg")
