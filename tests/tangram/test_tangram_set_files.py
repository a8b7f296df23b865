"""Every set that ships: found by name, solved, written and read again, and told to users."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from math import sqrt

import pytest

import quebra
from quebra.engine.budget import Budget
from quebra.families.tangram.formats.lines import read_text, write_text
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS, described_sets
from quebra.families.tangram.sets.files import number
from quebra.families.tangram.solve.choice import tilings
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from shared_data import shared_cases
from translations import untranslated

SLOW = ("ostomachion",)
FIGURES = [
    pytest.param(name, figure, marks=[pytest.mark.slow] if name in SLOW else [])
    for name, each in SETS.items()
    for figure in each.figures
]


def test_each_file_is_a_set() -> None:
    folder = files("quebra.families.tangram.sets") / "data"
    found = [file.name.removesuffix(".toml") for file in folder.iterdir()]
    assert sorted(found) == sorted(SETS)
    assert len(found) >= 17
    with pytest.raises(KeyError):
        SETS["../egg"]


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_the_figure_is_solved(name: str, figure: str) -> None:
    puzzle = SETS[name].puzzle(figure)
    outcome = quebra.solve(puzzle, count=1)
    assert len(outcome.solutions) == 1
    assert check(puzzle, outcome.solutions[0]) == ()


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_the_text_goes_round(name: str, figure: str) -> None:
    puzzle = SETS[name].puzzle(figure)
    assert read_text(f"tangram {name} {figure}") == puzzle
    assert read_text(write_text(puzzle)) == puzzle


@pytest.mark.parametrize("name", SETS)
def test_it_says_what_it_is(name: str) -> None:
    found, described = SETS[name], described_sets()[name]
    assert described.title == found.title
    assert described.text.startswith(f"{found.extent} pieces; figures: ")
    assert described.text.endswith(found.source)
    assert found.source.endswith(".") and len(found.source) < 130
    assert translate(described.text, "pt").startswith(f"{found.extent} peças; figuras: ")
    assert not [*untranslated(found.title), *untranslated(found.source)]
    pieces, figures = (piece.name for piece in found.pieces), found.figures
    words = [Text(name) for name in (*pieces, *figures) if re.search("[a-z]{2}", name)]
    assert not [fault for word in words for fault in untranslated(word)]


def test_numbers_with_roots() -> None:
    assert number("3") == 3
    assert number("-r2/2") == -sqrt(2) / 2
    assert number("1.5-3r3/4") == 1.5 - 3 * sqrt(3) / 4
    for wrong in ("", "x", "r", "1e5", "2--1"):
        with pytest.raises(ValueError, match="is not a number"):
            number(wrong)


# What is known of these sets from elsewhere.


def test_chie_no_ita_forms_sixteen_of_the_twenty_convex_polygons() -> None:
    polygons = list(shared_cases("tangram/convex_tangrams.json", "polygons"))
    assert len(polygons) == 20
    found = [_forms("chie-no-ita", polygon["vertices"]) for polygon in polygons]
    assert found.count(True) == 16 == len(SETS["chie-no-ita"].figures)


def _forms(name: str, vertices: list[list[int]]) -> bool:
    path = " L".join(f"{x} {y}" for x, y in vertices)
    puzzle = Tangram(pieces=SETS[name].pieces, figure=f"M{path} Z")
    return next(tilings(puzzle, Budget()), None) is not None


@pytest.mark.slow
@pytest.mark.parametrize(("figure", "known"), [("parallelogram", 74), ("rhombus", 156)])
def test_the_tilings_of_the_hexiamonds_are_as_many_as_is_known(figure: str, known: int) -> None:
    outcome = quebra.solve(SETS["hexiamonds"].puzzle(figure), count=1000)
    assert outcome.complete and len(outcome.solutions) == known


def test_the_pieces_of_the_chessboard_do_not_form_the_rectangle_of_the_paradox() -> None:
    pieces = SETS["chessboard"].pieces
    assert quebra.solve(Tangram(pieces=pieces, figure="M0 0 H13 V5 H0 Z")).status == "none"


@pytest.mark.integration
def test_no_file_is_read_before_its_set_is_asked_for() -> None:
    program = (
        "import quebra; from quebra.families.tangram.sets.files import read_set\n"
        "quebra.load('tangram egg'); print(read_set.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "1", done.stderr
