"""The hints of a game, by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from quebra.contract.errors import Cut
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.exchange import EXCHANGE, exchange
from quebra.families.shisen.explain.harmless import (
    ALL_FOUR,
    LAST_TWO,
    LONG_RUN,
    MAX_LONG,
    MAX_SHORT,
    SETTLED,
    SHORT_RUN,
    SIDE_BY_SIDE,
    all_four,
    last_two,
    runs,
    settled,
)
from quebra.families.shisen.explain.hint import Hint, easiest
from quebra.families.shisen.explain.planning import PLAN, SEARCH, Planner
from quebra.families.shisen.explain.refutations import (
    LARGE_TRAP,
    ONLY_PARTNER,
    TRAP,
    Refutations,
)
from quebra.families.shisen.explain.sure import SURE, sure
from quebra.families.shisen.position import Position

TECHNIQUES = (
    SIDE_BY_SIDE,
    LAST_TWO,
    SETTLED,
    ALL_FOUR,
    SHORT_RUN,
    SURE,
    EXCHANGE,
    ONLY_PARTNER,
    LONG_RUN,
    TRAP,
    LARGE_TRAP,
    PLAN,
    SEARCH,
)


class Ladder:
    """Finds hints from a position that can be cleared up to the clear board.

    `near` is the place of the player's last move; hints near it are preferred.
    """

    def __init__(
        self, position: Position, planner: Planner, budget: Budget, near: Place | None
    ) -> None:
        self.position = position
        self._planner = planner
        self._budget = budget
        self._near = near
        self._refutations = Refutations(budget)
        self._finders: tuple[Callable[[Position], Iterable[Hint]], ...] = (
            lambda position: last_two(position, adjacent=True),
            lambda position: last_two(position, adjacent=False),
            settled,
            all_four,
            lambda position: runs(position, MAX_SHORT, budget),
            sure,
            exchange,
            self._refutations.only_partners,
            lambda position: runs(position, MAX_LONG, budget),
            self._refutations.traps,
            self._refutations.large_traps,
        )

    def hints(self) -> Iterator[Hint]:
        """The hints up to the clear board; each is applied when the next one is requested."""
        while self.position.standing:
            hint = self._easiest()
            yield hint
            hint.apply(self.position)
            self._near = self.position.cells[hint.pairs[-1][0]]
            self._refutations.forget()

    def _easiest(self) -> Hint:
        for find in self._finders:
            self._budget.pause()
            if hint := easiest(self._found_in_time(find), self.position, self._near):
                return hint
        return self._planner.hint(self.position)

    def _found_in_time(self, find: Callable[[Position], Iterable[Hint]]) -> list[Hint]:
        """The hints of one technique; those found until the time ends, if there are any."""
        found: list[Hint] = []
        try:
            for hint in find(self.position):
                found.append(hint)
                self._budget.pause()
        except Cut as cut:
            if cut.reason != "time" or not found:
                raise
        return found
