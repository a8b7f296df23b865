"""Arrangements against two other libraries, and against what is true by construction."""

from __future__ import annotations

from math import pi

import manifold3d
import numpy as np
import pytest
import shapely

from dissections import convex_polygon, cutters, disc, dissect, uniform
from quebra.contract.random import Source
from quebra.geometry.arrangement import Arrangement, Cover
from quebra.geometry.edges import Arc, Curve, Line, chained, polyline, signed_area
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, read_outline, write_outline
from quebra.geometry.region import area_of, moved, region


def square(x: float, y: float, side: float = 1) -> tuple[Line, ...]:
    corner = complex(x, y)
    return chained([corner, corner + side, corner + side + side * 1j, corner + side * 1j])


def anything(cover: Cover) -> bool:
    return bool(cover)


def twice(cover: Cover) -> bool:
    return len(cover) > 1


def random_polygons(seed: int) -> list[Contour]:
    source = Source(seed)
    found = []
    for _ in range(2 + source.below(6)):
        place = complex(uniform(source, -3, 3), uniform(source, -3, 3))
        motion = Motion(place, uniform(source, 0, 360))
        found.append(tuple(line.moved(motion) for line in convex_polygon(source)))
    return found


@pytest.mark.parametrize("seed", range(150))
def test_areas_agree_with_shapely_and_manifold(seed: int) -> None:
    polygons = random_polygons(seed)
    plan = Arrangement([[polygon] for polygon in polygons], 1e-9)
    corners = [[(line.start.real, line.start.imag) for line in polygon] for polygon in polygons]
    union = shapely.union_all([shapely.Polygon(each) for each in corners], grid_size=1e-9)
    assert plan.area(anything) == pytest.approx(union.area, abs=1e-6)
    solid = manifold3d.CrossSection()
    for each in corners:
        solid += manifold3d.CrossSection([np.array(each)])
    assert plan.area(anything) == pytest.approx(solid.area(), abs=1e-6)
    total = sum(count * face.area for face in plan.faces[1:] for count in face.cover.values())
    assert total == pytest.approx(sum(signed_area(polygon) for polygon in polygons))


@pytest.mark.parametrize("seed", range(60))
def test_a_dissection_is_whole_again(seed: int) -> None:
    source = Source(seed)
    figure = (convex_polygon(source),)
    parts = dissect(figure, cutters(source, 1 + source.below(3), source.below(3)))
    motion = Motion(complex(3, -2), uniform(source, 0, 360), source.chance(0.5))
    plan = Arrangement([moved(part, motion) for part in parts], 1e-7)
    assert plan.area(twice) == pytest.approx(0, abs=1e-6)
    assert plan.area(anything) == pytest.approx(area_of(figure), abs=1e-6)
    assert len(plan.contours(anything)) == 1


@pytest.mark.parametrize("seed", range(60))
def test_discs_have_the_area_that_their_polygons_have(seed: int) -> None:
    source = Source(seed)
    layers = [[tool] for tool in cutters(source, 0, 2 + source.below(4))]
    plan = Arrangement(layers, 1e-9)
    flat = [polyline(layer[0], 1e-7) for layer in layers]
    solid = manifold3d.CrossSection()
    for points in flat:
        solid += manifold3d.CrossSection([np.array([(p.real, p.imag) for p in points])])
    assert plan.area(anything) == pytest.approx(solid.area(), abs=1e-5)


class TestTouching:
    def test_discs_that_touch_share_one_point_and_no_area(self) -> None:
        plan = Arrangement([[disc(0, 1)], [disc(3, 2)]], 1e-6)
        assert plan.area(twice) == 0
        assert len(plan.contours(anything)) == 2
        assert len(plan._components()) == 1

    def test_a_disc_touches_the_inside_of_a_larger_one(self) -> None:
        plan = Arrangement([[disc(0, 2)], [disc(1, 1)]], 1e-6)
        assert sorted(round(face.area / pi, 9) for face in plan.faces[1:]) == [1, 3]

    def test_a_disc_rests_on_a_line(self) -> None:
        plan = Arrangement([[square(-2, -2, 4)], [disc(3j, 1)]], 1e-6)
        assert plan.area(twice) == 0
        assert len(plan._components()) == 1

    def test_coincident_arcs_cancel(self) -> None:
        notch = (Arc(-1, 1, 0, -pi), Line(1, 1 + 2j), Line(1 + 2j, -1 + 2j), Line(-1 + 2j, -1))
        cap = (Line(-1, 1), Arc(1, -1, 0, pi))
        plan = Arrangement([[notch], [cap]], 1e-9)
        assert plan.area(twice) == pytest.approx(0)
        assert plan.area(anything) == pytest.approx(4)
        assert [len(contour) for contour in plan.contours(anything)] == [4]

    def test_equal_curves_cancel_also_when_one_is_cut(self) -> None:
        bend = Curve(0, 1 + 1j, 2 - 1j, 3)
        above = (
            bend.part(0, 0.37),
            bend.part(0.37, 1),
            Line(3, 3 + 2j),
            Line(3 + 2j, 2j),
            Line(2j, 0),
        )
        below = (bend.reversed(), Line(0, -2j), Line(-2j, 3 - 2j), Line(3 - 2j, 3))
        plan = Arrangement([[above], [below]], 1e-4)
        assert plan.area(twice) == pytest.approx(0, abs=1e-4)
        assert plan.area(anything) == pytest.approx(12, abs=1e-4)
        assert len(plan.contours(anything)) == 1


class TestNesting:
    def test_a_hole_has_its_own_contour(self) -> None:
        ring = region(read_outline("M0 0 H4 V4 H0 Z M1 1 H3 V3 H1 Z"))
        plan = Arrangement([ring], 1e-9)
        assert plan.area(anything) == 12
        assert sorted(signed_area(contour) for contour in plan.contours(anything)) == [-4, 16]

    def test_an_island_in_a_hole_is_found_in_it(self) -> None:
        ring = region(read_outline("M0 0 H4 V4 H0 Z M1 1 H3 V3 H1 Z"))
        plan = Arrangement([ring, [square(1.5, 1.5)]], 1e-9)
        assert sorted(round(face.area, 9) for face in plan.faces[1:]) == [1, 3, 12]
        assert plan.area(twice) == 0

    def test_a_piece_upon_a_piece_without_touching_overlaps(self) -> None:
        plan = Arrangement([[square(0, 0, 4)], [square(1, 1)]], 1e-9)
        assert plan.area(twice) == 1

    def test_many_nested_discs(self) -> None:
        plan = Arrangement([[disc(0.01j * i, 10 - i)] for i in range(9)], 1e-9)
        assert max(len(face.cover) for face in plan.faces) == 9


def test_points_closer_than_the_tolerance_are_one() -> None:
    plan = Arrangement([[square(0, 0)], [square(1.0004, 0.0003)]], 1e-3)
    assert plan.area(twice) == 0
    assert len(plan.contours(anything)) == 1
    apart = Arrangement([[square(0, 0)], [square(1.0004, 0.0003)]], 1e-5)
    assert len(apart.contours(anything)) == 2


@pytest.mark.parametrize(
    "data",
    [
        "M0 0 L4 0 A2 2 0 0 1 2 2 Z",
        "M0 0 C1 2 3 2 4 0 L4 -3 Z M1 -0.2 L2 -0.2 L2 -0.6 Z",
        "M-1 0 A1 1 0 1 0 1 0 A1 1 0 1 0 -1 0 Z",
    ],
)
def test_outlines_go_round(data: str) -> None:
    contours = region(read_outline(data))
    again = region(read_outline(write_outline(contours)))
    assert write_outline(again) == write_outline(contours)
    assert area_of(again) == pytest.approx(area_of(contours))
