"""How hard a board is: how deep its tiles lie, and how easily it is lost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf

from quebra.contract.errors import Cut
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.contract.results import Grade
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.games import Games
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.position import MOST_NODES, Pair, Position, Verdicts
from quebra.families.shisen.rules import sum_of_rounds
from quebra.families.shisen.solve import ENGINES
from quebra.grid.cells import counted

GAMES = 40
"""How many games are played at random."""

SCORES = {"easy": 18.0, "medium": 40.0, "hard": 100.0}
"""A board is below the score of its grade; expert boards know no limit."""

UNSOLVABLE = Grade(None, 0.0, (), "The board cannot be cleared, so it has no grade.")


def grade(puzzle: Shisen, budget: Budget) -> Grade:
    """How hard a board is, by figures that are told along with it.

    >>> grade(Shisen(board=(("A", "B"), ("B", "A"))), Budget()).text
    'The board cannot be cleared, so it has no grade.'
    >>> grade(Shisen(board=(("A", "B", "B"), ("A", "C", "C"))), Budget()).name
    'easy'
    """
    position = Position(puzzle, budget)
    verdicts = Verdicts(position, budget)
    if verdicts.clearing is None:
        return UNSOLVABLE
    figures = _measure(position, verdicts, verdicts.clearing, budget)
    score = round(figures.score, 1)
    name = next((name for name, limit in SCORES.items() if score < limit), "expert")
    used = (("losing move", figures.losing), ("deadlock", figures.deadlocks))
    counts = tuple((technique, count) for technique, count in used if count)
    return Grade(name, score, counts, f"{name.capitalize()}: {figures.text}.")


def may_be(asked: str, puzzle: Shisen, budget: Budget) -> bool:
    """Whether random games, which are cheap, leave it likely that a board has the grade asked for.

    A board that they show to be harder is certainly not of that grade; one on which hardly any get
    stuck may be, but is rarely worth the time.
    """
    share = 100 * _stuck_games(Position(puzzle, budget), budget) / GAMES
    limits = [0.0, *SCORES.values(), inf]
    low, high = dict(zip(GRADES, pairwise(limits), strict=True))[asked]
    return low / 3 <= share < high


@dataclass(frozen=True, slots=True)
class _Figures:
    tiles: int
    moves: int
    losing: int
    unsettled: int
    pairs: int
    deadlocks: int
    stuck: int
    best: int
    bound: int
    rounds: int

    @property
    def score(self) -> float:
        """The shares of games, moves and pairs that lose, and the mean round against the size."""
        lost = self.stuck / GAMES + self.losing / self.moves + self.deadlocks / self.pairs
        return 100 * lost + 500 * self.best / self.tiles**2

    @property
    def text(self) -> str:
        """The figures in a sentence; those that are not proved say so."""
        first = f"{self.losing} of {counted(self.moves, 'first move')} lose"
        if self.unsettled:
            first += f" ({self.unsettled} not settled)"
        low = f"between {self.bound:,} and " if self.bound < self.best else ""
        return (
            f"{self.stuck} of {GAMES} random games get stuck, {first}, {self.deadlocks} of "
            f"{counted(self.pairs, 'pair')} end in a deadlock, the smallest sum is "
            f"{low}{self.best:,}, in {counted(self.rounds, 'round')}"
        )


def _measure(
    position: Position, verdicts: Verdicts, clearing: Clearing, budget: Budget
) -> _Figures:
    moves, pairs = list(position.moves()), list(position.pairs(position.standing))
    kept = [_keeps(verdicts, pair, budget) for pair in moves]
    best, bound = _smallest_sum(position.puzzle, clearing, budget)
    return _Figures(
        tiles=len(position.cells),
        moves=len(moves),
        losing=kept.count(False),
        unsettled=kept.count(None),
        pairs=len(pairs),
        deadlocks=_deadlocks(position, pairs, budget),
        stuck=_stuck_games(position, budget),
        best=sum_of_rounds(position.puzzle, best),
        bound=bound,
        rounds=len(best.rounds),
    )


def _keeps(verdicts: Verdicts, pair: Pair, budget: Budget) -> bool | None:
    """Whether a move keeps the board winnable; None if that would take too long to tell."""
    try:
        return verdicts.keeps(pair, budget.share(MOST_NODES))
    except Cut:
        budget.pause()
        return None


def _smallest_sum(puzzle: Shisen, best: Clearing, budget: Budget) -> tuple[Clearing, int]:
    """The best clearing, and a bound, which is its sum if it is proved."""
    share = budget.share(MOST_NODES)
    try:
        for better in ENGINES["own"](puzzle, share, goal="sum", seed=None):
            best = better
    except Cut:
        budget.pause()
        return best, int(share.bound or 0)
    return best, sum_of_rounds(puzzle, best)


def _deadlocks(position: Position, pairs: list[Pair], budget: Budget) -> int:
    """How many pairs would leave tiles that wait for one another."""
    count = 0
    for pair in pairs:
        budget.pause()
        count += position.deadlocked_by(pair) != 0
    return count


def _stuck_games(position: Position, budget: Budget) -> int:
    """How many games end with tiles left if moves are made at random."""
    games, source, count = Games(position), Source(0), 0
    for _ in range(GAMES):
        budget.pause()
        count += games.play(source) != 0
    return count
