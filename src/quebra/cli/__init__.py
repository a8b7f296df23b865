"""The command line: one file for each command, imported when it is called."""

from __future__ import annotations

import atexit
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from importlib import import_module
from threading import active_count
from typing import Any

import click

from quebra.cli.encoding import write_nearest_characters
from quebra.cli.language import choose_language, language_option, option, say
from quebra.engine.interrupts import raising_interrupts
from quebra.i18n.text import Text, as_is

COMMANDS = {
    "solve": Text("Solve a puzzle and prove what can be proved."),
    "check": Text("Show which rules an answer breaks, and its progress."),
    "explain": Text("Show the next steps a person could find, and why."),
    "teach": Text("Teach the techniques of a family, with examples and exercises."),
    "grade": Text("Show how hard a puzzle is."),
    "judge": Text("Tell a setter what is missing or too much in a puzzle."),
    "generate": Text("Make new puzzles."),
    "draw": Text("Draw puzzles as text, SVG, PNG or PDF."),
    "book": Text("Print a book of puzzles: rules, puzzles by grade, and solutions."),
    "worksheet": Text("Print a worksheet for a class, with an example and solutions."),
    "cutout": Text("Print pieces to cut out, to scale."),
    "convert": Text("Write a puzzle in another format."),
    "play": Text("Open the page, to play and to work with puzzles in a browser."),
    "class": Text("List, export and erase classes that play together."),
    "batch": Text("Solve, grade, generate, check or explain many puzzles."),
    "compare": Text("Compare engines on the same boards: times, ratios and a plot."),
    "bank": Text("Keep puzzles, each once, and find them again."),
    "study": Text("Repeat the experiment of a paper: tables, plots and a page."),
    "families": Text("List the families, their formats and engines."),
    "tour": Text("Show all this on one small board."),
}
MODULES = {"class": "classes"}
"""The modules of commands whose names are words of Python."""
HELP = Text(
    "Quebra, a puzzle workbench.\n\n"
    "INPUT is a path, a link, or - for standard input. Exit status: 0 done, 1 the answer is "
    '"no", 2 bad input, 3 not known in time.'
)


class Commands(click.Group):
    """Commands that are imported only when called, so that `--help` is quick."""

    def main(self, args: Any = None, *more: Any, **options: Any) -> Any:
        """As a program, called without arguments, exit without waiting for threads or memory."""
        if args is None:
            write_nearest_characters()
        try:
            return super().main(args, *more, **options)
        except SystemExit as end:
            if args is None:
                _exit_at_once(end)
            raise

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Parse the arguments; errors are short messages."""
        choose_language(args[1])
        with _short_messages():
            return super().make_context(*args, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = copy(import_module(f"quebra.cli.{MODULES.get(cmd_name, cmd_name)}").command)
        assert isinstance(command, click.Command)
        command.help = "\n\n".join(map(say, filter(None, (COMMANDS[cmd_name], command.help))))
        command.params = [*command.params, language_option()]
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; errors of the output, and Ctrl-C, give messages without traceback."""
        warnings.showwarning = _show_note
        try:
            with raising_interrupts(), _short_messages():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            _note(Text("It was cancelled."))
            ctx.exit(3)
        except OSError as error:
            _close_output()
            if not isinstance(error, BrokenPipeError):
                reason = as_is(str(error.strerror))
                _note(Text("The output cannot be written: {reason}.", reason=reason))
            ctx.exit(0 if isinstance(error, BrokenPipeError) else 2)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say(Text("Commands"))):
            formatter.write_dl([(name, say(text)) for name, text in COMMANDS.items()])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = say(HELP)
        super().format_help_text(ctx, formatter)


@contextmanager
def _short_messages() -> Iterator[None]:
    """Make the message of a usage error one printable line: click quotes arguments in full."""
    try:
        yield
    except click.UsageError as error:
        from quebra.contract.quoting import one_line

        message = error.format_message()
        if isinstance(error, click.MissingParameter):
            message = message.replace("\n\t", " ")  # click lists choices one a line
        raise click.UsageError(one_line(message), error.ctx) from None


def _show_note(message: Warning | str, *_: Any, **_more: Any) -> None:
    """Print a warning in one line, without its place in the code."""
    _note(message.args[0] if isinstance(message, Warning) else message)


def _note(text: str) -> None:
    click.echo(f"quebra: {say(text)}", err=True)


def _exit_at_once(end: SystemExit) -> None:
    """Exit without freeing memory, which takes a sixth of the time of a short command.

    A thread that still runs is not waited for, because CP-SAT sometimes cannot be interrupted.
    """
    if isinstance(end.code, int):
        if active_count() == 1:
            atexit._run_exitfuncs()
        for stream in filter(None, (sys.stdout, sys.stderr)):  # None if it is closed
            with suppress(OSError):
                stream.flush()
        os._exit(end.code)


def _close_output() -> None:
    """Discard buffered output, so that Python prints no error at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


AS_JSON = "json"


def _note_json(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    ctx.meta[AS_JSON] = wanted


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    as_json = ctx.meta.get(AS_JSON)
    if as_json and not wanted:
        text = Text("At this place --json goes with --version; put it after the command.")
        raise click.UsageError(say(text), ctx)
    if not wanted:
        return
    if as_json:
        from quebra.cli.versions import versions
        from quebra.service.results import to_json

        click.echo(to_json(versions()))
    else:
        from quebra import __version__

        click.echo(f"quebra {__version__}")
    ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=_version,
    help=Text("Show the version."),
)
@option(
    "--json",
    is_flag=True,
    is_eager=True,  # it is read before --version, in any order
    expose_value=False,
    callback=_note_json,
    help=Text("With --version: the versions of Python and of all libraries, too."),
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Quebra, a puzzle workbench."""
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        ctx.color = False


main.params.append(language_option())
