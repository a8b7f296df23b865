"""What a game can still come to: whether it can be won, where it was lost, and how good it is."""

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
    """How a game differs from a solution: places with something else, and places with nothing."""

    wrong: tuple[Place, ...]
    missing: tuple[Place, ...]


class Standing(msgspec.Struct, frozen=True):
    """A game by a goal: what it measures by now, and the best that any game can.

    `best` is None where nothing was found in time. It is the best possible if `proved`; otherwise
    it is the best found, and `bound` what none can surpass, if that is known.
    """

    goal: str
    text: str
    own: int | float
    best: int | float | None
    bound: int | float | None
    proved: bool


def solvable(game: Game, budget: Budget) -> bool | None:
    """Whether a game can still be won: a proof either way, or None if that is not known in time.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a a\\ngivens\\n. 2 ."))
    >>> solvable(game.move("r1c1=2"), Budget())
    False
    """
    if game.solved:
        return True
    try:
        rest = game.play.remaining(game.puzzle, game.attempt)
        return rest is None or solution(game, rest, budget) is not None
    except BadInput:
        return False
    except MemoryError:
        return None
    except Cut as cut:
        if cut.reason == "cancelled":
            raise
        return None


def solution(game: Game, rest: Puzzle, budget: Budget) -> Answer | None:
    """A solution of what a game has left, or None: there is none."""
    found: Answer | None = next(search(game.family, rest, budget), None)
    return found


def lost_at(game: Game, budget: Budget) -> int | None:
    """The number of moves after which a lost game could still be won; one more, and it was lost.

    -1 if it never could, and None if it still can or that is not known in time.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a a\\ngivens\\n. 2 ."))
    >>> lost_at(game.move("r1c3=1").move("r1c1=2"), Budget())
    1
    """
    return last_winnable(game.done, lambda count: solvable(game.at(count), budget))


def compare(game: Game, answer: Answer) -> Comparison:
    """Where a game differs from a solution.

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
    """How a game stands by each goal of its family, one after the other within the budget."""
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
