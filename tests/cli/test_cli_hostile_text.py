"""Whatever is quoted from input or arguments is escaped and cut, on every way to the terminal."""

import json
import re
from pathlib import Path

import pytest

from commands import UNIQUE, run
from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.i18n.text import as_is

EVIL = "\x1b[31mred\x07\u202e"
LONG = EVIL * 5_000
LONGEST_LINE = 500


def is_tame(text: str) -> bool:
    """Whether all lines are printable, and none is long."""
    return all(line.isprintable() and len(line) < LONGEST_LINE for line in text.splitlines())


@pytest.mark.parametrize("evil", [EVIL, LONG], ids=["short", "long"])
@pytest.mark.parametrize(
    "template",
    [
        {"family": "kojun", "regions": [[0]], "givens": [[0]], "EVIL": 1},
        {"family": "EVIL"},
        {"family": "kojun", "regions": [[0]], "givens": [["EVIL"]]},
        {"family": "kojun", "regions": [[0]], "givens": [[0]], "order": "EVIL"},
        {"family": "shisen", "board": [["EVIL", "EVIL"]]},
        {"family": "edges", "pieces": [[0, 0, 0, 0]], "shape": "EVIL"},
        {"family": "tangram", "figure": "EVIL", "pieces": [{"name": "a", "outline": "M0 0"}]},
        {"family": "tangram", "figure": "M0 0", "pieces": [{"name": "EVIL", "outline": "M0 0"}]},
        {"type": "FeatureCollection", "features": [{"type": "EVIL"}]},
        {"width": 1, "height": 1, "pieces": [], "hints": {"EVIL": 1}},
    ],
    ids=lambda template: json.dumps(template)[:50],
)
def test_json_that_is_quoted(template: object, evil: str) -> None:
    result = run("solve", "-", stdin=json.dumps(template).replace("EVIL", json.dumps(evil)[1:-1]))
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert is_tame(result.stderr), ascii(result.stderr[:300])


@pytest.mark.parametrize("evil", [EVIL, LONG], ids=["short", "long"])
@pytest.mark.parametrize(
    "text",
    [
        "kojun\nEVIL",
        "kojun\nregions\na\ngivens\nEVIL",
        "tangram EVIL",
        "tangram classic EVIL",
        "tangram\nEVIL: M0 0",
        "tangram\npiece EVIL: M0 0 H1 V1 Z\nfigure: M0 0 H1 V1 Z",
        "figure: POLYGON ((EVIL))",
        "<svg><EVIL/></svg>",
        "edges\nEVIL 1 2",
        "edges\n1 1\nhint EVIL 3\n0 0 0 0",
        "shisen\nEVIL EVIL",
        "symmetry\nEVIL",
        "puzzle kojun\nsize EVIL\nproblem\n-\nareas\n1",
        "https://puzz.link/p?cojun/2/2/EVIL",
        "https://e2.bucas.name/#board_w=EVIL&board_h=1&board_edges=abcd",
        "EVIL",
    ],
)
def test_text_that_is_quoted(text: str, evil: str) -> None:
    result = run("solve", "-", stdin=text.replace("EVIL", evil))
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert is_tame(result.stderr), ascii(result.stderr[:300])


@pytest.mark.parametrize(
    "args",
    [
        [EVIL],
        [f"--{EVIL}"],
        ["solve", EVIL],
        ["solve", LONG],
        ["solve", "-", EVIL],
        ["solve", "-", LONG],
        ["solve", "-", f"--{EVIL}"],
        ["solve", "-", "--count", EVIL],
        ["solve", "-", "--engine", LONG],
        ["solve", "-", "--goal", LONG],
        ["solve", "-", "--family", LONG],
        ["solve", "-", "--format", LONG],
        ["convert", "-", "--to", LONG],
        ["check", "-", EVIL],
        ["check", "-", LONG],
        ["explain", "-", "--at", LONG],
        ["draw", "-", "--to", LONG],
        ["draw", "-", "-o", f"{EVIL}.xyz"],
        ["draw", "-", "-o", f"/nowhere/{EVIL}.svg"],
        ["draw", "-", "--to", "svg", "-o", f"{EVIL}.png"],
        ["generate", LONG],
        ["generate", "kojun", "--size", LONG],
        ["generate", "kojun", "--seed", LONG],
        ["families", "--schema", LONG],
        ["tour", LONG],
        ["bank", "find", "--size", LONG, "--bank", EVIL],
        ["batch", "solve", LONG, "--out", "x.db"],
        ["batch", "generate", "kojun", "--out", f"{EVIL}.xyz"],
        ["batch", "generate", "kojun", "--option", LONG, "--out", "x.db"],
    ],
    ids=lambda args: " ".join(args)[:40].encode("ascii", "replace").decode(),
)
def test_arguments_that_are_quoted(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args, stdin=UNIQUE)
    assert result.exit_code in (2, 3), result.output
    assert result.stderr and is_tame(result.stderr), ascii(result.stderr[:300])


def test_errors_are_one_line_wherever_they_are_raised() -> None:
    for error in (BadInput(as_is(LONG)), NotFound(as_is(f"{EVIL}\r\n")), Cut("time")):
        assert is_tame(str(error)) and "\n" not in str(error)


def test_the_end_of_a_long_sentence_is_kept() -> None:
    text = str(BadInput(as_is(f"There is no {'x' * 4_000_000} here; there are: kojun.")))
    assert re.fullmatch(r"There is no x+…x+ here; there are: kojun\.", text)
