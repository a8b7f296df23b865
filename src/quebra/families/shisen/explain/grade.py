"""The grade of a board: how many rounds its tiles need, and how easily it is lost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf

from quebra.contract.errors import Cut
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.contract.results import Grade
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.hints import DEADLOCK
from quebra.families.shisen.explain.random_games import RandomGames
from quebra.families.shisen.explain.tile_moves import LOSING_MOVE
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.position import MAX_NODES, Pair, Position, Verdicts
from quebra.families.shisen.rules import sum_of_rounds
from quebra.families.shisen.solve import ENGINES
from quebra.i18n.text import Plural, Text, sentences

GAMES = 40
"""Number of random games."""

SCORE_LIMITS = {Text("easy"): 18.0, Text("medium"): 40.0, Text("hard"): 100.0}
"""The score of each grade is below its limit; expert has none."""

UNSOLVABLE = Grade(None, 0.0, (), Text("The board cannot be cleared, so it has no grade."))


def grade(puzzle: Shisen, budget: Budget) -> Grade:
    """The grade of a board, with the measures that it follows from.

    >>> grade(Shisen(board=(("A", "B"), ("B", "A"))), Budget()).text
    'The board cannot be cleared, so it has no grade.'
    >>> grade(Shisen(board=(("A", "B", "B"), ("A", "C", "C"))), Budget()).name
    'easy'
    """
    position = Position(puzzle, budget)
    verdicts = Verdicts(position, budget)
    if verdicts.clearing is None:
        return UNSOLVABLE
    measures = _measure(position, verdicts, verdicts.clearing, budget)
    score = round(measures.score, 1)
    name = next((name for name, limit in SCORE_LIMITS.items() if score < limit), Text("expert"))
    used = ((LOSING_MOVE.name, measures.losing), (DEADLOCK.name, measures.deadlocks))
    counts = tuple((technique, count) for technique, count in used if count)
    return Grade(name, score, counts, measures.text(name))


def may_have_grade(wanted: str, puzzle: Shisen, budget: Budget) -> bool:
    """Whether a board may have a grade, by random games, which are a cheap test.

    A board that they show to be harder cannot have the grade. A board on which few games get stuck
    could, but is too unlikely to be worth the exact test.
    """
    share = 100 * _count_stuck_games(Position(puzzle, budget), budget) / GAMES
    limits = [0.0, *SCORE_LIMITS.values(), inf]
    low, high = dict(zip(GRADES, pairwise(limits), strict=True))[wanted]
    return low / 3 <= share < high


@dataclass(frozen=True, slots=True)
class _Measures:
    """What the grade follows from; `bound` is a lower bound of `best`, the smallest sum found."""

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

    def text(self, grade: Text) -> Text:
        """The grade with its measures, which says where they are not proved."""
        stuck = Text(
            "{grade}: {stuck} of {games} random games get stuck.",
            grade=grade,
            stuck=self.stuck,
            games=GAMES,
        )
        losing = Plural(
            "{losing:,} of {n:,} first move loses.",
            "{losing:,} of {n:,} first moves lose.",
            n=self.moves,
            losing=self.losing,
        )
        unsettled = Plural(
            "{n:,} first move is not settled.",
            "{n:,} first moves are not settled.",
            n=self.unsettled,
        )
        deadlocks = Plural(
            "{deadlocks:,} of {n:,} pair ends in a deadlock.",
            "{deadlocks:,} of {n:,} pairs end in a deadlock.",
            n=self.pairs,
            deadlocks=self.deadlocks,
        )
        return sentences(
            stuck, losing, unsettled if self.unsettled else Text(), deadlocks, self._sum_text
        )

    @property
    def _sum_text(self) -> Text:
        if self.bound < self.best:
            return Plural(
                "The smallest sum of rounds is between {bound:,} and {best:,}, in {n:,} round.",
                "The smallest sum of rounds is between {bound:,} and {best:,}, in {n:,} rounds.",
                n=self.rounds,
                bound=self.bound,
                best=self.best,
            )
        return Plural(
            "The smallest sum of rounds is {best:,}, in {n:,} round.",
            "The smallest sum of rounds is {best:,}, in {n:,} rounds.",
            n=self.rounds,
            best=self.best,
        )


def _measure(
    position: Position, verdicts: Verdicts, clearing: Clearing, budget: Budget
) -> _Measures:
    moves, pairs = list(position.moves()), list(position.pairs(position.standing))
    winnable = [_is_winnable_after(verdicts, pair, budget) for pair in moves]
    best, bound = _smallest_sum(position.puzzle, clearing, budget)
    return _Measures(
        tiles=len(position.cells),
        moves=len(moves),
        losing=winnable.count(False),
        unsettled=winnable.count(None),
        pairs=len(pairs),
        deadlocks=_count_deadlocks(position, pairs, budget),
        stuck=_count_stuck_games(position, budget),
        best=sum_of_rounds(position.puzzle, best),
        bound=bound,
        rounds=len(best.rounds),
    )


def _is_winnable_after(verdicts: Verdicts, pair: Pair, budget: Budget) -> bool | None:
    """Whether the board can still be cleared after a move; None if that takes too long."""
    try:
        return verdicts.is_winnable_after(pair, budget.share(MAX_NODES))
    except Cut:
        budget.pause()
        return None


def _smallest_sum(puzzle: Shisen, best: Clearing, budget: Budget) -> tuple[Clearing, int]:
    """The best clearing found, and a lower bound, which is its sum if it is optimal."""
    share = budget.share(MAX_NODES)
    try:
        for better in ENGINES["own"](puzzle, share, goal="sum", seed=None):
            best = better
    except Cut:
        budget.pause()
        return best, int(share.bound or 0)
    return best, sum_of_rounds(puzzle, best)


def _count_deadlocks(position: Position, pairs: list[Pair], budget: Budget) -> int:
    """The number of pairs that lead to a deadlock."""
    count = 0
    for pair in pairs:
        budget.pause()
        count += position.deadlocked_by(pair) != 0
    return count


def _count_stuck_games(position: Position, budget: Budget) -> int:
    """The number of random games that end with tiles left."""
    games, source, count = RandomGames(position), Source(0), 0
    for _ in range(GAMES):
        budget.pause()
        count += games.play(source) != 0
    return count
