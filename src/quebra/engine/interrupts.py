"""Handling of Ctrl-C: it ends the program without a traceback, or raises within a command."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

INTERRUPTED = 130
"""Exit status after Ctrl-C, by the convention of shells."""
interrupted = Event()
"""Set by Ctrl-C while a command runs. Budgets check it, because the import system loses exceptions
in some of its callbacks."""
IMPORT_SYSTEM = "<frozen importlib"
"""Start of the file names of Python's import system."""


def end_at_once(signal_number: int, frame: FrameType | None) -> None:
    """Signal handler for times when an exception could get lost, such as during an import."""
    os._exit(INTERRUPTED)


def _raise(signal_number: int, frame: FrameType | None) -> None:
    interrupted.set()
    if frame is None or not frame.f_code.co_filename.startswith(IMPORT_SYSTEM):
        raise KeyboardInterrupt


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt in the body, where it would end the program at once."""
    if signal.getsignal(signal.SIGINT) is not end_at_once:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _raise)
        yield
    finally:
        signal.signal(signal.SIGINT, end_at_once)
