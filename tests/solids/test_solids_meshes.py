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
from quebra.families.solids.meshes import main, moved, read_mesh, verify, verify_file
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
    assert codes(first.translate((-0.1, 0, 0))) == {"overlap", "outside", "gap"}
    missing = verify(target, others, 1e-4)
    assert {each.code for each in missing.violations} == {"gap"}
    assert missing.progress.value == pytest.approx(2 / 3, abs=1e-6)


def _block(size: float, *corner: float) -> Any:
    return manifold3d.Manifold.cube((size, size, size)).translate(corner)


CUBE = _block(1, 0, 0, 0)
LEFT = manifold3d.Manifold.cube((0.5, 1, 1))
RIGHT = LEFT.translate((0.5, 0, 0))


@pytest.mark.parametrize("size", [0.1, 0.02, 0.003, 0.0003])
def test_faults_wider_than_the_tolerance_are_seen_however_small(size: float) -> None:
    def codes(*pieces: Any) -> set[str]:
        return {each.code for each in verify(CUBE, pieces, 1e-4).violations}

    hole = CUBE - _block(size, 0.3, 0.3, 0.3)
    assert codes(hole) == {"gap"}
    assert codes(hole.translate((5e-5, 5e-5, 0))) == {"gap"}
    assert codes(CUBE + _block(size, 0.3, 0.3, 1 - size / 10)) == {"outside"}
    assert codes(LEFT, RIGHT + _block(size, 0.5 - size, 0.5, 0.5)) == {"overlap"}
    assert codes(CUBE, _block(size, 5, 5, 5)) == {"outside"}
    small = verify(CUBE, [hole], 1e-4)
    assert small.progress.value <= 0.999
    assert "0.0%" not in str(small.violations[0].text)


def test_faults_as_thin_as_the_tolerance_are_allowed() -> None:
    for body in (CUBE.translate((9e-5, -9e-5, 9e-5)), CUBE.rotate((0, 0, 0.005))):
        assert verify(CUBE, [body], 1e-4).progress.value == 1
        assert verify(CUBE, [body], 1e-5).progress.value < 1


def test_a_mirrored_piece_is_another_one() -> None:
    screw = manifold_of(SETS["soma"].pieces[4].body, 1.0, 0.0)
    target = screw.mirror((1, 0, 0)).translate((2, 0, 0))
    assert verify(screw, [screw]).progress.value == 1
    assert {each.code for each in verify(target, [screw]).violations} == {"outside", "gap"}


def test_bodies_of_many_faces_are_compared() -> None:
    ball = manifold3d.Manifold.sphere(1, 128)
    halves = ball.split_by_plane((1, 0, 0), 0)
    assert ball.num_tri() > 8_000
    verdict = verify(ball, halves)
    assert min(share for _, share in verdict.progress.parts) == pytest.approx(1, abs=1e-3)


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


POINTS = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
FACES = "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
OBJ = POINTS + FACES


def test_an_arrangement_in_files_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cube.obj").write_text(OBJ)
    (tmp_path / "box.obj").write_text(OBJ.replace("v 1", "v 2"))
    half = sqrt(0.5)
    pieces: list[Any] = [
        {"mesh": "cube.obj"},
        {"mesh": "cube.obj", "at": [2, 0, 0], "turn": [half, 0, 0, half]},
    ]
    file = tmp_path / "arrangement.json"

    def verdict(pieces: list[Any], tolerance: float = 1e-4) -> tuple[int, str]:
        wanted = {"target": "box.obj", "pieces": pieces, "tolerance": tolerance}
        file.write_text(json.dumps(wanted))
        code = main([str(file)])
        return code, "".join(capsys.readouterr())

    assert verdict(pieces) == (0, "100.0%, tolerance 0.0001\n")
    assert verify_file(file).progress.value == 1
    code, text = verdict(pieces[:1])
    assert code == 1 and "50.0% of the target is not filled." in text
    wishes: list[tuple[list[Any], str]] = [
        ([{"mesh": "cube.obj", "at": [1e300, 0, 0]}], "Piece 1 lies too far away."),
        ([{"mesh": "nowhere.obj"}], "nowhere.obj"),
        ([], "There are no pieces."),
    ]
    for wrong, says in wishes:
        code, text = verdict(wrong)
        assert code == 2 and says in text
    assert verdict(pieces, 0)[0] == 2
    assert main([]) == 2 and "Usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.obj", OBJ.replace("f 4 1 5 8\n", ""), "not closed"),
        ("a.obj", POINTS + "".join(f"f {line[:1:-1]}\n" for line in FACES.splitlines()), "inward"),
        ("a.obj", OBJ.replace("f 4 3", "f 0 3"), "not in the file"),
        ("a.obj", OBJ.replace("f 4 3", "f -9 3"), "not in the file"),
        ("a.obj", OBJ.replace("v 1 1 1", "v nan 1 1"), "no mesh"),
        ("a.obj", OBJ.replace("v 1 1 1", "v 1e300 1 1"), "no mesh"),
        ("a.obj", OBJ.replace("v 1 1 1", "v 1 1"), "no mesh"),
        ("a.obj", POINTS, "no mesh"),
        ("a.obj", "", "no mesh"),
        ("a.stl", "", "no mesh"),
        ("a.stl", "vertex 1 2\n", "no mesh"),
        ("a.stl", "vertex 1 2 3\n", "no mesh"),
    ],
)
def test_files_that_are_no_bodies_are_refused(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=says):
        read_mesh(tmp_path / name)


def test_files_are_read_as_programs_write_them(tmp_path: Path) -> None:
    obj = "# Caf\xe9\r\n\r\n" + OBJ.replace("\n", "\r\n\r\n").replace("f 4 3", "f 4/1/1 3//1")
    (tmp_path / "a.obj").write_bytes(obj.encode("latin-1"))
    points = "".join(
        "v " + " ".join(str(int(each) + 0.5) for each in line.split()[1:]) + "\n"
        for line in POINTS.splitlines()
    )
    faces = "".join(
        "f " + " ".join(str(int(each) + 8) for each in line.split()[1:]) + "\n"
        for line in FACES.splitlines()
    )
    (tmp_path / "two.obj").write_text(OBJ + points + faces)
    assert read_mesh(tmp_path / "a.obj").volume() == pytest.approx(1)
    assert read_mesh(tmp_path / "two.obj").volume() == pytest.approx(1.875)


def test_turns_are_unit_quaternions() -> None:
    with pytest.raises(BadInput):
        moved(manifold3d.Manifold.cube((1, 1, 1)), (0, 0, 0), (pi, 0, 0, 0))
