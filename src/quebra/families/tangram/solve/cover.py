"""Tilings on a lattice by exact cover: each sample point of the figure is in exactly one piece.

Sample points lie on no side of any piece. If sides run only along the lattice and its diagonals,
each cell that sides can bound has one point, and a cover is a tiling. Otherwise a cover is checked:
the directed sides of the pieces must cancel to those of the figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import floor, gcd, log10, prod

from quebra.contract.errors import BadInput, Cut, Infeasible
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.exact_cover import covers
from quebra.families.tangram.model import Assembly, Placement, Tangram, with_moved_figure
from quebra.families.tangram.solve.classes import Classes, first_of_each_class, note_tilings
from quebra.families.tangram.solve.lattice import Lattice, lattice_of
from quebra.families.tangram.solve.lattice_symmetry import (
    LatticeSymmetries,
    Option,
    OrientedPiece,
    SamplePoint,
    side_set,
)
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.normal_form import normalised_placement, placement_key
from quebra.families.tangram.solve.posed_figure import figure_poses
from quebra.families.tangram.solve.ring import Element, Polygon, sides
from quebra.geometry.motion import Motion, turn_between
from quebra.i18n.text import Text

INITIAL_SAMPLES = 4
"""Sample points in a lattice cell if sides have other directions, to begin with."""
MAX_SAMPLES = 1000
"""The most sample points in a cell."""
AXES = {(1, 0), (0, 1)}
DIAGONALS = {(1, 1), (1, -1)}

Chain = Counter[tuple[Element, Element]]
"""Directed segments between neighbouring lattice points on a line; opposite ones cancel."""


def lattice_tilings(
    puzzle: Tangram, lattice: Lattice, budget: Budget, seed: int | None = None
) -> Iterator[Assembly]:
    """All tilings with pieces on the lattice, each once; the areas must agree."""
    points, oriented = sampled(puzzle, lattice, budget)
    options = _options(points, oriented, range(len(oriented)), budget)
    if seed is not None:
        Source(seed).shuffle(options)
    copies = {kind: piece.count for kind, piece in enumerate(puzzle.pieces)}
    tilings = _tilings(lattice, points, oriented, options, copies, budget)
    yield from map(_assembler(puzzle, lattice, oriented), tilings)


def first_tilings(
    puzzle: Tangram, lattice: Lattice, classes: Classes, budget: Budget, seed: int | None = None
) -> Iterator[Assembly]:
    """The first tiling of each class; counts all of them in `budget.stats` at the end.

    Equal pieces are one kind with several copies. One piece of which there is a single copy takes
    only one of the places that the symmetries map onto each other: any tiling has an image that it
    takes part in, and stands for as many tilings as there are such places.
    """
    points, oriented = sampled(puzzle, lattice, budget)
    symmetries = LatticeSymmetries(puzzle, lattice, oriented)
    if budget.wanted == 1 or not symmetries.decide(classes):
        found = lattice_tilings(puzzle, lattice, budget, seed)
        yield from first_of_each_class(classes, found, budget)
        return
    options = _options(points, oriented, symmetries.first, budget)
    weights = symmetries.restrict(options)
    if seed is not None:
        Source(seed).shuffle(options)
    count = 0
    seen: set[frozenset[Option]] = set()
    assembly = _assembler(puzzle, lattice, oriented)
    for chosen in _tilings(lattice, points, oriented, options, symmetries.copies, budget):
        restricted = [option for option in chosen if option in weights]
        count += prod(weights[option] for option in restricted)
        if seen.isdisjoint(symmetries.images(chosen, restricted)):
            seen.add(frozenset(chosen))
            yield assembly(symmetries.distributed(chosen))
    note_tilings(count, budget)


def _assembler(
    puzzle: Tangram, lattice: Lattice, oriented: Sequence[OrientedPiece]
) -> Callable[[Iterable[Option]], Assembly]:
    """The function that makes an assembly of options, most of which occur in many tilings."""

    @cache
    def placement(option: Option) -> Placement:
        piece = oriented[option.oriented]
        return normalised_placement(puzzle, piece.kind, _motion(lattice, piece, option.at))

    def assembly(options: Iterable[Option]) -> Assembly:
        return Assembly(places=tuple(sorted(map(placement, options), key=placement_key)))

    return assembly


def _tilings(
    lattice: Lattice,
    points: list[SamplePoint],
    oriented: list[OrientedPiece],
    options: list[Option],
    copies: Mapping[int, int],
    budget: Budget,
) -> Iterator[list[Option]]:
    """All choices of options that are tilings, with so many copies of each kind of piece."""
    outline = None if exact_samples(lattice) else _chain(lattice.figure)
    for chosen in _covers(points, oriented, options, copies, budget):
        placed = [(oriented[number], at) for number, at in chosen]
        if outline is None or _is_tiling(placed, outline):
            yield chosen


def _covers(
    points: list[SamplePoint],
    oriented: list[OrientedPiece],
    options: list[Option],
    copies: Mapping[int, int],
    budget: Budget,
) -> Iterator[list[Option]]:
    """All choices of options that cover each point once and use each copy of a piece.

    Of points that the same options cover, one is enough.
    """
    users: dict[SamplePoint, list[int]] = {point: [] for point in points}
    for number, option in enumerate(options):
        for point in _covered_points(oriented, option):
            users[point].append(number)
    distinct = sorted({tuple(numbers) for numbers in users.values()})
    covered: list[list[int]] = [[] for _ in options]
    for cell, numbers in enumerate(distinct):
        for number in numbers:
            covered[number].append(cell)
    kinds = {kind: number for number, kind in enumerate(copies)}
    rows = [
        (kinds[oriented[option.oriented].kind], cells)
        for option, cells in zip(options, covered, strict=True)
    ]
    counts = [*copies.values()]
    for chosen in covers(len(distinct), len(distinct), counts, rows, budget):
        yield [options[number] for number in chosen]


def _covered_points(oriented: list[OrientedPiece], option: Option) -> list[SamplePoint]:
    """The sample points that a placed piece covers."""
    x, y = option.at
    return [(a + x, b + y, number) for a, b, number in oriented[option.oriented].points]


def _options(
    points: list[SamplePoint],
    oriented: list[OrientedPiece],
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
                if within.issuperset(_covered_points(oriented, option)):
                    found.append(option)
    return found


def sampled(
    puzzle: Tangram, lattice: Lattice, budget: Budget
) -> tuple[list[SamplePoint], list[OrientedPiece]]:
    """The sample points of the figure, and all oriented pieces, with at least one point in each."""
    count = 0
    while count <= MAX_SAMPLES:
        budget.pause()
        samples = _samples(lattice, count)
        points = sorted(_points(lattice.figure, samples, budget))
        oriented = list(_oriented_pieces(puzzle, lattice, samples, budget))
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
    puzzle: Tangram, lattice: Lattice, samples: list[tuple[float, float]], budget: Budget
) -> Iterator[OrientedPiece]:
    """The pieces in all distinct orientations."""
    for kind, (shape, turns) in enumerate(zip(lattice.shapes, lattice.turns, strict=True)):
        seen = set()
        for flip in (False, True) if puzzle.pieces[kind].flip else (False,):
            for turn in turns:
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


def _chain(polygon: Polygon, at: Element = (0, 0)) -> Chain:
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


def _is_tiling(placed: list[tuple[OrientedPiece, Element]], outline: Chain) -> bool:
    """Whether the directed sides of all pieces cancel to the outline."""
    remainder = Counter(outline)
    for oriented, at in placed:
        chain = _chain(oriented.polygon, at)
        remainder.subtract(chain if not oriented.flip else {k: -n for k, n in chain.items()})
    return not any(remainder.values())


def _motion(lattice: Lattice, oriented: OrientedPiece, at: Element) -> Motion:
    """The motion that places an oriented piece at a lattice point."""
    shape = lattice.shapes[oriented.kind]
    unit = shape.unit.conjugate() if oriented.flip else shape.unit
    turn = lattice.unit * lattice.ring.point(oriented.turn) / unit
    home = Motion(0, turn_between(1, turn), oriented.flip)
    there = lattice.origin + lattice.unit * lattice.ring.point(at)
    return Motion(there - home(shape.start), home.angle, home.flip)


def cover(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """Exact cover, for puzzles on a lattice of squares or triangles.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> len(list(cover(square, Budget(), goal="any", seed=None)))
    1
    """
    if puzzle.has_colours or puzzle.upright or puzzle.spare:
        raise BadInput(
            Text("The engine cover has no colours, upright figures and spare pieces; own has them.")
        )
    lattice = lattice_of(puzzle)
    if reason := mismatch(puzzle):
        raise Infeasible(reason)
    poses = figure_poses(puzzle)
    classes = Classes(puzzle, poses)
    for pose in poses:
        posed_puzzle = with_moved_figure(puzzle, pose)
        yield from first_tilings(posed_puzzle, lattice_of(posed_puzzle), classes, budget, seed)
    if not lattice.proves(puzzle):
        budget.stats.pop("tilings", None)
        budget.why = _unsettled(puzzle, lattice)
        raise Cut("method")


def _unsettled(puzzle: Tangram, lattice: Lattice) -> Text:
    """What would settle whether there are other tilings."""
    enough = lattice.largest_tolerance(puzzle)
    if lattice.rigid and puzzle.tolerance_used > enough >= puzzle.least_tolerance:
        unit = 10.0 ** floor(log10(enough))
        tolerance = floor(enough / unit) * unit
        return Text("A tolerance of {tolerance:g} would settle it.", tolerance=tolerance)
    return Text("Pieces may lie off the lattice: the engine own may settle it.")
