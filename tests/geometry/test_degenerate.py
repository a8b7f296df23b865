"""Geometry on the edge: tiny, coincident and crowded edges."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quebra.contract.errors import BadInput
from quebra.geometry.biarcs import as_arcs
from quebra.geometry.chains import chained_edges
from quebra.geometry.edges import Arc, Box, Curve, Line, chained
from quebra.geometry.motion import Motion, angle_of, turn_between
from quebra.geometry.outline import read_outline
from quebra.geometry.region import moved, region
from quebra.geometry.remainder.carving import carved
from quebra.geometry.remainder.corners import find_joints
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke
from quebra.geometry.spatial_index import close_pairs

TINY = 5e-324


def test_angles_too_small_for_a_float_are_0() -> None:
    assert angle_of(complex(3, TINY)) == 0
    assert turn_between(complex(3, 0), complex(3, TINY)) == 0
    assert Arc(complex(3, TINY), 3j, 0, 1.5).first == 0


@pytest.mark.parametrize(
    ("outline", "edges"),
    [
        ("M0 0 L1 0 L1 1e-12 L1 1 Z", 3),
        ("M0 0 L1e-12 0 L1 0 L1 1 Z", 3),
        ("M0 0 L1 0 L1 1 L1e-12 1e-12 Z", 3),
        ("M0 0 C0 0 0 0 0 0 L1 0 L1 1 Z", 3),
        ("M0 0 L1 0 A1e-10 1e-10 0 0 1 1 1e-10 L1 1 Z", 3),
        ("M0 0 A1 1 0 1 1 1e-12 1e-12 Z", 1),
    ],
)
def test_short_edges_are_left_out_and_the_others_joined(outline: str, edges: int) -> None:
    (contour,) = region(read_outline(outline))
    assert len(contour) == edges
    assert all(a.end == b.start for a, b in zip(contour, contour[1:] + contour[:1], strict=True))


def test_an_outline_of_short_edges_has_no_area() -> None:
    with pytest.raises(BadInput, match="has no area"):
        region(read_outline("M0 0 H1 V1 Z M5 5 h1e-10 v1e-10 z"))


def test_edges_that_become_points_are_left_out() -> None:
    corner = chained([0, 1, 1 + 1e-12j, 1j])
    dust = chained([5, 5 + 1e-12, 5 + 1e-12j])
    assert [len(contour) for contour in moved([corner, dust], Motion(1e6 + 1e6j))] == [3]


@pytest.mark.parametrize("end", [1, 5e-8, 1e-300])
@pytest.mark.parametrize("place", [0, 3 + 2j, 1e6])
def test_a_curve_has_a_direction_though_its_control_points_are_its_ends(
    end: float, place: complex
) -> None:
    for curve in (
        Curve(place, place, place, place + end),
        Curve(place, place + end, place + end, place + end),
        Curve(place, place, place + end, place + end),
    ):
        assert all(curve.heading(t) for t in (0, 0.25, 0.5, 1))


def test_a_loop_is_not_lost() -> None:
    loop = Curve(0, 2, 2j, 0)
    arcs = as_arcs(loop, 1e-3)
    assert max(abs(arc.at(0.5)) for arc in arcs) > 0.5
    sharp = as_arcs(Curve(0, 1 + 100j, 1 + 100j, 2), 1e-3)
    assert len(sharp) < 200, "only the tip needs many arcs"


def test_a_curve_that_turns_back_at_once_is_read() -> None:
    curved = "M0 0 L3 0 L3 1 C3.00000001 1 0.7 1 0 1 Z"
    within = "M2 .5 A.3 .3 0 0 1 2.6 .5 A.3 .3 0 0 1 2 .5 Z"
    assert len(region(read_outline(f"{curved} {within}"))) == 2
    across = "M2.7 1 A.3 .3 0 0 1 3.3 1 A.3 .3 0 0 1 2.7 1 Z"
    with pytest.raises(BadInput, match="cross"):
        region(read_outline(f"{curved} {across}"))


def test_edges_are_chained_around_a_loop() -> None:
    loop = Curve(1, 1.2, 1 + 0.2j, 1)
    closed, loose = chained_edges([Line(0, 1), loop, Line(1, 1j), Line(1j, 0)], 1e-6)
    assert sum(map(len, closed)) == 4 and not loose


def test_a_side_doubled_by_snapping_is_cancelled_once() -> None:
    square = [Stroke(a, b) for a, b in ((0, 1), (1, 1 + 1j), (1 + 1j, 1j), (1j, 0))]
    corners = [0.004j, 1 + 0.008j, 1 + 1j, 1j, 0j, 1 + 0j]
    for first in range(len(corners)):
        turned = corners[first:] + corners[:first]
        piece = [Stroke(a, b) for a, b in zip(turned, turned[1:] + turned[:1], strict=True)]
        left = carved(square, piece, Snap(0.01))
        assert left is not None, "the piece fills the square but for a sliver"
        assert find_joints(left, Snap(0.01)) is not None


number = st.floats(0, 100) | st.just(50.0)
size = st.sampled_from((0.0, 1e-6, 0.1, 5.0, 1e3, 1e6))


@settings(deadline=None)
@given(st.lists(st.tuples(number, number, size, size), max_size=40))
def test_close_pairs_are_those_of_boxes_that_meet(drawn: list[tuple[float, ...]]) -> None:
    boxes: list[Box] = [(x, y, x + wide, y + high) for x, y, wide, high in drawn]
    margin = 0.25

    def meet(a: Box, b: Box) -> bool:
        return (
            max(a[0], b[0]) - margin <= min(a[2], b[2]) + margin
            and max(a[1], b[1]) - margin <= min(a[3], b[3]) + margin
        )

    wanted = [(i, j) for (i, a), (j, b) in combinations(enumerate(boxes), 2) if meet(a, b)]
    assert sorted(close_pairs(boxes, margin)) == wanted
