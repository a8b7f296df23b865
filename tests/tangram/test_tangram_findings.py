"""Wrong verdicts that were once given, each with its input; and crashes.

Others are tested where they belong: sides doubled by snapping in `geometry/test_degenerate.py`,
norms and engines that took seconds to choose in `test_tangram_robust.py`, answers with their own
tolerance in `test_tangram_answer_tolerance.py`, the thermometer in `test_tangram_thermometer.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from solving import counts

import quebra
from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import (
    LARGEST_TOLERANCE,
    Assembly,
    Piece,
    Placement,
    Tangram,
)
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import own
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from random_cuts import dissection

SQUARE = "M0 0 H1 V1 H0 Z"


def load(*lines: str) -> Tangram:
    puzzle: Any = quebra.load("\n".join(["tangram", *lines]))
    assert isinstance(puzzle, Tangram)
    return puzzle


def assembly(*places: tuple[float, ...]) -> Assembly:
    """Pieces where they lie: kind, x, y and perhaps an angle."""
    return Assembly(places=tuple(_placement(*place) for place in places))


def _placement(kind: float, x: float, y: float, angle: float = 0.0) -> Placement:
    return Placement(int(kind), x, y, angle)


class TestCusps:
    """A smooth joint was a corner whichever way the bend changes: 33 of 60 were "none: proved"."""

    cusp = "piece cusp x2: M0 0 H1 A1 1 0 0 0 0 1 Z"
    half = "piece half: M-1 0 A1 1 0 0 1 1 0 Z"

    def test_a_half_disc_runs_through_between_two_cusps(self) -> None:
        puzzle = load(self.cusp, self.half, "figure: M0 0 H2 V1 H0 Z")
        # With the round side up or down.
        assert counts(puzzle) == (1, 2)

    def test_a_disc_among_four_cusps(self) -> None:
        disc = "piece disc: M-1 0 A1 1 0 0 1 1 0 A1 1 0 0 1 -1 0 Z"
        puzzle = load(self.cusp.replace("x2", "x4"), disc, "figure: M0 0 H2 V2 H0 Z")
        assert counts(puzzle) == (1, 1)

    def test_a_cusp_and_a_quarter_of_a_disc(self) -> None:
        quarter = "piece quarter: M0 0 H1 A1 1 0 0 1 0 1 Z"
        puzzle = load(self.cusp.replace(" x2", ""), quarter, f"figure: {SQUARE}")
        assert counts(puzzle) == (1, 4)

    def test_rows_of_cusps_and_half_discs(self) -> None:
        for times in (2, 3):
            puzzle = load(
                self.cusp.replace("x2", f"x{2 * times}"),
                self.half.replace("half:", f"half x{times}:"),
                f"figure: M0 0 H{2 * times} V1 H0 Z",
            )
            assert quebra.solve(puzzle).status == "found"

    @pytest.mark.parametrize("seed", range(20))
    def test_figures_cut_into_cusps_are_never_denied(self, seed: int) -> None:
        known = dissection(Source(seed), kinds=("cusp", "arc"), most=5)
        try:
            answer = next(own(known.puzzle, Budget().share(300), goal="any", seed=None), None)
        except Cut:
            return
        assert answer is not None and check(known.puzzle, answer) == ()


class TestOneTolerance:
    """`check` measured areas, the search distances, and the bound of areas something else."""

    def test_a_square_pushed_off_is_right_up_to_the_tolerance(self) -> None:
        puzzle = load(f"piece s x2: {SQUARE}", "figure: M0 0 H2 V1 H0 Z", "tolerance 0.03")
        for off in (0.0, 0.02, 0.029):
            assert check(puzzle, assembly((0, 0, 0), (0, 1, off))) == ()
        # The figure may lie in between, so that the strips are half as wide.
        for off in (0.061, 0.07, 0.115):
            assert check(puzzle, assembly((0, 0, 0), (0, 1, off)))

    def test_faults_do_not_add_up(self) -> None:
        row = load(f"piece s x10: {SQUARE}", "figure: M0 0 H9.8 V1 H0 Z", "tolerance 0.03")
        steps = tuple((0.0, k * 8.8 / 9, 0.0) for k in range(10))
        assert check(row, assembly(*steps)) == ()
        assert mismatch(row) is None
        for engine in ("own", "cover"):
            assert quebra.solve(row, engine=engine).status != "none"

    def test_a_drawing_that_is_off_in_area_is_not_denied(self) -> None:
        classic = SETS["classic"].pieces
        figure = "M2.012 -0.009 L4.01 2.011 L1.991 4.008 L-0.013 1.992 Z"
        outcome = quebra.solve(Tangram(pieces=classic, figure=figure, tolerance=0.02))
        assert outcome.status == "found"

    @pytest.mark.parametrize(
        ("lines", "places"),
        [
            (
                ("piece t x2: M0 0 H8 L8 3 Z", "piece z x2: M0 0 H5 V5 L0 3 Z",
                 "figure: M0 0 H13 V5 H0 Z"),
                ((0, 0, 0), (0, 13, 5, 180), (1, 8, 0), (1, 5, 5, 180)),
            ),
            (
                ("piece a: M0 0 H8 V3 Z", "piece b: M0 0 H5 V2 Z", "piece r: M0 0 H5 V3 H0 Z",
                 "figure: M0 0 H13 V5 Z"),
                ((0, 0, 0), (1, 8, 3), (2, 8, 0)),
            ),
        ],
        ids=["Hooper", "Curry"],
    )  # fmt: skip
    def test_paradoxes_as_they_are_shown_are_refused_at_every_tolerance(
        self, lines: tuple[str, ...], places: tuple[tuple[float, ...], ...]
    ) -> None:
        usual = load(*lines)
        most = LARGEST_TOLERANCE * usual.width
        for tolerance in (None, most / 10, most / 2, most):
            puzzle = msgspec.structs.replace(usual, tolerance=tolerance)
            assert check(puzzle, assembly(*places))
        for engine in ("own", "cover"):
            assert quebra.solve(usual, engine=engine).status == "none"
        with pytest.raises(BadInput, match="The tolerance must be"):
            msgspec.structs.replace(usual, tolerance=1.01 * most)

    def test_engines_agree_on_a_slit(self) -> None:
        """It was on a lattice only because 0.025 divides all, and there none was "proved"."""
        figure = "figure: M0 0 H1 L1 0.5 L1.025 0 H2.025 V1 H0 Z"
        exact = load(f"piece s x2: {SQUARE}", figure)
        assert {quebra.solve(exact, engine=engine).status for engine in ("own", "cover")} == {
            "none"
        }
        coarse = msgspec.structs.replace(exact, tolerance=0.015)
        assert check(coarse, assembly((0, 0, 0), (0, 1.0125, 0))) == ()
        for engine in ("own", "cover"):
            assert quebra.solve(coarse, engine=engine).status != "none"


class TestCounting:
    """Turned, shifted and exchanged, one assembly was several; with angles without end."""

    def test_the_square_of_the_classic_set(self) -> None:
        for engine in ("own", "cover"):
            assert counts(SETS["classic"].puzzle("square"), engine) == (1, 8)

    @pytest.mark.parametrize("angles", ["0 90 180 270", "0", "45"])
    def test_angles_do_not_make_another(self, angles: str) -> None:
        puzzle = load(
            f"piece a no flip angles {angles}: M0 0 H2 V1 H1 V2 H0 Z",
            f"piece b no flip angles {angles}: {SQUARE}",
            "figure: M0 0 H2 V2 H0 Z",
        )
        outcome = quebra.solve(puzzle, count=10)
        assert (outcome.status, len(outcome.solutions)) == ("unique", 1)

    def test_a_bar_at_180_degrees_looks_as_at_0(self) -> None:
        bars = [
            f"piece {name} no flip angles {angle}: M0 0 H2 V1 H0 Z"
            for name, angle in (("a", 0), ("b", 180))
        ]
        outcome = quebra.solve(load(*bars, "figure: M0 0 H2 V2 H0 Z"), count=10)
        assert (outcome.status, len(outcome.solutions)) == ("unique", 1)

    def test_equal_pieces_with_other_names_are_equal(self) -> None:
        puzzle = load(f"piece a: {SQUARE}", f"piece b: {SQUARE}", "figure: M0 0 H2 V1 H0 Z")
        for engine in ("own", "cover"):
            assert counts(puzzle, engine) == (1, 1)

    def test_a_piece_that_may_not_be_turned_over_forbids_reflections(self) -> None:
        ess = "M0 0 H2 V1 H3 V2 H1 V1 H0 Z"
        free, strict = (
            load(f"piece s x2{rule}: {ess}", f"piece t x4: {SQUARE}", "figure: M0 0 H4 V3 H0 Z")
            for rule in ("", " no flip")
        )
        assert counts(strict).tilings < counts(free).tilings
        # Half a turn is left; reflections are not.
        assert counts(strict).classes > counts(strict).tilings / 4

    def test_sdp_gives_an_assembly_once(self) -> None:
        """It compared numbers, so that equal pieces exchanged made other solutions."""
        tile = Piece(name="tile", outline=SQUARE, count=3, flip=False, angles=(0.0,))
        puzzle = Tangram(pieces=(tile,), figure="M0 0 H3 V1 H0 Z")
        outcome = quebra.solve(puzzle, engine="sdp", count=20)
        assert (outcome.status, outcome.reason) == ("found", "method")
        assert len(outcome.solutions) == 1


class TestTolerancesInTurn:
    """Each tolerance was searched to its end before the next one, which may be much easier."""

    @pytest.mark.parametrize("noise", [0.005, 0.01, 0.014])
    def test_a_noisy_figure_takes_few_nodes(self, noise: float) -> None:
        source = Source(3)
        puzzle = SETS["classic"].puzzle("house")
        corners = [edge.start for contour in puzzle.target for edge in contour]
        moved = [
            corner + noise * Motion(0, source.below(360)).turn * source.below(100) / 100
            for corner in corners
        ]
        figure = "M" + " L".join(f"{spot.real} {spot.imag}" for spot in moved) + " Z"
        drawn = Tangram(pieces=puzzle.pieces, figure=figure, tolerance=1.5 * noise)
        budget = Budget()
        answer = next(own(drawn, budget, goal="any", seed=None))
        assert check(drawn, answer) == ()
        assert budget.stats["nodes"] < 2000


class TestCrashes:
    def test_a_denormal_coordinate_is_0(self) -> None:
        puzzle = load("piece a: M0 0 L3 5e-324 L3 1 L0 1 Z", "figure: M0 0 L3 0 L3 1 L0 1 Z")
        for engine in ("own", "cover"):
            assert quebra.solve(puzzle, engine=engine).status == "found"

    def test_an_edge_shorter_than_the_lattice_is_no_edge(self) -> None:
        puzzle = load(f"piece s x2: {SQUARE}", "figure: M0 0 H1 H1.00000001 H2 V1 H0 Z")
        for engine in ("own", "cover"):
            assert counts(puzzle, engine) == (1, 1)

    @pytest.mark.parametrize("height", ["0.0001", "0.000001", "0.00000001", "0.000000001"])
    def test_a_piece_that_collapses_is_refused_or_left_open(self, height: str) -> None:
        lines = f"piece a: M0 0 H1 V{height} H0 Z", f"piece b: {SQUARE}", f"figure: {SQUARE}"
        try:
            puzzle = load(*lines)
        except BadInput as error:
            assert str(error).endswith(".")
            return
        assert quebra.solve(puzzle).status in ("none", "unknown", "found")

    def test_pieces_that_lie_far_away_are_judged(self) -> None:
        """The check was scaled by the figure alone, and numbers beyond its range failed."""
        puzzle = load(f"piece s x2: {SQUARE}", "figure: M0 0 H2 V1 H0 Z", "tolerance 1e-8")
        far = assembly((0, 0, 0), (0, 2_000_000, -3_000_000))
        assert {violation.code for violation in check(puzzle, far)} >= {"gap", "outside"}
        both = assembly((0, 900_000, 1), (0, 900_001, 1))
        assert check(msgspec.structs.replace(puzzle, tolerance=None), both) == ()

    def test_a_figure_drawn_far_away_is_judged_and_solved(self) -> None:
        square = SETS["classic"].puzzle("square")
        contours = [[e.moved(Motion(800_000 + 5j)) for e in c] for c in square.target]
        puzzle = Tangram(pieces=square.pieces, figure=write_outline(contours))
        outcome = quebra.solve(puzzle)
        assert outcome.status == "found"
        assert not quebra.check(puzzle, outcome.solutions[0])
