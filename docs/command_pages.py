"""The command-line reference, generated from click's options and real output."""

from __future__ import annotations

import inspect
import json
import shlex
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from click.testing import CliRunner

from family_pages import options_table
from quebra.cli import COMMANDS, main
from quebra.contract.registry import AnyFamily, families, get_family
from writing import block, page, table

EXAMPLES = {
    "solve": ("quebra solve board.txt", "quebra solve --json board.txt"),
    "check": ("quebra check board.txt attempt.txt", "quebra check --json board.txt attempt.txt"),
    "teach": (
        "quebra teach {family} last cell --exercises 1 --answers",
        "quebra teach --json {family} last cell --exercises 1",
    ),
    "explain": ("quebra explain --steps 1 board.txt", "quebra explain --json --steps 1 board.txt"),
    "grade": ("quebra grade board.txt", "quebra grade --json board.txt"),
    "judge": ("quebra judge board.txt", "quebra judge --json board.txt"),
    "generate": (
        "quebra generate {family} --size 5x5 --seed 1",
        "quebra generate --json {family} --size 5x5 --seed 1",
    ),
    "draw": ("quebra draw --solution board.txt", "quebra draw --json board.txt"),
    "convert": (
        "quebra convert --to {format} board.txt",
        "quebra convert --json --to {format} board.txt",
    ),
    "families": ("quebra families", "quebra families --json"),
    "book": (),
    "worksheet": (),
    "cutout": (),
    "study": (),
    "play": (),
    "class": (),
    "batch": (),
    "compare": (),
    "bank": (),
    "tour": (),
}
"""The examples of each command, with a board and an attempt of the guide."""
GUIDE = "kojun"
"""The family of the README and of the examples."""


def commands_reference() -> str:
    """All commands with their options and examples."""
    guide = get_family(GUIDE)
    files = example_files(guide)
    shown = [f"`{name}`:\n\n{block(text)}" for name, text in files.items()]
    return page(
        "## Commands",
        "The examples use these two files.",
        *shown,
        *(command_section(name, guide) for name in COMMANDS),
    )


def example_files(guide: AnyFamily) -> dict[str, str]:
    """A puzzle, and an attempt at it that breaks a rule."""
    unique = {case.puzzle for case in guide.cases if case.status == "unique"}
    case = next(case for case in guide.cases if case.violations and case.puzzle in unique)
    return {"board.txt": case.puzzle, "attempt.txt": case.answer or ""}


def command_section(name: str, guide: AnyFamily) -> str:
    """One command: usage, options, and example output."""
    command, ctx = find_command(name)
    own_options = [
        f"For `{family.name}`, there are also:\n\n{options_table(family)}"
        for family in families()
        if name == "generate"
    ]
    return page(
        f"### {name}",
        inspect.cleandoc(command.help or COMMANDS[name]),
        block(command.get_usage(ctx).removeprefix("Usage: ")),
        table(["option", "what"], option_rows(command, ctx)),
        *own_options,
        *(_example(line, guide) for line in example_lines(name, guide)),
    )


def example_lines(name: str, guide: AnyFamily) -> list[str]:
    """The command lines of a command's examples."""
    names = {"family": guide.name, "format": guide.formats.puzzles[-1].name}
    return [line.format(**names) for line in EXAMPLES[name]]


def find_command(name: str) -> tuple[click.Command, click.Context]:
    """A command and its click context."""
    top = click.Context(main, info_name="quebra", **main.context_settings)
    command = main.get_command(top, name)
    assert command is not None
    return command, click.Context(command, info_name=name, parent=top)


def option_rows(command: click.Command, ctx: click.Context) -> list[list[str]]:
    """A table of the options with their help."""
    records = [
        param.get_help_record(ctx)
        for param in command.get_params(ctx)
        if isinstance(param, click.Option)
    ]
    return [[f"`{record[0]}`", record[1].replace("  ", " ")] for record in records if record]


def run(line: str, guide: AnyFamily) -> tuple[str, int]:
    """The output of a command, and its exit status."""
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in example_files(guide).items():
            Path(name).write_text(text, encoding="utf-8")
        result = CliRunner().invoke(main, shlex.split(line)[1:], prog_name="quebra")
    return result.output, result.exit_code


def _example(line: str, guide: AnyFamily) -> str:
    output, status = run(line, guide)
    text = f"$ {line}\n{output}"
    if "--json" in line:
        text = f"$ {line}\n{_readable(json.loads(output))}"
    return page(block(text, "console"), f"Exit status {status}." if status else "")


def _readable(value: object) -> str:
    """JSON with one field of the outer object a line; the command itself prints one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_readable, value))}]"
    assert isinstance(value, dict)
    fields = (f'  "{key}": {json.dumps(part, ensure_ascii=False)}' for key, part in value.items())
    return "{\n" + ",\n".join(fields) + "\n}"
