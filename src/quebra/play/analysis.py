"""Analysis of a game: whether it can be won, which move lost it, hints, and its value by goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from quebra.contract.errors import BadInput, Cut
from quebra.contract.play import Spot
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Place, Step
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.engine.search import search
from quebra.grid.ladder import DEAD_END, MISTAKE
from quebra.i18n.text import Plural, Text, sentences
from quebra.play.game import BACK, Game

LEVELS = (1, 2, 3)
CHECK_SECONDS = 2.0
"""Time limit for the test that a game can still be won after a hint."""
SEARCH = Text("search")
LOOK_HERE = Text("Look at the places that are marked.")
BY_SEARCH = Text(
    "Nothing follows by itself here. This belongs to a solution that a search has found."
)
NO_SOLUTION = Text("The puzzle has no solution: a search proves it.")


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
    text: Text
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


class Hint(msgspec.Struct, frozen=True):
    """A hint: the places, with a higher level the reasons, and at last the moves.

    A step without moves is followed by more steps, up to the first one with moves; `reasons` has a
    sentence for each step.
    """

    level: int
    technique: Text
    where: tuple[Place, ...]
    reasons: tuple[Text, ...]
    moves: tuple[str, ...] = ()

    @property
    def text(self) -> Text:
        """The sentences to show: of several steps, the last one and the number of the others."""
        earlier = len(self.reasons) - 1
        if not earlier or self.goes_back:
            return sentences(*self.reasons)
        return sentences(
            self.reasons[-1],
            Text("Steps before this one, without a move: {count}.", count=earlier),
        )

    @property
    def goes_back(self) -> bool:
        """Whether the hint is to take moves back; its reasons are not steps then."""
        return any(move.startswith(BACK) for move in self.moves)

    def up_to(self, level: int) -> Hint:
        """The part of a complete hint that belongs to a level."""
        if level not in LEVELS:
            raise BadInput(Text("Hints have the levels 1 to 3, not {level}.", level=level))
        if level == LEVELS[-1]:
            return self
        return Hint(
            level, self.technique, self.where, (LOOK_HERE,) if level == 1 else self.reasons[:1]
        )


def hint(game: Game, level: int, budget: Budget) -> Hint:
    """The hint for the next step, up to a level.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> hint(game, 1, Budget()).where
    ((0, 0), (0, 1))
    >>> hint(game, 2, Budget()).text
    'Row 1, column 2 is the last open cell of its region, and only 1 is missing there.'
    >>> hint(game, 3, Budget()).moves
    ('r1c2=1',)
    """
    return whole_hint(game, budget).up_to(level)


def follow(game: Game, taken: Hint) -> Game:
    """The game after the moves of a hint, with the hint counted."""
    for move in taken.moves:
        game = game.move(move)
    return game.with_hint()


def whole_hint(game: Game, budget: Budget) -> Hint:
    """The complete hint for the next step, with its reasons and moves.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> whole_hint(game, Budget()).up_to(1).text
    'Look at the places that are marked.'
    """
    if game.solved:
        raise BadInput(Text("The puzzle is solved: there is nothing to hint at."))
    steps: list[Step] = []
    for step in game.family.explain.steps(game.puzzle, game.attempt, budget):
        steps.append(step)
        moves = game.play.moves_for(game.puzzle, game.attempt, step, budget)
        if moves:
            reasons = tuple(step.text for step in steps)
            found = Hint(3, steps[0].technique, steps[0].where, reasons, moves)
            if _may_be_winnable_after(game, found, budget):
                return found
            break
    return _hint_back(game, steps, budget) or _hint_from_search(game, budget)


def _may_be_winnable_after(game: Game, found: Hint, budget: Budget) -> bool:
    """Whether no search refutes that the game can be won after a hint.

    A hint that takes a mistake back is not tested: more mistakes may follow.
    """
    if game.broken or found.technique == MISTAKE.name:
        return True
    left = budget.left()
    seconds = CHECK_SECONDS if left is None else min(CHECK_SECONDS, left)
    short = Budget(seconds, cancel=budget.cancel)
    return solvable(follow(game, found), short) is not False


def _hint_back(game: Game, steps: list[Step], budget: Budget) -> Hint | None:
    """The hint to go back to the last position that could be won; None if the game is not lost."""
    count = lost_at(game, budget)
    if count is None:
        return None
    last = steps[-1:] or [Step(DEAD_END, tuple(spot.where for spot in game.spots), (), Text())]
    if count < 0:
        return Hint(3, DEAD_END, last[0].where, (NO_SOLUTION,))
    why = [step.text for step in last if step.technique in (MISTAKE.name, DEAD_END)]
    back = Plural(
        "The game could still be won after {n} move: go back there.",
        "The game could still be won after {n} moves: go back there.",
        n=count,
    )
    reasons = (*filter(None, why), back)
    return Hint(3, last[0].technique, last[0].where, reasons, (f"{BACK}{count}",))


def _hint_from_search(game: Game, budget: Budget) -> Hint:
    """The hint with a move towards a solution found by search, where no step has a move."""
    play, puzzle = game.play, game.puzzle
    remaining = play.remaining(puzzle, game.attempt)
    found = find_solution(game, remaining, budget) if remaining else None
    if remaining is None or found is None:
        raise BadInput(Text("There is nothing to hint at."))
    move = play.moves_to(remaining, play.start(remaining), found)[0]
    before = {spot.text for spot in game.spots}
    changed = (spot.where for spot in game.move(move).spots if spot.text not in before)
    return Hint(3, SEARCH, tuple(changed), (BY_SEARCH,), (move,))
