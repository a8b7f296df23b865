"""`quebra draw`: to the terminal and to files, one puzzle and sheets of many."""

import json
import re
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest

from commands import NONE, RIGHT, UNIQUE, run

WIDE = json.dumps({"family": "kojun", "regions": [[0] * 20], "givens": [[0] * 20]}) + "\n"
LINE = '{"family": "kojun", "regions": [[0, 0, 0]], "givens": [[0, 0, 2]]}\n'
OTHER = '{"family": "symmetry", "shapes": 1, "clues": [[1, 0], [0, 0]]}\n'


def test_svg_file(board: str, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert run("draw", board, "-o", str(target), "--solution", "--theme", "dark").exit_code == 0
    root = ElementTree.parse(target).getroot()
    assert root.tag.endswith("svg")
    assert "#16181d" in target.read_text(encoding="utf-8")


def test_a_file_that_plays(board: str, tmp_path: Path) -> None:
    target = tmp_path / "board.html"
    assert run("draw", board, "-o", str(target), "--lang", "pt").exit_code == 0
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and '<html lang="pt">' in page
    assert "Conferir" in page and "https://puzz.link/p?cojun/" in page
    assert json.loads(run("draw", board, "--json", "--to", "html").stdout)["format"] == "html"
    for wrong in (("--solution",), ("--tint",), (board,)):
        refused = run("draw", board, *wrong, "-o", str(target))
        assert refused.exit_code == 2 and "plays a single puzzle" in refused.stderr


def test_text(board: str) -> None:
    assert run("draw", board).stdout.startswith("┏━━━")
    assert " 3 4" in run("draw", board, "--candidates").stdout
    assert json.loads(run("draw", board, "--json", "--to", "svg").stdout)["format"] == "svg"
    assert "┃ 3 ┃ 4 │ 2 ┃" in run("draw", board, "--answer", "-", stdin=RIGHT).stdout


def test_candidates_that_a_family_does_not_have() -> None:
    made = run("generate", "tangram", "--seed", "1", "--json").stdout
    refused = run("draw", "-", "--candidates", stdin=made)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == "quebra: Tangram has no candidates to draw.\n"
    steps = run("draw", "-", "--candidates", "--steps", stdin=UNIQUE)
    assert steps.exit_code == 2 and "are not for --steps" in steps.stderr


def test_no_solution_to_draw() -> None:
    for flag in ("--solution", "--solutions"):
        result = run("draw", "-", flag, stdin=NONE)
        assert result.exit_code == 1
        assert result.stderr == "quebra: The puzzle has no solution to draw.\n"
        cut = run("draw", "-", flag, "--time", "0", stdin=UNIQUE)
        assert (cut.exit_code, cut.stderr) == (3, "quebra: The time limit was reached.\n")


def test_answers_must_fit(board: str) -> None:
    for answer in ('{"grid": [[1]]}', '{"grid": []}', "1 1 1 1\n" * 4):
        for more in ((), ("--candidates",)):
            result = run("draw", board, "--answer", "-", *more, stdin=answer)
            assert result.exit_code == 2, answer
            assert "answer has" in result.stderr


def test_files(board: str, tmp_path: Path) -> None:
    wrong = run("draw", board, "-o", str(tmp_path / "a.jpg"))
    assert wrong.exit_code == 2
    assert (
        "'a.jpg' ends in none of .svg, .png, .pdf, .txt, .html and .apng. Use --to." in wrong.stderr
    )
    nowhere = run("draw", board, "-o", str(tmp_path / "no" / "a.svg"))
    assert nowhere.exit_code == 2
    assert "cannot be written: No such file" in nowhere.stderr
    two = run("draw", board, "--to", "svg", "-o", str(tmp_path / "a.png"))
    assert two.exit_code == 2 and not (tmp_path / "a.png").exists()
    assert "The file 'a.png' ends in .png, but --to is svg." in two.stderr
    named = tmp_path / "a.jpg"
    assert run("draw", board, "-o", str(named), "--to", "png").exit_code == 0
    assert named.read_bytes().startswith(b"\x89PNG")


def test_grey_has_no_colour(board: str) -> None:
    svg = run("draw", board, "--to", "svg", "--theme", "grey", "--tint").stdout
    colours = set(re.findall(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", svg))
    assert colours
    assert all(red == green == blue for red, green, blue in colours)


def test_sheet_of_several_inputs_and_families(board: str, tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    lines.write_text(LINE + "\n" + OTHER, encoding="utf-8")
    shown = run("draw", board, str(lines)).stdout
    captions = [line for line in shown.splitlines() if re.match("[1-9]", line)]
    assert captions == [
        "1. Kojun, 3 x 3, 3 regions",
        "2. Kojun, 1 x 3, 1 region",
        "3. Symmetry, 2 x 2, 1 shape",
    ]
    found = json.loads(run("draw", "-", "--json", "--to", "svg", stdin=LINE + OTHER).stdout)
    assert found["family"] == "kojun,symmetry"
    assert "2. Symmetry" in found["content"]


def test_a_wrong_line_is_named() -> None:
    result = run("draw", "-", stdin=LINE + LINE.replace("[[0, 0, 2]]", "[[0, 0, 9]]"))
    assert result.exit_code == 2
    assert "Line 2: Row 1, column 3: 9 is larger" in result.stderr


def test_solutions_come_last_and_smaller(tmp_path: Path) -> None:
    target = tmp_path / "sheet.svg"
    result = run("draw", "-", "--solutions", "-o", str(target), "--per-page", "2", stdin=WIDE * 3)
    assert result.exit_code == 0
    svg = target.read_text(encoding="utf-8")
    before, after = svg.split(">Solutions</text>")
    assert before.count("Kojun, 1 x 20, 1 region</text>") == 3
    largest, small = (
        max(map(float, re.findall(r"scale\(([\d.]+)\)", part))) for part in (before, after)
    )
    assert small < largest


def test_pdf_has_a_page_for_each_sheet(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    result = run("draw", "-", "-o", str(target), "--per-page", "2", stdin=LINE * 5)
    assert result.exit_code == 0
    assert len(re.findall(rb"/Type ?/Page\b", target.read_bytes())) == 3


def test_outlines_are_for_svg(board: str) -> None:
    result = run("draw", "--outlines", "--to", "svg", board)
    assert result.exit_code == 0 and "<path" in result.output and "<text" not in result.output
    refused = run("draw", "--outlines", board)
    assert refused.exit_code == 2 and "--outlines is for SVG" in refused.output


def test_binary_in_json(board: str) -> None:
    found = json.loads(run("draw", board, "--json", "--to", "png").stdout)
    assert b64decode(found["content"]).startswith(b"\x89PNG")


def test_steps(board: str) -> None:
    result = run("draw", board, "--steps")
    assert result.exit_code == 0
    steps = json.loads(run("explain", board, "--json").stdout)["steps"]
    words = " ".join(result.stdout.split())
    assert all(f"{n}. {step['text']}" in words for n, step in enumerate(steps, 1))
    assert result.stdout.count("┏━━━") == len(steps)
    assert "┃ 3 ┃ 4 │ 2 ┃" in result.stdout.replace("?", " ")
    attempt = "2 1 3\n3 4 2\n1 2 .\n"
    last = run("draw", board, "--steps", "--answer", "-", stdin=attempt).stdout
    assert last.count("┏━━━") == 1
    done = run("draw", board, "--steps", "--answer", "-", stdin=RIGHT)
    assert (done.exit_code, done.stderr) == (1, "quebra: There is no step to draw.\n")


@pytest.mark.parametrize(
    "args",
    [
        ("--answer", "x", "--solution"),
        ("--solution", "--solutions"),
        ("--steps", "--solutions"),
        ("--per-page", "0"),
        ("--answer", "-"),
        ("-",),
    ],
)
def test_options_that_exclude_one_another(args: tuple[str, ...]) -> None:
    assert run("draw", "-", *args, stdin=UNIQUE).exit_code == 2


def test_steps_are_of_one_puzzle() -> None:
    for flags in (["--steps"], ["--answer", "1 2 3"]):
        result = run("draw", "-", *flags, stdin=LINE * 2)
        assert result.exit_code == 2
        assert "single puzzle" in result.stderr


def test_the_crux_is_drawn_with_its_step(board: str) -> None:
    crux = json.loads(run("grade", board, "--json").stdout)["crux"]
    steps = json.loads(run("explain", board, "--json").stdout)["steps"]
    result = run("draw", board, "--crux")
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert any(step["text"] in words for step in steps if step["where"] == crux)
    assert result.stdout.count("?") == len(crux)
    assert run("draw", board, "--crux", "--steps").exit_code == 2
    assert run("draw", NONE, "--crux").exit_code == 2
