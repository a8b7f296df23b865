"""Shared code of the commands: options, output, and errors as messages."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from quebra.cli.encoding import can_print
from quebra.cli.language import argument, json_language, language, option, say
from quebra.contract.errors import BadInput, Cut, ExternalError, NotFound
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import MAX_PATH, one_line, quoted
from quebra.contract.registry import get_family
from quebra.contract.results import CUTS, Step
from quebra.engine.budget import Budget, reading_within
from quebra.i18n.text import Text, Verbatim
from quebra.render import Drawing
from quebra.render.files import write_file
from quebra.service import bars
from quebra.service.reading import load_families
from quebra.service.results import to_json
from quebra.service.verbs import load_all

F = TypeVar("F", bound=Callable[..., Any])

DONE, NO, BAD_INPUT, NOT_KNOWN = 0, 1, 2, 3
STEP_INDENT, REASON_INDENT = 5 * " ", 9 * " "


json_option = option("--json", "as_json", is_flag=True, help=Text("Print JSON."))


def puzzle_options(function: F) -> F:
    """Add the options `--family` and `--format`."""
    for decorate in (
        option("--format", "format", metavar="F", help=Text("The format, if not guessed.")),
        option("--family", metavar="NAME", help=Text("The family, if not guessed.")),
    ):
        function = decorate(function)
    return function


def puzzle_argument(function: F) -> F:
    """Add the argument INPUT and its options `--family` and `--format`."""
    return argument("source", metavar="INPUT")(puzzle_options(function))


@contextmanager
def errors_as_messages(source: str = "") -> Iterator[None]:
    """Print an error as a sentence on standard error, and exit with its status."""
    try:
        yield
    except BadInput as error:
        stop(_with_source(source, error.text), BAD_INPUT)
    except (NotFound, ExternalError) as error:
        stop(error.text, NOT_KNOWN)
    except Cut as cut:
        stop(CUTS[cut.reason], NOT_KNOWN)
    except MemoryError:
        stop(CUTS["memory"], NOT_KNOWN)


def _with_source(source: str, text: Text) -> Text:
    """A sentence after a source that has a short name, unless it names the source itself."""
    if source in ("", "-") or len(source) > 60 or "\n" in source:
        return text
    if quoted(source, MAX_PATH) in text:
        return text
    return Text("{source}: {text}", source=Verbatim(source), text=text)


def stop(text: Text, status: int) -> NoReturn:
    """Print a sentence on standard error, and exit."""
    click.echo(f"quebra: {one_line(say(text))}", err=True)
    sys.exit(status)


def complain(source: str, error: BadInput) -> None:
    """Print the sentence of an error on standard error, and go on."""
    click.echo(f"quebra: {one_line(say(_with_source(source, error.text)))}", err=True)


def usage_error(text: Text) -> click.UsageError:
    """The error for options that do not go together."""
    return click.UsageError(say(text))


def new_budget(seconds: float | None, family: str | None, *sources: str) -> Budget:
    """The budget of a command; the imports that its sources need do not count."""
    with errors_as_messages():
        if family:
            get_family(family)
        for source in sources if seconds is not None else ():
            load_families(source, family)
    return Budget(seconds)


def save(path: Path | str, content: bytes | Iterable[bytes]) -> None:
    """Write a file atomically; raises `BadInput` if that fails."""
    try:
        write_file(path, content)
    except OSError as error:
        raise BadInput(
            Text(
                "The file {path} cannot be written: {reason}.",
                path=quoted(path, MAX_PATH),
                reason=Verbatim(error.strerror or error),
            )
        ) from None


@contextmanager
def loaded(
    source: str, family: str | None, format: str | None, budget: Budget | None = None
) -> Iterator[Puzzle]:
    """The puzzle of INPUT, read within the budget; errors in the body are messages too."""
    with errors_as_messages(source), reading_within(budget or Budget()):
        puzzle, *others = islice(load_all(source, family=family, format=format), 2)
        if others:
            raise BadInput(
                Text("There are several puzzles in it: solve, draw, book and batch take them all.")
            )
    with errors_as_messages():
        yield puzzle


def echo(
    text: Text, style: Callable[[str], str] = str, *, indent: str = "", err: bool = False
) -> None:
    """Print a text in the language of the command, in lines that fit the terminal."""
    click.echo(style(wrap(say(text), indent)), err=err)


def echo_step(step: Step, why: bool) -> None:
    """Print the sentence of a step, and with `why` its reason, each indented."""
    echo(step.text, indent=STEP_INDENT)
    if why and step.reason:
        echo(step.reason, dim, indent=REASON_INDENT)


def echo_json(value: object) -> None:
    """Print a value as JSON on one line."""
    click.echo(to_json(value, json_language()))


def echo_drawing(drawing: Drawing) -> None:
    """Print a drawing, in colour if the output is a terminal."""
    if sys.stdout is None:
        return
    terminal = sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if terminal else None
    text = say(drawing.in_language(language()).text(colour=terminal, columns=columns))
    if not can_print(text):
        from quebra.render.terminal import to_ascii

        text = to_ascii(text)
    click.echo(text)


def wrap(text: str, indent: str = "") -> str:
    """The text in lines that fit the terminal."""
    width = min(shutil.get_terminal_size().columns, 100)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def echo_headings(*columns: tuple[Text, str]) -> None:
    """Print the headings of a table, each with the format of its column."""
    click.echo(dim(" ".join(format(say(text), spec) for text, spec in columns)))


def good(text: str) -> str:
    """The text in green, for proofs."""
    return click.style(text, fg="green")


def bad(text: str) -> str:
    """The text in red, for broken rules."""
    return click.style(text, fg="red")


def dim(text: str) -> str:
    """The text in a dim colour."""
    return click.style(text, dim=True)


progress_bar = partial(bars.progress_bar, say=say)
"""A callback for budgets that shows a progress bar in the language of the command."""


def processors() -> int:
    """The number of processors that this command may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
