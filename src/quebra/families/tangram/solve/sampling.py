"""Sample points of lattice puzzles: each point of a figure is in exactly one piece of a tiling.

Sample points lie on no side of any piece. If sides run only along the lattice and its diagonals,
each cell that sides can bound has one point, and a cover is a tiling. Otherwise a cover is checked:
the directed sides of the pieces must cancel to those of the figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import gcd

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.exact_cover import covers
from quebra.families.tangram.solve.lattice import Lattice
from quebra.families.tangram.solve.lattice_symmetry import (
    Option,
    OrientedPiece,
    SamplePoint,
    side_set,
)
from quebra.families.tangram.solve.ring import Element, Polygon, sides

INITIAL_SAMPLES = 4
"""Sample points in a lattice cell if sides have other directions, to begin with."""
MAX_SAMPLES = 1000
"""The most sample points in a cell."""
AXES = {(1, 0), (0, 1)}
DIAGONALS = {(1, 1), (1, -1)}

Chain = Counter[tuple[Element, Element]]
"""Directed segments between neighbouring lattice points on a line; opposite ones cancel."""


def point_covers(
    points: Sequence[SamplePoint],
    options: Sequence[tuple[int, Sequence[SamplePoint]]],
    counts: Sequence[int],
    budget: Budget,
) -> Iterator[list[int]]:
    """All choices of options, by number, that cover each point once and use all pieces.

    An option is a kind of piece and the points that it covers, and `counts` has the copies of each
    kind. Of points that the same options cover, one is enough.
    """
    users: dict[SamplePoint, list[int]] = {point: [] for point in points}
    for number, (_, covered) in enumerate(options):
        for point in covered:
            users[point].append(number)
    distinct = sorted({tuple(numbers) for numbers in users.values()})
    cells: list[list[int]] = [[] for _ in options]
    for cell, numbers in enumerate(distinct):
        for number in numbers:
            cells[number].append(cell)
    rows = [(kind, each) for (kind, _), each in zip(options, cells, strict=True)]
    return covers(len(distinct), len(distinct), counts, rows, budget)


def covered_points(oriented: Sequence[OrientedPiece], option: Option) -> list[SamplePoint]:
    """The sample points that a placed piece covers."""
    x, y = option.at
    return [(a + x, b + y, number) for a, b, number in oriented[option.oriented].points]


def options_within(
    points: Sequence[SamplePoint],
    oriented: Sequence[OrientedPiece],
    numbers: Iterable[int],
    budget: Budget,
) -> list[Option]:
    """All places of these oriented pieces at which they cover only sample points of the figure."""
    within, found = set(points), []
    for each in numbers:
        x, y, number = oriented[each].points[0]
        for a, b, other in points:
            if other == number:
                budget.pause()
                option = Option(each, (a - x, b - y))
                if within.issuperset(covered_points(oriented, option)):
                    found.append(option)
    return found


def sampled(lattice: Lattice, budget: Budget) -> tuple[list[SamplePoint], list[OrientedPiece]]:
    """The sample points of the figure, and all oriented pieces, with at least one point in each."""
    count = 0
    while count <= MAX_SAMPLES:
        budget.pause()
        samples = _samples(lattice, count)
        points = sorted(_points(lattice.figure, samples, budget))
        oriented = list(_oriented_pieces(lattice, samples, budget))
        if points and all(each.points for each in oriented):
            return points, oriented
        count = 2 * count or INITIAL_SAMPLES
    raise Cut("method")


def _samples(lattice: Lattice, count: int) -> list[tuple[float, float]]:
    """Sample points of a cell, as shares of its sides; `count` 0 means one for each part of it.

    They lie on no line through lattice points in the direction of a side.
    """
    if not count and (exact := exact_samples(lattice)):
        return exact
    line_directions = _line_directions(lattice)
    # The R2 sequence, which spreads points evenly.
    spread = (
        (0.7548776662466927 * i % 1, 0.5698402909980532 * i % 1) for i in range(1, MAX_SAMPLES)
    )
    clear = (p for p in spread if all(_is_clear(p, direction) for direction in line_directions))
    return [point for point, _ in zip(clear, range(count or INITIAL_SAMPLES), strict=False)]


def exact_samples(lattice: Lattice) -> list[tuple[float, float]]:
    """One sample point for each part of a cell, if sides divide it in a simple way; else none."""
    line_directions = _line_directions(lattice)
    if lattice.ring.square and line_directions <= AXES:
        return [(0.5, 0.5)]
    if lattice.ring.square and line_directions <= AXES | DIAGONALS:
        return [(0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)]
    if not lattice.ring.square and line_directions <= AXES | {(1, -1)}:
        return [(0.3, 0.3), (0.7, 0.7)]
    return []


def _line_directions(lattice: Lattice) -> set[Element]:
    """One of the two directions of each line that has a side."""
    return {max(d, (-d[0], -d[1])) for d in lattice.directions}


def _is_clear(point: tuple[float, float], direction: Element) -> bool:
    """Whether a point lies clearly between the lattice lines of a direction."""
    across = point[1] * direction[0] - point[0] * direction[1]
    return abs(across - round(across)) > 0.01


def _oriented_pieces(
    lattice: Lattice, samples: list[tuple[float, float]], budget: Budget
) -> Iterator[OrientedPiece]:
    """The pieces in all distinct orientations."""
    for kind, shape in enumerate(lattice.shapes):
        seen = set()
        for flip in (False, True) if lattice.flips[kind] else (False,):
            for turn in lattice.turns[kind]:
                polygon = lattice.moved(shape.polygon, turn, flip)
                key = side_set(polygon)
                if key not in seen:
                    seen.add(key)
                    points = tuple(_points(polygon, samples, budget))
                    yield OrientedPiece(kind, turn, flip, polygon, points)


def _points(
    polygon: Polygon, samples: Sequence[tuple[float, float]], budget: Budget
) -> Iterator[SamplePoint]:
    """The sample points inside a polygon."""
    corners = [corner for contour in polygon for corner in contour]
    columns = range(min(a for a, _ in corners), max(a for a, _ in corners))
    for b in range(min(b for _, b in corners), max(b for _, b in corners)):
        budget.pause()
        for number, (right, up) in enumerate(samples):
            crossings = sorted(_crossings(polygon, b + up))
            for a in columns:
                if sum(x < a + right for x in crossings) % 2:
                    yield a, b, number


def _crossings(polygon: Polygon, height: float) -> Iterator[float]:
    """The x coordinates at which sides cross a horizontal line."""
    for (a, b), (c, d) in sides(polygon):
        if (b > height) != (d > height):
            yield a + (height - b) * (c - a) / (d - b)


def side_chain(polygon: Polygon, at: Element = (0, 0)) -> Chain:
    """The directed unit segments of all sides of a polygon."""
    found: Chain = Counter()
    for (a, b), (c, d) in sides(polygon):
        times = gcd(c - a, d - b)
        x, y = (c - a) // times, (d - b) // times
        for i in range(times):
            here = a + at[0] + i * x, b + at[1] + i * y
            there = here[0] + x, here[1] + y
            if here < there:
                found[here, there] += 1
            else:
                found[there, here] -= 1
    return found


def sides_cancel(
    oriented: Sequence[OrientedPiece], chosen: Iterable[Option], outline: Chain
) -> bool:
    """Whether the directed sides of placed pieces cancel to the outline."""
    remainder = Counter(outline)
    for number, at in chosen:
        chain = side_chain(oriented[number].polygon, at)
        remainder.subtract({k: -n for k, n in chain.items()} if oriented[number].flip else chain)
    return not any(remainder.values())
