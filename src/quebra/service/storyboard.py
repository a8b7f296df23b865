"""The steps of `explain`, each with a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import TypeVar

from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import family_of
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.render import Drawing
from quebra.service.arguments import make_budget
from quebra.service.verbs import find_steps

A = TypeVar("A", bound=Answer)


def storyboard(
    puzzle: Puzzle[A],
    answer: A | None = None,
    *,
    time: float | None = None,
    cancel: Event | None = None,
) -> Iterator[tuple[Step, Drawing]]:
    """Each step of `explain` with a drawing of the board so far, and its places highlighted.

    In a family without moves, the board does not change.

    >>> from quebra.service.verbs import load
    >>> board = load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> for step, drawing in storyboard(board):
    ...     print(f"{step.technique}\\n{drawing}")
    last cell
    ┏━━━┯━━━┓
    ┃ 2?│ 1?┃
    ┗━━━┷━━━┛
    """
    return draw_steps(puzzle, answer, make_budget(time, cancel))


def draw_steps(
    puzzle: Puzzle, answer: Answer | None, budget: Budget
) -> Iterator[tuple[Step, Drawing]]:
    """The drawings of `storyboard`, within a budget."""
    family = family_of(puzzle)
    play, attempt = family.play, answer
    if play and attempt is None:
        attempt = play.start(puzzle)
    show = play.draw if play and play.draw else family.draw
    for step in find_steps(puzzle, answer, None, budget):
        if step.technique == "mistake":
            yield step, show(puzzle, attempt, Look(broken=step.where))
            continue
        for move in play.moves_for(puzzle, attempt, step, budget) if play else ():
            assert play
            attempt = play.move(puzzle, attempt, move)
        yield step, show(puzzle, attempt, Look(hint=step.where))
