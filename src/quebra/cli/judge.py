"""quebra judge"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
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
from quebra.i18n.text import ENGLISH, Plural, Text
from quebra.play import Clue
from quebra.service.results import Judged
from quebra.service.setter import Judge


@click.command()
@puzzle_argument
@json_option
@request_options(Judge)
def command(
    source: str, family: str | None, format: str | None, as_json: bool, time: float | None
) -> None:
    budget = new_budget(time, family, source)
    with (
        loaded(source, family, format, budget) as puzzle,
        progress_bar(Text("Solving"), time) as budget.report,
    ):
        lang = ENGLISH if as_json else language()
        judged = Judge(puzzle=puzzle, lang=lang).run(budget)
    if as_json:
        echo_json(judged)
    else:
        echo(judged.text)
        for line in _lines(judged):
            echo(line, dim)
    known = judged.status not in ("unknown", "found") or judged.exact
    sys.exit(DONE if judged.status == "unique" else NO if known else NOT_KNOWN)


def _lines(judged: Judged) -> Iterator[Text]:
    """What follows the first sentence."""
    if n := len(judged.differences):
        yield Plural("Solutions differ in {n} cell.", "Solutions differ in {n} cells.", n=n)
    yield from _listed(Text("Clues that would leave one solution:"), judged.settling)
    yield from _listed(Text("Clues that are not needed:"), judged.unneeded)
    yield from (violation.text for violation in judged.broken)
    yield from _listed(Text("Without one of these clues there is a solution:"), judged.conflicting)
    if judged.status == "unique" and judged.complete and judged.clues and not judged.unneeded:
        yield Text("Every clue is needed.")
    if not judged.complete:
        yield Text("The time was too short to try all clues.")
    if judged.grade:
        yield judged.grade.text


def _listed(heading: Text, clues: tuple[Clue, ...]) -> Iterator[Text]:
    """The heading and the clues below it, if there are any."""
    if clues:
        yield heading
        yield from (Text("  {clue}", clue=clue.text) for clue in clues)
