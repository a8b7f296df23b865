"""quebra play"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from quebra.cli.common import bad, dim, echo, errors_as_messages
from quebra.cli.language import option, say
from quebra.i18n.text import Text, Verbatim

if TYPE_CHECKING:
    from quebra.web.addresses import Site

OPEN = Text(
    "Warning: other machines can reach this server. The token gives access to all games, and the "
    "connection is not encrypted."
)


@click.command(
    help=Text(
        "This machine serves the page; other machines can only reach it with --host. Ctrl-C ends "
        "the server; games are kept."
    )
)
@option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True,
        help=Text("The port to listen on; 0 takes any that is free."))  # fmt: skip
@option("--host", default="127.0.0.1", show_default=True,
        help=Text("The address to listen on; 0.0.0.0 lets other machines in, "
                  "with a token."))  # fmt: skip
@option("--no-browser", is_flag=True, help=Text("Only print the address."))
@option("--data", metavar="ADDRESS",
        help=Text("Where games are kept: a file, or postgresql://…"))  # fmt: skip
def command(port: int, host: str, no_browser: bool, data: str | None) -> None:
    from quebra.web.server import open_browser, serve

    def ready(site: Site) -> None:
        here = Text("The page is at {address}", address=Verbatim(site.here))
        click.echo(say(here))  # not wrapped, so that the address stays whole
        for address in site.elsewhere:
            there = Text("On other machines it is at {address}", address=Verbatim(address))
            click.echo(say(there))
        if site.is_open:
            echo(OPEN, bad, err=True)
        echo(Text("Ctrl-C ends it."), dim)
        if not no_browser:
            open_browser(site.here)

    with errors_as_messages(), suppress(KeyboardInterrupt):
        serve(host, port, data=data, ready=ready)
