"""quebra explain"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice

import click

from quebra import verbs
from quebra.cli.common import (
    DONE,
    NOT_KNOWN,
    echo_drawing,
    echo_json,
    json_option,
    loaded,
    plain_errors,
    progress_bar,
    puzzle_argument,
    soft,
    time_option,
    wrap,
)
from quebra.core import Budget, Cut, Look, Step


@click.command()
@puzzle_argument
@click.argument("answer", metavar="[ANSWER]", required=False)
@json_option
@time_option
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Only the first N steps.")
def command(
    source: str,
    family: str | None,
    format: str | None,
    answer: str | None,
    as_json: bool,
    seconds: float | None,
    steps: int | None,
) -> None:
    """Show the next steps a person could find, and why.

    ANSWER is an attempt to go on from: a path, -, or the answer itself.
    """
    with loaded(source, family, format) as puzzle:
        with plain_errors(answer or ""):
            attempt = verbs.load_answer(puzzle, answer) if answer else None
        found: list[Step] = []
        reason = None
        with progress_bar("Looking", seconds) as report:
            budget = Budget(seconds, report=report)
            try:
                found.extend(islice(verbs.explain(puzzle, attempt, budget=budget), steps))
            except Cut as cut:
                reason = cut.reason
    if as_json:
        echo_json({"family": puzzle.family, "reason": reason, "steps": found})
    else:
        if found:
            hint = found[0].where if steps == 1 else ()
            echo_drawing(verbs.draw(puzzle, attempt, Look(hint=hint)))
        _show(found)
        if reason:
            click.echo(f"Stopped: {reason}.")
    sys.exit(NOT_KNOWN if reason else DONE)


def _show(steps: list[Step]) -> None:
    for number, step in enumerate(steps, 1):
        click.echo(f"{soft(f'{number:3}.')} {click.style(step.technique, bold=True)}")
        click.echo(wrap(step.text, indent="     "))
    counts = Counter(step.technique for step in steps)
    summary = ", ".join(f"{name} {n}" for name, n in counts.most_common())
    steps_word = "step" if len(steps) == 1 else "steps"
    click.echo(soft(f"{len(steps)} {steps_word}: {summary}" if steps else "No step follows."))
