"""Pictures: silhouette and tray, attempts, marks, and the terminal."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from quebra.contract.family import Look
from quebra.contract.results import Step
from quebra.families.tangram.draw import draw
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.sets import SETS
from quebra.i18n.text import Text
from quebra.render import Label, Outline
from quebra.render.terminal import to_ascii

CLASSIC = SETS["classic"].puzzle()
RIGHT = SETS["classic"].answer()
PART = Assembly(places=RIGHT.places[:4])


def pieces(answer: Assembly | None, look: Look | None = None) -> list[Outline]:
    shapes = draw(CLASSIC, answer, look or Look()).shapes
    return [s for s in shapes if isinstance(s, Outline) and s.fill.startswith("kind")]


def words(answer: Assembly | None, look: Look | None = None) -> list[str]:
    shapes = draw(CLASSIC, answer, look or Look()).shapes
    return [shape.text for shape in shapes if isinstance(shape, Label)]


def test_silhouette_and_tray() -> None:
    drawing = draw(CLASSIC, None, Look())
    assert drawing.title == "Tangram, square, 7 pieces"
    assert isinstance(drawing.shapes[0], Outline)
    assert drawing.shapes[0].fill == "soft"
    assert len(pieces(None)) == 5
    triangles = {"large triangle ×2", "medium triangle", "small triangle ×2"}
    assert triangles | {"square", "parallelogram"} <= set(words(None))


def test_a_right_answer_fills_the_figure_and_empties_the_tray() -> None:
    drawing = draw(CLASSIC, RIGHT, Look())
    assert len(pieces(RIGHT)) == 7
    assert drawing.width == pytest.approx(drawing.height) == pytest.approx(10)
    assert "100%" not in words(RIGHT)


def test_an_attempt_has_a_thermometer_and_what_is_left() -> None:
    found = words(PART)
    assert [word for word in found if word.endswith("%")] == ["69%"]
    assert "parallelogram" in found and "medium triangle" not in found
    assert len(pieces(PART)) == 4 + 3


def test_pieces_differ_without_colour() -> None:
    assert len({(piece.fill, piece.hatch) for piece in pieces(None)}) == 5
    assert len({piece.hatch for piece in pieces(None)}) == 5
    assert {"A", "B", "C", "D", "E"} <= set(words(None))
    grey = draw(CLASSIC, RIGHT, Look()).svg("grey")
    assert not re.search("#(?!fff\\b)(..)(?!\\1)", grey.replace("url(#", "url("))


def test_marks() -> None:
    step = Step(Text("side"), ((2, 0),), (), Text("Look."))
    look = Look(broken=((0, 1),), step=step)
    assert {"A!", "C?"} <= set(words(RIGHT, look))
    strokes = [s.stroke for s in draw(CLASSIC, RIGHT, look).shapes if isinstance(s, Outline)]
    assert strokes.count("bad") == strokes.count("hint") == 1


def test_arcs_and_curves_stay_what_they_are() -> None:
    egg = draw(SETS["egg"].puzzle(), None, Look()).svg()
    flag = draw(SETS["flag"].puzzle(), None, Look()).svg()
    assert re.search(r'd="M[^"]*A400? 400?|A[0-9.]+ [0-9.]+ 0 0 1', egg)
    assert re.search(r'd="M[^"]*C', flag)
    assert ElementTree.fromstring(egg).tag.endswith("svg")


def test_terminal() -> None:
    text = draw(CLASSIC, RIGHT, Look()).text()
    lines = text.split("\n")
    assert max(map(len, lines)) <= 80
    assert text.count("A") == 2 and text.count("E") == 1
    assert "⣿" in text
    narrow = draw(CLASSIC, None, Look()).text(columns=40)
    assert max(map(len, narrow.split("\n"))) <= 40
    assert to_ascii(text).isascii() and "?" not in to_ascii(text)


def test_letters_stand_inside_hollow_pieces() -> None:
    horn, room = label_point(SETS["bell"].puzzle().pieces[1].outline)
    assert abs(horn - (1 + 1j)) > 1
    assert 0 < room < 0.3
    ring, _ = label_point("M0 0 L9 0 L9 9 L0 9 Z M2 2 L2 7 L7 7 L7 2 Z")
    assert not (2 < ring.real < 7 and 2 < ring.imag < 7)


def test_far_away_and_empty_attempts_are_drawn() -> None:
    puzzle = Tangram(pieces=(Piece("tile", "M0 0 H1 V1 H0 Z", 30),), figure="M0 0 H6 V5 H0 Z")
    far = Assembly(places=(Placement(0, 1e6, -1e6, 45),))
    for answer in (far, Assembly(places=())):
        drawing = draw(puzzle, answer, Look())
        assert "nan" not in drawing.svg()
        assert drawing.title.endswith("an attempt")
        assert drawing.text().strip()
