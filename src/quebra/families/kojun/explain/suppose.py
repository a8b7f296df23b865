"""Techniques that suppose a mark and follow what it forces, and the last resort: cases."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import partial

from quebra.engine.budget import Budget
from quebra.families.kojun.explain.candidates import Board, Candidates, Deduction
from quebra.families.kojun.explain.wording import full, short
from quebra.grid.candidates import Mark, bits, impossible, soonest_failure

Fact = tuple[int, int, bool]
"""A cell, a value, and whether the cell is that value or is not."""

SHORT = 3
"""A refutation with no more forced numbers than this is not worth improving."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Where a supposition fails, in words, and the facts that make it fail."""

    where: tuple[int, ...]
    text: str
    causes: tuple[Fact, ...]


class Supposition:
    """What one mark forces by singles and order, each fact with the facts that gave it."""

    __slots__ = ("before", "board", "causes", "clash", "mark", "masks", "news")

    def __init__(self, board: Board, masks: list[int], mark: Mark) -> None:
        self.board = board
        self.mark = mark
        self.before = masks
        self.masks = masks.copy()
        self.causes: dict[Fact, tuple[Fact, ...]] = {}
        self.news: deque[Fact] = deque()
        self.clash: Clash | None = None
        self._learn((*mark, True), ())
        while self.news and not self.clash:
            self._follow(*self.news.popleft())

    @property
    def failed(self) -> bool:
        """Whether the mark leads to a clash."""
        return self.clash is not None

    def proof(self) -> list[Fact]:
        """The facts that lead to the clash, in the order they were found."""
        needed: set[Fact] = set()
        left = list(self.clash.causes) if self.clash else []
        while left:
            fact = left.pop()
            if fact not in needed:
                needed.add(fact)
                left.extend(self.causes.get(fact, ()))
        return [fact for fact in self.causes if fact in needed]

    def _learn(self, fact: Fact, causes: tuple[Fact, ...]) -> None:
        if fact not in self.causes:
            self.causes[fact] = causes
            self.news.append(fact)

    def _follow(self, cell: int, value: int, holds: bool) -> None:
        if holds:
            because = ((cell, value, True),)
            for other in bits(self.masks[cell] & ~(1 << value)):
                self._strike(cell, other, because)
            for peer in self.board.peers(cell):
                self._strike(peer, value, because)
        else:
            self._check_cell(cell)
            self._check_region(cell, value)
            self._check_order(cell)

    def _strike(self, cell: int, value: int, causes: tuple[Fact, ...]) -> None:
        if self.masks[cell] >> value & 1:
            self.masks[cell] ^= 1 << value
            self._learn((cell, value, False), causes)

    def _gone(self, cell: int) -> tuple[Fact, ...]:
        return tuple((cell, value, False) for value in bits(self.before[cell] & ~self.masks[cell]))

    def _check_cell(self, cell: int) -> None:
        left = self.masks[cell]
        if not left:
            text = f"no number is left for {short(self.board, cell)}"
            self.clash = self.clash or Clash((cell,), text, self._gone(cell))
        elif not left & (left - 1):
            self._learn((cell, left.bit_length() - 1, True), self._gone(cell))

    def _check_region(self, cell: int, value: int) -> None:
        members = self.board.regions[self.board.region_of[cell]]
        spots = [other for other in members if self.masks[other] >> value & 1]
        if len(spots) > 1:
            return
        causes = tuple(
            (other, value, False)
            for other in members
            if other not in spots and self.before[other] >> value & 1
        )
        if spots:
            self._learn((spots[0], value, True), causes)
        else:
            name = self.board.name(self.board.region_of[cell])
            self.clash = self.clash or Clash(members, f"no cell of {name} can be {value}", causes)

    def _check_order(self, cell: int) -> None:
        run = self.board.runs_of.get(cell)
        left = self.masks[cell]
        if not run or not left:
            return
        at, low, high = run.index(cell), (left & -left).bit_length() - 1, left.bit_length() - 1
        if at > 0:
            self._bound(run[at - 1], cell, range(1, low + 1))
        if at + 1 < len(run):
            self._bound(run[at + 1], cell, range(high, self.board.size(cell) + 1))

    def _bound(self, target: int, cell: int, out: range) -> None:
        causes = tuple(fact for fact in self._gone(cell) if fact[1] in out)
        for value in bits(self.masks[target]):
            if value in out:
                self._strike(target, value, causes)


def contradiction(state: Candidates, budget: Budget) -> Deduction | None:
    """The mark that fails soonest when it is supposed."""
    suppose = partial(Supposition, state.board)
    trial = soonest_failure(suppose, state.marks, state.possible, _length, SHORT, budget)
    return _refuted(trial) if trial else None


def _length(trial: Supposition) -> int:
    return sum(holds for _, _, holds in trial.proof())


def _refuted(trial: Supposition) -> Deduction:
    mark, proof, clash = trial.mark, trial.proof(), trial.clash
    assert clash is not None
    forced = tuple(dict.fromkeys(cell for cell, _, holds in proof if holds and cell != mark[0]))
    where = tuple(dict.fromkeys((mark[0], *forced, *clash.where)))
    words = partial(_contradiction_words, trial.board, mark, proof, clash)
    return Deduction("contradiction", where, (), (mark,), words)


def _contradiction_words(board: Board, mark: Mark, proof: list[Fact], clash: Clash) -> str:
    place, value = full(board, mark[0]), mark[1]
    links = [
        f"{short(board, cell)} is {found}"
        for cell, found, holds in proof
        if holds and cell != mark[0]
    ]
    then = ", then ".join([*links, clash.text]) if links else clash.text
    return f"Suppose {place} is {value}. Then {then}. So {place} is not {value}."


def search(state: Candidates, budget: Budget) -> Deduction | None:
    """A mark that is in no solution, found by trying all cases."""
    mark = impossible(partial(Supposition, state.board), state.marks, state.possible, budget)
    if mark is None:
        return None
    return Deduction("search", (mark[0],), (), (mark,), partial(_search_words, state.board, mark))


def _search_words(board: Board, mark: Mark) -> str:
    place, value = full(board, mark[0]), mark[1]
    return (
        f"Trying cases: with {value} at {place}, every way to go on fails sooner or later. "
        f"So {place} is not {value}."
    )
