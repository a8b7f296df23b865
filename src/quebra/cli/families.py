"""quebra families"""

from __future__ import annotations

import click

from quebra import wire
from quebra.cli.common import echo_json, json_option, plain_errors
from quebra.core.registry import AnyFamily, families, get_family


@click.command()
@json_option
@click.option("--schema", metavar="NAME", help="Print the JSON Schema of a family's puzzles.")
def command(as_json: bool, schema: str | None) -> None:
    """List the families, their formats and engines."""
    with plain_errors():
        if schema:
            echo_json(get_family(schema).schema())
        elif as_json:
            echo_json([wire.facts(family) for family in families()])
        else:
            for family in families():
                _show(family)


def _show(family: AnyFamily) -> None:
    facts = wire.facts(family)
    names = {
        "formats": facts.formats,
        "engines": facts.engines,
        "goals": facts.goals,
        "options": tuple(option.name for option in facts.options),
    }
    click.echo(f"{click.style(family.name, bold=True)}  {family.summary}")
    for name, values in names.items():
        click.echo(f"  {name:9}{' '.join(values)}")
