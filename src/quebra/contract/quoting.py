"""Quotes input in messages: escaped, so that it cannot control a terminal, and shortened."""

from __future__ import annotations

from quebra.i18n.text import Verbatim

MAX_TOKEN = 20
"""Characters of a quoted word in a message."""
MAX_PATH = 300
"""Characters of a file name in a message."""
MAX_SENTENCE = 400
"""Characters of a message; longer ones lose their middle."""
_TAIL = 120
"""Characters of the end of a message that loses its middle."""


def quoted(text: object, most: int = MAX_TOKEN) -> Verbatim:
    """The text in quotes, escaped and shortened to `most` characters.

    >>> quoted("x" * 40)
    "'xxxxxxxxxxxxxxxxxxxx…'"
    >>> quoted("\\x1b[2J")
    "'\\\\x1b[2J'"
    """
    return Verbatim(repr(shortened(str(text), most)))


def shortened(text: str, most: int) -> str:
    """The text, shortened to `most` characters.

    >>> shortened("abcdef", 3)
    'abc…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def one_line(sentence: str) -> str:
    """A message that is safe to print: one line of limited length, with escaped characters.

    >>> one_line("There is no\\x07 file\\nhere.")
    'There is no\\\\x07 file\\\\nhere.'
    >>> len(one_line("x" * 4_000_000))
    400
    """
    if len(sentence) > MAX_SENTENCE:
        sentence = f"{sentence[: MAX_SENTENCE - _TAIL - 1]}…{sentence[-_TAIL:]}"
    if sentence.isprintable():
        return sentence
    line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in sentence)
    return line if len(line) <= MAX_SENTENCE else one_line(line)
