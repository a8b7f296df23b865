"""The sixteen relations of two edges of different pieces, and the effect of each.

M. Siqueira Júnior and others, *A Novel Algorithm to Verify the Solution of Geometric Puzzle Games*,
sections 4.1 to 4.1.3. Edge a runs from a1 to a2 and edge b from b1 to b2. For each of the four ends
in this order one bit says whether it lies on the other edge; the four bits are the code of the
relation. The relations follow the paper exactly; `geometry.arrangement` has none of their limits.

Two edges have a relation only if both are straight, or both are arcs of one circle of which one is
convex and the other concave; all other pairs are void, whatever their code would be.

The paper requires that pieces do not overlap and have one orientation. Coincident edges then run in
opposite directions, and the parts are named accordingly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from quebra.geometry.edges import Arc, Line, Point
from quebra.geometry.intersections import LineOrArc
from quebra.i18n.text import Text

End = Literal["a1", "a2", "b1", "b2"]
Part = tuple[End, End]
"""A remaining part of an edge, from one point to another."""
Group = Literal["split", "null", "eliminate"]

WHOLE_A: tuple[Part, ...] = (("a1", "a2"),)
WHOLE_B: tuple[Part, ...] = (("b1", "b2"),)

SHORTEST = 2
"""Shortest part that a split leaves, in tolerances: the ends of a shorter one could be merged."""


@dataclass(frozen=True)
class Effect:
    """The remaining parts of both edges."""

    a: tuple[Part, ...] = WHOLE_A
    b: tuple[Part, ...] = WHOLE_B

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the paper that it belongs to; 3 and 12 split one edge and eliminate one.

        >>> Effect(a=(("a1", "b2"), ("b1", "a2")), b=()).groups
        ('split', 'eliminate')
        """
        if self == NULL:
            return ("null",)
        groups: list[Group] = []
        if len(self.a) == 2 or len(self.b) == 2:
            groups.append("split")
        if len(self.a) + len(self.b) < 3:
            groups.append("eliminate")
        return tuple(groups)


NULL = Effect()


@dataclass(frozen=True)
class Relation:
    """A relation: its code, its name, and its effect, in words and as parts.

    Where the `touching` ends are one point, the edges only touch, and the effect is `NULL`.
    """

    code: int
    name: Text
    text: Text
    effect: Effect = NULL
    touching: Part | None = None


_SPLIT_A_AT_B1 = Effect(a=(("a1", "b1"), ("b1", "a2")))
_SPLIT_A_AT_B2 = Effect(a=(("a1", "b2"), ("b2", "a2")))
_SPLIT_B_AT_A1 = Effect(b=(("b1", "a1"), ("a1", "b2")))
_SPLIT_B_AT_A2 = Effect(b=(("b1", "a2"), ("a2", "b2")))
_BOTH_GO = Effect((), ())
_START_LEFT = Effect((("a1", "b2"),), (("b1", "a2"),))
_END_LEFT = Effect((("b1", "a2"),), (("a1", "b2"),))

RELATIONS = (
    Relation(0, Text("apart"), Text("no end lies on the other edge: nothing happens")),
    Relation(1, Text("b ends on a"), Text("edge a is split where b ends"), _SPLIT_A_AT_B2),
    Relation(2, Text("b starts on a"), Text("edge a is split where b starts"), _SPLIT_A_AT_B1),
    Relation(
        3,
        Text("b within a"),
        Text("edge b is removed, and a is split into the parts before and after it"),
        Effect((("a1", "b2"), ("b1", "a2")), ()),
    ),
    Relation(4, Text("a ends on b"), Text("edge b is split where a ends"), _SPLIT_B_AT_A2),
    Relation(
        5,
        Text("ends together"),
        Text("the stretch between the two ends is removed from both"),
        _START_LEFT,
        ("a2", "b2"),
    ),
    Relation(6, Text("a leads to b"), Text("edge b starts where a ends: nothing happens")),
    Relation(
        7,
        Text("b along the end of a"),
        Text("edge b and the end of a that it covers are removed"),
        Effect((("a1", "b2"),), ()),
    ),
    Relation(8, Text("a starts on b"), Text("edge b is split where a starts"), _SPLIT_B_AT_A1),
    Relation(9, Text("b leads to a"), Text("edge a starts where b ends: nothing happens")),
    Relation(
        10,
        Text("starts together"),
        Text("the stretch between the two starts is removed from both"),
        _END_LEFT,
        ("a1", "b1"),
    ),
    Relation(
        11,
        Text("b along the start of a"),
        Text("edge b and the start of a that it covers are removed"),
        Effect((("b1", "a2"),), ()),
    ),
    Relation(
        12,
        Text("a within b"),
        Text("edge a is removed, and b is split into the parts before and after it"),
        Effect((), (("b1", "a2"), ("a1", "b2"))),
    ),
    Relation(
        13,
        Text("a along the end of b"),
        Text("edge a and the end of b that it covers are removed"),
        Effect((), (("b1", "a2"),)),
    ),
    Relation(
        14,
        Text("a along the start of b"),
        Text("edge a and the start of b that it covers are removed"),
        Effect((), (("a1", "b2"),)),
    ),
    Relation(15, Text("all along"), Text("both edges are removed"), _BOTH_GO),
)

ARC_RELATIONS = (0, 3, 5, 7, 10, 11, 12, 13, 14, 15)
"""The relations that arcs can have (table 2).

Such arcs run around one circle in opposite directions, so that no single end can lie on the other
arc (1, 2, 4, 8), and no arc can continue the other (6, 9).
"""

_FULL_CIRCLE = {
    (True, True): NULL,
    (True, False): _START_LEFT,
    (False, True): _END_LEFT,
    (False, False): Effect((("b1", "b2"),), (("a1", "a2"),)),
}
"""Relation 15 of arcs that together cover the whole circle: figures 5 to 8 of the paper.

The keys say whether the starts are one point, and whether the ends are. For figure 6 the text of
the paper requires both, which is figure 5; the figure and its effect need different ends, as here.
"""


def code_of(a: LineOrArc, b: LineOrArc, tolerance: float) -> int | None:
    """The code of the relation of two edges; None where the pair is void.

    >>> code_of(Line(0, 4), Line(3, 1), 1e-9)
    3
    >>> code_of(Line(0, 2), Arc(0, 2, 1, -3.14159), 1e-9) is None
    True
    """
    if not _comparable(a, b, tolerance):
        return None
    ends = ((a.start, b), (a.end, b), (b.start, a), (b.end, a))
    bits = [abs(edge.at(edge.nearest(end)) - end) <= tolerance for end, edge in ends]
    return int("".join("01"[bit] for bit in bits), 2)


def effect_of(code: int, a: LineOrArc, b: LineOrArc, tolerance: float) -> Effect:
    """The effect of a relation on these two edges.

    >>> effect_of(5, Line(0, 2), Line(3, 1), 1e-9).a
    (('a1', 'b2'),)
    >>> effect_of(5, Line(0, 2), Line(2 + 1j, 2), 1e-9) == NULL
    True
    """
    points = _points(a, b)
    relation = RELATIONS[code]

    def same(one: End, other: End) -> bool:
        return abs(points[one] - points[other]) <= tolerance

    if relation.touching and same(*relation.touching):
        return NULL
    if code == 15 and isinstance(a, Arc) and not (same("a1", "b2") and same("a2", "b1")):
        return _FULL_CIRCLE[same("a1", "b1"), same("a2", "b2")]
    parts = (*relation.effect.a, *relation.effect.b)
    short = any(abs(points[p] - points[q]) <= SHORTEST * tolerance for p, q in parts)
    return NULL if short and relation.effect.groups == ("split",) else relation.effect


def effect_in_words(relation: Relation, effect: Effect) -> Text:
    """The effect that a relation had, usual or not, in words.

    >>> effect_in_words(RELATIONS[5], NULL)
    'they only touch at their ends: nothing happens'
    """
    if effect == relation.effect:
        return relation.text
    if effect == NULL:
        return Text("they only touch at their ends: nothing happens")
    return Text("the stretches that coincide are removed from both arcs")


def remaining_parts(
    effect: Effect, a: LineOrArc, b: LineOrArc
) -> tuple[tuple[LineOrArc, ...], tuple[LineOrArc, ...]]:
    """The edges that an effect leaves of each, in their own directions.

    >>> remaining_parts(RELATIONS[3].effect, Line(0, 4), Line(3, 1))
    ((Line(start=0, end=1), Line(start=3, end=4)), ())
    """
    points = _points(a, b)

    def parts(
        edge: LineOrArc, left: Sequence[Part], whole: tuple[Part, ...]
    ) -> tuple[LineOrArc, ...]:
        if left == whole:
            return (edge,)
        return tuple(_between(edge, points[start], points[end]) for start, end in left)

    return parts(a, effect.a, WHOLE_A), parts(b, effect.b, WHOLE_B)


def _comparable(a: LineOrArc, b: LineOrArc, tolerance: float) -> bool:
    if isinstance(a, Line) and isinstance(b, Line):
        return True
    if isinstance(a, Arc) and isinstance(b, Arc) and (a.sweep > 0) != (b.sweep > 0):
        return abs(a.centre - b.centre) <= tolerance and abs(a.radius - b.radius) <= tolerance
    return False


def _points(a: LineOrArc, b: LineOrArc) -> dict[End, Point]:
    return {"a1": a.start, "a2": a.end, "b1": b.start, "b2": b.end}


def _between(edge: LineOrArc, start: Point, end: Point) -> LineOrArc:
    """The part of an edge between two points on it, which become its ends unchanged."""
    if isinstance(edge, Line):
        return Line(start, end)
    turned = edge.nearest(end) - edge.nearest(start)
    return Arc(start, end, edge.centre, edge.sweep * turned)
