"""Polygons with corners at whole numbers, and all their fillings by trying every place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from quebra.contract.random import Source
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import Side, figure_sides, piece_sides
from quebra.families.edges.rules import check

Spot = tuple[int, int]
Quarter = tuple[int, int, int]
Covered = frozenset[Quarter]
Picture = frozenset[tuple[frozenset[complex], int | None]]
"""Steps between lattice points, and their colours."""
Move = tuple[bool, complex, complex]
"""Whether mirrored in the x-axis, the turn after it, and the shift after both."""
INSIDE = ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5))
"""A point in each of the quarters into which its diagonals cut a square."""


def lattice_puzzle(
    source: Source, rows: int, cols: int, pieces: int, colours: int, rotate: bool | tuple[int, ...]
) -> Edges:
    """A rectangle of halves of squares, put together at random; each edge has a colour."""
    parts = [[half] for cell in product(range(cols), range(rows)) for half in _halves(source, cell)]
    for _ in range(200):
        one, other = source.choice(parts), source.choice(parts)
        if len(parts) > pieces and one is not other and _loop(one + other):
            parts = [part for part in parts if part not in (one, other)] + [one + other]
    figure = _loop([triangle for part in parts for triangle in part])
    seen = {frozenset(edge): 0 for edge in _edges(figure)}
    outlines, sides = [], []
    for part in source.shuffled(parts):
        loop = _loop(part)
        turn = source.choice(tuple(range(4)) if rotate is True else rotate or (0,))
        corners = [complex(x - loop[0][0], y - loop[0][1]) * (-1j) ** turn for x, y in loop]
        outlines.append(tuple((float(round(c.real)), float(round(c.imag))) for c in corners))
        ends = [frozenset(edge) for edge in _edges(loop)]
        sides.append(tuple(seen.setdefault(end, 1 + source.below(colours)) for end in ends))
    return Edges(
        tuple(sides),
        shape="polygon",
        outlines=tuple(outlines),
        figure=tuple((float(x), float(y)) for x, y in figure),
        frame=0,
        rotate=rotate,
    )


def fillings(puzzle: Edges) -> list[Filling]:
    """All fillings that look different, found without any geometry but which quarters are in."""
    figure = _covered([(x, y) for x, y in puzzle.figure])
    places = [
        (laid, moved)
        for piece in range(len(puzzle.pieces))
        for turn in puzzle.turns_of(piece)
        for laid, moved in _places(puzzle, piece, turn, figure)
    ]
    found: dict[object, Filling] = {}
    for cover in _covers(figure, places):
        answer = Filling(places=tuple(sorted(cover, key=lambda laid: laid.piece)))
        if _colours_agree(puzzle, answer) and not check(puzzle, answer):
            looks = frozenset(
                frozenset((s.start, s.end, s.colour) for s in piece_sides(puzzle, laid))
                for laid in cover
            )
            found.setdefault(looks, answer)
    return list(found.values())


def classes(puzzle: Edges, answers: list[Filling]) -> int:
    """How many fillings differ by more than a motion of the whole, which is exact here."""
    rim = _picture(figure_sides(puzzle))
    motions = [m for m in _motions(puzzle) if _moved(rim, m) == rim]
    if not (puzzle.turns_freely and all(map(_is_own_mirror_image, _shapes(puzzle)))):
        motions = [m for m in motions if not m[0]]
    found: set[Picture] = set()
    for answer in answers:
        sides = [side for laid in answer.places for side in piece_sides(puzzle, laid)]
        picture = _picture(sides)
        if not any(_moved(picture, motion) in found for motion in motions):
            found.add(picture)
    return len(found)


def _motions(puzzle: Edges) -> Iterator[Move]:
    """Mirrored or not, turned by quarters, and then moved so that the box of the figure stays."""
    corners = [complex(*corner) for corner in puzzle.figure]
    for mirrored, turn in product((False, True), (1, 1j, -1, -1j)):
        there = [turn * (c.conjugate() if mirrored else c) for c in corners]
        shift = complex(
            min(c.real for c in corners) - min(c.real for c in there),
            min(c.imag for c in corners) - min(c.imag for c in there),
        )
        yield mirrored, turn, shift


def _shapes(puzzle: Edges) -> Iterator[Picture]:
    for piece in range(len(puzzle.pieces)):
        yield _picture(piece_sides(puzzle, Laid(piece, 0, 0)))


def _is_own_mirror_image(shape: Picture) -> bool:
    return any(
        _at_home(_moved(shape, (True, turn, 0))) == _at_home(shape) for turn in (1, 1j, -1, -1j)
    )


def _at_home(picture: Picture) -> Picture:
    spots = [spot for ends, _ in picture for spot in ends]
    low = complex(min(s.real for s in spots), min(s.imag for s in spots))
    return _moved(picture, (False, 1, -low))


def _picture(sides: list[Side]) -> Picture:
    """Unit steps along all sides with their colours, so that vertices in sides do not matter."""
    steps: set[tuple[frozenset[complex], int | None]] = set()
    for side in sides:
        along = side.end - side.start
        count = max(abs(round(along.real)), abs(round(along.imag)))
        spots = [side.start + along * i / count for i in range(count + 1)]
        steps.update((frozenset(ends), side.colour) for ends in pairwise(spots))
    return frozenset(steps)


def _moved(picture: Picture, motion: Move) -> Picture:
    mirrored, turn, shift = motion

    def there(spot: complex) -> complex:
        return turn * (spot.conjugate() if mirrored else spot) + shift

    return frozenset((frozenset(map(there, ends)), colour) for ends, colour in picture)


def _halves(source: Source, cell: Spot) -> list[list[Spot]]:
    x, y = cell
    a, b, c, d = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
    return [[a, b, c], [a, c, d]] if source.below(2) else [[a, b, d], [b, c, d]]


def _edges(loop: list[Spot]) -> Iterator[tuple[Spot, Spot]]:
    return pairwise([*loop, loop[0]])


def _loop(triangles: list[list[Spot]]) -> list[Spot]:
    """The outline of triangles; empty where they do not have one that meets itself nowhere."""
    left: set[tuple[Spot, Spot]] = set()
    for a, b in (edge for triangle in triangles for edge in _edges(triangle)):
        left ^= {(a, b)} if (b, a) not in left else {(b, a)}
    following = dict(left)
    loop = [min(following)]
    while len(loop) < len(following) == len(left):
        loop.append(following[loop[-1]])
    return loop if len({*loop}) == len(left) else []


def _covered(corners: list[tuple[float, float]]) -> Covered:
    xs, ys = zip(*corners, strict=True)
    box = product(range(int(min(xs)), int(max(xs))), range(int(min(ys)), int(max(ys))))
    return frozenset(
        (x, y, quarter)
        for x, y in box
        for quarter, (u, v) in enumerate(INSIDE)
        if _is_inside(x + u, y + v, corners)
    )


def _is_inside(x: float, y: float, corners: list[tuple[float, float]]) -> bool:
    crossed = (
        x < (c - a) * (y - b) / (d - b) + a
        for (a, b), (c, d) in pairwise([*corners, corners[0]])
        if (b > y) != (d > y)
    )
    return sum(crossed) % 2 == 1


def _places(
    puzzle: Edges, piece: int, turn: int, figure: Covered
) -> Iterator[tuple[Laid, Covered]]:
    sides = piece_sides(puzzle, Laid(piece, 0, 0, turn))
    still = _covered([(round(s.start.real), round(s.start.imag)) for s in sides])
    for dx, dy in product(range(-8, 9), repeat=2):
        moved = frozenset((x + dx, y + dy, quarter) for x, y, quarter in still)
        if moved <= figure:
            yield Laid(piece, dx, dy, turn), moved


def _covers(left: Covered, places: list[tuple[Laid, Covered]]) -> Iterator[list[Laid]]:
    if not left:
        yield []
        return
    first = min(left)
    for laid, moved in places:
        if first in moved and moved <= left:
            others = [place for place in places if place[0].piece != laid.piece]
            yield from ([laid, *rest] for rest in _covers(left - moved, others))


def _colours_agree(puzzle: Edges, answer: Filling) -> bool:
    """Whether edges that lie upon each other agree: all are as long as a square or its diagonal."""
    seen: dict[frozenset[complex], int | None] = {}
    sides = [side for laid in answer.places for side in piece_sides(puzzle, laid)]
    return all(
        seen.setdefault(frozenset((side.start, side.end)), side.colour) == side.colour
        for side in sides
    )
