"""The verbs over HTTP: the same answers as on the command line, and jobs that can be watched."""

from __future__ import annotations

import json
import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from commands import MANY, RIGHT, UNIQUE, WRONG, run
from processes import alive, wait_until
from quebra.contract.registry import families
from quebra.service.verbs import parse
from quebra.store import Entry, Store
from servers import Served, started
from troublemakers import BOARD

pytestmark = pytest.mark.integration
ENDS = ("done", "failed")
"""A job that is stopped is done with its best, or has failed if it was too slow to say so."""


def without_times(answer: Any) -> Any:
    return {key: value for key, value in answer.items() if key not in ("seconds", "cpu_seconds")}


@pytest.mark.parametrize(
    ("verb", "args", "options"),
    [
        ("check", [WRONG], {"answer": WRONG}),
        ("solve", ["--count", "2"], {"count": 2}),
        ("explain", ["--steps", "1"], {"steps": 1}),
        ("grade", [], {}),
        ("convert", ["--to", "puzzlink"], {"to": "puzzlink"}),
    ],
)
def test_answers_are_those_of_the_command_line(
    served: Served, board: str, verb: str, args: list[str], options: dict[str, Any]
) -> None:
    said = json.loads(run(verb, board, *args, "--json").stdout)
    assert without_times(served.post(verb, puzzle=UNIQUE, **options)) == without_times(said)


def test_generate(served: Served) -> None:
    said = json.loads(run("generate", "kojun", "--size", "5x5", "--seed", "1", "--json").stdout)
    assert served.post("generate", family="kojun", size="5x5", seed=1) == said
    other = served.post("generate", family="kojun", size="5x5")
    assert other["family"] == "kojun"


def test_progress_and_drawings(served: Served) -> None:
    progress = served.post("progress", puzzle=UNIQUE, answer=RIGHT)
    assert progress["value"] == 1 and progress["parts"]
    drawn = served.post("draw", puzzle=UNIQUE, answer=RIGHT, theme="page", look={"tint": True})
    assert drawn["svg"].startswith("<svg") and "var(--ink)" in drawn["svg"]
    assert "┃" in served.post("draw", puzzle=UNIQUE, to="text")["text"]


def test_load_takes_texts_and_links_but_no_paths(served: Served, board: str) -> None:
    loaded = served.post("load", source=UNIQUE)
    assert loaded["family"] == "kojun" and loaded["size"] == [3, 3]
    assert served.post("load", source=loaded["text"])["puzzle"] == loaded["puzzle"]
    link = served.post("convert", puzzle=loaded["puzzle"], to="puzzlink")["text"]
    assert served.post("load", source=link)["puzzle"] == loaded["puzzle"]
    for path in (board, "/etc/passwd", "-"):
        assert "format" in served.post("load", 400, source=path)["error"]
        served.post("check", 400, puzzle=loaded["puzzle"], answer=path)


def test_families_say_what_they_are(served: Served) -> None:
    found = {family["name"]: family for family in served.get("families")}
    assert set(found) >= {family.name for family in families()}
    kojun = found["kojun"]
    assert kojun["size"] == [6, 6] and kojun["rules"]
    grade = next(option for option in kojun["options"] if option["name"] == "grade")
    assert grade["choices"] == ["easy", "medium", "hard", "expert"]
    portuguese = {family["name"]: family for family in served.get("families?lang=pt")}
    assert portuguese["kojun"]["rules"] != kojun["rules"]
    sets = [
        next(
            option["described"] for option in each["tangram"]["options"] if option["name"] == "set"
        )
        for each in (found, portuguese)
    ]
    assert [each["heart"]["title"] for each in sets] == ["Broken heart", "Coração partido"]
    assert sets[1]["heart"]["text"].startswith("9 peças")


def test_every_family_can_be_loaded_drawn_and_checked(served: Served) -> None:
    for family in families():
        case = next(case for case in family.cases if case.answer and case.violations == ())
        puzzle = served.post("load", source=case.puzzle, family=family.name)["puzzle"]
        assert served.post("check", puzzle=puzzle, answer=case.answer)["ok"]
        assert served.post("draw", puzzle=puzzle)["svg"].startswith("<svg")


def test_setters_learn_what_their_puzzle_is(served: Served) -> None:
    good = served.post("judge", puzzle=UNIQUE)
    assert good["status"] == "unique" and good["grade"]["grade"] and good["unneeded"] == []
    many = served.post("judge", puzzle=MANY)
    assert many["status"] == "many" and many["differences"]
    edited = served.post("edit", puzzle=UNIQUE, move="r2c2=4")
    assert edited["puzzle"]["givens"][1][1] == 4 and edited["spots"]
    [unneeded] = served.post("judge", puzzle=edited["puzzle"])["unneeded"]
    assert unneeded["where"] == [1, 1] and unneeded["edit"] == "r2c2=."
    back = served.post("edit", puzzle=edited["puzzle"], move=unneeded["edit"])
    assert back["puzzle"]["givens"][1][1] == 0


def test_setters_begin_with_a_blank_board(served: Served) -> None:
    board = served.post("blank", family="kojun", size="3x4")
    assert board["size"] == [3, 4] and board["made"] == board["puzzle"]
    assert served.post("blank", family="symmetry")["size"] == [6, 6]
    error = served.post("blank", 400, family="kojun", size="9")["error"]
    assert "ROWSxCOLUMNS" in error


def test_a_figure_is_made_by_arranging_pieces(served: Served) -> None:
    blank = served.post("blank", family="tangram")
    assert blank["made"] is None and blank["missing"] == "7 pieces are not placed yet."
    moves = ["1=0,0,0", "2=0,0,90"]
    two = served.post("edit", puzzle=blank["puzzle"], moves=moves, move="4=5,5,0")
    assert two["moves"] == [*moves, "4=5,5,0"] and len(two["answer"]["places"]) == 3
    assert two["missing"] == "4 pieces are not placed yet."
    assert blank["blank"] and not two["blank"]
    swan = served.post("generate", family="tangram", figure="swan")
    shown = served.post("arrange", puzzle=swan)
    assert len(shown["answer"]["places"]) == 7 and shown["made"]["figure"]
    plain = served.post("arrange", puzzle=served.post("blank", family="kojun")["puzzle"])
    assert plain["moves"] == [] and plain["blank"]
    board = served.post("blank", family="edges", size="1x2")["puzzle"]
    laid = served.post("edit", puzzle=board, moves=["r1c1=1/0", "r1c2=2/0"])
    assert len(laid["answer"]["cells"]) == 2 and laid["blank"]


def test_errors_are_sentences_in_the_tongue_asked_for(served: Served) -> None:
    assert served.post("solve", 400, puzzle="")["error"] == "The puzzle is empty."
    assert served.post("solve?lang=pt", 400, puzzle="")["error"] == "O quebra-cabeça está vazio."
    answer = served.client.post(
        "/api/solve", json={"puzzle": ""}, headers={"accept-language": "pt-BR,en;q=0.5"}
    )
    assert answer.json()["error"] == "O quebra-cabeça está vazio."


def test_pictures_are_named_in_the_tongue_asked_for(served: Served) -> None:
    drawn = served.post("draw?lang=pt", puzzle=UNIQUE)
    assert drawn["title"] == "Kojun, 3 x 3, 3 regiões"
    assert drawn["svg"].count(drawn["title"]) == 2


@pytest.mark.parametrize(
    ("verb", "body", "words"),
    [
        ("solve", {"puzzle": UNIQUE, "speed": 9}, "speed"),
        ("solve", {}, "puzzle"),
        ("solve", {"puzzle": UNIQUE, "count": 0}, "at least 1"),
        ("solve", {"puzzle": UNIQUE, "time": -1}, "time"),
        ("solve", {"puzzle": UNIQUE, "engine": "steam"}, "no engine 'steam'"),
        ("generate", {"family": "chess"}, "no family 'chess'"),
        ("generate", {"family": "kojun", "colour": 1}, "colour"),
        ("explain", {"puzzle": UNIQUE, "at": "here"}, "at"),
        ("convert", {"puzzle": UNIQUE, "to": "stone"}, "no format 'stone'"),
        ("check", {"puzzle": {"family": "kojun"}, "answer": RIGHT}, "regions"),
    ],
)
def test_wrong_bodies_are_told_what_is_wrong(
    served: Served, verb: str, body: dict[str, object], words: str
) -> None:
    assert words in served.post(verb, 400, **body)["error"]


def test_errors_have_their_place(served: Served) -> None:
    givens = {"family": "kojun", "regions": [[0, 0]], "givens": [[2, "x"]]}
    error = served.post("solve", 400, puzzle=givens)
    assert (error["path"], set(error)) == ("$.givens[0][1]", {"error", "path"})
    error = served.post("grade", 400, puzzle=f"{UNIQUE}givens\n1")
    assert (error["line"], set(error)) == (len(UNIQUE.splitlines()) + 1, {"error", "line"})
    error = served.post("solve", 400, puzzle=UNIQUE, count=0)
    assert (error["path"], set(error)) == ("$.count", {"error", "path"})
    with served.events("solve", puzzle=givens) as events:
        name, told = list(events)[-1]
    assert (name, told["kind"], told["path"]) == ("failed", "bad input", "$.givens[0][1]")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("load", {"source": "kojun\nregions"}, 400),
        ("games/none/undo", {}, 404),
        ("solve", {"puzzle": BOARD, "engine": "none"}, 400),
    ],
)
def test_a_page_gets_refusals_as_ordinary_responses(
    served: Served, path: str, body: dict[str, object], status: int
) -> None:
    answer = served.client.post(f"/api/{path}", json=body, headers={"Quebra-Errors": "in-body"})
    assert (answer.status_code, answer.headers["Quebra-Status"]) == (200, str(status))
    assert answer.json() == served.post(path, status, **body)


def test_what_is_not_there(served: Served) -> None:
    assert "error" in served.get("nothing", 404)
    assert "error" in served.get("solve", 405)
    assert "error" in served.post("jobs/none/stop", 404)


def test_a_job_can_be_watched(served: Served) -> None:
    with served.events("solve", puzzle=BOARD, engine="honest") as events:
        found: list[tuple[str, Any]] = []
        # While nothing is heard, the server tells the time, and nothing else.
        while not (found and found[-1][1].get("nodes")):
            found += [event for event in (next(events),) if event[0] != "waiting"]
        served.post(f"jobs/{found[0][1]['job']}/stop")
        found += events
    names = [name for name, _ in found]
    assert names[0] == "started" and names.count("started") == 1 and names[-1] in ENDS
    heard = [data for name, data in found if name == "advanced" and data["nodes"]]
    assert heard and all(data["bound"] == 7 for data in heard)
    assert heard[0]["best"]["grid"][0] == [1, 0, 0]


def test_a_job_with_a_time_limit_ends_in_time(served: Served) -> None:
    with served.events("solve", puzzle=BOARD, engine="honest", time=0.5) as events:
        name, data = list(events)[-1]
    assert name == "done" and data["reason"] == "time" and data["seconds"] > 0.4


def test_a_failure_is_an_event_too(served: Served) -> None:
    with served.events("solve", puzzle="nothing") as events:
        name, data = list(events)[-1]
    assert name == "failed" and data["kind"] == "bad input" and "format" in data["text"]


def test_stop_asks_for_the_best_so_far(served: Served) -> None:
    with served.events("solve", puzzle=BOARD, engine="honest") as events:
        job = started(events)
        assert served.post(f"jobs/{job}/stop") == {"job": job}
        name, data = list(events)[-1]
    assert (name, data.get("reason", data.get("kind"))) in (
        ("done", "cancelled"),
        ("failed", "cut"),  # on a machine so busy that the process had no time to answer
    )
    served.post(f"jobs/{job}/stop", 404)


def test_a_job_is_paused_and_goes_on(served: Served) -> None:
    with served.events("solve", puzzle=BOARD, engine="honest") as events:
        job = started(events)
        assert served.post(f"jobs/{job}/pace", rate=0) == {"job": job}
        paused = next(data for _, data in events if data.get("paused"))
        served.post(f"jobs/{job}/pace", rate=None)
        assert next(data for _, data in events if data["nodes"] > paused["nodes"])
        assert "error" in served.post(f"jobs/{job}/pace", 400, rate=-1)
        assert "error" in served.post(f"jobs/{job}/pace", 400)
        served.post(f"jobs/{job}/stop")
        assert list(events)[-1][0] in ENDS
    served.post(f"jobs/{job}/pace", 404, rate=0)


def test_going_away_ends_the_job(served: Served) -> None:
    with served.events("solve", puzzle=BOARD, engine="deaf") as events:
        assert started(events)
        workers = served.busy_workers()
    wait_until_one_is_gone(workers)
    assert served.post("solve", puzzle=BOARD)["status"] == "unique"


def test_going_away_without_a_stream_ends_the_job_too(served: Served, site: Path) -> None:
    assert served.post("solve", puzzle=BOARD)["status"] == "unique"
    wait_until(lambda: len(served.busy_workers()) == 2, "two workers")
    workers = served.busy_workers()
    body = json.dumps({"puzzle": BOARD, "engine": "deaf"}).encode()
    begun = site / "begun"
    begun.unlink(missing_ok=True)
    head = f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(head.encode() + body)
        wait_until(begun.exists, "the engine to begin")
    wait_until_one_is_gone(workers)


def wait_until_one_is_gone(pids: tuple[int, ...]) -> None:
    """Return as soon as one of some processes has ended: earlier than its job would end it."""
    wait_until(lambda: not all(map(alive, pids)), f"the end of one of processes {pids}")


def test_killing_a_solver_harms_nobody(served: Served) -> None:
    with served.events("solve", puzzle=BOARD, engine="honest") as events:
        job = started(events)
        for pid in served.busy_workers():
            os.kill(pid, signal.SIGKILL)
        assert served.post("check", puzzle=UNIQUE, answer=RIGHT)["ok"]
        assert started(events) == job
        served.post(f"jobs/{job}/stop")
        name, _ = list(events)[-1]
    assert name in ENDS
    failed = served.post("solve", 503, puzzle=BOARD, engine="mortal")
    assert "ended unexpectedly" in failed["error"]
    assert alive(served.process.pid)


def test_the_gallery_can_be_played(served: Served) -> None:
    shown = served.get("gallery")
    assert {exhibit["family"] for exhibit in shown} == {family.name for family in families()}
    for exhibit in shown[::7]:
        assert exhibit["svg"].startswith("<svg") and exhibit["title"] and exhibit["grade"]
        puzzle = served.get(f"gallery/{exhibit['id']}")["puzzle"]
        assert served.post("games", 201, puzzle=puzzle)["solved"] is False
    served.get("gallery/none", 404)
    served.get("gallery/bank-1", 404)


def test_puzzles_of_the_bank_are_shown_too(served: Served, site: Path) -> None:
    with Store(str(site / "games.db")) as store:
        store.bank.add([Entry(puzzle=parse(UNIQUE), grade="easy")])
        (entry,) = store.bank.find()
    name = f"bank-{entry.id}"
    (shown,) = (each for each in served.get("gallery") if each["id"] == name)
    assert shown["family"] == "kojun" and shown["size"] == [3, 3] and shown["title"]
    assert served.get(f"gallery/{name}")["puzzle"]["regions"]
