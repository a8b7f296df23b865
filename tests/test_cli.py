"""The command line: its contract, its exit codes, its sentences."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import quebra
from quebra.cli import COMMANDS, main

UNIQUE = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . .\n"
MANY = UNIQUE.replace("2 . .", ". . .")
NONE = MANY.replace(". . .\n. . .\n. . .\n", ". . .\n. 2 .\n. . .\n")
RIGHT = "2 1 3\n3 4 2\n1 2 1\n"
WRONG = "2 1 3\n3 4 2\n1 1 1\n"


def one_region(side: int) -> str:
    """One region and nothing given: very many solutions, and the first is slow to find."""
    rows = "a " * side + "\n"
    return f"kojun\nregions\n{rows * side}givens\n{rows.replace('a', '.') * side}"


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=stdin)


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(UNIQUE, encoding="utf-8")
    return str(path)


class TestSolve:
    def test_json_contract(self, board: str) -> None:
        result = run("solve", board, "--json")
        assert result.exit_code == 0
        outcome = json.loads(result.stdout)
        assert list(outcome) == [
            "family",
            "status",
            "reason",
            "solutions",
            "objective",
            "bound",
            "engine",
            "seconds",
            "cpu_seconds",
            "stats",
        ]
        assert outcome["status"] == "unique"
        assert outcome["family"] == "kojun"
        assert outcome["reason"] is None
        assert outcome["solutions"] == [{"grid": [[2, 1, 3], [3, 4, 2], [1, 2, 1]]}]

    @pytest.mark.parametrize(
        ("text", "status", "exit_code"),
        [(UNIQUE, "unique", 0), (MANY, "many", 0), (NONE, "none", 1)],
    )
    @pytest.mark.parametrize("engine", ["auto", "own", "cpsat"])
    def test_exit_status(self, text: str, status: str, exit_code: int, engine: str) -> None:
        result = run("solve", "-", "--json", "--engine", engine, stdin=text)
        assert json.loads(result.stdout)["status"] == status
        assert result.exit_code == exit_code

    def test_count(self) -> None:
        found = json.loads(run("solve", "-", "--json", "--count", "9", stdin=MANY).stdout)
        assert len(found["solutions"]) == 4
        assert found["stats"]["exhausted"] == 1
        one = json.loads(run("solve", "-", "--json", "--count", "1", stdin=MANY).stdout)
        assert one["status"] == "found"

    def test_people_see_a_board_and_a_verdict(self, board: str) -> None:
        result = run("solve", board)
        assert "┃ 3 ┃ 4 │ 2 ┃" in result.stdout
        assert "Exactly one solution: proved." in result.stdout
        assert "\x1b" not in result.stdout

    @pytest.mark.parametrize("engine", ["own", "cpsat"])
    def test_time_is_kept_and_said(self, engine: str) -> None:
        text = one_region(36)
        result = run("solve", "-", "--json", "--time", "0.3", "--engine", engine, stdin=text)
        assert result.exit_code == 3
        outcome = json.loads(result.stdout)
        assert (outcome["status"], outcome["reason"]) == ("unknown", "time")
        assert outcome["seconds"] < 0.8 + (3 if engine == "cpsat" else 0)  # its import

    @pytest.mark.parametrize("engine", ["own", "cpsat"])
    def test_ctrl_c_says_cancelled(self, tmp_path: Path, engine: str) -> None:
        path = tmp_path / "endless.txt"
        path.write_text(one_region(8), encoding="utf-8")
        command = ["solve", str(path), "--json", "--engine", engine, "--count", "1000000000"]
        process = subprocess.Popen(
            [sys.executable, "-m", "quebra", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        outcome = json.loads(out)
        assert outcome["reason"] == "cancelled", err
        assert outcome["status"] in ("many", "unknown")
        assert "Traceback" not in err


class TestCheck:
    def test_right(self, board: str) -> None:
        result = run("check", board, "-", "--json", stdin=RIGHT)
        assert result.exit_code == 0
        assert json.loads(result.stdout) == {
            "ok": True,
            "violations": [],
            "progress": 1.0,
            "parts": {"filled": 1.0, "without fault": 1.0},
        }

    def test_wrong(self, board: str) -> None:
        result = run("check", board, '{"grid": [[2,1,3],[3,4,2],[1,1,1]]}', "--json")
        assert result.exit_code == 1
        verdict = json.loads(result.stdout)
        assert verdict["ok"] is False
        assert {v["code"] for v in verdict["violations"]} == {"touch", "repeat"}
        assert all(set(v) == {"code", "where", "text"} for v in verdict["violations"])
        assert 0 < verdict["progress"] < 1

    def test_words(self, board: str, tmp_path: Path) -> None:
        answer = tmp_path / "answer.txt"
        answer.write_text(WRONG, encoding="utf-8")
        result = run("check", board, str(answer))
        assert "touch: Two 1s touch at r3c1 and r3c2." in result.stdout
        assert "1!" in result.stdout
        assert run("check", board, "-", stdin=RIGHT).stdout.endswith("Right: no rule is broken.\n")


class TestExplainAndGrade:
    def test_steps_lead_to_the_solution(self, board: str) -> None:
        steps = json.loads(run("explain", board, "--json").stdout)["steps"]
        grid = [[2, 0, 0], [0, 0, 0], [0, 0, 0]]
        for step in steps:
            assert set(step) == {"technique", "where", "changes", "text"}
            for change in step["changes"]:
                if change["action"] == "place":
                    grid[change["where"][0]][change["where"][1]] = change["value"]
        assert grid == [[2, 1, 3], [3, 4, 2], [1, 2, 1]]

    def test_from_an_attempt(self, board: str) -> None:
        from_start = json.loads(run("explain", board, "--json").stdout)["steps"]
        attempt = "2 1 3\n3 4 2\n1 2 .\n"
        near_the_end = json.loads(run("explain", board, "-", "--json", stdin=attempt).stdout)[
            "steps"
        ]
        assert len(near_the_end) == 1 < len(from_start)
        mistake = json.loads(
            run("explain", board, "-", "--json", stdin="2 1 4\n" + ". . .\n" * 2).stdout
        )
        assert mistake["steps"][0]["technique"] == "mistake"

    def test_one_step_shows_where_to_look(self, board: str) -> None:
        result = run("explain", board, "--steps", "1")
        assert "?" in result.stdout
        assert "1 step:" in result.stdout

    def test_hints_one_at_a_time_lead_to_the_end(self) -> None:
        """Feeding back what was placed never gets stuck."""
        puzzle = quebra.generate("kojun", "6x6", seed=2, budget=None, grade="medium")
        text = quebra.convert(puzzle, "json")
        grid = json.loads(text)["givens"]
        for _ in range(40):
            attempt = json.dumps({"grid": grid})
            steps = json.loads(run("explain", text, attempt, "--next", "--json").stdout)["steps"]
            if not steps:
                break
            for change in steps[-1]["changes"]:
                if change["action"] == "place":
                    grid[change["where"][0]][change["where"][1]] = change["value"]
        assert run("check", text, json.dumps({"grid": grid})).exit_code == 0

    def test_endings(self, board: str) -> None:
        assert "This leads to the only solution." in run("explain", board).stdout
        assert "there are several solutions" in run("explain", "-", stdin=MANY).stdout
        dead = run("explain", "-", stdin=NONE)
        assert dead.exit_code == 1
        assert "no solution" in dead.stdout
        blamed = run("explain", NONE, "-", stdin="2 . .\n" + ". . .\n" * 2).stdout
        assert "so there is no solution" in blamed
        assert "No step follows." in run("explain", board, "-", stdin=RIGHT).stdout

    def test_grade(self, board: str) -> None:
        graded = json.loads(run("grade", board, "--json").stdout)
        assert graded["grade"] in ("easy", "medium", "hard", "expert")
        assert run("grade", board).exit_code == 0
        ungraded = run("grade", "-", "--json", stdin=MANY)
        assert ungraded.exit_code == 1
        assert json.loads(ungraded.stdout)["grade"] is None


class TestGenerate:
    def test_json_lines(self) -> None:
        result = run("generate", "--json", "kojun", "--size", "5x6", "--seed", "3", "--count", "2")
        lines = result.stdout.splitlines()
        assert len(lines) == 2
        again = run(
            "generate", "kojun", "--json", "--size", "5x6", "--seed", "4"
        ).stdout.splitlines()
        assert again == lines[1:]
        for line in lines:
            puzzle = quebra.load(line)
            assert quebra.solve(puzzle, engine="cpsat").status == "unique"

    def test_family_options(self) -> None:
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
            (["kojun", "--size", "6x6", "--clues", "13", "--symmetry", "rotation"], "is odd"),
        ],
    )
    def test_bad_wishes(self, args: list[str], words: str) -> None:
        result = run("generate", *args)
        assert result.exit_code == 2
        assert words in result.stderr

    def test_zero_is_a_wish_too(self) -> None:
        bare = run("generate", "kojun", "--size", "3x3", "--clues", "0", "--seed", "1", "--json")
        assert json.loads(bare.stdout)["givens"] == [[0, 0, 0]] * 3
        assert run("generate", "kojun", "--size", "3x3", "--largest", "0").exit_code == 2

    def test_the_seed_is_told(self) -> None:
        first = run("generate", "kojun", "--size", "4x4", "--json")
        seed = first.stderr.split()[-1]
        assert (
            run("generate", "kojun", "--size", "4x4", "--json", "--seed", seed).stdout
            == first.stdout
        )

    def test_no_time(self) -> None:
        result = run("generate", "kojun", "--size", "20x20", "--time", "0")
        assert result.exit_code == 3
        assert result.stderr == "quebra: Time is over.\n"


class TestDrawAndConvert:
    def test_svg_file(self, board: str, tmp_path: Path) -> None:
        target = tmp_path / "board.svg"
        assert run("draw", board, "-o", str(target), "--solution", "--theme", "dark").exit_code == 0
        root = ElementTree.parse(target).getroot()
        assert root.tag.endswith("svg")
        assert "#16181d" in target.read_text(encoding="utf-8")

    def test_text(self, board: str) -> None:
        assert run("draw", board).stdout.startswith("┏━━━")
        assert " 3 4" in run("draw", board, "--candidates").stdout
        assert json.loads(run("draw", board, "--json", "--to", "svg").stdout)["format"] == "svg"
        assert "┃ 3 ┃ 4 │ 2 ┃" in run("draw", board, "-", stdin=RIGHT).stdout

    def test_every_format_and_back(self, board: str, tmp_path: Path) -> None:
        puzzle = quebra.load(board)
        for family in json.loads(run("families", "--json").stdout):
            if family["name"] != "kojun":
                continue
            for name in family["formats"]:
                text = run("convert", board, "--to", name).stdout
                path = tmp_path / name
                path.write_text(text, encoding="utf-8")
                assert quebra.load(path) == puzzle, name

    def test_no_solution_to_draw(self) -> None:
        result = run("draw", "-", "--solution", stdin=NONE)
        assert result.exit_code == 1
        assert result.stderr == "quebra: The puzzle has no solution to draw.\n"
        cut = run("draw", "-", "--solution", "--time", "0", stdin=UNIQUE)
        assert (cut.exit_code, cut.stderr) == (3, "quebra: Time is over.\n")

    def test_answers_must_fit(self, board: str) -> None:
        for answer in ('{"grid": [[1]]}', '{"grid": []}', "1 1 1 1\n" * 4):
            for more in ((), ("--candidates",)):
                result = run("draw", board, "-", *more, stdin=answer)
                assert result.exit_code == 2, answer
                assert "answer has" in result.stderr

    def test_files(self, board: str, tmp_path: Path) -> None:
        assert "neither .svg nor .txt" in run("draw", board, "-o", str(tmp_path / "a.png")).stderr
        nowhere = run("draw", board, "-o", str(tmp_path / "no" / "a.svg"))
        assert nowhere.exit_code == 2
        assert "cannot be written: No such file" in nowhere.stderr
        assert run("draw", board, "-", "--solution", stdin=RIGHT).exit_code == 2

    def test_grey_has_no_colour(self, board: str) -> None:

        svg = run("draw", board, "--to", "svg", "--theme", "grey", "--tint").stdout
        colours = set(re.findall(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", svg))
        assert colours
        assert all(red == green == blue for red, green, blue in colours)


class TestBadInput:
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
    def test_one_sentence(self, verb: str, text: bytes) -> None:
        result = run(verb, "-", stdin=text)
        assert result.exit_code == 2
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert line.startswith("quebra: ")
        assert line.endswith(".")
        assert len(line) < 200

    def test_places(self, tmp_path: Path) -> None:
        assert "There is no file 'nowhere.txt'." in run("solve", "nowhere.txt").stderr
        assert "is a folder" in run("solve", str(tmp_path)).stderr
        path = tmp_path / "large.txt"
        path.write_text("kojun\nregions\na a\ngivens\n3 .", encoding="utf-8")
        error = run("solve", str(path), "--json").stderr
        assert "Row 1, column 1: 3 is larger than its region (2 cells)." in error

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
    def test_bad_options(self, args: list[str]) -> None:
        result = run("solve", "-", *args, stdin=UNIQUE)
        assert result.exit_code == 2
        assert result.stderr

    def test_answers(self, board: str) -> None:
        for answer in ("1 2", "x", "", "{}", '{"grid": [[1]]}', "[1]"):
            result = run("check", board, "-", stdin=answer)
            assert result.exit_code == 2, answer
            assert result.stderr.count("\n") == 1


class TestOutput:
    """What becomes of the output is never a traceback."""

    @staticmethod
    def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command.replace("quebra", f"{sys.executable} -m quebra")],
            env={**os.environ, **env},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_reader_that_leaves(self, board: str) -> None:
        result = self.shell(f"quebra explain {board} | head -1; exit ${{PIPESTATUS[0]}}")
        assert (result.returncode, result.stderr) == (0, "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_full_disk(self, board: str) -> None:
        result = self.shell(f"quebra solve {board} > /dev/full")
        assert result.returncode == 2
        assert result.stderr.strip() == (
            "quebra: The output cannot be written: No space left on device."
        )

    def test_closed_streams(self, board: str) -> None:
        assert self.shell(f"quebra solve {board} >&-").returncode == 0
        closed = self.shell("quebra solve - <&-")
        assert (closed.returncode, closed.stderr) == (2, "quebra: There is no standard input.\n")

    def test_other_encodings(self, board: str) -> None:
        plain = self.shell(f"quebra draw {board}", PYTHONIOENCODING="ascii")
        assert plain.stdout.startswith("+===")
        drawn = self.shell(f"quebra draw --json {board}", PYTHONIOENCODING="latin-1")
        assert drawn.returncode == 0, drawn.stderr

    def test_settings(self, board: str) -> None:
        for value in ("abc", "-9", "0"):
            result = self.shell(f"quebra solve {board}", QUEBRA_MAX_CELLS=value)
            assert result.returncode == 2
            assert "must be a whole number of 1 or more" in result.stderr
        assert "at most 4 cells" in self.shell(f"quebra solve {board}", QUEBRA_MAX_CELLS="4").stderr


class TestHelp:
    def test_every_command_helps(self) -> None:
        for command in COMMANDS:
            result = run(command, "--help")
            assert result.exit_code == 0
            assert "Usage:" in result.stdout
        assert quebra.__version__ in run("--version").stdout

    def test_families(self) -> None:
        assert "kojun" in run("families").stdout
        schema = json.loads(run("families", "--schema", "kojun").stdout)
        assert schema["$defs"]["Kojun"]["required"] == ["family", "regions", "givens"]
        assert run("families", "--schema", "chess").exit_code == 2

    def test_tour(self) -> None:
        result = run("tour")
        assert result.exit_code == 0
        assert "Exactly one solution: proved." in result.stdout

    def test_heavy_imports_stay_out_of_the_way(self, board: str) -> None:
        code = (
            "import sys; from quebra.cli import main\n"
            f"try: main(['solve', {board!r}])\n"
            "except SystemExit: pass\n"
            "heavy = {'ortools', 'numpy', 'pandas', 'rich', 'numba'} & set(sys.modules)\n"
            "assert not heavy, heavy"
        )
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)

    def test_no_colour_when_asked(self, board: str) -> None:
        env = {**os.environ, "NO_COLOR": "1"}
        process = subprocess.run(
            [sys.executable, "-m", "quebra", "solve", board],
            env=env,
            capture_output=True,
            check=True,
        )
        assert b"\x1b" not in process.stdout
