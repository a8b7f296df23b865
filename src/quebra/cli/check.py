"""quebra check"""

from __future__ import annotations

import sys
from math import floor

import click

from quebra.cli.common import (
    DONE,
    NO,
    bad,
    echo,
    echo_drawing,
    echo_json,
    errors_as_messages,
    good,
    json_option,
    loaded,
    puzzle_argument,
    usage_error,
)
from quebra.cli.language import argument, option
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.engine.budget import Budget
from quebra.i18n.text import Series, Text
from quebra.service import verbs
from quebra.service.requests import Check
from quebra.service.results import Checked


@click.command(
    help=Text("ANSWER is a path, - for standard input, or the answer itself."),
)
@puzzle_argument
@argument("answer", metavar="ANSWER", required=False)
@option(
    "--answer-from",
    metavar="FILE",
    help=Text("Instead of ANSWER: what an outside solver printed for a model of the puzzle."),
)
@json_option
def command(
    source: str,
    family: str | None,
    format: str | None,
    answer: str | None,
    answer_from: str | None,
    as_json: bool,
) -> None:
    answer = _one_answer(answer, answer_from)
    if source == answer == "-":
        raise usage_error(Text("INPUT and ANSWER cannot both be standard input."))
    with loaded(source, family, format) as puzzle:
        with errors_as_messages(answer):
            attempt = verbs.load_answer(puzzle, answer)
        checked = Check(puzzle=puzzle, answer=attempt).run(Budget())
    if as_json:
        echo_json(checked)
    else:
        _show(puzzle, attempt, checked)
    sys.exit(DONE if checked.ok else NO)


def _one_answer(answer: str | None, answer_from: str | None) -> str:
    """The answer that is given as the argument or as the option, but not as both."""
    if answer is not None and answer_from is not None:
        raise usage_error(Text("ANSWER and --answer-from cannot both be given."))
    given = answer_from if answer is None else answer
    if given is None:
        raise usage_error(Text("An answer is missing: ANSWER, or --answer-from FILE."))
    return given


def _show(puzzle: Puzzle, answer: Answer, checked: Checked) -> None:
    wrong = (violation for violation in checked.violations if violation.code != "blank")
    broken = tuple({place: None for violation in wrong for place in violation.where})
    echo_drawing(verbs.draw(puzzle, answer, Look(broken=broken)))
    for violation in checked.violations:
        echo(violation.text, bad)
    if checked.ok:
        echo(Text("Right: no rule is broken."), good)
    else:
        parts = (
            Text("{name} {share:.0%}", name=name, share=share)
            for name, share in checked.parts.items()
        )
        percent = floor(checked.progress * 100)
        echo(Text("Progress {percent} % ({parts}).", percent=percent, parts=Series(parts)))
