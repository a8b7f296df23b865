"""Propagation on a Kojun board, with a trail to undo it.

Naked and hidden singles and the bounds of the order rule come first. Where they do not solve the
board, large regions are searched for Hall sets (Regin, A Filtering Algorithm for Constraints of
Difference, 1994), and small ones get a table of all their fillings.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.engine.budget import Budget
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.fillings import MAX_CELLS, Fillings, merge_chains
from quebra.grid.candidates import union

LARGE_REGION = 50
"""Open cells of a region that takes so long that the budget is checked."""

Table = list[tuple[int, list[tuple[int, int]]]]
"""For each open cell of a region: the bit of each value, with the fillings that have it there."""


class KojunState:
    """The domains of all cells, the queues of propagation, and the trail.

    At first only singles, hidden singles and bounds are used, and changes are final. After
    `strengthen` changes go on the trail, large regions are searched for Hall sets, and a region
    with few enough fillings gets a table. `fillings` then has the fillings still possible, and
    every candidate is part of one of them.

    The first domains are those of the empty board, or `domains`, in which cells with one value keep
    the rules among themselves.

    >>> from quebra.families.kojun.model import Kojun
    >>> state = KojunState(KojunBoard(Kojun(regions=((0, 0), (1, 1)), givens=((0, 0), (0, 0)))))
    >>> state.keep(0, 0b10), state.propagate(), state.values()
    (True, -1, [2, 1, 0, 1, 2, 0, 0, 0, 0])
    """

    __slots__ = (
        "board",
        "budget",
        "changed",
        "deep",
        "dom",
        "fillings",
        "first_open",
        "singles",
        "tables",
        "trail",
        "without",
    )

    def __init__(
        self, board: KojunBoard, budget: Budget | None = None, domains: list[int] | None = None
    ) -> None:
        self.board = board
        self.budget = budget or Budget()
        self.dom = dom = domains or board.start.copy()
        self.first_open = [i for i, d in enumerate(dom) if d & (d - 1)]
        self.singles = self._known_beside_open()
        self.changed = {board.region[i] for i in self.first_open}
        self.deep = False
        self.trail: list[tuple[int, int]] = []
        self.fillings = [0] * len(board.regions)
        self.tables: list[Table | None] = [None] * len(board.regions)
        self.without: list[dict[int, int] | None] = [None] * len(self.dom)

    def open_cells(self) -> list[int]:
        """The cells with several candidates."""
        dom = self.dom
        return [i for i in self.first_open if dom[i] & (dom[i] - 1)]

    def _known_beside_open(self) -> list[int]:
        dom, stride = self.dom, self.board.stride
        beside = {j for i in self.first_open for j in (i - 1, i + 1, i - stride, i + stride)}
        return [j for j in beside if dom[j] and not dom[j] & (dom[j] - 1)]

    def values(self) -> list[int]:
        """The value of each cell of a solved board; 0 for a hole."""
        return list(map(int.bit_length, self.dom))

    def keep(self, i: int, mask: int) -> bool:
        """Restrict a cell to these values; False if it has none of them."""
        old = self.dom[i]
        new = old & mask
        if new == old:
            return True
        if not new:
            return False
        r = self.board.region[i]
        self.trail.append((i, old))
        self.dom[i] = new
        self.changed.add(r)
        if not new & (new - 1):
            self.singles.append(i)
            if not self._in_order(i):
                return False
        if (without := self.without[i]) is not None:
            self.trail.append((~r, self.fillings[r]))
            for bit in single_bits(old & ~new):
                self.fillings[r] &= without[bit]
        return True

    def undo(self, mark: int) -> None:
        """Undo all changes after the trail had the length `mark`."""
        trail, dom, fillings = self.trail, self.dom, self.fillings
        while len(trail) > mark:
            i, old = trail.pop()
            if i >= 0:
                dom[i] = old
            elif old >= 0:
                fillings[~i] = old
            else:
                self._drop_table(~i)
        self.singles.clear()
        self.changed.clear()

    def propagate(self) -> int:
        """Propagate until nothing changes; returns a region that cannot be filled, or -1."""
        singles, changed, tables = self.singles, self.changed, self.tables
        while True:
            if singles and (failed := self._spread()) >= 0:
                return failed
            if not changed:
                return -1
            r = changed.pop()
            if not (self._plain(r) if tables[r] is None else self._exact(r)):
                return r

    def _spread(self) -> int:
        """Remove the value of each new single from its neighbours; a failed region or -1."""
        dom, fillings, trail, singles = self.dom, self.fillings, self.trail, self.singles
        region, stride = self.board.region, self.board.stride
        changed, without, deep = self.changed, self.without, self.deep
        while singles:
            i = singles.pop()
            bit = dom[i]
            for j in (i - 1, i + 1, i - stride, i + stride):
                old = dom[j]
                if old & bit:
                    new = old ^ bit
                    r = region[j]
                    if not new:
                        return r
                    if deep:
                        trail.append((j, old))
                        if (others := without[j]) is not None:
                            trail.append((~r, fillings[r]))
                            fillings[r] &= others[bit]
                    dom[j] = new
                    changed.add(r)
                    if not new & (new - 1):
                        singles.append(j)
                        if not self._in_order(j):
                            return r
        return -1

    def _in_order(self, i: int) -> bool:
        """Whether a new single leaves values for the cells above and below it."""
        dom, j, k = self.dom, self.board.above[i], self.board.below[i]
        return (j < 0 or dom[j] >= dom[i] << 1) and (k < 0 or dom[k] & (dom[i] - 1) != 0)

    def _exact(self, r: int) -> bool:
        """Keep the candidates that are part of a filling of the region; False if there is none."""
        left = self.fillings[r]
        if not left:
            return False
        dom = self.dom
        for i, supports in self.tables[r] or ():
            old = new = dom[i]
            if old & (old - 1):
                for bit, fillings in supports:
                    if new & bit and not left & fillings:
                        new ^= bit
                if new != old:
                    self._set(i, new)
        return True

    def _plain(self, r: int) -> bool:
        """Singles, hidden singles, bounds and Hall sets until nothing changes; False on failure."""
        dom = self.dom
        full = self.board.full[r]
        free = self.board.regions[r]
        fixed = 0
        while True:
            if len(free) > LARGE_REGION:
                self.budget.pause()
            cells, free = free, []
            for i in cells:
                d = dom[i]
                if d & (d - 1):
                    free.append(i)
                elif fixed & d:
                    return False
                else:
                    fixed |= d
            if len(free) < 2:
                return not free or self._fix_last(free[0], full ^ fixed)
            found = self._narrow(free, fixed, full)
            if found is None:
                return False
            if not found and self.deep:
                found = self._hall_sets(free)
            if found is None:
                return False
            if not found:
                if self.deep:
                    self._tabulate(r)
                return True

    def _narrow(self, free: list[int], fixed: int, full: int) -> bool | None:
        """Narrow each open cell once; whether anything changed, or None on failure."""
        dom, above, below = self.dom, self.board.above, self.board.below
        deep, trail, singles = self.deep, self.trail, self.singles
        again = False
        once = twice = 0
        for i in free:
            old = dom[i]
            new = old & ~fixed
            if (j := above[i]) >= 0:
                new &= (1 << (dom[j].bit_length() - 1)) - 1
            if (j := below[i]) >= 0:
                low = dom[j]
                new &= -((low & -low) << 1)
            twice |= once & new
            once |= new
            if new != old:
                if not new:
                    return None
                again = True
                if deep:
                    trail.append((i, old))
                dom[i] = new
                if not new & (new - 1):
                    singles.append(i)
        if once | fixed != full:
            return None
        hidden = once & ~twice
        if hidden and not self._take_only_places(free, hidden):
            return None
        return again or hidden != 0

    def _take_only_places(self, free: list[int], hidden: int) -> bool:
        """Fix each of these values in the only cell that can hold it; False on failure."""
        for i in free:
            only = self.dom[i] & hidden
            if only & (only - 1):
                return False
            if only and only != self.dom[i]:
                self._set(i, only)
                if not self._in_order(i):
                    return False
        return True

    def _fix_last(self, i: int, bit: int) -> bool:
        """Fix the last open cell of a region to the last value; False on failure."""
        if not self.dom[i] & bit:
            return False
        self._set(i, bit)
        return self._in_order(i)

    def _set(self, i: int, new: int) -> None:
        """Set the domain of a cell, with the old one on the trail once changes can be undone."""
        if self.deep:
            self.trail.append((i, self.dom[i]))
        self.dom[i] = new
        if not new & (new - 1):
            self.singles.append(i)

    def _hall_sets(self, free: list[int]) -> bool | None:
        """Remove the candidates of a Hall set, k cells with k candidates, from other cells.

        Cells are added by number of candidates, so that not every Hall set is found. Returns
        whether anything changed, or None if k cells have fewer candidates.
        """
        order = sorted(free, key=lambda i: self.dom[i].bit_count())
        shared = count = 0
        for k, i in enumerate(order, 1):
            shared |= self.dom[i]
            count += 1
            if shared.bit_count() < count:
                return None
            if shared.bit_count() == count:
                others = [j for j in order[k:] if self.dom[j] & shared]
                if others:
                    return True if all(self.keep(j, ~shared) for j in others) else None
                shared = count = 0
        return False

    def strengthen(self) -> None:
        """Use the trail, Hall sets and tables from now on."""
        self.deep = True
        for r in sorted({self.board.region[i] for i in self.open_cells()}):
            if self.tables[r] is None:
                self.budget.pause()
                self._tabulate(r)

    def _tabulate(self, r: int) -> None:
        """Give a region a table of its fillings, unless there are too many."""
        chains = self._open_chains(r)
        cells = [i for chain in chains for i in chain]
        if 0 < len(cells) <= MAX_CELLS and (merged := merge_chains(tuple(map(len, chains)))):
            self._install(r, cells, list(single_bits(union(self.dom[i] for i in cells))), *merged)

    def suspend(self, r: int) -> None:
        """Propagate a region no more: it gets an empty table, with one filling."""
        self._drop_table(r)
        self.tables[r], self.fillings[r] = [], 1

    def resume(self, r: int) -> None:
        """Propagate a region again."""
        self.tables[r] = None

    def _drop_table(self, r: int) -> None:
        """Remove the table of a region."""
        for i, _ in self.tables[r] or ():
            self.without[i] = None
        self.tables[r] = None

    def _install(
        self, r: int, cells: list[int], free: list[int], count: int, fillings: Fillings
    ) -> None:
        left = everything = (1 << count) - 1
        table: Table = []
        for cell, i in enumerate(cells):
            supports, without = [], {}
            for rank, bit in enumerate(free):
                those = fillings.get((cell, rank), 0)
                if self.dom[i] & bit:
                    supports.append((bit, those))
                    without[bit] = everything ^ those
                else:
                    left &= ~those
            table.append((i, supports))
            self.without[i] = without
        self.trail.append((~r, -1))
        self.tables[r] = table
        self.fillings[r] = left
        self.changed.add(r)

    def _open_chains(self, r: int) -> list[list[int]]:
        """The open cells of a region as chains from the lowest cell up, short chains first."""
        dom = self.dom
        found = [
            [i for i in chain if dom[i] & (dom[i] - 1)] for chain in region_chains(self.board, r)
        ]
        return sorted(filter(None, found), key=len)


def region_chains(board: KojunBoard, r: int) -> list[list[int]]:
    """The cells of a region as chains of the order rule, each from the lowest cell up."""
    found = []
    for i in board.regions[r]:
        if board.below[i] < 0:
            chain = []
            while i >= 0:
                chain.append(i)
                i = board.above[i]
            found.append(chain)
    return found


def single_bits(mask: int) -> Iterator[int]:
    """The bits of a mask as masks, lowest first.

    >>> list(single_bits(0b10110))
    [2, 4, 16]
    """
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
