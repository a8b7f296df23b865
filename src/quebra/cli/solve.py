"""quebra solve"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec import inspect

from quebra.cli.common import (
    BAD_INPUT,
    DONE,
    NO,
    NOT_KNOWN,
    bad,
    complain,
    dim,
    echo,
    echo_drawing,
    echo_json,
    errors_as_messages,
    good,
    json_option,
    new_budget,
    progress_bar,
    puzzle_argument,
    usage_error,
)
from quebra.cli.keep import load_answer, save_answer
from quebra.cli.language import option
from quebra.cli.options import click_option, request_options
from quebra.cli.proof import admit_model, admit_proof, write_proof
from quebra.cli.trace import TraceFiles
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import families
from quebra.contract.results import Outcome
from quebra.engine.budget import Budget, reading_within
from quebra.engine.search import engine_options
from quebra.i18n.text import Text, Verbatim, any_of, names
from quebra.service import verbs
from quebra.service.bars import node_count
from quebra.service.facts import described_type, option_fields
from quebra.service.requests import Solve

MAX_DRAWN = 10
"""The number of solutions that are drawn."""
ENGINES = "engines"
"""The key in a context of whether the options of engines are needed."""
EXIT = {"none": NO, "unknown": NOT_KNOWN}
WORST = (DONE, NO, NOT_KNOWN, BAD_INPUT)
"""Exit statuses in the order in which one of several puzzles decides."""


class SolveCommand(click.Command):
    """A command whose options include those of the engines, which are loaded only if needed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"-", *(flag for param in self.params for flag in param.opts)}
        ctx.meta[ENGINES] = any(
            arg.startswith("-") and arg.partition("=")[0] not in own for arg in args
        )
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        if not ctx.meta.get(ENGINES, True):
            return params
        own = {param.name for param in params}
        added = [each for each in _engine_options() if each.name not in own]
        return [*params[:-1], *added, params[-1]]


def _engine_options() -> Iterator[click.Option]:
    """The options of all engines; engines with an option of the same name share it."""
    found: dict[str, tuple[inspect.Field, list[str]]] = {}
    for family in families():
        for engine, kind in engine_options(family).items():
            for field in option_fields(kind):
                found.setdefault(field.name, (field, []))[1].append(engine)
    for field, engines in found.values():
        text = Text(
            "With the engine {engines}: {text}.",
            engines=any_of(names(dict.fromkeys(engines))),
            text=described_type(field)[1],
        )
        # Without a default: only an option that is given is passed to the engine.
        yield click_option(field, help=text, default=None, show_default=False)


@click.command(
    cls=SolveCommand,
    help=Text(
        "An INPUT with a puzzle on each line, as JSON or as a link, gives one result after the "
        "other; --time is for each. Lines that cannot be read are named, and end in status 2."
    ),
)
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
@option(
    "--proof",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=Text("Write a DRAT proof to FILE, and its formula beside it as .cnf."),
)
def command(
    source: str,
    family: str | None,
    format: str | None,
    as_json: bool,
    keep: Path | None,
    traces: tuple[Path, ...],
    proof: Path | None,
    **options: Any,
) -> None:
    own = {name: options.pop(name) for name in options.keys() - set(Solve.__struct_fields__)}
    given = {name: value for name, value in own.items() if value not in (None, (), False)}
    if keep and options["goal"] == "any":
        raise usage_error(Text("--keep needs a --goal: without one no answer is better."))
    admit_proof(proof, options["up_to_symmetry"])
    files = Files(keep, traces, proof)
    budget = new_budget(options["time"], family, source)
    with errors_as_messages(source), reading_within(budget):
        found = list(verbs.load_each(source, family=family, format=format))
    if len(found) > 1 and files != Files():
        raise usage_error(Text("--keep, --trace and --proof are for a single puzzle."))
    statuses = []
    for number, puzzle in enumerate(found, start=1):
        if isinstance(puzzle, BadInput):
            statuses.append(BAD_INPUT)
            complain(source, puzzle)
            continue
        request = Solve(puzzle=puzzle, options=given, **options)
        budget = budget if number == 1 else Budget(options["time"])
        outcome = files.solve(puzzle, request, budget)
        statuses.append(EXIT.get(outcome.status, DONE))
        if as_json:
            echo_json(outcome)
        else:
            _show(puzzle, outcome, number if len(found) > 1 else None)
        written = files.prove(puzzle, outcome, request, budget)
        if written and not as_json:
            echo(written, good)
    sys.exit(max(statuses, key=WORST.index))


@dataclass(frozen=True)
class Files:
    """The files of a search: the answer to start from, the traces and the proof."""

    keep: Path | None = None
    traces: tuple[Path, ...] = ()
    proof: Path | None = None

    def solve(self, puzzle: Puzzle, request: Solve, budget: Budget) -> Outcome[Answer]:
        """Solve with a progress bar, from and to the answer that is kept."""
        if self.proof:
            with errors_as_messages():
                admit_model(puzzle)
        keep = self.keep
        with errors_as_messages(), progress_bar(Text("Solving"), request.time) as budget.report:
            trace_files = TraceFiles(self.traces)
            budget.trace = trace_files.frames.append if self.traces else None
            with reading_within(budget):
                start = load_answer(puzzle, keep) if keep else None
            each = partial(save_answer, puzzle=puzzle, path=keep) if keep else None
            outcome = request.run(budget, start, each)
            trace_files.write(outcome)
            if keep and outcome.solutions:  # again: the last call may have been interrupted
                save_answer(outcome.solutions[-1], puzzle, keep)
        return outcome

    def prove(
        self, puzzle: Puzzle, outcome: Outcome[Answer], request: Solve, budget: Budget
    ) -> Text | None:
        """Write the proof of an outcome; a sentence about it."""
        if not self.proof or outcome.status == "unknown":
            return None
        with errors_as_messages():
            return write_proof(self.proof, puzzle, outcome, request.goal, budget)


def _show(puzzle: Puzzle, outcome: Outcome[Answer], number: int | None) -> None:
    """Print an outcome, after the number and title of a puzzle that is one of several."""
    if number is not None:
        title = Text("{n}. {text}", n=number, text=verbs.draw(puzzle).title)
        echo(title, partial(click.style, bold=True))
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
