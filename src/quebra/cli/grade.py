"""quebra grade"""

from __future__ import annotations

import sys

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
    dim,
    echo,
    echo_json,
    json_option,
    loaded,
    new_budget,
    progress_bar,
    puzzle_argument,
)
from quebra.cli.language import language
from quebra.cli.options import request_options
from quebra.i18n.text import ENGLISH, Plural, Series, Text, Verbatim
from quebra.service.requests import Grade
from quebra.service.results import Graded


@click.command()
@puzzle_argument
@json_option
@request_options(Grade)
def command(
    source: str, family: str | None, format: str | None, as_json: bool, time: float | None
) -> None:
    budget = new_budget(time, family, source)
    with (
        loaded(source, family, format, budget) as puzzle,
        progress_bar(Text("Grading"), time) as budget.report,
    ):
        lang = ENGLISH if as_json else language()
        graded = Grade(puzzle=puzzle, lang=lang).run(budget)
    if as_json:
        echo_json(graded)
    else:
        echo(graded.text)
        if graded.grade:
            echo(_summary(graded), dim)
    sys.exit(NOT_KNOWN if graded.reason else DONE if graded.grade else NO)


def _summary(graded: Graded) -> Text:
    """The score, the bottlenecks and the number of steps by technique."""
    techniques = Series(
        Text("{name} {count}", name=Verbatim(name), count=count)
        for name, count in graded.techniques.items()
    )
    return Plural(
        "score {score:g}, {n} bottleneck: {techniques}",
        "score {score:g}, {n} bottlenecks: {techniques}",
        n=graded.bottlenecks,
        score=graded.score,
        techniques=techniques,
    )
