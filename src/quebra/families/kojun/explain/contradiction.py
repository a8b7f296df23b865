"""Techniques that assume a candidate: a contradiction by propagation, or an exhaustive search."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from quebra.engine.budget import Budget
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.grid.candidates import Mark, bits, impossible, soonest_failure
from quebra.grid.deduction import Deduction, Explanation
from quebra.i18n.text import Text, sentences

Fact = tuple[int, int, bool]
"""A cell, a value, and whether the cell has that value."""

SHORT_PROOF = 3
"""Forced numbers in a proof that is short enough; no shorter one is searched for."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The cells where an assumption fails, the reason, and the facts that cause it."""

    where: tuple[int, ...]
    text: Text
    causes: tuple[Fact, ...]


class Assumption:
    """The consequences of one candidate by singles and order, each fact with its causes."""

    __slots__ = ("causes", "conflict", "initial", "layout", "mark", "masks", "queue")

    def __init__(self, layout: KojunLayout, masks: list[int], mark: Mark) -> None:
        self.layout = layout
        self.mark = mark
        self.initial = masks
        self.masks = masks.copy()
        self.causes: dict[Fact, tuple[Fact, ...]] = {}
        self.queue: deque[Fact] = deque()
        self.conflict: Conflict | None = None
        self._add_fact((*mark, True), ())
        while self.queue and not self.conflict:
            self._propagate(*self.queue.popleft())

    @property
    def failed(self) -> bool:
        """Whether the candidate leads to a conflict."""
        return self.conflict is not None

    def proof(self) -> list[Fact]:
        """The facts that lead to the conflict, in the order in which they were found."""
        needed: set[Fact] = set()
        remaining = list(self.conflict.causes) if self.conflict else []
        while remaining:
            fact = remaining.pop()
            if fact not in needed:
                needed.add(fact)
                remaining.extend(self.causes.get(fact, ()))
        return [fact for fact in self.causes if fact in needed]

    def _add_fact(self, fact: Fact, causes: tuple[Fact, ...]) -> None:
        if fact not in self.causes:
            self.causes[fact] = causes
            self.queue.append(fact)

    def _propagate(self, cell: int, value: int, holds: bool) -> None:
        if holds:
            because = ((cell, value, True),)
            for other in bits(self.masks[cell] & ~(1 << value)):
                self._remove(cell, other, because)
            for peer in self.layout.peers(cell):
                self._remove(peer, value, because)
        else:
            self._check_cell(cell)
            self._check_region(cell, value)
            self._check_order(cell)

    def _remove(self, cell: int, value: int, causes: tuple[Fact, ...]) -> None:
        if self.masks[cell] >> value & 1:
            self.masks[cell] ^= 1 << value
            self._add_fact((cell, value, False), causes)

    def _removed(self, cell: int) -> tuple[Fact, ...]:
        return tuple((cell, value, False) for value in bits(self.initial[cell] & ~self.masks[cell]))

    def _check_cell(self, cell: int) -> None:
        mask = self.masks[cell]
        if not mask:
            text = Text("no number would fit {cell}", cell=self.layout.cell_name(cell))
            self.conflict = self.conflict or Conflict((cell,), text, self._removed(cell))
        elif not mask & (mask - 1):
            self._add_fact((cell, mask.bit_length() - 1, True), self._removed(cell))

    def _check_region(self, cell: int, value: int) -> None:
        members = self.layout.regions[self.layout.region_of[cell]]
        spots = [other for other in members if self.masks[other] >> value & 1]
        if len(spots) > 1:
            return
        causes = tuple(
            (other, value, False)
            for other in members
            if other not in spots and self.initial[other] >> value & 1
        )
        if spots:
            self._add_fact((spots[0], value, True), causes)
        else:
            name = self.layout.region_name(self.layout.region_of[cell])
            text = Text("no cell of {region} could be {value}", region=name, value=value)
            self.conflict = self.conflict or Conflict(members, text, causes)

    def _check_order(self, cell: int) -> None:
        stack, mask = self.layout.stack_of.get(cell), self.masks[cell]
        if not stack or not mask:
            return
        at, low, high = stack.index(cell), (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        if at > 0:
            self._bound(stack[at - 1], cell, range(1, low + 1))
        if at + 1 < len(stack):
            self._bound(stack[at + 1], cell, range(high, self.layout.size(cell) + 1))

    def _bound(self, target: int, cell: int, out: range) -> None:
        """Remove the values `out` from the next cell of a stack, because of `cell`."""
        causes = tuple(fact for fact in self._removed(cell) if fact[1] in out)
        for value in bits(self.masks[target]):
            if value in out:
                self._remove(target, value, causes)


def contradiction(state: Candidates, budget: Budget) -> Iterator[Deduction]:
    """The candidate whose assumption has the shortest proof of a conflict."""
    assume = partial(Assumption, state.layout)
    trial = soonest_failure(assume, state.masks, state.possible, _length, SHORT_PROOF, budget)
    if trial:
        explain = partial(_explain_contradiction, trial)
        yield Deduction("contradiction", (), (trial.mark,), _length(trial), explain)


def _length(trial: Assumption) -> int:
    return sum(holds for _, _, holds in trial.proof())


def _explain_contradiction(trial: Assumption, found: Deduction) -> Explanation:
    layout, (start, value), conflict = trial.layout, trial.mark, trial.conflict
    assert conflict is not None
    name = layout.cell_name(start)
    forced = [(cell, n) for cell, n, holds in trial.proof() if holds and cell != start]
    text = Text("If {cell} were {value}, {problem}.", cell=name, value=value, problem=conflict.text)
    links = (
        Text("Then {cell} is {value}.", cell=layout.cell_name(cell), value=found)
        for cell, found in forced
    )
    reason = sentences(
        Text("Suppose {cell} is {value}.", cell=name, value=value),
        *links,
        Text("Then {problem}.", problem=conflict.text),
        Text("So {cell} is not {value}.", cell=name, value=value),
    )
    line = dict.fromkeys((start, *(cell for cell, _ in forced), conflict.where[0]))
    figures = layout.arrow(*line)
    return Explanation(text, reason, conflict.where[:1], figures)


def search(state: Candidates, budget: Budget) -> Iterator[Deduction]:
    """A candidate that is in no solution, found by exhaustive search."""
    mark = impossible(partial(Assumption, state.layout), state.masks, state.possible, budget)
    if mark is not None:
        yield Deduction("search", (), (mark,), 1, partial(_explain_search, state.layout))


def _explain_search(layout: KojunLayout, found: Deduction) -> Explanation:
    ((cell, value),) = found.removes
    return Explanation(
        Text(
            "{cell} cannot be {value}: trying all cases with it finds no solution.",
            cell=layout.cell_name(cell),
            value=value,
        )
    )
