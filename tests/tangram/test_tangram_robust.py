"""Puzzles on which a verb once crashed, hung or filled the memory."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from solving import counts

import quebra
from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.solve.choice import choose_engine
from quebra.families.tangram.solve.lattice import lattice_of
from quebra.families.tangram.solve.ring import Ring
from quebra.families.tangram.solve.variants import variants_of
from quebra.families.tangram.symmetry import canonical

family = get_family("tangram")

SQUARE = "M0 0 H1 V1 H0 Z"


def load(*lines: str) -> Tangram:
    puzzle: Any = quebra.load("\n".join(["tangram", *lines]))
    assert isinstance(puzzle, Tangram)
    return puzzle


def refusal(*lines: str) -> str:
    with pytest.raises(BadInput) as caught:
        load(*lines)
    return str(caught.value)


def steps(puzzle: Tangram, attempt: Assembly | None = None) -> list[str]:
    return [step.technique for step in family.explain.steps(puzzle, attempt, Budget())]


SOLVED = {
    "a coordinate below all floats of full precision": (
        "piece a: M0 0 L3 5e-324 L3 1 L0 1 Z",
        "figure: M0 0 L3 0 L3 1 L0 1 Z",
    ),
    "a coordinate that is as good as 0": (
        "piece a: M0 0 L3 1e-300 L3 1 L-1e-160 1 Z",
        "figure: M0 0 L3 0 L3 1 L0 1 Z",
    ),
    "a vertex a hair from the next": (
        "piece half x2: M0 0 H1 V1 Z",
        "figure: M0 0 H1 L1 0.9999999 L1 1 H0 Z",
    ),
    "a side that runs back by a hair": (
        "piece half x2: M0 0 H1 V1 Z",
        "figure: M0 0 L1 0 L1 1 L1 0.9999999 L0 1 Z",
    ),
    "a piece whose side runs back by a hair": (
        "piece half x2: M0 0 L1 0 L1 1 L1 0.9999999 Z",
        f"figure: {SQUARE}",
    ),
    "a curve that does not move": (
        "piece half x2: M0 0 C0 0 0 0 0 0 H1 V1 Z",
        f"figure: {SQUARE}",
    ),
    "a curve that ends the outline by a hair": (
        "piece disc: M-1 0 A1 1 0 0 1 1 0 A1 1 0 0 1 -1 0 Z",
        "figure: M2.00000005 3 A1 1 0 0 1 4 3 A1 1 0 0 1 2 3 C2 3 2 3 2 3 Z",
    ),
    "vertices that are doubled": (
        "piece half x2: M0 0 L0 0 L1e-12 0 H1 V1 Z",
        f"figure: {SQUARE}",
    ),
    "a figure in two parts, of which one may be mirrored": (
        "piece flagpole no flip: M0 0 H2 L1 1 V3 H0 Z",
        f"piece tile: {SQUARE}",
        "figure: M0 0 H-2 L-1 1 V3 H0 Z M1 0 H2 V1 H1 Z",
        "mirror",
    ),
    "angles that agree only at a larger tolerance": (
        "piece half x2 angles -1 90: M0 0 H1 V1 Z",
        f"figure: {SQUARE}",
        "tolerance 0.0131",
    ),
    "pieces and figure drawn at opposite ends of the plane": (
        "piece half x2 angles 0 180: M900000 900000 h100 v100 z",
        "figure: M-900000 -900000 h100 v100 h-100 z",
    ),
}


@pytest.mark.parametrize("lines", SOLVED.values(), ids=SOLVED)
def test_odd_puzzles_are_solved_explained_and_graded(lines: tuple[str, ...]) -> None:
    puzzle = load(*lines)
    outcome = quebra.solve(puzzle)
    assert outcome.status == "found"
    assert not quebra.check(puzzle, outcome.solutions[0])
    assert len(steps(puzzle)) == puzzle.extent
    assert family.explain.grade(puzzle, Budget()).name != "unsolvable"
    assert quebra.load(family.formats.puzzles[0].write(puzzle)) == puzzle


def test_edges_too_short_to_count_are_left_out() -> None:
    outline = "M0 0 L0 0 L1e-12 0 L1 0 C1 0 1 0 1 0 L1 1 L1 1.0000000000001 Z"
    puzzle = load(f"piece a: {outline}", "figure: M0 0 H1 V1 Z")
    assert len(puzzle.shapes[0][0]) == 3


REFUSED = {
    "a sliver": (
        "M0 0 H1 V0.000000002 H0 Z",
        "The outline of piece a is narrower than the tolerance",
    ),
    "a point": ("M0 0 H1e-9 V1e-9 Z", "The smallest piece is "),
    "far beyond the largest number": (
        "M0 0 h1000000 h1000000 v1 z",
        "The outline of piece a: the point (2000000, 0) is beyond 1000000.",
    ),
}


@pytest.mark.parametrize(("outline", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_is_too_small_or_too_large_is_refused(outline: str, sentence: str) -> None:
    assert sentence in refusal(f"piece a: {outline}", f"figure: {SQUARE}")


def test_a_tolerance_must_not_be_lost_in_the_digits() -> None:
    puzzle = (f"piece a: {SQUARE}", "figure: M0 0 H1000 V1 H0 Z", "tolerance 1e-9")
    assert refusal(*puzzle) == "The tolerance must be 1e-07 to 0.03 for these pieces, not 1e-09."
    assert "too small beside an outline of 100000" in refusal(
        "piece a: M0 0 h0.01 v0.01 z", "figure: M0 0 H100000 V1 H0 Z"
    )


NEEDLES = ("piece half x2: M0 0 L1 0 L99 1 Z", f"figure: {SQUARE}")


def test_pieces_narrower_than_a_tolerance_that_is_tried_leave_the_question_open() -> None:
    outcome = quebra.solve(load(*NEEDLES))
    assert (outcome.status, outcome.reason) == ("unknown", "method")
    for verb in (
        lambda p: list(family.explain.steps(p, None, Budget())),
        lambda p: family.explain.grade(p, Budget()),
    ):
        with pytest.raises(Cut, match="method"):
            verb(load(*NEEDLES))


def test_a_piece_that_collapses_has_no_variants() -> None:
    puzzle = load(*NEEDLES)
    with pytest.raises(Cut, match="method"):
        variants_of(0, puzzle.pieces[0], puzzle.shapes[0], 0.02)


def test_norms_are_found_by_their_factors() -> None:
    for ring in (Ring(square=True), Ring(square=False)):
        for n in range(1, 300):
            found = ring.of_norm(n)
            assert bool(found) == ring.is_norm(n)
            assert all(ring.norm(element) == n for element in found)
    assert Ring(square=True).of_norm(999_983) == []


@pytest.mark.parametrize("areas", [(3, 7), (7, 11), (997, 991)])
def test_an_engine_is_chosen_without_trying_every_pair(areas: tuple[int, int]) -> None:
    figure, piece = (f"M0 0 h{area**0.5} v{area**0.5} h-{area**0.5} z" for area in areas)
    puzzle = load(f"piece a: {piece}", f"figure: {figure}")
    assert choose_engine(puzzle, Budget()) in ("own", "cover")


def test_long_thin_outlines_are_on_no_lattice() -> None:
    slim = "M100000 0 L-50 86.60254037844388 L-50 -86.60254037844383 Z"
    with pytest.raises(BadInput, match="Not on a lattice"):
        lattice_of(load(f"piece a: {slim}", f"figure: {slim}"))


def test_many_crossings_are_refused_at_once() -> None:
    rays = " ".join(f"L{1000 if i % 2 else -1000} {i % 97} L{i % 89} 1000" for i in range(300))
    refused = refusal(f"piece a: {SQUARE}", f"figure: M0 0 {rays} Z")
    assert refused == "The figure has too many edges that are close together or cross."


def test_a_loop_is_an_outline() -> None:
    puzzle = load("piece drop: M0 0 C2 0 0 2 0 0 Z", "figure: M5 5 C7 5 5 7 5 5 Z")
    assert quebra.solve(puzzle).status in ("found", "unknown")
    answer = Assembly(places=(Placement(0, 5, 5),))
    assert not quebra.check(puzzle, answer)
    assert list(islice(family.explain.steps(puzzle, answer, Budget()), 1))


def test_a_piece_far_away_is_judged_though_its_digits_are_lost() -> None:
    puzzle = load(
        "piece a: M0 0 L0.001 0 L0.001000000001 0.000000000001 L0 0.001 Z",
        "figure: M0 0 H0.001 L0 0.001 Z",
    )
    answer = Assembly(places=(Placement(0, 0, 1e6),))
    assert quebra.check(puzzle, answer) is not None
    assert quebra.progress(puzzle, answer).value <= 1
    assert list(family.explain.steps(puzzle, answer, Budget()))


def test_a_puzzle_that_rounding_destroys_is_its_own_form() -> None:
    puzzle = load("piece a: M0 0 H1 V0.00000004 H0 Z", f"figure: {SQUARE}", "tolerance 1e-9")
    assert canonical(puzzle) == puzzle


def test_a_game_that_has_not_begun_leaves_the_whole_puzzle() -> None:
    puzzle = load("piece a no flip: M0 0 H3 L0 1 Z", "figure: M0 0 H3 L0 1 Z", "mirror")
    assert family.play is not None and family.play.remaining is not None
    assert family.play.remaining(puzzle, Assembly(places=())) is puzzle


@pytest.mark.parametrize("size", [2e-5, 1e-3, 1.0, 1e3, 1e5])
def test_size_does_not_matter(size: float) -> None:
    """Areas far below 1 were once rounded to 0, so that a figure in parts could not be filled."""
    square = f"M0 0 h{size} v{size} h-{size} z"
    other = f"M{3 * size} 0 h{size} v{size} h-{size} z"
    puzzle = load(
        f"piece a x2: M0 0 h{size} v{size} z", f"piece b: {square}", f"figure: {square} {other}"
    )
    # Two squares, each with two diagonals: by symmetries of the figure all four are one.
    assert [counts(puzzle, engine) for engine in ("own", "cover")] == [(1, 4), (1, 4)]


def test_a_shape_drawn_far_away_is_scaled_where_it_is() -> None:
    recipe = family.make_recipe({"set": "classic", "shape": "M900000 900000 h1 v1 h-1 z"}, None)
    puzzle = family.generate.make(recipe, Source(1), Budget())
    assert puzzle.figure.startswith("M900000 900000 ")
