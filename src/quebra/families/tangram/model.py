"""Geometric puzzles: pieces with straight, round and curved sides, and the figure they form."""

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
from quebra.contract.quoting import shown
from quebra.contract.settings import settings
from quebra.families.tangram.colours import (
    Colour,
    Sides,
    admit_colours,
    moved_colours,
    reordered_colours,
    sides_of,
)
from quebra.geometry.edges import Line
from quebra.geometry.features import features_below
from quebra.geometry.limits import MAX_EDGES, edge_count, refuse_too_close
from quebra.geometry.motion import Motion
from quebra.geometry.outline import LARGEST, Contour, read_outline, write_outline
from quebra.geometry.region import (
    area_of,
    components,
    fineness,
    merged,
    moved,
    region,
    size_of,
)
from quebra.geometry.remainder.corners import forms_contours
from quebra.grid.cells import counted

USUAL_TOLERANCE = 1e-4
"""The tolerance where a puzzle states none, as a share of its smallest piece's width."""
SLIP = 1e-3
"""A feature of the figure smaller than this share of that width is an error of the drawing."""
SLIP_TOLERANCE = 2
"""The tolerance where the figure has such errors, in units of the largest one."""
LARGEST_TOLERANCE = 0.03
"""The largest tolerance, as such a share: the gaps of the classic paradoxes are just wider."""
SMALLEST_TOLERANCE = 1e-9
"""The places of pieces are told to so many decimals."""
SMALLEST_SHARE = 1e-10
"""The smallest tolerance, as a share of the largest outline: beyond, digits are lost."""
SMALLEST_ROUND_SHARE = 1e-6
"""The same where sides are round: polygons as fine as the tolerance stand for them."""
ANGLE, UPRIGHT_ANGLE = 0.01, 1e-7
"""How far, in degrees, a piece may be from an angle that is allowed; and if the figure is upright:
then angles are known, and proofs rest on that."""
FINE = 1e-7
"""Points of a piece closer than this share of its size are one."""
FARTHEST = 3 * LARGEST
"""How far a piece may be moved: from any point of an outline to any other, however it is turned."""
LONGEST_NAME = 40


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: its outline in SVG path data, and how it may be used.

    There are `count` of it. It may be turned over if `flip` says so, and lie only at the `angles`
    given, in degrees, where any are given. Where sides have colours, there is one for each side of
    the outline, in its order, or None where any will do.
    """

    name: str
    outline: str
    count: int = 1
    flip: bool = True
    angles: tuple[float, ...] | None = None
    colours: tuple[Colour, ...] | msgspec.UnsetType = msgspec.UNSET


class Tangram(
    Puzzle["Assembly"],
    frozen=True,
    dict=True,
    tag_field="family",
    tag="tangram",
    forbid_unknown_fields=True,
):
    """A geometric puzzle: pieces that shall form a figure.

    The figure may be formed anywhere and at any angle, and mirrored if `mirror` says so. The
    `tolerance` is the width of the widest gap, overlap or overhang that is forgiven: one into which
    no larger disc fits. Without one it is 0.0001 of the width of the smallest piece; or twice the
    largest feature of the figure below 0.001 of that width, which can only be an error of drawing.
    Where sides are round, it is at least 0.000001 of the size of the largest outline.

    Sides of pieces that meet have one colour, where both have any; and so it is with the sides of
    the figure, whose `colours` are those of its outline. An `upright` figure is formed as it is
    drawn, not turned. With `spare`, pieces may be left over. These three are left out of JSON where
    they are not used.

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
            raise BadInput("There are no pieces.")
        for piece in self.pieces:
            _admit(piece)
        most = settings().max_cells
        if self.extent > most:
            raise BadInput(f"There are {counted(self.extent, 'piece')}: at most {most}.")
        _admit_edges(self)
        pieces = tuple(_in_form(piece) for piece in self.pieces)
        msgspec.structs.force_setattr(self, "pieces", pieces)
        figure, colours = _coloured_in_form(self.figure, self.colours or (), "figure")
        for name, value in (
            ("figure", figure),
            ("colours", colours or msgspec.UNSET),
            ("upright", self.upright or msgspec.UNSET),
            ("spare", self.spare or msgspec.UNSET),
        ):
            msgspec.structs.force_setattr(self, name, value)
        if self.upright and self.mirror:
            raise BadInput("An upright figure is formed as it is drawn, and so it has no mirror.")
        assert self.shapes and self.target
        _admit_tolerance(self)
        for piece, shape in zip(self.pieces, self.shapes, strict=True):
            _admit_width(shape, f"outline of piece {piece.name}", self.tolerance_used)

    @property
    def extent(self) -> int:
        """How many pieces there are."""
        return sum(piece.count for piece in self.pieces)

    @cached_property
    def shapes(self) -> tuple[tuple[Contour, ...], ...]:
        """The region of each kind of piece."""
        return tuple(
            _region(piece.outline, f"outline of piece {piece.name}") for piece in self.pieces
        )

    @cached_property
    def target(self) -> tuple[Contour, ...]:
        """The region of the figure."""
        return region(read_outline(self.figure, "figure"), "figure")

    @cached_property
    def has_colours(self) -> bool:
        """Whether sides have to match."""
        return any(piece.colours for piece in self.pieces)

    @cached_property
    def coloured_shapes(self) -> tuple[Sides, ...]:
        """The sides of each kind of piece, with their colours."""
        both = zip(self.shapes, self.pieces, strict=True)
        return tuple(
            sides_of(shape, piece.colours or (), FINE * size_of(shape)) for shape, piece in both
        )

    @cached_property
    def coloured_target(self) -> Sides:
        """The sides of the figure, with their colours."""
        return sides_of(self.target, self.colours or (), self.tolerance_used)

    @cached_property
    def sides(self) -> tuple[Contour, ...]:
        """The figure with edges made one that go on straight within the tolerance."""
        return tuple(merged(contour, self.tolerance_used) for contour in self.target)

    @cached_property
    def width(self) -> float:
        """The width of the smallest piece: the side of a square as large."""
        return sqrt(min(area_of(shape) for shape in self.shapes))

    @cached_property
    def tolerance_used(self) -> float:
        """The width of the widest fault that is forgiven."""
        if self.tolerance is not None:
            return self.tolerance
        slips = features_below(self.target, SLIP * self.width)
        usual = max(USUAL_TOLERANCE * self.width, SLIP_TOLERANCE * max(slips, default=0.0))
        return max(usual, self.least_tolerance)

    @cached_property
    def least_tolerance(self) -> float:
        """The smallest tolerance that can be told from errors of numbers, with a fair effort."""
        outlines = self.target, *self.shapes
        straight = all(isinstance(edge, Line) for each in outlines for c in each for edge in c)
        share = SMALLEST_SHARE if straight else SMALLEST_ROUND_SHARE
        return max(SMALLEST_TOLERANCE, share * max(map(size_of, outlines)))

    @property
    def angle_tolerance(self) -> float:
        """How far, in degrees, a piece may be from an angle that is allowed."""
        return UPRIGHT_ANGLE if self.upright else ANGLE

    def name_of(self, piece: int, copy: int) -> str:
        """A piece in words; copies are numbered where there are several.

        >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
        >>> Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z").name_of(0, 1)
        'half 2'
        """
        kind = self.pieces[piece]
        return kind.name if kind.count == 1 and copy == 0 else f"{kind.name} {copy + 1}"


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a piece lies: flipped in the line y = 0 first, then turned by degrees, then moved."""

    piece: int
    x: float
    y: float
    angle: float = 0.0
    flip: bool = False

    def __str__(self) -> str:
        """Where the piece lies, as the JSON of a step has it.

        >>> str(Placement(3, 1.0, 0.5, 90.0, True))
        '1.0 0.5 90.0 flip'
        """
        return f"{self.x!r} {self.y!r} {self.angle!r}{' flip' if self.flip else ''}"

    @property
    def motion(self) -> Motion:
        """The motion that brings the piece there."""
        return Motion(complex(self.x, self.y), self.angle, self.flip)


class Assembly(Answer, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, or an attempt: where pieces lie.

    >>> Assembly(places=(Placement(piece=0, x=1, y=2, angle=90),)).places[0].motion(0)
    (1+2j)
    """

    places: tuple[Placement, ...]


def with_figure_moved(puzzle: Tangram, lying: Motion) -> Tangram:
    """The puzzle whose figure is that of another, moved."""
    colours = moved_colours(puzzle.target, puzzle.colours or (), flip=lying.flip)
    outline = write_outline(moved(puzzle.target, lying))
    return msgspec.structs.replace(puzzle, figure=outline, mirror=False, colours=colours)


Copy = tuple[int, int]
"""A piece: its kind, and which of its copies."""


def copies(answer: Assembly) -> Iterator[tuple[Copy, Placement]]:
    """Each piece of an answer, with its place.

    >>> halves = Assembly(places=(Placement(4, 0, 0), Placement(4, 1, 1)))
    >>> [copy for copy, _ in copies(halves)]
    [(4, 0), (4, 1)]
    """
    used: Counter[int] = Counter()
    for place in answer.places:
        yield (place.piece, used[place.piece]), place
        used[place.piece] += 1


def placed(puzzle: Tangram, answer: Assembly) -> Iterator[tuple[Copy, tuple[Contour, ...]]]:
    """Each piece of an answer, with its region where it lies."""
    for copy, place in copies(answer):
        yield copy, moved(puzzle.shapes[place.piece], place.motion)


def admit_places(puzzle: Tangram, answer: Assembly) -> None:
    """Refuse places that are not in the plane, and pieces that there are not."""
    if len(answer.places) > settings().max_cells:
        raise BadInput(f"The answer places {counted(len(answer.places), 'piece')}, too many.")
    for number, place in enumerate(answer.places, start=1):
        if not 0 <= place.piece < len(puzzle.pieces):
            last = len(puzzle.pieces) - 1
            raise BadInput(
                f"Place {number}: there is no piece {place.piece}; they are 0 to {last}."
            )
        if not all(isfinite(v) and abs(v) <= FARTHEST for v in (place.x, place.y, place.angle)):
            raise BadInput(f"Place {number}: x, y and angle must be numbers up to {FARTHEST:.0f}.")


def _admit_tolerance(puzzle: Tangram) -> None:
    stated, width = puzzle.tolerance, puzzle.width
    if USUAL_TOLERANCE * width < SMALLEST_TOLERANCE:
        raise BadInput(f"The smallest piece is {width:g} wide, too small: draw all larger.")
    most, least = LARGEST_TOLERANCE * width, puzzle.least_tolerance
    size = max(map(size_of, (puzzle.target, *puzzle.shapes)))
    if USUAL_TOLERANCE * width < SMALLEST_SHARE * size or most < least:
        raise BadInput(
            f"The smallest piece is {width:g} wide, too small beside an outline of {size:g}."
        )
    if stated is None:
        return
    if not stated > 0:
        raise BadInput(f"The tolerance must be more than 0, not {stated:g}.")
    if not least <= stated <= most * (1 + 1e-9):
        span = f"{least:g} to {most:g} for these pieces"
        raise BadInput(f"The tolerance must be {span}, not {stated:g}.")


def _admit_edges(puzzle: Tangram) -> None:
    outlines = [(piece.outline, f"outline of piece {piece.name}") for piece in puzzle.pieces]
    contours = (read_outline(*each) for each in (*outlines, (puzzle.figure, "figure")))
    edges = 0
    for contour in chain.from_iterable(contours):
        edges += edge_count(contour)
        if edges > MAX_EDGES:
            raise BadInput(f"The outlines have more than {MAX_EDGES} edges in all.")


def _admit_width(shape: Sequence[Contour], what: str, tolerance: float) -> None:
    if not forms_contours(shape, tolerance):
        raise BadInput(f"The {what} is narrower than the tolerance of {tolerance:g}.")


def _admit(piece: Piece) -> None:
    if not piece.name.strip() or len(piece.name) > LONGEST_NAME or not piece.name.isprintable():
        name = f"The name of a piece has 1 to {LONGEST_NAME} printable characters"
        raise BadInput(f"{name}, not {shown(piece.name)}.")
    if piece.count < 1:
        raise BadInput(f"The count of piece {piece.name} must be 1 or more, not {piece.count}.")
    if piece.angles == ():
        raise BadInput(f"Piece {piece.name} has an empty list of angles: leave it out for any.")
    if piece.angles is not None and not all(map(isfinite, piece.angles)):
        raise BadInput(f"The angles of piece {piece.name} must be numbers.")


def _in_form(piece: Piece) -> Piece:
    what = f"outline of piece {piece.name}"
    outline, colours = _coloured_in_form(piece.outline, piece.colours or (), what)
    return msgspec.structs.replace(piece, outline=outline, colours=colours or msgspec.UNSET)


def _coloured_in_form(
    outline: str, colours: tuple[Colour, ...], what: str
) -> tuple[str, tuple[Colour, ...]]:
    """An outline as it is always written, with the colours of its sides in that order."""
    in_form = outline_in_form(outline, what)
    if not colours:
        return in_form, ()
    drawn, region = read_outline(outline, what), _region(outline, what)
    admit_colours(drawn, colours, f"The {what}")
    in_order = [contour for part in components(region) for contour in part]
    found, written = reordered_colours(colours, drawn, in_order), read_outline(in_form, what)
    if [len(contour) for contour in written] != [len(contour) for contour in in_order]:
        found = reordered_colours(found, in_order, written)
    return in_form, found


def outline_in_form(outline: str, what: str) -> str:
    """An outline as it is always written, so that equal puzzles are equal in every format.

    Each outer contour has its inside to the left and comes before its holes.

    >>> outline_in_form("M0 0 v1 h1 z", "figure")
    'M0 0 L1 1 L0 1 Z'
    """
    in_order = components(_region(outline, what))
    written = write_outline([contour for part in in_order for contour in part])
    # Once more, for rounding may let points fall together, which are then one.
    return write_outline(read_outline(written, what))


@lru_cache(maxsize=256)
def _region(outline: str, what: str) -> tuple[Contour, ...]:
    contours = read_outline(outline, what)
    boxes = [edge.box for contour in contours for edge in contour]
    refuse_too_close(boxes, fineness(contours), f"The {what}")
    return region(contours, what)


MODEL = Model(puzzle=Tangram, answer=Assembly, default_size=None)
