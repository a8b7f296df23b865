"""What can go wrong, in words a person can act on."""

from __future__ import annotations

import re
from typing import Literal

from quebra.contract.quoting import one_line

Reason = Literal["time", "memory", "cancelled", "method"]

_LINE = re.compile("Line ([0-9]{1,9})\\b")


class QuebraError(Exception):
    """The root of every error that Quebra raises on purpose; the message is one short line."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(one_line(sentence))


class BadInput(QuebraError, ValueError):
    """The input is not what it claims to be; the message is one sentence with the place.

    Programs find the place in `line` and `column`, counted from 1, and for JSON in `path`; each is
    None where it is not known. A sentence that begins with a line, as those about texts do, need
    not be given it again.

    >>> error = BadInput("Line 3: the figure is there twice.")
    >>> error.line, error.column, error.path
    (3, None, None)
    """

    def __init__(
        self,
        sentence: str = "",
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(sentence)
        if line is None and (named := _LINE.match(sentence)):
            line = int(named[1])
        self.line = line
        self.column = column
        self.path = path

    @property
    def place(self) -> dict[str, int | str]:
        """What is known of the place, by name."""
        place = {"line": self.line, "column": self.column, "path": self.path}
        return {name: value for name, value in place.items() if value is not None}


class NotFound(QuebraError):
    """A search without proof ended empty-handed, for example no board of the grade asked for."""


class EngineFault(QuebraError, RuntimeError):
    """An engine gave an answer that `check` refuses: a bug in Quebra, never shown as a solution."""


class ExternalError(QuebraError):
    """A database, a cluster or a worker process that is needed is missing or fails."""


class Cut(QuebraError):
    """The budget ended the work before it was done."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"stopped early: {reason}")
        self.reason: Reason = reason


class Infeasible(QuebraError):
    """Raised by an engine that proves that a puzzle has no solution; the message is the reason.

    `quebra.engine.search` turns it into the status `none`; no caller of a verb ever sees it.
    """


class Ignored(UserWarning):
    """Something in the input that has no effect."""
