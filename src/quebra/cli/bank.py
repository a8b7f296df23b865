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
    echo_json,
    errors_as_messages,
    json_option,
    stop,
    wrap,
)
from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES
from quebra.contract.results import Status
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


@click.command()
@click.argument("verb", type=click.Choice(("add", "find", "export", "stats")))
@click.argument("sources", nargs=-1, metavar="[SOURCE...]")
@click.option("--bank", "address", metavar="ADDRESS",
              help="The bank: a file, or postgresql://…; your own by default.")  # fmt: skip
@click.option("--family", metavar="NAME", help="Only this family.")
@click.option("--grade", type=click.Choice(GRADES), help="Only this grade.")
@click.option("--status", type=click.Choice(get_args(Status)), help="Only this outcome of solve.")
@click.option("--size", metavar="RxC", help="Only this size.")
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Only the first N.")
@click.option("--to", metavar="F", help="export: in this format, not as JSON lines.")
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
    """Keep puzzles, each once up to the symmetries of its family, and find them again.

    `add` takes files, folders, JSON lines and databases, with all that the records of a batch say
    of their puzzles; `find` lists, `export` writes puzzles to standard output, and `stats` counts.
    """
    from quebra.batch import read_sources
    from quebra.contract.registry import get_family
    from quebra.store import Store

    if bool(sources) != (verb == "add"):
        raise click.UsageError("`bank add`, and only that, takes sources.")
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
            raise click.UsageError(f"--{name} is no option of bank {verb}.")


def _add(bank: Bank, items: Iterable[Item], as_json: bool) -> int:
    from quebra.store import Entry

    unread: list[str] = []

    def entries() -> Iterator[Entry]:
        for item in items:
            try:
                if item.entry is None and item.puzzle is None:
                    raise BadInput(item.failure or "This is a recipe, and no puzzle yet.")
                puzzle = bytes(item.puzzle or b"").decode()
                yield item.entry or Entry(verbs.parse(puzzle), source=item.source)
            except BadInput as error:
                unread.append(f"{item.source}: {error}")

    new, old = bank.add(entries())
    if as_json:
        echo_json({"new": new, "known": old, "unread": unread})
    else:
        click.echo(f"{new:,} new, {old:,} known already.")
        for sentence in unread[:MAX_LISTED]:
            click.echo(bad(wrap(sentence)))
        if len(unread) > MAX_LISTED:
            click.echo(bad(f"And {len(unread) - MAX_LISTED:,} more cannot be read."))
    return BAD_INPUT if unread else DONE


def _stats(bank: Bank, as_json: bool) -> None:
    counts = bank.stats()
    if as_json:
        echo_json(counts)
        return
    click.echo(dim(f"{'family':<10} {'grade':<8} {'status':<8} {'puzzles':>9}"))
    for count in counts:
        kind = f"{count.family:<10} {count.grade or '-':<8} {count.status or '-':<8}"
        click.echo(f"{kind} {count.puzzles:>9,}")
    click.echo(dim(f"{'all':<28} {sum(count.puzzles for count in counts):>9,}"))


def _list(found: Iterator[Entry], as_json: bool) -> None:
    if not as_json:
        click.echo(dim(f"{'id':>7} {'family':<10} {'size':<7} {'grade':<8} {'status':<8} source"))
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
            stop(f"Puzzle {entry.id} ({entry.puzzle.family}): {error}", BAD_INPUT)
