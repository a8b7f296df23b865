"""quebra bank"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, get_args

import click

from quebra.cli.common import (
    BAD_INPUT,
    DONE,
    bad,
    dim,
    echo,
    echo_headings,
    echo_json,
    errors_as_messages,
    json_option,
    stop,
    usage_error,
)
from quebra.cli.language import option, say
from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES
from quebra.contract.results import Status
from quebra.i18n.text import Text, Verbatim, as_is
from quebra.service import verbs
from quebra.service.arguments import read_size

if TYPE_CHECKING:
    from quebra.batch import Item
    from quebra.store import Bank, Entry

MAX_LISTED = 10
"""The number of unreadable puzzles that are listed."""
FILTERS = ("family", "grade", "status", "size", "most")
OPTIONS = {"add": ("family",), "find": FILTERS, "export": (*FILTERS, "to"), "stats": ()}
"""The options of each verb, besides those of all verbs."""


@click.command(
    help=Text(
        "Puzzles that symmetries of their family map to each other are the same. `add` takes "
        "files, folders, JSON lines and databases, also the grades and results in records of a "
        "batch. `find` lists puzzles, `export` writes them to standard output, and `stats` counts "
        "them."
    )
)
@click.argument("verb", type=click.Choice(("add", "find", "export", "stats")))
@click.argument("sources", nargs=-1, metavar="[SOURCE...]")
@option("--bank", "address", metavar="ADDRESS",
        help=Text("The bank: a file, or postgresql://…; your own by default."))  # fmt: skip
@option("--family", metavar="NAME", help=Text("Only this family."))
@option("--grade", type=click.Choice(GRADES), help=Text("Only this grade."))
@option("--status", type=click.Choice(get_args(Status)), help=Text("Only this outcome of solve."))
@option("--size", metavar="RxC", help=Text("Only this size."))
@option("--most", type=click.IntRange(min=1), metavar="N", help=Text("Only the first N."))
@option("--to", metavar="F", help=Text("export: in this format, not as JSON lines."))
@json_option
def command(
    verb: str,
    sources: tuple[str, ...],
    address: str | None,
    family: str | None,
    grade: str | None,
    status: str | None,
    size: str | None,
    most: int | None,
    to: str | None,
    as_json: bool,
) -> None:
    from quebra.batch import read_sources
    from quebra.contract.registry import get_family
    from quebra.store import Store

    if bool(sources) != (verb == "add"):
        raise usage_error(Text("`bank add`, and only that, takes sources."))
    _admit(verb, family=family, grade=grade, status=status, size=size, most=most, to=to)
    with errors_as_messages(), Store(address, create=verb == "add") as store:
        if family:
            get_family(family)
        if verb == "add":
            exclude = (store.database.name,)
            items = read_sources(sources, family=family, exclude=exclude, with_history=True)
            sys.exit(_add(store.bank, items, as_json))
        if verb == "stats":
            _stats(store.bank, as_json)
            return
        found = store.bank.find(
            family=family,
            grade=grade,
            status=status,
            size=read_size(size) if size else None,
            most=most,
        )
        if verb == "export":
            _export(found, to)
        else:
            _list(found, as_json)


def _admit(verb: str, **options: object) -> None:
    """Raise `UsageError` for an option of another verb."""
    for name, value in options.items():
        if value is not None and name not in OPTIONS[verb]:
            raise usage_error(
                Text(
                    "{option} is no option of bank {verb}.",
                    option=Verbatim(f"--{name}"),
                    verb=Verbatim(verb),
                )
            )


def _add(bank: Bank, items: Iterable[Item], as_json: bool) -> int:
    from quebra.store import Entry

    unread: list[Text] = []

    def entries() -> Iterator[Entry]:
        for item in items:
            try:
                if item.entry is None and item.puzzle is None:
                    raise BadInput(item.failure or Text("This is a recipe, and no puzzle yet."))
                puzzle = bytes(item.puzzle or b"").decode()
                yield item.entry or Entry(verbs.parse(puzzle), source=item.source)
            except BadInput as error:
                source = Verbatim(item.source)
                unread.append(Text("{source}: {text}", source=source, text=error.text))

    new, old = bank.add(entries())
    if as_json:
        echo_json({"new": new, "known": old, "unread": unread})
    else:
        echo(Text("{new:,} new, {old:,} known already.", new=new, old=old))
        for sentence in unread[:MAX_LISTED]:
            echo(sentence, bad)
        if (more := len(unread) - MAX_LISTED) > 0:
            echo(Text("And {more:,} more cannot be read.", more=more), bad)
    return BAD_INPUT if unread else DONE


def _stats(bank: Bank, as_json: bool) -> None:
    counts = bank.stats()
    if as_json:
        echo_json(counts)
        return
    echo_headings(
        (Text("family"), "<10"),
        (Text("grade"), "<8"),
        (Text("status"), "<8"),
        (Text("puzzles"), ">9"),
    )
    for count in counts:
        kind = f"{count.family:<10} {count.grade or '-':<8} {count.status or '-':<8}"
        click.echo(f"{kind} {count.puzzles:>9,}")
    click.echo(dim(f"{say(Text('all')):<28} {sum(count.puzzles for count in counts):>9,}"))


def _list(found: Iterator[Entry], as_json: bool) -> None:
    if not as_json:
        echo_headings(
            (as_is("id"), ">7"),
            (Text("family"), "<10"),
            (Text("size"), "<7"),
            (Text("grade"), "<8"),
            (Text("status"), "<8"),
            (Text("source"), ""),
        )
    for entry in found:
        if as_json:
            echo_json(entry)
            continue
        size = "x".join(map(str, entry.size or ())) or "-"
        kind = f"{entry.puzzle.family:<10} {size:<7} {entry.grade or '-':<8}"
        click.echo(f"{entry.id:>7} {kind} {entry.status or '-':<8} {entry.source}")


def _export(found: Iterator[Entry], to: str | None) -> None:
    for entry in found:
        if to is None:
            echo_json(entry.puzzle)
            continue
        try:
            click.echo(verbs.convert(entry.puzzle, to).removesuffix("\n"))
        except BadInput as error:
            text = Text(
                "Puzzle {id} ({family}): {text}",
                id=entry.id or 0,
                family=Verbatim(entry.puzzle.family),
                text=error.text,
            )
            stop(text, BAD_INPUT)
