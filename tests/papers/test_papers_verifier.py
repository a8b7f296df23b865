"""The paper's verifier beside the robust one: where they agree, and where the letter fails."""

from __future__ import annotations

import msgspec
import pytest

from dissections import convex_polygon, cutters, dissect, uniform
from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.results import MAX_WHERE, MAX_WORDS, Line
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from quebra.papers.geometric_verifier.engine import verify
from quebra.papers.geometric_verifier.explain import TECHNIQUES, trace
from quebra.papers.geometric_verifier.figures import (
    TANGENT_ARCS,
    TANGENT_ARCS_WITH_VERTICES,
    TANGENT_SIDE,
    TANGENT_SIDE_WITH_VERTICES,
    Board,
    board,
)
from quebra.papers.geometric_verifier.relations import RELATIONS
from quebra.papers.geometric_verifier.storyboard import storyboard

PAPER_FIGURES = (TANGENT_ARCS, TANGENT_ARCS_WITH_VERTICES, TANGENT_SIDE, TANGENT_SIDE_WITH_VERTICES)
FIGURES = [(name, figure) for name, each in SETS.items() for figure in each.figures]


def moved(answer: Assembly, motion: Motion) -> Assembly:
    """The assembly as a whole after a motion."""
    places = ((place.piece, place.motion.then(motion)) for place in answer.places)
    return Assembly(
        places=tuple(
            Placement(piece=piece, x=to.shift.real, y=to.shift.imag, angle=to.angle, flip=to.flip)
            for piece, to in places
        )
    )


def random_motion(source: Source, flip: bool = False) -> Motion:
    there = complex(uniform(source, -20, 20), uniform(source, -20, 20))
    return Motion(there, uniform(source, 0, 360), flip)


def without(answer: Assembly, index: int) -> Assembly:
    return Assembly(places=answer.places[:index] + answer.places[index + 1 :])


def dissection(seed: int, discs: int) -> Board:
    """A random polygon cut by lines, and by so many circles at most."""
    source = Source(seed)
    figure = (convex_polygon(source),)
    tools = cutters(source, 1 + source.below(4), source.below(discs + 1))
    parts = {f"part{i}": write_outline(part) for i, part in enumerate(dissect(figure, tools))}
    return board("a dissection", write_outline(figure), **parts)


# Figures 10 to 15.


@pytest.mark.parametrize("shown", PAPER_FIGURES, ids=["11", "12", "14", "15"])
@pytest.mark.parametrize("angle", [0, 90, 37])
def test_the_robust_verifier_is_right_on_all_figures(shown: Board, angle: float) -> None:
    answer = moved(shown.answer, Motion(2 - 5j, angle))
    assert check(shown.puzzle, answer) == ()
    assert check(shown.puzzle, without(answer, 1)) != ()


@pytest.mark.parametrize("shown", [TANGENT_ARCS, TANGENT_SIDE], ids=["11", "14"])
def test_the_letter_refuses_right_answers_that_touch_within_an_arc(shown: Board) -> None:
    found = verify(shown.puzzle, shown.answer)
    assert not found.accepted
    assert found.completeness < 1
    assert found.findings == ()
    assert len(found.contours) == 2


@pytest.mark.parametrize(
    ("shown", "edges"),
    [(TANGENT_ARCS_WITH_VERTICES, 6), (TANGENT_SIDE_WITH_VERTICES, 8)],
    ids=["12", "15"],
)
@pytest.mark.parametrize("angle", [0, 90, 37])
def test_the_letter_accepts_them_with_vertices(shown: Board, edges: int, angle: float) -> None:
    found = verify(shown.puzzle, moved(shown.answer, Motion(2 - 5j, angle)))
    assert found.accepted
    assert found.completeness == 1
    assert [len(contour) for contour in found.contours] == [edges]


# Where the conditions of the paper hold, both verifiers agree.


@pytest.mark.parametrize("seed", range(60))
def test_straight_dissections_are_accepted_by_both(seed: int) -> None:
    cut = dissection(seed, discs=0)
    answer = moved(cut.answer, random_motion(Source(seed)))
    found = verify(cut.puzzle, answer)
    assert found.unmet == ()
    assert found.accepted
    assert check(cut.puzzle, answer) == ()


@pytest.mark.parametrize("seed", range(60))
def test_dissections_with_arcs_are_accepted_by_both(seed: int) -> None:
    cut = dissection(seed, discs=2)
    answer = moved(cut.answer, random_motion(Source(seed)))
    found = verify(cut.puzzle, answer)
    assert check(cut.puzzle, answer) == ()
    assert found.accepted == (not found.unmet)
    assert set(found.unmet) <= {"a piece has more than one contour"}


def test_the_dissections_have_arcs_that_cancel_and_meet_the_conditions() -> None:
    found = [verify(cut.puzzle, cut.answer) for cut in (dissection(seed, 2) for seed in range(60))]
    assert sum(not each.unmet for each in found) >= 30
    cancelled = [
        finding
        for each in found
        for finding in each.findings
        if hasattr(finding.a.edge, "sweep") and finding.relation.code == 15
    ]
    assert len(cancelled) >= 30


@pytest.mark.parametrize("seed", range(40))
def test_a_piece_taken_away_is_noticed_by_both(seed: int) -> None:
    cut = dissection(seed, discs=2)
    index = Source(seed).below(len(cut.answer.places))
    spoiled = without(cut.answer, index)
    found = verify(cut.puzzle, spoiled)
    assert check(cut.puzzle, spoiled) != ()
    assert not found.accepted
    assert found.unmet or found.completeness < 1


@pytest.mark.parametrize("seed", range(40))
def test_a_piece_far_off_is_noticed_by_both(seed: int) -> None:
    cut = dissection(seed, discs=0)
    index = Source(seed).below(len(cut.answer.places))
    if len(cut.answer.places) > 1:
        place = msgspec.structs.replace(cut.answer.places[index], x=100.0)
        rest = without(cut.answer, index).places
        spoiled = Assembly(places=(*rest, place))
        assert check(cut.puzzle, spoiled) != ()
        assert not verify(cut.puzzle, spoiled).accepted


@pytest.mark.parametrize("seed", range(20))
def test_a_mirrored_assembly_only_where_allowed(seed: int) -> None:
    cut = dissection(seed, discs=0)
    over = moved(cut.answer, random_motion(Source(seed), flip=True))
    allowed = msgspec.structs.replace(cut.puzzle, mirror=True)
    assert verify(allowed, over).accepted
    assert verify(cut.puzzle, over).accepted == (check(cut.puzzle, over) == ())


@pytest.mark.parametrize(("name", "figure"), FIGURES, ids=[f"{n}-{f}" for n, f in FIGURES])
def test_figures_of_the_sets(name: str, figure: str) -> None:
    puzzle, answer = SETS[name].puzzle(figure), SETS[name].answer(figure)
    answer = moved(answer, Motion(3 + 4j, 37))
    found = verify(puzzle, answer)
    assert check(puzzle, answer) == ()
    assert found.accepted == (not found.unmet)


# Concave arcs cancel.

NOTCHED = "M-3 0 H-2 A2 2 0 0 0 2 0 H3 V3 H-3 Z"
LOWER, UPPER = NOTCHED, "M-3 0 V-3 H3 V0 H2 A2 2 0 0 0 -2 0 Z"
DISC = "M-2 0 A2 2 0 0 0 2 0 A2 2 0 0 0 -2 0 Z"


def test_a_half_disc_in_a_notch() -> None:
    shown = board("", "M-3 0 H3 V3 H-3 Z", notched=NOTCHED, half="M-2 0 A2 2 0 0 0 2 0 Z")
    found = verify(shown.puzzle, moved(shown.answer, Motion(1j, 77)))
    assert found.accepted
    assert 15 in {finding.relation.code for finding in found.findings}
    assert check(shown.puzzle, shown.answer) == ()


def test_a_disc_that_two_pieces_hold() -> None:
    shown = board("", "M-3 -3 H3 V3 H-3 Z", lower=LOWER, upper=UPPER, disc=DISC)
    assert verify(shown.puzzle, shown.answer).accepted
    assert check(shown.puzzle, shown.answer) == ()


def test_a_turned_disc_is_eliminated_in_parts() -> None:
    shown = board("", "M-3 -3 H3 V3 H-3 Z", lower=LOWER, upper=UPPER, disc=DISC)
    turned = Placement(piece=2, x=0, y=0, angle=50)
    answer = Assembly(places=(*shown.answer.places[:2], turned))
    found = verify(shown.puzzle, answer)
    assert found.accepted
    assert {5, 10} & {finding.relation.code for finding in found.findings}
    assert check(shown.puzzle, answer) == ()


def test_without_the_disc_there_is_a_hole() -> None:
    shown = board("", "M-3 -3 H3 V3 H-3 Z", lower=LOWER, upper=UPPER)
    found = verify(shown.puzzle, shown.answer)
    assert found.nearest is not None and found.nearest.forms
    assert len(found.nearest.holes) == 1
    assert not found.accepted
    assert found.completeness == pytest.approx(1 - 3.14159265 * 4 / 36)


# The completeness level.

QUARTERS = Tangram(
    pieces=(Piece(name="quarter", outline="M0 0 H1 V1 H0 Z", count=4),), figure="M0 0 H2 V2 H0 Z"
)
CORNERS = [(0, 0), (1, 0), (0, 1), (1, 1)]


def quarters(*spots: tuple[float, float]) -> Assembly:
    return Assembly(places=tuple(Placement(piece=0, x=x, y=y) for x, y in spots))


@pytest.mark.parametrize(
    ("there", "level"),
    [(0, 0.25), (1, 0.25), (2, 0.5), (3, 0.75), (4, 1.0)],
)
def test_the_level_is_that_of_the_nearest_contour(there: int, level: float) -> None:
    scattered = [(10.0 * i, 5.0) for i in range(1, 5 - there)]
    found = verify(QUARTERS, quarters(*CORNERS[:there], *scattered))
    assert found.completeness == level
    assert len(found.filled) == len(scattered) + (there > 0)


def test_the_level_is_the_smaller_of_contour_and_area() -> None:
    strip = verify(QUARTERS, quarters((0, 0), (1, 0), (2, 0), (3, 0)))
    assert strip.nearest is not None
    assert (strip.nearest.contour, strip.nearest.filled) == (3 / 8, 1)
    assert strip.completeness == 3 / 8


def test_nothing_placed_is_nothing_done() -> None:
    found = verify(QUARTERS, Assembly(places=()))
    assert not found.accepted
    assert found.completeness == 0


# What the letter does not ask for, and the robust verifier does.


def test_the_letter_does_not_miss_pieces_that_are_left_over() -> None:
    pieces = (
        Piece(name="square", outline="M0 0 H1 V1 H0 Z"),
        Piece(name="other", outline="M0 0 H3 V1 Z"),
    )
    puzzle = Tangram(pieces=pieces, figure="M0 0 H1 V1 H0 Z")
    answer = Assembly(places=(Placement(piece=0, x=0, y=0), Placement(piece=1, x=5, y=5)))
    assert verify(puzzle, answer).accepted
    assert {violation.code for violation in check(puzzle, answer)} == {"outside"}


def test_the_letter_does_not_see_an_overlap() -> None:
    shown = board("", "M0 0 H4 V4 H0 Z", large="M0 0 H4 V4 H0 Z", small="M1 1 H2 V2 H1 Z")
    assert verify(shown.puzzle, shown.answer).accepted
    assert {violation.code for violation in check(shown.puzzle, shown.answer)} == {"overlap"}


@pytest.mark.parametrize(
    ("figure", "outline", "unmet"),
    [
        ("M0 0 H3 V3 H0 Z M1 1 H2 V2 H1 Z", "M0 0 H3 V3 H0 Z M1 1 H2 V2 H1 Z", 2),
        ("M0 0 H1 V1 H0 Z M2 0 H3 V1 H2 Z", "M0 0 H1 V1 H0 Z M2 0 H3 V1 H2 Z", 2),
        ("M0 0 H2 Q3 1 2 2 H0 Z", "M0 0 H2 Q3 1 2 2 H0 Z", 1),
    ],
    ids=["a hole", "two parts", "a curve"],
)
def test_beyond_the_conditions_the_letter_accepts_nothing(
    figure: str, outline: str, unmet: int
) -> None:
    shown = board("", figure, piece=outline)
    found = verify(shown.puzzle, shown.answer)
    assert check(shown.puzzle, shown.answer) == ()
    assert not found.accepted
    assert len(found.unmet) == unmet


# Seeing it work.


def test_every_step_has_a_technique_and_pieces_that_are_there() -> None:
    names = {technique.name for technique in TECHNIQUES}
    assert names >= {relation.name for relation in RELATIONS[1:]}
    cut = dissection(3, discs=2)
    steps = list(trace(cut.puzzle, cut.answer, Budget()))
    assert {step.technique for step in steps} <= names
    pieces = {(i, 0) for i in range(len(cut.puzzle.pieces))}
    assert all(step.where and set(step.where) <= pieces for step in steps)
    assert steps[-1].technique == "verdict"
    assert steps[-1].text == "Contour 1 is that of the figure and has no hole: right."


def test_a_relation_in_words() -> None:
    shown = board("", "M0 0 H4 V1 H3 V2 H1 V1 H0 Z", bar="M0 0 H4 V1 H0 Z", foot="M1 1 H3 V2 H1 Z")
    (step,) = (
        s for s in trace(shown.puzzle, shown.answer, Budget()) if s.technique == "b within a"
    )
    assert step.text == (
        "Relation 3, b within a: edge b is removed, and a is split into the parts before and after "
        "it."
    )
    assert step.reason == "Edge a is of piece bar, and edge b of piece foot: both are marked."
    a, b = step.figures
    assert isinstance(a, Line) and a.points == ((4, 1), (0, 1))
    assert isinstance(b, Line) and b.points == ((1, 1), (3, 1))


@pytest.mark.parametrize("seed", range(6))
def test_steps_are_one_short_sentence_about_few_pieces(seed: int) -> None:
    cut = dissection(seed, discs=seed % 3)
    for step in trace(cut.puzzle, cut.answer, Budget()):
        assert 0 < len(step.where) <= MAX_WHERE
        assert len(step.text.split()) <= MAX_WORDS and ". " not in step.text, step.text


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (
            quarters(*CORNERS[:3]),
            "No contour is that of the figure; the nearest is contour 1, at 75%.",
        ),
        (Assembly(places=()), "There is no filled contour."),
    ],
    ids=["unfinished", "nothing"],
)
def test_verdicts_that_are_no(answer: Assembly, verdict: str) -> None:
    assert list(trace(QUARTERS, answer, Budget()))[-1].text == verdict


def test_explaining_stops_when_the_time_is_over() -> None:
    with pytest.raises(Cut):
        list(trace(QUARTERS, quarters(*CORNERS), Budget(seconds=0)))


def test_the_storyboard_draws_every_step() -> None:
    cut = dissection(3, discs=2)
    pictures = list(storyboard(cut.puzzle, cut.answer))
    assert [step for step, _ in pictures] == list(trace(cut.puzzle, cut.answer, Budget()))
    strokes = [
        {getattr(shape, "colour", None) for shape in drawing.shapes} for _, drawing in pictures
    ]
    for (step, drawing), colours in zip(pictures, strokes, strict=True):
        relation = step.text.startswith("Relation")
        assert ({"entry", "hint"} <= colours) == relation
        assert drawing.svg().startswith("<svg")


def test_the_storyboard_of_nothing_is_an_empty_sheet() -> None:
    [(step, drawing)] = storyboard(QUARTERS, Assembly(places=()))
    assert step.technique == "verdict"
    assert drawing.shapes == ()
    assert drawing.width > 1
