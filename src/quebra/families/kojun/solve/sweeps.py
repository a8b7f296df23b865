"""The first propagation on a Kojun board, which solves most boards of magazines.

Sweeps over the regions with open cells use naked and hidden singles and the bounds of the order
rule. A cell looks at the values around it when its region is visited, so that nothing is done for
cells that are known. Large regions, and boards on which a sweep changes little, are left to
`KojunState`, which visits only the regions with a change.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from quebra.engine.budget import Budget
from quebra.families.kojun.solve.board import KojunBoard

LARGE = 50
"""Regions with more open cells are left out; with more regions, each sweep checks the budget."""
MOST_VISITS = 4
"""Sweeps end when they visit more than this number of regions for each region that changes."""


class Sweeps:
    """The domains of all cells, the values of known ones as bits, and the open cells by region.

    After `settle`, open cells can still have the values of cells in their region or beside it.

    >>> from quebra.families.kojun.model import Kojun
    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 1)), givens=((2, 0), (0, 0))))
    >>> sweeps = Sweeps(board)
    >>> sweeps.settle([2, 0, 0, 0, 0, 0, 0, 0, 0], Budget()), sweeps.is_solved, sweeps.dom
    (True, True, [2, 1, 0, 1, 2, 0, 0, 0, 0])
    """

    __slots__ = ("board", "changes", "dom", "is_solved", "known", "open", "value")

    def __init__(self, board: KojunBoard) -> None:
        self.board = board
        self.value = [0] * len(board.region)
        self.dom = self.value
        self.known = [0] * len(board.full)
        self.open: list[list[int]] = [[] for _ in range(len(board.full) + 1)]
        self.changes = 0
        self.is_solved = False

    def settle(self, givens: Iterable[int], budget: Budget) -> bool:
        """Sweep as long as that pays off; False if the board has no solution."""
        full = self.board.full
        if not self._place(givens):
            return False
        pending: list[int] | None
        pending = [r for r, known in enumerate(self.known) if known != full[r]]
        large = set[int]()
        if max(full) >> LARGE:
            large = self._leave_out_large()
            pending = [r for r in pending if r not in large]
        self.changes = len(pending)
        while pending and self.changes * MOST_VISITS >= len(pending):
            if len(pending) > LARGE:
                budget.pause()
            pending = self._sweep(pending)
        if pending is None:
            return False
        self.is_solved = not pending and not large
        dom = self.dom
        return all(dom[i] >= (dom[j] & -dom[j]) << 1 for i, j in self.board.gaps)

    def _place(self, givens: Iterable[int]) -> bool:
        """Find the known values and the open cells of each region; False if givens contradict."""
        value, known, opened = self.value, self.known, self.open
        region, stride = self.board.region, self.board.stride
        for i, given, r in zip(count(), givens, region, strict=False):
            if given:
                bit, others, upper = 1 << given - 1, known[r], value[i - stride]
                if bit & (others | upper | value[i - 1]):
                    return False
                if 0 < upper < bit and region[i - stride] == r:
                    return False
                value[i] = bit
                known[r] = others | bit
            else:
                opened[r].append(i)
        self.dom = value.copy()
        return True

    def _leave_out_large(self) -> set[int]:
        """The large regions, of which the open cells get their domains on the empty board.

        A cell that can have one value only stays open: nothing has compared it with those beside.
        """
        start, full = self.board.start, self.board.full
        large = {r for r, cells in enumerate(self.open[:-1]) if len(cells) > LARGE}
        for r in large:
            for i in self.open[r]:
                self.dom[i] = start[i] if start[i] & (start[i] - 1) else full[r]
        return large

    def _sweep(self, pending: list[int]) -> list[int] | None:
        """Visit these regions; returns those that are still open, or None on failure."""
        dom, value, known, opened = self.dom, self.value, self.known, self.open
        region, stride, full = self.board.region, self.board.stride, self.board.full
        changes, again = 0, []
        for r in pending:
            fixed, whole = known[r], full[r]
            once = twice = 0
            cells = []
            for i in opened[r]:
                up, down = i - stride, i + stride
                beside = value[i - 1] | value[i + 1] | value[up] | value[down]
                new = (dom[i] or whole) & ~(fixed | beside)
                if region[up] == r:
                    new &= (1 << dom[up].bit_length() - 1) - 1
                if region[down] == r:
                    low = dom[down] or 1
                    new &= ~(low ^ low - 1)
                if new & (new - 1):
                    twice |= once & new
                    once |= new
                    cells.append(i)
                    dom[i] = new
                elif new:
                    value[i] = dom[i] = new
                    fixed |= new
                else:
                    return None
            if once | fixed != whole:
                return None
            hidden = once & ~(twice | fixed)
            if hidden:
                found = self._take_only_places(cells, hidden, r)
                if found is None:
                    return None
                cells = found
                fixed |= hidden
            if cells:
                changes += fixed != known[r]
                known[r] = fixed
                cells.reverse()
                opened[r] = cells
                again.append(r)
        self.changes = changes + len(pending) - len(again)
        return again

    def _take_only_places(self, cells: list[int], hidden: int, r: int) -> list[int] | None:
        """Fix each of these values in the only cell that can hold it; the other cells, or None."""
        dom, region, stride = self.dom, self.board.region, self.board.stride
        others = []
        for i in cells:
            only = dom[i] & hidden
            if only:
                if only & (only - 1):
                    return None
                if region[i - stride] == r and dom[i - stride] <= only:
                    return None
                if region[i + stride] == r and not dom[i + stride] & (only - 1):
                    return None
                self.value[i] = dom[i] = only
            else:
                others.append(i)
        return others
