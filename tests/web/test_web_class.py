"""A class on a server: pupils join, the teacher sees what they solve, and nothing is lost."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import run
from processes import TIMEOUT
from quebra.store import Store
from servers import Served, server

pytestmark = pytest.mark.integration

TEACHER = "a-teacher-for-tests.1"
AS_TEACHER = {"authorization": f"Bearer {TEACHER}"}
PUZZLE = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . ."
SMALL = "kojun\nregions\na a\ngivens\n2 ."
SETTINGS = {"QUEBRA_TEACHER_TOKEN": TEACHER, "QUEBRA_READY_DAYS": 0}


class Person:
    """A pupil's browser, or the teacher's."""

    def __init__(self, address: str, **headers: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=TIMEOUT, headers=headers)

    def send(self, method: str, path: str, **body: object) -> httpx.Response:
        return self.client.request(method, f"/api/{path}", json=body or None)

    def get(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def join(self, code: str, nickname: str) -> httpx.Response:
        return self.send("POST", "class/join", code=code, nickname=nickname)

    def begin(self, number: int = 0) -> str:
        """Start a game of a puzzle of the class."""
        key = self.get("class")["puzzles"][number]["key"]
        puzzle = self.get(f"class/puzzles/{key}")["puzzle"]
        answer = self.send("POST", "games", puzzle=puzzle)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def move(self, game: str, move: str, seconds: int = 0) -> httpx.Response:
        return self.send("POST", f"games/{game}/move", move=move, seconds=seconds)


def teacher_of(served: Served) -> Person:
    return Person(served.address, authorization=f"Bearer {TEACHER}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("class")
    puzzles = folder / "puzzles.jsonl"
    lines = [json.dumps({"puzzle": text}) for text in (PUZZLE, SMALL)]
    puzzles.write_text("\n".join(lines), encoding="utf-8")
    with server(folder / "games.db", "--class", "7B", str(puzzles), **SETTINGS) as found:
        yield found


def board_of(teacher: Person) -> Any:
    found = teacher.get("classes")["classes"][0]["id"]
    return teacher.get(f"classes/{found}")


def test_the_teacher_sees_who_solved_what_with_which_help(served: Served) -> None:
    teacher, fox, owl = teacher_of(served), Person(served.address), Person(served.address)
    board = board_of(teacher)
    assert board["address"].endswith(f"/join/{board['code']}")
    assert board["qr"].startswith("data:image/svg+xml") and len(board["puzzles"]) == 2
    shown = f"{board['code'][:3].lower()} {board['code'][3:]}"  # as it may be typed
    assert fox.join(shown, "  Fox ").json() == {"name": "7B", "nickname": "Fox"}
    assert owl.join(board["code"], "Owl").status_code == 200
    game = fox.begin(1)
    assert fox.send("POST", f"games/{game}/hint", level=3, seconds=9).status_code == 200
    unfinished = owl.begin(0)
    owl.move(unfinished, "r1c2=1", seconds=30)
    keys = [each["key"] for each in board["puzzles"]]
    rows = {each["nickname"]: each["results"] for each in board_of(teacher)["pupils"]}
    solved = rows["Fox"][keys[1]]
    assert solved["solved"] and (solved["hints"], solved["seconds"]) == (1, 9)
    begun = rows["Owl"][keys[0]]
    assert begun["solved"] is None and (begun["moves"], begun["seconds"]) == (1, 30)
    # What is done after the solution changes no result, and a deleted game leaves it.
    fox.send("POST", f"games/{game}/clear", seconds=500)
    assert fox.send("DELETE", f"games/{game}").status_code == 200
    rows = {each["nickname"]: each["results"] for each in board_of(teacher)["pupils"]}
    assert rows["Fox"][keys[1]] == solved


def test_a_nickname_is_taken_until_the_teacher_lets_its_pupil_return(served: Served) -> None:
    teacher, first, second = teacher_of(served), Person(served.address), Person(served.address)
    code = board_of(teacher)["code"]
    assert first.join(code, "Lynx").status_code == 200
    game = first.begin()
    refused = second.join(code, "LYNX")
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("The nickname 'LYNX' is taken")
    board = board_of(teacher)
    pupil = next(each["id"] for each in board["pupils"] if each["nickname"] == "Lynx")
    path = f"classes/{board['id']}/pupils/{pupil}"
    assert teacher.send("POST", f"{path}/return").status_code == 200
    assert second.join(code, "Lynx").status_code == 200
    assert [each["id"] for each in second.get("games")] == [game]
    assert Person(served.address).join(code, "Lynx").status_code == 400
    assert teacher.send("DELETE", path).status_code == 200
    assert second.get("class")["role"] == "" and second.get("games") == []


def test_nicknames_that_look_the_same_are_the_same(served: Served) -> None:
    code = board_of(teacher_of(served))["code"]
    assert Person(served.address).join(code, "Zo\u00eb Gnu").json()["nickname"] == "Zo\u00eb Gnu"
    for name in ("zoe\u0308  GNU", "\u200bZo\u00eb\u202e Gnu", "ZO\u00cbGNU"):
        assert Person(served.address).join(code, name).status_code == 400


def test_the_next_pupil_of_a_browser_has_other_games(served: Served) -> None:
    shared = Person(served.address)
    code = board_of(teacher_of(served))["code"]
    shared.join(code, "Ant")
    shared.begin()
    shared.send("POST", "class/leave")
    shared.join(code, "Bee")
    assert shared.get("games") == [] and shared.get("class")["nickname"] == "Bee"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"code": "?", "nickname": "x"}, "No class has the code '?'"),
        ({"nickname": "x"}, "missing"),
        ({"code": "CODE", "nickname": ""}, "A name has 1 to 40 characters."),
        ({"code": "CODE", "nickname": "x" * 41}, "A name has 1 to 40 characters."),
    ],
)
def test_what_cannot_join(served: Served, body: dict[str, str], sentence: str) -> None:
    if body.get("code") == "CODE":
        body = {**body, "code": board_of(teacher_of(served))["code"]}
    answer = Person(served.address).send("POST", "class/join", **body)
    assert answer.status_code in (400, 404) and sentence in answer.json()["error"]


def test_a_class_is_exported_and_erased(tmp_path: Path) -> None:
    data = str(tmp_path / "games.db")
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(SMALL, encoding="utf-8")
    with server(Path(data), "--class", "5A", str(puzzle), **SETTINGS) as served:
        teacher, pupil = teacher_of(served), Person(served.address)
        board = board_of(teacher)
        pupil.join(board["code"], "=cmd()")
        pupil.move(pupil.begin(), "r1c2=1", seconds=7)
        answer = teacher.send("GET", f"classes/{board['id']}/export?to=csv")
        assert answer.headers["content-type"].startswith("text/csv")
        (row,) = csv.DictReader(io.StringIO(answer.text))
        assert row["nickname"] == "'=cmd()" and row["solved"] and row["seconds"] == "7"
        (same,) = teacher.get(f"classes/{board['id']}/export?to=json")
        assert same["nickname"] == "=cmd()" and same["family"] == "kojun"
    assert "5A" in run("class", "list", "--data", data).stdout
    assert run("class", "export", "5A", "--data", data).stdout == answer.text
    assert "no class '6C'" in run("class", "erase", "6C", "--data", data).stderr
    assert "It had 1 pupils" in run("class", "erase", "5A", "--data", data).stdout
    with Store(data) as store:
        assert store.classes.list() == ()
        with store.database.reading() as connection:
            for table in ("games", "pupils", "results", "class_puzzles"):
                count = connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar()
                assert count == 0, table


def test_nothing_is_lost_when_the_server_is_killed_in_a_class(tmp_path: Path) -> None:
    """Pupils play until the server is gone; each move that was answered is there afterwards."""
    data, puzzle = tmp_path / "games.db", tmp_path / "puzzle.txt"
    puzzle.write_text(PUZZLE, encoding="utf-8")
    kept: dict[int, tuple[str, list[str]]] = {}
    with server(data, "--class", "7B", str(puzzle), **SETTINGS) as first:
        port, code = first.port, board_of(teacher_of(first))["code"]
        pupils = [Person(first.address) for _ in range(6)]
        enough = threading.Barrier(len(pupils) + 1)

        def play(number: int) -> None:
            pupil = pupils[number]
            pupil.join(code, f"Pupil {number}")
            game = pupil.begin()
            kept[number] = game, []
            try:
                for turn in range(10_000):
                    if turn == 5:
                        enough.wait(TIMEOUT)
                    move = f"r{1 + turn % 3}c3={1 + turn // 3 % 4}"
                    if pupil.move(game, move).status_code == 200:
                        kept[number][1].append(move)
            except httpx.HTTPError:
                pass  # the server is gone

        threads = [threading.Thread(target=play, args=(each,)) for each in range(len(pupils))]
        for thread in threads:
            thread.start()
        enough.wait(TIMEOUT)
        os.kill(first.process.pid, signal.SIGKILL)
        for thread in threads:
            thread.join(TIMEOUT)
    with server(data, "--class", "7B", port=port, **SETTINGS) as second:
        board = board_of(teacher_of(second))
        assert board["code"] == code and len(board["pupils"]) == len(pupils)
        for number, (game, moves) in kept.items():
            assert len(moves) >= 5
            found = pupils[number].get(f"games/{game}")["moves"]
            assert found[: len(moves)] == moves and len(found) <= len(moves) + 1
            (result,) = next(
                each["results"].values()
                for each in board["pupils"]
                if each["nickname"] == f"Pupil {number}"
            )
            assert result["moves"] == len(found)
