"""quebra grade"""

from __future__ import annotations

import sys

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
    dim,
    echo_json,
    json_option,
    loaded,
    new_budget,
    progress_bar,
    puzzle_argument,
    wrap,
)
from quebra.cli.options import request_options
from quebra.service.requests import Grade


@click.command()
@puzzle_argument
@json_option
@request_options(Grade)
def command(
    source: str, family: str | None, format: str | None, as_json: bool, time: float | None
) -> None:
    """Show how hard a puzzle is."""
    budget = new_budget(time, family, source)
    with (
        loaded(source, family, format, budget) as puzzle,
        progress_bar("Grading", time) as budget.report,
    ):
        graded = Grade(puzzle=puzzle).run(budget)
    if as_json:
        echo_json(graded)
    else:
        click.echo(wrap(graded.text))
        if graded.grade:
            click.echo(dim(f"score {graded.score:g}"))
    sys.exit(NOT_KNOWN if graded.reason else DONE if graded.grade else NO)
