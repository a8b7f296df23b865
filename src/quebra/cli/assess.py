"""Commands that assess one puzzle: they print a sentence, and lines that say more."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from quebra.cli.common import (
    dim,
    echo,
    echo_json,
    json_option,
    loaded,
    new_budget,
    progress_bar,
    puzzle_argument,
)
from quebra.cli.language import language
from quebra.cli.options import request_options
from quebra.i18n.text import ENGLISH, Text
from quebra.service.requests import PuzzleRequest


def assessing(
    kind: type[PuzzleRequest],
    title: Text,
    lines: Callable[[Any], Iterable[Text]],
    status: Callable[[Any], int],
) -> click.Command:
    """The command for a request.

    `lines` and `status` give the lines after the first sentence of a result, and the exit status.
    """

    @click.command()
    @puzzle_argument
    @json_option
    @request_options(kind)
    def command(
        source: str, family: str | None, format: str | None, as_json: bool, time: float | None
    ) -> None:
        budget = new_budget(time, family, source)
        with (
            loaded(source, family, format, budget) as puzzle,
            progress_bar(title, time) as budget.report,
        ):
            lang = ENGLISH if as_json else language()
            result: Any = kind(puzzle=puzzle, lang=lang).run(budget)
        if as_json:
            echo_json(result)
        else:
            echo(result.text)
            for line in lines(result):
                echo(line, dim)
        sys.exit(status(result))

    return command
