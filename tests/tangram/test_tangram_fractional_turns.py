"""Turns by fractions of a lattice: excluded only where the corner search finds no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import gcd

import pytest
from solving import counts

from parameters import slow_where
from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.search import answers_of
from quebra.families.tangram.model import Assembly, Piece, Tangram
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import ENGINES
from quebra.families.tangram.solve.choice import choose_engine
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.fractional_turns import proves
from quebra.families.tangram.solve.lattice import lattice_of

Corner = tuple[int, int]
SLANTED = (
    ("greek-cross", "cross", True),
    ("greek-cross", "square", False),
    ("perigal", "square", False),
    ("perigal", "two-squares", True),
    ("brides-chair", "square", False),
    ("brides-chair", "two-squares", True),
)


@pytest.mark.parametrize(("name", "figure", "proved"), SLANTED)
def test_figures_of_sets_with_slanted_sides(name: str, figure: str, proved: bool) -> None:
    puzzle = SETS[name].puzzle(figure)
    assert not lattice_of(puzzle).rigid
    assert proves(puzzle, Budget()) == proved
    if proved:
        assert counts(puzzle, "cover") == counts(puzzle)


def test_what_can_be_turned_by_a_fraction_is_not_settled() -> None:
    """The square of four triangles around a small one has a mirror image off the lattice."""
    triangle = Piece(name="triangle", outline="M0 0 H2 V1 Z", count=8)
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z")
    puzzle = Tangram(pieces=(triangle, tile), figure="M0 0 H3 V3 H0 Z")
    assert not proves(puzzle, Budget())
    assert choose_engine(puzzle, Budget()) == "own"
    on_lattice: list[Assembly] = []
    with pytest.raises(Cut, match="method"):
        on_lattice.extend(answers_of(ENGINES["cover"], puzzle, Budget()))
    classes = Classes(puzzle)
    assert all(classes.add(answer.pieces) for answer in on_lattice)
    assert any(classes.add(answer.pieces) for answer in first_found(puzzle, 3_000))


def first_found(puzzle: Tangram, nodes: int) -> Iterator[Assembly]:
    """The assemblies that the corner search finds within a number of nodes."""
    with suppress(Cut):
        yield from answers_of(ENGINES["own"], puzzle, Budget().share(nodes))


def cover(puzzle: Tangram) -> list[Assembly]:
    return list(answers_of(ENGINES["cover"], puzzle, Budget()))


def test_one_solution_needs_no_proof() -> None:
    assert choose_engine(SETS["ostomachion"].puzzle(), Budget(wanted=1)) == "own"


def cut_along_slants(source: Source, width: int, height: int, pieces: int) -> Tangram:
    """A rectangle cut from lattice point to lattice point; some pieces may not be flipped."""
    parts: list[list[Corner]] = [[(0, 0), (width, 0), (width, height), (0, height)]]
    while len(parts) < pieces:
        part = parts.pop(source.below(len(parts)))
        border = list(_border(part))
        i, j = sorted((source.below(len(border)), source.below(len(border))))
        halves = border[i : j + 1], border[j:] + border[: i + 1]
        corners = [_corners(half) for half in halves]
        parts += corners if all(len(each) > 2 for each in corners) else [part]
    flip = source.chance(0.7)
    return Tangram(
        pieces=tuple(
            Piece(name=str(k), outline=_path(part), flip=flip or source.chance(0.5))
            for k, part in enumerate(parts)
        ),
        figure=f"M0 0 H{width} V{height} H0 Z",
    )


def _border(part: Sequence[Corner]) -> list[Corner]:
    """The lattice points on the sides of a polygon."""
    found = []
    for (a, b), (c, d) in pairwise([*part, part[0]]):
        times = gcd(c - a, d - b)
        found += [(a + (c - a) * k // times, b + (d - b) * k // times) for k in range(times)]
    return found


def _corners(points: Sequence[Corner]) -> list[Corner]:
    """The points at which a polygon turns."""
    before, after = [points[-1], *points], [*points[1:], points[0]]
    return [
        (x, y)
        for (a, b), (x, y), (c, d) in zip(before, points, after, strict=False)
        if (x - a) * (d - y) != (y - b) * (c - x)
    ]


def _path(part: Sequence[Corner]) -> str:
    return "M" + " L".join(f"{x} {y}" for x, y in part) + " Z"


@pytest.mark.parametrize("seed", slow_where(lambda seed: seed >= 30, range(400)))
def test_the_corner_search_finds_no_tiling_that_was_excluded(seed: int) -> None:
    source = Source(seed)
    puzzle = cut_along_slants(source, 2 + source.below(3), 2 + source.below(3), 3 + source.below(4))
    if not proves(puzzle, Budget()):
        return
    known, every, budget = Classes(puzzle), cover(puzzle), Budget().share(3_000)
    assert all(known.add(answer.pieces) for answer in every)
    found = 0
    try:
        for answer in answers_of(ENGINES["own"], puzzle, budget):
            assert not known.add(answer.pieces)
            found += 1
    except Cut:
        return
    assert found == len(every)
