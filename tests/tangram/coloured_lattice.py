"""Polygons with integer corners, and all their fillings by exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import msgspec

from quebra.contract.random import Source
from quebra.families.tangram.formats.edges_polygons import Corners, OlderPuzzle
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.rules import check

Spot = tuple[int, int]
Quarter = tuple[int, int, int]
Covered = frozenset[Quarter]
Step = tuple[frozenset[complex], int | None]
Picture = frozenset[Step]
"""Steps between lattice points, and their colours."""
Kind = frozenset[Picture]
"""The orientations of a piece; equal pieces have the same."""
Move = tuple[bool, complex, complex]
"""Whether mirrored in the x-axis, the turn after it, and the shift after both."""
Side = tuple[complex, complex, int | None]
"""A side: where it starts and ends, and its colour."""
INSIDE = ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5))
"""A point in each of the quarters into which its diagonals cut a square."""


def lattice_puzzle(
    source: Source, rows: int, cols: int, pieces: int, colours: int, rotate: bool | tuple[int, ...]
) -> OlderPuzzle:
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
    return OlderPuzzle(
        tuple(sides),
        shape="polygon",
        outlines=tuple(outlines),
        figure=tuple((float(x), float(y)) for x, y in figure),
        frame=0,
        rotate=rotate,
    )


def square_puzzle(source: Source, rows: int, cols: int, pieces: int, colours: int) -> OlderPuzzle:
    """A rectangle of whole squares, put together at random; its outline has no colours."""
    parts = [[_square(cell)] for cell in product(range(cols), range(rows))]
    for _ in range(200):
        one, other = source.choice(parts), source.choice(parts)
        if len(parts) > pieces and one is not other and _loop(one + other):
            parts = [part for part in parts if part not in (one, other)] + [one + other]
    seen: dict[frozenset[Spot], int] = {}
    loops = [_loop(part) for part in source.shuffled(parts)]
    ends = [[frozenset(edge) for edge in _edges(loop)] for loop in loops]
    return OlderPuzzle(
        tuple(tuple(seen.setdefault(e, source.below(colours)) for e in each) for each in ends),
        shape="polygon",
        outlines=tuple(tuple((float(x), float(y)) for x, y in loop) for loop in loops),
        figure=((0.0, 0.0), (float(cols), 0.0), (float(cols), float(rows)), (0.0, float(rows))),
        rotate=True,
    )


def free_tangram(puzzle: OlderPuzzle, *, flips: bool) -> Tangram:
    """The puzzle with pieces at any angle, which may be turned over if `flips`."""
    fixed = puzzle.tangram()
    pieces = tuple(
        msgspec.structs.replace(piece, angles=None, flip=flips) for piece in fixed.pieces
    )
    return msgspec.structs.replace(fixed, pieces=pieces, upright=False)


def turns_of(puzzle: OlderPuzzle, piece: int) -> tuple[int, ...]:
    """The allowed quarter turns of a piece."""
    own = puzzle.piece_turns[piece] if puzzle.piece_turns else None
    if own is not None:
        return own
    return (
        puzzle.rotate if isinstance(puzzle.rotate, tuple) else (0, 1, 2, 3)[: 1 + 3 * puzzle.rotate]
    )


def laid(piece: int, x: float, y: float, turn: int = 0, flip: bool = False) -> Placement:
    """A piece turned over or not, then turned by quarters, and then moved."""
    return Placement(piece, x, y, 90.0 * turn, flip)


def piece_sides(puzzle: OlderPuzzle, place: Placement) -> list[Side]:
    """The sides of a placed piece."""
    return _sides(
        [place.motion(complex(*corner)) for corner in puzzle.outlines[place.piece]],
        puzzle.pieces[place.piece],
    )


def _sides(corners: Sequence[complex], colours: Sequence[int | None]) -> list[Side]:
    ends = pairwise([*corners, corners[0]])
    return [(a, b, colour) for (a, b), colour in zip(ends, colours, strict=True)]


def fillings(puzzle: OlderPuzzle, flips: Sequence[bool] = (False,)) -> list[Assembly]:
    """All distinct fillings, found by the quarters of squares that pieces cover."""
    figure = _covered(list(puzzle.figure))
    tangram = free_tangram(puzzle, flips=True) if True in flips else puzzle.tangram()
    places = [
        (place, moved)
        for piece in range(len(puzzle.pieces))
        for turn in turns_of(puzzle, piece)
        for flip in flips
        for place, moved in _places(puzzle, laid(piece, 0, 0, turn, flip), figure)
    ]
    found: dict[object, Assembly] = {}
    kinds = _kinds(puzzle, flips)
    for cover in _covers(figure, places):
        looks = frozenset(
            (kinds[place.piece], _picture(piece_sides(puzzle, place))) for place in cover
        )
        answer = Assembly(places=tuple(sorted(cover, key=lambda place: place.piece)))
        if looks not in found and _colours_agree(puzzle, answer) and not check(tangram, answer):
            found[looks] = answer
    return list(found.values())


def classes(
    puzzle: OlderPuzzle,
    answers: list[Assembly],
    flips: Sequence[bool] = (False,),
    free: bool = False,
) -> int:
    """The number of fillings up to a motion of the whole figure, which is exact here.

    Equal pieces are exchanged. No reflection counts where pieces have angles; if they are free,
    one counts if each piece may be turned over, or is its own mirror image.
    """
    colours = puzzle.rim or (puzzle.frame,) * len(puzzle.figure)
    rim = _picture(_sides([complex(*corner) for corner in puzzle.figure], colours))
    motions = [m for m in _motions(puzzle.figure) if _moved(rim, m) == rim]
    kinds = _kinds(puzzle, flips)
    if not (free and all(_kinds(puzzle, (False, True))[i] == kind for i, kind in enumerate(kinds))):
        motions = [motion for motion in motions if not motion[0]]
    found: set[frozenset[tuple[Kind, Picture]]] = set()
    for answer in answers:
        pictures = [
            (kinds[place.piece], _picture(piece_sides(puzzle, place))) for place in answer.places
        ]
        images = (
            frozenset((kind, _moved(picture, motion)) for kind, picture in pictures)
            for motion in motions
        )
        if not any(image in found for image in images):
            found.add(frozenset(pictures))
    return len(found)


def _kinds(puzzle: OlderPuzzle, flips: Sequence[bool]) -> list[Kind]:
    return [
        frozenset(
            _at_home(_picture(piece_sides(puzzle, laid(piece, 0, 0, turn, flip))))
            for turn in turns_of(puzzle, piece)
            for flip in flips
        )
        for piece in range(len(puzzle.pieces))
    ]


def _motions(figure: Corners) -> Iterator[Move]:
    """Mirrored or not, turned by quarters, and then moved so that the box of the figure stays."""
    corners = [complex(*corner) for corner in figure]
    for mirrored, turn in product((False, True), (1, 1j, -1, -1j)):
        there = [turn * (c.conjugate() if mirrored else c) for c in corners]
        shift = complex(
            min(c.real for c in corners) - min(c.real for c in there),
            min(c.imag for c in corners) - min(c.imag for c in there),
        )
        yield mirrored, turn, shift


def _at_home(picture: Picture) -> Picture:
    spots = [spot for ends, _ in picture for spot in ends]
    low = complex(min(s.real for s in spots), min(s.imag for s in spots))
    return _moved(picture, (False, 1, -low))


def _picture(sides: list[Side]) -> Picture:
    """Unit steps along all sides with their colours, so that vertices in sides do not matter."""
    steps: set[Step] = set()
    for start, end, colour in sides:
        along = end - start
        count = max(abs(round(along.real)), abs(round(along.imag)))
        spots = [start + along * i / count for i in range(count + 1)]
        steps.update((frozenset(ends), colour) for ends in pairwise(spots))
    return frozenset(steps)


def _moved(picture: Picture, motion: Move) -> Picture:
    mirrored, turn, shift = motion

    def there(spot: complex) -> complex:
        return turn * (spot.conjugate() if mirrored else spot) + shift

    return frozenset((frozenset(map(there, ends)), colour) for ends, colour in picture)


def _square(cell: Spot) -> list[Spot]:
    x, y = cell
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


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
    puzzle: OlderPuzzle, still_place: Placement, figure: Covered
) -> Iterator[tuple[Placement, Covered]]:
    sides = piece_sides(puzzle, still_place)
    still = _covered([(round(start.real), round(start.imag)) for start, _, _ in sides])
    for dx, dy in product(range(-8, 9), repeat=2):
        moved = frozenset((x + dx, y + dy, quarter) for x, y, quarter in still)
        if moved <= figure:
            yield msgspec.structs.replace(still_place, x=dx, y=dy), moved


def _covers(left: Covered, places: list[tuple[Placement, Covered]]) -> Iterator[list[Placement]]:
    if not left:
        yield []
        return
    first = min(left)
    for place, moved in places:
        if first in moved and moved <= left:
            others = [other for other in places if other[0].piece != place.piece]
            yield from ([place, *rest] for rest in _covers(left - moved, others))


def _colours_agree(puzzle: OlderPuzzle, answer: Assembly) -> bool:
    """Whether coinciding edges agree; all are as long as a square's side or diagonal."""
    seen: dict[frozenset[complex], int | None] = {}
    sides = [side for place in answer.places for side in piece_sides(puzzle, place)]
    return all(
        seen.setdefault(frozenset((start, end)), colour) == colour for start, end, colour in sides
    )
