"""Techniques that assume a candidate: a contradiction by propagation, or an exhaustive search."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import partial

from quebra.engine.budget import Budget
from quebra.families.kojun.explain.candidates import Candidates, Deduction, KojunLayout
from quebra.grid.candidates import Mark, bits, impossible, soonest_failure
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
            text = Text("Then no number fits {cell}.", cell=self.layout.cell_name(cell))
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
            text = Text("Then no cell of {region} can be {value}.", region=name, value=value)
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


def contradiction(state: Candidates, budget: Budget) -> Deduction | None:
    """The candidate whose assumption has the shortest proof of a conflict."""
    assume = partial(Assumption, state.layout)
    trial = soonest_failure(assume, state.masks, state.possible, _length, SHORT_PROOF, budget)
    return _refuted(trial) if trial else None


def _length(trial: Assumption) -> int:
    return sum(holds for _, _, holds in trial.proof())


def _refuted(trial: Assumption) -> Deduction:
    mark, proof, conflict = trial.mark, trial.proof(), trial.conflict
    assert conflict is not None
    forced = tuple(dict.fromkeys(cell for cell, _, holds in proof if holds and cell != mark[0]))
    where = tuple(dict.fromkeys((mark[0], *forced, *conflict.where)))
    words = partial(_contradiction_words, trial.layout, mark, proof, conflict)
    return Deduction("contradiction", where, (), (mark,), words)


def _contradiction_words(
    layout: KojunLayout, mark: Mark, proof: list[Fact], conflict: Conflict
) -> Text:
    place, value = layout.cell_name(mark[0]), mark[1]
    links = (
        Text("Then {cell} is {value}.", cell=layout.cell_name(cell), value=found)
        for cell, found, holds in proof
        if holds and cell != mark[0]
    )
    return sentences(
        Text("Suppose {cell} is {value}.", cell=place, value=value),
        *links,
        conflict.text,
        Text("So {cell} is not {value}.", cell=place, value=value),
    )


def search(state: Candidates, budget: Budget) -> Deduction | None:
    """A candidate that is in no solution, found by exhaustive search."""
    mark = impossible(partial(Assumption, state.layout), state.masks, state.possible, budget)
    if mark is None:
        return None
    return Deduction("search", (mark[0],), (), (mark,), partial(_search_words, state.layout, mark))


def _search_words(layout: KojunLayout, mark: Mark) -> Text:
    cell, value = layout.cell_name(mark[0]), mark[1]
    return sentences(
        Text("Trying all cases with {value} in {cell} finds no solution.", value=value, cell=cell),
        Text("So {cell} is not {value}.", cell=cell, value=value),
    )
