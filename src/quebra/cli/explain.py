"""quebra explain"""

from __future__ import annotations

import re
import sys
from collections import Counter

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
    echo_drawing,
    echo_json,
    json_option,
    loaded,
    new_budget,
    plain_errors,
    progress_bar,
    puzzle_argument,
    soft,
    time_option,
    wrap,
)
from quebra.contract.family import Look
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import shown
from quebra.contract.registry import family_of
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.engine.time_limit import reading_within
from quebra.grid.cells import counted
from quebra.service import results as wire
from quebra.service import verbs
from quebra.service.results import CUTS


def _read_place(ctx: click.Context, param: click.Parameter, value: str | None) -> Place | None:
    """A place as people count, from 1: row and column, or the number of a piece."""
    if value is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,5}(,[1-9][0-9]{0,5})*", value):
        message = f"{shown(value)} is not of the form ROW,COL, such as 3,5."
        raise click.BadParameter(message, ctx, param)
    return tuple(int(part) - 1 for part in value.split(","))


@click.command()
@puzzle_argument
@click.argument("answer", metavar="[ANSWER]", required=False)
@json_option
@time_option
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Only the first N steps.")
@click.option("--next", "to_next", is_flag=True, help="Up to the first step that places something.")
@click.option(
    "--at",
    "place",
    metavar="ROW,COL",
    callback=_read_place,
    help="Only what concerns this place.",
)
def command(
    source: str,
    family: str | None,
    format: str | None,
    answer: str | None,
    as_json: bool,
    seconds: float | None,
    steps: int | None,
    to_next: bool,
    place: Place | None,
) -> None:
    """Show the next steps a person could find, and why.

    ANSWER is an attempt to go on from: a path, -, or the answer itself.
    """
    budget = new_budget(seconds, family)
    with loaded(source, family, format, budget) as puzzle:
        with plain_errors(answer or ""), reading_within(budget):
            attempt = verbs.load_answer(puzzle, answer) if answer else None
        with progress_bar("Looking", seconds) as budget.report:
            explained = wire.explain(
                puzzle,
                attempt,
                at=place,
                steps=steps,
                to_next=to_next,
                budget=budget,
            )
    found, reason = explained.steps, explained.reason
    if as_json:
        echo_json(explained)
    else:
        echo_drawing(verbs.draw(puzzle, attempt, _look(found)))
        _show(found)
        if reason:
            click.echo(CUTS[reason])
        elif not (steps or to_next or place):
            click.echo(_ending(puzzle, found, budget))
    sys.exit(NOT_KNOWN if reason else NO if _dead(found) else DONE)


def _look(found: tuple[Step, ...]) -> Look:
    """Point out where to look for the only step, or what is wrong."""
    if found and found[0].technique == "mistake":
        return Look(broken=found[0].where)
    return Look(hint=found[0].where if len(found) == 1 else ())


def _dead(found: tuple[Step, ...]) -> bool:
    return bool(found) and found[-1].technique == "dead end"


def _ending(puzzle: Puzzle, found: tuple[Step, ...], budget: Budget) -> str:
    """What it means that no further step follows."""
    if found and found[-1].technique in ("dead end", "mistake"):
        return ""
    if family_of(puzzle).solve.count < 2:  # whether there are others is not cheap to settle
        return ""
    status = verbs.solve(puzzle, seconds=budget.left()).status
    if status == "many":
        return "Nothing more follows: there are several solutions."
    return "This leads to the only solution." if status == "unique" else ""


def _show(steps: tuple[Step, ...]) -> None:
    for number, step in enumerate(steps, 1):
        click.echo(f"{soft(f'{number:3}.')} {click.style(step.technique, bold=True)}")
        click.echo(wrap(step.text, indent="     "))
    counts = Counter(step.technique for step in steps)
    summary = ", ".join(f"{name} {n}" for name, n in counts.most_common())
    many = counted(len(steps), "step")
    click.echo(soft(f"{many}: {summary}" if steps else "No step follows."))
