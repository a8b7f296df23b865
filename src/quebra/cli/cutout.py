"""quebra cutout"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quebra.cli.common import new_budget, puzzle_options
from quebra.cli.language import language
from quebra.cli.options import request_options
from quebra.cli.paper import given_options, output_option, print_document, read_puzzles
from quebra.i18n.text import Text
from quebra.service.publishing import CutOut


@click.command(
    help=Text(
        "A SOURCE is one of those that `quebra book` takes. Pieces that several puzzles share are "
        "printed once, and then the figures or boards to lay them on."
    )
)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
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
    budget = new_budget(options["time"], family)
    puzzles = read_puzzles(sources, family, format, budget)
    request = CutOut(puzzles=puzzles, lang=language(), **given_options(options))
    print_document(request, output, budget)
