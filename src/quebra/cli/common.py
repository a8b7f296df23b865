"""What the commands share: options, output, and errors as one sentence."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from quebra.contract.errors import BadInput, Cut, ExternalError, NotFound
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import MAX_PATH, one_line, shown
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.time_limit import reading_within
from quebra.render import Drawing
from quebra.render.files import write_file
from quebra.service.reading import load_families
from quebra.service.results import CUTS
from quebra.service.verbs import load_all

F = TypeVar("F", bound=Callable[..., Any])

DONE, NO, BAD_INPUT, NOT_KNOWN = 0, 1, 2, 3


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def puzzle_options(function: F) -> F:
    """The options that say what INPUT is."""
    for decorate in (
        click.option("--format", "format", metavar="F", help="The format, if not guessed."),
        click.option("--family", metavar="NAME", help="The family, if not guessed."),
    ):
        function = decorate(function)
    return function


def puzzle_argument(function: F) -> F:
    """The INPUT argument, with the options that say what it is."""
    return click.argument("source", metavar="INPUT")(puzzle_options(function))


@contextmanager
def plain_errors(source: str = "") -> Iterator[None]:
    """Errors as one sentence on standard error, with the exit status of the contract."""
    try:
        yield
    except BadInput as error:
        # Some sentences name the source already.
        place = "" if shown(source, MAX_PATH) in str(error) else _name(source)
        stop(f"{place}{error}", BAD_INPUT)
    except (NotFound, ExternalError) as error:
        stop(str(error), NOT_KNOWN)
    except Cut as cut:
        stop(CUTS[cut.reason], NOT_KNOWN)
    except MemoryError:
        stop(CUTS["memory"], NOT_KNOWN)


def _name(source: str) -> str:
    short = source if len(source) <= 60 and "\n" not in source else ""
    return f"{short}: " if short and short != "-" else ""


def stop(sentence: str, status: int) -> NoReturn:
    """End with a sentence on standard error and an exit status."""
    click.echo(f"quebra: {one_line(sentence)}", err=True)
    sys.exit(status)


def new_budget(seconds: float | None, family: str | None, *sources: str) -> Budget:
    """The budget of a command; the imports that its sources need do not count."""
    with plain_errors():
        if family:
            get_family(family)
        for source in sources if seconds is not None else ():
            load_families(source, family)
    return Budget(seconds)


def save(path: Path | str, content: bytes | Iterable[bytes]) -> None:
    """Write a file, which is whole or as it was at every moment."""
    try:
        write_file(path, content)
    except OSError as error:
        name, why = shown(path, MAX_PATH), error.strerror or str(error)
        raise BadInput(f"The file {name} cannot be written: {why}.") from None


@contextmanager
def loaded(
    source: str, family: str | None, format: str | None, budget: Budget | None = None
) -> Iterator[Puzzle]:
    """The puzzle behind INPUT, read within the budget, with errors told plainly from here on."""
    with plain_errors(source), reading_within(budget or Budget()):
        puzzle, *others = islice(load_all(source, family=family, format=format), 2)
        if others:
            raise BadInput("There are several puzzles in it: draw and batch take them all.")
    with plain_errors():
        yield puzzle


def echo_json(value: object) -> None:
    """One JSON object on one line."""
    click.echo(msgspec.json.encode(value))


def echo_drawing(drawing: Drawing) -> None:
    """A drawing for whoever reads: in colour for a person, plain for a pipe."""
    if sys.stdout is None:
        return
    people = sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if people else None
    text = drawing.text(colour=people, columns=columns)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        from quebra.render.terminal import to_ascii

        text = to_ascii(text)
    click.echo(text)


def wrap(text: str, indent: str = "") -> str:
    """Text in lines that fit the terminal."""
    width = min(shutil.get_terminal_size().columns, 100)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def said(what: str, text: str, style: Callable[[str], str]) -> str:
    """A word in a style, and what there is to say about it, in lines that fit."""
    return wrap(f"{what}: {text}").replace(what, style(what), 1)


def good(text: str) -> str:
    """Text in the colour of proofs."""
    return click.style(text, fg="green")


def bad(text: str) -> str:
    """Text in the colour of broken rules."""
    return click.style(text, fg="red")


def soft(text: str) -> str:
    """Text that steps back."""
    return click.style(text, dim=True)


@contextmanager
def progress_bar(what: str, seconds: float | None) -> Iterator[Callable[[Budget], None]]:
    """A callback that shows a bar to people, once the work has taken a second."""
    bars: list[Any] = []

    def report(budget: Budget) -> None:
        import time

        elapsed = time.monotonic() - budget.started
        if not bars and elapsed > 1 and sys.stderr.isatty():
            bars.append(_new_bar(what, seconds))
        if bars:
            nodes = int(budget.stats.get("nodes", 0))
            bars[0].update(bars[0].task_ids[0], completed=elapsed, nodes=nodes)

    try:
        yield report
    finally:
        for bar in bars:
            bar.stop()


def _new_bar(what: str, seconds: float | None) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[nodes]:,} nodes"),
        console=Console(stderr=True),
        transient=True,
    )
    bar.start()
    bar.add_task(what, total=seconds, nodes=0)
    return bar
