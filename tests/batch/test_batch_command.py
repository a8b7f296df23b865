"""The commands `batch` and `bank`, from end to end."""

import json
import sys
from pathlib import Path

import msgspec
import pytest

import quebra
from commands import MANY, NONE, UNIQUE, run
from quebra.cli.batch import LINE_SECONDS
from quebra.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    boards = tmp_path / "boards"
    boards.mkdir()
    for name, text in (("many", MANY), ("none", NONE), ("unique", UNIQUE), ("bad", "nothing")):
        (boards / f"{name}.txt").write_text(text)
    return boards


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.integration
def test_solve_a_folder_into_lines_and_check_and_grade_what_came_of_it(folder: Path) -> None:
    out = folder.parent / "solved.jsonl"
    result = run("batch", "solve", str(folder), "--out", str(out), "--workers", "1")
    assert result.exit_code == 3, result.output
    for name in ("many", "none", "unique", "failed"):
        assert f"{name:<12} {1:>9}" in result.stdout
    assert "bad.txt: This is no puzzle that Quebra can read" in " ".join(result.stdout.split())
    records = {Path(str(record["source"])).stem: record for record in lines(out)}
    assert records["unique"].keys() == {
        "source", "input", "state", "outcome", "failure", "seconds", "cpu_seconds", "engine",
        "version", "finished", "machine",
    }  # fmt: skip
    assert records["unique"]["engine"] == "own"
    assert records["unique"]["version"] == quebra.__version__
    outcome = records["unique"]["outcome"]
    assert isinstance(outcome, dict) and outcome["status"] == "unique"
    assert records["bad"]["outcome"] is None
    (folder / "bad.txt").write_text(UNIQUE.replace("2", "1"))
    assert run("batch", "solve", str(folder), "--out", str(out)).exit_code == 0
    assert len(lines(out)) == 4

    checked = folder.parent / "checked.db"
    result = run("batch", "check", str(out), "--out", str(checked), "--json", "--workers", "1")
    told = json.loads(result.stdout)
    assert {part["status"]: part["jobs"] for part in told["outcomes"]} == {"right": 3, None: 1}
    assert [each["failure"] for each in told["failed"]] == ["There is no answer to check."]


@pytest.mark.integration
def test_without_a_terminal_a_batch_prints_lines_of_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = ("batch", "generate", "kojun", "--count", "5", "--workers", "1", "--out")
    assert LINE_SECONDS == 10.0
    monkeypatch.setattr("quebra.cli.batch.LINE_SECONDS", 1e9)
    assert run(*order, str(tmp_path / "quiet.db")).stderr == ""
    monkeypatch.setattr("quebra.cli.batch.LINE_SECONDS", 0.0)
    first, *_, last = run(*order, str(tmp_path / "made.db")).stderr.splitlines()
    assert first == "0 of 5 puzzles are done."
    assert last.startswith("5 of 5 puzzles are done. ") and last.endswith("/s, 0:00 left")


@pytest.mark.integration
def test_generate_explain_and_keep_in_a_bank(tmp_path: Path) -> None:
    made, bank = str(tmp_path / "made.db"), str(tmp_path / "bank.db")
    order = ("batch", "generate", "kojun", "--out", made, "--workers", "1", "--count", "3")
    result = run(*order, "--size", "4x4", "--size", "5x5", "--grade", "easy", "--seed", "5")
    assert result.exit_code == 0, result.output
    assert f"done {6:>17}" in result.stdout
    with Store(made) as store:
        (first, *_) = store.jobs.records()
    puzzle = quebra.load(first.result or "")
    assert puzzle == quebra.generate("kojun", (4, 4), seed=5, grade="easy")
    explained = tmp_path / "explained.jsonl"
    result = run("batch", "explain", made, "--out", str(explained), "--steps", "2")
    assert result.exit_code == 0, result.output
    assert all(len(record["outcome"]["steps"]) == 2 for record in lines(explained))  # type: ignore[index]

    assert run("bank", "add", made, "--bank", bank).stdout == "6 new, 0 known already.\n"
    assert run("bank", "add", made, str(explained), "--bank", bank).stdout.startswith("0 new, 12")
    assert "kojun      easy     -                6" in run("bank", "stats", "--bank", bank).stdout
    counts = json.loads(run("bank", "stats", "--bank", bank, "--json").stdout)
    assert counts == [{"family": "kojun", "grade": "easy", "status": None, "puzzles": 6}]
    found = run("bank", "find", "--bank", bank, "--size", "5x5", "--most", "2").stdout.splitlines()
    assert len(found) == 3 and "kojun 5x5 easy, seed 5" in found[1]
    exported = run("bank", "export", "--bank", bank, "--size", "4x4").stdout.splitlines()
    assert [quebra.load(line) for line in exported] == [
        quebra.generate("kojun", (4, 4), seed=seed, grade="easy") for seed in (5, 6, 7)
    ]
    links = run("bank", "export", "--bank", bank, "--to", "puzzlink").stdout.splitlines()
    assert len(links) == 6 and all(link.startswith("https://") for link in links)


@pytest.mark.integration
def test_a_bank_learns_from_every_record_of_a_puzzle(tmp_path: Path) -> None:
    made, bank = str(tmp_path / "made.db"), str(tmp_path / "bank.db")
    order = ("kojun", "--size", "4x4", "--grade", "easy", "--count", "2")
    assert run("batch", "generate", *order, "--out", made).exit_code == 0
    assert run("batch", "solve", made, "--out", made).exit_code == 0
    assert run("bank", "add", made, "--bank", bank).stdout == "2 new, 2 known already.\n"
    assert "kojun      easy     unique           2" in run("bank", "stats", "--bank", bank).stdout
    told = json.loads(run("batch", "grade", bank, made, "--out", bank, "--json").stdout)
    assert [part["jobs"] for part in told["outcomes"]] == [4]


@pytest.mark.integration
def test_a_recipe_can_be_solved_at_once(tmp_path: Path) -> None:
    recipe, out = tmp_path / "night.toml", tmp_path / "solved.jsonl"
    recipe.write_text('family = "kojun"\nsizes = ["4x4"]\ncount = 3\n')
    result = run("batch", "solve", str(recipe), "--out", str(out), "--workers", "1")
    assert result.exit_code == 0, result.output
    for seed, record in enumerate(lines(out), start=1):
        puzzle = msgspec.json.encode(quebra.generate("kojun", (4, 4), seed=seed))
        assert record["input"] == {"verb": "solve", "puzzle": json.loads(puzzle)}
        assert record["outcome"]["status"] == "unique"  # type: ignore[index]


@pytest.mark.integration
def test_a_split_puzzle_is_one_record(tmp_path: Path) -> None:
    board, out = tmp_path / "many.txt", str(tmp_path / "out.db")
    board.write_text(MANY)
    for options, status in (((), "many"), (("--count", "99"), "many"), (("--count", "1"), "found")):
        result = run("batch", "solve", str(board), "--out", out, "--split", "4", *options)
        assert result.exit_code == 0, result.output
        assert f"{status:<12} {1:>9}" in result.stdout
    with Store(out) as store:
        found = [msgspec.json.decode(record.result or "") for record in store.jobs.records()]
    everything = quebra.solve(quebra.load(MANY), count=99)
    assert [len(outcome["solutions"]) for outcome in found] == [2, len(everything.solutions), 1]
    assert [outcome["stats"]["exhausted"] for outcome in found] == [0, 1, 0]


@pytest.mark.integration
def test_the_same_puzzle_twice_has_two_records(tmp_path: Path) -> None:
    source, out = tmp_path / "twice.jsonl", tmp_path / "out.jsonl"
    source.write_text(2 * (msgspec.json.encode(quebra.load(UNIQUE)).decode() + "\n"))
    assert run("batch", "grade", str(source), "--out", str(out)).exit_code == 0
    assert [str(record["source"])[-2:] for record in lines(out)] == [":1", ":2"]


@pytest.mark.integration
def test_a_command_tells_of_its_own_puzzles_only(folder: Path, board: str) -> None:
    out = str(folder.parent / "out.db")
    (folder / "bad.txt").write_text(json.dumps({"verb": "grade"}))
    assert run("batch", "grade", str(folder), "--out", out).exit_code == 3
    broken = folder.parent / "broken.jsonl"
    broken.write_text('{"family": "kojun", "regions": [[0]], "givens": [[7]]}\n')
    assert run("batch", "grade", str(broken), "--out", out).exit_code == 3
    result = run("batch", "grade", board, "--out", out)
    assert result.exit_code == 0
    assert "failed" not in result.stdout and f"{1:>9}" in result.stdout
    told = json.loads(run("batch", "grade", board, str(broken), "--out", out, "--json").stdout)
    assert sorted(part["jobs"] for part in told["outcomes"]) == [1, 1]
    assert [each["source"] for each in told["failed"]] == [f"{broken}:1"]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (("batch", "solve", "absent.txt"), "There is no file 'absent.txt'."),
        (("batch", "grade", "x", "--engine", "own"), "--engine is no option of batch grade."),
        (("batch", "grade", "x", "--split", "3"), "Only puzzles to be solved"),
        (("batch", "grade", "x", "--up-to-symmetry"), "--up-to-symmetry is no option of batch"),
        (("batch", "solve", "x", "--split", "3", "--up-to-symmetry"), "cannot count up to"),
        (("batch", "explain", "x", "--at", "0,1"), "is not of the form ROW,COL"),
        (("batch", "generate", "kojun", "--size", "huge"), "ROWSxCOLUMNS"),
        (("batch", "generate", "kojun", "--option", "x"), "not of the form NAME=VALUE"),
        (("batch", "generate", "kojun", "--option", "x=1"), "There is no option 'x' here"),
        (
            ("batch", "generate", "kojun", "--grade", "mild"),
            "there are: easy, medium, hard, expert",
        ),
        (("batch", "generate", "kojum", "--size", "5x5"), "no family and no file 'kojum'."),
        (("batch", "generate", __file__, "--size", "5x5"), "--size goes with the name of a family"),
        (("batch", "solve", "kojun"), "There is no file 'kojun'."),
        (
            ("batch", "solve", "x", "--out", "y.xlsx"),
            "a database (.db), or to .jsonl, .csv or .parquet",
        ),
        (("batch", "solve", "x.jsonl", "--out", "./x.jsonl"), "The file './x.jsonl' is read"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, order: tuple[str, ...], sentence: str) -> None:
    out = () if "--out" in order else ("--out", str(tmp_path / "out.db"))
    result = run(*order, *out)
    assert result.exit_code == 2
    assert sentence in result.stderr


@pytest.mark.integration
def test_there_may_be_no_end_of_time(board: str, tmp_path: Path) -> None:
    result = run("batch", "solve", board, "--time", "inf", "--out", str(tmp_path / "out.db"))
    assert result.exit_code == 0, result.output


@pytest.mark.integration
def test_processes_that_cannot_start_are_told_in_a_sentence(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    result = run("batch", "solve", board, "--out", str(tmp_path / "out.db"))
    assert result.exit_code == 3
    assert result.stderr == "quebra: The worker processes cannot be started.\n"


def test_sources_without_puzzles_are_told(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    result = run("batch", "solve", str(tmp_path / "boards"), "--out", str(tmp_path / "out.db"))
    assert result.exit_code == 2
    assert result.stderr == "quebra: There is no puzzle in the sources.\n"


@pytest.mark.integration
def test_a_batch_does_not_read_what_it_writes(folder: Path) -> None:
    (folder / "bad.txt").unlink()
    for out in ("out.jsonl", "out.db"):
        for _ in range(2):
            order = ("batch", "solve", str(folder), "--out", str(folder / out))
            result = run(*order, "--workers", "1", "--json")
            assert result.exit_code == 0, result.output
            assert sum(part["jobs"] for part in json.loads(result.stdout)["outcomes"]) == 3
        for path in folder.glob("out.*"):
            path.unlink()


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (("find", "--to", "text"), "--to is no option of bank find."),
        (("stats", "--family", "kojun"), "--family is no option of bank stats."),
        (("find", "--family", "kojum"), "There is no family 'kojum'"),
        (("find", "--grade", "nice"), "'nice' is not one of 'easy', 'medium', 'hard', 'expert'"),
    ],
)
def test_what_a_bank_does_not_know_is_told(
    tmp_path: Path, order: tuple[str, ...], sentence: str
) -> None:
    Store(str(tmp_path / "bank.db")).close()
    result = run("bank", *order, "--bank", str(tmp_path / "bank.db"))
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_only_boards_with_rows_and_columns_have_a_size(tmp_path: Path) -> None:
    bank, source = str(tmp_path / "bank.db"), tmp_path / "edges.jsonl"
    cubes = [[1, 2, 3, 4, 5, 6]] * 3
    square = {"family": "edges", "rows": 2, "cols": 1, "pieces": [[1, 1, 1, 1]] * 2}
    stack = {"family": "edges", "rows": 3, "shape": "stack", "pieces": cubes}
    source.write_text(f"{json.dumps(square)}\n{json.dumps(stack)}\n")
    assert run("bank", "add", str(source), "--bank", bank).exit_code == 0
    _, first, second = run("bank", "find", "--bank", bank).stdout.splitlines()
    assert (first.split()[2], second.split()[2]) == ("2x1", "-")


def test_a_puzzle_is_no_recipe(board: str, tmp_path: Path) -> None:
    result = run("batch", "generate", board, "--out", str(tmp_path / "out.db"))
    assert result.exit_code == 2
    assert "to generate takes a recipe" in result.stderr


def test_a_database_in_trouble_is_told(tmp_path: Path, board: str) -> None:
    result = run("batch", "solve", board, "--out", "postgresql://127.0.0.1:1/none")
    assert result.exit_code == 3
    assert "does not answer. Start again when it is back" in result.stderr
    (tmp_path / "notes.db").write_text("no database " * 100)
    result = run("bank", "stats", "--bank", str(tmp_path / "notes.db"))
    assert result.exit_code == 2 and result.stderr.endswith("is no database.\n")
    result = run("bank", "find", "--bank", str(tmp_path / "absent.db"))
    assert result.exit_code == 2 and "There is no database" in result.stderr


def test_what_a_bank_cannot_read_is_told(folder: Path) -> None:
    bank = str(folder.parent / "bank.db")
    result = run("bank", "add", str(folder), "--bank", bank)
    assert result.exit_code == 2
    assert result.stdout.startswith("3 new, 0 known already.\n")
    assert "bad.txt: This is no puzzle" in " ".join(result.stdout.split())
    assert run("bank", "add", "--bank", bank).exit_code == 2
    assert run("bank", "stats", "more", "--bank", bank).exit_code == 2
