"""The exceptions that Quebra raises, each with one sentence."""

from __future__ import annotations

import re
from typing import Literal

from quebra.contract.quoting import one_line
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text, Verbatim

Reason = Literal["time", "memory", "cancelled", "method"]

NO_TEXT = Text()
_LINE = re.compile("Line ([0-9]{1,9})\\b")


class QuebraError(Exception):
    """The base of all exceptions of Quebra; the message is one short line, in English."""

    def __init__(self, text: Text = NO_TEXT) -> None:
        super().__init__(one_line(text))
        self.text = text

    def translated(self, lang: str) -> str:
        """The message in a language."""
        return one_line(translate(self.text, lang))


class BadInput(QuebraError, ValueError):
    """The input is malformed or inconsistent; the message is one sentence with the place.

    `line` and `column` count from 1, and `path` is a place in JSON; each is None if not known. The
    line is taken from the value `line` of the text.

    >>> error = BadInput(Text("Line {line}: the figure is there twice.", line=3))
    >>> error.line, error.column, error.path
    (3, None, None)
    """

    def __init__(
        self,
        text: Text = NO_TEXT,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(text)
        self.line = _line_of(text) if line is None else line
        self.column = column
        self.path = path

    @property
    def place(self) -> dict[str, int | str]:
        """The known ones of line, column and path, by name."""
        place = {"line": self.line, "column": self.column, "path": self.path}
        return {name: value for name, value in place.items() if value is not None}


def _line_of(text: Text) -> int | None:
    """The line that a text names; a sentence within another one begins with it."""
    line = text.values.get("line") if isinstance(text, Text) else None
    if isinstance(line, int):
        return line
    return int(named[1]) if (named := _LINE.match(text)) else None


class NotFound(QuebraError):
    """A search found nothing and proved nothing, for example no board of the grade asked for."""


class EngineFault(QuebraError, RuntimeError):
    """An engine returned an answer that `check` refuses, which is a bug of the engine."""


class ExternalError(QuebraError):
    """A database, a cluster or a worker process that is needed is missing or fails."""


class Cut(QuebraError):
    """The budget ended before the work was done; `reason` says which limit."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(Text("stopped early: {reason}", reason=Verbatim(reason)))
        self.reason: Reason = reason


class Infeasible(QuebraError):
    """Raised by an engine that proves that a puzzle has no solution; the message is the reason.

    `quebra.engine.search` turns it into the status `none`, so callers of a verb do not see it.
    """


class Ignored(UserWarning):
    """The warning about a part of the input that has no effect."""
