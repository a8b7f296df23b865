"""Tilings on a lattice by exact cover: each sample point of the figure is in one piece.

The points lie in no side of any piece. Where sides only run along the lattice and its diagonals,
there is one in each cell that they can bound, and a cover is a tiling. Elsewhere it is put to the
test: the sides of the pieces, with the inside to the left, must cancel to those of the figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, gcd, log10

from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended, Kernels, Runner, Slices
from quebra.families.tangram.model import Assembly, Tangram, with_figure_moved
from quebra.families.tangram.solve import dancing
from quebra.families.tangram.solve.answers import assembly_in_form
from quebra.families.tangram.solve.classes import Classes, first_of_each_class
from quebra.families.tangram.solve.dancing import DEPTH, Links, linked
from quebra.families.tangram.solve.formed import figures
from quebra.families.tangram.solve.lattice import Lattice, lattice_of
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.ring import Element, Polygon, steps
from quebra.geometry.motion import Motion, turn_between

KERNELS = Kernels((dancing.search,), dancing)
SLICES = Slices(plain=20, compiled=2_000)
"""Nodes between two checks of the budget."""
MANY = 4
"""Sample points in a cell of the lattice where sides have other directions."""
MOST = 1000
"""The most sample points in a cell."""
AXES = {(1, 0), (0, 1)}
DIAGONALS = {(1, 1), (1, -1)}

Spot = tuple[int, int, int]
"""A sample point: the corner of its cell, and its number in the cell."""
Chain = Counter[tuple[Element, Element]]
"""Steps from one point of the lattice to the next on a line, less those that go back."""


@dataclass(frozen=True)
class Turned:
    """A kind of piece as it may lie: how it is turned, its vertices and its sample points."""

    kind: int
    turn: Element
    flip: bool
    polygon: Polygon
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Option:
    """A piece where it may lie."""

    turned: Turned
    at: Element

    @property
    def spots(self) -> list[Spot]:
        """The sample points in it."""
        return [(a + self.at[0], b + self.at[1], number) for a, b, number in self.turned.spots]


def lattice_tilings(
    puzzle: Tangram, lattice: Lattice, budget: Budget, seed: int | None = None
) -> Iterator[Assembly]:
    """All tilings whose pieces lie on the lattice, each once; areas are known to agree."""
    room, options = _options(puzzle, lattice, budget)
    if seed is not None:
        Source(seed).shuffle(options)
    outline = _chain(lattice.figure)
    for chosen in _covers(puzzle, room, options, budget):
        if _is_tiling(chosen, outline):
            laid = ((option.turned.kind, _motion(lattice, option)) for option in chosen)
            yield assembly_in_form(puzzle, laid)


def _covers(
    puzzle: Tangram, room: list[Spot], options: list[Option], budget: Budget
) -> Iterator[list[Option]]:
    """All choices of options that cover each point once, and use each piece."""
    number = {spot: i for i, spot in enumerate(room, 1)}
    kinds = len(room) + 1
    copies = {kinds + k: p.count for k, p in enumerate(puzzle.pieces) if p.count > 1}
    covered = [
        [kinds + option.turned.kind, *(number[spot] for spot in option.spots)] for option in options
    ]
    runner = Runner(KERNELS, budget, linked(len(room) + len(puzzle.pieces), copies, covered))
    while runner.run_slices(dancing.search, SLICES) == Ended.FOUND:
        links: Links = runner.parts[0]
        yield [options[links.option[node]] for node in links.chosen[: links.at[DEPTH]]]


def _options(puzzle: Tangram, lattice: Lattice, budget: Budget) -> tuple[list[Spot], list[Option]]:
    """The sample points of the figure, and all places in which pieces cover only such points."""
    room, turned = _sampled(puzzle, lattice, budget)
    within, found = set(room), []
    for each in turned:
        x, y, number = each.spots[0]
        for a, b, other in room:
            if other == number:
                budget.pause()
                option = Option(each, (a - x, b - y))
                if within.issuperset(option.spots):
                    found.append(option)
    return room, found


def _sampled(puzzle: Tangram, lattice: Lattice, budget: Budget) -> tuple[list[Spot], list[Turned]]:
    """The sample points of the figure and of all pieces: as few as leave none without any."""
    count = 0
    while count <= MOST:
        budget.pause()
        samples = _samples(lattice, count)
        room = sorted(_spots(lattice.figure, samples, budget))
        turned = list(_turned(puzzle, lattice, samples, budget))
        if room and all(each.spots for each in turned):
            return room, turned
        count = 2 * count or MANY
    raise Cut("method")


def _samples(lattice: Lattice, count: int) -> list[tuple[float, float]]:
    """Sample points of a cell, as shares of its sides: one a part that sides can cut off, or many.

    They lie in no line through points of the lattice in the direction of a side.
    """
    ways = {max(d, (-d[0], -d[1])) for d in lattice.directions}
    if not count and lattice.ring.square and ways <= AXES:
        return [(0.5, 0.5)]
    if not count and lattice.ring.square and ways <= AXES | DIAGONALS:
        return [(0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)]
    if not count and not lattice.ring.square and ways <= AXES | {(1, -1)}:
        return [(0.3, 0.3), (0.7, 0.7)]
    # Multiples of two numbers that have nothing to do with one another are spread evenly.
    spread = ((0.7548776662466927 * i % 1, 0.5698402909980532 * i % 1) for i in range(1, MOST))
    clear = (p for p in spread if all(_is_clear(p, way) for way in ways))
    return [point for point, _ in zip(clear, range(count or MANY), strict=False)]


def _is_clear(point: tuple[float, float], way: Element) -> bool:
    """Whether a point lies well between the lines in a direction."""
    across = point[1] * way[0] - point[0] * way[1]
    return abs(across - round(across)) > 0.01


def _turned(
    puzzle: Tangram, lattice: Lattice, samples: list[tuple[float, float]], budget: Budget
) -> Iterator[Turned]:
    """All ways in which pieces may be turned, without those that look the same."""
    for kind, (shape, turns) in enumerate(zip(lattice.shapes, lattice.turns, strict=True)):
        seen = set()
        for flip in (False, True) if puzzle.pieces[kind].flip else (False,):
            for turn in turns:
                polygon = lattice.moved(shape.polygon, turn, flip)
                look = _look(polygon)
                if look not in seen:
                    seen.add(look)
                    spots = tuple(_spots(polygon, samples, budget))
                    yield Turned(kind, turn, flip, polygon, spots)


def _look(polygon: Polygon) -> frozenset[frozenset[Element]]:
    """The sides, seen from the lowest vertex, whichever way they are walked.

    The vertices would not do: other sides between them may bound another piece.
    """
    x, y = min(corner for contour in polygon for corner in contour)
    return frozenset(
        frozenset(((a - x, b - y), (c - x, d - y))) for (a, b), (c, d) in steps(polygon)
    )


def _spots(
    polygon: Polygon, samples: Sequence[tuple[float, float]], budget: Budget
) -> Iterator[Spot]:
    """The sample points inside."""
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
    """Where sides cross a level line."""
    for (a, b), (c, d) in steps(polygon):
        if (b > height) != (d > height):
            yield a + (height - b) * (c - a) / (d - b)


def _chain(polygon: Polygon, at: Element = (0, 0)) -> Chain:
    """The steps of all sides of a polygon."""
    found: Chain = Counter()
    for (a, b), (c, d) in steps(polygon):
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


def _is_tiling(chosen: list[Option], outline: Chain) -> bool:
    """Whether the sides of all pieces cancel to the outline."""
    rest = Counter(outline)
    for option in chosen:
        steps = _chain(option.turned.polygon, option.at)
        rest.subtract(steps if not option.turned.flip else {k: -n for k, n in steps.items()})
    return not any(rest.values())


def _motion(lattice: Lattice, option: Option) -> Motion:
    """The motion that brings a piece to its place."""
    turned, shape = option.turned, lattice.shapes[option.turned.kind]
    unit = shape.unit.conjugate() if turned.flip else shape.unit
    turn = lattice.unit * lattice.ring.point(turned.turn) / unit
    home = Motion(0, turn_between(1, turn), turned.flip)
    there = lattice.origin + lattice.unit * lattice.ring.point(option.at)
    return Motion(there - home(shape.start), home.angle, home.flip)


def cover(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """Exact cover by dancing links, for puzzles on a lattice of squares or triangles.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> len(list(cover(square, Budget(), goal="any", seed=None)))
    1
    """
    if puzzle.has_colours or puzzle.upright or puzzle.spare:
        what = "colours, upright figures and spare pieces"
        raise BadInput(f"The engine cover knows no {what}: the engine own does.")
    lattice = lattice_of(puzzle)
    if reason := mismatch(puzzle):
        budget.why = reason
        return
    lyings = figures(puzzle)
    classes = Classes(puzzle, lyings)
    for lying in lyings:
        formed = with_figure_moved(puzzle, lying)
        found = lattice_tilings(formed, lattice_of(formed), budget, seed)
        yield from first_of_each_class(classes, found, budget)
    if not lattice.proves(puzzle):
        budget.stats.pop("tilings", None)
        budget.why = _unsettled(puzzle, lattice)
        raise Cut("method")


def _unsettled(puzzle: Tangram, lattice: Lattice) -> str:
    """What would settle whether there are others."""
    enough = lattice.largest_tolerance(puzzle)
    if lattice.rigid and puzzle.tolerance_used > enough >= puzzle.least_tolerance:
        unit = 10.0 ** floor(log10(enough))
        return f"With a tolerance of {floor(enough / unit) * unit:g} it would be settled."
    return "Pieces may lie off the lattice: the engine own may settle it."
