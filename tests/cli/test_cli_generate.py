"""`quebra generate`: the wishes, and what becomes of those that cannot be."""

import json
from pathlib import Path

import pytest

import quebra
from commands import run
from quebra.families.kojun.model import Kojun


def test_json_lines() -> None:
    two = ("--seed", "3", "--count", "2", "--workers", "1")
    result = run("generate", "--json", "kojun", "--size", "5x6", *two)
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    again = run("generate", "kojun", "--json", "--size", "5x6", "--seed", "4").stdout.splitlines()
    assert again == lines[1:]
    for line in lines:
        puzzle = quebra.load(line)
        assert quebra.solve(puzzle, engine="cpsat").status == "unique"


def test_family_options() -> None:
    assert "--symmetry" in run("generate", "kojun", "--help").stdout
    assert "--symmetry" not in run("generate", "--help").stdout
    result = run(
        "generate", "kojun", "--size", "5x5", "--minimal", "--seed", "1", "--to", "puzzlink"
    )
    assert result.stdout.startswith("https://puzz.link/p?cojun/5/5/")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], "no family 'chess'"),
        (["kojun", "--size", "huge"], "ROWSxCOLUMNS"),
        (["kojun", "--size", "0x5"], "no cells"),
        (["kojun", "--size", "9999x9999"], "too large"),
        (["kojun", "--grade", "silly"], "--grade"),
        (["kojun", "--count", "0"], "--count"),
        (["kojun", "--json", "--to", "text"], "exclude"),
        (["kojun", "--size", "6x6", "--givens", "13", "--symmetry", "rotation"], "is odd"),
    ],
)
def test_bad_wishes(args: list[str], words: str) -> None:
    result = run("generate", *args)
    assert result.exit_code == 2
    assert words in result.stderr


def test_options_from_files(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(run("generate", "kojun", "--size", "5x5", "--seed", "1").stdout)
    pattern = tmp_path / "pattern.txt"
    pattern.write_text("x.x.x\n.x.x.\nx.x.x\n.x.x.\nx.x.x\n")
    made = run("generate", "kojun", "--regions", str(board), "--pattern", str(pattern), "--json")
    puzzle = quebra.load(made.stdout, Kojun)
    assert puzzle.regions == quebra.load(board, Kojun).regions
    assert sum(given > 0 for row in puzzle.givens for given in row) == 13
    missing = run("generate", "kojun", "--regions", str(tmp_path / "none.txt"))
    assert missing.exit_code == 2
    assert "There is no file" in missing.stderr


def test_zero_is_a_wish_too() -> None:
    bare = run("generate", "kojun", "--size", "3x3", "--givens", "0", "--seed", "1", "--json")
    assert json.loads(bare.stdout)["givens"] == [[0, 0, 0]] * 3
    assert run("generate", "kojun", "--size", "3x3", "--largest", "0").exit_code == 2


def test_the_seed_is_told() -> None:
    first = run("generate", "kojun", "--size", "4x4", "--json")
    seed = first.stderr.split()[-1]
    assert (
        run("generate", "kojun", "--size", "4x4", "--json", "--seed", seed).stdout == first.stdout
    )


def test_no_time() -> None:
    result = run("generate", "kojun", "--size", "20x20", "--time", "0", "--seed", "1")
    assert result.exit_code == 3
    assert result.stderr == "quebra: The time limit was reached.\n"


@pytest.mark.parametrize("family", [family.name for family in quebra.families()])
def test_a_pipe_gets_a_puzzle_that_can_be_read_back(family: str) -> None:
    text = run("generate", family, "--seed", "1").stdout
    assert quebra.load(text) == quebra.generate(family, seed=1)


def test_a_preset_gives_size_and_options_unless_others_are_given() -> None:
    daily = run("generate", "kojun", "--preset", "daily", "--seed", "1", "--json").stdout
    same = ("--size", "7x7", "--grade", "medium")
    assert daily == run("generate", "kojun", *same, "--seed", "1", "--json").stdout
    wide = run("generate", "kojun", "--preset", "daily", "--size", "4x6", "--seed", "1", "--json")
    assert quebra.load(wide.stdout).size == (4, 6)  # type: ignore[attr-defined]


def test_the_puzzle_of_a_date_is_the_same_for_everyone() -> None:
    one = run("generate", "symmetry", "--date", "2026-11-17", "--json").stdout
    assert one == run("generate", "symmetry", "--preset", "daily", "--seed", "20261117",
                      "--json").stdout  # fmt: skip
    assert one != run("generate", "symmetry", "--date", "2026-11-18", "--json").stdout
    assert run("generate", "symmetry", "--today", "--json").stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--date", "tomorrow"], "'tomorrow' is no date; write it as YYYY-MM-DD."),
        (["--date", "2026-02-30"], "is no date"),
        (["--today", "--seed", "1"], "The puzzle of a date has no other seed."),
        (["--preset", "weekly"], "Kojun has no preset 'weekly'; it has: daily"),
    ],
)
def test_bad_presets_and_dates(args: list[str], words: str) -> None:
    result = run("generate", "kojun", *args)
    assert result.exit_code == 2
    assert words in result.stderr
