"""quebra explain"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
    dim,
    echo,
    echo_drawing,
    echo_json,
    echo_step,
    errors_as_messages,
    json_option,
    loaded,
    new_budget,
    progress_bar,
    puzzle_argument,
)
from quebra.cli.language import argument, option, say
from quebra.cli.options import request_options
from quebra.contract.family import Look
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of
from quebra.contract.results import CUTS, Step
from quebra.engine.budget import Budget, reading_within
from quebra.i18n.text import Plural, Series, Text
from quebra.service import verbs
from quebra.service.requests import NOTHING, Explain


@click.command(
    help=Text("ANSWER is an attempt to go on from: a path, -, or the answer itself."),
)
@puzzle_argument
@argument("answer", metavar="[ANSWER]", required=False)
@json_option
@option("--why", is_flag=True, help=Text("With the complete reason of each step."))
@request_options(Explain)
def command(
    source: str,
    family: str | None,
    format: str | None,
    answer: str | None,
    as_json: bool,
    why: bool,
    **options: Any,
) -> None:
    budget = new_budget(options["time"], family, source)
    with loaded(source, family, format, budget) as puzzle:
        with errors_as_messages(answer or ""), reading_within(budget):
            attempt = verbs.load_answer(puzzle, answer) if answer else None
        request = Explain(puzzle=puzzle, answer=attempt or NOTHING, **options)
        with progress_bar(Text("Looking"), options["time"]) as budget.report:
            explained = request.run(budget)
    found, reason = explained.steps, explained.reason
    if as_json:
        echo_json(explained)
    else:
        echo_drawing(verbs.draw(puzzle, attempt, _look(found)))
        _show(found, why)
        if reason:
            echo(CUTS[reason])
        elif not (request.steps or request.next or request.at):
            echo(_ending(puzzle, found, budget))
    sys.exit(NOT_KNOWN if reason else NO if _is_dead_end(found) else DONE)


def _look(found: tuple[Step, ...]) -> Look:
    """Highlight the places of a mistake, or of a single step."""
    if found and found[0].technique == "mistake":
        return Look(broken=found[0].where)
    return Look(step=found[0] if len(found) == 1 else None)


def _is_dead_end(found: tuple[Step, ...]) -> bool:
    return bool(found) and found[-1].technique == "dead end"


def _ending(puzzle: Puzzle, found: tuple[Step, ...], budget: Budget) -> Text:
    """A sentence about the end of the steps, where the family can prove uniqueness."""
    if found and found[-1].technique in ("dead end", "mistake"):
        return Text()
    if family_of(puzzle).solve.count < 2:  # whether there are others is not cheap to settle
        return Text()
    status = verbs.solve(puzzle, time=budget.left()).status
    if status == "many":
        return Text("Nothing more follows: there are several solutions.")
    return Text("This leads to the only solution.") if status == "unique" else Text()


def _show(steps: tuple[Step, ...], why: bool) -> None:
    for number, step in enumerate(steps, 1):
        click.echo(f"{dim(f'{number:3}.')} {click.style(say(step.technique), bold=True)}")
        echo_step(step, why)
    if not steps:
        echo(Text("No step follows."), dim)
        return
    counts = Counter(step.technique for step in steps).most_common()
    techniques = Series(Text("{name} {count}", name=name, count=count) for name, count in counts)
    summary = Plural(
        "{n} step: {techniques}", "{n} steps: {techniques}", n=len(steps), techniques=techniques
    )
    echo(summary, dim)
