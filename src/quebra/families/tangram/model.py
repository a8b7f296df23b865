"""Geometric puzzles: pieces with straight, round and curved sides that form a figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import isfinite, sqrt

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.settings import settings
from quebra.families.tangram.colours import (
    Colour,
    Sides,
    admit_colours,
    moved_colours,
    reordered_colours,
    sides_of,
)
from quebra.geometry.edges import Line, edges_of
from quebra.geometry.features import features_below
from quebra.geometry.limits import MAX_EDGES, edge_count, refuse_too_close
from quebra.geometry.motion import Motion
from quebra.geometry.outline import LARGEST, Contour, read_outline, write_outline
from quebra.geometry.region import area_of, components, fineness, merged, moved, region, size_of
from quebra.geometry.remainder.corners import forms_contours
from quebra.geometry.side_balance import SideBalance
from quebra.i18n.text import Name, Text

USUAL_TOLERANCE = 1e-4
"""The default tolerance, as a share of the smallest piece's width."""
SLIP_SHARE = 1e-3
"""Features of the figure below this share of that width count as drawing errors."""
SLIP_TOLERANCE = 2
"""The default tolerance if the figure has such errors, in units of the largest error."""
LARGEST_TOLERANCE = 0.03
"""The largest tolerance, as such a share: just below the gaps of the classic paradoxes."""
DIGITS = 9
"""Placements are rounded to this many decimals."""
SMALLEST_TOLERANCE = 1e-9
SMALLEST_SHARE = 1e-10
"""The smallest tolerance, as a share of the largest outline, for floating-point precision."""
SMALLEST_ROUND_SHARE = 1e-6
"""The same with round sides, which are approximated by polygons as fine as the tolerance."""
ANGLE, UPRIGHT_ANGLE = 0.01, 1e-7
"""Tolerance of allowed angles in degrees; if the figure is upright, proofs need a smaller one."""
EPSILON = 1e-7
"""Points of a piece closer than this share of its size count as equal."""
FARTHEST = 3 * LARGEST
"""The largest coordinate of a placement."""
MAX_NAME_LENGTH = 40
FIGURE_TEXT = Text("the figure")


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: its outline in SVG path data, and how it may be used.

    There are `count` copies. With `flip` it may be turned over. `angles` are the allowed angles in
    degrees, None for any. `colours` has one colour for each side of the outline, None for any.
    """

    name: str
    outline: str
    count: int = 1
    flip: bool = True
    angles: tuple[float, ...] | None = None
    colours: tuple[Colour, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def name_text(self) -> Text:
        """The name as a text, which has translations if a set that ships has such a piece."""
        return Name(self.name)

    @property
    def outline_text(self) -> Text:
        """The outline in words, for errors."""
        return Text("the outline of piece {piece}", piece=self.name_text)


class Tangram(
    Puzzle["Assembly"],
    frozen=True,
    dict=True,
    tag_field="family",
    tag="tangram",
    forbid_unknown_fields=True,
):
    """A geometric puzzle: pieces that must form a figure.

    The figure may be formed anywhere and at any angle, with `mirror` also mirrored. The `tolerance`
    is the width of the widest gap, overlap or overhang that is allowed, measured by the largest
    disc that fits in. The default is 0.0001 of the width of the smallest piece, or twice the
    largest feature of the figure below 0.001 of that width, which must be a drawing error. With
    round sides, it is at least 0.000001 of the size of the largest outline.

    Sides of pieces that meet must have the same colour if both have one, as must those along the
    outline of the figure, which has its own `colours`. An `upright` figure is not turned. With
    `spare`, pieces may be left over. JSON omits these three if they are not used.

    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z", tolerance=0.01).tolerance_used
    0.01
    """

    pieces: tuple[Piece, ...]
    figure: str
    mirror: bool = False
    tolerance: float | None = None
    colours: tuple[Colour, ...] | msgspec.UnsetType = msgspec.UNSET
    upright: bool | msgspec.UnsetType = msgspec.UNSET
    spare: bool | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "pieces", tuple(self.pieces))
        if not self.pieces:
            raise BadInput(Text("There are no pieces."))
        for piece in self.pieces:
            _admit(piece)
        most = settings().max_cells
        if self.extent > most:
            raise BadInput(
                Text(
                    "There are {n:,} pieces; at most {most} are allowed.", n=self.extent, most=most
                )
            )
        _admit_edges(self)
        pieces = tuple(_normalised_piece(piece) for piece in self.pieces)
        msgspec.structs.force_setattr(self, "pieces", pieces)
        figure, colours = _normalised_with_colours(self.figure, self.colours or (), FIGURE_TEXT)
        for name, value in (
            ("figure", figure),
            ("colours", colours or msgspec.UNSET),
            ("upright", self.upright or msgspec.UNSET),
            ("spare", self.spare or msgspec.UNSET),
        ):
            msgspec.structs.force_setattr(self, name, value)
        if self.upright and self.mirror:
            raise BadInput(Text("An upright figure may not be mirrored."))
        assert self.shapes and self.target
        _admit_tolerance(self)
        for piece, shape in zip(self.pieces, self.shapes, strict=True):
            _admit_width(shape, piece.outline_text, self.tolerance_used)

    @property
    def extent(self) -> int:
        """The number of pieces, counting copies."""
        return sum(piece.count for piece in self.pieces)

    @cached_property
    def shapes(self) -> tuple[tuple[Contour, ...], ...]:
        """The region of each kind of piece."""
        return tuple(_region(piece.outline, piece.outline_text) for piece in self.pieces)

    @cached_property
    def target(self) -> tuple[Contour, ...]:
        """The region of the figure."""
        return region(read_outline(self.figure, FIGURE_TEXT), FIGURE_TEXT)

    @cached_property
    def has_colours(self) -> bool:
        """Whether any piece has coloured sides."""
        return any(piece.colours for piece in self.pieces)

    @cached_property
    def coloured_shapes(self) -> tuple[Sides, ...]:
        """The sides of each kind of piece, with their colours."""
        both = zip(self.shapes, self.pieces, strict=True)
        return tuple(
            sides_of(shape, piece.colours or (), EPSILON * size_of(shape)) for shape, piece in both
        )

    @cached_property
    def coloured_target(self) -> Sides:
        """The sides of the figure, with their colours."""
        return sides_of(self.target, self.colours or (), self.tolerance_used)

    @cached_property
    def sides(self) -> tuple[Contour, ...]:
        """The contours of the figure, with edges merged that continue within the tolerance."""
        return tuple(merged(contour, self.tolerance_used) for contour in self.target)

    @cached_property
    def balance(self) -> SideBalance:
        """The sides of the figure and of placed pieces, which cancel in an exact assembly."""
        return SideBalance(self.target, self.shapes, self.extent, self.tolerance_used)

    @cached_property
    def width(self) -> float:
        """The side of a square with the area of the smallest piece."""
        return sqrt(min(area_of(shape) for shape in self.shapes))

    @cached_property
    def tolerance_used(self) -> float:
        """The tolerance given, or the default."""
        if self.tolerance is not None:
            return self.tolerance
        slips = features_below(self.target, SLIP_SHARE * self.width)
        usual = max(USUAL_TOLERANCE * self.width, SLIP_TOLERANCE * max(slips, default=0.0))
        return max(usual, self.least_tolerance)

    @cached_property
    def least_tolerance(self) -> float:
        """The smallest tolerance that rounding errors and run time permit."""
        outlines = self.target, *self.shapes
        straight = all(isinstance(edge, Line) for each in outlines for c in each for edge in c)
        share = SMALLEST_SHARE if straight else SMALLEST_ROUND_SHARE
        return max(SMALLEST_TOLERANCE, share * max(map(size_of, outlines)))

    @property
    def angle_tolerance(self) -> float:
        """The tolerance of allowed angles, in degrees."""
        return UPRIGHT_ANGLE if self.upright else ANGLE

    def name_of(self, piece: int, copy: int) -> Text:
        """The name of a piece, with the number of the copy if there are several.

        >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
        >>> Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z").name_of(0, 1)
        'half 2'
        """
        kind = self.pieces[piece]
        if kind.count == 1 and copy == 0:
            return kind.name_text
        return Text("{piece} {number}", piece=kind.name_text, number=copy + 1)


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The placement of a piece: flipped in the line y = 0, then turned by degrees, then moved."""

    piece: int
    x: float
    y: float
    angle: float = 0.0
    flip: bool = False

    def __str__(self) -> str:
        """The placement as it appears in the JSON of a step.

        >>> str(Placement(3, 1.0, 0.5, 90.0, True))
        '1.0 0.5 90.0 flip'
        """
        return f"{self.x!r} {self.y!r} {self.angle!r}{' flip' if self.flip else ''}"

    @property
    def motion(self) -> Motion:
        """The motion that places the piece so."""
        return Motion(complex(self.x, self.y), self.angle, self.flip)


class Assembly(Answer, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer or an attempt: the placements of pieces.

    >>> Assembly(places=(Placement(piece=0, x=1, y=2, angle=90),)).places[0].motion(0)
    (1+2j)
    """

    places: tuple[Placement, ...]

    @property
    def pieces(self) -> list[tuple[int, Motion]]:
        """The kind and the motion of each placed piece."""
        return [(place.piece, place.motion) for place in self.places]


def with_moved_figure(puzzle: Tangram, motion: Motion) -> Tangram:
    """The puzzle with its figure moved."""
    colours = moved_colours(puzzle.target, puzzle.colours or (), flip=motion.flip)
    outline = write_outline(moved(puzzle.target, motion))
    return msgspec.structs.replace(puzzle, figure=outline, mirror=False, colours=colours)


def angle_difference(one: float, other: float) -> float:
    """The absolute difference of two angles in degrees, up to 180.

    >>> angle_difference(350, 10)
    20
    """
    return abs((one - other + 180) % 360 - 180)


def rounded_placement(kind: int, motion: Motion) -> Placement:
    """The placement of a motion, rounded to the decimals of `SMALLEST_TOLERANCE`."""
    x, y = (round(each, DIGITS) + 0.0 for each in (motion.shift.real, motion.shift.imag))
    return Placement(kind, x, y, round(motion.angle % 360, DIGITS) % 360, motion.flip)


Copy = tuple[int, int]
"""A piece: its kind and the number of the copy, both from 0."""


def copies(answer: Assembly) -> Iterator[tuple[Copy, Placement]]:
    """Each piece of an answer with its placement.

    >>> halves = Assembly(places=(Placement(4, 0, 0), Placement(4, 1, 1)))
    >>> [copy for copy, _ in copies(halves)]
    [(4, 0), (4, 1)]
    """
    used: Counter[int] = Counter()
    for place in answer.places:
        yield (place.piece, used[place.piece]), place
        used[place.piece] += 1


def placed_regions(puzzle: Tangram, answer: Assembly) -> Iterator[tuple[Copy, tuple[Contour, ...]]]:
    """Each piece of an answer with the region that it covers."""
    for copy, place in copies(answer):
        yield copy, moved(puzzle.shapes[place.piece], place.motion)


def admit_places(puzzle: Tangram, answer: Assembly) -> None:
    """Refuse placements of unknown pieces and coordinates out of range."""
    if len(answer.places) > settings().max_cells:
        raise BadInput(
            Text(
                "The answer places {n:,} pieces; at most {most} are allowed.",
                n=len(answer.places),
                most=settings().max_cells,
            )
        )
    for number, place in enumerate(answer.places, start=1):
        if not 0 <= place.piece < len(puzzle.pieces):
            last = len(puzzle.pieces) - 1
            raise BadInput(
                Text(
                    "Place {number}: there is no piece {piece}; pieces are numbered 0 to {last}.",
                    number=number,
                    piece=place.piece,
                    last=last,
                )
            )
        if not all(isfinite(v) and abs(v) <= FARTHEST for v in (place.x, place.y, place.angle)):
            raise BadInput(
                Text(
                    "Place {number}: x, y and the angle must be numbers up to {most:.0f}.",
                    number=number,
                    most=FARTHEST,
                )
            )


def _admit_tolerance(puzzle: Tangram) -> None:
    stated, width = puzzle.tolerance, puzzle.width
    if USUAL_TOLERANCE * width < SMALLEST_TOLERANCE:
        raise BadInput(
            Text("The smallest piece is only {width:g} wide: enlarge the puzzle.", width=width)
        )
    most, least = LARGEST_TOLERANCE * width, puzzle.least_tolerance
    size = max(map(size_of, (puzzle.target, *puzzle.shapes)))
    if USUAL_TOLERANCE * width < SMALLEST_SHARE * size or most < least:
        raise BadInput(
            Text(
                "The smallest piece is {width:g} wide, too small beside an outline of {size:g}.",
                width=width,
                size=size,
            )
        )
    if stated is None:
        return
    if not stated > 0:
        raise BadInput(
            Text("The tolerance must be more than 0, not {tolerance:g}.", tolerance=stated)
        )
    if not least <= stated <= most * (1 + 1e-9):
        raise BadInput(
            Text(
                "The tolerance must be {least:g} to {most:g} for these pieces, not {tolerance:g}.",
                least=least,
                most=most,
                tolerance=stated,
            )
        )


def _admit_edges(puzzle: Tangram) -> None:
    outlines = [(piece.outline, piece.outline_text) for piece in puzzle.pieces]
    contours = (read_outline(*each) for each in (*outlines, (puzzle.figure, FIGURE_TEXT)))
    edges = 0
    for contour in chain.from_iterable(contours):
        edges += edge_count(contour)
        if edges > MAX_EDGES:
            raise BadInput(
                Text("The outlines have more than {most} edges in total.", most=MAX_EDGES)
            )


def _admit_width(shape: Sequence[Contour], what: Text, tolerance: float) -> None:
    if not forms_contours(shape, tolerance):
        raise BadInput(
            Text(
                "{outline} is narrower than the tolerance of {tolerance:g}.",
                outline=what,
                tolerance=tolerance,
            )
        )


def _admit(piece: Piece) -> None:
    if not piece.name.strip() or len(piece.name) > MAX_NAME_LENGTH or not piece.name.isprintable():
        raise BadInput(
            Text(
                "The name of a piece must have 1 to {most} printable characters, not {name}.",
                most=MAX_NAME_LENGTH,
                name=quoted(piece.name),
            )
        )
    if piece.count < 1:
        raise BadInput(
            Text(
                "The count of piece {piece} must be 1 or more, not {count}.",
                piece=piece.name_text,
                count=piece.count,
            )
        )
    if piece.angles == ():
        raise BadInput(
            Text(
                "Piece {piece} has an empty list of angles: leave it out to allow any angle.",
                piece=piece.name_text,
            )
        )
    if piece.angles is not None and not all(map(isfinite, piece.angles)):
        raise BadInput(Text("The angles of piece {piece} must be numbers.", piece=piece.name_text))


def _normalised_piece(piece: Piece) -> Piece:
    outline, colours = _normalised_with_colours(
        piece.outline, piece.colours or (), piece.outline_text
    )
    return msgspec.structs.replace(piece, outline=outline, colours=colours or msgspec.UNSET)


def _normalised_with_colours(
    outline: str, colours: tuple[Colour, ...], what: Text
) -> tuple[str, tuple[Colour, ...]]:
    """An outline in normal form, with the colours of its sides in the new order."""
    normalised = normalised_outline(outline, what)
    if not colours:
        return normalised, ()
    drawn, region = read_outline(outline, what), _region(outline, what)
    admit_colours(drawn, colours, what)
    in_order = [contour for part in components(region) for contour in part]
    found, written = reordered_colours(colours, drawn, in_order), read_outline(normalised, what)
    if [len(contour) for contour in written] != [len(contour) for contour in in_order]:
        found = reordered_colours(found, in_order, written)
    return normalised, found


def normalised_outline(outline: str, what: Text) -> str:
    """An outline in normal form, so that equal puzzles are equal in every format.

    Each outer contour has its inside to the left and comes before its holes.

    >>> normalised_outline("M0 0 v1 h1 z", FIGURE_TEXT)
    'M0 0 L1 1 L0 1 Z'
    """
    in_order = components(_region(outline, what))
    written = write_outline([contour for part in in_order for contour in part])
    # Read again, because rounding may make points coincide.
    return write_outline(read_outline(written, what))


@lru_cache(maxsize=256)
def _region(outline: str, what: Text) -> tuple[Contour, ...]:
    contours = read_outline(outline, what)
    boxes = [edge.box for edge in edges_of(contours)]
    refuse_too_close(boxes, fineness(contours), what)
    return region(contours, what)


MODEL = Model(puzzle=Tangram, answer=Assembly, default_size=None)
