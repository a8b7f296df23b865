"""quebra families"""

from __future__ import annotations

from collections.abc import Sequence

import click

from quebra.cli.common import echo_json, errors_as_messages, json_option
from quebra.cli.language import argument, option, say
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.engine.search import engine_options
from quebra.i18n.text import Text
from quebra.service.facts import facts, options


@click.command(
    help=Text(
        "With the NAME of a family, its choices are described too, such as the sets of pieces of "
        "tangram."
    )
)
@argument("family", metavar="[NAME]", required=False)
@json_option
@option("--schema", metavar="NAME", help=Text("Print the JSON Schema of a family's puzzles."))
def command(family: str | None, as_json: bool, schema: str | None) -> None:
    with errors_as_messages():
        chosen = [get_family(family)] if family else families()
        if schema:
            echo_json(get_family(schema).schema())
        elif as_json:
            echo_json([facts(each) for each in chosen])
        else:
            for each in chosen:
                _show(each)
                if family:
                    _show_choices(each)


def _show(family: AnyFamily) -> None:
    names = (
        (Text("formats"), tuple(codec.name for codec in family.formats.puzzles)),
        (Text("engines"), _engines(family)),
        (Text("goals"), ("any", *family.solve.goals)),
        (Text("options"), tuple(option.name for option in options(family))),
        (Text("presets"), tuple(family.generate.presets)),
    )
    click.echo(f"{click.style(family.name, bold=True)}  {say(family.rules.summary)}")
    for name, values in names:
        click.echo(f"  {say(name):10}{' '.join(values)}")


def _engines(family: AnyFamily) -> list[str]:
    """The names of the engines, each with its own options of `solve`."""
    own = engine_options(family)
    return [
        f"{name} ({' '.join(map(_flag, own[name].__struct_fields__))})" if name in own else name
        for name in family.solve.engine_names
    ]


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _show_choices(family: AnyFamily) -> None:
    """Print the options of formats and engines, and the descriptions of choices of `generate`."""
    for name, found in facts(family).format_options.items():
        _show_section(
            f"--to {name}", [(f"--option {each.name}=", say(each.text)) for each in found]
        )
    for engine, found in facts(family).engine_options.items():
        _show_section(f"--engine {engine}", [(_flag(each.name), say(each.text)) for each in found])
    presets = family.generate.presets.items()
    _show_section("--preset", [(name, say(preset.text)) for name, preset in presets])
    for each_option in options(family, describe=True):
        rows = [
            (name, say(Text("{title}: {text}", title=each.title, text=each.text)))
            for name, each in each_option.described.items()
        ]
        if rows:
            _show_section(_flag(each_option.name), rows)


def _show_section(title: str, rows: Sequence[tuple[str, str]]) -> None:
    formatter = click.HelpFormatter()
    with formatter.section(f"\n{title}"):
        formatter.write_dl(rows)
    click.echo(formatter.getvalue(), nl=False)
