"""Odd tangrams from a seed: sound puzzles with vertices, sides, sizes and options spoilt at random.

Most of them are still puzzles, and nearly all of those are still nearly right, so that the search
goes deep. `verbs` runs every verb on one of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from math import cos, hypot, pi, sin
from random import Random
from typing import Any

import msgspec

from quebra.contract.codec import Codec
from quebra.contract.family import Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import choose_engine
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.sets import SETS
from quebra.render import Drawing
from quebra.testing import read_case

family = get_family("tangram")

Point = tuple[float, float]
Side = tuple[str, tuple[float, ...]]
"""A command of path data in absolute coordinates, and its numbers; the last two are its end."""
Contour = list[Side]
"""A closed contour; the first side is the move to its start."""
Outline = list[Contour]


class Odd:
    """The parts of a puzzle while they are being spoilt."""

    def __init__(self, pieces: list[Outline], figure: Outline) -> None:
        self.pieces, self.figure = pieces, figure
        self.heads = [f"piece p{i}" for i in range(len(pieces))]
        self.tail: list[str] = []

    @property
    def outlines(self) -> list[Outline]:
        """All outlines, the figure's first."""
        return [self.figure, *self.pieces]

    @property
    def text(self) -> str:
        """The puzzle in the text format."""
        lines = [
            f"{head}: {written(piece)}" for head, piece in zip(self.heads, self.pieces, strict=True)
        ]
        return "\n".join(["tangram", *lines, f"figure: {written(self.figure)}", *self.tail])


def written(outline: Outline) -> str:
    """Path data."""
    return " ".join(
        " ".join(name + " ".join(map(repr, numbers)) for name, numbers in contour) + " Z"
        for contour in outline
    )


def polygon(*points: Point) -> Contour:
    """A contour of straight sides."""
    return [("L" if i else "M", point) for i, point in enumerate(points)]


def box(x: float, y: float, wide: float, high: float) -> Contour:
    """An upright rectangle."""
    return polygon((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def disc(x: float, y: float, r: float) -> Contour:
    """A full circle in two halves."""
    return [
        ("M", (x - r, y)),
        ("A", (r, r, 0, 0, 1, x + r, y)),
        ("A", (r, r, 0, 0, 1, x - r, y)),
    ]


def odd_puzzle(seed: int) -> str:
    """The text of an odd tangram: the same for the same seed."""
    source = Random(seed)
    odd = source.choice(BASES)(source)
    for _ in range(source.choice((1, 1, 1, 2, 2, 3, 5))):
        source.choice(SPOILERS)(odd, source)
    return odd.text


# Sound puzzles


def _cut(points: list[Point], source: Random) -> tuple[list[Point], list[Point]]:
    """A convex polygon in two, by a line from a side to another."""
    first, second = sorted(source.sample(range(len(points)), 2))
    ends = [_between(points[i], points[(i + 1) % len(points)], source) for i in (first, second)]
    one = [*points[: first + 1], ends[0], ends[1], *points[second + 1 :]]
    return one, [ends[0], *points[first + 1 : second + 1], ends[1]]


def _between(a: Point, b: Point, source: Random) -> Point:
    share = source.choice((0.5, 0.25, 1 / 3, source.random(), 1e-4, 1e-7))
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


WHOLES: list[list[Point]] = [
    [(0, 0), (1, 0), (1, 1), (0, 1)],
    [(0, 0), (3, 0), (3, 1), (0, 1)],
    [(0, 0), (4, 0), (0, 3)],
    [(cos(i * pi / 3), sin(i * pi / 3)) for i in range(6)],
]


def _dissection(source: Random) -> Odd:
    whole = source.choice(WHOLES)
    parts = [list(whole)]
    for _ in range(source.randint(1, 4)):
        parts.sort(key=len)
        parts += _cut(parts.pop(), source)
    return Odd([[polygon(*_turned(part, source))] for part in parts], [polygon(*whole)])


def _turned(points: list[Point], source: Random) -> list[Point]:
    if source.random() < 0.5:
        return points
    c, s = cos(angle := source.uniform(0, 7)), sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def _squares(source: Random) -> Odd:
    wide, high = source.randint(1, 4), source.randint(1, 3)
    odd = Odd([[box(0, 0, 1, 1)]], [box(0, 0, wide, high)])
    odd.heads[0] += f" x{wide * high}"
    return odd


def _halves(source: Random) -> Odd:
    odd = Odd([[polygon((0, 0), (1, 0), (1, 1))]], [box(0, 0, 1, 1)])
    odd.heads[0] += " x2"
    return odd


def _ring(source: Random) -> Odd:
    hole = source.choice((disc(2, 2, 1), box(1, 1, 1, 2), disc(2, 2, 2), disc(1.5, 2, 1.5)))
    return Odd([[box(0, 0, 4, 4), hole], [list(hole)]], [box(0, 0, 4, 4)])


def _two_parts(source: Random) -> Odd:
    gap = source.choice((0.0, 1e-9, 1e-4, 1e-3, 0.1, 3.0))
    up = source.choice((0.0, 0.5, 1.0))
    odd = Odd([[box(0, 0, 1, 1)]], [box(0, 0, 1, 1), box(1 + gap, up, 1, 1)])
    odd.heads[0] += " x2"
    return odd


def _round(source: Random) -> Odd:
    half: Contour = [("M", (-1, 0)), ("A", (1, 1, 0, 0, 1, 1, 0))]
    cusp: Contour = [("M", (0, 0)), ("L", (1, 0)), ("A", (1, 1, 0, 0, 0, 0, 1))]
    quarter: Contour = [("M", (0, 0)), ("L", (1, 0)), ("A", (1, 1, 0, 0, 1, 0, 1))]
    choices = (
        Odd([[half], [list(half)]], [disc(0, 0, 1)]),
        Odd([[cusp], [quarter]], [box(0, 0, 1, 1)]),
        Odd([[half], [cusp], [list(cusp)]], [box(0, 0, 2, 1)]),
        Odd([[disc(0, 0, 1)]], [disc(3, 3, 1)]),
    )
    return source.choice(choices)


def _curved(source: Random) -> Odd:
    bend = [source.uniform(-1, 3) for _ in range(4)]
    there: Side = ("C", (bend[0], bend[1], bend[2], bend[3], 1, 3))
    back: Side = ("C", (bend[2], bend[3], bend[0], bend[1], 1, 0))
    left: Contour = [("M", (0, 0)), ("L", (1, 0)), there, ("L", (0, 3))]
    right: Contour = [("M", (1, 0)), ("L", (2, 0)), ("L", (2, 3)), ("L", (1, 3)), back]
    return Odd([[left], [right]], [box(0, 0, 2, 3)])


def _needles(source: Random) -> Odd:
    reach = source.choice((9.0, 99.0, 999.0, 1e5))
    odd = Odd([[polygon((0, 0), (1, 0), (reach, 1))]], [box(0, 0, 1, 1)])
    odd.heads[0] += " x2"
    return odd


def _strips(source: Random) -> Odd:
    thin = 10.0 ** -source.randint(1, 7)
    return Odd([[box(0, 0, 1, 1 - thin)], [box(0, 0, 1, thin)]], [box(0, 0, 1, 1)])


def _star(source: Random) -> Odd:
    count = source.randint(3, 9)
    reaches = [source.choice((1.0, 1e-3, source.random())) for _ in range(count)]
    points = [
        (r * cos(2 * pi * i / count), r * sin(2 * pi * i / count)) for i, r in enumerate(reaches)
    ]
    return Odd([[polygon(*points)]], [polygon(*points)])


def _shipped(source: Random) -> Odd:
    """A puzzle of a set, or of the cases of the family."""
    chosen = SETS[source.choice(sorted(SETS))]
    puzzle: Any = chosen.puzzle(source.choice(sorted(chosen.figures)))
    if source.random() < 0.6:
        puzzle, _ = read_case(family, source.choice(family.cases))
    odd = Odd([_sides(piece.outline) for piece in puzzle.pieces], _sides(puzzle.figure))
    for i, piece in enumerate(puzzle.pieces):
        odd.heads[i] += f" x{piece.count}" if piece.count > 1 else ""
    return odd


def _sides(outline: str) -> Outline:
    """Path data in normal form."""
    contours: Outline = []
    for name, numbers in re.findall(r"([MLAC])([^MLACZ]*)", outline):
        if name == "M":
            contours.append([])
        values = [float(word) for word in numbers.split()]
        if name == "A":
            values[3:5] = [int(values[3]), int(values[4])]
        contours[-1].append((name, tuple(values)))
    return contours


def _comb(source: Random) -> Odd:
    """Two combs, one in the other, with teeth of any width."""
    teeth, thin = source.randint(1, 5), source.choice((0.2, 0.02, 2e-3, 2e-4, 1e-6))
    edge: list[Point] = [(0, 1)]
    for i in range(teeth):
        edge += [(i + 0.5, 1), (i + 0.5, 1.8), (i + 0.5 + thin, 1.8), (i + 0.5 + thin, 1)]
    edge.append((teeth, 1))
    lower = polygon(*reversed(edge), (0, 0), (teeth, 0))
    upper = polygon(*edge, (teeth, 2), (0, 2))
    return Odd([[lower], [upper]], [box(0, 0, teeth, 2)])


BASES: tuple[Callable[[Random], Odd], ...] = (
    *(_dissection, _dissection, _dissection, _squares, _halves, _ring, _shipped, _shipped),
    *(_two_parts, _round, _round, _curved, _needles, _strips, _star, _comb),
)


# What spoils them


def _tiny(source: Random) -> float:
    return float(source.choice((1, -1)) * 10.0 ** -source.uniform(1, 13))


def _some_side(odd: Odd, source: Random) -> tuple[Contour, int]:
    contour = source.choice(source.choice(odd.outlines))
    return contour, source.randrange(len(contour))


def _end(contour: Contour, i: int) -> Point:
    x, y = contour[i % len(contour)][1][-2:]
    return x, y


def _moved_vertex(odd: Odd, source: Random) -> None:
    contour, i = _some_side(odd, source)
    name, numbers = contour[i]
    x, y = numbers[-2:]
    contour[i] = name, (*numbers[:-2], x + _tiny(source), y + _tiny(source))


def _odd_number(odd: Odd, source: Random) -> None:
    contour, i = _some_side(odd, source)
    name, numbers = contour[i]
    k = source.randrange(len(numbers))
    value = source.choice((5e-324, -5e-324, 1e-300, 1e-160, -0.0, 1e6, -1e6, 1e-9, 0.5, 2.0))
    if name == "A" and k in (3, 4):
        value = float(1 - int(numbers[k]))
    contour[i] = (
        name,
        (*numbers[:k], int(value) if name == "A" and k in (3, 4) else value, *numbers[k + 1 :]),
    )


def _doubled_vertex(odd: Odd, source: Random) -> None:
    contour, i = _some_side(odd, source)
    x, y = _end(contour, i)
    off = source.choice((0.0, _tiny(source)))
    contour.insert(i + 1, ("L", (x + off, y + source.choice((0.0, _tiny(source))))))


def _vertex_in_side(odd: Odd, source: Random) -> None:
    contour, i = _some_side(odd, source)
    (x0, y0), (x1, y1) = _end(contour, i), _end(contour, i + 1)
    share = source.random()
    off = source.choice((0.0, _tiny(source)))
    there = x0 + share * (x1 - x0) + off * (y1 - y0), y0 + share * (y1 - y0) - off * (x1 - x0)
    if i + 1 == len(contour) or contour[i + 1][0] == "L":
        contour.insert(i + 1, ("L", there))


def _spike(odd: Odd, source: Random) -> None:
    contour, i = _some_side(odd, source)
    x, y = _end(contour, i)
    thin = source.choice((0.0, _tiny(source)))
    out = source.uniform(-2, 2), source.uniform(-2, 2)
    contour[i + 1 : i + 1] = [("L", (x + out[0], y + out[1])), ("L", (x + thin, y + thin))]


def _notch(odd: Odd, source: Random) -> None:
    """A thin slit into a side, or a thin bump out of it."""
    contour, i = _some_side(odd, source)
    (x0, y0), (x1, y1) = _end(contour, i), _end(contour, i + 1)
    if i + 1 < len(contour) and contour[i + 1][0] != "L":
        return
    thin, deep = abs(_tiny(source)), source.choice((0.3, -0.3, _tiny(source)))

    def at(along: float, across: float) -> Point:
        return (
            x0 + along * (x1 - x0) - across * (y1 - y0),
            y0 + along * (y1 - y0) + across * (x1 - x0),
        )

    corners = [at(0.4, 0), at(0.4, deep), at(0.4 + thin, deep), at(0.4 + thin, 0)]
    contour[i + 1 : i + 1] = [("L", corner) for corner in corners]


def _bent_side(odd: Odd, source: Random) -> None:
    """An arc, or a curve, in place of a straight side."""
    contour, i = _some_side(odd, source)
    if not i or contour[i][0] != "L":
        return
    (x0, y0), (x1, y1) = _end(contour, i - 1), _end(contour, i)
    half = hypot(x1 - x0, y1 - y0) / 2
    if source.random() < 0.5 and half:
        radius = half * source.choice((1.0, 1 + abs(_tiny(source)), 1.5, 1e3, 1e5, 1e9))
        flags = source.randint(0, 1), source.randint(0, 1)
        contour[i] = "A", (radius, radius, 0, *flags, x1, y1)
    else:
        offs = [source.choice((0.0, _tiny(source), source.uniform(-1, 1), 1e3)) for _ in range(4)]
        contour[i] = "C", (x0 + offs[0], y0 + offs[1], x1 + offs[2], y1 + offs[3], x1, y1)


def _looped(odd: Odd, source: Random) -> None:
    """A curve that comes back to where it began, or does not move at all."""
    contour, i = _some_side(odd, source)
    x, y = _end(contour, i)
    r = source.choice((0.0, _tiny(source), 0.2))
    contour.insert(i + 1, ("C", (x + r, y, x, y + r, x, y)))


def _hole(odd: Odd, source: Random) -> None:
    """A small hole, often one that touches the boundary, or nearly."""
    outline = source.choice(odd.outlines)
    x, y = _end(outline[0], source.randrange(len(outline[0])))
    size = source.choice((0.1, 0.3, abs(_tiny(source))))
    off = source.choice((0.0, _tiny(source), 0.2, -0.2))
    outline.append(
        source.choice((box, lambda x, y, w, h: disc(x, y, w)))(x + off, y + off, size, size)
    )


def _doubled_contour(odd: Odd, source: Random) -> None:
    outline = source.choice(odd.outlines)
    outline.append(list(source.choice(outline)))


def _scaled(odd: Odd, source: Random) -> None:
    factor = 10.0 ** source.randint(-7, 5)
    chosen = odd.outlines if source.random() < 0.6 else [source.choice(odd.outlines)]
    _change(chosen, lambda v: v * factor)


def _slightly_scaled(odd: Odd, source: Random) -> None:
    factor = 1 + _tiny(source)
    _change([source.choice(odd.outlines)], lambda v: v * factor)


def _far_away(odd: Odd, source: Random) -> None:
    off = source.choice((1e3, 1e5, 9e5))
    chosen = odd.outlines if source.random() < 0.5 else [source.choice(odd.outlines)]
    _change(chosen, lambda v: v, off)


def _change(outlines: list[Outline], size: Callable[[float], float], off: float = 0.0) -> None:
    for outline in outlines:
        for contour in outline:
            for i, (name, n) in enumerate(contour):
                if name == "A":
                    ends = (size(n[5]) + off, size(n[6]) + off)
                    contour[i] = name, (size(n[0]), size(n[1]), *n[2:5], *ends)
                else:
                    contour[i] = name, tuple(size(v) + off for v in n)


def _options(odd: Odd, source: Random) -> None:
    i = source.randrange(len(odd.heads))
    if " x" not in odd.heads[i] and " no" not in odd.heads[i] and " angles" not in odd.heads[i]:
        odd.heads[i] += source.choice(("", " x2", " x3", " x12"))
    if " no" not in odd.heads[i] and " angles" not in odd.heads[i]:
        odd.heads[i] += source.choice(("", " no flip"))
    if " angles" not in odd.heads[i]:
        angles = ("", " angles 0", " angles -1 90", " angles 0 90 180 270", " angles 1e-300 45.005")
        odd.heads[i] += source.choice((*angles, " angles 1e300 -1e17", " angles 0.009 359.99 30"))
    odd.tail += source.choice(([], ["mirror"]))


def _tolerance(odd: Odd, source: Random) -> None:
    if not any(line.startswith("tolerance") for line in odd.tail):
        value = source.choice((1e-9, 1e-7, 1e-5, 1e-3, 5e-3, 0.01, 0.02, 0.0299))
        odd.tail.append(f"tolerance {value!r}")


SPOILERS: tuple[Callable[[Odd, Random], None], ...] = (
    *(_moved_vertex, _moved_vertex, _odd_number, _doubled_vertex, _vertex_in_side, _spike),
    *(_notch, _notch, _bent_side, _bent_side, _looped, _hole, _doubled_contour, _scaled),
    *(_slightly_scaled, _far_away, _options, _options, _tolerance),
)


# What is done with them


Budgets = Callable[[], Budget]
Verb = Callable[[Budgets], object]


def verbs(puzzle: Tangram, seed: int) -> Iterator[tuple[str, Verb]]:
    """Every verb by name; each takes a factory of budgets."""
    found: list[Assembly] = []
    yield "draw", lambda _: _pictures(family.draw(puzzle, None, Look()))
    for codec in family.formats.puzzles:
        yield f"convert {codec.name}", partial(_converted, puzzle, codec)
    yield "canonical", lambda _: family.symmetry.canonical and family.symmetry.canonical(puzzle)
    for engine in ("auto", "own", "cover"):
        yield f"solve {engine}", partial(_solved, puzzle, engine, found)
    yield "explain", partial(_explained, puzzle, None)
    yield "grade", lambda budgets: family.explain.grade(puzzle, budgets())
    recipe = family.make_recipe({"set": "classic", "shape": puzzle.figure}, None)
    yield "generate", lambda budgets: family.generate.make(recipe, Source(seed), budgets())
    for name, answer in _answers(puzzle, found, Random(seed)):
        for verb, run in _answered(puzzle, answer).items():
            yield f"{verb} {name}", run


def _converted(puzzle: Tangram, codec: Codec[Tangram], _: Budgets) -> object:
    return codec.read(codec.write(puzzle))


def _solved(puzzle: Tangram, engine: str, found: list[Assembly], budgets: Budgets) -> None:
    _, solver = choose_engine(family, engine)
    for answer in islice(solver(puzzle, budgets(), goal="any", seed=None), 3):
        assert not family.rules.check(puzzle, answer)
        found.append(answer)


def _explained(puzzle: Tangram, answer: Assembly | None, budgets: Budgets) -> object:
    return list(islice(family.explain.steps(puzzle, answer, budgets()), 4))


def _answered(puzzle: Tangram, answer: Assembly) -> dict[str, Verb]:
    """The verbs that take an answer."""
    play: Any = family.play
    return {
        "check": lambda _: family.rules.check(puzzle, answer),
        "progress": lambda _: family.rules.progress(puzzle, answer),
        "draw": lambda _: _pictures(family.draw(puzzle, answer, Look())),
        "explain": partial(_explained, puzzle, answer),
        "picture": lambda _: _pictures(play.draw(puzzle, answer, Look())),
        "progress of play": lambda _: play.progress(puzzle, answer),
        "spots": lambda _: play.spots(puzzle, answer),
        "remaining": lambda _: play.remaining(puzzle, answer),
        "snap": lambda _: play.move(puzzle, answer, "1~0.1,0.05,3"),
    }


def _pictures(drawing: Drawing) -> None:
    assert len(drawing.text()) < 10_000_000 and len(drawing.svg()) < 10_000_000


def _answers(
    puzzle: Tangram, found: list[Assembly], source: Random
) -> Iterator[tuple[str, Assembly]]:
    yield "empty", Assembly(places=())
    size = 10 * puzzle.width
    kinds = [kind for kind, piece in enumerate(puzzle.pieces) for _ in range(min(piece.count, 4))]
    drawn = tuple(Placement(kind, 0.0, 0.0) for kind in kinds)
    yield "as drawn", Assembly(places=drawn)
    yield (
        "random",
        Assembly(
            places=tuple(
                Placement(
                    kind,
                    source.uniform(-size, size),
                    source.choice((0.0, source.uniform(-size, size), 1e6, 1e-300)),
                    source.choice((0.0, 90.0, source.uniform(0, 360), 1e-12, -1e6)),
                    source.random() < 0.5,
                )
                for kind in kinds
            )
        ),
    )
    for answer in found[:1]:
        yield "found", answer
        yield "begun", msgspec.structs.replace(answer, places=answer.places[:1])
        off = tuple(
            msgspec.structs.replace(
                place,
                x=place.x + _tiny(source) * puzzle.width,
                angle=place.angle + source.choice((0.0, _tiny(source))),
            )
            for place in answer.places
        )
        yield "perturbed", msgspec.structs.replace(answer, places=off)
        yield "perturbed, begun", msgspec.structs.replace(answer, places=off[:-1])
