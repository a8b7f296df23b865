"""quebra families"""

from __future__ import annotations

import click

from quebra.cli.common import echo_json, errors_as_messages, json_option
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.service.facts import facts, options


@click.command()
@click.argument("name", required=False)
@json_option
@click.option("--schema", metavar="NAME", help="Print the JSON Schema of a family's puzzles.")
def command(name: str | None, as_json: bool, schema: str | None) -> None:
    """List the families, their formats and engines.

    With the NAME of a family, its choices are described too, such as the sets of pieces of tangram.
    """
    with errors_as_messages():
        chosen = [get_family(name)] if name else families()
        if schema:
            echo_json(get_family(schema).schema())
        elif as_json:
            echo_json([facts(family) for family in chosen])
        else:
            for family in chosen:
                _show(family)
                if name:
                    _show_choices(family)


def _show(family: AnyFamily) -> None:
    names = {
        "formats": tuple(codec.name for codec in family.formats.puzzles),
        "engines": family.solve.engine_names,
        "goals": ("any", *family.solve.goals),
        "options": tuple(option.name for option in options(family)),
    }
    click.echo(f"{click.style(family.name, bold=True)}  {family.rules.summary}")
    for name, values in names.items():
        click.echo(f"  {name:9}{' '.join(values)}")


def _show_choices(family: AnyFamily) -> None:
    """Print the descriptions of choices, by option of `generate`."""
    for option in options(family, describe=True):
        rows = [(name, f"{each.title}: {each.text}") for name, each in option.described.items()]
        if rows:
            formatter = click.HelpFormatter()
            with formatter.section(f"\n--{option.name}"):
                formatter.write_dl(rows)
            click.echo(formatter.getvalue(), nl=False)
