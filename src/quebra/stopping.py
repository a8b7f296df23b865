"""How Ctrl-C ends the program: at once and without a traceback, except while a command runs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended, as shells count."""


def end_at_once(signal_number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C where an exception could be lost in an import, or turned into another one."""
    os._exit(INTERRUPTED)


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt in the body, if the program would else end at once."""
    if signal.getsignal(signal.SIGINT) is not end_at_once:
        yield
        return
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    finally:
        signal.signal(signal.SIGINT, end_at_once)
