"""quebra cutout"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quebra.cli.common import puzzle_options
from quebra.cli.language import argument
from quebra.cli.options import request_options
from quebra.cli.paper import output_option, print_puzzles
from quebra.i18n.text import Text
from quebra.service.publishing import CutOut


@click.command(
    help=Text(
        "A SOURCE is one of those that `quebra book` takes. Pieces that several puzzles share are "
        "printed once, and then the figures or boards to lay them on."
    )
)
@argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@puzzle_options
@output_option
@request_options(CutOut)
def command(
    sources: tuple[str, ...],
    family: str | None,
    format: str | None,
    output: Path,
    **options: Any,
) -> None:
    print_puzzles(CutOut, sources, family, format, output, options)
