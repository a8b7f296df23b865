"""Shared code of the commands that print: sources of puzzles, and the file of the document."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from quebra.cli.common import (
    BAD_INPUT,
    complain,
    echo,
    errors_as_messages,
    new_budget,
    progress_bar,
    save,
)
from quebra.cli.common import usage_error as usage
from quebra.cli.language import language, option
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.engine.budget import Budget
from quebra.i18n.text import Plural, Text, Verbatim
from quebra.service.publishing import CollectionRequest, CutOut, PrintRequest
from quebra.service.requests import Json, read_puzzle
from quebra.service.verbs import make_puzzle

output_option = option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE.pdf",
    help=Text("The PDF to write."),
)


class _Task(msgspec.Struct):
    """The fields of a task of a recipe file."""

    family: str
    seed: int
    size: str | None = None
    preset: str | None = None
    options: dict[str, object] = {}


def read_puzzles(
    sources: Sequence[str],
    family: str | None,
    format: str | None,
    budget: Budget,
    *,
    skip_bad: bool = False,
) -> tuple[Puzzle, ...]:
    """The puzzles of all sources, with a sentence for each bad one, which ends the command.

    With `skip_bad` it is left out.
    """
    if not sources:
        return ()
    from quebra.batch.sources import read_sources  # it imports the database

    puzzles: list[Puzzle] = []
    bad = 0
    with errors_as_messages():
        for item in read_sources(sources, family=family, format=format, seconds=budget.left()):
            try:
                puzzles.append(_puzzle(item.puzzle, item.recipe, item.failure, budget))
            except BadInput as error:
                complain(item.source, error)
                bad += 1
    if bad and not (skip_bad and puzzles):
        sys.exit(BAD_INPUT)
    if bad:
        echo(_skipped(bad), err=True)
    return tuple(puzzles)


def _skipped(number: int) -> Text:
    return Plural("{n} puzzle was skipped.", "{n} puzzles were skipped.", n=number)


def _puzzle(
    puzzle: Json | None, recipe: Json | None, failure: Text | None, budget: Budget
) -> Puzzle:
    if puzzle is not None:
        return read_puzzle(puzzle)
    if recipe is None:
        raise BadInput(failure or Text("There is no puzzle in it."))
    task = msgspec.json.decode(recipe, type=_Task)
    return make_puzzle(task.family, task.size, task.seed, task.options, budget, task.preset)


def print_puzzles(
    kind: type[CollectionRequest | CutOut],
    sources: Sequence[str],
    family: str | None,
    format: str | None,
    output: Path,
    options: dict[str, Any],
) -> None:
    """Run a request to print the puzzles of some sources; it has defaults for options not given."""
    budget = new_budget(options["time"], family)
    skip_bad = options.get("skip_bad", False)
    puzzles = read_puzzles(sources, family, format, budget, skip_bad=skip_bad)
    given = {name: value for name, value in options.items() if value is not None}
    print_document(kind(puzzles=puzzles, lang=language(), **given), output, budget)


def print_document(request: PrintRequest, output: Path, budget: Budget) -> None:
    """Typeset a document, write it, and print what it holds."""
    if output.suffix.lower() != ".pdf":
        raise usage(Text("The file {name} does not end in .pdf.", name=Verbatim(output.name)))
    with errors_as_messages(), progress_bar(Text("Printing"), request.time) as budget.report:
        document = request.document(budget)
        save(output, document.pdf())
    for reason in document.skipped:
        echo(reason, err=True)
    if document.skipped:
        echo(_skipped(len(document.skipped)), err=True)
    if document.repeated:
        echo(
            Plural(
                "{n} puzzle was left out: it is the same as another.",
                "{n} puzzles were left out: they are the same as others.",
                n=document.repeated,
            ),
            err=True,
        )
