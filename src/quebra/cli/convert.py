"""quebra convert"""

from __future__ import annotations

import click

from quebra.cli.common import echo_json, json_option, loaded, puzzle_argument
from quebra.cli.options import request_options
from quebra.engine.budget import Budget
from quebra.service.requests import Convert


@click.command()
@puzzle_argument
@request_options(Convert)
@json_option
def command(source: str, family: str | None, format: str | None, to: str, as_json: bool) -> None:
    with loaded(source, family, format) as puzzle:
        converted = Convert(puzzle=puzzle, to=to).run(Budget())
    if as_json:
        echo_json(converted)
    else:
        click.echo(converted.text.removesuffix("\n"))
