"""Markdown helpers for the generated pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table; a bar inside a cell would end it, so it is escaped.

    >>> print(table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\|y |
    """
    lines = [_row(head), "|" + "---|" * len(head), *map(_row, rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    words = " | ".join(cell.replace("|", r"\|") for cell in cells)
    return f"| {words} |"


def block(text: str, language: str = "text") -> str:
    """A fenced block of literal text."""
    return f"```{language}\n{text.strip()}\n```"


def code(words: Iterable[str]) -> str:
    """Names in code style, separated by spaces.

    >>> code(["own", "cpsat"])
    '`own` `cpsat`'
    """
    return " ".join(f"`{word}`" for word in words)


def sentence(words: str) -> str:
    """The words as a sentence, with a capital letter and a full stop.

    >>> sentence("a cell is empty")
    'A cell is empty.'
    """
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def first_line(thing: object) -> str:
    """The first line of a docstring."""
    return (thing.__doc__ or "").strip().split("\n")[0]


def page(*parts: str) -> str:
    """A page of parts with an empty line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
