"""The corner search against counts known otherwise, on real figures, and on composed ones."""

from __future__ import annotations

import json
from cmath import phase
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from math import degrees, tau
from typing import Any

import pytest
from test_tangram_rules import DATA, GTANS, cut_figure, needs_data, place, polygon_path, real_figure

import quebra
from dissections import uniform
from quebra.core.budget import Budget
from quebra.core.errors import BadInput, Cut
from quebra.core.random import Source
from quebra.families.tangram.formats.lines import read_answer, write_answer
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram, placed
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import own
from quebra.families.tangram.solve.ladder import mismatch
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import Arc, Edge, Line
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, read_outline, write_outline
from quebra.geometry.region import merged

SQUARE = "M0 0 H1 V1 H0 Z"
NOISE = 0.005
"""Half a percent of a small leg."""


def solve(puzzle: Tangram, seconds: float = 20.0, seed: int | None = None) -> Iterator[Assembly]:
    return own(puzzle, Budget(seconds), goal="any", seed=seed)


def first(puzzle: Tangram) -> Assembly | None:
    answer = next(solve(puzzle), None)
    assert answer is None or check(puzzle, answer) == ()
    return answer


def count(puzzle: Tangram) -> int:
    """How many tilings there are: distinct, and each accepted."""
    found = list(solve(puzzle, 60))
    assert len(set(found)) == len(found)
    assert all(check(puzzle, answer) == () for answer in found)
    return len(found)


# Counted otherwise: quarters of unit squares, and plain backtracking over them.

Cell = tuple[int, int, int]
Polygon = tuple[tuple[int, int], ...]
MIDDLES = ((0.5, 1 / 6), (5 / 6, 0.5), (0.5, 5 / 6), (1 / 6, 0.5))


def quarters(polygon: Polygon) -> frozenset[Cell]:
    """The quarters, cut by its diagonals, of each unit square that lie in a polygon."""
    low = min(min(point) for point in polygon)
    high = max(max(point) for point in polygon)
    return frozenset(
        (x, y, quarter)
        for x in range(low, high)
        for y in range(low, high)
        for quarter, (dx, dy) in enumerate(MIDDLES)
        if is_inside(x + dx, y + dy, polygon)
    )


def is_inside(x: float, y: float, polygon: Polygon) -> bool:
    crossed = False
    for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


@cache
def orientations(polygon: Polygon) -> frozenset[Polygon]:
    found: dict[frozenset[Cell], Polygon] = {}
    for points in (polygon, tuple((y, x) for x, y in polygon)):
        for _ in range(4):
            points = tuple((-y, x) for x, y in points)
            x0, y0 = min(x for x, _ in points), min(y for _, y in points)
            home = tuple((x - x0, y - y0) for x, y in points)
            found.setdefault(quarters(home), home)
    return frozenset(found.values())


def cover_count(pieces: Sequence[tuple[Polygon, int]], figure: Polygon) -> int:
    """How many tilings of a figure there are on the lattice; equal pieces are not told apart."""
    room = quarters(figure)
    high = max(max(point) for point in figure)
    fitting: dict[Cell, list[tuple[int, frozenset[Cell]]]] = {}
    for kind, (polygon, _) in enumerate(pieces):
        for turned in orientations(polygon):
            cells = quarters(turned)
            for dx in range(high):
                for dy in range(high):
                    there = frozenset((x + dx, y + dy, q) for x, y, q in cells)
                    if there <= room:
                        fitting.setdefault(min(there), []).append((kind, there))
    left = [number for _, number in pieces]

    def fill(rest: frozenset[Cell]) -> int:
        if not rest:
            return 1
        total = 0
        for kind, there in fitting.get(min(rest), ()):
            if left[kind] and there <= rest:
                left[kind] -= 1
                total += fill(rest - there)
                left[kind] += 1
        return total

    return fill(room)


CLASSIC_POLYGONS: tuple[tuple[Polygon, int], ...] = (
    (((0, 0), (2, 0), (0, 2)), 2),
    (((0, 0), (2, 0), (1, 1)), 1),
    (((0, 0), (1, 0), (0, 1)), 2),
    (((0, 0), (1, 0), (1, 1), (0, 1)), 1),
    (((0, 0), (1, 0), (2, 1), (1, 1)), 1),
)


def path(polygon: Polygon) -> str:
    return polygon_path([complex(*point) for point in polygon])


@needs_data
def test_the_convex_candidates_are_all_settled_and_counted() -> None:
    known = json.loads((DATA / "convex_tangrams.json").read_text())["polygons"]
    solvable = 0
    for each in known:
        polygon = tuple((x, y) for x, y in each["vertices"])
        puzzle = Tangram(pieces=SETS["classic"].pieces, figure=path(polygon))
        found = count(puzzle)
        assert found == cover_count(CLASSIC_POLYGONS, polygon)
        assert bool(found) == each["solvable"]
        solvable += bool(found)
    assert (solvable, len(known)) == (13, 20)


def random_cut(source: Source, width: int, height: int, number: int) -> list[set[tuple[int, int]]]:
    """A rectangle of unit squares, cut into connected parts."""
    cells = [(x, y) for x in range(width) for y in range(height)]
    parts = [{cell} for cell in source.shuffled(cells)[:number]]
    taken = {cell for part in parts for cell in part}
    while len(taken) < len(cells):
        part = source.choice(parts)
        x, y = source.choice(sorted(part))
        near = source.choice([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)])
        if near in cells and near not in taken:
            part.add(near)
            taken.add(near)
    return parts


def outline_of(cells: set[tuple[int, int]]) -> Polygon:
    """The corners of a part without holes, one after the other."""
    ends: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in cells:
        square = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        steps = [(0, -1), (1, 0), (0, 1), (-1, 0)]
        for i, (dx, dy) in enumerate(steps):
            if (x + dx, y + dy) not in cells:
                if square[i] in ends:
                    return ()
                ends[square[i]] = square[(i + 1) % 4]
    corner = min(ends)
    walk = [corner]
    while (corner := ends[corner]) != walk[0]:
        walk.append(corner)
    return tuple(walk) if len(walk) == len(ends) else ()


@pytest.mark.parametrize("seed", range(24))
def test_tiny_sets_are_counted_as_by_exact_cover(seed: int) -> None:
    source = Source(seed)
    width, height = 2 + source.below(3), 3 + source.below(2)
    outlines: tuple[Polygon, ...] = ((),)
    while not all(outlines):
        parts = random_cut(source, width, height, 3 + source.below(3))
        outlines = tuple(map(outline_of, parts))
    looks = Counter(min(orientations(outline)) for outline in outlines)
    pieces = tuple(
        Piece(name=str(number), outline=path(look), count=times)
        for number, (look, times) in enumerate(looks.items())
    )
    figure = ((0, 0), (width, 0), (width, height), (0, height))
    expected = cover_count(tuple(looks.items()), figure)
    assert expected >= 1
    assert count(Tangram(pieces=pieces, figure=path(figure))) == expected


# Figures as people draw them.


def turned(outline: str, motion: Motion) -> str:
    return write_outline(
        [[edge.moved(motion) for edge in contour] for contour in read_outline(outline)]
    )


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
    """The same figure at another angle, and less exactly; no tolerance is stated."""
    outline = turned(puzzle.figure, Motion(3 - 2j, uniform(source, 0, 360)))
    while True:
        try:
            drawn = shaken(outline, source, NOISE * puzzle.width * 2**0.5)
            return Tangram(pieces=puzzle.pieces, figure=drawn)
        except BadInput:
            # Vertices that touched a side may have crossed it.
            continue


@needs_data
def test_real_figures_are_solved() -> None:
    found = [quebra.solve(real_figure(figure)[0], engine="own").status for figure in GTANS]
    assert len(found) == 191
    assert found.count("found") >= 190
    # A figure that is drawn too badly for the tolerance stated is not called impossible.
    assert set(found) <= {"found", "unknown"}


@needs_data
@pytest.mark.parametrize("figure", GTANS[::8], ids=[figure["id"] for figure in GTANS[::8]])
def test_real_figures_that_are_badly_drawn_are_solved(figure: dict[str, Any]) -> None:
    puzzle = badly_drawn(real_figure(figure)[0], Source(int(figure["id"].rpartition("-")[2])))
    answer = first(puzzle)
    assert answer is not None
    assert answer.tolerance is not None
    assert puzzle.tolerance_used < answer.tolerance <= puzzle.largest_tolerance


# Figures composed edge to edge.


def region_at(puzzle: Tangram, spot: Placement) -> tuple[Contour, ...]:
    return next(placed(puzzle, Assembly(places=(spot,))))[1]


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


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["classic", "egg", "heart", "bell"])
def test_composed_figures_are_solved(name: str, seed: int) -> None:
    source = Source(seed)
    puzzle, answer = composed(SETS[name].pieces, source)
    assert check(puzzle, answer) == ()
    found = first(puzzle)
    assert found is not None
    assert found.tolerance is None
    assert first(badly_drawn(puzzle, source)) is not None


@pytest.mark.parametrize("seed", range(28))
def test_dissections_are_put_together_again(seed: int) -> None:
    puzzle, _ = cut_figure(seed)
    assert first(puzzle) is not None


# What may be claimed.


def test_a_figure_of_the_wrong_area_has_none_at_once_and_a_reason() -> None:
    classic = SETS["classic"].pieces
    puzzle = Tangram(pieces=classic, figure="M0 0 H3 V3 H0 Z")
    budget = Budget()
    assert list(own(puzzle, budget, goal="any", seed=None)) == []
    assert "nodes" not in budget.stats
    assert mismatch(puzzle, puzzle.largest_tolerance) == (
        "The figure has an area of 9, the pieces have 8 in all."
    )


def test_time_that_is_over_is_told() -> None:
    with pytest.raises(Cut, match="time"):
        list(solve(SETS["classic"].puzzle("square"), seconds=0))


def test_the_tolerance_used_is_told() -> None:
    budget = Budget()
    puzzle = SETS["classic"].puzzle("square")
    next(own(puzzle, budget, goal="any", seed=None))
    assert budget.stats["tolerance"] == puzzle.tolerance_used


def test_a_seed_changes_the_order_and_not_the_tilings() -> None:
    puzzle = SETS["classic"].puzzle("square")
    orders = [tuple(solve(puzzle, seed=seed)) for seed in range(5)]
    assert len({frozenset(order) for order in orders}) == 1
    assert len(set(orders)) > 1
    assert orders[3] == tuple(solve(puzzle, seed=3))


def test_an_answer_says_its_tolerance_and_may_not_ask_for_too_much() -> None:
    halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    puzzle = Tangram(pieces=(halves,), figure="M0 0 H1.008 V1 H0 Z")
    answer = first(puzzle)
    assert answer is not None and answer.tolerance is not None
    assert read_answer(write_answer(answer)) == answer
    strict = Assembly(places=answer.places)
    assert {violation.code for violation in check(puzzle, strict)} <= {"gap", "outside", "overlap"}
    with pytest.raises(BadInput, match="at most"):
        check(puzzle, Assembly(places=answer.places, tolerance=0.1))
    stated = Tangram(pieces=(halves,), figure="M0 0 H1.008 V1 H0 Z", tolerance=1e-4)
    assert first(stated) is None
    with pytest.raises(BadInput, match="at most"):
        check(stated, Assembly(places=answer.places, tolerance=0.01))


class TestFlipsAndAngles:
    chiral = Piece(name="ell", outline="M0 0 H3 V1 H1 V2 H0 Z", flip=False)
    mirrored = "M0 0 H3 V2 H2 V1 H0 Z"

    def test_a_piece_that_may_not_be_turned_over(self) -> None:
        assert count(Tangram(pieces=(self.chiral,), figure=self.mirrored)) == 0
        free = Piece(name="ell", outline=self.chiral.outline)
        assert count(Tangram(pieces=(free,), figure=self.mirrored)) == 1

    def test_a_figure_that_may_be_mirrored(self) -> None:
        assert count(Tangram(pieces=(self.chiral,), figure=self.mirrored, mirror=True)) == 1

    def test_angles_matter_beside_one_another(self) -> None:
        bar = Piece(name="bar", outline="M0 0 H2 V1 H0 Z", count=2, angles=(0,))
        post = Piece(name="post", outline="M0 0 H2 V1 H0 Z", angles=(90,))
        puzzle = Tangram(pieces=(bar, post), figure="M0 0 H3 V2 H0 Z")
        assert count(puzzle) == 2
        # However the figure lies, it may be formed where the angles are right.
        lying = Tangram(pieces=puzzle.pieces, figure=turned(puzzle.figure, Motion(1j, 30)))
        assert count(lying) == 2
        all_flat = Tangram(pieces=(Piece("bar", bar.outline, 3, True, (0,)),), figure=puzzle.figure)
        assert count(all_flat) == 1


class TestRoundFigures:
    disc = "M1 0 A1 1 0 0 1 -1 0 A1 1 0 0 1 1 0 Z"

    def test_a_disc_in_a_frame(self) -> None:
        pieces = (
            Piece(name="disc", outline=self.disc),
            Piece(name="frame", outline=f"M-2 -2 H2 V2 H-2 Z {self.disc}"),
        )
        assert count(Tangram(pieces=pieces, figure="M0 0 H4 V4 H0 Z")) == 1

    def test_halves_of_a_disc_may_be_turned_without_end(self) -> None:
        half = Piece(name="half", outline="M1 0 A1 1 0 0 1 -1 0 Z", count=2)
        puzzle = Tangram(pieces=(half,), figure=self.disc)
        found = list(islice(solve(puzzle), 5))
        assert len(set(found)) == 5
        assert all(check(puzzle, answer) == () for answer in found)

    def test_thirds_of_a_disc_and_one_piece_too_few(self) -> None:
        outline = "M0 0 L1 0 A1 1 0 0 1 -0.5 0.866025403784439 Z"
        thirds, two = (Piece(name="third", outline=outline, count=n) for n in (3, 2))
        assert first(Tangram(pieces=(thirds,), figure=self.disc)) is not None
        tile = Piece(name="tile", outline="M0 0 H1 V1.0471975511966 H0 Z")
        assert first(Tangram(pieces=(two, tile), figure=self.disc)) is None

    def test_a_disc_with_a_hole_beside_its_middle(self) -> None:
        ring = f"{self.disc} M0.5 0 A0.2 0.2 0 0 0 0.1 0 A0.2 0.2 0 0 0 0.5 0 Z"
        puzzle = Tangram(
            pieces=(Piece(name="ring", outline=ring),), figure=turned(ring, Motion(2, 77))
        )
        assert count(puzzle) == 1

    def test_what_cannot_be_settled_is_not_called_none(self) -> None:
        # Around the hole beside the middle, pieces might be turned by any angle.
        ring = f"{self.disc} M0.5 0 A0.2 0.2 0 0 0 0.1 0 A0.2 0.2 0 0 0 0.5 0 Z"
        half = Piece(name="half", outline="M1 0 A1 1 0 0 1 -1 0 Z")
        rest = Piece(name="rest", outline="M0 0 H1 V1.4451326206513 H0 Z")
        puzzle = Tangram(pieces=(half, rest), figure=ring)
        with pytest.raises(Cut, match="method"):
            list(solve(puzzle))


def test_pieces_in_several_parts() -> None:
    pair = Piece(name="pair", outline="M0 0 H1 V1 H0 Z M2 0 H3 V1 H2 Z", count=2)
    assert count(Tangram(pieces=(pair,), figure="M0 0 H4 V1 H0 Z")) == 1
    assert count(Tangram(pieces=(pair,), figure="M0 0 H2 V2 H0 Z")) == 0


def test_figures_that_touch_themselves_and_have_holes() -> None:
    square = Piece(name="square", outline=SQUARE, count=4)
    touching = "M0 0 H1 V1 H0 Z M1 1 H2 V2 H1 Z M2 0 H3 V1 H2 Z M3 1 H4 V2 H3 Z"
    assert count(Tangram(pieces=(square,), figure=touching)) == 1
    ell = Piece(name="ell", outline="M0 0 H3 V1 H1 V2 H0 Z", count=2)
    assert count(Tangram(pieces=(ell,), figure="M0 0 H3 V3 H0 Z M1 1 H2 V2 H1 Z")) == 4
