"""Analysis of a game: whether it can be won, which move lost it, and its value by each goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from quebra.contract.errors import BadInput, Cut
from quebra.contract.play import Spot
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Place
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.engine.search import search
from quebra.play.game import Game


class Comparison(msgspec.Struct, frozen=True):
    """How a game differs from a solution: places with another content, and empty places."""

    wrong: tuple[Place, ...]
    missing: tuple[Place, ...]


class Standing(msgspec.Struct, frozen=True):
    """The value of a game by a goal, and the best value of any answer.

    `best` is None if no answer was found in time. It is optimal if `proved`; otherwise it is the
    best found, and `bound` limits all answers, if a bound is known.
    """

    goal: str
    text: str
    own: int | float
    best: int | float | None
    bound: int | float | None
    proved: bool


def solvable(game: Game, budget: Budget) -> bool | None:
    """Whether a game can still be won, with proof; None if the budget ends first.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a a\\ngivens\\n. 2 ."))
    >>> solvable(game.move("r1c1=2"), Budget())
    False
    """
    if game.solved:
        return True
    try:
        remaining = game.play.remaining(game.puzzle, game.attempt)
        return remaining is None or find_solution(game, remaining, budget) is not None
    except BadInput:
        return False
    except MemoryError:
        return None
    except Cut as cut:
        if cut.reason == "cancelled":
            raise
        return None


def find_solution(game: Game, remaining: Puzzle, budget: Budget) -> Answer | None:
    """A solution of the remaining puzzle of a game, or None with a proof that there is none."""
    found: Answer | None = next(search(game.family, remaining, budget), None)
    return found


def lost_at(game: Game, budget: Budget) -> int | None:
    """The number of moves before the one that lost a game.

    -1 if the puzzle has no solution; None if the game can be won or the budget ends first.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a a\\ngivens\\n. 2 ."))
    >>> lost_at(game.move("r1c3=1").move("r1c1=2"), Budget())
    1
    """
    return last_winnable(game.done, lambda count: solvable(game.at(count), budget))


def compare(game: Game, answer: Answer) -> Comparison:
    """The differences between a game and a solution.

    >>> from quebra import load, solve
    >>> board = load("kojun\\nregions\\na a a\\ngivens\\n. 2 .")
    >>> compare(Game(board).move("r1c1=1"), solve(board).solutions[0])
    Comparison(wrong=((0, 0),), missing=((0, 2),))
    """
    start, right = (
        {spot.where: spot.text for spot in _on_board(game.play.spots(game.puzzle, attempt))}
        for attempt in (game.play.start(game.puzzle), answer)
    )
    differing = [spot for spot in _on_board(game.spots) if spot.text != right.get(spot.where)]
    return Comparison(
        wrong=tuple(spot.where for spot in differing if spot.text != start.get(spot.where)),
        missing=tuple(spot.where for spot in differing if spot.text == start.get(spot.where)),
    )


def _on_board(spots: Iterable[Spot]) -> Iterator[Spot]:
    return (spot for spot in spots if spot.part == "board")


def standing(game: Game, budget: Budget) -> Iterator[Standing]:
    """The value of a game by each goal of its family, and the best one found in the budget."""
    for name, goal in game.family.solve.goals.items():
        best = None
        proved = True
        try:
            for answer in search(game.family, game.puzzle, budget, goal=name):
                best = goal.measure(game.puzzle, answer)
        except Cut as cut:
            if cut.reason == "cancelled":
                raise
            proved = best is not None and best == budget.bound and goal.tie_break is None
        bound = best if proved else budget.bound
        own = goal.measure(game.puzzle, game.play.measured_attempt(game.puzzle, game.attempt))
        yield Standing(name, goal.text, own, best, bound, proved)
