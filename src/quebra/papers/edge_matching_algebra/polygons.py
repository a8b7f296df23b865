"""The polynomial system of polygons: path integrals along their sides, as files too.

For each direction and colour the integrals of any function along the sides of the pieces are those
along the outline of the figure, however the sides meet. The integral of a derivative along a side
is the difference of the function's values at its ends. So functions of orders below the number of
sides of a type are enough: by Newton's identities the ends then cancel, and with them the sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil, pi, sin

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Family, Formats
from quebra.engine.carried import has_heading, read_puzzle_comments
from quebra.families.tangram.model import Assembly, Tangram
from quebra.geometry.edges import Line, Point
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.coordinates import Coordinates
from quebra.papers.edge_matching_algebra.formats import (
    EXPONENTIAL,
    MONOMIAL,
    TITLES,
    MonomialOptions,
    PolynomialOptions,
    write_system,
)
from quebra.papers.edge_matching_algebra.moments import Kinds, Stroke
from quebra.papers.edge_matching_algebra.signed_edges import (
    FRAME,
    EdgeType,
    Matrix,
    SignedEdge,
    SignedEdges,
    Vector,
)

POLYGONS = "# Polygons, a polynomial system"
MONOMIALS = f"{POLYGONS}: sums of {TITLES['monomial']}"
DIGITS = 12
"""Coordinates are rounded to this many decimals, and then exact."""

_JSON = json_codec(Tangram, "tangram")


class Polygons:
    """The sides of the pieces and the figure, with a copy of both for each turn."""

    def __init__(self, puzzle: Tangram) -> None:
        _admit(puzzle)
        self.puzzle = puzzle
        self.kinds = [k for k, piece in enumerate(puzzle.pieces) for _ in range(piece.count)]
        self.bases = [(puzzle.pieces[kind].angles or (0.0,))[0] for kind in self.kinds]
        self.turns = self._common_turns()
        self.offset = self._offset()

    def _common_turns(self) -> list[float]:
        """The angles of all pieces relative to their first one, which must form a group."""
        found = {
            tuple(sorted({round((angle - base) % 360, 9) for angle in piece.angles or ()}))
            for piece in self.puzzle.pieces
            for base in (piece.angles or ())[:1]
        }
        turns = list(found.pop())
        regular = [round(360 * k / len(turns), 9) for k in range(len(turns))]
        if found or turns != regular:
            raise BadInput(
                Text(
                    "The polynomial system needs the same turns for all pieces, and with two turns "
                    "also one after the other."
                )
            )
        return turns

    def _offset(self) -> Point:
        """A translation after which the turned copies of the figure lie apart."""
        if len(self.turns) == 1:
            return 0j
        points = [side.edge.start for side in self.puzzle.coloured_target]
        radius = max(abs(point - points[0]) for point in points)
        distance = ceil(radius / sin(pi / len(self.turns))) + 1
        return complex(distance) - complex(round(points[0].real), round(points[0].imag))

    def places(self, assembly: Assembly) -> list[Vector]:
        """The unknown place of each piece of an assembly; copies of a kind in their order."""
        left = list(assembly.places)
        found = []
        for kind, base in zip(self.kinds, self.bases, strict=True):
            placed = next(each for each in left if each.piece == kind)
            left.remove(placed)
            at = complex(placed.x, placed.y) + self.offset
            found.append(_vector(Motion(0, base - placed.angle)(at)))
        return found

    def signed_edges(self) -> SignedEdges:
        """The types of sides: a direction and a colour."""
        found: list[tuple[int, float, Stroke]] = []
        for turn in self.turns:
            for number, (kind, base) in enumerate(zip(self.kinds, self.bases, strict=True), 1):
                motion = Motion(0, base + turn)
                for side in self.puzzle.coloured_shapes[kind]:
                    ends = motion(side.edge.start), motion(side.edge.end)
                    found.append((number, turn, Stroke(*ends, side.colour or 0)))
            motion = Motion(self.offset).then(Motion(0, turn))
            for side in self.puzzle.coloured_target:
                ends = motion(side.edge.end), motion(side.edge.start)
                found.append((FRAME, turn, Stroke(*ends, side.colour or 0)))
        kinds = Kinds([stroke for _, _, stroke in found])
        types: list[list[SignedEdge]] = [[] for _ in range(kinds.count)]
        for piece, turn, stroke in found:
            kind, sign = kinds.of(stroke)
            along = _vector(stroke.end - stroke.start)
            edge = SignedEdge(piece, _matrix(turn), _vector(stroke.start), sign, along)
            types[kind].append(edge)
        corners = [_vector(stroke.start) for piece, _, stroke in found if piece == FRAME]
        return SignedEdges(
            pieces=len(self.kinds),
            scale=1,
            types=tuple(EdgeType(tuple(edges), len(edges) - 1) for edges in types),
            box=tuple((min(values), max(values)) for values in zip(*corners, strict=True)),
        )


def _admit(puzzle: Tangram) -> None:
    sides = [side for each in (puzzle.coloured_target, *puzzle.coloured_shapes) for side in each]
    plain = not puzzle.spare and all(isinstance(side.edge, Line) for side in sides)
    still = all(piece.angles and not piece.flip for piece in puzzle.pieces)
    coloured = not puzzle.has_colours or all(side.colour is not None for side in sides)
    if not (plain and still and coloured):
        raise BadInput(
            Text(
                "The polynomial system needs straight sides, all with a colour or all without. "
                "Pieces need allowed angles, and may not be turned over or left out."
            )
        )


def _vector(point: Point) -> Vector:
    return _exact(point.imag), _exact(point.real)


def _exact(x: float) -> Fraction:
    return Fraction(repr(round(x, DIGITS) + 0.0))


def _matrix(angle: float) -> Matrix:
    """The rotation of rows and columns by an angle."""
    turned = Motion(0, angle)(1)
    c, s = _exact(turned.real), _exact(turned.imag)
    return (c, s), (-s, c)


def write_polynomials(puzzle: Tangram, options: PolynomialOptions = EXPONENTIAL) -> str:
    """The equations of the places of polygons, one a line."""
    polygons = Polygons(puzzle)
    lines = partial(_lines, polygons)
    return write_system(POLYGONS, puzzle, polygons.signed_edges(), options, lines)


def write_monomials(puzzle: Tangram, options: MonomialOptions = MONOMIAL) -> str:
    """The equations of the places of polygons with monomials, one a line.

    >>> from quebra.families.tangram.model import Piece
    >>> square = Piece("square", "M0 0 H1 V1 H0 Z", count=2, flip=False, angles=(0,))
    >>> puzzle = Tangram(pieces=(square,), figure="M0 0 H2 V1 H0 Z")
    >>> print(write_monomials(puzzle).splitlines()[2])
    # Equations: 28. Terms: 240. Degree: at most 4.
    """
    return write_polynomials(puzzle, PolynomialOptions("monomial", options.system))


def _lines(polygons: Polygons, coordinates: Coordinates) -> Iterator[str]:
    power = "2 to the power of " if coordinates.exponential else ""
    names = "z1 is x + i y" if coordinates.letters == "z" else "y1 and x1 are y and x"
    yield f"{names} of piece 1{', and each unknown is ' + power + 'it' if power else ''}."
    if len(polygons.turns) > 1:
        x, y = round(polygons.offset.real), round(polygons.offset.imag)
        yield (
            f"A piece at the angle a and the place p of the figure is at p + ({x}, {y}), turned "
            "back by a less its first angle."
        )


def _codecs() -> tuple[Codec[Tangram], ...]:
    return (
        Codec(
            "polynomials",
            Text("the edge-matching paper's system of path integrals, with exponentials or others"),
            lambda text: has_heading(POLYGONS, text) and not has_heading(MONOMIALS, text),
            partial(read_puzzle_comments, POLYGONS, _JSON),
            write_polynomials,
        ),
        Codec(
            "monomials",
            Text("the edge-matching paper's system of path integrals, with monomials"),
            partial(has_heading, MONOMIALS),
            partial(read_puzzle_comments, MONOMIALS, _JSON),
            write_monomials,
        ),
    )


SYSTEMS = _codecs()


def system_formats(_family: Family[Tangram, Assembly]) -> Formats[Tangram, Assembly]:
    """The formats `polynomials` and `monomials`."""
    return Formats(SYSTEMS)
