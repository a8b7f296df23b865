"""Pictures: pieces, motifs that join across seams, crosses where they do not, in every shape."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from math import dist
from xml.etree import ElementTree

import numpy as np
import pytest
from classic_puzzles import macmahon_triangles
from numpy.typing import NDArray

from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.results import Step
from quebra.families.edges.draw import MAX_KEYS, draw
from quebra.families.edges.draw.motifs import MOTIFS, ground, half_motif
from quebra.families.edges.draw.places import places, template
from quebra.families.edges.draw.tiles import centre_of
from quebra.families.edges.formats.answers import read_answer
from quebra.families.edges.formats.pieces import read_pieces, read_text
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.edges.names import MAX_MOTIFS
from quebra.i18n.text import Text
from quebra.render import THEMES, Circle, Drawing, Label, Point, Polygon, Shape
from quebra.render.drawing import Theme

SQUARE = read_pieces("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n")
DONE = read_answer("1 2\n3 4")
DRAWN = 3 * len(MOTIFS)
"""Motifs that differ in their figures."""


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


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_two_halves_are_mirror_images(sides: int) -> None:
    """The figure on one side of a seam is that on the other side, mirrored at the seam."""
    cell = template(sides)
    start, end = cell[0], cell[1]
    along = complex(*end) - complex(*start)

    def mirrored(point: Point) -> Point:
        z = (complex(*point) - complex(*start)) / along
        w = complex(*start) + along * z.conjugate()
        return w.real, w.imag

    def corners(shape: Shape) -> list[Point]:
        assert isinstance(shape, Polygon)
        return sorted((round(x, 9), round(y, 9)) for x, y in shape.points)

    for number in range(DRAWN):
        centre = centre_of(cell)
        here = [*half_motif(number, start, end, centre)]
        there = [*half_motif(number, end, start, mirrored(centre))]
        for one, other in zip(here, there, strict=True):
            assert isinstance(one, Polygon) and isinstance(other, Polygon)
            assert one.fill == other.fill
            image = replace(other, points=tuple(map(mirrored, other.points)))
            assert np.allclose(corners(one), corners(image), atol=1e-8), number


def test_motifs_stay_within_their_edge() -> None:
    for number in range(DRAWN):
        for shape in half_motif(number, (0, 0), (1, 0), (0.5, 0.5)):
            assert isinstance(shape, Polygon)
            assert all(-0.01 <= y <= min(x, 1 - x) + 1e-9 for x, y in shape.points), number


def figure_without_hue(number: int) -> NDArray[np.int8]:
    """A half motif as points in a grid: 0 for the ground, 1 for the figure, 2 for its core."""
    x, y = np.meshgrid(np.linspace(0.005, 0.995, 100), np.linspace(0.005, 0.495, 50))
    found = np.zeros(x.shape, np.int8)
    for shape in half_motif(number, (0, 0), (1, 0), (0.5, 0.5)):
        assert isinstance(shape, Polygon)
        inside = np.zeros(x.shape, bool)
        for (a, b), (c, d) in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
            if b != d:
                inside ^= ((b > y) != (d > y)) & (x < a + (y - b) / (d - b) * (c - a))
        found[inside] = {ground(number): 0, "ink": 2}.get(shape.fill, 1)
    return found


def test_motifs_differ_without_their_hue() -> None:
    """Any two motifs differ in at least 1 % of the area, whatever their colours are."""
    figures = [figure_without_hue(number) for number in range(DRAWN)]
    for (i, one), (j, other) in combinations(enumerate(figures), 2):
        assert np.mean(one != other) > 0.01, (i, j)
    assert len({ground(number) for number in range(7)}) == 7


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as the Web Content Accessibility Guidelines define it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize("theme", ["light", "dark", "grey", "print"])
def test_figures_are_brighter_or_darker_than_their_ground(theme: Theme) -> None:
    for number in range(7):
        figure, *_ = half_motif(number, (0, 0), (1, 0), (0.5, 0.5))
        assert isinstance(figure, Polygon)
        back = replace(figure, fill=ground(number))
        drawing = Drawing(1, 1, Text("motif"), (back, figure)).svg(theme)
        polygons = ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}polygon")
        shades = [luminance(polygon.attrib["fill"]) for polygon in polygons]
        assert len(shades) == 2
        assert (max(shades) + 0.05) / (min(shades) + 0.05) > 1.9


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
