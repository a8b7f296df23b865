"""Files of links in all commands that take many puzzles, and the commands that print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import NONE, UNIQUE, run
from quebra import convert, generate, load
from quebra.families.kojun import Kojun

LINKS = tuple(convert(generate(Kojun, "4x4", seed=seed), "puzzlink") for seed in range(1, 11))
SUDOKU = "https://puzz.link/p?sudoku/9/9/g1h2"
ANSWER = "Sudoku is not one of Quebra's families."


@pytest.fixture
def ten(tmp_path: Path) -> Path:
    file = tmp_path / "ten.txt"
    file.write_text("# ten links\n\n" + "\n".join(LINKS) + "\n", encoding="utf-8")
    return file


def test_ten_links_are_solved_in_order(ten: Path) -> None:
    result = run("solve", "--json", str(ten))
    assert result.exit_code == 0
    outcomes = [json.loads(line) for line in result.stdout.splitlines()]
    assert [outcome["status"] for outcome in outcomes] == ["unique"] * 10
    for link, outcome in zip(LINKS, outcomes, strict=True):
        givens = [n for row in load(link, Kojun).givens for n in row]
        solution = [n for row in outcome["solutions"][0]["grid"] for n in row]
        assert all(given in (0, n) for given, n in zip(givens, solution, strict=True))
    assert run("solve", str(ten)).stdout.count("Exactly one solution: proved.") == 10


def test_ten_links_make_a_book(ten: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    result = run("book", str(ten), str(ten), "-o", str(book), "--paper", "a5", "--no-rules")
    assert result.exit_code == 0
    assert result.stderr == "10 puzzles were left out: they are the same as others.\n"
    assert book.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("option", "too_many"), [("--per-page", "13"), ("--variants", "27"), ("--margin", "101")]
)
def test_options_have_the_limits_of_their_requests(
    option: str, too_many: str, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.pdf"
    result = run("worksheet", "--recipe", "kojun 3x3", option, too_many, "-o", str(sheet))
    assert result.exit_code == 2 and f"'{option}': {too_many}" in result.stderr
    assert not sheet.exists()


def test_a_genre_that_is_not_here(tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    file.write_text("\n".join((LINKS[0], SUDOKU, LINKS[1])), encoding="utf-8")
    assert run("solve", SUDOKU).exit_code == 2
    result = run("solve", "--json", str(file))
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    assert f"Line 2: {ANSWER}" in result.stderr
    result = run("book", str(file), "-o", str(tmp_path / "book.pdf"))
    assert result.exit_code == 2
    assert ANSWER in result.stderr
    assert not (tmp_path / "book.pdf").exists()
    result = run("book", str(file), "-o", str(tmp_path / "book.pdf"), "--skip-bad", "--no-rules")
    assert result.exit_code == 0
    assert ANSWER in result.stderr and "1 puzzle was skipped." in result.stderr
    assert (tmp_path / "book.pdf").exists()


def test_the_worst_of_several_puzzles_decides_the_status(tmp_path: Path) -> None:
    boards = [json.loads(convert(load(text), "json")) for text in (UNIQUE, NONE, UNIQUE)]
    file = tmp_path / "boards.jsonl"
    file.write_text("\n".join(map(json.dumps, boards)), encoding="utf-8")
    assert run("solve", str(file)).exit_code == 1
    assert run("solve", str(file), "--keep", "best.json", "--goal", "any").exit_code == 2


def test_commands_that_print_need_a_pdf_and_puzzles(tmp_path: Path) -> None:
    assert "does not end in .pdf" in run("book", "-", "-o", "book.txt", stdin=UNIQUE).stderr
    assert "name a source or a recipe" in run("book", "-o", str(tmp_path / "b.pdf")).stderr
    assert "Missing option" in run("worksheet").stderr
    result = run("cutout", "-", "-o", str(tmp_path / "c.pdf"), stdin=UNIQUE)
    assert (result.exit_code, "Kojun has no pieces to cut out" in result.stderr) == (2, True)


def test_sheets_and_pieces_by_recipe_and_file(tmp_path: Path) -> None:
    sheet, pieces = tmp_path / "sheet.pdf", tmp_path / "pieces.pdf"
    made = run("worksheet", "--recipe", "kojun 3x3 x2", "--variants", "2", "-o", str(sheet))
    assert made.exit_code == 0, made.stderr
    board = convert(generate("shisen", "4x4", seed=1), "json")
    assert run("cutout", "-", "-o", str(pieces), "--grey", stdin=board).exit_code == 0
    assert all(file.read_bytes().startswith(b"%PDF") for file in (sheet, pieces))
