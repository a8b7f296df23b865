"""Pictures: pieces, motifs that join across seams, crosses where they do not, in every shape."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import dist
from xml.etree import ElementTree

import pytest
from classic_puzzles import macmahon_triangles

from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.results import Step
from quebra.families.edges.draw import MAX_KEYS, draw
from quebra.families.edges.draw.motifs import MOTIFS, ground, half_motif
from quebra.families.edges.draw.places import places, template
from quebra.families.edges.formats.answers import read_answer
from quebra.families.edges.formats.pieces import read_pieces, read_text
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.edges.names import MAX_MOTIFS
from quebra.i18n.text import Text
from quebra.render import THEMES, Circle, Label, Point, Polygon

SQUARE = read_pieces("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n")
DONE = read_answer("1 2\n3 4")


def lines(puzzle: Edges, answer: Filling | None = None, look: Look | None = None) -> list[str]:
    return [row.rstrip() for row in draw(puzzle, answer, look or Look()).text().splitlines()]


def test_a_board_in_the_terminal() -> None:
    assert lines(SQUARE, DONE)[:11] == [
        "┏━━━━━┯━━━━━┓",
        "┃  0  │  0  ┃",
        "┃0   1│1   0┃",
        "┃  1  │  2  ┃",
        "┃  2  │  3  ┃",
        "┠─────┼─────┨",
        "┃  2  │  3  ┃",
        "┃0   4│4   0┃",
        "┃  3  │  4  ┃",
        "┃  0  │  0  ┃",
        "┗━━━━━┷━━━━━┛",
    ]


def test_without_an_answer_the_pieces_lie_in_a_tray() -> None:
    rows = lines(SQUARE)
    assert rows[1] == "┃     │     ┃     │  0  │  0  │"
    assert rows[2] == "┃     │     ┃     │0   1│1   0│"
    part = lines(SQUARE, read_answer("1 ."))
    assert part[2] == "┃0   1│     ┃     │1   0│0   4│"


def test_hints_lie_on_the_board() -> None:
    hinted = Edges(
        rows=2,
        cols=2,
        pieces=SQUARE.pieces,
        frame=0,
        rotate=True,
        hints=(Hint((0, 0), 0, 0), Hint((1, 1), 3)),
    )
    rows = lines(hinted)
    assert rows[2].startswith("┃0   1│     ┃")
    assert rows[8].startswith("┃     │  4  ┃")


def test_what_is_pointed_out_has_a_sign_and_a_ring() -> None:
    swapped = read_answer("2 1\n3 4")

    def look(*where: tuple[int, int]) -> Look:
        return Look(step=Step(Text("seam"), where, (), Text("Look.")))

    text = draw(SQUARE, swapped, replace(look((1, 1)), broken=((0, 0),))).text()
    assert "!" in text and "?" in text and "×" in text
    plain, marked = draw(SQUARE, DONE, Look()), draw(SQUARE, DONE, look((0, 1)))
    assert len(marked.shapes) > len(plain.shapes)
    assert draw(SQUARE, DONE, look((9, 9))) == plain


def test_each_mismatch_has_one_cross() -> None:
    turned = read_answer("1/1 2\n3 4")
    crosses = [
        shape
        for shape in draw(SQUARE, turned, Look()).shapes
        if isinstance(shape, Circle) and shape.glyph == "×"
    ]
    assert len(crosses) == 2
    assert "×" not in draw(SQUARE, DONE, Look()).text().splitlines()[3]


@pytest.mark.parametrize("number", range(len(MOTIFS)))
def test_halves_join_on_the_seam(number: int) -> None:
    """What touches the seam from above touches it at the same places from below."""

    def on_seam(start: Point, end: Point, middle: Point) -> set[float]:
        (figure, *_) = half_motif(number, start, end, middle)
        assert isinstance(figure, Polygon)
        return {round(x, 6) for x, y in figure.points if abs(y) < 1e-9}

    above = on_seam((1, 0), (0, 0), (0.5, -0.5))
    below = on_seam((0, 0), (1, 0), (0.5, 0.5))
    mirrored = {round(1 - x, 6) for x in above}
    assert above and mirrored == below


def test_motifs_stay_within_their_edge() -> None:
    for number in range(3 * len(MOTIFS)):
        for shape in half_motif(number, (0, 0), (1, 0), (0.5, 0.5)):
            assert isinstance(shape, Polygon)
            assert all(-1e-9 <= y <= min(x, 1 - x) + 1e-9 for x, y in shape.points), number


def test_colours_differ_by_more_than_hue() -> None:
    looks = set()
    for number in range(3 * len(MOTIFS)):
        figures = half_motif(number, (0, 0), (1, 0), (0.5, 0.5))
        looks.add(tuple(s.points for s in figures if isinstance(s, Polygon)))
    assert len(looks) == 3 * len(MOTIFS)
    assert len({ground(number) for number in range(7)}) == 7


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_cells_are_regular_and_a_unit_apart(sides: int) -> None:
    corners = template(sides)
    lengths = [dist(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    assert max(lengths) - min(lengths) < 1e-9


def shaped(shape: str, rows: int, cols: int, layers: int = 1) -> Edges:
    sides = {"hexagon": 6, "triangle": 3, "cube": 6, "square": 4}[shape]
    cells = rows * rows if shape == "triangle" else rows * cols * layers
    pieces = tuple(tuple((i + k) % 5 for k in range(sides)) for i in range(cells))
    return Edges(pieces=pieces, rows=rows, cols=cols, layers=layers, shape=shape, frame=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "puzzle",
    [
        shaped("square", 1, 1),
        shaped("square", 3, 2),
        shaped("triangle", 3, 1),
        shaped("hexagon", 3, 4),
        shaped("cube", 2, 3, 2),
        macmahon_triangles(),
        Edges(shape="free", pieces=((1,), (1,)), seams=((0, 0, 1, 0),)),
        Edges(shape="free", pieces=((1, 2), (1, 2)), seams=((0, 0, 1, 0), (0, 1, 1, 1))),
        Edges(shape="free", pieces=((1,) * 5,) * 3, seams=((0, 0, 1, 0), (1, 1, 2, 1))),
        Edges(shape="free", pieces=((1,) * 4,) * 4, seams=((0, 0, 1, 0), (2, 0, 3, 0))),
        read_text("edges\nshape free\nseam 0 0 0 2\n1 2 1 3"),
    ],
    ids=lambda puzzle: f"{puzzle.shape}-{len(puzzle.pieces)}",
)
def test_every_shape_is_drawn_in_every_theme(puzzle: Edges) -> None:
    full = Filling(cells=tuple(Placed(cell, i) for i, cell in enumerate(puzzle.layout.cells)))
    for answer, theme in product((None, full), THEMES):
        drawing = draw(puzzle, answer, Look(broken=(puzzle.layout.cells[0],)))
        assert len(ElementTree.fromstring(drawing.svg(theme))) > 2
        numbers = {s.text for s in drawing.shapes if isinstance(s, Label)}
        assert {str(i + 1) for i in range(len(puzzle.pieces))} <= numbers
        assert "1" in drawing.text(columns=80)


def test_seams_are_shared_sides() -> None:
    puzzle = macmahon_triangles()
    found = places(puzzle, 5)
    assert found.joined
    for a, side, b, other in puzzle.layout.seams:
        one, two = found.cells[a], found.cells[b]
        assert dist(one[side], two[(other + 1) % 3]) < 1e-9
        assert dist(one[(side + 1) % 3], two[other]) < 1e-9


def test_a_board_that_fits_no_plane_is_drawn_piece_by_piece() -> None:
    ring = read_text("edges\nshape free\nseam 0 0 1 2\nseam 1 0 0 2\n1 2 1 3\n1 2 1 3")
    assert not places(ring, 5).joined


def test_boards_fit_a_terminal() -> None:
    for rows, colours in ((6, 30), (16, 22)):
        pieces = tuple(tuple((7 * i + k) % colours for k in range(4)) for i in range(rows * rows))
        puzzle = Edges(rows=rows, cols=rows, pieces=pieces, frame=0)
        cells = puzzle.layout.cells
        full = Filling(cells=tuple(Placed(cell, i) for i, cell in enumerate(cells)))
        for answer in (None, full):
            widths = [len(line) for line in draw(puzzle, answer, Look()).text().splitlines()]
            assert max(widths) <= 80
    assert "b blue disc" in draw(puzzle, full, Look()).text()


def test_large_boards_have_no_motifs_and_many_colours_no_key() -> None:
    side = int(MAX_MOTIFS**0.5) + 2
    many = Edges(rows=side, cols=side, pieces=((1, 2, 3, 4),) * side**2)
    assert len(draw(many, None, Look()).svg()) < 4_000_000
    wild = Edges(rows=1, cols=1, pieces=(tuple(range(4)), *((9 * k,) * 4 for k in range(1, 60))))
    assert "×" not in draw(wild, None, Look()).text()
    assert MAX_KEYS < 60


def test_what_is_no_answer_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no piece"):
        draw(SQUARE, read_answer("7"), Look())
