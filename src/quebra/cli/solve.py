"""quebra solve"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
    bad,
    dim,
    echo,
    echo_drawing,
    echo_json,
    good,
    json_option,
    loaded,
    new_budget,
    node_count,
    progress_bar,
    puzzle_argument,
    usage_error,
)
from quebra.cli.keep import load_answer, save_answer
from quebra.cli.language import option
from quebra.cli.options import request_options
from quebra.cli.trace import TraceFiles
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Outcome
from quebra.engine.budget import reading_within
from quebra.i18n.text import Text, Verbatim
from quebra.service import verbs
from quebra.service.requests import Solve

MAX_DRAWN = 10
"""The number of solutions that are drawn."""
EXIT = {"none": NO, "unknown": NOT_KNOWN}


@click.command()
@puzzle_argument
@json_option
@request_options(Solve)
@option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=Text("Start from the answer in FILE, and keep the best one there; needs a goal."),
)
@option(
    "--trace",
    "traces",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    multiple=True,
    help=Text(
        "Write the iterations of lp or sdp: numbers to .jsonl, pictures to .svg, .png or .pdf."
    ),
)
def command(
    source: str,
    family: str | None,
    format: str | None,
    as_json: bool,
    keep: Path | None,
    traces: tuple[Path, ...],
    **options: Any,
) -> None:
    if keep and options["goal"] == "any":
        raise usage_error(Text("--keep needs a --goal: without one no answer is better."))
    budget = new_budget(options["time"], family, source)
    with (
        loaded(source, family, format, budget) as puzzle,
        progress_bar(Text("Solving"), options["time"]) as budget.report,
    ):
        trace_files = TraceFiles(traces)
        budget.trace = trace_files.frames.append if traces else None
        with reading_within(budget):
            start = load_answer(puzzle, keep) if keep else None
        each = partial(save_answer, puzzle=puzzle, path=keep) if keep else None
        outcome = Solve(puzzle=puzzle, **options).run(budget, start, each)
        trace_files.write(outcome)
        if keep and outcome.solutions:  # again, because the last call may have been interrupted
            save_answer(outcome.solutions[-1], puzzle, keep)
    if as_json:
        echo_json(outcome)
    else:
        _show(puzzle, outcome)
    sys.exit(EXIT.get(outcome.status, DONE))


def _show(puzzle: Puzzle, outcome: Outcome[Answer]) -> None:
    for answer in outcome.solutions[:MAX_DRAWN]:
        echo_drawing(verbs.draw(puzzle, answer))
    if (count := len(outcome.solutions)) > MAX_DRAWN:
        echo(
            Text(
                "The first {shown} of {count:,} solutions; --json has all.",
                shown=MAX_DRAWN,
                count=count,
            )
        )
    echo(outcome.text, bad if outcome.status in EXIT else good if outcome.proved else str)
    echo(
        Text(
            "engine {engine}, {seconds:.3f} s, {nodes}",
            engine=Verbatim(outcome.engine),
            seconds=outcome.seconds,
            nodes=node_count(outcome.stats),
        ),
        dim,
    )
