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
from quebra.cli.options import request_options
from quebra.i18n.text import Text
from quebra.service.requests import Grade


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
        graded = Grade(puzzle=puzzle).run(budget)
    if as_json:
        echo_json(graded)
    else:
        echo(graded.text)
        if graded.grade:
            echo(Text("score {score:g}", score=graded.score), dim)
    sys.exit(NOT_KNOWN if graded.reason else DONE if graded.grade else NO)
