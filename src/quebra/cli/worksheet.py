"""quebra worksheet"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quebra.cli.common import new_budget, puzzle_options
from quebra.cli.language import language
from quebra.cli.options import request_options
from quebra.cli.paper import given_options, output_option, print_document, read_puzzles
from quebra.i18n.text import Text
from quebra.service.publishing import Worksheet


@click.command(
    help=Text(
        "The puzzles are those of a --recipe, which variants need, or of the SOURCEs that "
        "`quebra book` takes as well."
    )
)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
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
    budget = new_budget(options["time"], family)
    skip = options["skip_bad"]
    puzzles = read_puzzles(sources, family, format, budget, skip_bad=skip)
    request = Worksheet(puzzles=puzzles, lang=language(), **given_options(options))
    print_document(request, output, budget)
