"""quebra grade"""

from __future__ import annotations

import sys

import click

from quebra import verbs
from quebra.cli.common import (
    CUTS,
    DONE,
    NO,
    NOT_KNOWN,
    echo_json,
    json_option,
    loaded,
    progress_bar,
    puzzle_argument,
    soft,
    time_option,
    wrap,
)
from quebra.core import Budget, Cut, Grade


@click.command()
@puzzle_argument
@json_option
@time_option
def command(
    source: str, family: str | None, format: str | None, as_json: bool, seconds: float | None
) -> None:
    """Tell how hard a puzzle is."""
    reason = None
    with loaded(source, family, format) as puzzle, progress_bar("Grading", seconds) as report:
        try:
            grade = verbs.grade(puzzle, budget=Budget(seconds, report=report))
        except Cut as cut:
            reason = cut.reason
            grade = Grade(None, 0.0, (), CUTS[reason])
    if as_json:
        echo_json(
            {
                "family": puzzle.family,
                "reason": reason,
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
    sys.exit(NOT_KNOWN if reason else DONE if grade.name else NO)
