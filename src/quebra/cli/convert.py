"""quebra convert"""

from __future__ import annotations

import click

from quebra.cli.common import echo_json, json_option, loaded, puzzle_argument
from quebra.service import results as wire


@click.command()
@puzzle_argument
@click.option("--to", required=True, metavar="F", help="The format to write; see quebra families.")
@json_option
def command(source: str, family: str | None, format: str | None, to: str, as_json: bool) -> None:
    """Write a puzzle in another format."""
    with loaded(source, family, format) as puzzle:
        converted = wire.convert(puzzle, to)
    if as_json:
        echo_json(converted)
    else:
        click.echo(converted.text.removesuffix("\n"))
