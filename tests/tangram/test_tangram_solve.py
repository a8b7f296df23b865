"""What the corner search may claim: tolerances, flips, angles, parts and holes."""

from __future__ import annotations

import msgspec
import pytest
from solving import counts, first, solve, turned
from test_tangram_counts import expected_counts

from quebra.contract.errors import BadInput, Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.explain import explain
from quebra.families.tangram.formats.answers import read_answer, write_answer
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import own
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.interleaved import snapping_distances
from quebra.geometry.motion import Motion
from quebra.service import verbs

SQUARE = "M0 0 H1 V1 H0 Z"


def test_a_figure_of_the_wrong_area_has_none_at_once_and_a_reason() -> None:
    classic = SETS["classic"].pieces
    puzzle = Tangram(pieces=classic, figure="M0 0 H3 V3 H0 Z")
    why = "The figure has an area of 9, and all pieces together have 8."
    outcome = verbs.solve(puzzle)
    assert (outcome.status, outcome.why, outcome.stats.get("nodes", 0)) == ("none", why, 0)
    assert outcome.text == f"No solution: proved. {why}"
    assert next(explain(puzzle, None, Budget())).text == why


def test_time_that_is_over_is_told() -> None:
    with pytest.raises(Cut, match="time"):
        list(solve(SETS["classic"].puzzle("square"), seconds=0))


def test_the_snapping_distance_that_led_to_a_solution_is_told() -> None:
    budget = Budget()
    puzzle = SETS["classic"].puzzle("square")
    next(own(puzzle, budget, goal="any", seed=None))
    assert budget.stats["snapping"] in snapping_distances(puzzle)


@pytest.mark.slow
def test_a_seed_changes_the_order_and_not_the_classes() -> None:
    puzzle = SETS["classic"].puzzle("triangle")
    orders = [tuple(solve(puzzle, seed=seed)) for seed in range(4)]
    assert {len(order) for order in orders} == {6}
    assert len(set(orders)) > 1
    assert orders[3] == tuple(solve(puzzle, seed=3))
    classes = Classes(puzzle)
    added = [
        [classes.add([(place.piece, place.motion) for place in answer.places]) for answer in order]
        for order in orders
    ]
    assert added == [[True] * 6, *([[False] * 6] * 3)]


def test_the_puzzle_alone_says_how_exact_it_is() -> None:
    halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    usual = Tangram(pieces=(halves,), figure="M0 0 H1.008 V1 H0 Z")
    assert first(usual) is None
    stated = msgspec.structs.replace(usual, tolerance=0.01)
    answer = first(stated)
    assert answer is not None
    assert read_answer(write_answer(answer)) == answer
    assert check(stated, answer) == ()
    assert {violation.code for violation in check(usual, answer)} <= {"gap", "outside", "overlap"}
    assert check(usual, answer)
    assert first(msgspec.structs.replace(usual, tolerance=1e-4)) is None
    with pytest.raises(BadInput, match=r"The tolerance must be 1e-09 to 0\.0212132"):
        msgspec.structs.replace(usual, tolerance=0.1)


class TestFlipsAndAngles:
    chiral = Piece(name="ell", outline="M0 0 H3 V1 H1 V2 H0 Z", flip=False)
    mirrored = "M0 0 H3 V2 H2 V1 H0 Z"

    def test_a_piece_that_may_not_be_turned_over(self) -> None:
        assert counts(Tangram(pieces=(self.chiral,), figure=self.mirrored)) == (0, 0)
        free = Piece(name="ell", outline=self.chiral.outline)
        assert counts(Tangram(pieces=(free,), figure=self.mirrored)) == (1, 1)

    def test_a_figure_that_may_be_mirrored(self) -> None:
        mirrored = Tangram(pieces=(self.chiral,), figure=self.mirrored, mirror=True)
        assert counts(mirrored) == (1, 1)

    def test_angles_matter_beside_one_another(self) -> None:
        bar = Piece(name="bar", outline="M0 0 H2 V1 H0 Z", count=2, angles=(0,))
        post = Piece(name="post", outline="M0 0 H2 V1 H0 Z", angles=(90,))
        puzzle = Tangram(pieces=(bar, post), figure="M0 0 H3 V2 H0 Z")
        # The post is on the left or on the right: one becomes the other by half a turn.
        assert counts(puzzle) == (1, 2)
        # However the figure lies, it may be formed where the angles are right.
        lying = Tangram(pieces=puzzle.pieces, figure=turned(puzzle.figure, Motion(1j, 30)))
        assert counts(lying) == (1, 2)
        all_flat = Tangram(pieces=(Piece("bar", bar.outline, 3, True, (0,)),), figure=puzzle.figure)
        assert counts(all_flat) == (1, 1)


class TestRoundFigures:
    disc = "M1 0 A1 1 0 0 1 -1 0 A1 1 0 0 1 1 0 Z"

    def test_a_disc_in_a_frame(self) -> None:
        pieces = (
            Piece(name="disc", outline=self.disc),
            Piece(name="frame", outline=f"M-2 -2 H2 V2 H-2 Z {self.disc}"),
        )
        assert counts(Tangram(pieces=pieces, figure="M0 0 H4 V4 H0 Z")) == (1, 1)

    def test_halves_of_a_disc_form_it_in_one_way_however_they_are_turned(self) -> None:
        half = Piece(name="half", outline="M1 0 A1 1 0 0 1 -1 0 Z", count=2)
        puzzle = Tangram(pieces=(half,), figure=self.disc)
        outcome = verbs.solve(puzzle, count=5)
        assert outcome.status == "unique"
        assert check(puzzle, outcome.solutions[0]) == ()
        # In the frame of the figure there is no end of them, so no number is told.
        assert "tilings" not in outcome.stats

    def test_halves_in_a_round_part_of_a_figure_may_be_turned_without_end(self) -> None:
        half = Piece(name="half", outline="M1 0 A1 1 0 0 1 -1 0 Z", count=2)
        frame = Piece(name="frame", outline=f"M-2 -2 H2 V2 H-2 Z {self.disc}")
        puzzle = Tangram(pieces=(half, frame), figure="M-2 -2 H2 V2 H-2 Z")
        outcome = verbs.solve(puzzle, count=5)
        assert outcome.status == "many"
        assert len(outcome.solutions) == len(set(outcome.solutions)) == 5
        assert all(check(puzzle, answer) == () for answer in outcome.solutions)

    def test_thirds_of_a_disc_and_one_piece_too_few(self) -> None:
        outline = "M0 0 L1 0 A1 1 0 0 1 -0.5 0.866025403784439 Z"
        thirds, two = (Piece(name="third", outline=outline, count=n) for n in (3, 2))
        assert first(Tangram(pieces=(thirds,), figure=self.disc)) is not None
        tile = Piece(name="tile", outline="M0 0 H1 V1.0471975511966 H0 Z")
        assert first(Tangram(pieces=(two, tile), figure=self.disc)) is None

    def test_a_disc_with_a_hole_beside_its_middle(self) -> None:
        ring = f"{self.disc} M0.5 0 A0.2 0.2 0 0 0 0.1 0 A0.2 0.2 0 0 0 0.5 0 Z"
        puzzle = Tangram(
            pieces=(Piece(name="ring", outline=ring),), figure=turned(ring, Motion(2, 77))
        )
        assert counts(puzzle) == (1, 1)

    def test_what_cannot_be_settled_is_not_called_none(self) -> None:
        # Around the hole beside the middle, pieces might be turned by any angle.
        ring = f"{self.disc} M0.5 0 A0.2 0.2 0 0 0 0.1 0 A0.2 0.2 0 0 0 0.5 0 Z"
        half = Piece(name="half", outline="M1 0 A1 1 0 0 1 -1 0 Z")
        rest = Piece(name="rest", outline="M0 0 H1 V1.4451326206513 H0 Z")
        puzzle = Tangram(pieces=(half, rest), figure=ring)
        with pytest.raises(Cut, match="method"):
            list(solve(puzzle))


def test_pieces_in_several_parts() -> None:
    pair = Piece(name="pair", outline="M0 0 H1 V1 H0 Z M2 0 H3 V1 H2 Z", count=2)
    assert counts(Tangram(pieces=(pair,), figure="M0 0 H4 V1 H0 Z")) == (1, 1)
    assert counts(Tangram(pieces=(pair,), figure="M0 0 H2 V2 H0 Z")) == (0, 0)


def test_figures_that_touch_themselves_and_have_holes() -> None:
    square = Piece(name="square", outline=SQUARE, count=4)
    touching = "M0 0 H1 V1 H0 Z M1 1 H2 V2 H1 Z M2 0 H3 V1 H2 Z M3 1 H4 V2 H3 Z"
    assert counts(Tangram(pieces=(square,), figure=touching)) == (1, 1)
    ell = Piece(name="ell", outline="M0 0 H3 V1 H1 V2 H0 Z", count=2)
    ring = ((0, 0), (3, 0), (3, 3), (0, 3)), ((1, 1), (2, 1), (2, 2), (1, 2))
    expected = expected_counts([(((0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)), 2)], *ring)
    assert expected == (1, 4)
    assert counts(Tangram(pieces=(ell,), figure="M0 0 H3 V3 H0 Z M1 1 H2 V2 H1 Z")) == expected
