"""Every command in every language: no word is printed that only English has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import click
import pytest

from commands import run
from parameters import every
from quebra.cli import main
from quebra.contract.family import Case
from quebra.contract.registry import AnyFamily, families
from quebra.testing import read_case
from translations import OTHERS, entries

WORD = re.compile(r"[^\W\d_]{3,}")
SVG_TEXT = re.compile(r"<(?:text|tspan|title|desc)\b[^>]*>([^<]+)<")
NOTATION = re.compile(r"^  \w+ +[\w ()-]+$|quebra \S+|motor \S+", re.MULTILINE)
"""Lists of formats and engines in `families`, commands, and engines."""
FAMILIES = families()
CASES = [(family, case) for family in FAMILIES for case in family.cases]
SYNTAX = re.compile(
    r"--[\w-]+|\[[\w|.-]+\]|`[^`]*`|\[\w+ \w+: [\w-]+\]|\w+,\w+|mip-all|\([a-z_]+(?:,\s+[a-z_]+)+\)"
)
"""Options, their choices, defaults and lists of names, and commands that are quoted."""
COMMANDS = main.list_commands(click.Context(main))
NAMES = {"main", *COMMANDS, *(family.name for family in FAMILIES)}
"""Names of commands and families, which are the same in all languages."""


@cache
def english_words(lang: str) -> frozenset[str]:
    """The words of English texts that no text of another language has."""
    english, others = set[str](), set[str]()
    for message, translation in entries(lang):
        english |= words(_without_placeholders(message))
        others |= words(_without_placeholders(translation))
    return frozenset(english - others - NAMES)


def words(text: str) -> set[str]:
    """The words of a text; those in capitals are names of arguments, such as INPUT."""
    return {word.lower() for word in WORD.findall(text) if not word.isupper()}


def _without_placeholders(template: str) -> str:
    return " ".join(literal for literal, *_ in Formatter().parse(template))


def verbs(family: AnyFamily, case: Case) -> Iterator[tuple[str, ...]]:
    """Commands for a case."""
    answer = () if case.answer is None else (case.answer,)
    if answer:
        yield "check", "-", *answer
    yield "solve", "-", "--time", "5"
    yield "explain", "-", "--time", "5"
    yield "grade", "-", "--time", "5"
    yield "draw", "-", "--to", "svg"


@pytest.mark.parametrize("lang", every(2, OTHERS))
@pytest.mark.parametrize(
    ("family", "case"), CASES, ids=[f"{family.name}-{case.about[:30]}" for family, case in CASES]
)
def test_cases(family: AnyFamily, case: Case, lang: str) -> None:
    puzzle, _ = read_case(family, case)
    text = family.formats.puzzles[0].write(puzzle)
    for arguments in verbs(family, case):
        result = run(*arguments, "--lang", lang, stdin=text)
        assert result.exit_code in (0, 1, 3), result.output
        shown = result.output
        if arguments[0] == "draw":
            shown = " ".join(SVG_TEXT.findall(shown))
        found = words(shown) & english_words(lang) - words(text)  # names of pieces
        assert sorted(found) == [], (arguments, shown)


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help(command: tuple[str, ...], lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "_help_option", None)  # click keeps that of an earlier language
    shown = SYNTAX.sub("", run(*command, "--lang", lang, "--help").stdout)
    assert sorted(words(shown) & english_words(lang)) == [], shown


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("command", ["families", "tour"])
def test_tours(command: str, lang: str) -> None:
    shown = NOTATION.sub("", run(command, "--lang", lang).stdout)
    assert sorted(words(shown) & english_words(lang)) == [], shown
