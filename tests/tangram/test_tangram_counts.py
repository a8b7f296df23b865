"""The corner search against counts known otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from solving import Counts, counts
from test_tangram_rules import polygon_path

from quebra.contract.random import Source
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.sets import SETS
from shared_data import shared_cases

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


Tiling = frozenset[tuple[int, frozenset[Cell]]]
"""The kind of each piece, and the cells that it covers."""


def cover_tilings(pieces: Sequence[tuple[Polygon, int]], room: frozenset[Cell]) -> set[Tiling]:
    """All tilings of a figure on the lattice; equal pieces are not told apart."""
    high = 1 + max(max(x, y) for x, y, _ in room)
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

    def fill(rest: frozenset[Cell], laid: tuple[tuple[int, frozenset[Cell]], ...]) -> list[Tiling]:
        if not rest:
            return [frozenset(laid)]
        found = []
        for kind, there in fitting.get(min(rest), ()):
            if left[kind] and there <= rest:
                left[kind] -= 1
                found += fill(rest - there, (*laid, (kind, there)))
                left[kind] += 1
        return found

    tilings = fill(room, ())
    assert len(set(tilings)) == len(tilings)
    return set(tilings)


Map = dict[Cell, Cell]


def symmetries(room: frozenset[Cell]) -> list[Map]:
    """Where each cell of a figure goes when it is turned or reflected onto itself."""
    spots = {cell: _middle(cell) for cell in room}
    cells = {spot: cell for cell, spot in spots.items()}
    corner = _corner(cells)
    found = []
    for a, b, c, d in ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
                       (1, 0, 0, -1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, -1, 0)):  # fmt: skip
        moved = {cell: (a * x + b * y, c * x + d * y) for cell, (x, y) in spots.items()}
        low = _corner(moved.values())
        right, up = corner[0] - low[0], corner[1] - low[1]
        there = {cell: (x + right, y + up) for cell, (x, y) in moved.items()}
        if set(there.values()) == set(cells):
            found.append({cell: cells[spot] for cell, spot in there.items()})
    return found


def _middle(cell: Cell) -> tuple[int, int]:
    """The middle of a quarter of a square, in sixths."""
    x, y, quarter = cell
    right, up = MIDDLES[quarter]
    return round(6 * (x + right)), round(6 * (y + up))


def _corner(spots: Iterable[tuple[int, int]]) -> tuple[int, int]:
    spots = list(spots)
    return min(x for x, _ in spots), min(y for _, y in spots)


def expected_counts(
    pieces: Sequence[tuple[Polygon, int]], figure: Polygon, *holes: Polygon
) -> Counts:
    """The numbers of classes and of tilings, by cells alone; equal kinds of pieces are one."""
    room = quarters(figure).difference(*map(quarters, holes))
    maps = symmetries(room)
    kinds: Counter[Polygon] = Counter()
    for polygon, number in pieces:
        kinds[min(orientations(polygon), key=lambda each: sorted(quarters(each)))] += number
    equal: dict[frozenset[Cell], Polygon] = {}
    for polygon in list(kinds):
        first = equal.setdefault(quarters(polygon), polygon)
        if first is not polygon:
            kinds[first] += kinds.pop(polygon)
    left = cover_tilings(tuple(kinds.items()), room)
    total, classes = len(left), 0
    while left:
        tiling = left.pop()
        classes += 1
        for each in maps:
            left.discard(frozenset((k, frozenset(each[c] for c in cells)) for k, cells in tiling))
    return Counts(classes, total)


CLASSIC_POLYGONS: tuple[tuple[Polygon, int], ...] = (
    (((0, 0), (2, 0), (0, 2)), 2),
    (((0, 0), (2, 0), (1, 1)), 1),
    (((0, 0), (1, 0), (0, 1)), 2),
    (((0, 0), (1, 0), (1, 1), (0, 1)), 1),
    (((0, 0), (1, 0), (2, 1), (1, 1)), 1),
)


def path(polygon: Polygon) -> str:
    return polygon_path([complex(*point) for point in polygon])


@pytest.mark.slow
def test_the_convex_candidates_are_all_settled_and_counted() -> None:
    total = solvable = 0
    for each in shared_cases("tangram/convex_tangrams.json", "polygons"):
        total += 1
        polygon = tuple((x, y) for x, y in each["vertices"])
        puzzle = Tangram(pieces=SETS["classic"].pieces, figure=path(polygon))
        found = counts(puzzle)
        assert found == expected_counts(CLASSIC_POLYGONS, polygon)
        assert bool(found.classes) == each["solvable"]
        solvable += bool(found.classes)
    assert (solvable, total) == (13, 20)


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
    expected = expected_counts(tuple(looks.items()), figure)
    assert expected.classes >= 1
    assert counts(Tangram(pieces=pieces, figure=path(figure))) == expected
