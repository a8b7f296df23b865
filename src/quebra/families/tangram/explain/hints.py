"""Hints: the next piece to place, justified by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, pi
from typing import NamedTuple

from quebra.contract.errors import Cut
from quebra.contract.results import Technique
from quebra.families.tangram.explain import techniques as t
from quebra.families.tangram.explain import words
from quebra.families.tangram.explain.naming import MARKED_CORNER, Naming
from quebra.families.tangram.explain.stepwise import Corner, StepwiseSearch
from quebra.families.tangram.model import Placement, angle_difference
from quebra.families.tangram.solve.position import Position
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.corners import CLEAR, run_arriving, run_leaving
from quebra.i18n.text import Text

CLOSE = 1e-4
"""Placements that differ by less, in length or degrees, are equal."""
LONG_NAME = 3
"""Pieces whose names have more words are put into marked corners, not those with longer names."""
RIGHT_ANGLE = 0.01
"""Angles closer to a quarter turn, in radians, are right angles."""


class Said(NamedTuple):
    """The sentence of a hint, and the complete argument."""

    text: Text
    reason: Text


@dataclass(frozen=True)
class Hint:
    """A piece to place: the technique, the position afterwards, and what is said and marked.

    `corner` is the stroke that leaves the corner, and `edge` are the strokes of the edge that the
    sentence is about. `nodes` is the work of a trial. `options` is the number of different
    placements that the technique allows at this moment.
    """

    technique: Technique
    after: Position
    said: Said
    corner: int | None = None
    edge: tuple[int, ...] = ()
    nodes: int = 0
    options: int = 1


class Guide:
    """Produces hints that lead to a tiling; `solution` is one that is already known.

    Places are named as they are seen after the motion `whole`. Of equal hints, the one nearest to
    the point `near` is taken. With `counting`, the options of each moment are all counted.
    """

    def __init__(
        self,
        search: StepwiseSearch,
        solution: Sequence[Placement],
        whole: Motion | None = None,
        near: Point | None = None,
        *,
        counting: bool = False,
    ) -> None:
        self.search, self.solution = search, solution
        self.whole, self.near = whole or Motion(), near
        self.counting = counting
        self.has_equal_kinds = any(search.search.later_equals)

    def hints(self, position: Position) -> Iterator[Hint]:
        """Hints from a position that is part of the solution, until the figure is filled.

        Raises `Cut` if the corner search does not find the pieces of the solution.
        """
        while position.remainder and any(position.remaining):
            self.search.budget.pause()
            hint = _Moment(self, position).hint()
            yield hint
            position = hint.after

    def is_sure(self, position: Position) -> bool:
        """Whether the solution does not contradict that the last placed piece is forced.

        It may where errors of the places of round pieces add up. Of equal kinds of pieces, the
        solution may have another one there.
        """
        return self.has_equal_kinds or self.is_right(position)

    def complete(self, position: Position) -> bool:
        """Search for a solution that contains a position, and keep it; returns whether there is."""
        found = self.search.filled(position)
        if found is not None:
            self.solution = [self.search.placement(placed) for placed in found.placed]
        return found is not None

    def is_right(self, position: Position) -> bool:
        """Whether the last placed piece is placed as in the solution."""
        mine = self.search.placement(position.placed[-1])
        return any(is_same(mine, place) for place in self.solution)


class _Moment:
    """One position, and the hints that apply to it."""

    def __init__(self, guide: Guide, position: Position) -> None:
        self.guide, self.search, self.position = guide, guide.search, position
        self.naming = Naming(position, guide.whole)
        self.all = self.search.corners(position)
        self.corners = [corner for corner in self.all if corner.stroke is not None]

    def hint(self) -> Hint:
        return self._last_piece() or self._only_fit() or self._look_ahead() or self._trial()

    def _last_piece(self) -> Hint | None:
        if sum(self.position.remaining) > 1:
            return None
        filled = (after for corner in self.all for after in corner.successors)
        last = next((after for after in filled if not after.remainder), None)
        if last is None:
            last = self._last_of_solution()
        return Hint(t.LAST_PIECE, last, Said(words.last_piece(self._name(last)), Text()))

    def _last_of_solution(self) -> Position:
        """The position with the last piece of the solution.

        The corner search may miss it where errors of the places of round pieces add up.
        """
        there = [self.search.placement(placed) for placed in self.position.placed]
        for place in self.guide.solution:
            known = any(is_same(place, other) for other in there)
            if self.position.remaining[place.piece] and not known:
                placed = self.search.piece_at(place.piece, place.motion)
                if placed is not None:
                    pieces = (*self.position.placed, placed)
                    return replace(self.position, remainder=[], joints=[], placed=pieces)
        raise Cut("method")

    def _only_fit(self) -> Hint | None:
        """The piece of a corner that only one fits: by its side, by its angle, or else at all."""
        single = (corner for corner in self.corners if len(corner.successors) == 1)
        forced = [corner for corner in single if self.guide.is_sure(corner.successors[0])]
        if not forced:
            return None
        options = len({self._key(corner.successors[0]) for corner in forced})
        sides = [hint for corner in forced if (hint := self._by_side(corner, options))]
        if sides:
            return max(sides, key=lambda hint: (self._length(hint.edge), -self._distance(hint)))
        ranked = sorted(forced, key=self._rank)
        return self._by_fit(ranked[0], options)

    def _by_side(self, corner: Corner, options: int) -> Hint | None:
        """The hint by a side that only one remaining piece has."""
        i, after = _stroke(corner), corner.successors[0]
        joints, variant = self.position.joints, after.placed[-1].variant
        leaving, arriving = (*run_leaving(i, joints),), (*run_arriving(i, joints),)[::-1]
        fitting = [(leaving, variant.side)]
        if self._fills_angle(corner):
            fitting.append((arriving, variant.back))
        for run, side in fitting:
            if abs(self._length(run) - side) <= self._slack and self._is_only_side(
                run, variant.kind
            ):
                bend = self.position.remainder[run[0]].bend
                said = Said(
                    words.side(self._name(after), self.naming.edge(run), is_round=bool(bend)),
                    words.SIDE_REASON,
                )
                return Hint(t.SIDE, after, said, None, run, options=options)
        return None

    def _is_only_side(self, run: Sequence[int], kind: int) -> bool:
        """Whether no other remaining piece has a side that looks as long as a run.

        With a round run, only round sides are compared.
        """
        length, bend = self._length(run), self.position.remainder[run[0]].bend
        slack = max(self._slack, t.ALIKE * length)
        return not any(
            other != kind
            and self.position.remaining[other]
            and any(
                abs(each.side - length) <= slack and (each.bend or not bend) for each in variants
            )
            for other, variants in enumerate(self.search.search.variants)
        )

    def _by_fit(self, corner: Corner, options: int) -> Hint:
        """The hint by a corner that only one piece fills, or an edge along which only one fits."""
        i, after = _stroke(corner), corner.successors[0]
        name, place = self._name(after), self._place(corner, after)
        fills = self._fills_angle(corner)
        others = (fills and self._is_round(i)) or self.search.others_fit(
            self.position, i, after.placed[-1].variant, anywhere=fills
        )
        edge = () if fills else (*run_leaving(i, self.position.joints),)
        if fills and not others:
            is_right = abs(self.position.joints[i].angle - pi / 2) < RIGHT_ANGLE
            said = Said(words.angle(name, place, is_right=is_right), words.FIT_REASON)
            return Hint(t.ANGLE, after, said, i, options=options)
        if others:
            text = words.no_gap(name, place) if fills else words.no_gap_along(name)
            return Hint(t.ONLY_FIT, after, Said(text, words.GAP_REASON), i, edge, options=options)
        said = Said(words.only_fit(name, place), words.FIT_REASON)
        return Hint(t.ONLY_FIT, after, said, i, edge, options=options)

    def _is_round(self, i: int) -> bool:
        """Whether an edge of a corner is round: other pieces may then lie beside it with a gap."""
        strokes, before = self.position.remainder, self.position.joints[i].before
        return bool(strokes[i].bend or strokes[before].bend)

    def _fills_angle(self, corner: Corner) -> bool:
        i = _stroke(corner)
        joint = self.position.joints[i]
        shorter = min(joint.length, self.position.joints[joint.before].length)
        variant = corner.successors[0].placed[-1].variant
        return abs(joint.angle - variant.angle) * shorter <= self._slack

    def _look_ahead(self) -> Hint | None:
        """The piece of a corner in which every other way leaves a corner that nothing fits."""
        found: dict[object, Hint] = {}
        few = [corner for corner in self.corners if 0 < len(corner.successors) <= t.AHEAD]
        for corner in sorted(few, key=lambda c: (len(c.successors), self._distance_of(c))):
            viable = [after for after in corner.successors if not self.search.is_stuck(after)]
            if len(viable) == 1 and self.guide.is_sure(viable[0]):
                place = self._place(corner, viable[0])
                said = words.look_ahead(self._name(viable[0]), place), words.AHEAD_REASON
                hint = Hint(t.LOOK_AHEAD, viable[0], Said(*said), _stroke(corner))
                found.setdefault(self._key(viable[0]), hint)
                if not self.guide.counting:
                    break
        first = next(iter(found.values()), None)
        return first and _with_options(first, len(found))

    def _trial(self) -> Hint:
        """A proof by search if the other ways are few, else a piece of the solution."""
        found: list[Hint] = []
        for corner in self.all[: t.TRIED_CORNERS]:
            if hint := self._tried(corner):
                if hint.technique is t.EITHER_WAY:
                    return hint
                found.append(hint)
        if not found:
            raise Cut("method")
        return min(found, key=lambda hint: (t.TECHNIQUES.index(hint.technique), hint.nodes))

    def _tried(self, corner: Corner) -> Hint | None:
        """The piece of the solution in a corner, with what a search finds out about other ways."""
        chosen = self._right(corner)
        if chosen is None:
            return None
        name, place = self._name(chosen), self._place(corner, chosen)
        others = [after for after in corner.successors if after is not chosen]
        few = len(others) < t.TRIED_WAYS and sum(chosen.remaining) <= t.TRIED_PIECES
        before = self._nodes
        verdicts = [self.search.can_be_filled(each, t.TRIAL_NODES) for each in others if few]
        nodes = self._nodes - before
        if few and not any(each is not False for each in verdicts):
            technique = t.SHORT_TRIAL if nodes <= t.SHORT_NODES else t.TRIAL
            said = Said(words.trial(name, place), words.trial_reason(nodes))
        elif True in verdicts:
            technique, nodes = t.EITHER_WAY, 0
            said = Said(words.either_way(name, place), words.EITHER_REASON)
        else:
            technique, nodes = t.CHOICE, t.TRIAL_NODES * len(corner.successors)
            names = {self._name(after) for after in corner.successors}
            text = words.choice(name, place, alike=len(names) == 1)
            said = Said(text, words.CHOICE_REASON)
        return Hint(technique, chosen, said, corner.stroke, nodes=nodes)

    def _right(self, corner: Corner) -> Position | None:
        """The position with the piece of a solution in a corner."""
        known = next(filter(self.guide.is_right, corner.successors), None)
        if known or corner is not self.all[0]:
            return known
        return next(filter(self.guide.complete, corner.successors), None)

    @property
    def _nodes(self) -> int:
        return int(self.search.budget.stats.get("nodes", 0))

    @property
    def _slack(self) -> float:
        return CLEAR * self.search.search.snapping

    def _place(self, corner: Corner, after: Position) -> Text:
        """The name of a corner, which is short if that of the piece is long."""
        if corner.stroke is None:
            return words.ROUND
        is_long = len(self._name(after).split()) > LONG_NAME
        return MARKED_CORNER if is_long else self.naming.corner(corner.stroke)

    def _length(self, run: Sequence[int]) -> float:
        return sum(self.position.joints[k].length for k in run)

    def _rank(self, corner: Corner) -> tuple[bool, float]:
        """Corners that a piece fills completely first, then those near the last move."""
        return not self._fills_angle(corner), self._distance_of(corner)

    def _distance(self, hint: Hint) -> float:
        return self._from_near(self.position.remainder[hint.edge[0]].middle)

    def _distance_of(self, corner: Corner) -> float:
        return self._from_near(self.position.remainder[_stroke(corner)].start)

    def _from_near(self, point: Point) -> float:
        near = self.guide.near
        return inf if near is None else abs(self.guide.whole(point) - near)

    def _key(self, after: Position) -> object:
        place = self.search.placement(after.placed[-1])
        return (
            place.piece,
            round(place.x, 3),
            round(place.y, 3),
            round(place.angle) % 360,
            place.flip,
        )

    def _name(self, position: Position) -> Text:
        return self.search.puzzle.pieces[position.placed[-1].variant.kind].name_text


def _stroke(corner: Corner) -> int:
    assert corner.stroke is not None
    return corner.stroke


def _with_options(hint: Hint, options: int) -> Hint:
    return replace(hint, options=options)


def is_same(one: Placement, other: Placement) -> bool:
    """Whether two placements in normal form are equal up to rounding."""
    return (
        one.piece == other.piece
        and one.flip == other.flip
        and abs(complex(one.x - other.x, one.y - other.y)) <= CLOSE
        and angle_difference(one.angle, other.angle) <= CLOSE
    )
