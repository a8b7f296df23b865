"""Hints: the next piece to place, justified by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quebra.contract.errors import Cut
from quebra.contract.results import Technique
from quebra.families.tangram.explain.stepwise import Corner, StepwiseSearch
from quebra.families.tangram.model import Placement, angle_difference
from quebra.families.tangram.solve.position import Position
from quebra.geometry.edges import Point
from quebra.geometry.outline import point_text
from quebra.i18n.text import Plural, Text, any_of

LAST_PIECE, ONLY_FIT, LOOK_AHEAD, TRIAL, CHOICE = TECHNIQUES = (
    Technique(Text("last piece"), 1, Text("one piece is left, and it fills the rest")),
    Technique(Text("only fit"), 1, Text("only one piece fits a corner, in only one way")),
    Technique(
        Text("look ahead"), 2, Text("every other way to fill a corner blocks another corner")
    ),
    Technique(
        Text("trial"), 3, Text("a search proves that no other way to fill a corner is right")
    ),
    Technique(
        Text("choice"), 4, Text("several ways to fill a corner are possible; this one is right")
    ),
)
AHEAD = 4
"""The most ways to fill a corner for which `look ahead` is used."""
TRIED = 6
DEEPEST = 7
NODES = 200
"""Limits of `trial`: ways to fill a corner, remaining pieces, and search nodes for each way."""
CLOSE = 1e-4
"""Placements that differ by less, in length or degrees, are equal."""


@dataclass(frozen=True)
class Hint:
    """A piece to place: the technique, the position afterwards, and the reason."""

    technique: Technique
    after: Position
    reason: Text


class Guide:
    """Produces hints that lead to a tiling; `solution` is one that is already known."""

    def __init__(self, search: StepwiseSearch, solution: Sequence[Placement]) -> None:
        self.search = search
        self.solution = solution

    def hints(self, position: Position) -> Iterator[Hint]:
        """Hints from a position that is part of the solution, until the figure is filled.

        Raises `Cut` if the corner search does not find the pieces of the solution.
        """
        while position.remainder and any(position.remaining):
            self.search.budget.pause()
            hint = self._next(position)
            yield hint
            position = hint.after

    def _next(self, position: Position) -> Hint:
        corners = sorted(self.search.corners(position), key=lambda corner: len(corner.successors))
        found = self._last_piece(position, corners) or self._only_fit(corners)
        return found or self._look_ahead(corners) or self._trial_or_choice(corners)

    def _last_piece(self, position: Position, corners: list[Corner]) -> Hint | None:
        if sum(position.remaining) > 1:
            return None
        last = next(
            (after for corner in corners for after in corner.successors if not after.remainder),
            None,
        )
        if last is None:
            raise Cut("method")
        text = Text("Only the {piece} is left, and it fills the rest.", piece=self._name(last))
        return Hint(LAST_PIECE, last, text)

    def _only_fit(self, corners: list[Corner]) -> Hint | None:
        for corner in corners:
            if len(corner.successors) == 1 and corner.point is not None:
                text = Text(
                    "Only the {piece} fits {corner}, in only one way.",
                    piece=self._name(corner.successors[0]),
                    corner=_at(corner.point),
                )
                return Hint(ONLY_FIT, corner.successors[0], text)
        return None

    def _look_ahead(self, corners: list[Corner]) -> Hint | None:
        for corner in corners:
            if len(corner.successors) > AHEAD or corner.point is None:
                break
            viable = [after for after in corner.successors if not self.search.is_stuck(after)]
            if len(viable) == 1:
                text = Plural(
                    "The {piece} fills {corner}: the other way leaves a corner that nothing fits.",
                    "The {piece} fills {corner}: "
                    "the {n} other ways leave a corner that nothing fits.",
                    n=len(corner.successors) - 1,
                    piece=self._name(viable[0]),
                    corner=_at(corner.point),
                )
                return Hint(LOOK_AHEAD, viable[0], text)
        return None

    def _trial_or_choice(self, corners: list[Corner]) -> Hint:
        """A piece of the solution: a proof by search if the other ways are few, else a choice."""
        corner = corners[0]
        right = (after for after in corner.successors if self._is_right(after))
        chosen = next(right, None) or next(filter(self.search.filled, corner.successors), None)
        if chosen is None:
            raise Cut("method")
        others = [after for after in corner.successors if after is not chosen]
        name, place = self._name(chosen), _at(corner.point)
        few = len(corner.successors) <= TRIED and sum(chosen.remaining) < DEEPEST
        if few and all(self.search.can_be_filled(after, NODES) is False for after in others):
            return Hint(TRIAL, chosen, _proof(name, place, len(others)))
        names = sorted({self._name(after) for after in corner.successors})
        if len(names) == 1:
            text = Text(
                "The {piece} fits {corner} in {n} ways. This one leads to a solution.",
                piece=name,
                corner=place,
                n=len(corner.successors),
            )
        else:
            text = Text(
                "One of these pieces fills {corner}: {pieces}. The {piece} leads to a solution.",
                corner=place,
                pieces=any_of(names),
                piece=name,
            )
        return Hint(CHOICE, chosen, text)

    def _is_right(self, position: Position) -> bool:
        """Whether the last placed piece is placed as in the solution."""
        mine = self.search.placement(position.placed[-1])
        return any(is_same(mine, place) for place in self.solution)

    def _name(self, position: Position) -> Text:
        return self.search.puzzle.pieces[position.placed[-1].variant.kind].name_text


def _proof(piece: Text, corner: Text, others: int) -> Text:
    """The reason of a trial; there is one way to fill a round remainder, which has no corner."""
    if not others:
        return Text(
            "The {piece} fills {corner}: nothing else fits there.", piece=piece, corner=corner
        )
    return Plural(
        "The {piece} fills {corner}: a search proves that the other way fails.",
        "The {piece} fills {corner}: a search proves that the {n} other ways fail.",
        n=others,
        piece=piece,
        corner=corner,
    )


def is_same(one: Placement, other: Placement) -> bool:
    """Whether two placements in normal form are equal up to rounding."""
    return (
        one.piece == other.piece
        and one.flip == other.flip
        and abs(complex(one.x - other.x, one.y - other.y)) <= CLOSE
        and angle_difference(one.angle, other.angle) <= CLOSE
    )


def _at(point: Point | None) -> Text:
    if point is None:
        return Text("the round remainder")
    return Text("the corner at {point}", point=point_text(point, 2))
