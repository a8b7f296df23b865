"""The grade of a board with gravity: how often two simulated players lose it.

The hasty player takes any pair. The careful one takes safe pairs first, and otherwise one with the
fewest tiles above it. If they lose the shares h and c of their games, the danger is 50 (h + c). The
score is 100 at the danger 10, 200 at 30 and 300 at 60; between these it grows evenly.
"""

from __future__ import annotations

from collections import Counter

from quebra.contract.family import GRADE_NAMES, GRADES
from quebra.contract.random import Source
from quebra.contract.results import Grade
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import falling
from quebra.families.shisen.explain.scores import BAND, SEED, UNSOLVABLE, score_of
from quebra.families.shisen.model import Move, Shisen
from quebra.families.shisen.solve.falling import FallingSearch
from quebra.families.shisen.solve.stacks import Stacks, after, moves, safe_move, tiles_above
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.cells import Cell
from quebra.i18n.text import Text

MAX_GAMES, TILES_PLAYED = 100, 5_000
"""Games of each player: as many as the second number has tiles, but no more than the first."""
FEW_GAMES = 20
"""Games for an estimate."""
LIMITS = (0.0, 10.0, 30.0, 60.0)
"""The danger at which each grade begins."""


def grade(puzzle: Shisen, budget: Budget) -> Grade:
    """The grade of a board with gravity.

    >>> grade(Shisen(board=(("A", "B"), ("B", "A")), gravity=True), Budget()).text
    'The board cannot be cleared, so it has no grade.'
    >>> grade(Shisen(board=(("A", "B", "B"), ("A", "C", "C")), gravity=True), Budget()).text
    'Easy: of 100 games, a hasty player loses 0, and a careful one 0.'
    """
    plan = falling.plan_after(puzzle, [], budget)
    if plan is None:
        return UNSOLVABLE
    games = max(1, min(MAX_GAMES, TILES_PLAYED // len(puzzle.tiles)))
    hasty, careful = _shares_lost(puzzle, games, budget)
    score = score_of(50 * (hasty + careful), LIMITS)
    name = GRADES[int(score // BAND)]
    text = Text(
        "{grade}: of 100 games, a hasty player loses {hasty}, and a careful one {careful}.",
        grade=GRADE_NAMES[name],
        hasty=round(100 * hasty),
        careful=round(100 * careful),
    )
    counts = Counter(step.technique for step in falling.steps(puzzle, [], plan))
    narrow = _only_moves(puzzle, plan, budget)
    crux = narrow[0] if narrow else plan[0].pair
    return Grade(name, score, tuple(counts.items()), text, len(narrow), crux)


def estimated_score(puzzle: Shisen, budget: Budget) -> float:
    """The score by few games."""
    return score_of(50 * sum(_shares_lost(puzzle, FEW_GAMES, budget)), LIMITS)


def _shares_lost(puzzle: Shisen, games: int, budget: Budget) -> tuple[float, float]:
    """The shares of games that the hasty and the careful player lose."""
    starts = FallingSearch(puzzle, budget, None).starts()
    source = Source(SEED)
    lost = [0, 0]
    for careful in (False, True):
        for _ in range(games):
            budget.pause()
            lost[careful] += not starts or _is_lost(source.choice(starts), careful, source)
    return lost[0] / games, lost[1] / games


def _is_lost(stacks: Stacks, careful: bool, source: Source) -> bool:
    """Whether tiles are left at the end of a game."""
    while True:
        safe = safe_move(stacks) if careful else None
        found = [safe] if safe else moves(stacks)
        if not found:
            return any(stacks)
        if careful:
            least = min(tiles_above(stacks, move) for move in found)
            found = [move for move in found if tiles_above(stacks, move) == least]
        stacks = after(stacks, source.choice(found))


def _only_moves(puzzle: Shisen, plan: list[Move], budget: Budget) -> list[tuple[Cell, ...]]:
    """The tiles of the moves of a plan that are the only ones possible, by their first cells.

    The move of the last two tiles does not count.
    """
    search, tiles = FallingSearch(puzzle, budget, None), StandingTiles(puzzle)
    found = []
    for move in plan[:-1]:
        if search.number_of_moves(tiles) == 1:
            found.append(tuple(tiles.origins[cell] for cell in move.pair))
        tiles.remove(move.pair)
    return found
