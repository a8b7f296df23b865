"""quebra class"""

from __future__ import annotations

import click

from quebra.cli.common import (
    echo,
    echo_headings,
    echo_json,
    errors_as_messages,
    json_option,
    usage_error,
)
from quebra.cli.language import argument, option
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text, Verbatim


@click.command(
    help=Text(
        "`list` shows the classes. `export` writes what the pupils of one have solved to standard "
        "output. `erase` deletes a class with its nicknames, results and games. "
        "`quebra play --class NAME` starts one."
    )
)
@argument("verb", type=click.Choice(("list", "export", "erase")))
@argument("name", required=False)
@option("--to", type=click.Choice(("csv", "json")),
        help=Text("export: the format, csv by default."))  # fmt: skip
@option("--data", metavar="ADDRESS",
        help=Text("Where games are kept: a file, or postgresql://…"))  # fmt: skip
@json_option
def command(verb: str, name: str | None, to: str | None, data: str | None, as_json: bool) -> None:
    from quebra.store import SchoolClass, Store
    from quebra.store.exports import as_csv
    from quebra.store.exports import as_json as export_json

    if (name is None) != (verb == "list"):
        raise usage_error(Text("`class export` and `class erase`, and only they, take a name."))
    if to and verb != "export":
        raise usage_error(Text("--to is an option of `class export` only."))
    with errors_as_messages(), Store(data, create=False) as store:

        def find(name: str) -> SchoolClass:
            try:
                return store.classes.by_name(name)
            except NotFound:
                raise BadInput(Text("There is no class {name}.", name=quoted(name, 40))) from None

        if verb == "export":
            found = find(name or "")
            if to == "json" or (as_json and to is None):
                click.echo(export_json(store.classes, found))
            else:
                click.echo(as_csv(store.classes, found), nl=False)
        elif verb == "erase":
            found = find(name or "")
            pupils = len(store.classes.pupils(found))
            store.classes.erase(found)
            if as_json:
                echo_json({"erased": found.name, "pupils": pupils})
            else:
                text = Text(
                    "Class {name} is erased. It had {n:,} pupils.",
                    name=Verbatim(found.name),
                    n=pupils,
                )
                echo(text)
        else:
            listed = [(each, len(store.classes.pupils(each))) for each in store.classes.list()]
            if as_json:
                echo_json(
                    [
                        {"name": each.name, "code": each.code, "pupils": pupils}
                        for each, pupils in listed
                    ]
                )
                return
            echo_headings((Text("class"), "<20"), (Text("code"), "<8"), (Text("pupils"), ">7"))
            for each, pupils in listed:
                click.echo(f"{each.name:<20} {each.code:<8} {pupils:>7}")
