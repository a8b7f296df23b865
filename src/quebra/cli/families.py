"""quebra families"""

from __future__ import annotations

import click

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
            echo_json([_facts(family) for family in families()])
        else:
            for family in families():
                _show(family)


def _facts(family: AnyFamily) -> dict[str, object]:
    return {
        "name": family.name,
        "title": family.title,
        "summary": family.summary,
        "rules": family.rules,
        "formats": [codec.name for codec in family.codecs],
        "answer_formats": [codec.name for codec in family.answer_codecs],
        "engines": ["auto", *family.engines],
        "goals": ["any", *family.goals],
        "violations": family.violations,
        "techniques": family.techniques,
        "options": [field for field in family.recipe.__struct_fields__ if field not in _SIZE],
    }


_SIZE = ("rows", "cols")


def _show(family: AnyFamily) -> None:
    facts = _facts(family)
    click.echo(f"{click.style(family.name, bold=True)}  {family.summary}")
    for name in ("formats", "engines", "goals", "options"):
        values = facts[name]
        assert isinstance(values, list)
        click.echo(f"  {name:9}{' '.join(values)}")
