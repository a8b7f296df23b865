"""The tables and figures of the paper as cases: an assembly, what the paper says, and the truth.

The coordinates are our own: the paper describes its pictures by the names of vertices. The figure
of a relation is the union of the two pieces, which `geometry.arrangement` computes without the
relations.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import tau

from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import Arc, Line, chained
from quebra.geometry.intersections import LineOrArc
from quebra.geometry.outline import Contour, read_outline, write_outline
from quebra.papers.geometric_verifier.engine import verify
from quebra.papers.geometric_verifier.figures import (
    TANGENT_ARCS,
    TANGENT_ARCS_WITH_VERTICES,
    TANGENT_SIDE,
    TANGENT_SIDE_WITH_VERTICES,
    Board,
    board,
)
from quebra.papers.geometric_verifier.relation_examples import (
    ARC_EXAMPLES,
    SEGMENT_EXAMPLES,
    Example,
)

SHARP = 1e-9
DEPTH = 1.6
"""The height of a triangle on a straight edge, and the width of the ring outside an arc."""
TOUCHING = ", touching"
"""The variant of relations 5 and 10 in which the ends or the starts are one point."""

ACCEPTED, REFUSED, NONE = "accepted", "refused", "no verdict"
EXCLUDED, NOT_ASKED = "excluded", "not considered"

GROUPS = {
    **dict.fromkeys((1, 2, 4, 8), "split"),
    **dict.fromkeys((0, 6, 9), "null"),
    **dict.fromkeys((3, 12), "split and eliminate"),
    **dict.fromkeys((5, 7, 10, 11, 13, 14, 15), "eliminate"),
}
"""The groups of sections 4.1.1 to 4.1.3; 5, 10 and 15 have a null case too."""


@dataclass(frozen=True)
class Case:
    """An assembly: what the paper says of it, and whether it is `right`.

    A relation has its two edges in `pair`, and `paper` is the group of the relation; else `paper`
    is the verdict. `why` explains a verdict of the relations that is wrong.
    """

    name: str
    about: str
    puzzle: Tangram
    answer: Assembly
    paper: str
    right: bool = True
    pair: Example | None = None
    why: str = ""

    @property
    def file(self) -> str:
        """The name of its picture.

        >>> FIGURES[0].file
        'figure-2-left'
        """
        return "-".join("".join(c if c.isalnum() else " " for c in self.name).split()).lower()


def letter_verdict(case: Case) -> str:
    """The verdict of the relations; "no verdict" where the paper excludes the puzzle."""
    found = verify(case.puzzle, case.answer)
    if found.unmet:
        return NONE
    return ACCEPTED if found.accepted else REFUSED


def robust_verdict(case: Case) -> str:
    """The verdict of `check`."""
    return REFUSED if check(case.puzzle, case.answer) else ACCEPTED


def relation_case(table: int, example: Example) -> Case:
    """Two pieces with the edges of an example, which touch without an overlap."""
    null = _variant(example) in (TOUCHING, ", figure 5")
    a, b = (_piece(example, edge) for edge in (example.a, example.b))
    whole = Arrangement([(a,), (b,)], SHARP).contours(bool)
    shown = board("", write_outline(whole), a=write_outline([a]), b=write_outline([b]))
    return Case(
        name=f"table {table}, {example.code}{_variant(example)}",
        about=example.about,
        puzzle=shown.puzzle,
        answer=shown.answer,
        paper="null" if null else GROUPS[example.code],
        pair=example,
    )


def _variant(example: Example) -> str:
    """The special case that an example shows, for its name."""
    _, figure, number = example.about.rstrip(")").partition("figure ")
    return f", {figure}{number}" if figure else TOUCHING if example.about else ""


def _piece(example: Example, edge: LineOrArc) -> Contour:
    """The piece of an edge; that of relation 0 reaches the other one elsewhere."""
    if isinstance(edge, Arc):
        return _round_piece(edge, whole="figure" in _variant(example) or example.code == 0)
    if example.code == 0:
        hook, bar = "M0 0 H4 V-2 H5 V1.5 H0 Z", "M4 -1 H0 V-2 H4 Z"
        (contour,) = read_outline(hook if edge is example.a else bar)
        return contour
    ahead = edge.end - edge.start
    apex = (edge.start + edge.end) / 2 + DEPTH * 1j * ahead / abs(ahead)
    return chained([edge.start, edge.end, apex])


def _round_piece(arc: Arc, whole: bool) -> Contour:
    """A segment of a disc or the whole disc within a convex arc, a part of a ring outside."""
    if arc.sweep > 0:
        rest = Arc(arc.end, arc.start, arc.centre, tau - arc.sweep)
        return (arc, rest if whole else Line(arc.end, arc.start))
    out = 1 + DEPTH / arc.radius
    first, last = (arc.centre + out * (p - arc.centre) for p in (arc.end, arc.start))
    return (
        arc,
        Line(arc.end, first),
        Arc(first, last, arc.centre, -arc.sweep),
        Line(last, arc.start),
    )


TABLE_1 = tuple(relation_case(1, example) for example in SEGMENT_EXAMPLES)
TABLE_2 = tuple(relation_case(2, example) for example in ARC_EXAMPLES)


def _case(
    name: str, shown: Board, paper: str = ACCEPTED, right: bool = True, why: str = ""
) -> Case:
    return Case(name, shown.about, shown.puzzle, shown.answer, paper, right, why=why)


def _with_places(shown: Board, about: str, *places: Placement) -> Board:
    return Board(about, shown.puzzle, Assembly(places=places))


def _in_place(*pieces: int) -> tuple[Placement, ...]:
    return tuple(Placement(piece=piece, x=0, y=0) for piece in pieces)


_NOT_FOUND = (
    "The pair of edges is void, so that neither is split where they touch; but the contour of the "
    "figure passes through that point."
)
_ONLY_CONTOURS = "Only the contour is compared, and it is that of the figure."
_NO_LIST = "No list of edges describes the figure."

_ARRANGED = board(
    "A square of two triangles beside a trapezoid",
    "M-2 2 L0 0 H4 V2 Z",
    one="M-2 2 L0 0 H2 V2 Z",
    two="M2 0 H4 V2 Z",
    three="M2 0 L4 2 H2 Z",
)
_TURNED = (Placement(piece, x=4, y=-2, angle=90) for piece in (1, 2))
_BARS = {
    "top": "M0 0 H2 V1 H0 Z",
    "right": "M2 0 H3 V2 H2 Z",
    "bottom": "M1 2 H3 V3 H1 Z",
    "left": "M0 1 H1 V3 H0 Z",
}
_FILLED = board("A square of five pieces", "M0 0 H3 V3 H0 Z", **_BARS, middle="M1 1 H2 V2 H1 Z")

FIGURES = (
    _case("figure 2, left", _ARRANGED),
    _case(
        "figure 2, right",
        _with_places(_ARRANGED, "The same, the square turned", *_in_place(0), *_TURNED),
    ),
    _case(
        "figure 4",
        board("The figure has a hole", "M0 0 H3 V3 H0 Z M1 1 V2 H2 V1 Z", **_BARS),
        EXCLUDED,
        why=_NO_LIST,
    ),
    _case("figure 9, filled", _FILLED),
    _case(
        "figure 9, hole",
        _with_places(_FILLED, "Without the middle: a contour of a hole", *_in_place(0, 1, 2, 3)),
        REFUSED,
        right=False,
    ),
    _case("figures 10 and 11", TANGENT_ARCS, REFUSED, why=_NOT_FOUND),
    _case("figure 12", TANGENT_ARCS_WITH_VERTICES),
    _case("figures 13 and 14", TANGENT_SIDE, REFUSED, why=_NOT_FOUND),
    _case("figure 15", TANGENT_SIDE_WITH_VERTICES),
)
"""The figures that show an assembly; 5 to 8 are relations of table 2."""

_SQUARE = "M0 0 H4 V4 H0 Z"
_BOOT = Piece(name="boot", outline="M0 0 H1 V2 H3 V3 H0 Z", flip=False)

LIMITS = (
    _case(
        "overlap",
        board("A piece lies on another one", _SQUARE, large=_SQUARE, small="M1 1 H3 V3 H1 Z"),
        EXCLUDED,
        right=False,
        why=_ONLY_CONTOURS,
    ),
    _case(
        "left over",
        board("A piece lies elsewhere", _SQUARE, large=_SQUARE, small="M6 1 H8 V3 H6 Z"),
        NOT_ASKED,
        right=False,
        why=_ONLY_CONTOURS,
    ),
    _case(
        "flipped",
        Board(
            "A piece is turned over that may not be",
            Tangram(pieces=(_BOOT,), figure="M0 0 H3 V3 H2 V1 H0 Z"),
            Assembly(places=(Placement(piece=0, x=0, y=3, flip=True),)),
        ),
        NOT_ASKED,
        right=False,
        why=_ONLY_CONTOURS,
    ),
    _case(
        "two parts",
        board(
            "The figure has two parts",
            "M0 0 H2 V2 H0 Z M3 0 H5 V2 H3 Z",
            left="M0 0 H2 V2 H0 Z",
            right="M3 0 H5 V2 H3 Z",
        ),
        NOT_ASKED,
        why=_NO_LIST,
    ),
    _case(
        "curve",
        board("A side is another curve", "M0 0 H2 Q3 1 2 2 H0 Z", whole="M0 0 H2 Q3 1 2 2 H0 Z"),
        EXCLUDED,
        why=_NO_LIST,
    ),
)
"""Assemblies beyond the conditions of the paper, or about which it says nothing."""
