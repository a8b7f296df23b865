"""The verifier for any polyhedra: meshes under any rigid motion, compared with a target.

Unions and intersections are those of manifold3d, which promises valid bodies but no exact numbers.
A fault therefore counts if it is wider than the tolerance, as in the plane: a cube with the
tolerance as its edge fits into it. Surfaces are compared in their planes, where no slivers arise.
On the lattice, `rules.check` is exact; this verdict says its tolerance.

    python -m quebra.families.solids.meshes ARRANGEMENT.json

An arrangement names files in OBJ or STL: `{"target": "t.stl", "tolerance": 0.001, "pieces":
[{"mesh": "a.obj", "at": [0, 0, 0], "turn": [1, 0, 0, 0]}]}`; the turn is a unit quaternion
(w, x, y, z).
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite, sqrt
from pathlib import Path
from typing import Annotated, Any

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
"""Normals whose coordinates differ by less face the same way."""
SAME_PLANE = 0.01
"""Planes that differ by less are one; in units of `SAME_DIRECTION` and of the tolerance."""
SMALL = 0.001
"""Smaller shares of the target are not told apart in words."""
FARTHEST = 1e6
"""The largest coordinate of a shift."""
MAX_BYTES = 50_000_000
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
"""A triangle of a binary STL file."""
USAGE = "Usage: python -m quebra.families.solids.meshes ARRANGEMENT.json"
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
    tolerance: Annotated[float, msgspec.Meta(gt=0)] | None = None


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
            volume = _fault(one ^ pieces[j], tolerance)
            if volume:
                overlap += volume
                text = Text("Pieces {one} and {other} overlap.", one=i + 1, other=j + 1)
                found.append(Violation("overlap", ((i,), (j,)), text))
    outside = 0.0
    for i, piece in enumerate(pieces):
        volume = _fault(piece - target, tolerance)
        if volume:
            outside += volume
            text = Text("Piece {piece} is not inside the target.", piece=i + 1)
            found.append(Violation("outside", ((i,),), text))
    gap = _fault(target - union, tolerance)
    if gap:
        share = gap / target.volume()
        text = Text("{share:.1%} of the target is not filled.", share=share)
        if share < SMALL:
            text = Text("Less than {share:.1%} of the target is not filled.", share=SMALL)
        found.append(Violation("gap", ((0,),), text))
    covered = max(0.0, 1 - (gap + overlap + outside) / target.volume())
    surface = _shared_surface(target, union, tolerance)
    value = 1.0 if not found else min(covered, surface, LARGEST_UNFINISHED)
    parts = ((Text("volume"), covered), (Text("surface"), surface))
    return Verdict(tuple(found), Progress(value, parts), tolerance)


def _fault(body: Any, tolerance: float) -> float:
    """The volume of a fault; 0 if no cube with the tolerance as its edge fits into it."""
    core = body
    for axis in range(3):
        half = [0.0, 0.0, 0.0]
        half[axis] = tolerance / 2
        core = core.translate(half) ^ core.translate([-each for each in half])
    return float(body.volume()) if core.volume() > 0 else 0.0


def _shared_surface(target: Any, union: Any, tolerance: float) -> float:
    """The share of the target's surface that is surface of the pieces, facing the same way."""
    import manifold3d
    from scipy.spatial import KDTree

    planes, facets = _facets(union, tolerance)
    if not facets:
        return 0.0
    tree = KDTree(planes)
    shared = total = 0.0
    for plane, triangles in zip(*_facets(target, tolerance), strict=True):
        axes = _axes(plane[:3])
        wanted = _section(triangles, axes)
        total += wanted.area()
        near = tree.query_ball_point(plane, 1 + 2 * SAME_PLANE, p=np.inf)
        if near:
            sections = [_section(facets[each], axes) for each in near]
            joined = manifold3d.CrossSection.batch_boolean(sections, manifold3d.OpType.Add)
            shared += (wanted ^ joined).area()
    return min(1.0, float(shared / total)) if total else 0.0


def _facets(body: Any, tolerance: float) -> tuple[Any, list[Any]]:
    """The planes of a surface, and the triangles in each of them.

    A plane is its normal and its distance from the origin, in units of what counts as equal.
    """
    mesh = body.to_mesh()
    points = np.asarray(mesh.vert_properties, dtype=float)[:, :3]
    triangles = points[np.asarray(mesh.tri_verts)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    triangles = triangles[lengths > 0]
    normals = normals[lengths > 0] / lengths[lengths > 0, None]
    places = np.sum(normals * triangles[:, 0], axis=1)
    planes = np.column_stack([normals / SAME_DIRECTION, places / tolerance])
    _, first, group = np.unique(
        np.round(planes / SAME_PLANE), axis=0, return_index=True, return_inverse=True
    )
    order = np.argsort(group.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(group.ravel()))[:-1]
    return planes[first], np.split(triangles[order], ends)


def _axes(normal: Any) -> Any:
    """Two axes in the plane across a normal, as columns."""
    normal = normal / np.linalg.norm(normal)
    helper = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = np.cross(normal, helper)
    first = first / np.linalg.norm(first)
    return np.column_stack([first, np.cross(normal, first)])


def _section(triangles: Any, axes: Any) -> Any:
    import manifold3d

    return manifold3d.CrossSection(list(triangles @ axes), manifold3d.FillRule.NonZero)


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
    """The body of a file in OBJ or STL; `BadInput` if its surface is not closed.

    Parts of the body that overlap become one.
    """
    import manifold3d

    name = quoted(path.name)
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(Text("The file {name} is too long.", name=name))
    try:
        points, triangles = _obj(data) if path.suffix.lower() == ".obj" else _stl(data)
    except (ValueError, OverflowError, struct.error):
        raise BadInput(Text("The file {name} is no mesh.", name=name)) from None
    with np.errstate(over="ignore"):
        points = points.astype(np.float32)
    numbers = triangles.astype(np.int64)
    if not len(numbers) or not np.isfinite(points).all():
        raise BadInput(Text("The file {name} is no mesh.", name=name))
    if numbers.min() < 0 or numbers.max() >= len(points):
        raise BadInput(Text("A face in {name} has a point that is not in the file.", name=name))
    mesh = manifold3d.Mesh(vert_properties=points, tri_verts=numbers.astype(np.uint32))
    body = manifold3d.Manifold(mesh)
    if body.status() != manifold3d.Error.NoError or body.is_empty():
        raise BadInput(Text("The surface in {name} is not closed.", name=name))
    if body.volume() <= 0:
        raise BadInput(Text("The faces in {name} point inward.", name=name))
    parts = body.decompose()
    if len(parts) > 1 and all(part.volume() > 0 for part in parts):
        body = manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add)
    return body


def _obj(data: bytes) -> tuple[Any, Any]:
    """Points and triangles of an OBJ file; a face with more corners is a fan of triangles."""
    points: list[tuple[float, float, float]] = []
    triangles: list[list[int]] = []
    for line in data.decode("utf-8", "replace").splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            x, y, z = map(float, rest[:3])
            points.append((x, y, z))
        elif word == "f":
            corners = [int(part.split("/")[0]) for part in rest]
            numbers = [n - 1 if n >= 0 else len(points) + n for n in corners]
            for one, other in pairwise(numbers[1:]):
                triangles.append([numbers[0], one, other])
    return np.array(points).reshape(-1, 3), np.array(triangles).reshape(-1, 3)


def _stl(data: bytes) -> tuple[Any, Any]:
    """Points and triangles of an STL file, binary or text; equal points become one."""
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else -1
    if len(data) == 84 + FACET.itemsize * count:
        corners = np.frombuffer(data, FACET, offset=84)["corners"].reshape(-1, 3)
    else:
        lines = (line.split() for line in data.decode("utf-8").splitlines())
        rows = [line[1:] for line in lines if line and line[0].lower() == "vertex"]
        corners = np.array([(float(x), float(y), float(z)) for x, y, z in rows]).reshape(-1, 3)
    points, order = np.unique(corners + 0.0, axis=0, return_inverse=True)  # no -0.0
    return points, order.reshape(-1, 3)


def verify_file(path: Path) -> Verdict:
    """The verdict on an arrangement in JSON; its meshes lie beside it."""
    wanted = read_json(path.read_text(encoding="utf-8"), msgspec.json.Decoder(Arrangement))
    if not wanted.pieces:
        raise BadInput(Text("There are no pieces."))
    for number, each in enumerate(wanted.pieces, 1):
        if max(map(abs, each.at)) > FARTHEST:
            raise BadInput(Text("Piece {piece} lies too far away.", piece=number))
    folder = path.parent
    pieces = [moved(read_mesh(folder / each.mesh), each.at, each.turn) for each in wanted.pieces]
    return verify(read_mesh(folder / wanted.target), pieces, wanted.tolerance)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the verdict on a file; returns 1 if a rule is broken, 2 for input that is not read."""
    paths = sys.argv[1:] if arguments is None else arguments
    if len(paths) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        verdict = verify_file(Path(paths[0]))
    except (BadInput, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for violation in verdict.violations:
        print(violation.text)
    print(f"{verdict.progress.value:.1%}, tolerance {verdict.tolerance:g}")
    return int(bool(verdict.violations))


if __name__ == "__main__":
    sys.exit(main())
