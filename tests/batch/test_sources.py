"""Puzzles come from files, folders, JSON lines, recipes and databases; what is wrong is told."""

import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

import quebra
from commands import RIGHT, UNIQUE
from quebra.batch import Item, read_sources
from quebra.contract.errors import BadInput
from quebra.store import Entry, Store

JSON = msgspec.json.encode(quebra.load(UNIQUE)).decode()
ANSWER = {"grid": [[int(x) for x in row.split()] for row in RIGHT.splitlines()]}


def read(*sources: object) -> list[Item]:
    return list(read_sources(map(str, sources)))


def puzzles(items: list[Item]) -> list[str]:
    return [bytes(item.puzzle).decode() for item in items if item.puzzle is not None]


def test_files_of_any_format_and_folders_in_order(tmp_path: Path) -> None:
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / "a.txt").write_text(UNIQUE)
    (tmp_path / "b" / "link").write_text("https://puzz.link/p?cojun/2/1/02g")
    (tmp_path / "b" / "c" / "board.json").write_text(JSON)
    (tmp_path / "b" / ".hidden").write_text("not for you")
    items = read(tmp_path)
    assert [Path(item.source).name for item in items] == ["a.txt", "board.json", "link"]
    assert puzzles(items)[:2] == [JSON, JSON]
    assert all(item.failure is None for item in items)


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("kojun\nregions\na b\ngivens\n9 .\n")
    (tmp_path / "good.txt").write_text(UNIQUE)
    bad, good = read(tmp_path)
    assert bad.failure == "Row 1, column 1: 9 is larger than its region (1 cell)."
    assert good.failure is None


def test_a_file_that_is_not_there_is_an_error() -> None:
    with pytest.raises(BadInput, match=r"There is no file 'absent.jsonl'"):
        read("absent.jsonl")


def test_lines_hold_puzzles_answers_links_and_nonsense(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    lines = [
        JSON,
        "",
        json.dumps({"puzzle": json.loads(JSON), "answer": ANSWER}),
        '"https://puzz.link/p?cojun/2/1/02g"',
        "{nonsense",
        '"no puzzle"',
        "[" * 100_000,
    ]
    path.write_text("\n".join(lines))
    items = read(path)
    numbers = [item.source.rpartition(":")[2] for item in items]
    assert numbers == ["1", "3", "4", "5", "6", "7"]
    assert [item.failure is None for item in items] == [True, True, True, False, False, False]
    assert items[1].answer is not None and json.loads(bytes(items[1].answer)) == ANSWER
    assert all("\n" not in (item.failure or "") for item in items)


def test_standard_input_has_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(JSON.encode())))
    assert puzzles(read("-")) == [JSON]


def test_standard_input_may_be_the_text_of_one_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    pretty = json.dumps(json.loads(JSON), indent=2)
    for text in (UNIQUE, f"\n{UNIQUE}", pretty):
        stdin = SimpleNamespace(buffer=io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        assert read("-") == [Item("standard input", puzzle=msgspec.Raw(JSON.encode()))]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"nonsense\nhere\n")))
    (item,) = read("-")
    assert item.failure is not None and item.failure.startswith(
        "This is no puzzle that Quebra can read"
    )
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match=r"There is no standard input\."):
        read("-")


def test_links_and_lines_in_files_of_any_name(tmp_path: Path) -> None:
    link = "https://puzz.link/p?cojun/2/1/02g"
    assert puzzles(read(link)) == [msgspec.json.encode(quebra.load(link)).decode()]
    (tmp_path / "boards.txt").write_text(f"{JSON}\n\n{JSON}\n{{broken\n")
    first, second, broken = read(tmp_path / "boards.txt")
    assert puzzles([first, second]) == [JSON, JSON] and second.source.endswith("boards.txt:3")
    assert broken.failure is not None


def test_a_recipe_has_a_task_for_each_seed(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text('family = "kojun"\nsizes = ["5x5"]\ngrades = ["easy", "hard"]\ncount = 2\n')
    items = read(path)
    assert [item.source for item in items] == [
        f"kojun 5x5 {grade}, seed {seed}" for grade in ("easy", "hard") for seed in (1, 2)
    ]
    assert json.loads(bytes(items[3].recipe or b"")) == {
        "verb": "generate",
        "family": "kojun",
        "size": "5x5",
        "seed": 2,
        "options": {"grade": "hard"},
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("family = 3", "family: expected"),
        ("sizes = []", "missing"),
        ("family = 'kojun'\nsize = '5x5'", "size"),
        ("family = 'nono'", "There is no family 'nono'"),
        ("family = 'kojun'\ngrades = ['nasty']", "grade"),
        ("family = 'kojun'\nsizes = ['big']", "ROWSxCOLUMNS"),
        ("family = 'kojun'\ncount = 0", "count"),
        ("family = ", "no TOML"),
    ],
)
def test_a_bad_recipe_is_told_at_once(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=f"(?i){sentence}"):
        read(path)


def test_a_database_has_what_is_in_its_bank(address: str) -> None:
    board = quebra.load(UNIQUE)
    with Store(address) as store:
        store.bank.add([Entry(board, grade="easy"), Entry(quebra.generate("symmetry", seed=1))])
    items = read(address)
    assert puzzles(items)[0] == JSON
    assert len(items) == 2
    assert items[0].entry is not None and items[0].entry.grade == "easy"


def test_a_folder_is_read_but_for_what_is_hidden_or_written(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in ("a.txt", ".git/config", "out.jsonl", "notes-wal"):
        (tmp_path / name).write_text(UNIQUE)
    with Store(str(tmp_path / "other.db")):
        items = list(read_sources([str(tmp_path)], exclude=[str(tmp_path / "out.jsonl")]))
    assert [Path(item.source).name for item in items] == ["a.txt", "notes-wal"]


def test_a_bad_recipe_in_a_folder_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("family = ")
    (tmp_path / "b.txt").write_text(UNIQUE)
    bad, good = read(tmp_path)
    assert bad.failure is not None and "is no TOML" in bad.failure
    assert good.failure is None


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")
def test_a_name_that_is_no_text_is_told_as_one(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text(UNIQUE)
    (tmp_path / "red\x1b[31m.txt").write_text("nothing")
    assert [Path(item.source).name for item in read(tmp_path)] == ["caf�.txt", "red�[31m.txt"]


def test_a_name_that_is_too_long_is_no_file() -> None:
    with pytest.raises(BadInput, match="There is no file 'xxx"):
        read("x" * 5000)
