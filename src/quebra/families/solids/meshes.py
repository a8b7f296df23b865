"""The verifier for any polyhedra: meshes under any rigid motion, compared with a target.

Unions and intersections are those of manifold3d, which promises valid bodies but no exact numbers.
A fault therefore counts if its volume exceeds the tolerance times the surface of the smaller body:
a sheet as thick as the tolerance. Surfaces are compared in their planes, where no slivers arise. On
the lattice, `rules.check` is exact; this verdict says its tolerance.

    python -m quebra.families.solids.meshes ARRANGEMENT.json

An arrangement names files in OBJ or STL: `{"target": "t.stl", "tolerance": 0.001, "pieces":
[{"mesh": "a.obj", "at": [0, 0, 0], "turn": [1, 0, 0, 0]}]}`; the turn is a unit quaternion
(w, x, y, z).
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from quebra.contract.codec import read_json
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.results import Progress, Violation
from quebra.families.solids.rules import LARGEST_UNFINISHED
from quebra.i18n.text import Text

USUAL_TOLERANCE = 1e-4
"""The default tolerance, as a share of the target's longest side."""
SAME_DIRECTION = 1e-5
"""Normals that differ by less face the same way."""
MAX_BYTES = 50_000_000
Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]


class PlacedMesh(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece: its file, and its motion: a turn about the origin, then a shift."""

    mesh: str
    at: Vector = (0.0, 0.0, 0.0)
    turn: Quaternion = (1.0, 0.0, 0.0, 0.0)


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces in their places, the target, and the tolerance in units of the files."""

    target: str
    pieces: tuple[PlacedMesh, ...]
    tolerance: float | None = None


class Verdict(msgspec.Struct, frozen=True):
    """The faults of an arrangement, its progress, and the tolerance that was used."""

    violations: tuple[Violation, ...]
    progress: Progress
    tolerance: float


def verify(target: Any, pieces: Sequence[Any], tolerance: float | None = None) -> Verdict:
    """Compare bodies of manifold3d in their places with the target."""
    import manifold3d

    if tolerance is None:
        least, most = np.reshape(target.bounding_box(), (2, 3))
        tolerance = USUAL_TOLERANCE * float(max(most - least))
    union = manifold3d.Manifold.batch_boolean(list(pieces), manifold3d.OpType.Add)
    found: list[Violation] = []
    overlap = 0.0
    for i, one in enumerate(pieces):
        for j in range(i + 1, len(pieces)):
            volume = _fault(one ^ pieces[j], one, pieces[j], tolerance)
            if volume:
                overlap += volume
                text = Text("Pieces {one} and {other} overlap.", one=i + 1, other=j + 1)
                found.append(Violation("overlap", ((i,), (j,)), text))
    outside = 0.0
    for i, piece in enumerate(pieces):
        volume = _fault(piece - target, piece, target, tolerance)
        if volume:
            outside += volume
            text = Text("Piece {piece} is not inside the target.", piece=i + 1)
            found.append(Violation("outside", ((i,),), text))
    gap = _fault(target - union, target, union, tolerance)
    if gap:
        share = gap / target.volume()
        text = Text("{share:.1%} of the target is not filled.", share=share)
        found.append(Violation("gap", ((0,),), text))
    covered = max(0.0, 1 - (gap + overlap + outside) / target.volume())
    surface = _shared_surface(target, union, tolerance)
    value = 1.0 if not found else min(covered, surface, LARGEST_UNFINISHED)
    parts = ((Text("volume"), covered), (Text("surface"), surface))
    return Verdict(tuple(found), Progress(value, parts), tolerance)


def _fault(body: Any, one: Any, other: Any, tolerance: float) -> float:
    """The volume of a fault, 0 if it is as thin as the tolerance."""
    allowed = tolerance * min(one.surface_area(), other.surface_area())
    volume = float(body.volume())
    return volume if volume > allowed else 0.0


def _shared_surface(target: Any, union: Any, tolerance: float) -> float:
    """The share of the target's surface that is surface of the pieces, facing the same way."""
    import manifold3d

    ours = _facets(union)
    shared = total = 0.0
    for normal, offset, triangles in _facets(target):
        first, second = _axes(normal)
        wanted = _section(triangles, first, second)
        total += wanted.area()
        near = [
            _section(other, first, second)
            for direction, place, other in ours
            if np.linalg.norm(direction - normal) < SAME_DIRECTION
            and abs(place - offset) <= tolerance
        ]
        if near:
            joined = manifold3d.CrossSection.batch_boolean(near, manifold3d.OpType.Add)
            shared += (wanted ^ joined).area()
    return min(1.0, float(shared / total)) if total else 0.0


def _facets(body: Any) -> list[tuple[Any, float, list[Any]]]:
    """The triangles of each plane: the normal, the distance from the origin, and the triangles."""
    mesh = body.to_mesh()
    points = np.asarray(mesh.vert_properties, dtype=float)[:, :3]
    found: list[tuple[Any, float, list[Any]]] = []
    for triangle in points[np.asarray(mesh.tri_verts)]:
        normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
        length = np.linalg.norm(normal)
        if length == 0:
            continue
        normal = normal / length
        offset = float(normal @ triangle[0])
        for direction, place, triangles in found:
            if np.linalg.norm(direction - normal) < SAME_DIRECTION and abs(place - offset) < 1e-6:
                triangles.append(triangle)
                break
        else:
            found.append((normal, offset, [triangle]))
    return found


def _axes(normal: Any) -> tuple[Any, Any]:
    """Two axes in the plane across a normal."""
    helper = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = np.cross(normal, helper)
    first = first / np.linalg.norm(first)
    return first, np.cross(normal, first)


def _section(triangles: Iterable[Any], first: Any, second: Any) -> Any:
    import manifold3d

    contours = [[(float(p @ first), float(p @ second)) for p in each] for each in triangles]
    return manifold3d.CrossSection(contours, manifold3d.FillRule.NonZero)


def moved(body: Any, at: Vector, turn: Quaternion) -> Any:
    """A body after a turn about the origin and a shift."""
    w, x, y, z = turn
    length = sqrt(w * w + x * x + y * y + z * z)
    if not isfinite(length) or abs(length - 1) > 1e-3 or not all(map(isfinite, at)):
        raise BadInput(Text("A turn is a quaternion of length 1."))
    w, x, y, z = (part / length for part in turn)
    matrix = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), at[0]],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), at[1]],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), at[2]],
    ]
    return body.transform(matrix)


def read_mesh(path: Path) -> Any:
    """The body of a file in OBJ or STL; `BadInput` if its surface is not closed."""
    import manifold3d

    data = path.read_bytes()[: MAX_BYTES + 1]
    if len(data) > MAX_BYTES:
        raise BadInput(Text("The file {name} is too long.", name=quoted(path.name)))
    try:
        points, triangles = _obj(data) if path.suffix.lower() == ".obj" else _stl(data)
        mesh = manifold3d.Mesh(
            vert_properties=np.array(points, dtype=np.float32).reshape(-1, 3),
            tri_verts=np.array(triangles, dtype=np.uint32).reshape(-1, 3),
        )
    except (ValueError, IndexError, struct.error, UnicodeDecodeError):
        raise BadInput(Text("The file {name} is no mesh.", name=quoted(path.name))) from None
    body = manifold3d.Manifold(mesh)
    if body.status() != manifold3d.Error.NoError or body.is_empty():
        raise BadInput(Text("The surface in {name} is not closed.", name=quoted(path.name)))
    return body


def _obj(data: bytes) -> tuple[list[list[float]], list[list[int]]]:
    """Points and triangles of an OBJ file; a face with more corners is a fan of triangles."""
    points: list[list[float]] = []
    triangles: list[list[int]] = []
    for line in data.decode("utf-8").splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            points.append([float(part) for part in rest[:3]])
        elif word == "f":
            corners = [int(part.split("/")[0]) for part in rest]
            numbers = [n - 1 if n > 0 else len(points) + n for n in corners]
            for one, other in pairwise(numbers[1:]):
                triangles.append([numbers[0], one, other])
    return points, triangles


def _stl(data: bytes) -> tuple[list[list[float]], list[list[int]]]:
    """Points and triangles of an STL file, binary or text; equal points become one."""
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:
        rows = [struct.unpack_from("<12fH", data, 84 + 50 * i) for i in range(count)]
        corners = [tuple(row[k : k + 3]) for row in rows for k in (3, 6, 9)]
    else:
        lines = (line.split() for line in data.decode("utf-8").splitlines())
        corners = [tuple(map(float, line[1:4])) for line in lines if line[:1] == ["vertex"]]
    numbers: dict[tuple[float, ...], int] = {}
    order = [numbers.setdefault(corner, len(numbers)) for corner in corners]
    return [list(point) for point in numbers], [order[i : i + 3] for i in range(0, len(order), 3)]


def verify_file(path: Path) -> Verdict:
    """The verdict on an arrangement in JSON; its meshes lie beside it."""
    wanted = read_json(path.read_text(encoding="utf-8"), msgspec.json.Decoder(Arrangement))
    if not wanted.pieces:
        raise BadInput(Text("There are no pieces."))
    folder = path.parent
    pieces = [moved(read_mesh(folder / each.mesh), each.at, each.turn) for each in wanted.pieces]
    return verify(read_mesh(folder / wanted.target), pieces, wanted.tolerance)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the verdict on a file; returns 1 if a rule is broken."""
    (path,) = arguments if arguments is not None else sys.argv[1:]
    verdict = verify_file(Path(path))
    for violation in verdict.violations:
        print(violation.text)
    print(f"{verdict.progress.value:.1%}, tolerance {verdict.tolerance:g}")
    return int(bool(verdict.violations))


if __name__ == "__main__":
    sys.exit(main())
