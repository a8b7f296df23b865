"""Drawings in the terminal, and the room for headings."""

from __future__ import annotations

import pytest

from quebra.contract.family import Look
from quebra.engine.budget import Budget
from quebra.families.solids.draw import draw
from quebra.families.solids.draw.playing import draw_board
from quebra.families.solids.model import Assembly, Piece, Solids
from quebra.families.solids.sets import SETS
from quebra.families.solids.solve.own import own
from quebra.i18n.catalogue import translate
from quebra.render import Drawing, Inset, Label, Polygon
from quebra.render.terminal import to_text

LETTER = 0.52
"""The width of a letter of a heading, as a share of its size."""
MARGIN = 0.2
"""The margin of a picture, in cells."""


def test_a_terminal_shows_the_layers_of_every_piece() -> None:
    for known in SETS.values():
        lines = to_text(draw(known.puzzle(), None, Look()), columns=80).splitlines()
        assert max(map(len, lines)) <= 80
        for piece in known.pieces:
            at = lines.index(" ".join(piece.cells))
            assert piece.name in lines[at + 1]


@pytest.mark.parametrize("lang", ["en", "pt", "es"])
@pytest.mark.parametrize("width", [1, 2, 3])
def test_headings_of_plans_have_room(width: int, lang: str) -> None:
    layer = "#" * width
    puzzle = Solids(pieces=(Piece(name="A", cells=(layer,), count=4),), target=(layer,) * 4)
    attempt = Assembly(places=())
    for drawing in (
        draw(puzzle, None, Look()),
        draw(puzzle, None, Look(upright=True)),
        draw_board(puzzle, attempt, Look()),
    ):
        headings = [
            shape for shape in drawing.shapes if isinstance(shape, Label) and shape.align == "start"
        ]
        assert len(headings) == 4
        for heading in headings:
            end = heading.at[0] + LETTER * heading.size * len(translate(heading.text, lang))
            assert end <= _room(drawing, headings, heading)


def test_a_solved_board_shows_the_solid_in_the_same_room() -> None:
    puzzle = SETS["soma"].puzzle()
    solution = next(own(puzzle, Budget(), goal="any", seed=None))
    look = Look(tint=True)
    plans, begun, solved = (
        draw_board(puzzle, Assembly(places=solution.places[:count]), look) for count in (0, 6, 7)
    )
    assert {(each.width, each.height) for each in (plans, begun, solved)} == {
        (plans.width, plans.height)
    }
    assert _faces(plans) == _faces(begun) == 0
    assert _faces(solved) >= 27


def _faces(drawing: Drawing) -> int:
    """The faces of cubes in a drawing, which are no rectangles."""
    found = 0
    for shape in drawing.shapes:
        if isinstance(shape, Inset):
            found += _faces(shape.drawing)
        elif isinstance(shape, Polygon):
            across, down = (len(set(each)) for each in zip(*shape.points, strict=True))
            found += len(shape.points) == 4 and across * down > 4
    return found


def _room(drawing: Drawing, headings: list[Label], heading: Label) -> float:
    """Where the next heading of a row begins, or the picture ends."""
    x, y = heading.at
    beside = [other.at[0] for other in headings if other.at[1] == y and other.at[0] > x]
    return min(beside, default=drawing.width + MARGIN)
