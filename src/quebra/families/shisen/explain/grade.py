"""The grade of a board: how easily simulated players lose it.

The danger of a board is 20 b + 15 (h + t) + 30 w, where h, t and w are the shares of games that a
hasty, a tidy and a wary player lose, and b is the number of losing moves that the wary player
notices in a game. The score is 100 at the danger 6, 200 at 20 and 300 at 50, and between these it
grows evenly; beyond, it tends to 400. Each hundred of the score is a grade. So an expert board is
one on which a player who avoids every visible deadlock still loses often, or meets many of them.
"""

from __future__ import annotations

from quebra.contract.family import GRADE_NAMES, GRADES
from quebra.contract.results import Grade, Place
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import falling_grade
from quebra.families.shisen.explain.bottlenecks import bottlenecks
from quebra.families.shisen.explain.harmless import ALL_FOUR, LAST_TWO, SHORT_RUN, SIDE_BY_SIDE
from quebra.families.shisen.explain.plan_search import Plan, plan_of
from quebra.families.shisen.explain.planning import PLAN
from quebra.families.shisen.explain.players import Danger, measure_danger
from quebra.families.shisen.explain.scores import BAND, SEED, UNSOLVABLE, score_of
from quebra.families.shisen.model import Shisen
from quebra.i18n.text import Plural, Text, sentences

MAX_GAMES, TILES_PLAYED = 2_000, 200_000
"""Games of each player: as many as the second number has tiles, but no more than the first."""
FEW_GAMES = 60
"""Games for an estimate."""
LIMITS = (0.0, 6.0, 20.0, 50.0)
"""The danger at which each grade begins."""


def grade(puzzle: Shisen, budget: Budget) -> Grade:
    """The grade of a board, with the measures that it follows from.

    >>> grade(Shisen(board=(("A", "B"), ("B", "A"))), Budget()).text
    'The board cannot be cleared, so it has no grade.'
    >>> grade(Shisen(board=(("A", "B", "B"), ("A", "C", "C"))), Budget()).name
    'easy'
    """
    if puzzle.gravity:
        return falling_grade.grade(puzzle, budget)
    plan = plan_of(puzzle, budget)
    if plan is None:
        return UNSOLVABLE
    danger = _danger(puzzle, budget)
    score = score_of(danger.value, LIMITS)
    name = GRADES[int(score // BAND)]
    techniques = _techniques(puzzle, plan)
    narrow = list(bottlenecks(puzzle, plan, budget))
    cells = list(puzzle.tiles)
    first = tuple(cells[tile] for pair in narrow[:1] for tile in pair)
    openings = dict(techniques).get(PLAN.name, 0)
    crux: tuple[Place, ...] = danger.trap or first or plan.moves[0]
    return Grade(
        name, score, techniques, _text(GRADE_NAMES[name], danger, openings), len(narrow), crux
    )


def grade_by_games(puzzle: Shisen, budget: Budget) -> Grade:
    """The grade of a board that can be cleared, without the techniques, which take longer to find.

    >>> grade_by_games(Shisen(board=(("A", "B", "B"), ("A", "C", "C"))), Budget()).name
    'easy'
    """
    if puzzle.gravity:
        return falling_grade.grade(puzzle, budget)
    score = score_of(_danger(puzzle, budget).value, LIMITS)
    name = GRADES[int(score // BAND)]
    return Grade(name, score, (), GRADE_NAMES[name])


def estimate_score(puzzle: Shisen, budget: Budget) -> float:
    """An estimate of the score from few games."""
    if puzzle.gravity:
        return falling_grade.estimated_score(puzzle, budget)
    return score_of(measure_danger(puzzle, FEW_GAMES, SEED, budget).value, LIMITS)


def _danger(puzzle: Shisen, budget: Budget) -> Danger:
    games = min(MAX_GAMES, TILES_PLAYED // len(puzzle.tiles))
    return measure_danger(puzzle, games, SEED, budget)


def _techniques(puzzle: Shisen, plan: Plan) -> tuple[tuple[Text, int], ...]:
    """The number of steps of a plan by technique."""
    left = dict.fromkeys(puzzle.tiles.values(), 0)
    for kind in puzzle.tiles.values():
        left[kind] += 1
    counts = {t.name: 0 for t in (SIDE_BY_SIDE, LAST_TWO, ALL_FOUR, SHORT_RUN, PLAN)}
    kinds = [puzzle.tiles[cells[0]] for cells in plan.moves]
    number = 0
    while number < len(kinds):
        kind = kinds[number]
        moves = left[kind] // 2
        whole = kinds[number : number + moves] == [kind] * moves
        (r, c), (to_r, to_c) = plan.moves[number]
        if not whole:
            technique, moves = PLAN, 1
        elif moves == 1:
            technique = SIDE_BY_SIDE if abs(r - to_r) + abs(c - to_c) == 1 else LAST_TWO
        else:
            technique = ALL_FOUR if moves == 2 else SHORT_RUN
        counts[technique.name] += 1
        left[kind] -= 2 * moves
        number += moves
    return tuple((technique, count) for technique, count in counts.items() if count)


def _text(grade: Text, danger: Danger, openings: int) -> Text:
    return sentences(
        Text(
            "{grade}: of 100 games, a hasty player loses {hasty}, a tidy one {tidy}, "
            "and a wary one {wary}.",
            grade=grade,
            hasty=round(100 * danger.hasty),
            tidy=round(100 * danger.tidy),
            wary=round(100 * danger.wary),
        ),
        Plural(
            "In 100 games the wary player avoids {n:,} losing move.",
            "In 100 games the wary player avoids {n:,} losing moves.",
            n=round(100 * danger.blunders),
        ),
        Plural(
            "The plan needs {n} opening.",
            "The plan needs {n} openings.",
            n=openings,
        ),
    )
