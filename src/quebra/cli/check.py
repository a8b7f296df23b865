"""quebra check"""

from __future__ import annotations

import sys
from math import floor

import click

from quebra import verbs
from quebra.cli.common import (
    DONE,
    NO,
    bad,
    echo_drawing,
    echo_json,
    good,
    json_option,
    loaded,
    plain_errors,
    puzzle_argument,
    said,
    wrap,
)
from quebra.core import Answer, Look, Progress, Puzzle, Violation


@click.command()
@puzzle_argument
@click.argument("answer", metavar="ANSWER")
@json_option
def command(
    source: str, family: str | None, format: str | None, answer: str, as_json: bool
) -> None:
    """Tell which rules an answer breaks, and how far it is.

    ANSWER is a path, - for standard input, or the answer itself.
    """
    if source == answer == "-":
        raise click.UsageError("INPUT and ANSWER cannot both be standard input.")
    with loaded(source, family, format) as puzzle:
        with plain_errors(answer):
            attempt = verbs.load_answer(puzzle, answer)
        violations = verbs.check(puzzle, attempt)
        progress = verbs.progress(puzzle, attempt)
    if as_json:
        echo_json(
            {
                "ok": not violations,
                "violations": violations,
                "progress": progress.value,
                "parts": dict(progress.parts),
            }
        )
    else:
        _show(puzzle, attempt, violations, progress)
    sys.exit(NO if violations else DONE)


def _show(
    puzzle: Puzzle, answer: Answer, violations: tuple[Violation, ...], progress: Progress
) -> None:
    broken = tuple({place: None for v in violations if v.code != "blank" for place in v.where})
    echo_drawing(verbs.draw(puzzle, answer, Look(broken=broken)))
    for violation in violations:
        click.echo(said(violation.code, violation.text, bad))
    if violations:
        parts = ", ".join(f"{name} {share:.0%}" for name, share in progress.parts)
        click.echo(wrap(f"Progress {floor(progress.value * 100)} % ({parts})."))
    else:
        click.echo(good("Right: no rule is broken."))
