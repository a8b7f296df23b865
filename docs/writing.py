"""The few pieces of Markdown that the generated pages are made of."""

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
    """Text as it is, in a box."""
    return f"```{language}\n{text.strip()}\n```"


def code(words: Iterable[str]) -> str:
    """Names in the typewriter face.

    >>> code(["own", "cpsat"])
    '`own` `cpsat`'
    """
    return " ".join(f"`{word}`" for word in words)


def sentence(words: str) -> str:
    """Words with a capital at their head and a full stop at their end.

    >>> sentence("a cell is empty")
    'A cell is empty.'
    """
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def first_line(thing: object) -> str:
    """What a docstring says first."""
    return (thing.__doc__ or "").strip().split("\n")[0]


def page(*parts: str) -> str:
    """Parts with an empty line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
