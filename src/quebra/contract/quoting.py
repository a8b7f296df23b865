"""Input in messages: escaped, so that no control character reaches a terminal, and cut."""

from __future__ import annotations

MAX_TOKEN = 20
MAX_PATH = 300
"""Characters of a file's name in a message."""
MAX_SENTENCE = 400
"""Characters of a message; longer ones lose their middle."""
_TAIL = 120


def shown(text: object, most: int = MAX_TOKEN) -> str:
    """A text in quotes for a message, shortened where it is long.

    >>> shown("x" * 40)
    "'xxxxxxxxxxxxxxxxxxxx…'"
    >>> shown("\\x1b[2J")
    "'\\\\x1b[2J'"
    """
    return repr(cut(str(text), most))


def cut(text: str, most: int) -> str:
    """A text, shortened where it is long.

    >>> cut("abcdef", 3)
    'abc…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def one_line(sentence: str) -> str:
    """A message that is safe to print whatever it quotes: one line, printable, not too long.

    >>> one_line("There is no\\x07 file\\nhere.")
    'There is no\\\\x07 file\\\\nhere.'
    >>> len(one_line("x" * 4_000_000))
    400
    """
    if len(sentence) > MAX_SENTENCE:
        sentence = f"{sentence[: MAX_SENTENCE - _TAIL - 1]}…{sentence[-_TAIL:]}"
    if sentence.isprintable():
        return sentence
    line = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in sentence)
    return line if len(line) <= MAX_SENTENCE else one_line(line)
