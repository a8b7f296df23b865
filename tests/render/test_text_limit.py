"""Text drawings are bounded: what is too large is refused, and what lies outside is not painted."""

from __future__ import annotations

from typing import Any

import pytest

import quebra
from quebra.contract.family import Look
from quebra.families.tangram import family
from quebra.families.tangram.model import Assembly, Placement
from quebra.i18n.text import Text
from quebra.render import Drawing, Lines, Outline, rectangle
from quebra.render.dots import Dots
from quebra.render.terminal import MAX_CHARACTERS, MAX_PICTURE_CHARACTERS

SHORT = 120
BLOCK = Outline((((0, 0), ((2, 0), (2, 1), (0, 1))),), fill="ink")


@pytest.mark.parametrize(
    ("drawing", "most"),
    [
        (
            Drawing(1e6, 1e3, Text("a wide board"), (rectangle(0, 0, 1e6, 1e3, stroke="ink"),)),
            MAX_CHARACTERS,
        ),
        (Drawing(1e4, 1e3, Text("a large picture"), (BLOCK,)), MAX_PICTURE_CHARACTERS),
    ],
    ids=lambda value: getattr(value, "title", None),
)
@pytest.mark.parametrize("columns", [None, 80])
def test_a_drawing_too_large_for_text_is_told_in_a_sentence(
    drawing: Drawing, most: int, columns: int | None
) -> None:
    text = drawing.text(columns=columns)
    if columns and most == MAX_PICTURE_CHARACTERS:
        assert "too large" not in text, "a picture is made smaller to fit the columns"
    else:
        assert text.startswith("The drawing is too large for text: ")
        assert text.endswith(f"characters, at most {most}.") and len(text) < SHORT


def test_a_large_board_with_all_candidates_is_drawn() -> None:
    board = Drawing(
        100, 100, Text("candidates"), (rectangle(0, 0, 100, 100, stroke="ink"),), (30, 10)
    )
    assert board.text().startswith("┌──")


@pytest.mark.parametrize("reach", [1.0, 1e3, 1e6, 1e12])
def test_only_the_sheet_is_painted(reach: float) -> None:
    corners = ((reach, -reach), (reach, reach), (-reach, reach))
    shape = Outline((((-reach, -reach), corners),), fill="ink", stroke="ink")
    sheet = Dots(6, 3)
    sheet.paint(shape, (4, 2), "")
    assert len(sheet.bits) <= 7 * 4
    assert sheet.character((0, 0)) == "⣿"


def test_lines_beyond_the_sheet_are_cut() -> None:
    line = Lines((((-1e9, 0.0), (1e9, 0.0)),))
    assert Drawing(2, 1, Text("a line"), (line,)).text().split("\n")[0] == "─" * 9


def puzzle_with(big: str) -> Any:
    small = "piece s: M0 0 H1 V1 H0 Z\nfigure: M0 0 H2 V1 H0 Z"
    return quebra.load(f"tangram\npiece big: M0 0 {big} H0 Z\n{small}")


@pytest.mark.parametrize("big", ["H1000000 V1", "H1000000 V1000000", "H1000 V1000"])
def test_a_tangram_with_a_giant_piece_is_drawn_small(big: str) -> None:
    drawing = quebra.draw(puzzle_with(big))
    assert max(drawing.width, drawing.height) < 100
    assert "Pieces are drawn smaller: one is far larger than the figure." in drawing.text()


def test_a_giant_piece_on_the_board_is_cut_at_its_edge() -> None:
    puzzle = puzzle_with("H1000000 V1")
    assert family.play is not None and family.play.draw is not None
    laid = Assembly(places=(Placement(0, 0, 0), Placement(1, 1e6, 0)))
    drawing = family.play.draw(puzzle, laid, Look())
    assert len(drawing.text()) < 10_000
