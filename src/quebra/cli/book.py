"""quebra book"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quebra.cli.common import puzzle_options
from quebra.cli.language import argument
from quebra.cli.options import request_options
from quebra.cli.paper import output_option, print_puzzles
from quebra.i18n.text import Text
from quebra.service.publishing import Book


@click.command(
    help=Text(
        "A SOURCE is a link, a file, a folder, the database of a bank, or a recipe in TOML. A file "
        "may have a link or a JSON puzzle on each line. Each puzzle is printed once."
    )
)
@argument("sources", metavar="[SOURCE]...", nargs=-1)
@puzzle_options
@output_option
@request_options(Book)
def command(
    sources: tuple[str, ...],
    family: str | None,
    format: str | None,
    output: Path,
    **options: Any,
) -> None:
    print_puzzles(Book, sources, family, format, output, options)
