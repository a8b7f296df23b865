"""What follows from givens by chosen techniques of `explain`, with a trail to undo it.

The state always agrees with a known solution, so nothing ever fails. All techniques are monotone:
with more known, they never conclude less. So the end does not depend on the order of deductions,
and the givens of a puzzle can be minimised by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.generate import region_techniques
from quebra.families.kojun.solve.board import KojunBoard
from quebra.grid.halving import Unit

BASIC = frozenset(str(rung.name) for rung in LADDER.rungs if rung.level <= 1)
"""The techniques that no board does without: last cells and singles."""
TECHNIQUES: tuple[str, ...] = tuple(
    str(rung.name)
    for rung in LADDER.rungs
    if rung.name in {*BASIC, "order", *region_techniques.BY_NAME}
)
"""The techniques that `Logic` knows, from easy to hard; harder ones look at the whole board."""


class Logic:
    """The candidates of all cells, as masks whose bit v - 1 stands for the value v.

    `solution` has the value of each cell. Techniques beyond `TECHNIQUES` are ignored.

    >>> from quebra.families.kojun.model import Kojun
    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 1)), givens=((0, 0), (0, 0))))
    >>> logic = Logic(board, [2, 1, 0, 1, 2, 0], TECHNIQUES)
    >>> logic.put([0])
    >>> logic.is_known(4)
    True
    """

    def __init__(
        self, board: KojunBoard, solution: Sequence[int], techniques: Collection[str]
    ) -> None:
        self.board, self.solution = board, solution
        self.order = "order" in techniques
        plain = [*board.full, 0]
        self.dom = board.start.copy() if self.order else [plain[r] for r in board.region]
        self.trail: list[tuple[int, int]] = []
        self.singles = [i for i, d in enumerate(self.dom) if d and not d & (d - 1)]
        self.stacks: list[list[list[int]]] = [list(_stacks(board, r)) for r in board.regions]
        self.conflicts: dict[tuple[int, int], dict[int, int]] = {}
        self.peers: dict[int, frozenset[int]] = {}
        self.stages: list[Callable[[Logic, int], None]] = [
            region_techniques.BY_NAME[name]
            for name in TECHNIQUES
            if name in techniques and name in region_techniques.BY_NAME
        ]
        self.queues: list[set[int]] = [set() for _ in self.stages]
        self.changed: set[int] = set(range(len(board.regions)))
        self.propagate()
        self.trail.clear()

    def is_known(self, cell: int) -> bool:
        """Whether a cell has one candidate left."""
        return not self.dom[cell] & (self.dom[cell] - 1)

    def open_cells(self) -> list[int]:
        """The cells that are not known."""
        return [i for i, d in enumerate(self.dom) if d & (d - 1)]

    def mark(self) -> int:
        """The current moment, for `undo`."""
        return len(self.trail)

    def follows(self, unit: Unit) -> bool:
        """Whether cells that are not all known follow by other means: never."""
        return False

    def put(self, cells: Iterable[int]) -> None:
        """Give cells their values, and draw all conclusions."""
        for i in cells:
            if self.dom[i] & (self.dom[i] - 1):
                self.keep(i, 1 << self.solution[i] - 1)
        self.propagate()

    def undo(self, mark: int) -> None:
        """Undo all changes since a mark."""
        trail, dom = self.trail, self.dom
        while len(trail) > mark:
            i, old = trail.pop()
            dom[i] = old

    def keep(self, i: int, mask: int) -> None:
        """Restrict a cell to these values."""
        old = self.dom[i]
        new = old & mask
        if new != old:
            self.trail.append((i, old))
            self.dom[i] = new
            self.changed.add(self.board.region[i])
            if not new & (new - 1):
                self.singles.append(i)

    def propagate(self) -> None:
        """Draw all conclusions, with the easiest techniques first."""
        stages, queues, changed = self.stages, self.queues, self.changed
        while True:
            if self.singles:
                self._spread()
            if changed:
                if queues:
                    queues[0] |= changed
                changed.clear()
            stage = next((k for k, queue in enumerate(queues) if queue), -1)
            if stage < 0:
                return
            region = queues[stage].pop()
            stages[stage](self, region)
            if stage + 1 < len(queues):
                queues[stage + 1].add(region)

    def _spread(self) -> None:
        """Remove the value of each new single from its region and from the cells it touches."""
        dom, board, stride = self.dom, self.board, self.board.stride
        keep, singles = self.keep, self.singles
        while singles:
            i = singles.pop()
            bit = dom[i]
            for j in board.regions[board.region[i]]:
                if dom[j] & bit and j != i:
                    keep(j, ~bit)
            for j in (i - 1, i + 1, i - stride, i + stride):
                if dom[j] & bit:
                    keep(j, ~bit)
            if self.order:
                self._spread_order(i)

    def _spread_order(self, i: int) -> None:
        """Larger values above a cell that is known, and smaller ones below it."""
        dom, bit = self.dom, self.dom[i]
        low, j = bit << 1, self.board.above[i]
        while j >= 0 and dom[j] & (dom[j] - 1):
            self.keep(j, -low)
            low, j = low << 1, self.board.above[j]
        high, j = bit, self.board.below[i]
        while j >= 0 and dom[j] & (dom[j] - 1):
            self.keep(j, high - 1)
            high, j = high >> 1, self.board.below[j]


def _stacks(board: KojunBoard, cells: Iterable[int]) -> Iterable[list[int]]:
    """The columns of a region that the order rule compares, each from top to bottom."""
    for top in cells:
        if board.above[top] < 0 <= board.below[top]:
            stack = [top]
            while board.below[stack[-1]] >= 0:
                stack.append(board.below[stack[-1]])
            yield stack
