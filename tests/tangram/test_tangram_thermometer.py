"""The thermometer never falls when a piece is laid where a solution has it, in whatever order."""

from __future__ import annotations

import pytest

from dissections import uniform
from quebra.contract.random import Source
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.rules import check, progress
from quebra.families.tangram.sets import SETS
from quebra.geometry.motion import Motion
from random_cuts import dissection, with_noise

SEEDS = [seed if seed < 4 else pytest.param(seed, marks=pytest.mark.slow) for seed in range(16)]
LARGE = {"circle", "flag", "monad", "heart", "egg"}
"""Sets whose figures take long."""


def elsewhere(answer: Assembly, source: Source) -> Assembly:
    """The whole, now and then where the figure is drawn, and else anywhere."""
    if source.chance(0.3):
        return answer
    motion = Motion(
        complex(uniform(source, -9, 9), uniform(source, -9, 9)), uniform(source, 0, 360)
    )
    places = ((place.piece, place.motion.then(motion)) for place in answer.places)
    return Assembly(
        places=tuple(
            Placement(kind, to.shift.real, to.shift.imag, to.angle, to.flip) for kind, to in places
        )
    )


def shown(puzzle: Tangram, places: list[Placement]) -> list[float]:
    """The thermometer with no piece, with one, and so on."""
    attempts = (Assembly(places=tuple(places[:n])) for n in range(len(places) + 1))
    return [progress(puzzle, attempt).value for attempt in attempts]


def never_falls(puzzle: Tangram, answer: Assembly, source: Source) -> None:
    places = source.shuffled(list(elsewhere(answer, source).places))
    values = shown(puzzle, places)
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0, 1)
    assert all(value < 1 for value in values[:-1])


@pytest.mark.parametrize("seed", SEEDS)
def test_dissections(seed: int) -> None:
    known = dissection(Source(seed))
    for order in range(2):
        never_falls(known.puzzle, known.answer, Source(100 * seed + order))


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_with_noise(seed: int) -> None:
    known = with_noise(dissection(Source(seed), most=5), 0.02, 1.5, Source(seed))
    if known is None or check(known.puzzle, known.answer):
        # The outline crosses itself, or the largest tolerance is too small for so much.
        return
    never_falls(known.puzzle, known.answer, Source(seed))


SHIPPED = [
    pytest.param(name, figure, marks=[pytest.mark.slow] if name in LARGE or nth else [])
    for name in SETS
    for nth, figure in enumerate(list(SETS[name].figures)[:4])
]


@pytest.mark.parametrize(("name", "figure"), SHIPPED)
def test_figures_of_sets(name: str, figure: str) -> None:
    never_falls(SETS[name].puzzle(figure), SETS[name].answer(figure), Source(1))


def test_round_pieces_count_with_their_areas_when_others_lie_outside() -> None:
    """Polygons stand for quarters of discs, and their areas are less by a hair."""
    puzzle, answer = SETS["bell"].puzzle("square"), SETS["bell"].answer("square")
    quarter = next(place for place in answer.places if place.piece == 0)
    alone = progress(puzzle, Assembly(places=(quarter,))).value
    astray = Placement(0, 20, 20)
    assert progress(puzzle, Assembly(places=(quarter, astray))).value == alone


def test_a_piece_that_is_taken_away_or_laid_wrong_does_not_raise_it() -> None:
    puzzle, answer = SETS["classic"].puzzle("square"), SETS["classic"].answer("square")
    whole = progress(puzzle, answer).value
    without = progress(puzzle, Assembly(places=answer.places[1:])).value
    wrong = Placement(answer.places[0].piece, 50, 50)
    assert without < whole
    assert progress(puzzle, Assembly(places=(*answer.places[1:], wrong))).value <= without
