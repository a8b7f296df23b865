"""quebra check"""

from __future__ import annotations

import sys
from math import floor

import click

from quebra.cli.common import (
    DONE,
    NO,
    bad,
    echo_drawing,
    echo_json,
    errors_as_messages,
    good,
    json_option,
    labelled,
    loaded,
    puzzle_argument,
    wrap,
)
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.engine.budget import Budget
from quebra.service import verbs
from quebra.service.requests import Check
from quebra.service.results import Checked


@click.command()
@puzzle_argument
@click.argument("answer", metavar="ANSWER")
@json_option
def command(
    source: str, family: str | None, format: str | None, answer: str, as_json: bool
) -> None:
    """Show which rules an answer breaks, and its progress.

    ANSWER is a path, - for standard input, or the answer itself.
    """
    if source == answer == "-":
        raise click.UsageError("INPUT and ANSWER cannot both be standard input.")
    with loaded(source, family, format) as puzzle:
        with errors_as_messages(answer):
            attempt = verbs.load_answer(puzzle, answer)
        checked = Check(puzzle=puzzle, answer=attempt).run(Budget())
    if as_json:
        echo_json(checked)
    else:
        _show(puzzle, attempt, checked)
    sys.exit(DONE if checked.ok else NO)


def _show(puzzle: Puzzle, answer: Answer, checked: Checked) -> None:
    wrong = (violation for violation in checked.violations if violation.code != "blank")
    broken = tuple({place: None for violation in wrong for place in violation.where})
    echo_drawing(verbs.draw(puzzle, answer, Look(broken=broken)))
    for violation in checked.violations:
        click.echo(labelled(violation.code, violation.text, bad))
    if checked.ok:
        click.echo(good("Right: no rule is broken."))
    else:
        parts = ", ".join(f"{name} {share:.0%}" for name, share in checked.parts.items())
        click.echo(wrap(f"Progress {floor(checked.progress * 100)} % ({parts})."))
