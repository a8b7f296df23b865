"""The next piece and why: hints that are true, keep what is right, and name what is wrong."""

from __future__ import annotations

from itertools import combinations

import pytest

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import Change, Step
from quebra.engine.budget import Budget
from quebra.families.tangram.explain import change_agrees, walk
from quebra.families.tangram.generate import TangramRecipe, generate
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve.normal_form import normalised_assembly
from quebra.families.tangram.solve.search import Search
from quebra.geometry.motion import Motion
from quebra.service.verbs import storyboard

TANGRAM = get_family("tangram")
LONG = ("flag", "hexiamonds")
FIGURES = [
    pytest.param(name, figure, marks=[pytest.mark.slow] if name in LONG else [])
    for name, each in SETS.items()
    for figure in each.figures
    if name not in ("pentominoes", "ostomachion")
]
PROVED = ("last piece", "side", "angle", "only fit", "look ahead", "short trial", "trial")


def steps_of(puzzle: Tangram, attempt: Assembly | None = None) -> list[Step]:
    return list(TANGRAM.explain.steps(puzzle, attempt, Budget()))


def completed(attempt: Assembly | None, steps: list[Step]) -> Assembly:
    laid = tuple(change.value for step in steps for change in step.changes)
    return Assembly(places=(*(attempt.places if attempt else ()), *laid))


def moved(answer: Assembly, motion: Motion) -> Assembly:
    places = ((place.piece, place.motion.then(motion)) for place in answer.places)
    return Assembly(
        places=tuple(
            Placement(kind, to.shift.real, to.shift.imag, to.angle, to.flip) for kind, to in places
        )
    )


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_the_steps_form_the_figure(name: str, figure: str) -> None:
    puzzle = SETS[name].puzzle(figure)
    steps = steps_of(puzzle)
    assert len(steps) == sum(piece.count for piece in puzzle.pieces)
    assert {step.technique for step in steps} <= {
        technique.name for technique in TANGRAM.explain.techniques
    }
    assert check(puzzle, completed(None, steps)) == ()
    assert steps[-1].technique == "last piece"


def tilings_in_frame(puzzle: Tangram) -> list[Assembly]:
    """All tilings of the figure where it is drawn, as steps are."""
    search = Search(puzzle, puzzle.tolerance_used, Budget())
    start = search.start()
    assert start is not None
    return [
        normalised_assembly(puzzle, each.pieces) for each in search.completions(start, Budget())
    ]


@pytest.mark.parametrize("seed", range(4))
def test_steps_that_are_proved_hold_in_every_tiling_that_agrees_so_far(seed: int) -> None:
    puzzle = generate(TangramRecipe(), Source(seed), Budget())
    tilings = tilings_in_frame(puzzle)
    for step in steps_of(puzzle):
        agreeing = [each for each in tilings if all(change_agrees(each, c) for c in step.changes)]
        assert agreeing
        if step.technique in PROVED:
            assert agreeing == tilings, step
        tilings = agreeing


@pytest.mark.parametrize("motion", [Motion(), Motion(7 - 2j, 33)], ids=["there", "elsewhere"])
def test_what_is_right_stays(motion: Motion) -> None:
    puzzle, answer = SETS["classic"].puzzle("house"), SETS["classic"].answer("house")
    # The medium triangle first, and the large ones last: one of those alone, laid elsewhere, leaves
    # too many ways open in which the figure may lie around it.
    large = 2
    whole = moved(answer, motion).places
    places = whole[large:] + whole[:large]
    for count in (1, 3, 6):
        attempt = Assembly(places=places[:count])
        steps = steps_of(puzzle, attempt)
        assert len(steps) == 7 - count
        assert check(puzzle, completed(attempt, steps)) == ()
        assert not {step.where[0] for step in steps} & _copies(attempt)


@pytest.mark.parametrize("figure", ["square", "house"])
def test_any_part_of_a_solution_stays_wherever_it_lies(figure: str) -> None:
    puzzle = SETS["classic"].puzzle(figure)
    answer = moved(SETS["classic"].answer(figure), Motion(7 - 2j, 33))
    for places in (*combinations(answer.places, 1), *list(combinations(answer.places, 2))[::7]):
        step = steps_of(puzzle, Assembly(places=places))[0]
        assert step.technique != "mistake", step.text


def _copies(attempt: Assembly) -> set[tuple[int, ...]]:
    kinds = [place.piece for place in attempt.places]
    return {(kind, kinds[:i].count(kind)) for i, kind in enumerate(kinds)}


def test_a_piece_that_cannot_stay_is_a_mistake() -> None:
    puzzle, answer = SETS["classic"].puzzle("square"), SETS["classic"].answer("square")
    first, others = answer.places[0], answer.places[1:4]
    off = Placement(first.piece, first.x + 0.4, first.y, first.angle, first.flip)
    (step,) = steps_of(puzzle, Assembly(places=(*others, off)))
    assert step.technique == "mistake"
    assert [change.action for change in step.changes] == ["remove"]
    assert step.changes[0].value == off
    assert step.text == (
        "The large triangle 2 cannot stay where it lies: the figure could not be completed."
    )
    assert "overlap" in step.reason or "outside" in step.reason


@pytest.mark.parametrize("right", [2, 3, 4])
def test_the_piece_moved_last_is_the_mistake_if_the_others_lead_to_a_solution(right: int) -> None:
    puzzle, answer = SETS["classic"].puzzle("square"), SETS["classic"].answer("square")
    other = answer.places[right]
    turned = Placement(0, 0.6, -1.4, 60)  # nearer to another figure that lies askew
    attempt = Assembly(places=(turned, other))
    (step,) = walk.steps(puzzle, attempt, Budget(), (0, 0))
    assert step.technique == "mistake" and step.changes[0].value == turned


@pytest.mark.parametrize("last", [0, 2])
def test_of_two_pieces_that_do_not_go_together_the_last_one_is_the_mistake(last: int) -> None:
    bar = Piece(name="bar", outline="M0 0 H3 V1 H0 Z")
    domino = Piece(name="domino", outline="M0 0 H2 V1 H0 Z")
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z")
    puzzle = Tangram(pieces=(bar, domino, tile), figure="M0 0 H3 V2 H0 Z")
    attempt = Assembly(places=(Placement(0, 0, 0), Placement(2, 1, 1)))
    (step,) = walk.steps(puzzle, attempt, Budget(), (last, 0))
    assert step.technique == "mistake" and step.where == ((last, 0),)


def test_a_piece_that_fits_but_leads_nowhere_is_a_mistake() -> None:
    bar = Piece(name="bar", outline="M0 0 H3 V1 H0 Z")
    domino = Piece(name="domino", outline="M0 0 H2 V1 H0 Z")
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z")
    puzzle = Tangram(pieces=(bar, domino, tile), figure="M0 0 H3 V2 H0 Z")
    (step,) = steps_of(puzzle, Assembly(places=(Placement(0, 0, 0), Placement(2, 1, 1))))
    assert step.technique == "mistake"
    assert step.text == ("The tile cannot stay where it lies: the figure could not be completed.")
    assert step.reason.startswith("Together with the pieces that were placed before it")


def test_a_figure_without_a_tiling_is_a_dead_end() -> None:
    bar = Piece(name="bar", outline="M0 0 H3 V1 H0 Z")
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z")
    (step,) = steps_of(Tangram(pieces=(bar, tile), figure="M0 0 H2 V2 H0 Z"))
    assert step.technique == "dead end" and not step.changes


def test_all_pieces_are_put_to_the_verifier_of_the_paper() -> None:
    puzzle, answer = SETS["classic"].puzzle("kite"), SETS["classic"].answer("kite")
    assert steps_of(puzzle, answer)[-1].technique == "verdict"


def test_changes_hold_for_equal_copies_and_not_elsewhere() -> None:
    answer = Assembly(places=(Placement(0, 1, 2, 90), Placement(0, 3, 4, 0)))
    there = Change("place", (0, 1), Placement(0, 1.0, 2.0, 90.0))
    assert change_agrees(answer, there)
    assert not change_agrees(answer, Change("remove", (0, 1), Placement(0, 1.0, 2.0, 90.0)))
    assert not change_agrees(answer, Change("place", (0, 0), Placement(0, 1.0, 2.0, 90.0, True)))
    assert not change_agrees(answer, Change("place", (1, 0), Placement(1, 1.0, 2.0, 90.0)))


def test_it_stops_when_the_time_is_over() -> None:
    with pytest.raises(Cut):
        list(TANGRAM.explain.steps(SETS["heart"].puzzle(), None, Budget(seconds=0)))


def test_each_step_has_a_picture() -> None:
    puzzle = SETS["heart"].puzzle()
    pictures = list(storyboard(puzzle))
    assert [step for step, _ in pictures] == steps_of(puzzle)
    assert all("?" in drawing.svg() for _, drawing in pictures)


def test_a_figure_that_can_only_be_formed_mirrored_is_explained() -> None:
    pole = Piece("flagpole", "M0 0 H2 L1 1 V3 H0 Z", flip=False)
    tile = Piece("tile", "M0 0 H1 V1 H0 Z")
    figure = "M0 0 H-2 L-1 1 V3 H0 Z M1 0 H2 V1 H1 Z"
    puzzle = Tangram(pieces=(pole, tile), figure=figure, mirror=True)
    places = tuple(change.value for step in steps_of(puzzle) for change in step.changes)
    assert check(puzzle, Assembly(places=places)) == ()
