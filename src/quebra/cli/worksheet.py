"""quebra worksheet"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quebra.cli.common import puzzle_options
from quebra.cli.language import argument
from quebra.cli.options import request_options
from quebra.cli.paper import output_option, print_puzzles
from quebra.i18n.text import Text
from quebra.service.publishing import Worksheet


@click.command(
    help=Text(
        "The puzzles are those of a --recipe, which variants need, or of the SOURCEs that "
        "`quebra book` takes as well."
    )
)
@argument("sources", metavar="[SOURCE]...", nargs=-1)
@puzzle_options
@output_option
@request_options(Worksheet)
def command(
    sources: tuple[str, ...],
    family: str | None,
    format: str | None,
    output: Path,
    **options: Any,
) -> None:
    print_puzzles(Worksheet, sources, family, format, output, options)
