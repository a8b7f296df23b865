"""BurrTools files (`.xmpuzzle`): the first problem of a file on the grid of cubes.

A file is XML, zipped or not. Shapes are boxes of marks: `_` empty, `#` filled and `+` optional, x
fastest. A problem names shapes with their counts, and one shape as the result.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, settings
from quebra.families.solids.model import MAX_NAME_LENGTH, MAY, MUST, Piece, Solids
from quebra.families.solids.space import Cell, components, corner, size_of, write_layers
from quebra.grid.text import whole_number
from quebra.i18n.text import Text, Verbatim

GRIDS = {
    "1": Text("triangular prisms"),
    "2": Text("spheres"),
    "3": Text("rhombic dodecahedra"),
    "4": Text("tetrahedra and octahedra"),
}
_ROOT = re.compile(r"<puzzle\b[^<>]*\bversion=")
_MARKS = re.compile(r"[_#+][0-9]*")
_SIDES = ("x", "y", "z")


def is_xmpuzzle(text: str) -> bool:
    """Whether a text is a BurrTools file."""
    return text.lstrip().startswith("<") and bool(_ROOT.search(text[:1000]))


def read_xmpuzzle(text: str) -> Solids:
    """The first problem of a file."""
    root = _parse(text)
    grid = root.find("gridType")
    kind = "0" if grid is None else grid.get("type", "0")
    if kind != "0":
        what = GRIDS.get(kind, Text("another grid"))
        raise BadInput(Text("The file is on {grid}; only cubes are read.", grid=what))
    shapes = root.findall("shapes/voxel")
    problem = root.find("problems/problem")
    if problem is None:
        raise BadInput(Text("The file has no problem."))
    if problem.find("bitmap/*") is not None:
        raise BadInput(Text("The problem has colours, which are not read."))
    result = problem.find("result")
    if result is None:
        raise BadInput(Text("The problem has no result."))
    target = _voxels(shapes, _attribute(result, "id"))
    used = [(_attribute(each, "id"), _count(each)) for each in problem.findall("shapes/shape")]
    counts: dict[int, int] = {}
    for shape, count in used:
        counts[shape] = counts.get(shape, 0) + count
    names = _names(shapes, list(counts))
    pieces = tuple(
        _piece(name, _voxels(shapes, shape), count)
        for name, (shape, count) in zip(names, counts.items(), strict=True)
        if count
    )
    return Solids(pieces=pieces, target=write_layers(_to_corner(target)))


def write_xmpuzzle(puzzle: Solids) -> str:
    """A file with one problem."""
    if puzzle.given or puzzle.mirror or any(p.turns is not None for p in puzzle.pieces):
        raise BadInput(
            Text("A BurrTools file has no given pieces, restricted turns and mirror images.")
        )
    bodies = [dict.fromkeys(piece.body, MUST) for piece in puzzle.pieces]
    shapes = [_voxel(piece.name, body) for piece, body in zip(puzzle.pieces, bodies, strict=True)]
    shapes.append(_voxel("", puzzle.marks))
    used = "".join(
        f'<shape id="{number}" count="{piece.count}"/>'
        for number, piece in enumerate(puzzle.pieces)
    )
    return (
        '<?xml version="1.0"?>\n<puzzle version="2">\n<gridType type="0"/>\n<colors/>\n<shapes>\n'
        + "\n".join(shapes)
        + f'\n</shapes>\n<problems>\n<problem state="0"><shapes>{used}</shapes>'
        + f'<result id="{len(puzzle.pieces)}"/><bitmap/></problem>\n</problems>\n</puzzle>\n'
    )


def _parse(text: str) -> ElementTree.Element:
    admit_bytes(len(text))
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadInput(Text("The file declares a document type, which is not read."))
    try:
        root = ElementTree.fromstring(text.strip())
    except (ElementTree.ParseError, ValueError) as error:
        raise BadInput(
            Text("The file is no XML: {error}.", error=Verbatim(str(error)[:80]))
        ) from None
    if root.tag != "puzzle":
        raise BadInput(Text("The file is no BurrTools puzzle."))
    return root


def _attribute(element: ElementTree.Element, name: str) -> int:
    value = element.get(name)
    what = Text("the attribute {name} of {tag}", name=Verbatim(name), tag=quoted(element.tag))
    if value is None:
        raise BadInput(Text("{what} is missing.", what=what))
    return whole_number(value, what)


def _count(shape: ElementTree.Element) -> int:
    """The number of copies; ranges are refused, as puzzles here use all pieces."""
    if shape.get("count") is not None:
        return _attribute(shape, "count")
    least, most = _attribute(shape, "min"), _attribute(shape, "max")
    if least != most:
        raise BadInput(Text("The problem has a range of pieces, which is not read."))
    return least


def _voxels(shapes: list[ElementTree.Element], number: int) -> dict[Cell, str]:
    if number >= len(shapes):
        raise BadInput(Text("There is no shape {number}.", number=number + 1))
    shape = shapes[number]
    width, depth, height = (_attribute(shape, side) for side in _SIDES)
    if width * depth * height > settings().max_cells:
        raise BadInput(
            Text(
                "Shape {number} has more than {most} cells.",
                number=number + 1,
                most=settings().max_cells,
            )
        )
    marks = _MARKS.findall(shape.text or "")
    if len(marks) != width * depth * height or "".join(marks) != (shape.text or "").strip():
        raise BadInput(
            Text(
                "Shape {number}: the marks are not those of {x} x {y} x {z} cells.",
                number=number + 1,
                x=width,
                y=depth,
                z=height,
            )
        )
    cells = [(x, y, z) for z in range(height) for y in range(depth) for x in range(width)]
    found = {cell: mark[0] for cell, mark in zip(cells, marks, strict=True) if mark[0] != "_"}
    if not found:
        raise BadInput(Text("Shape {number} has no cubes.", number=number + 1))
    return found


def _names(shapes: list[ElementTree.Element], numbers: list[int]) -> list[str]:
    """The names of shapes; those without one, or with one that is taken, get a number."""
    found: list[str] = []
    for number in numbers:
        name = (
            (shapes[number].get("name") or "").strip()[:MAX_NAME_LENGTH]
            if number < len(shapes)
            else ""
        )
        wanted = name if name.isprintable() and name else f"S{number + 1}"
        while wanted in found:
            wanted = f"{wanted[: MAX_NAME_LENGTH - 1]}'"
        found.append(wanted)
    return found


def _piece(name: str, marks: dict[Cell, str], count: int) -> Piece:
    if MAY in marks.values():
        raise BadInput(
            Text("Piece {name} has optional cubes, which are not read.", name=quoted(name))
        )
    cells = _to_corner(marks)
    return Piece(
        name=name, cells=write_layers(cells), count=count, loose=len(components(cells)) > 1
    )


def _to_corner(marks: dict[Cell, str]) -> dict[Cell, str]:
    a, b, c = corner(marks)
    return {(x - a, y - b, z - c): mark for (x, y, z), mark in marks.items()}


def _voxel(name: str, marks: dict[Cell, str]) -> str:
    width, depth, height = size_of(marks)
    text = "".join(
        marks.get((x, y, z), "_") for z in range(height) for y in range(depth) for x in range(width)
    )
    named = f" name={quoteattr(name)}" if name else ""
    return f'<voxel x="{width}" y="{depth}" z="{height}"{named} type="0">{escape(text)}</voxel>'
