"""The best answer so far in a file, which is whole at every moment."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from quebra import verbs
from quebra.cli.common import plain_errors
from quebra.core import Answer, BadInput, Puzzle


def kept_answer(puzzle: Puzzle, path: Path) -> Answer | None:
    """The answer in the file, if there is a file."""
    if not path.exists():
        return None
    with plain_errors(str(path)):
        return verbs.load_answer(puzzle, path)


def keep_answer(answer: Answer, path: Path) -> None:
    """Write a new file beside the old one, and put it in its place in one step."""
    target = path.resolve()
    new = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            file.write(msgspec.json.encode(answer) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except OSError as error:
        raise BadInput(f"The file {str(path)!r} cannot be written: {error.strerror}.") from None
    finally:
        new.unlink(missing_ok=True)
