"""The bank holds each puzzle once, with all that is known of it."""

import sqlite3
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event

import quebra
from images import IMAGES
from quebra.contract.errors import NotFound
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, families
from quebra.store import Entry, Store
from quebra.testing import read_case

BOARD = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . .\n"
MIRRORED = "kojun\nregions\nb a a\nb b c\nb c c\ngivens\n. . 2\n. . .\n. . .\n"
OTHER = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n. 2 .\n. . .\n. . .\n"
KIND: dict[str, Any] = {"family": "kojun", "grade": "hard", "size": (8, 8), "status": "unique"}
SOLUTION = msgspec.Raw(b'{"grid":[[2,1,3],[3,4,2],[1,2,1]]}')


def test_a_puzzle_and_its_mirror_image_are_one(address: str) -> None:
    boards = [quebra.load(text) for text in (BOARD, MIRRORED, OTHER, BOARD)]
    with Store(address) as store:
        assert store.bank.add(Entry(board) for board in boards) == (2, 2)
        assert store.bank.add([Entry(boards[1])]) == (0, 1)
        assert [entry.puzzle for entry in store.bank.find()] == [boards[0], boards[2]]


def test_what_becomes_known_is_filled_in_and_proofs_stay(address: str) -> None:
    board, image = quebra.load(BOARD), quebra.load(MIRRORED)
    with Store(address) as store:
        store.bank.add([Entry(board, source="first")])
        store.bank.add([Entry(image, status="found", solution=SOLUTION)])
        (entry,) = store.bank.find()
        assert (entry.status, entry.solution) == ("found", None), "a solution of the image"
        store.bank.add([Entry(board, status="unique", solutions=1, solution=SOLUTION)])
        store.bank.add([Entry(image, status="unknown", grade="easy", score=3.5)])
        store.bank.add([Entry(board, grade="hard", score=99)])
        (entry,) = store.bank.find()
    assert entry == Entry(
        puzzle=board,
        source="first",
        grade="easy",
        score=3.5,
        status="unique",
        solutions=1,
        solution=SOLUTION,
        id=entry.id,
    )


@pytest.mark.parametrize("names", [each for n in range(5) for each in combinations(KIND, n)])
def test_no_search_sorts_the_puzzles(tmp_path: Path, names: tuple[str, ...]) -> None:
    """In a large bank that would take seconds, again for each page of an export."""
    path = str(tmp_path / "quebra.db")
    statements: list[tuple[str, Any]] = []

    def listen(connection: Any, cursor: Any, statement: str, values: Any, *others: Any) -> None:
        statements.append((statement, values))

    with Store(path) as store:
        event.listen(Engine, "before_cursor_execute", listen)
        assert [*store.bank.find(**{name: KIND[name] for name in names})] == []
        event.remove(Engine, "before_cursor_execute", listen)
    ((statement, values),) = statements
    with closing(sqlite3.connect(path)) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    assert "SEARCH" in str(plan) and "TEMP B-TREE" not in str(plan)


def test_puzzles_are_found_by_what_they_are(address: str) -> None:
    small = [quebra.generate("kojun", (4, 4), seed=seed) for seed in range(3)]
    wide = quebra.generate("symmetry", (4, 5), seed=1)
    with Store(address) as store:
        store.bank.add(
            [Entry(small[0], grade="easy"), Entry(small[1], grade="hard", status="unique")]
        )
        store.bank.add([Entry(small[2]), Entry(wide, grade="easy")])

        def found(**kind: Any) -> list[Puzzle]:
            return [entry.puzzle for entry in store.bank.find(**kind)]

        assert found() == [*small, wide]
        assert found(family="symmetry") == found(size=(4, 5)) == [wide]
        assert found(grade="easy") == [small[0], wide]
        assert found(family="kojun", status="unique", size=(4, 4)) == [small[1]]
        assert found(most=2) == small[:2]
        assert found(family="shisen") == []
        (hard,) = store.bank.find(grade="hard")
        assert hard.id is not None and store.bank.get(hard.id) == hard
        counts = {(c.family, c.grade, c.status): c.puzzles for c in store.bank.stats()}
        assert counts[("kojun", "hard", "unique")] == counts[("symmetry", "easy", None)] == 1
        assert sum(counts.values()) == 4
        with pytest.raises(NotFound, match="no puzzle 12345 in the bank"):
            store.bank.get(12345)


def test_pages_miss_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quebra.store.database.PAGE", 7)
    monkeypatch.setattr("quebra.store.bank.CHUNK", 5)
    boards = [quebra.generate("kojun", (4, 4), seed=seed) for seed in range(21)]
    with Store(address) as store:
        new, known = store.bank.add(Entry(board) for board in boards)
        assert new + known == 21
        assert len([*store.bank.find()]) == new > 14


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_family_can_be_kept_once(family: AnyFamily, address: str) -> None:
    puzzle, _ = read_case(family, family.case("unique"))
    images = list(IMAGES[family.name](puzzle))
    with Store(address) as store:
        assert store.bank.add(Entry(image) for image in images) == (1, len(images) - 1)
        (entry,) = store.bank.find(family=family.name)
        assert entry.puzzle == images[0]
