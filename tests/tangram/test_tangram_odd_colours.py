"""Sides with colours that are tiny, huge or far away."""

from __future__ import annotations

from itertools import islice

import pytest

from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.tangram.formats.edges_polygons import Corners, OlderPuzzle
from quebra.families.tangram.model import Assembly, Placement, Tangram

family = get_family("tangram")

SQUARE: Corners = ((0, 0), (1, 0), (1, 1), (0, 1))


def scaled(corners: Corners, factor: float, off: float = 0.0) -> Corners:
    return tuple((x * factor + off, y * factor + off) for x, y in corners)


def puzzle(piece: Corners, figure: Corners) -> Tangram:
    colours = ((0,) * len(piece),)
    older = OlderPuzzle(colours, shape="polygon", outlines=(piece,), figure=figure, rotate=True)
    return older.tangram()


def test_a_piece_within_the_tolerance_of_the_figure_is_refused() -> None:
    with pytest.raises(BadInput, match="enlarge the puzzle"):
        puzzle(scaled(SQUARE, 1e-7), SQUARE)


@pytest.mark.parametrize("factor", [2e-5, 1.0, 1e5])
@pytest.mark.parametrize("off", [0.0, 9e5])
def test_every_verb_on_odd_sizes(factor: float, off: float) -> None:
    odd = puzzle(scaled(SQUARE, factor, off), scaled(SQUARE, factor, -off))
    (answer,) = islice(family.solve.engines["own"](odd, Budget(), goal="any", seed=None), 1)
    assert not family.rules.check(odd, answer)
    for attempt in (None, Assembly(()), answer, Assembly(places=(Placement(0, 1e6, 1e6),))):
        drawing = family.draw(odd, attempt, Look())
        assert drawing.text() and drawing.svg()
        assert list(islice(family.explain.steps(odd, attempt, Budget()), 3))


def test_an_outline_of_many_sides_is_read_without_comparing_all_pairs() -> None:
    count = 1_900
    teeth = [(float(i), float(i % 2)) for i in range(count)]
    comb = (*teeth, (count - 1.0, 5.0), (0.0, 5.0))
    assert len(puzzle(comb, comb).shapes[0][0]) == count + 2
