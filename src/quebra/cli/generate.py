"""quebra generate"""

from __future__ import annotations

import datetime
import secrets
import sys
from collections.abc import Iterator

import click
from click.core import ParameterSource

from quebra.cli.common import (
    dim,
    echo,
    echo_drawing,
    echo_json,
    errors_as_messages,
    json_option,
    processors,
    progress_bar,
    usage_error,
)
from quebra.cli.language import argument, language, option, say
from quebra.cli.options import click_option, request_options
from quebra.contract.errors import BadInput
from quebra.contract.family import DAILY
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_names, get_family
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.service import verbs
from quebra.service.bars import counting_bar
from quebra.service.facts import option_fields
from quebra.service.requests import Generate, seed_of_date


class GenerateCommand(click.Command):
    """A command whose options include those of the named family."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["family"] = next((arg for arg in args if arg in family_names()), None)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        if family := ctx.meta.get("family"):
            with errors_as_messages():
                return [*params[:-1], *family_options(family), params[-1]]
        return params


def family_options(family: str) -> list[click.Option]:
    """One option for each field of the family's recipe, except the size."""
    return [click_option(field) for field in option_fields(get_family(family).generate.recipe)]


@click.command(
    cls=GenerateCommand,
    help=Text(
        "FAMILY is a name from `quebra families`; `quebra generate FAMILY --help` shows its own "
        "options."
    ),
)
@argument("family")
@request_options(Generate)
@option("--today", is_flag=True, help=Text("The puzzle of today, the same for everyone."))
@option("--count", type=click.IntRange(min=1), default=1, metavar="N",
        help=Text("How many different puzzles, with seeds from S on."))  # fmt: skip
@option("--workers", type=click.IntRange(min=1), metavar="N", default=processors,
        help=Text("Puzzles at once; by default one for each processor."))  # fmt: skip
@option("--to", metavar="F", help=Text("Write them in this format."))
@json_option
def command(
    family: str,
    size: str | None,
    seed: int | None,
    preset: str | None,
    date: str | None,
    today: bool,
    count: int,
    workers: int,
    to: str | None,
    time: float | None,
    as_json: bool,
    **options: object,
) -> None:
    with errors_as_messages():
        get_family(family)
    if today:
        date = date or datetime.date.today().isoformat()
    if date is not None:
        with errors_as_messages():
            if seed is not None:
                raise BadInput(Text("The puzzle of a date has no other seed."))
            seed, preset = seed_of_date(date), preset or DAILY
    first = secrets.randbits(32) if seed is None else seed
    if as_json and to:
        raise usage_error(Text("--json and --to exclude one another."))
    if not (as_json or to or sys.stdout.isatty()):
        # A pipe gets the puzzle, not its drawing.
        to = "text"
    # A default must not override the option of a preset, so only options that are given count.
    source = click.get_current_context().get_parameter_source
    wanted = {
        name: value for name, value in options.items() if source(name) != ParameterSource.DEFAULT
    }
    request = Generate(
        family=family, size=size, seed=first, preset=preset, options=wanted, lang=language()
    )

    def show(number: int, puzzle: Puzzle) -> None:
        if number == first and seed is None and (as_json or to):
            echo(Text("seed {seed}", seed=first), dim, err=True)
        if as_json:
            echo_json(puzzle)
        elif to:
            click.echo(verbs.convert(puzzle, to).removesuffix("\n"))
        else:
            echo_drawing(verbs.draw(puzzle))
            echo(Text("seed {seed}", seed=number), dim)

    with errors_as_messages():
        if count == 1:
            with progress_bar(Text("Generating"), time) as report:
                puzzle = request.run(Budget(time, report=report))
            show(first, puzzle)
        else:
            for number, puzzle in _collection(request, count, workers, time):
                show(number, puzzle)


def _collection(
    request: Generate, count: int, workers: int, seconds: float | None
) -> Iterator[tuple[int, Puzzle]]:
    """A collection, with a progress bar unless the puzzles themselves are shown."""
    from quebra.workers.collection import collect

    def on_failure(seed: int, reason: Text) -> None:
        echo(Text("seed {seed}: {reason}", seed=seed, reason=reason), dim, err=True)

    budget = Budget(seconds)
    with counting_bar(say(Text("Generating")), hidden=sys.stdout.isatty()) as show:
        found = collect(request, count, workers=workers, budget=budget, on_failure=on_failure)
        for done, result in enumerate(found, start=1):
            yield result
            show(count, done, "")
