"""Pieces as bodies for printing in plastic: STL of one piece, 3MF of all.

Every cube has an edge of `unit` millimetres, and the outer faces of a piece are moved in by `gap`,
so that pieces fit together.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from quebra.contract.errors import BadInput
from quebra.families.solids.model import Piece, Solids
from quebra.families.solids.space import Body, Cell
from quebra.i18n.text import Text
from quebra.render import KINDS

UNIT, GAP = 20.0, 0.1
"""Millimetres: the edge of a cube, and what is taken off each outer face."""
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="json" ContentType="application/json"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>"
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)
PUZZLE = "Metadata/quebra.json"
"""The part of a 3MF file that carries the puzzle."""
_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
Point = tuple[float, float, float]
Triangle = tuple[int, int, int]


@dataclass(frozen=True)
class Mesh:
    """A closed surface: points in millimetres, and triangles of point numbers."""

    points: tuple[Point, ...]
    triangles: tuple[Triangle, ...]


def mesh_of(body: Body, unit: float = UNIT, gap: float = GAP) -> Mesh:
    """The surface of a piece, as a valid body without triangles of area 0."""
    solid = manifold_of(body, unit, gap)
    found = solid.to_mesh()
    points = tuple((float(x), float(y), float(z)) for x, y, z in found.vert_properties[:, :3])
    triangles = tuple((int(a), int(b), int(c)) for a, b, c in found.tri_verts)
    return Mesh(points, triangles)


def manifold_of(body: Body, unit: float = UNIT, gap: float = GAP) -> Any:
    """The piece as a union of boxes: one for each block of 1, 2, 4 or 8 cubes that it has.

    The boxes of blocks overlap, so that no two of them only share a face.
    """
    import manifold3d

    boxes = []
    for (x, y, z), (width, depth, height) in _blocks(body):
        size = (width * unit - 2 * gap, depth * unit - 2 * gap, height * unit - 2 * gap)
        box = manifold3d.Manifold.cube(size)
        boxes.append(box.translate((x * unit + gap, y * unit + gap, z * unit + gap)))
    union = manifold3d.Manifold.batch_boolean(boxes, manifold3d.OpType.Add)
    return union.simplify(gap / 100) if hasattr(union, "simplify") else union


def _blocks(body: Body) -> Iterator[tuple[Cell, Cell]]:
    """The blocks of up to 2 x 2 x 2 cubes that are full, by their corner and size."""
    cells = set(body)
    sizes = [(a, b, c) for a in (1, 2) for b in (1, 2) for c in (1, 2)]
    for x, y, z in body:
        for width, depth, height in sizes:
            block = {
                (x + a, y + b, z + c)
                for a in range(width)
                for b in range(depth)
                for c in range(height)
            }
            if block <= cells:
                yield (x, y, z), (width, depth, height)


def stl_of(piece: Piece, unit: float = UNIT, gap: float = GAP) -> bytes:
    """A piece as a binary STL file."""
    mesh = mesh_of(piece.body, unit, gap)
    header = f"Quebra, piece {piece.name}, millimetres".encode("ascii", "replace")[:80]
    parts = [header.ljust(80, b"\0"), struct.pack("<I", len(mesh.triangles))]
    for triangle in mesh.triangles:
        corners = [mesh.points[number] for number in triangle]
        numbers = [value for point in (_normal(*corners), *corners) for value in point]
        parts.append(struct.pack("<12fH", *numbers, 0))
    return b"".join(parts)


def stl_text(puzzle: Solids, kinds: Sequence[int], unit: float, gap: float, source: str) -> str:
    """Every copy of these kinds of pieces beside the others as STL text; the first is `source`."""
    bodies, left = [], 0.0
    for kind in kinds:
        piece = puzzle.pieces[kind]
        mesh = mesh_of(piece.body, unit, gap)
        for _ in range(piece.count):
            bodies.append("\n".join(_facets(mesh, left)))
            left += _pitch(piece, unit)
    return "\n".join((source, *bodies, "endsolid quebra", ""))


def _facets(mesh: Mesh, left: float) -> Iterator[str]:
    for triangle in mesh.triangles:
        corners = [mesh.points[number] for number in triangle]
        yield f"facet normal {_decimals(_normal(*corners))}\nouter loop"
        yield from (f"vertex {_decimals((x + left, y, z))}" for x, y, z in corners)
        yield "endloop\nendfacet"


def _decimals(numbers: Point) -> str:
    return " ".join(f"{number:.6g}" for number in numbers)


def admit_size(unit: float, gap: float) -> None:
    """Raise `BadInput` if the gap would take too much off the cubes."""
    if not 0 <= 4 * gap < unit:
        raise BadInput(Text("The gap is not below a quarter of the unit."))


def _normal(a: Point, b: Point, c: Point) -> Point:
    u = [q - p for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(a, c, strict=True)]
    x, y, z = (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )
    length = (x * x + y * y + z * z) ** 0.5 or 1.0  # corners in one line have no normal
    return x / length, y / length, z / length


def as_3mf(
    puzzle: Solids, kinds: Sequence[int], unit: float = UNIT, gap: float = GAP, source: str = ""
) -> bytes:
    """These kinds of pieces as a 3MF file, each copy beside the others, with names and colours.

    `source` is kept in a file of its own, from which the puzzle can be read.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", _model(puzzle, kinds, unit, gap)),
            (PUZZLE, source),
        ):
            file.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def puzzle_in_3mf(file: zipfile.ZipFile, most: int) -> str:
    """The puzzle that a 3MF file carries, in at most so many bytes."""
    with file.open(PUZZLE) as part:
        found = part.read(most + 1)
    if len(found) > most:
        raise ValueError("the puzzle is too long")
    return found.decode()


def _model(puzzle: Solids, kinds: Sequence[int], unit: float, gap: float) -> str:
    colours = "".join(
        f'<base name={quoteattr(piece.name)} displaycolor="{KINDS[i % len(KINDS)].upper()}FF"/>'
        for i, piece in enumerate(puzzle.pieces)
    )
    objects, items, left = [], [], 0.0
    for number in kinds:
        piece = puzzle.pieces[number]
        mesh = mesh_of(piece.body, unit, gap)
        objects.append(_object(number, piece, mesh))
        for _ in range(piece.count):
            items.append(
                f'<item objectid="{number + 2}" transform="1 0 0 0 1 0 0 0 1 {left:g} 0 0"/>'
            )
            left += _pitch(piece, unit)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xmlns="{_CORE}">'
        f'<resources><basematerials id="1">{colours}</basematerials>{"".join(objects)}</resources>'
        f"<build>{''.join(items)}</build></model>"
    )


def _pitch(piece: Piece, unit: float) -> float:
    """The distance from a piece to the one beside it."""
    return (max(x for x, _, _ in piece.body) + 2) * unit


def _object(number: int, piece: Piece, mesh: Mesh) -> str:
    points = "".join(f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>' for x, y, z in mesh.points)
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.triangles)
    return (
        f'<object id="{number + 2}" name={quoteattr(piece.name)} type="model" pid="1" '
        f'pindex="{number}"><mesh><vertices>{points}</vertices><triangles>{faces}</triangles>'
        "</mesh></object>"
    )


def export(puzzle: Solids, path: Path, unit: float = UNIT, gap: float = GAP) -> list[Path]:
    """Write a 3MF file, or an STL file for each piece into a folder; returns the files."""
    if path.suffix.lower() == ".3mf":
        path.write_bytes(as_3mf(puzzle, range(len(puzzle.pieces)), unit, gap))
        return [path]
    path.mkdir(parents=True, exist_ok=True)
    files = []
    for number, piece in enumerate(puzzle.pieces, 1):
        file = path / f"piece-{number:02}.stl"
        file.write_bytes(stl_of(piece, unit, gap))
        files.append(file)
    return files
