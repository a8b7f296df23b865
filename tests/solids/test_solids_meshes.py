"""Meshes: exported pieces are closed bodies in millimetres, and any polyhedra are verified."""

from __future__ import annotations

import json
import zipfile
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import manifold3d
import numpy as np
import pytest

from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.families.solids.export import GAP, UNIT, export, manifold_of
from quebra.families.solids.meshes import moved, read_mesh, verify, verify_file
from quebra.families.solids.sets import SETS
from quebra.families.solids.solve.own import own
from quebra.families.solids.space import FRAMES, size_of

SOMA = SETS["soma"].puzzle()


def test_stl_of_the_soma_set_is_watertight_and_in_millimetres(tmp_path: Path) -> None:
    files = export(SOMA, tmp_path / "soma")
    assert len(files) == 7
    for piece, file in zip(SOMA.pieces, files, strict=True):
        body = read_mesh(file)
        least, most = np.reshape(body.bounding_box(), (2, 3))
        assert body.status() == manifold3d.Error.NoError and body.genus() == 0
        assert np.allclose(least, GAP, atol=1e-5)
        assert np.allclose(most, np.array(size_of(piece.body)) * UNIT - GAP, atol=1e-4)
        solid = len(piece.body) * UNIT**3
        assert 0.95 * solid < body.volume() < solid


def test_3mf_has_every_piece_with_its_name(tmp_path: Path) -> None:
    (file,) = export(SOMA, tmp_path / "soma.3mf", unit=25)
    with zipfile.ZipFile(file) as archive:
        root = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    space = {"m": "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"}
    assert root.get("unit") == "millimeter"
    names = [each.get("name") for each in root.findall("m:resources/m:object", space)]
    assert names == [piece.name for piece in SOMA.pieces]
    assert len(root.findall("m:build/m:item", space)) == 7
    tall = max(float(v.get("x", 0)) for v in root.iter(f"{{{space['m']}}}vertex"))
    assert tall == pytest.approx(3 * 25 - GAP, abs=1e-3)


def _pyramids() -> tuple[Any, list[Any]]:
    """A cube, and three pyramids with a common apex that make it up."""
    apex = (0.0, 0.0, 0.0)
    bases = (
        ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
        ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
        ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    )
    bodies = [manifold3d.Manifold.hull_points([apex, *base]) for base in bases]
    return manifold3d.Manifold.cube((1, 1, 1)), bodies


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.1])
def test_pyramids_make_a_cube_at_any_turn(angle: float) -> None:
    target, pieces = _pyramids()
    turn = (cos(angle / 2), *(sin(angle / 2) / sqrt(3),) * 3)
    target, *pieces = (moved(body, (3, -1, 2), turn) for body in (target, *pieces))
    verdict = verify(target, pieces)
    assert not verdict.violations
    assert verdict.progress.value == 1
    assert min(share for _, share in verdict.progress.parts) > 1 - 1e-6


def test_faults_above_the_tolerance_are_seen() -> None:
    target, pieces = _pyramids()
    first, *others = pieces

    def codes(body: Any, tolerance: float = 1e-4) -> set[str]:
        return {each.code for each in verify(target, [body, *others], tolerance).violations}

    assert codes(first.translate((1e-5, 0, 0))) == set()
    assert codes(first.translate((0.1, 0, 0))) == {"outside", "gap"}
    assert codes(first.translate((-0.1, 0, 0))) == {"overlap", "gap"}
    missing = verify(target, others, 1e-4)
    assert {each.code for each in missing.violations} == {"gap"}
    assert missing.progress.value == pytest.approx(2 / 3, abs=1e-6)


def test_meshes_agree_with_the_lattice() -> None:
    answer = next(own(SOMA, Budget(), goal="any", seed=None))
    target = manifold3d.Manifold.cube((3, 3, 3))
    bodies = []
    for place in answer.places:
        frame = FRAMES[place.turn]
        rows = [[sign * (axis == column) for column in range(3)] + [0.0] for axis, sign in frame]
        body = manifold_of(SOMA.body_of(place.piece), 1.0, 0.0).transform(rows)
        least = np.reshape(body.bounding_box(), (2, 3))[0]
        bodies.append(body.translate(np.array(place.at, dtype=float) - least))
    assert verify(target, bodies).progress.value == 1
    bodies[2] = bodies[2].translate((0, 0, 1))
    assert {each.code for each in verify(target, bodies).violations} >= {"gap"}


def test_an_arrangement_in_files_is_verified(tmp_path: Path) -> None:
    cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    faces = "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
    (tmp_path / "cube.obj").write_text(cube + faces)
    long = cube.replace("v 1", "v 2")
    (tmp_path / "box.obj").write_text(long + faces)
    half = sqrt(0.5)
    pieces = [
        {"mesh": "cube.obj"},
        {"mesh": "cube.obj", "at": [2, 0, 0], "turn": [half, 0, 0, half]},
    ]
    file = tmp_path / "arrangement.json"
    file.write_text(json.dumps({"target": "box.obj", "pieces": pieces, "tolerance": 1e-4}))
    assert verify_file(file).progress.value == 1
    (tmp_path / "open.obj").write_text(cube + faces[:12])
    with pytest.raises(BadInput, match="not closed"):
        read_mesh(tmp_path / "open.obj")
    (tmp_path / "bad.stl").write_text("vertex 1 2\n")
    with pytest.raises(BadInput):
        read_mesh(tmp_path / "bad.stl")


def test_turns_are_unit_quaternions() -> None:
    with pytest.raises(BadInput):
        moved(manifold3d.Manifold.cube((1, 1, 1)), (0, 0, 0), (pi, 0, 0, 0))
