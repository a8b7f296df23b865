"""quebra grade"""

from __future__ import annotations

import sys

import click

from quebra import verbs
from quebra.cli.common import (
    DONE,
    NO,
    echo_json,
    json_option,
    loaded,
    progress_bar,
    puzzle_argument,
    soft,
    time_option,
    wrap,
)
from quebra.core import Budget


@click.command()
@puzzle_argument
@json_option
@time_option
def command(
    source: str, family: str | None, format: str | None, as_json: bool, seconds: float | None
) -> None:
    """Tell how hard a puzzle is."""
    with loaded(source, family, format) as puzzle, progress_bar("Grading", seconds) as report:
        grade = verbs.grade(puzzle, budget=Budget(seconds, report=report))
    if as_json:
        echo_json(
            {
                "family": puzzle.family,
                "grade": grade.name,
                "score": grade.score,
                "techniques": dict(grade.techniques),
                "text": grade.text,
            }
        )
    else:
        click.echo(wrap(grade.text))
        if grade.name:
            click.echo(soft(f"score {grade.score:g}"))
    sys.exit(DONE if grade.name else NO)
