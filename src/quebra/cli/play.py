"""quebra play"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from quebra.cli.common import bad, dim, errors_as_messages, wrap

if TYPE_CHECKING:
    from quebra.web.addresses import Site

OPEN = (
    "Warning: other machines can reach this server. The token gives access to all games, and the "
    "connection is not encrypted."
)


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True,
              help="The port to listen on; 0 takes any that is free.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True,
              help="The address to listen on; 0.0.0.0 lets other machines in, "
                   "with a token.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--data", metavar="ADDRESS",
              help="Where games are kept: a file, or postgresql://…")  # fmt: skip
def command(port: int, host: str, no_browser: bool, data: str | None) -> None:
    """Open the page, to play and to work with puzzles in a browser.

    This machine serves the page; other machines can only reach it with --host. Ctrl-C ends the
    server; games are kept.
    """
    from quebra.web.server import open_browser, serve

    def ready(site: Site) -> None:
        click.echo(f"The page is at {site.here}")
        for address in site.elsewhere:
            click.echo(f"On other machines it is at {address}")
        if site.is_open:
            click.echo(bad(wrap(OPEN)), err=True)
        click.echo(dim("Ctrl-C ends it."))
        if not no_browser:
            open_browser(site.here)

    with errors_as_messages(), suppress(KeyboardInterrupt):
        serve(host, port, data=data, ready=ready)
