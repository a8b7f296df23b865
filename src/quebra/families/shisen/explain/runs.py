"""Moves that can do no harm: runs of moves that leave no tile of the kinds they touch.

Whatever clears the board before such a run clears it after: the pairs of the other kinds can go
in the order in which they would have gone, for with the run there are only more empty cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quebra.engine.budget import Budget
from quebra.families.shisen.position import Pair, Position

Run = tuple[Pair, ...]

LONGEST = 8
"""Moves of a run that a person could oversee."""

MOST_TRIED = 100
"""How many orders of moves are tried for one kind; kinds of four tiles never need so many."""


def group_run(position: Position, kind: int) -> Run | None:
    """Moves that take all tiles which are left of a kind, now and in this order."""
    return _whole(position, list(position.pairs(kind & position.standing)), [MOST_TRIED])


def kind_runs(position: Position) -> Iterator[Run]:
    """The runs of one kind, of the kinds with the fewest tiles first."""
    kinds = sorted((kind & position.standing for kind in position.kinds), key=int.bit_count)
    return (run for kind in kinds if kind and (run := group_run(position, kind)))


def mixed_run(position: Position, budget: Budget) -> Run | None:
    """A run that begins with a pair of a kind, and goes on with others that it sets free.

    Of these, only those are in it without which the kind could not go.
    """
    found = None
    for start in position.moves():
        budget.pause()
        run = _run_from(position, start)
        if run and len(run) <= (len(found) - 1 if found else LONGEST):
            found = run
    return found


def _whole(position: Position, pairs: list[Pair], tries: list[int]) -> Run | None:
    if not pairs:
        return ()
    tries[0] -= 1
    for pair in pairs:
        if tries[0] >= 0 and position.free(pair):
            after = position.copy()
            after.take(pair)
            others = [other for other in pairs if not set(other) & set(pair)]
            if (rest := _whole(after, others, tries)) is not None:
                return (pair, *rest)
    return None


def _run_from(position: Position, start: Pair) -> Run | None:
    kind, trial = position.kind_of[start[0]], position.copy()
    trial.take(start)
    run: list[Pair] = [start]
    while (rest := group_run(trial, kind)) is None:
        others = next(kind_runs(trial), None)
        if others is None:
            return None
        for pair in others:
            trial.take(pair)
        run += others
    return _without_idle(position, [*run, *rest], kind)


def _without_idle(position: Position, run: list[Pair], kind: int) -> Run:
    """The run without the kinds that it does not need; the last ones are tried first."""
    for other in dict.fromkeys(position.kind_of[i] for i, _ in reversed(run)):
        fewer = [pair for pair in run if not other >> pair[0] & 1]
        if other != kind and _can_go(position, fewer):
            run = fewer
    return tuple(run)


def _can_go(position: Position, run: Iterable[Pair]) -> bool:
    trial = position.copy()
    for pair in run:
        if not trial.free(pair):
            return False
        trial.take(pair)
    return True
