"""Every command line in the documentation has commands, options and values that there are."""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from pathlib import Path

import click
import pytest

from quebra.cli import main

ROOT = Path(__file__).parents[1]
LINE = re.compile(r"^(?:\w+)?\$ (?:\w+=\S+ )?quebra ((?:.*\\\n)*.*)", re.MULTILINE)
SHELL = {"|", "&", ">", ";"}


def command_lines() -> list[str]:
    pages = (ROOT / "README.md", *sorted((ROOT / "docs").glob("[!_]*.md")))
    return [line for page in pages for line in LINE.findall(page.read_text(encoding="utf-8"))]


def words_of(line: str) -> list[str]:
    """The words after `quebra`, up to what is for the shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    return words[: next((at for at, word in enumerate(words) if word in SHELL), len(words))]


def parse(words: list[str]) -> None:
    """Parse the words as click does, without running the command."""
    command: click.Command | None = main
    context = click.Context(main, info_name="quebra")
    while isinstance(command, click.Group) and not words[0].startswith("-"):
        name, *words = words
        command = command.get_command(context, name)
        assert command, f"There is no command {name}."
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=name, parent=context)
        else:
            command.make_context(name, words, parent=context)


def test_there_are_many() -> None:
    assert len(command_lines()) > 80


@pytest.mark.parametrize("line", command_lines())
def test_it_is_understood(line: str, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(board).parent)
    with suppress(SystemExit):  # another input than board.txt does not exist
        parse(words_of(line))


def test_faults_are_found() -> None:
    with pytest.raises(click.NoSuchOption):
        parse(words_of("grade board.txt --no-such > out.txt"))
    with pytest.raises(AssertionError, match="no command bogus"):
        parse(words_of("bogus board.txt"))
