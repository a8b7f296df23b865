"""quebra bank"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from quebra.cli.common import (
    BAD_INPUT,
    DONE,
    NO,
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
from quebra.cli.language import argument, option, say
from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES
from quebra.contract.results import Status
from quebra.i18n.text import Text, Verbatim, as_is
from quebra.service import verbs
from quebra.service.arguments import read_size

if TYPE_CHECKING:
    from quebra.batch import Item
    from quebra.store import Bank, Entry, Store
    from quebra.store.backup import Report

FILE_VERBS = ("backup", "restore")
DATABASE_VERBS = ("upgrade", "check", *FILE_VERBS)
MAX_LISTED = 10
"""The number of unreadable puzzles that are listed."""
FILTERS = ("family", "grade", "status", "size", "most")
OPTIONS: dict[str, tuple[str, ...]] = {
    "add": ("family",),
    "find": FILTERS,
    "export": (*FILTERS, "to"),
    "stats": (),
    "upgrade": (),
    "backup": (),
    "restore": (),
    "check": (),
}
"""The options of each verb, besides those of all verbs."""


@click.command(
    help=Text(
        "Puzzles that symmetries of their family map to each other are the same. `add` takes "
        "files, folders, JSON lines and databases, also the grades and results in records of a "
        "batch. `find` lists puzzles, `export` writes them to standard output, and `stats` counts "
        "them. `backup FILE` copies the whole database, with games and jobs, and `restore FILE` "
        "puts such a copy in its place. `upgrade` brings it to this version, and `check` reads "
        "it all."
    )
)
@argument("verb", type=click.Choice(list(OPTIONS)))
@argument("sources", nargs=-1, metavar="[SOURCE...]")
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

    if bool(sources) != (verb in ("add", *FILE_VERBS)):
        raise usage_error(Text("`bank add`, `backup` and `restore`, and only these, take sources."))
    if verb in FILE_VERBS and len(sources) != 1:
        raise usage_error(Text("`bank {verb}` takes one file.", verb=Verbatim(verb)))
    _admit(verb, family=family, grade=grade, status=status, size=size, most=most, to=to)
    with errors_as_messages(), Store(address, create=verb in ("add", "restore")) as store:
        if verb in DATABASE_VERBS:
            sys.exit(_maintain(verb, store, *map(Path, sources), as_json=as_json))
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


def _maintain(verb: str, store: Store, *files: Path, as_json: bool) -> int:
    """Copy, restore, check or upgrade the database."""
    from quebra.store.backup import back_up, check, restore

    name = Verbatim(store.database.name)
    if verb == "check":
        return _show_report(check(store.database), as_json)
    if verb == "upgrade":  # opening it has done it
        echo(Text("The database {name} is of this version.", name=name))
    elif verb == "backup":
        back_up(store.database, files[0])
        echo(Text("The copy of {name} is {copy}.", copy=Verbatim(str(files[0])), name=name))
    else:
        saved = Path(f"{store.database.name}.{datetime.now():%Y-%m-%d-%H%M%S}")
        restore(files[0], store.database, saved)
        echo(
            Text(
                "The database {name} is restored; as it was, it is in {saved}.",
                name=name,
                saved=Verbatim(str(saved)),
            )
        )
    return DONE


def _show_report(report: Report, as_json: bool) -> int:
    if as_json:
        echo_json(report)
    else:
        for table, count in report.rows.items():
            click.echo(f"{table:<10} {count:>9,}")
        for fault in report.faults:
            echo(fault, bad)
        if not report.faults:
            echo(Text("Nothing is damaged."))
    return NO if report.faults else DONE


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
