"""The sixteen relations by minimal examples, and that they leave what they should."""

from __future__ import annotations

from cmath import rect
from math import pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quebra.contract.random import Source
from quebra.geometry.chains import chained_edges, contours_of, is_filled, is_within
from quebra.geometry.edges import Arc, Edge, Line, chained
from quebra.geometry.intersections import LineOrArc
from quebra.geometry.motion import Motion
from quebra.geometry.signature import common_length, mirrored, same, signature
from quebra.papers.geometric_verifier.elimination import Elimination, Side
from quebra.papers.geometric_verifier.relation_examples import (
    ARC_EXAMPLES,
    SEGMENT_EXAMPLES,
    Example,
)
from quebra.papers.geometric_verifier.relations import (
    ARC_RELATIONS,
    NULL,
    RELATIONS,
    code_of,
    effect_of,
    remaining_parts,
)

SHARP = 1e-9
ALL = [*SEGMENT_EXAMPLES, *ARC_EXAMPLES]
GROUPS = {
    "split": {1, 2, 3, 4, 8, 12},
    "null": {0, 5, 6, 9, 10, 15},
    "eliminate": {3, 5, 7, 10, 11, 12, 13, 14, 15},
}
"""The lists of sections 4.1.1 to 4.1.3."""


def effect(a: LineOrArc, b: LineOrArc) -> tuple[tuple[LineOrArc, ...], tuple[LineOrArc, ...]]:
    code = code_of(a, b, SHARP)
    assert code is not None
    return remaining_parts(effect_of(code, a, b, SHARP), a, b)


def spans(edges: tuple[LineOrArc, ...]) -> list[tuple[float, float]]:
    """Where lines on the x axis begin and end."""
    return [(edge.start.real, edge.end.real) for edge in edges]


def angles(edges: tuple[LineOrArc, ...]) -> list[tuple[int, int]]:
    """Where arcs begin, in degrees from 0, and how far they turn."""
    found = []
    for edge in edges:
        assert isinstance(edge, Arc)
        found.append((round(edge.first * 180 / pi) % 360, round(edge.sweep * 180 / pi)))
    return found


def test_the_examples_are_all_there() -> None:
    assert [relation.code for relation in RELATIONS] == list(range(16))
    assert {example.code for example in SEGMENT_EXAMPLES} == set(range(16))
    assert {example.code for example in ARC_EXAMPLES} == set(ARC_RELATIONS)
    assert len({relation.name for relation in RELATIONS}) == 16


@pytest.mark.parametrize("example", ALL, ids=lambda e: f"{type(e.a).__name__}-{e.code}-{e.about}")
def test_an_example_has_its_number_wherever_it_lies(example: Example) -> None:
    for motion in (Motion(), Motion(7 - 3j, 33)):
        a, b = example.a.moved(motion), example.b.moved(motion)
        assert code_of(a, b, SHARP) == example.code
        swapped = (example.code & 3) << 2 | example.code >> 2
        assert code_of(b, a, SHARP) == swapped


@pytest.mark.parametrize(("group", "codes"), GROUPS.items())
def test_the_groups_are_those_of_the_paper(group: str, codes: set[int]) -> None:
    found = {e.code for e in ALL if group in effect_of(e.code, e.a, e.b, SHARP).groups}
    assert found == codes


SEGMENT_EFFECTS = {
    3: ([(0, 1), (3, 4)], []),
    5: ([(0, 1)], [(4, 3)]),
    7: ([(0, 2)], []),
    10: ([(3, 4)], [(1, 0)]),
    11: ([(2, 4)], []),
    12: ([], [(4, 3), (1, 0)]),
    13: ([], [(4, 2)]),
    14: ([], [(2, 0)]),
    15: ([], []),
}


@pytest.mark.parametrize("code", SEGMENT_EFFECTS)
def test_what_is_left_of_segments(code: int) -> None:
    example = next(e for e in SEGMENT_EXAMPLES if e.code == code)
    a_left, b_left = effect(example.a, example.b)
    assert (spans(a_left), spans(b_left)) == SEGMENT_EFFECTS[code]


@pytest.mark.parametrize(
    ("code", "which", "point"), [(1, 0, "b2"), (2, 0, "b1"), (4, 1, "a2"), (8, 1, "a1")]
)
def test_a_split_is_where_the_other_edge_touches(code: int, which: int, point: str) -> None:
    example = next(e for e in SEGMENT_EXAMPLES if e.code == code)
    a, b = example.a, example.b
    at = {"a1": a.start, "a2": a.end, "b1": b.start, "b2": b.end}[point]
    whole = (a, b)[which]
    left = effect(a, b)
    assert left[which] == (Line(whole.start, at), Line(at, whole.end))
    assert left[1 - which] == ((a, b)[1 - which],)


ARC_EFFECTS = {
    (3, ""): ([(180, 45), (315, 45)], []),
    (5, ""): ([(180, 60)], [(0, -60)]),
    (7, ""): ([(180, 90)], []),
    (10, ""): ([(300, 60)], [(240, -60)]),
    (11, ""): ([(270, 90)], []),
    (12, ""): ([], [(0, -45), (225, -45)]),
    (13, ""): ([], [(0, -90)]),
    (14, ""): ([], [(270, -90)]),
    (15, ""): ([], []),
    (15, "figure 5"): ([(180, 180)], [(180, -180)]),
    (15, "figure 6"): ([(180, 150)], [(180, -150)]),
    (15, "figure 7"): ([(210, 150)], [(150, -150)]),
    (15, "figure 8"): ([(210, 120)], [(150, -120)]),
}


@pytest.mark.parametrize(("code", "figure"), ARC_EFFECTS)
def test_what_is_left_of_arcs(code: int, figure: str) -> None:
    example = next(
        e for e in ARC_EXAMPLES if e.code == code and (figure in e.about if figure else not e.about)
    )
    a_left, b_left = effect(example.a, example.b)
    assert (angles(a_left), angles(b_left)) == ARC_EFFECTS[code, figure]


@pytest.mark.parametrize("examples", [SEGMENT_EXAMPLES, ARC_EXAMPLES], ids=["segments", "arcs"])
@pytest.mark.parametrize("code", [5, 10])
def test_ends_that_are_one_point_only_touch(examples: tuple[Example, ...], code: int) -> None:
    apart, touching = (e for e in examples if e.code == code)
    assert effect_of(code, apart.a, apart.b, SHARP) != NULL
    assert effect_of(code, touching.a, touching.b, SHARP) == NULL


def test_a_split_leaves_no_part_that_could_be_taken_for_a_point() -> None:
    a, near, far = Line(0, 1), Line(0.015 - 1j, 0.015), Line(0.03 - 1j, 0.03)
    assert code_of(a, near, 0.01) == code_of(a, far, 0.01) == 1
    assert effect_of(1, a, near, 0.01) == NULL
    assert effect_of(1, a, far, 0.01).groups == ("split",)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Line(-1, 1), Arc(1, -1, 0, -pi)),
        (Arc(-1, 1, 0, pi), Arc(1, -1, 0, pi)),
        (Arc(-1, 1, 0, pi), Arc(2, -2, 0, -pi)),
        (Arc(-1, 1, 0, pi), Arc(1, 3, 2, -pi)),
    ],
    ids=["a line and an arc", "both convex", "another radius", "another centre"],
)
def test_other_pairs_are_void(a: LineOrArc, b: LineOrArc) -> None:
    assert code_of(a, b, SHARP) is None


def arc(first: int, turn: int) -> Arc:
    """An arc of radius 2 around 1 that begins at so many twelfths of a turn."""
    start, end = (1 + rect(2, radians(30 * at)) for at in (first, first + turn))
    return Arc(start, end, 1, radians(30 * turn))


def over(edges: tuple[LineOrArc, ...], point: complex) -> int:
    """How many edges lie over a point."""
    return sum(abs(edge.at(edge.nearest(point)) - point) < 1e-6 for edge in edges)


@given(st.integers(0, 11), st.integers(1, 11), st.integers(0, 11), st.integers(1, 11))
def test_arcs_lose_exactly_what_they_share(p: int, sweep: int, q: int, back: int) -> None:
    a, b = arc(p, sweep), arc(q, -back)
    assert code_of(a, b, SHARP) in ARC_RELATIONS
    a_left, b_left = effect(a, b)
    for at in range(12):
        point = 1 + rect(2, radians(30 * at + 15))
        shared = over((a,), point) and over((b,), point)
        assert over(a_left, point) == over((a,), point) - shared
        assert over(b_left, point) == over((b,), point) - shared


@given(st.integers(0, 8), st.integers(1, 8), st.integers(0, 8), st.integers(1, 8))
def test_segments_lose_exactly_what_they_share(p: int, length: int, q: int, back: int) -> None:
    a, b = Line(p, p + length), Line(q + back, q)
    a_left, b_left = effect(a, b)
    for at in range(17):
        point = at + 0.5
        shared = over((a,), point) and over((b,), point)
        assert over(a_left, point) == over((a,), point) - shared
        assert over(b_left, point) == over((b,), point) - shared


def sides(*pieces: tuple[Edge, ...]) -> list[Side]:
    return [Side(number, edge) for number, piece in enumerate(pieces) for edge in piece]


def box(x: float, y: float, width: float = 1, height: float = 1) -> tuple[Edge, ...]:
    corner = complex(x, y)
    return chained([corner, corner + width, corner + complex(width, height), corner + 1j * height])


def test_a_split_makes_new_pairs() -> None:
    # A long side with three short ones along it: each relation leaves parts for the next.
    whole = sides(box(0, 0, 3), box(0, 1), box(1, 1), box(2, 1))
    work = Elimination(whole, SHARP)
    findings = list(work.findings())
    assert any(found.a not in whole and found.effect != NULL for found in findings)
    contours, loose = contours_of([side.edge for side in work.left], SHARP)
    assert loose == []
    assert [len(contour) for contour in contours] == [4]
    assert same(signature(contours[0]), signature(box(0, 0, 3, 2)), SHARP)


@pytest.mark.parametrize("seed", range(5))
def test_contours_do_not_depend_on_the_order_of_edges(seed: int) -> None:
    ring = (*box(0, 0, 3, 3), *(edge.reversed() for edge in box(1, 1)))
    edges = Source(seed).shuffled([*ring, *box(3, 3), *box(9, 9)])
    closed, loose = chained_edges(edges, SHARP)
    assert loose == []
    assert sorted(map(len, closed)) == [4, 4, 8]
    assert sorted(is_filled(contour) for contour in closed) == [False, True, True]


@pytest.mark.parametrize("first", range(8))
def test_parts_that_touch_in_a_point_have_one_contour(first: int) -> None:
    edges = [*box(0, 0), *box(1, 1)]
    closed, _ = chained_edges([*edges[first:], *edges[:first]], SHARP)
    assert [len(contour) for contour in closed] == [8]


def test_a_hole_that_touches_the_outside_has_its_own_contour() -> None:
    hole = tuple(edge.reversed() for edge in reversed(chained([0, 2 + 1j, 1 + 2j])))
    closed, _ = chained_edges([*hole, *box(0, 0, 4, 4)], SHARP)
    assert sorted((len(contour), is_filled(contour)) for contour in closed) == [
        (3, False),
        (4, True),
    ]
    assert is_within(closed[0], closed[1], SHARP)


def test_edges_that_do_not_close_are_told_apart() -> None:
    closed, loose = chained_edges([*box(0, 0)[:3], *box(5, 5)], SHARP)
    assert [len(chain) for chain in closed] == [4]
    assert sum(len(chain) for chain in loose) == 3


SPOTS = {
    0.1: True,
    1.9 + 0.3j: True,
    1.9 + 0.5j: False,
    2.1: False,
    -0.05 + 0.2j: False,
    -0.05 + 0.4j: True,
    -0.5: False,
}


@pytest.mark.parametrize(("point", "inside"), SPOTS.items())
def test_inside_a_contour_with_arcs(point: complex, inside: bool) -> None:
    # A square with a half disc added at the right, and one taken out at the left.
    contour = (
        Line(-1 - 1j, 1 - 1j),
        Arc(1 - 1j, 1 + 1j, 1, pi),
        Line(1 + 1j, -1 + 1j),
        Arc(-1 + 1j, -1 - 1j, -1, -pi),
    )
    tiny = chained([point, point + 1e-6, point + 1e-6j])
    assert is_within(tiny, contour, SHARP) is inside


def test_a_mirrored_list_is_another_one() -> None:
    contour = chained([0, 3, 3 + 4j])
    assert not same(signature(contour), signature(mirrored(contour)), SHARP)
    assert same(signature(contour), signature(mirrored(mirrored(contour))), SHARP)


def test_angles_and_lengths_count() -> None:
    square, rhombus = chained([0, 5, 5 + 5j, 5j]), chained([0, 5, 8 + 4j, 3 + 4j])
    assert not same(signature(square), signature(rhombus), SHARP)
    assert not same(signature(square), signature(chained([0, 5, 5 + 4j, 4j])), SHARP)


def test_the_concavity_counts_by_itself() -> None:
    convex = signature((Arc(1, -1, 0, pi), Line(-1, 1)))
    flipped = tuple(entry._replace(concavity=-entry.concavity) for entry in convex)
    assert same(convex, convex, SHARP)
    assert not same(convex, flipped, SHARP)


def test_convex_and_concave_arcs_are_told_apart() -> None:
    out = (Line(0, 2), Line(2, 2 + 2j), Arc(2 + 2j, 2j, 1 + 2j, pi), Line(2j, 0))
    hollow = (Line(0, 2), Line(2, 2 + 2j), Arc(2 + 2j, 2j, 1 + 2j, -pi), Line(2j, 0))
    assert not same(signature(out), signature(hollow), SHARP)
    assert common_length(signature(out), signature(hollow), SHARP) == 6
