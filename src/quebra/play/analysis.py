"""Analysis of a game: whether it can be won, which move lost it, hints, and its value by goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.play import Spot
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import MAX_WHERE, Place, Step
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.engine.search import search
from quebra.grid.cells import cell_notation
from quebra.grid.ladder import DEAD_END, MISTAKE, UNPROVED
from quebra.i18n.text import Text, sentences
from quebra.play.game import BACK, MARK, Game

CHECK_SECONDS = 0.15
"""Time limit for the test that a game can still be won after a hint."""
STEPS_SHARE = 0.6
"""The share of the time for steps; the rest is for a search if they take longer."""
LOST = (MISTAKE.name, DEAD_END)
"""Techniques whose steps, if they have no moves, say that the game is lost."""
SEARCH = Text("search")
BY_SEARCH = Text("This move keeps the board solvable: a search proves it.")
NO_SOLUTION = Text("The puzzle has no solution: a search proves it.")
NO_HINT_IN_TIME = Text("No hint was found in time; another move may make the board easier.")


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
    """The next step of a game, and the moves that carry it out.

    A step that only rules something out has no moves in families without pencil marks.
    """

    step: Step
    moves: tuple[str, ...] = ()


def hint(game: Game, budget: Budget, seen: int = 0) -> Hint:
    """The next step that is not carried out yet.

    `seen` is the number of steps without moves that the player knows already in this position. A
    lost game gets the move back to where it could be won. If the steps take too long, the hint is a
    move towards a solution that a search finds. If that takes too long as well, it is a move that
    may lose the game and says so, where the family has such steps; otherwise raises `NotFound`.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> hint(game, Budget()).step.text
    'Row 1, column 2 is the last open cell of its region, and only 1 is missing there.'
    >>> hint(game, Budget()).moves
    ('r1c2=1',)
    """
    if game.solved:
        raise BadInput(Text("The puzzle is solved: there is nothing to hint at."))
    lost: Step | None = None
    unproved: Hint | None = None
    try:
        for step, moves in open_steps(game, _part_of(budget, STEPS_SHARE)):
            if step.technique in LOST and not moves:
                lost = step
                break
            if not moves and seen:
                seen -= 1
                continue
            found = Hint(step, moves)
            if step.technique == UNPROVED:
                unproved = found
                break
            if _may_be_winnable_after(game, found, budget):
                return found
            break
    except Cut as cut:
        if cut.reason == "cancelled":
            raise
    try:
        return _hint_without_steps(game, lost, budget)
    except NotFound:
        if unproved:
            return unproved
        raise


def follow(game: Game, taken: Hint) -> Game:
    """The game after the moves of a hint, with the hint counted."""
    for move in taken.moves:
        game = game.move(move)
    return game.with_hint()


def open_steps(game: Game, budget: Budget) -> Iterator[tuple[Step, tuple[str, ...]]]:
    """The steps that are not carried out by pencil marks, the easiest first, each with its moves.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> [moves for _, moves in open_steps(game, Budget())]
    [('r1c2=1',)]
    """
    near = last_place(game)
    for step in game.family.explain.steps(game.puzzle, game.attempt, budget, near=near):
        moves = moves_for(game, step, budget)
        if moves or not (step.candidates and game.has_marks):
            yield step, moves


def moves_for(game: Game, step: Step, budget: Budget) -> tuple[str, ...]:
    """The moves that carry out a step: entries, and pencil marks for what it rules out.

    A cell without marks gets all candidates that are left in it; others lose those ruled out.

    >>> from quebra import load
    >>> from quebra.contract.results import CellCandidates, Change
    >>> game = Game(load("kojun\\nregions\\na a a\\ngivens\\n. . ."))
    >>> out, left = Change("remove", (0, 0), 3), CellCandidates((0, 0), (1, 2))
    >>> step = Step(Text("single"), ((0, 0),), (out,), Text(), candidates=(left,))
    >>> moves_for(game, step, Budget())
    ('r1c1*1', 'r1c1*2')
    >>> moves_for(game.move("r1c1*3"), step, Budget())
    ('r1c1*3',)
    """
    moves = game.play.moves_for(game.puzzle, game.attempt, step, budget)
    return (*moves, *_marks_for(game, step))


def _marks_for(game: Game, step: Step) -> Iterator[str]:
    if not game.has_marks:
        return
    held = {marks.where: set(marks.values) for marks in game.marks}
    values = game.play.values(game.puzzle)
    placed = {change.where for change in step.changes if change.action == "place"}
    for cell in step.candidates:
        left = {values.name_of(value) for value in cell.values}
        out = {values.name_of(c.value) for c in step.changes if c.where == cell.where}
        marks = held.get(cell.where)
        toggled = marks & out if marks and cell.where not in placed else left ^ (marks or set())
        for value in values.all:
            if value in toggled:
                yield f"{cell_notation(cell.where)}{MARK}{value}"


def last_place(game: Game) -> Place | None:
    """The place that the last move changed, if any."""
    if not game.done:
        return None
    before = {(spot.part, spot.where): spot.text for spot in game.at(game.done - 1).spots}
    changed = (s.where for s in _on_board(game.spots) if before.get((s.part, s.where)) != s.text)
    return next(changed, None)


def _part_of(budget: Budget, share: float) -> Budget:
    """A budget with a share of the remaining time."""
    left = budget.left()
    return Budget(None if left is None else left * share, cancel=budget.cancel)


def _may_be_winnable_after(game: Game, found: Hint, budget: Budget) -> bool:
    """Whether no search refutes that the game can be won after a hint.

    A hint that takes a mistake back is not tested: more mistakes may follow.
    """
    if game.broken or found.step.technique == MISTAKE.name:
        return True
    left = budget.left()
    seconds = CHECK_SECONDS if left is None else min(CHECK_SECONDS, left)
    short = Budget(seconds, cancel=budget.cancel)
    return solvable(follow(game, found), short) is not False


def _hint_without_steps(game: Game, lost: Step | None, budget: Budget) -> Hint:
    """The hint where no step has a move; `lost` is the step that says that the game is lost."""
    try:
        found = None if lost else _hint_from_search(game, budget)
        if found := found or _hint_back(game, lost, budget):
            return found
    except Cut as cut:
        if cut.reason == "cancelled":
            raise
    if lost is None:
        raise NotFound(NO_HINT_IN_TIME)
    return Hint(lost)


def _hint_from_search(game: Game, budget: Budget) -> Hint | None:
    """The hint with a move towards a solution found by search; None if there is no solution."""
    play, puzzle = game.play, game.puzzle
    try:
        remaining = play.remaining(puzzle, game.attempt)
    except BadInput:
        return None
    found = find_solution(game, remaining, budget) if remaining else None
    if remaining is None or found is None:
        return None
    move = play.moves_to(remaining, play.start(remaining), found)[0]
    before = {spot.text for spot in game.spots}
    changed = tuple(spot.where for spot in game.move(move).spots if spot.text not in before)
    return Hint(Step(SEARCH, changed[:MAX_WHERE], (), BY_SEARCH), (move,))


def _hint_back(game: Game, lost: Step | None, budget: Budget) -> Hint | None:
    """The hint to go back to the last position that could be won; None if that is not known."""
    count = lost_at(game, budget)
    if count is None:
        return None
    if count < 0:
        where = lost.where if lost else tuple(s.where for s in _on_board(game.spots))[:1]
        return Hint(Step(DEAD_END, where, (), NO_SOLUTION, reason=_reason(lost)))
    if lost is None or lost.technique != MISTAKE.name:
        place = last_place(game.at(count + 1))
        where = (place,) if place else lost.where if lost else ()
        text = Text("The game was lost at move {n}: go back to before it.", n=count + 1)
        lost = Step(MISTAKE.name, where, (), text, reason=_reason(lost))
    return Hint(lost, (f"{BACK}{count}",))


def _reason(lost: Step | None) -> Text:
    return sentences(lost.text, lost.reason) if lost else Text()
