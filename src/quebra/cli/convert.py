"""quebra convert"""

from __future__ import annotations

import click

from quebra.cli.common import echo_json, json_option, loaded, puzzle_argument
from quebra.cli.language import option
from quebra.cli.options import request_options
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.service.arguments import read_named_value
from quebra.service.requests import Convert


@click.command()
@puzzle_argument
@request_options(Convert)
@option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help=Text("An option of the format; may be repeated. See `quebra families NAME`."),
)
@json_option
def command(
    source: str,
    family: str | None,
    format: str | None,
    to: str,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    with loaded(source, family, format) as puzzle:
        given = dict(map(read_named_value, options))
        converted = Convert(puzzle=puzzle, to=to, options=given).run(Budget())
    if as_json:
        echo_json(converted)
    else:
        click.echo(converted.text.removesuffix("\n"))
