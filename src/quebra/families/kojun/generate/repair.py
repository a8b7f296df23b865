"""Boards for a fixed pattern of givens: the board is repaired until the pattern determines it.

A pattern chosen after the board has many givens that nothing needs. So the pattern comes first.
Regions around a cell that does not follow from the givens are grown anew, as long as the number of
such cells does not increase; then regions with a superfluous given, as long as all cells follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from quebra.contract.errors import NotFound
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.generate.givens import FilledBoard
from quebra.families.kojun.generate.grow import OUTSIDE, Growth
from quebra.families.kojun.model import Kojun
from quebra.grid.halving import superfluous

MOVES = 900
"""Boards that are tried."""
SUPERFLUOUS = 0.05
"""Superfluous givens for each cell of the board that are few enough."""
MOST_REGROWN = 4
"""Regions that are grown anew together."""
ACCEPT_WORSE = 0.02
"""The probability that a worse board is kept."""
PUBLISHED_SHARES = (0.11, 0.18, 0.12, 0.13, 0.13, 0.15, 0.18)
"""The shares of regions of 1, 2, 3, … cells on published boards."""
ALONE_WEIGHT = 4
"""The cost of a given in a region of one cell."""
TOO_EASY_WEIGHT = 3
"""The cost of a board that techniques of an easier grade solve."""
SIZES_WEIGHT = 8.0
"""The cost of region sizes that differ entirely from those of published boards."""


class _Judged(NamedTuple):
    """A board, the cells where it should change, whether the pattern suits it, and a cost.

    A pattern suits a board that it determines, without givens in regions of one cell.
    """

    filled: FilledBoard
    faults: list[int]
    solved: bool
    cost: float


class Repair:
    """The search for a board that a pattern of givens determines by some techniques.

    Boards that the techniques `easier` solve are avoided, if they are given. With `keep_regions`,
    only the filling changes. If it is `strict`, no board with more superfluous givens is returned.
    """

    def __init__(
        self,
        given: Sequence[int],
        techniques: Collection[str],
        source: Source,
        budget: Budget,
        *,
        easier: Collection[str] = (),
        keep_regions: bool,
        strict: bool = False,
    ) -> None:
        self.given, self.techniques, self.easier = given, techniques, easier
        self.source, self.budget, self.keep_regions = source, budget, keep_regions
        self.strict = strict

    def run(
        self, growth: Growth, suits: Callable[[Kojun], bool] | None = None
    ) -> FilledBoard | None:
        """A board with few superfluous givens that suits, from this one; None if none is found."""
        best = self._judge(growth)
        enough = SUPERFLUOUS * sum(owner != OUTSIDE for owner in growth.owner)
        for _ in range(MOVES):
            good = best.solved and len(best.faults) <= enough
            if good and (suits is None or suits(best.filled.with_givens(self.given))):
                return best.filled
            self.budget.spend()
            # A board that is good, but does not suit, changes anywhere.
            if trial := self._changed(best.filled.growth, [] if good else best.faults):
                found = self._judge(trial)
                worse = not best.solved and self.source.chance(ACCEPT_WORSE)
                as_good = good and found.solved and len(found.faults) <= enough
                if found.cost <= best.cost or worse or as_good:
                    best = found
        return best.filled if best.solved and not self.strict else None

    def _judge(self, growth: Growth) -> _Judged:
        filled = FilledBoard(growth)
        logic = filled.logic(self.techniques)
        logic.put(self.given)
        sizes = self._distance_of_sizes(growth)
        if unknown := logic.open_cells():
            return _Judged(filled, unknown, False, len(self.given) + len(unknown) + sizes)
        logic.undo(0)
        spare = [i for unit in superfluous(logic, [(i,) for i in self.given]) for i in unit]
        alone = 0 if self.keep_regions else sum(self._is_alone(growth, i) for i in self.given)
        cost = len(spare) + ALONE_WEIGHT * alone + sizes
        if self.easier and self._solves(filled, self.easier):
            cost += TOO_EASY_WEIGHT
        return _Judged(filled, spare, alone == 0, cost)

    def _solves(self, filled: FilledBoard, techniques: Collection[str]) -> bool:
        """Whether the board follows from the pattern by these techniques."""
        logic = filled.logic(techniques)
        logic.put(self.given)
        return not logic.open_cells()

    def _is_alone(self, growth: Growth, cell: int) -> bool:
        """Whether a cell is a region of its own, in which a given tells nothing."""
        return len(growth.members[growth.owner[cell]]) == 1

    def _distance_of_sizes(self, growth: Growth) -> float:
        if self.keep_regions or len(growth.shares) != len(PUBLISHED_SHARES):
            return 0.0
        counts = Counter(map(len, growth.members.values()))
        shares = enumerate(PUBLISHED_SHARES, 1)
        total = sum(abs(counts[size] / counts.total() - share) for size, share in shares)
        return SIZES_WEIGHT * total / 2

    def _changed(self, growth: Growth, faults: Sequence[int]) -> Growth | None:
        """The board with some regions around a fault, if any, changed; None where that fails."""
        cells = faults or [i for i, owner in enumerate(growth.owner) if owner != OUTSIDE]
        label = growth.owner[self.source.choice(cells)]
        beside = self.source.shuffled(growth.around(label))
        labels = [label, *beside[: self.source.below(MOST_REGROWN)]]
        trial = growth.copy()
        if self.keep_regions:
            return trial if trial.refill(self.source.shuffled(labels)) else None
        trial.clear(labels)
        try:
            trial.grow()
        except NotFound:
            return None
        return trial
