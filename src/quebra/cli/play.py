"""quebra play"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click
import msgspec

from quebra.cli.common import bad, dim, echo, errors_as_messages, usage_error
from quebra.cli.encoding import can_print
from quebra.cli.language import argument, option, say
from quebra.cli.logs import FORMATS, LEVELS, log_to_stderr
from quebra.contract.errors import BadInput
from quebra.i18n.text import Text, Verbatim
from quebra.service.requests import read_puzzle

if TYPE_CHECKING:
    from quebra.store import ClassPuzzle, SchoolClass
    from quebra.web.addresses import Site

OPEN = Text(
    "Warning: other machines can reach this server. The connection is not encrypted. The first "
    "address is for you alone: it opens the games of this machine and the pages of the teacher."
)
BLOCKS = "▀▄█"
"""The characters of a QR code in a terminal."""
LOOPBACK, ALL = "127.0.0.1", "0.0.0.0"


@click.command(
    help=Text(
        "This machine serves the page; other machines can only reach it with --host or --class. "
        "Ctrl-C ends the server; games are kept. SOURCE, with --class, has the puzzles of the "
        "class: files, folders, links or databases; without any, it plays the puzzles of each day."
    )
)
@argument("sources", nargs=-1, metavar="[SOURCE...]")
@option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True,
        help=Text("The port to listen on; 0 takes any that is free."))  # fmt: skip
@option("--host", metavar="ADDRESS",
        help=Text("The address to listen on, 127.0.0.1 by default; 0.0.0.0, which is the default "
                  "with --class, lets other machines in, with a token."))  # fmt: skip
@option("--class", "class_name", metavar="NAME",
        help=Text("Start a class, or go on with it: pupils join with a code."))  # fmt: skip
@option("--teacher-token", metavar="TOKEN",
        help=Text("The token of the teacher, random by default."))  # fmt: skip
@option("--no-browser", is_flag=True, help=Text("Only print the address."))
@option("--data", metavar="ADDRESS",
        help=Text("Where games are kept: a file, or postgresql://…"))  # fmt: skip
@option("--log-level", type=click.Choice(LEVELS), default="warning",
        help=Text("What is logged on standard error, `warning` by default; `info` "
                  "adds each request."))  # fmt: skip
@option("--log-format", type=click.Choice(FORMATS), default="text",
        help=Text("Log lines of text, the default, or of JSON."))  # fmt: skip
def command(
    sources: tuple[str, ...],
    port: int,
    host: str | None,
    class_name: str | None,
    teacher_token: str | None,
    no_browser: bool,
    data: str | None,
    log_level: str,
    log_format: str,
) -> None:
    log_to_stderr(log_level, log_format)
    from quebra.store.classes import clean_name
    from quebra.web.server import ClassPlan, Started, open_browser, serve

    if sources and class_name is None:
        raise usage_error(Text("Puzzles are given with --class only."))
    if teacher_token is not None:
        # As a setting, so that one place reads it.
        os.environ["QUEBRA_TEACHER_TOKEN"] = teacher_token

    def ready(started: Started) -> None:
        site = started.site
        here = Text("The page is at {address}", address=Verbatim(site.here))
        click.echo(say(here))  # not wrapped, so that the address stays whole
        for address in site.elsewhere:
            there = Text("On other machines it is at {address}", address=Verbatim(address))
            click.echo(say(there))
        if started.school_class:
            _show_class(started.school_class, site)
        if site.is_open:
            echo(OPEN, bad, err=True)
        if started.sandbox and started.sandbox.missing and (site.is_open or class_name):
            echo(started.sandbox.missing, bad, err=True)
        echo(Text("Ctrl-C ends it."), dim)
        if not no_browser:
            open_browser(site.here)

    with errors_as_messages(), suppress(KeyboardInterrupt):
        plan = None
        if class_name is not None:
            plan = ClassPlan(clean_name(class_name), tuple(_class_puzzles(sources)))
        serve(host or (ALL if plan else LOOPBACK), port, data=data, plan=plan, ready=ready)


def _show_class(found: SchoolClass, site: Site) -> None:
    """Print where pupils join a class, also as a QR code."""
    import segno

    addresses = site.class_addresses(found.code)
    for address in addresses:
        click.echo(
            say(
                Text(
                    "Class {name} joins at {address}",
                    name=Verbatim(found.name),
                    address=Verbatim(address),
                )
            )
        )
    if sys.stdout.isatty() and can_print(BLOCKS):
        segno.make_qr(addresses[0], error="m").terminal(compact=True)


def _class_puzzles(sources: tuple[str, ...]) -> Iterator[ClassPuzzle]:
    """The puzzles of some sources; raises `BadInput` for one that cannot be read."""
    from quebra.batch import read_sources
    from quebra.service.identity import puzzle_key
    from quebra.store import ClassPuzzle

    for item in read_sources(sources):
        if item.puzzle is None:
            text = item.failure or Text("This is a recipe, and no puzzle yet.")
            source = Verbatim(item.source)
            raise BadInput(Text("{source}: {text}", source=source, text=text))
        puzzle = read_puzzle(item.puzzle)
        encoded = msgspec.json.encode(puzzle)
        grade = item.entry.grade if item.entry else None
        yield ClassPuzzle(puzzle_key(encoded), puzzle.family, msgspec.Raw(encoded), grade)
