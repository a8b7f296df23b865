"""Answers that carry a tolerance are read without it: the puzzle alone says how exact it is."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import quebra
from commands import run
from quebra.contract.errors import BadInput, Ignored
from quebra.families.tangram import family
from quebra.families.tangram.formats.answers import read_answer, read_json, write_answer, write_json
from quebra.families.tangram.model import Assembly, Placement
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text

HOOPER = """tangram
piece t x2: M0 0 H8 L8 3 Z
piece z x2: M0 0 H5 V5 L0 3 Z
figure: M0 0 H13 V5 H0 Z
"""
"""A square of 64 cut into pieces that seem to form a rectangle of 65."""
LINES = "0 0 0 0\n0 13 5 180\n1 8 0 0\n1 5 5 180\n"
PLACES = [
    {"piece": 0, "x": 0, "y": 0},
    {"piece": 0, "x": 13, "y": 5, "angle": 180},
    {"piece": 1, "x": 8, "y": 0},
    {"piece": 1, "x": 5, "y": 5, "angle": 180},
]
NOTE = "The answer's tolerance is ignored: the puzzle alone sets it."
CARRYING = {
    "text": LINES + "tolerance 0.1039\n",
    "JSON": json.dumps({"places": PLACES, "tolerance": 0.1039}),
    "JSON with a tolerance of null": json.dumps({"places": PLACES, "tolerance": None}),
}


@pytest.mark.parametrize("text", CARRYING.values(), ids=CARRYING)
def test_the_field_is_ignored_with_a_note(text: str) -> None:
    puzzle = quebra.load(HOOPER)
    with pytest.warns(Ignored) as noted:
        answer = quebra.load_answer(puzzle, text)
    assert [str(each.message) for each in noted] == [NOTE]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plain = quebra.load_answer(puzzle, LINES)
    assert answer == plain
    assert not hasattr(answer, "tolerance")
    assert {violation.code for violation in quebra.check(puzzle, answer)} == {"gap"}


def test_an_answer_that_is_nonsense_is_still_refused() -> None:
    for text in (LINES + "tolerance many\n", LINES + "tolerance\n", "tolerance 1\n" + LINES):
        with pytest.raises(BadInput):
            read_answer(text)
    with pytest.raises(BadInput):
        read_json(json.dumps({"places": PLACES, "tolerance": "wide"}))
    with pytest.raises(BadInput):
        read_json(json.dumps({"places": PLACES, "slack": 1}))


def test_what_is_written_has_no_tolerance() -> None:
    answer = Assembly(places=(Placement(0, 1, 2, 90),))
    assert "tolerance" not in write_json(answer) + write_answer(answer)
    assert all(codec.read(codec.write(answer)) == answer for codec in family.formats.answers)


@pytest.mark.parametrize("text", CARRYING.values(), ids=CARRYING)
@pytest.mark.parametrize("json_asked", [False, True], ids=["words", "--json"])
def test_the_command_line_tells_it_in_one_plain_line(
    text: str, json_asked: bool, tmp_path: Path
) -> None:
    puzzle, answer = tmp_path / "hooper.txt", tmp_path / "answer.txt"
    puzzle.write_text(HOOPER, encoding="utf-8")
    answer.write_text(text, encoding="utf-8")
    result = run("check", str(puzzle), str(answer), *(["--json"] if json_asked else []))
    assert result.exit_code == 1
    assert result.stderr == f"quebra: {NOTE}\n"
    if json_asked:
        assert json.loads(result.stdout)["ok"] is False
    else:
        assert NOTE not in result.stdout


def test_the_note_can_be_told_in_portuguese() -> None:
    assert translate(Text(NOTE), "pt") == (
        "A tolerância da resposta é ignorada: só o quebra-cabeça a define."
    )
