"""Hints in three taps: where to look, which rule and why, and the moves themselves."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.grid.cells import counted
from quebra.grid.ladder import DEAD_END, MISTAKE
from quebra.play.chances import lost_at, solution, solvable
from quebra.play.game import BACK, Game

LEVELS = (1, 2, 3)
PATIENCE = 2.0
"""How many seconds a hint is looked into before it is shown."""
SEARCH = "search"
LOOK = "Look at the places that are marked."
FOUND = "Nothing follows by itself here. This belongs to a solution that a search has found."
LOST = "The game could still be won after {moves}: go back there."
NEVER = "The puzzle has no solution: a search proves it."


class Hint(msgspec.Struct, frozen=True):
    """A hint: where to look, and as its level rises, why and with which moves.

    A step that only rules something out is followed by those up to the next that can be played;
    `reasons` has a sentence for each.
    """

    level: int
    technique: str
    where: tuple[Place, ...]
    reasons: tuple[str, ...]
    moves: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The hint in words."""
        return " ".join(self.reasons)

    def up_to(self, level: int) -> Hint:
        """The part of a whole hint that a level shows."""
        if level not in LEVELS:
            raise BadInput(f"Hints have the levels 1 to 3, not {level}.")
        if level == LEVELS[-1]:
            return self
        return Hint(level, self.technique, self.where, (LOOK,) if level == 1 else self.reasons[:1])


def hint(game: Game, level: int, budget: Budget) -> Hint:
    """The next step, as far as a level shows it.

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
    """The game after a hint was taken and its moves were made."""
    for move in taken.moves:
        game = game.move(move)
    return game.with_hint()


def whole_hint(game: Game, budget: Budget) -> Hint:
    """The next step with its reasons and moves, as the last level shows it.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> whole_hint(game, Budget()).up_to(1).text
    'Look at the places that are marked.'
    """
    if game.solved:
        raise BadInput("The puzzle is solved: there is nothing left to hint at.")
    steps: list[Step] = []
    for step in game.family.explain.steps(game.puzzle, game.attempt, budget):
        steps.append(step)
        moves = game.play.moves_for(game.puzzle, game.attempt, step, budget)
        if moves:
            reasons = tuple(step.text for step in steps)
            found = Hint(3, steps[0].technique, steps[0].where, reasons, moves)
            if _leads_on(game, found, budget):
                return found
            break
    return _way_back(game, steps, budget) or _way_on(game, budget)


def _leads_on(game: Game, found: Hint, budget: Budget) -> bool:
    """Whether it is not refuted that a game can be won after a hint.

    What takes a mistake back need not lead to such a game at once.
    """
    if game.broken or found.technique == MISTAKE.name:
        return True
    left = budget.left()
    brief = Budget(PATIENCE if left is None else min(PATIENCE, left), cancel=budget.cancel)
    return solvable(follow(game, found), brief) is not False


def _way_back(game: Game, steps: list[Step], budget: Budget) -> Hint | None:
    """Where a game that is lost could still be won."""
    count = lost_at(game, budget)
    if count is None:
        return None
    last = steps[-1:] or [Step(DEAD_END, tuple(spot.where for spot in game.spots), (), "")]
    if count < 0:
        return Hint(3, DEAD_END, last[0].where, (NEVER,))
    why = [step.text for step in last if step.technique in (MISTAKE.name, DEAD_END)]
    reasons = (*filter(None, why), LOST.format(moves=counted(count, "move")))
    return Hint(3, last[0].technique, last[0].where, reasons, (f"{BACK}{count}",))


def _way_on(game: Game, budget: Budget) -> Hint:
    """A move towards some solution, where no step has one."""
    play, puzzle = game.play, game.puzzle
    rest = play.remaining(puzzle, game.attempt)
    found = solution(game, rest, budget) if rest else None
    if rest is None or found is None:
        raise BadInput("There is nothing left to hint at.")
    move = play.moves_to(rest, play.start(rest), found)[0]
    before = {spot.text for spot in game.spots}
    changed = (spot.where for spot in game.move(move).spots if spot.text not in before)
    return Hint(3, SEARCH, tuple(changed), (FOUND,), (move,))
