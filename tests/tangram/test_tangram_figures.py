"""The corner search on figures as people draw them, on composed ones, and on dissections."""

from __future__ import annotations

import re
from cmath import phase
from collections.abc import Sequence
from math import degrees, tau
from typing import Any

import msgspec
import pytest
from solving import counts, first, turned
from test_tangram_rules import GTANS, GTANS_FIGURES, cut_figure, place, real_figure

import quebra
from dissections import convex_polygon, cutters, dissect, uniform
from parameters import every
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import (
    LARGEST_TOLERANCE,
    Assembly,
    Piece,
    Placement,
    Tangram,
    placed_regions,
)
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.guided import Guided
from quebra.families.tangram.solve.search import Search
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import Arc, Edge, Line, chained
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, read_outline, write_outline
from quebra.geometry.region import area_of, merged
from shared_data import shared_json

SQUARE = "M0 0 H1 V1 H0 Z"
NOISE = 0.005
"""Half a percent of a small leg."""


# Figures as people draw them.


def shaken(outline: str, source: Source, amount: float) -> str:
    """The outline with its vertices moved a little, arcs of the same radius between them."""
    moved: dict[complex, complex] = {}

    def there(point: complex) -> complex:
        spot = complex(round(point.real, 6), round(point.imag, 6))
        error = complex(uniform(source, -amount, amount), uniform(source, -amount, amount))
        return moved.setdefault(spot, point + error)

    def edge_between(edge: Edge) -> Edge:
        a, b = there(edge.start), there(edge.end)
        if not isinstance(edge, Arc):
            return Line(a, b)
        half = abs(b - a) / 2
        height = max(0.0, max(edge.radius, half) ** 2 - half**2) ** 0.5
        side = 1 if (abs(edge.sweep) > tau / 2) != (edge.sweep > 0) else -1
        centre = (a + b) / 2 + side * 1j * (b - a) / abs(b - a) * height
        sweep = phase((b - centre) / (a - centre)) % tau
        return Arc(a, b, centre, sweep if edge.sweep > 0 else sweep - tau)

    return write_outline(
        [[edge_between(edge) for edge in contour] for contour in read_outline(outline)]
    )


def badly_drawn(puzzle: Tangram, source: Source) -> Tangram:
    """The same figure at another angle, and less exactly; its tolerance is stated."""
    outline = turned(puzzle.figure, Motion(3 - 2j, uniform(source, 0, 360)))
    amount = NOISE * puzzle.width * 2**0.5
    # Vertices are off by that in both directions, beside what the figure needed before.
    needed = 1.5 * (amount * 2**0.5 + (puzzle.tolerance or 0.0))
    tolerance = min(needed, LARGEST_TOLERANCE * puzzle.width)
    while True:
        try:
            drawn = shaken(outline, source, amount)
            return Tangram(pieces=puzzle.pieces, figure=drawn, tolerance=tolerance)
        except BadInput:
            # Vertices that touched a side may have crossed it.
            continue


def test_real_figures_are_solved() -> None:
    found = [
        quebra.solve(real_figure(figure)[0], engine="own").status
        for figure in shared_json(GTANS)["figures"]
    ]
    assert found == ["found"] * 191


@pytest.mark.parametrize("figure", every(3, GTANS_FIGURES[::8]))
def test_real_figures_that_are_badly_drawn_are_solved(figure: dict[str, Any]) -> None:
    puzzle = badly_drawn(real_figure(figure)[0], Source(int(figure["id"].rpartition("-")[2])))
    assert first(puzzle) is not None


@pytest.mark.parametrize("figure", GTANS_FIGURES[::24])
def test_a_figure_that_is_badly_drawn_needs_its_tolerance(figure: dict[str, Any]) -> None:
    puzzle = badly_drawn(real_figure(figure)[0], Source(int(figure["id"].rpartition("-")[2])))
    exact = msgspec.structs.replace(puzzle, tolerance=None)
    outcome = quebra.solve(exact, engine="own")
    assert outcome.status in ("none", "unknown")
    told = re.search(r"With a tolerance of (\S+) there is a solution\.$", outcome.text)
    assert told
    looser = msgspec.structs.replace(puzzle, tolerance=float(told[1]))
    assert first(looser) is not None


# Figures composed edge to edge.


def region_at(puzzle: Tangram, spot: Placement) -> tuple[Contour, ...]:
    return next(placed_regions(puzzle, Assembly(places=(spot,))))[1]


def composed(pieces: tuple[Piece, ...], source: Source) -> tuple[Tangram, Assembly]:
    """A figure that grows piece by piece, each with a side along a side of what is there."""
    blank = Tangram(pieces=pieces, figure=SQUARE)
    fine = blank.tolerance_used / 10
    todo = source.shuffled([kind for kind, piece in enumerate(pieces) for _ in range(piece.count)])
    places = [place(todo.pop(), Motion(0, uniform(source, 0, 360)))]
    outline: Sequence[Sequence[Edge]] = region_at(blank, places[0])
    while todo:
        flip = pieces[todo[-1]].flip and source.chance(0.5)
        shape = region_at(blank, place(todo[-1], Motion(flip=flip)))
        mine = source.choice([edge for contour in shape for edge in merged(contour, fine)])
        theirs = source.choice([e for c in outline for e in merged(tuple(c), fine)]).reversed()
        if alike(mine, theirs):
            end = source.below(2)
            turn = theirs.heading(end) / mine.heading(end)
            shift = theirs.at(end) - turn / abs(turn) * mine.at(end)
            spot = place(todo[-1], Motion(shift, degrees(phase(turn)), flip))
            plan = Arrangement([outline, region_at(blank, spot)], fine)
            if plan.area(lambda cover: len(cover) > 1) < 1e-6:
                outline = plan.contours(bool)
                places.append(spot)
                todo.pop()
    puzzle = Tangram(pieces=pieces, figure=write_outline(outline))
    return puzzle, Assembly(places=tuple(places))


def alike(mine: Edge, theirs: Edge) -> bool:
    if isinstance(mine, Arc) and isinstance(theirs, Arc):
        return abs(mine.radius - theirs.radius) < 1e-6 and mine.sweep * theirs.sweep > 0
    return isinstance(mine, Line) and isinstance(theirs, Line)


SHIPPED = [
    (name, figure)
    for name in ("classic", "egg", "heart", "bell", "flag", "ostomachion")
    for figure in SETS[name].figures
]


@pytest.mark.parametrize(("name", "figure"), SHIPPED)
def test_the_figures_that_ship_are_solved(name: str, figure: str) -> None:
    assert first(SETS[name].puzzle(figure)) is not None


@pytest.mark.parametrize("seed", every(4, range(10)))
@pytest.mark.parametrize("name", ["classic", "egg", "heart", "bell"])
def test_composed_figures_are_solved(name: str, seed: int) -> None:
    source = Source(seed)
    puzzle, answer = composed(SETS[name].pieces, source)
    assert check(puzzle, answer) == ()
    assert first(puzzle) is not None
    assert first(badly_drawn(puzzle, source)) is not None


@pytest.mark.parametrize("seed", every(4, range(28)))
def test_dissections_are_put_together_again(seed: int) -> None:
    puzzle, _ = cut_figure(seed)
    assert first(puzzle) is not None


def irregular(seed: int, lines: int) -> Tangram:
    """A convex figure, cut along lines from side to side."""
    source = Source(seed)
    figure = convex_polygon(source)
    pieces = [
        Piece(str(number), turned(write_outline(part), Motion(0, uniform(source, 0, 360))))
        for number, part in enumerate(dissect((figure,), cutters(source, lines=lines, discs=0)))
    ]
    return Tangram(pieces=tuple(pieces), figure=write_outline((figure,)))


@pytest.mark.parametrize(
    ("seed", "lines", "least"), [(1, 6, 18), (2, 6, 18), (0, 9, 42), (2, 9, 41), (6, 8, 32)]
)
def test_many_irregular_pieces_are_put_together_within_seconds(
    seed: int, lines: int, least: int
) -> None:
    puzzle = irregular(seed, lines)
    assert len(puzzle.pieces) >= least
    assert first(puzzle) is not None


def test_the_guided_search_finds_the_same_tilings_as_the_plain_one() -> None:
    # Two equal figures, each cut in its own way: either may be the left one.
    trapezoid = (chained([0, 4, 5 + 3j, 3j]),)
    cuts = [dissect(trapezoid, cutters(Source(lines), lines, discs=0)) for lines in (1, 2)]
    pieces = [Piece(str(i), write_outline(part)) for i, part in enumerate([*cuts[0], *cuts[1]])]
    puzzle = Tangram(pieces=tuple(pieces), figure="M0 0 H4 L5 3 H0 Z M9 0 H13 L14 3 H9 Z")
    search = Search(puzzle, puzzle.tolerance_used, Budget())
    assert search.candidates.has_distinctive_sides
    start = search.start()
    assert start is not None
    plain = list(search.completions(start, Budget()))
    guided = [each for each in Guided(search).nodes(start) if each is not None]
    assert len(plain) == len(guided) == 2
    classes = Classes(puzzle)
    for position, is_new in [
        *((each, True) for each in plain),
        *((each, False) for each in guided),
    ]:
        assert classes.add(position.pieces) is is_new


def test_irregular_pieces_that_do_not_form_the_figure() -> None:
    puzzle = irregular(3, 4)
    other = convex_polygon(Source(8))
    scale = (area_of(puzzle.target) / area_of((other,))) ** 0.5
    figure = write_outline([chained([scale * edge.start for edge in other])])
    usual = Tangram(pieces=puzzle.pieces, figure=figure)
    # So many different lengths are too much for a proof at the usual tolerance.
    assert quebra.solve(usual).status in ("none", "unknown")
    strict = msgspec.structs.replace(usual, tolerance=usual.tolerance_used / 100)
    assert counts(strict) == (0, 0)
