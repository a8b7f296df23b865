"""Several people on one server: no browser can read, change or delete what is another's."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Mount, Route

from quebra.service.protocol import VERBS
from quebra.store import HOME, Store
from quebra.web import health
from quebra.web.app import ROUTES
from quebra.web.games import ACTIONS
from servers import STREAM, Served, read_events, server

pytestmark = pytest.mark.integration

TEACHER = "a-teacher-for-tests.1"
AS_TEACHER = {"authorization": f"Bearer {TEACHER}"}
PUZZLE = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . ."
OTHER_PUZZLE = "kojun\nregions\na a\ngivens\n2 ."
HARD = {"puzzle": "symmetry\n" + ("." * 40 + "\n") * 40, "engine": "cpsat"}

OPEN = {
    *(f"POST /api/{verb}" for verb in VERBS),
    *("GET /", "GET /worker.js", "GET /families/{name}/{script}", "GET /join", "GET /join/{code}"),
    *("GET /api/families", "GET /api/gallery", "GET /api/gallery/{id}"),
    *("GET /api/today/{date}/{family}",),
    *("GET /health", "GET /health/live"),
}
"""Requests whose answers are the same for everybody, and that change nothing that is kept."""
OWN = {"POST /api/games", "GET /api/games", "GET /api/cards", "GET /api/class"}
OWN |= {"GET /api/drafts", "PUT /api/drafts/{id}", "DELETE /api/drafts/{id}"}
OWN |= {"POST /api/class/join", "POST /api/class/leave"}
"""Requests that name nothing that could be another's, and answer with what is one's own."""
FOREIGN = {
    *("GET /api/games/{id}", "DELETE /api/games/{id}", "POST /api/games/{id}/{action}"),
    *("POST /api/jobs/{id}/stop", "POST /api/jobs/{id}/pace", "GET /api/class/puzzles/{key}"),
}
"""Requests that name something that can be another's, which then does not exist."""
TEACHERS = {
    *("GET /api/classes", "POST /api/classes", "GET /api/classes/{id}", "DELETE /api/classes/{id}"),
    *("GET /api/classes/{id}/export", "DELETE /api/classes/{id}/pupils/{pupil}"),
    *("POST /api/classes/{id}/pupils/{pupil}/return",),
}
"""Requests that only the person who runs the server may send."""
TOKEN_ONLY = {"GET /metrics"}
"""Requests that need a token of the server, even from pupils of a class."""


def all_requests() -> set[str]:
    """Method and path of each route."""
    found = {f"GET {path}" for path in (health.LIVE, health.READY)}  # answered before all routes
    for route in ROUTES:
        if isinstance(route, Mount):
            assert route.path == "/static"
            continue
        assert isinstance(route, Route)
        found |= {f"{each} {route.path}" for each in (route.methods or ()) if each != "HEAD"}
    return found


def test_every_route_says_whose_its_things_are() -> None:
    """A new route fails here until its protection is stated, and so tested below."""
    assert all_requests() == OPEN | OWN | FOREIGN | TEACHERS | TOKEN_ONLY


class Browser:
    """A client with cookies of its own."""

    def __init__(self, served: Served) -> None:
        self.client = httpx.Client(base_url=served.address, timeout=60)

    def send(self, method: str, path: str, **body: object) -> httpx.Response:
        return self.client.request(method, f"/api/{path}", json=body or None)

    def start_game(self) -> str:
        answer = self.send("POST", "games", puzzle=PUZZLE)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("people") / "games.db"


@pytest.fixture(scope="module")
def shared(data: Path) -> Iterator[Served]:
    """A server with a class, on a database with a game from before."""
    with Store(str(data)) as store:
        store.games.save('{"puzzle": {"family": "kojun"}}', "old")
    puzzles = data.with_name("puzzles.txt")
    puzzles.write_text(PUZZLE, encoding="utf-8")
    settings = {"QUEBRA_TEACHER_TOKEN": TEACHER, "QUEBRA_READY_DAYS": 0}
    with server(data, "--class", "7B", str(puzzles), QUEBRA_CLIENT_JOBS=1, **settings) as found:
        yield found


@pytest.fixture
def browser(shared: Served) -> Iterator[Callable[[], Browser]]:
    opened: list[Browser] = []

    def open_browser() -> Browser:
        opened.append(Browser(shared))
        return opened[-1]

    yield open_browser
    for each in opened:
        each.client.close()


def code_of(shared: Served) -> str:
    answer = httpx.get(f"{shared.address}/api/classes", headers=AS_TEACHER, timeout=60)
    return str(answer.json()["classes"][0]["code"])


def test_another_browser_gets_what_it_would_get_for_nothing(
    shared: Served, browser: Callable[[], Browser]
) -> None:
    mine, other = browser(), browser()
    game = mine.start_game()
    assert mine.send("POST", f"games/{game}/move", move="r1c2=1").status_code == 200
    before = mine.send("GET", f"games/{game}").json()
    for request in sorted(each for each in FOREIGN if " /api/games/" in each):
        method, path = request.split(" /api/")
        for action in ACTIONS if "{action}" in path else ("",):
            name = path.replace("{action}", action)
            body = {"move": "r1c3=1"} if action in ("move", "try") else {}
            theirs = other.send(method, name.replace("{id}", game), **body)
            nothing = other.send(method, name.replace("{id}", "none"), **body)
            assert theirs.status_code == nothing.status_code == 404, (request, action)
            assert theirs.text.replace(game, "none") == nothing.text
    assert mine.send("PUT", "drafts/one", puzzle=PUZZLE).status_code == 200
    assert other.send("DELETE", "drafts/one").status_code == 404
    drafts = mine.send("GET", "drafts").json()
    assert other.send("GET", "drafts").json() == [] != drafts
    assert other.send("PUT", "drafts/one", puzzle=OTHER_PUZZLE).status_code == 200
    assert mine.send("GET", "drafts").json() == drafts
    assert other.send("GET", "games").json() == other.send("GET", "cards").json() == []
    assert mine.send("GET", f"games/{game}").json() == before and before["moves"] == ["r1c2=1"]
    assert [each["id"] for each in mine.send("GET", "games").json()] == [game]


def test_another_browser_cannot_stop_or_slow_a_job(browser: Callable[[], Browser]) -> None:
    mine, other = browser(), browser()
    mine.start_game()
    other.start_game()
    body = {"json": HARD, "headers": STREAM}
    with mine.client.stream("POST", "/api/solve", **body) as answer:  # type: ignore[arg-type]
        events = read_events(answer.iter_lines())
        job = next(data["job"] for name, data in events if name == "started")
        for action, fields in (("stop", {}), ("pace", {"rate": 0})):
            assert other.send("POST", f"jobs/{job}/{action}", **fields).status_code == 404
        refused = mine.send("POST", "solve", **HARD)
        assert refused.status_code == 429 and refused.headers["retry-after"]
        assert refused.json()["error"].startswith("1 of your searches run already")
        assert mine.send("POST", f"jobs/{job}/stop").status_code == 200


def test_only_the_teacher_sees_classes(shared: Served, browser: Callable[[], Browser]) -> None:
    pupil = browser()
    answer = pupil.send("POST", "class/join", code=code_of(shared), nickname="Fox")
    assert answer.json() == {"name": "7B", "nickname": "Fox"}
    assert pupil.send("GET", "class").json()["role"] == "pupil"
    listed = httpx.get(f"{shared.address}/api/classes", headers=AS_TEACHER, timeout=60).json()
    found = listed["classes"][0]["id"]
    for request in sorted(TEACHERS):
        method, path = request.split(" /api/")
        path = re.sub(r"\{pupil\}", "x", path.replace("{id}", found))
        answer = pupil.send(method, path)
        assert answer.status_code == 403, request
        assert answer.json()["error"].startswith("Only the person who runs the server")


def test_a_pupil_of_another_class_gets_none_of_its_puzzles(
    shared: Served, browser: Callable[[], Browser]
) -> None:
    mine, other = browser(), browser()
    body = {"name": "8A", "sources": [OTHER_PUZZLE]}
    answer = httpx.post(f"{shared.address}/api/classes", json=body, headers=AS_TEACHER, timeout=60)
    for pupil, code in ((mine, code_of(shared)), (other, answer.json()["code"])):
        assert pupil.send("POST", "class/join", code=code, nickname="Bat").status_code == 200
    (key,) = (each["key"] for each in other.send("GET", "class").json()["puzzles"])
    assert other.send("GET", f"class/puzzles/{key}").status_code == 200
    for visitor in (mine, browser()):
        theirs, nothing = (visitor.send("GET", f"class/puzzles/{name}") for name in (key, "none"))
        assert theirs.status_code == nothing.status_code == 404
        assert theirs.text == nothing.text


def test_games_from_before_belong_to_the_person_who_runs_the_server(
    shared: Served, browser: Callable[[], Browser]
) -> None:
    assert browser().send("GET", "games/old").status_code == 404
    listed = httpx.get(f"{shared.address}/api/games", headers=AS_TEACHER, timeout=60).json()
    assert [each["id"] for each in listed] == ["old"]


def test_a_cookie_that_was_changed_is_no_ones(
    shared: Served, browser: Callable[[], Browser]
) -> None:
    mine = browser()
    game = mine.start_game()
    (name, value), *_ = mine.client.cookies.items()
    assert name.startswith("quebra-player-") and "." in value
    for forged in (value[:-1], value.partition(".")[0], f"x{value}", HOME, "."):
        headers = {"cookie": f"{name}={forged}"}
        answer = httpx.get(f"{shared.address}/api/games/{game}", headers=headers, timeout=60)
        assert answer.status_code == 404


def test_the_cookie_is_for_this_server_alone(browser: Callable[[], Browser]) -> None:
    answer = browser().send("POST", "games", puzzle=PUZZLE)
    attributes = answer.headers["set-cookie"].split("; ")[1:]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(attributes)


def test_the_requests_of_a_browser_are_limited(tmp_path: Path) -> None:
    with server(
        tmp_path / "few.db",
        *("--class", "7B"),
        QUEBRA_CLIENT_REQUESTS=1,
        QUEBRA_READY_DAYS=0,
        QUEBRA_TEACHER_TOKEN=TEACHER,
    ) as served:
        mine, other = Browser(served), Browser(served)
        game = mine.start_game()
        for _ in range(2):
            answer = mine.send("GET", f"games/{game}")
        assert answer.status_code == 429
        assert answer.json()["error"].startswith("These are too many requests")
        assert other.start_game()


def test_wrong_codes_are_limited(shared: Served, browser: Callable[[], Browser]) -> None:
    guesser = browser()
    address = {"x-forwarded-for": "192.0.2.77"}  # as a proxy on this machine would say
    statuses = []
    for number in range(32):
        body = {"code": f"WRONG{number}", "nickname": "x"}
        answer = guesser.client.post("/api/class/join", json=body, headers=address)
        statuses.append(answer.status_code)
    assert statuses[0] == 404 and statuses[-1] == 429
    assert answer.json()["error"].startswith("Too many wrong codes")


def test_wrong_codes_of_one_network_are_counted_together(
    browser: Callable[[], Browser],
) -> None:
    guesser = browser()
    statuses = []
    for number in range(32):
        body = {"code": f"WRONG{number}", "nickname": "x"}
        addresses = [  # the client's own words, and what a proxy on this machine adds
            ("x-forwarded-for", f"192.0.2.{number}"),
            ("x-forwarded-for", f"2001:db8:7::{number:x}"),
        ]
        answer = guesser.client.post("/api/class/join", json=body, headers=addresses)
        statuses.append(answer.status_code)
    assert statuses[0] == 404 and statuses[-1] == 429


def test_health_is_for_everybody_and_figures_need_a_token(
    shared: Served, browser: Callable[[], Browser]
) -> None:
    pupil, stranger = browser(), browser()
    answer = pupil.send("POST", "class/join", code=code_of(shared), nickname="Owl")
    assert answer.status_code == 200
    for request in sorted(TOKEN_ONLY):
        path = request.removeprefix("GET ")
        for each in (pupil, stranger):
            assert each.client.get(path).status_code == 401
        assert stranger.client.get(path, headers=AS_TEACHER).status_code == 200
    for path in (health.LIVE, health.READY):
        for each in (pupil, stranger):
            answer = each.client.get(path)
            assert answer.status_code == 200 and answer.json()["live"]
            assert "set-cookie" not in answer.headers


def test_at_home_all_browsers_are_one_person(data: Path, tmp_path: Path) -> None:
    with server(tmp_path / "home.db", QUEBRA_SANDBOX=0) as served:
        networks = {os.readlink(f"/proc/{pid}/ns/net") for pid in served.workers}
        assert networks == {os.readlink("/proc/self/ns/net")}, "the sandbox is turned off"
        one, other = Browser(served), Browser(served)
        game = one.start_game()
        assert "set-cookie" not in one.send("GET", f"games/{game}").headers
        assert other.send("GET", f"games/{game}").status_code == 200
        answer = other.send("POST", "class/join", code="AAAAAA", nickname="x")
        assert answer.status_code == 404 and "--class NAME" in answer.json()["error"]
