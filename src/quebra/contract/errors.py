"""What can go wrong, in words a person can act on."""

from __future__ import annotations

from typing import Literal

from quebra.contract.quoting import one_line

Reason = Literal["time", "memory", "cancelled", "method"]


class QuebraError(Exception):
    """The root of every error that Quebra raises on purpose; the message is one short line."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(one_line(sentence))


class BadInput(QuebraError, ValueError):
    """The input is not what it claims to be; the message is one sentence with the place."""


class NotFound(QuebraError):
    """A search without proof ended empty-handed, for example no board of the grade asked for."""


class EngineFault(QuebraError, RuntimeError):
    """An engine gave an answer that `check` refuses: a bug in Quebra, never shown as a solution."""


class Trouble(QuebraError):
    """What is needed from outside, such as a database or a cluster, does not do its part."""


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
