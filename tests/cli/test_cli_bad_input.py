"""Bad input, whatever the command: one sentence and exit status 2."""

from pathlib import Path

import pytest

from commands import UNIQUE, run


@pytest.mark.parametrize("verb", ["solve", "explain", "grade", "draw"])
@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"\xff\xfe\x00",
        b"kojun",
        b"kojun\nregions\na a\ngivens\n3 .",
        b"kojun\nregions\na b\nb a\ngivens\n. .\n. .",
        b'{"family": "kojun", "regions": [[1]], "givens": [[NaN]]}',
        b'{"family": "kojun", "regions": ' + b"[" * 50_000,
        b'{"family": "kojun", "regions": [[1, 1], [1]], "givens": [[0, 0], [0, 0]]}',
        b"https://puzz.link/p?cojun/10000/10000/0",
        b"x" * 10_000_000,
    ],
    ids=range(11),
)
def test_one_sentence(verb: str, text: bytes) -> None:
    result = run(verb, "-", stdin=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("quebra: ")
    assert line.endswith(".")
    assert len(line) < 200


def test_places(tmp_path: Path) -> None:
    assert "There is no file 'nowhere.txt'." in run("solve", "nowhere.txt").stderr
    assert "is a folder" in run("solve", str(tmp_path)).stderr
    path = tmp_path / "large.txt"
    path.write_text("kojun\nregions\na a\ngivens\n3 .", encoding="utf-8")
    error = run("solve", str(path), "--json").stderr
    assert "Row 1, column 1: 3 is larger than its region (2 cells)." in error


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"family": "nobody"}', "There is no family 'nobody'; there are: edges, kojun, "),
        ('{"regions": [[0]]}', "The JSON names no family; there are: edges, kojun, "),
        ('{"family": 3}', "JSON at $.family: expected str, got int."),
        ('{"family": "nobody", "x": [1', "The JSON breaks off after line 1, character 28."),
        ('[{"link": "https://puzz.link/p?cojun/2/2/g81i"}]', "This is no puzzle that Quebra can"),
    ],
)
def test_json_of_no_family_that_is_known(text: str, sentence: str) -> None:
    result = run("solve", "-", stdin=text)
    assert result.exit_code == 2 and sentence in result.stderr


def test_json_of_another_family_than_the_one_asked_for() -> None:
    text = '{"family": "symmetry", "shapes": 1, "clues": [[1]]}'
    error = run("solve", "-", "--family", "kojun", stdin=text).stderr
    assert error.endswith("a puzzle of the family 'symmetry', which is not asked for.\n")


@pytest.mark.parametrize(
    "args",
    [
        ["--goal", "fewest"],
        ["--engine", "magic"],
        ["--count", "0"],
        ["--time", "-1"],
        ["--time", "nan"],
        ["--format", "nothing"],
        ["--family", "nobody"],
    ],
)
def test_bad_options(args: list[str]) -> None:
    result = run("solve", "-", *args, stdin=UNIQUE)
    assert result.exit_code == 2
    assert result.stderr


def test_several_puzzles_where_one_is_wanted() -> None:
    line = '{"family": "symmetry", "shapes": 1, "clues": [[1]]}\n'
    for verb in ("grade", "explain"):
        result = run(verb, "-", stdin=line * 3)
        assert result.exit_code == 2
        assert "There are several puzzles in it: solve, draw, book and batch" in result.stderr


def test_places_that_are_not_on_the_board() -> None:
    result = run("explain", "-", "--at", "9,1", stdin=UNIQUE)
    assert result.exit_code == 2
    assert result.stderr == "quebra: Row 9, column 1 is not on the board of 3 x 3 cells.\n"


def test_answers(board: str) -> None:
    for answer in ("1 2", "x", "", "{}", '{"grid": [[1]]}', "[1]"):
        result = run("check", board, "-", stdin=answer)
        assert result.exit_code == 2, answer
        assert result.stderr.count("\n") == 1
