"""The verbs as functions, for any puzzle of any family.

Functions that may take long have a limit `time` in seconds, and end when `cancel` is set.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import TypeVar, cast

from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Look, write_puzzle
from quebra.contract.puzzle import Answer, P, Puzzle
from quebra.contract.registry import family_of, get_family
from quebra.contract.results import Grade, Outcome, Place, Progress, Step, Violation
from quebra.contract.settings import admit_extent
from quebra.engine.budget import Budget, Report
from quebra.engine.search import search
from quebra.engine.search import solve as run_solver
from quebra.engine.trace import Trace
from quebra.i18n.text import Text, Verbatim
from quebra.render import Drawing
from quebra.service.arguments import (
    admit_answer,
    admit_limits,
    admit_place,
    admit_type,
    family_name,
    make_budget,
    read_size,
)
from quebra.service.reading import (
    codec_for,
    codecs_of,
    first_solution,
    puzzle_lines,
    read_puzzle,
    read_source,
)

A = TypeVar("A", bound=Answer)


def load(
    source: str | Path, family: str | type[P] | None = None, *, format: str | None = None
) -> P:
    """Read a puzzle from a path, a link, a text, or standard input (`-`).

    With the type of a family's puzzles, such as `Kojun`, the puzzle is of that type.

    >>> load("kojun\\nregions\\na a\\ngivens\\n2 .").family
    'kojun'
    """
    name = None if family is None else family_name(family)
    return cast(P, parse(read_source(source, partial(codecs_of, name)), family=name, format=format))


def load_all(
    source: str | Path, *, family: str | None = None, format: str | None = None
) -> Iterator[Puzzle]:
    """Read all puzzles of a source: a single one, or one on each line, as JSON or as a link.

    >>> line = '{"family": "kojun", "regions": [[0, 0]], "givens": [[2, 0]]}'
    >>> [puzzle.family for puzzle in load_all(f"{line}\\n{line}")]
    ['kojun', 'kojun']
    """
    for found in load_each(source, family=family, format=format):
        if isinstance(found, BadInput):
            raise found
        yield found


def load_each(
    source: str | Path, *, family: str | None = None, format: str | None = None
) -> Iterator[Puzzle | BadInput]:
    """The puzzles of `load_all`; for a line that cannot be read, the error."""
    text = read_source(source, partial(codecs_of, family))
    lines = puzzle_lines(text)
    if not lines:
        yield parse(text, family=family, format=format)
    for number, line in lines:
        try:
            yield parse(line, family=family, format=format)
        except BadInput as error:
            sentence = Text("Line {line}: {text}", line=number, text=error.text)
            yield BadInput(sentence, column=error.column, path=error.path)


def parse(text: str, *, family: str | None = None, format: str | None = None) -> Puzzle:
    """Read a puzzle from its text or link, in any format of any family, or in the given ones."""
    puzzle = read_puzzle(text, family, format)
    admit_extent(puzzle.family, puzzle.extent)
    return puzzle


def load_answer(puzzle: Puzzle[A], source: str | Path, *, format: str | None = None) -> A:
    """Read an answer or attempt from a path, a text, or standard input (`-`)."""
    text = read_source(source, lambda: family_of(puzzle).formats.answers)
    return parse_answer(puzzle, text, format=format)


def parse_answer(puzzle: Puzzle[A], text: str, *, format: str | None = None) -> A:
    """Read an answer from its text, in any format of the puzzle's family, or in the given one.

    From the JSON of an outcome of `solve`, the first solution is read.
    """
    text = first_solution(puzzle, text)
    codec = codec_for(text, family_of(puzzle).formats.answers, format, is_answer=True)
    return cast(A, codec.bound_to(puzzle).read(text))


def check(puzzle: Puzzle[A], answer: A) -> tuple[Violation, ...]:
    """The rules that an attempt breaks; empty for a right answer."""
    family = family_of(puzzle)
    admit_type("answer", answer, family.model.answer)
    return family.rules.check(puzzle, answer)


def progress(puzzle: Puzzle[A], answer: A) -> Progress:
    """The progress of an attempt, from 0 to 1."""
    family = family_of(puzzle)
    admit_type("answer", answer, family.model.answer)
    return family.rules.progress(puzzle, answer)


def solve(
    puzzle: Puzzle[A],
    *,
    goal: str = "any",
    engine: str = "auto",
    count: int | None = None,
    seed: int | None = None,
    up_to_symmetry: bool = False,
    start: A | None = None,
    time: float | None = None,
    cancel: Event | None = None,
    each: Callable[[A], None] | None = None,
    report: Report | None = None,
    trace: Trace | None = None,
    **options: object,
) -> Outcome[A]:
    """Solve within limits; the outcome says what is proved.

    A search with a goal may start from an answer, and never ends with a worse one. The same seed
    gives the same solutions; with a goal, the result also depends on the time. With
    `up_to_symmetry`, solutions that a symmetry maps to each other count once. Three functions are
    called during the search: `each` with every accepted answer, `report` with the budget several
    times a second, and `trace` with each iteration of engines that have iterations. More keywords
    are options of the engine.

    >>> solve(load("kojun\\nregions\\na a\\ngivens\\n. ."), count=9).text
    'Exactly 2 solutions: proved.'
    """
    family = family_of(puzzle)
    admit_limits(time, cancel)
    _admit_search(goal, engine, seed)
    admit_answer(puzzle, start)
    for name, hook in (("each", each), ("report", report), ("trace", trace)):
        if hook is not None and not callable(hook):
            raise BadInput(
                Text(
                    "The {argument} must be a function, not {found}.",
                    argument=Verbatim(name),
                    found=Verbatim(type(hook).__name__),
                )
            )
    outcome: Outcome[A] = run_solver(
        family,
        puzzle,
        goal=goal,
        engine=engine,
        count=count,
        seconds=time,
        seed=seed,
        cancel=cancel,
        report=report,
        start=start,
        each=each,
        up_to_symmetry=up_to_symmetry,
        trace=trace,
        options=options,
    )
    return outcome


def _admit_search(goal: str, engine: str, seed: int | None) -> None:
    admit_type("goal", goal, str)
    admit_type("engine", engine, str)
    if seed is not None:
        admit_type("seed", seed, int)


def solutions(
    puzzle: Puzzle[A],
    limit: int | None = None,
    *,
    engine: str = "auto",
    seed: int | None = None,
    time: float | None = None,
    cancel: Event | None = None,
    **options: object,
) -> Iterator[A]:
    """The solutions one by one, as they are found; raises `Cut` at the end of the time.

    More keywords are options of the engine.
    """
    if limit is not None:
        admit_type("limit", limit, int)
        if limit < 0:
            raise BadInput(Text("The limit must be 0 or more."))
    _admit_search("any", engine, seed)
    budget = make_budget(time, cancel, limit)
    found: Iterator[A] = search(
        family_of(puzzle), puzzle, budget, engine=engine, seed=seed, options=options
    )
    return islice(found, None if limit is None else min(limit, sys.maxsize))


def explain(
    puzzle: Puzzle[A],
    answer: A | None = None,
    *,
    at: Place | None = None,
    time: float | None = None,
    cancel: Event | None = None,
) -> Iterator[Step]:
    """The next steps that a person could find, from the start or from an attempt.

    With a place, only the steps that concern it, usually the first that changes something there.
    Raises `Cut` at the end of the time.

    >>> board = load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> [step.text for step in explain(board, at=(0, 1))]
    ['Row 1, column 2 is the last open cell of its region, and only 1 is missing there.']
    """
    return find_steps(puzzle, answer, at, make_budget(time, cancel))


def find_steps(
    puzzle: Puzzle, answer: Answer | None, at: Place | None, budget: Budget
) -> Iterator[Step]:
    """The steps of `explain`, within a budget."""
    admit_answer(puzzle, answer)
    if at is not None:
        admit_place(puzzle, at)
    return family_of(puzzle).explain.steps(puzzle, answer, budget, at)


def storyboard(
    puzzle: Puzzle[A],
    answer: A | None = None,
    *,
    time: float | None = None,
    cancel: Event | None = None,
) -> Iterator[tuple[Step, Drawing]]:
    """Each step of `explain` with a drawing of the board so far, and its places highlighted.

    In a family without moves, the board does not change.

    >>> board = load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> for step, drawing in storyboard(board):
    ...     print(f"{step.technique}\\n{drawing}")
    last cell
    ┏━━━┯━━━┓
    ┃ 2 │ 1?┃
    ┗━━━┷━━━┛
    """
    return draw_steps(puzzle, answer, make_budget(time, cancel))


def draw_crux(puzzle: Puzzle, budget: Budget) -> tuple[Text, Drawing]:
    """The hardest moment of a puzzle: its sentence, and the board before that step.

    Where no step of `explain` has the places of the crux, they are shown on the puzzle.
    """
    family = family_of(puzzle)
    grade = family.explain.grade(puzzle, budget)
    if not grade.crux:
        raise BadInput(Text("There is no hardest moment to draw."))
    play = family.play
    attempt = play.start(puzzle) if play else None
    show = play.draw if play and play.draw else family.draw
    levels = {technique.name: technique.level for technique in family.explain.techniques}
    best = Step(Text("crux"), grade.crux, (), grade.text), attempt
    for step in find_steps(puzzle, None, None, budget):
        is_harder = levels[step.technique] > levels.get(best[0].technique, 0)
        if step.where == grade.crux and is_harder:
            best = step, attempt
        for move in play.moves_for(puzzle, attempt, step, budget) if play else ():
            assert play
            attempt = play.move(puzzle, attempt, move)
    step, before = best
    return step.text, show(puzzle, before, Look(step=step))


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
        yield step, show(puzzle, attempt, Look(step=step))


def grade(puzzle: Puzzle, *, time: float | None = None, cancel: Event | None = None) -> Grade:
    """The difficulty of a puzzle, by the techniques that `explain` needs."""
    return family_of(puzzle).explain.grade(puzzle, make_budget(time, cancel))


def generate(
    family: str | type[P],
    size: str | tuple[int, int] | None = None,
    *,
    seed: int,
    preset: str | None = None,
    time: float | None = None,
    cancel: Event | None = None,
    **options: object,
) -> P:
    """Generate a puzzle; the same seed gives the same puzzle on every machine.

    A size and options of your own come before those of the preset.

    >>> generate("kojun", "5x5", seed=1) == generate("kojun", (5, 5), seed=1)
    True
    """
    admit_type("seed", seed, int)
    budget = make_budget(time, cancel)
    return cast(P, make_puzzle(family_name(family), size, seed, options, budget, preset))


def make_puzzle(
    name: str,
    size: str | tuple[int, int] | None,
    seed: int,
    options: Mapping[str, object],
    budget: Budget,
    preset: str | None = None,
) -> Puzzle:
    """The puzzle of `generate` for the family of that name, within a budget.

    >>> make_puzzle("kojun", None, 1, {"seed": 2}, Budget())
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Object contains unknown field seed.
    """
    family = get_family(name)
    recipe = family.make_recipe(options, None if size is None else read_size(size), preset)
    admit_extent(name, recipe.rows * recipe.cols)
    puzzle: Puzzle = family.generate.make(recipe, recipe.source(seed), budget)
    admit_extent(name, puzzle.extent)
    return puzzle


def draw(puzzle: Puzzle[A], answer: A | None = None, look: Look | None = None) -> Drawing:
    """Draw a puzzle, with an attempt if there is one; the drawing has no theme yet."""
    family, look = family_of(puzzle), Look() if look is None else look
    admit_answer(puzzle, answer)
    admit_type("look", look, Look)
    if look.candidates and not family.draws_candidates:
        raise BadInput(Text("{title} has no candidates to draw.", title=family.title))
    for place in (*look.broken, *look.where, *look.others):
        admit_place(puzzle, place)
    return family.draw(puzzle, answer, look)


def convert(puzzle: Puzzle[A], to: str, answer: A | None = None, **options: object) -> str:
    """Write a puzzle in another format, or an answer to it.

    More keywords are options of the format of a puzzle.

    >>> convert(load("kojun\\nregions\\na a\\ngivens\\n2 ."), "puzzlink")
    'https://puzz.link/p?cojun/2/1/02g'
    """
    admit_answer(puzzle, answer)
    formats = family_of(puzzle).formats
    if answer is None:
        return write_puzzle(choose_codec(formats.puzzles, to), puzzle, options)
    return choose_codec(formats.answers, to).bound_to(puzzle).write(answer)
