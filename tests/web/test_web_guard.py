"""What strangers may send: refused with the right status and a sentence, and nobody is harmed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import RIGHT, UNIQUE
from processes import TIMEOUT, wait_until
from quebra.contract.registry import families
from servers import STREAM, Served, server, started
from troublemakers import BOARD, ENDLESS

pytestmark = pytest.mark.integration
LARGEST = {"kojun": 50, "symmetry": 40, "shisen": 30, "edges": 20, "tangram": 10}
CHECK: dict[str, Any] = {"puzzle": UNIQUE, "answer": RIGHT}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def tight(site: Path) -> Iterator[Served]:
    """A server with limits so low that a test can hit them, apart from wall time."""
    with server(
        site / "tight.db",
        QUEBRA_BODY_BYTES=2_000,
        QUEBRA_JOB_CPU_SECONDS=1,
        QUEBRA_JOB_MEGABYTES=300,
        QUEBRA_JOBS_RUNNING=1,
        QUEBRA_JOBS_WAITING=1,
        QUEBRA_QUICK_RUNNING=1,
        QUEBRA_STREAMS=1,
        QUEBRA_CONNECTIONS=10,
        QUEBRA_MAX_CELLS=100,
        QUEBRA_FAMILY_CELLS=" ".join(f"{name}={most}" for name, most in LARGEST.items()),
        QUEBRA_HOSTS="puzzles.example other.example",
    ) as found:
        yield found


@pytest.fixture(scope="module")
def hasty(site: Path) -> Iterator[Served]:
    """A server with so little time for everything that a test can wait for its end."""
    with server(
        site / "hasty.db",
        QUEBRA_BODY_SECONDS=1,
        QUEBRA_JOB_SECONDS=1,
        QUEBRA_JOBS_RUNNING=1,
        QUEBRA_QUICK_SECONDS=1,
        QUEBRA_QUICK_RUNNING=1,
        QUEBRA_QUICK_WAITING=1,
    ) as found:
        yield found


def refused(answer: httpx.Response, status: int, words: str) -> None:
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]
    assert_guarded(answer)


def assert_guarded(answer: httpx.Response) -> None:
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/families", "/none", "/api/solve"])
def test_every_answer_has_its_headers(served: Served, path: str) -> None:
    assert_guarded(served.client.get(path))


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_other_names_do_not_lead_here(served: Served, host: str) -> None:
    for path in ("/", "/api/games"):
        refused(served.client.get(path, headers={"host": host}), 421, "does not have the name")
    answer = served.client.post("/api/check", json=CHECK, headers={"host": host})
    refused(answer, 421, "does not have the name")


def test_own_names_lead_here(served: Served, tight: Served) -> None:
    for host in ("localhost", f"localhost:{served.port}", "127.0.0.1", "[::1]:80"):
        assert served.client.get("/api/families", headers={"host": host}).status_code == 200
    for host in ("puzzles.example", "OTHER.example:8000"):
        assert tight.client.get("/api/families", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
    ],
)
def test_pages_of_other_sites_may_not_ask(served: Served, headers: dict[str, str]) -> None:
    refused(served.client.post("/api/check", json=CHECK, headers=headers), 403, "other sites")
    refused(served.client.get("/api/games", headers=headers), 403, "other sites")
    refused(served.client.delete("/api/games/x", headers=headers), 403, "other sites")


def test_its_own_page_may_ask_and_others_may_lead_to_it(served: Served) -> None:
    own = {"sec-fetch-site": "same-origin", "origin": served.address}
    assert served.client.post("/api/check", json=CHECK, headers=own).status_code == 200
    assert served.client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


def test_a_form_is_no_json(served: Served) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = served.client.post(
            "/api/check", content=json.dumps(CHECK), headers={"content-type": kind}
        )
        refused(answer, 415, "JSON")


def test_large_bodies_are_refused_while_they_arrive(served: Served) -> None:
    body = b'{"source": "' + b"x" * 1_000_000 + b'"}'
    json_header = {"content-type": "application/json"}
    answer = served.client.post("/api/load", content=body, headers=json_header)
    refused(answer, 413, "at most 1000000 bytes")

    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 100_000_000:
            sent += 100_000
            yield b"x" * 100_000

    with suppress(httpx.WriteError, httpx.ReadError):
        # Whoever never stops sending may not hear the answer.
        answer = served.client.post("/api/load", content=endless(), headers=json_header)
        refused(answer, 413, "at most")
    assert sent < 30_000_000


def test_a_body_that_lies_about_its_length(served: Served) -> None:
    head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n"
    answer = served.raw(head.encode())
    assert b" 413 " in answer.splitlines()[0]


def test_slow_bodies_are_refused(hasty: Served) -> None:
    head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    assert b" 408 " in hasty.raw(head.encode()).splitlines()[0]


DEEP = b"[" * 400_000
DIGITS = b"1" * 5_000


@pytest.mark.parametrize(
    "body",
    [
        b'{"puzzle": ' + DEEP + b', "answer": 1}',
        b'{"puzzle": ' + b'{"a":' * 100_000 + b', "answer": 1}',
        DEEP,
        b'{"puzzle": {"family": "kojun", "regions": '
        + b"[" * 900
        + b"]" * 900
        + b'}, "answer": 1}',
        b'{"puzzle": {"family": "kojun", "regions": [[0]], "givens": [['
        + DIGITS
        + b']]}, "answer": 1}',
        b'{"puzzle": {"family": "kojun", "regions": [[0]], "givens": [[NaN]]}, "answer": 1}',
        b'{"puzzle": {"family": "kojun", "regions": [[0]], "givens": [[1e999]]}, "answer": 1}',
        b'{"puzzle": "kojun\\nregions\\na\\ngivens\\n' + DIGITS + b'", "answer": "1"}',
        b'{"puzzle": "\\ud800", "answer": "1"}',
        b'{"puzzle": Infinity, "answer": 1}',
        b'{"puzzle": null, "answer": null}',
        b"\xff\xfe",
        b"[]",
        b"",
    ],
)
def test_hostile_json_is_bad_input(served: Served, body: bytes) -> None:
    answer = served.client.post(
        "/api/check", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400 and answer.json()["error"], answer.text
    assert served.post("check", **CHECK)["ok"]


def grown(part: str, again: str) -> str:
    """A text in which each part repeats the one before ten times."""
    return "".join(part.format(new=n + 1, old=again.format(n) * 10) for n in range(9))


NESTED = "<svg>" + "<g>" * 5_000 + "</g>" * 5_000 + "</svg>"
ENTITIES = grown('<!ENTITY e{new} "{old}">', "&e{};")
LAUGHS = f'<!DOCTYPE svg [<!ENTITY e0 "ha">{ENTITIES}]><svg><title>&e9;</title></svg>'
COPIES = grown('<g id="a{new}">{old}</g>', '<use href="#a{}"/>')
USES = f'<svg><g id="a0"><path d="M0 0H1V1Z"/></g>{COPIES}</svg>'


@pytest.mark.parametrize("bomb", [NESTED, LAUGHS, USES], ids=["nested", "laughs", "uses"])
def test_hostile_svg_is_bad_input(served: Served, bomb: str) -> None:
    hints: dict[str, str]
    for hints in ({}, {"family": "tangram", "format": "svg"}):
        answer = served.client.post("/api/load", json={"source": bomb} | hints)
        assert answer.status_code == 400 and answer.json()["error"], answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/....//server.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/",
        "/families/../../web/page.js",
        "/families/..%2f..%2fweb/page.js",
        "/families/%2e%2e/page.js",
        "/families/_template/page.js",
        "/families/none/page.js",
        "/families/kojun/model.py",
        "/families/kojun/..%2fmodel.py",
    ],
)
def test_no_path_leads_out(served: Served, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    answer = served.raw(request.encode())
    assert answer.splitlines()[0].split()[1] in (b"404", b"405"), answer[:300]
    assert b"import" not in answer and b"root:" not in answer


def test_the_page_and_its_parts_are_served(served: Served) -> None:
    page = served.client.get("/")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    for family in families():
        script = served.client.get(f"/families/{family.name}/page.js")
        assert script.status_code == 200
        assert script.headers["content-type"].startswith("text/javascript")


def board_of(family: str, extent: int) -> str:
    """A puzzle of so many cells or pieces; each family counts in its own way."""
    square = {"name": "a", "outline": "M0 0H1V1H0Z", "count": extent}
    pieces = [[0] * 4] * extent
    return {
        "kojun": json.dumps(
            {"family": "kojun", "regions": [[0] * extent], "givens": [[0] * extent]}
        ),
        "symmetry": "symmetry\n" + "." * extent,
        "shisen": "shisen\n" + "A" * extent,
        "edges": json.dumps({"family": "edges", "rows": 1, "cols": extent, "pieces": pieces}),
        "tangram": json.dumps(
            {"family": "tangram", "figure": f"M0 0H1V{extent}H0Z", "pieces": [square]}
        ),
    }[family]


@pytest.mark.parametrize("family", LARGEST)
def test_puzzles_of_each_family_may_not_be_too_large(tight: Served, family: str) -> None:
    most = LARGEST[family]
    puzzle = tight.post("load", source=board_of(family, most))["puzzle"]
    assert tight.post("games", 201, puzzle=puzzle)["puzzle"] == puzzle
    large, said = board_of(family, most + 2), f"{family} has at most {most}."
    assert said in tight.post("load", 400, source=large)["error"]
    assert said in tight.post("games", 400, puzzle=large)["error"]
    assert "at most 100" in tight.post("load", 400, source=board_of(family, 102))["error"]


def test_puzzles_that_are_made_may_not_be_too_large_either(tight: Served) -> None:
    error = tight.post("generate", 400, family="kojun", size="9x9")["error"]
    assert error.endswith(f"kojun has at most {LARGEST['kojun']}.")


@pytest.mark.parametrize(
    ("limit", "said"),
    [("kojum=4", "There is no family 'kojum'"), ("kojun", "words like kojun=400")],
)
def test_a_limit_that_means_nothing_is_refused_at_the_start(limit: str, said: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "quebra", "play", "--no-browser", "--port", "0"],
        env={**os.environ, "QUEBRA_FAMILY_CELLS": limit},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert result.returncode == 2 and said in result.stderr


def test_jobs_may_not_take_too_long(hasty: Served) -> None:
    body = {"puzzle": BOARD, "engine": "honest", "time": TIMEOUT}
    answer = hasty.client.post("/api/solve", json=body)
    # On a busy machine the process may have no time left to say so itself.
    assert answer.json().get("reason", answer.json().get("error")) in (
        "time",
        "The time limit was reached.",
    )
    assert (
        hasty.post("solve", 422, puzzle=BOARD, engine="deaf")["error"]
        == "The time limit was reached."
    )
    ordinary = hasty.client.post(
        "/api/solve",
        json={"puzzle": BOARD, "engine": "deaf"},
        headers={"Quebra-Errors": "in-body"},
    )
    assert (ordinary.status_code, ordinary.headers["Quebra-Status"]) == (200, "422")


def test_jobs_may_not_take_too_much_processor_time_or_memory(tight: Served) -> None:
    assert tight.post("solve", puzzle=BOARD, engine="burning")["reason"] == "time"
    assert tight.post("solve", puzzle=BOARD, engine="hungry")["reason"] == "memory"


def test_too_many_jobs_are_told_to_come_again(tight: Served) -> None:
    body: dict[str, Any] = {"puzzle": BOARD, "engine": "honest", "time": 0.1}
    with ThreadPoolExecutor(6) as pool:
        with tight.events("solve", puzzle=BOARD, engine="honest") as events:
            assert started(events)
            answer = tight.client.post("/api/solve", json=body, headers=STREAM)
            refused(answer, 429, "being watched")
            asked = [pool.submit(tight.client.post, "/api/solve", json=body) for _ in range(6)]
            wait_until(lambda: sum(each.done() for each in asked) == 5, "five refusals")
            late = [each.result() for each in asked if each.done()]
        answers = [each.result() for each in asked]
    for answer in late:
        refused(answer, 429, "Too many requests are waiting")
        assert int(answer.headers["retry-after"]) > 0
    (patient,) = (answer for answer in answers if answer not in late)
    assert patient.json()["reason"] == "time"
    assert tight.post("solve", puzzle=BOARD)["status"] == "unique"


def test_quick_questions_have_limits_too(hasty: Served) -> None:
    endless = {"puzzle": ENDLESS, "answer": "1"}
    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(lambda _: hasty.client.post("/api/check", json=endless), range(8)))
    assert {answer.status_code for answer in asked} == {422, 429}
    told = {answer.json()["error"] for answer in asked if answer.status_code == 422}
    assert told == {"The time limit was reached."}
    wait_until(
        lambda: hasty.client.post("/api/check", json=CHECK).status_code == 200, "a right answer"
    )


def test_connections_are_limited(tight: Served) -> None:
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(socket.create_connection(("127.0.0.1", tight.port)))
        wait_until(lambda: status_of(tight) == 503, "a refusal")
    wait_until(lambda: status_of(tight) == 200, "an answer")


def status_of(served: Served) -> int:
    """The status of an answer in a new connection."""
    return httpx.get(f"{served.address}/api/families", timeout=TIMEOUT).status_code
