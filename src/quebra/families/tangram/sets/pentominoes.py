"""The twelve pentominoes, and rectangles that they form, drawn in letters."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.families.tangram.model import Piece, Placement
from quebra.families.tangram.sets.kit import Figure, PieceSet
from quebra.geometry.edges import Edge, Line
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline

Cells = frozenset[complex]
"""Unit squares by their upper left corners."""

_SHAPES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "###./..##",
    "P": "###/.##",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}
_TILINGS = {
    "6x10": "WWTTTFFXLL/NWWTFFXXXL/NNWTZFUXUL/VNZZZYUUUL/VNZYYYYPPP/VVVIIIIIPP",
    "5x12": "YYYYNNNXFFLL/ZZYNNWXXXFFL/VZTTTWWXUFUL/VZZTPPWWUUUL/VVVTPPPIIIII",
    "4x15": "ZZIIIIIPPPXFFLL/VZTTTWWPPXXXFFL/VZZTWWYNNNXUFUL/VVVTWYYYYNNUUUL",
    "3x20": "VZYYYYWTFNNNIIIIIXUU/VZZZYWWTFFFNNLPPXXXU/VVVZWWTTTFLLLLPPPXUU",
    "ring": "ILLXYYYY/ILXXXYUU/ILNXTTTU/ILN..TUU/INN..TWW/VNFZZWWP/VFFFZWPP/VVVFZZPP",
}


def _cells(picture: str) -> dict[str, Cells]:
    """The cells of each letter of a picture; a dot is no cell."""
    found: dict[str, set[complex]] = {}
    for y, row in enumerate(picture.split("/")):
        for x, letter in enumerate(row):
            if letter != ".":
                found.setdefault(letter, set()).add(complex(x, y))
    return {letter: frozenset(cells) for letter, cells in found.items()}


def _outline(cells: Cells) -> str:
    """The border of cells, walked with the cells on the same side throughout."""
    steps = {
        cell + corner: step
        for cell in cells
        for corner, step, beyond in _SIDES
        if cell + beyond not in cells
    }
    contours = []
    while steps:
        here = start = min(steps, key=lambda corner: (corner.imag, corner.real))
        corners: list[Edge] = []
        while here in steps:
            step, before = steps.pop(here), here
            while steps.get(before + step) == step:
                before += steps.pop(before + step)
            corners.append(Line(here, before + step))
            here = before + step
        assert here == start
        contours.append(corners)
    return write_outline(contours)


_SIDES = ((0, 1, -1j), (1, 1j, 1), (1 + 1j, -1, 1j), (1j, -1j, -1))
"""Where each side of a cell begins, its direction, and the neighbour beyond it."""


def _place(number: int, cells: Cells, there: Cells) -> Placement:
    """Where a piece lies whose cells are there."""
    for flip in (False, True):
        for angle in (0, 90, 180, 270):
            middles = {Motion(0, angle, flip)(cell + 0.5 + 0.5j) for cell in cells}
            shift = _first(there) + 0.5 + 0.5j - _first(middles)
            if {middle + shift - 0.5 - 0.5j for middle in middles} == there:
                return Placement(number, shift.real, shift.imag, angle, flip)
    raise AssertionError("a picture shows a piece that there is not")


def _first(points: Iterable[complex]) -> complex:
    return min(points, key=lambda point: (point.real, point.imag))


def _figure(picture: str) -> Figure:
    found = _cells(picture)
    whole = frozenset(cell for cells in found.values() for cell in cells)
    places = (
        _place(number, cells, found[name]) for number, (name, cells) in enumerate(_KINDS.items())
    )
    return Figure(_outline(whole), tuple(places))


_KINDS = {name: _cells(shape)["#"] for name, shape in _SHAPES.items()}
PIECES = tuple(Piece(name=name, outline=_outline(cells)) for name, cells in _KINDS.items())
PENTOMINOES = PieceSet(
    "Pentominoes", PIECES, {name: _figure(picture) for name, picture in _TILINGS.items()}
)
