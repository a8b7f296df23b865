"""How Ctrl-C ends the program: at once and without a traceback, except while a command runs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended, as shells count."""
interrupted = Event()
"""Set by Ctrl-C while a command runs. Budgets check it, for the import system would lose an
exception in some of its callbacks."""
IMPORT_SYSTEM = "<frozen importlib"


def end_at_once(signal_number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C where an exception could be lost in an import, or turned into another one."""
    os._exit(INTERRUPTED)


def _raise(signal_number: int, frame: FrameType | None) -> None:
    interrupted.set()
    if frame is None or not frame.f_code.co_filename.startswith(IMPORT_SYSTEM):
        raise KeyboardInterrupt


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt in the body, if the program would else end at once."""
    if signal.getsignal(signal.SIGINT) is not end_at_once:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _raise)
        yield
    finally:
        signal.signal(signal.SIGINT, end_at_once)
