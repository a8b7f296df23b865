"""quebra teach"""

from __future__ import annotations

from collections.abc import Iterable

import click

from quebra.cli.common import (
    dim,
    echo,
    echo_drawing,
    echo_json,
    echo_step,
    errors_as_messages,
    json_option,
    progress_bar,
    wrap,
)
from quebra.cli.language import argument, option, say
from quebra.cli.options import request_options
from quebra.contract.family import Look
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.i18n.text import Series, Text, Verbatim
from quebra.play import Marks, link
from quebra.play.lessons import EXERCISES, Exercise, Lesson, taught, technique_named
from quebra.service import verbs
from quebra.service.lessons import Teach

SECONDS = 10.0
"""Time limit of a lesson by default."""


@click.command(
    help=Text(
        "FAMILY is a name from `quebra families`. Without TECHNIQUE all techniques are taught, "
        "from easy to hard. `quebra play` opens the page, where the link of an exercise can be "
        "opened and the same lessons are under Learn."
    )
)
@argument("family")
@argument("technique", nargs=-1, metavar="[TECHNIQUE]")
@request_options(Teach)
@option("--answers", is_flag=True, help=Text("With the answers of the exercises at the end."))
@option("--links", is_flag=True, help=Text("With a link to play each exercise."))
@json_option
def command(
    family: str,
    technique: tuple[str, ...],
    exercises: int | None,
    seed: int | None,
    time: float | None,
    answers: bool,
    links: bool,
    as_json: bool,
) -> None:
    with errors_as_messages():
        guide = get_family(family)
        name = " ".join(technique)
        known = (technique_named(guide, name),) if name else taught(guide)
        for each in known:
            request = Teach(
                family=family,
                technique=str(each.name),
                exercises=exercises or EXERCISES,
                seed=seed or 0,
            )
            seconds = SECONDS if time is None else time
            with progress_bar(Text("Looking"), seconds) as report:
                found = request.find(Budget(seconds, report=report))
            if as_json:
                echo_json(request.shown(found))
            else:
                _show(found, answers, links)


def _show(lesson: Lesson, answers: bool, links: bool) -> None:
    """Print a lesson: the example with its reason, the exercises as boards, and their answers."""
    technique = lesson.technique
    _heading(technique.name)
    click.echo(wrap(_sentence(say(technique.text))))
    if lesson.example:
        click.echo()
        _draw(lesson.example, with_step=True)
        echo_step(lesson.example.step, why=True)
    for number, exercise in enumerate(lesson.exercises, 1):
        _heading(Text("Exercise {n}: what follows?", n=number))
        _draw(exercise, with_step=False)
        if links:
            click.echo(link(exercise.game, moves=True))
    if lesson.note:
        echo(lesson.note, dim)
    if answers:
        _show_answers(lesson.exercises)
    click.echo()


def _show_answers(exercises: Iterable[Exercise]) -> None:
    _heading(Text("Answers"))
    for number, exercise in enumerate(exercises, 1):
        click.echo(dim(f"{number:3}."))
        echo_step(exercise.step, why=True)


def _draw(exercise: Exercise, with_step: bool) -> None:
    """Print the board of an exercise, with its pencil marks below it."""
    game = exercise.game
    look = Look(step=exercise.step if with_step else None)
    echo_drawing(verbs.draw(game.puzzle, game.attempt, look))
    if game.marks:
        marks = Series(map(_mark_text, game.marks))
        echo(Text("Pencil marks: {marks}.", marks=marks), dim)


def _mark_text(marks: Marks) -> Text:
    row, column = (number + 1 for number in marks.where)
    values = Verbatim(" ".join(marks.values))
    return Text("row {row}, column {column}: {values}", row=row, column=column, values=values)


def _heading(text: Text) -> None:
    click.echo(f"\n{click.style(_capitalized(say(text)), bold=True)}")


def _sentence(text: str) -> str:
    return f"{_capitalized(text).rstrip('.')}."


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
