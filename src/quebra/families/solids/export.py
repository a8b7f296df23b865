"""Pieces as bodies for printing in plastic: STL of one piece, 3MF of all.

Every cube has an edge of `unit` millimetres, and the outer faces of a piece are moved in by `gap`,
so that pieces fit together. Run as a module, it writes files:

    python -m quebra.families.solids.export PUZZLE OUTPUT [--unit 20] [--gap 0.1]

OUTPUT is a file with the suffix .3mf, or a folder for one STL file a piece.
"""

from __future__ import annotations

import argparse
import struct
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from quebra.families.solids.model import Piece, Solids
from quebra.families.solids.space import Body, Cell
from quebra.render import KINDS

UNIT, GAP = 20.0, 0.1
"""Millimetres: the edge of a cube, and what is taken off each outer face."""
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
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


def _normal(a: Point, b: Point, c: Point) -> Point:
    u = [q - p for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(a, c, strict=True)]
    x, y, z = (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )
    length = (x * x + y * y + z * z) ** 0.5
    return x / length, y / length, z / length


def write_3mf(puzzle: Solids, path: Path, unit: float = UNIT, gap: float = GAP) -> None:
    """Write all pieces to a 3MF file, each copy beside the others, with names and colours."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", _TYPES)
        file.writestr("_rels/.rels", _RELATIONS)
        file.writestr("3D/3dmodel.model", _model(puzzle, unit, gap))


def _model(puzzle: Solids, unit: float, gap: float) -> str:
    colours = "".join(
        f'<base name={quoteattr(piece.name)} displaycolor="{KINDS[i % len(KINDS)].upper()}FF"/>'
        for i, piece in enumerate(puzzle.pieces)
    )
    objects, items, left = [], [], 0.0
    for number, piece in enumerate(puzzle.pieces):
        mesh = mesh_of(piece.body, unit, gap)
        objects.append(_object(number, piece, mesh))
        for _ in range(piece.count):
            items.append(
                f'<item objectid="{number + 2}" transform="1 0 0 0 1 0 0 0 1 {left:g} 0 0"/>'
            )
            left += (max(x for x, _, _ in piece.body) + 2) * unit
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xmlns="{_CORE}">'
        f'<resources><basematerials id="1">{colours}</basematerials>{"".join(objects)}</resources>'
        f"<build>{''.join(items)}</build></model>"
    )


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
        write_3mf(puzzle, path, unit, gap)
        return [path]
    path.mkdir(parents=True, exist_ok=True)
    files = []
    for number, piece in enumerate(puzzle.pieces, 1):
        file = path / f"piece-{number:02}.stl"
        file.write_bytes(stl_of(piece, unit, gap))
        files.append(file)
    return files


def main(arguments: Sequence[str] | None = None) -> None:
    """Read a puzzle and write its pieces."""
    from quebra import load

    parser = argparse.ArgumentParser(prog="python -m quebra.families.solids.export")
    parser.add_argument("puzzle", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--unit", type=float, default=UNIT, help="edge of a cube in millimetres")
    parser.add_argument("--gap", type=float, default=GAP, help="millimetres off each outer face")
    wanted = parser.parse_args(arguments)
    if not 0 <= 4 * wanted.gap < wanted.unit:
        parser.error("the gap must be below a quarter of the unit")
    puzzle = load(wanted.puzzle.read_text(encoding="utf-8"))
    if not isinstance(puzzle, Solids):
        parser.error("the puzzle is not of the family solids")
    for file in export(puzzle, wanted.output, wanted.unit, wanted.gap):
        print(file)


if __name__ == "__main__":
    main()
