"""Files that are written whole or not at all, whatever happens on the way."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}


def write_file(path: Path | str, content: bytes | Iterable[bytes]) -> None:
    """Write a file beside the old one, and put it in its place in one step.

    Links to files are kept, and so are the permissions of a file that is replaced. What is no
    regular file, such as a pipe or a device, is written to directly.
    """
    parts = [content] if isinstance(content, bytes) else content
    if (stream := _stream(path)) is not None:
        with os.fdopen(os.dup(stream), "wb") as file:
            file.writelines(parts)
    elif os.path.exists(path) and not os.path.isfile(path):
        _write_in_place(path, parts)
    else:
        _replace(Path(os.path.realpath(path)), parts)


def _stream(path: Path | str) -> int | None:
    """The open stream that a path stands for; opened anew, a file behind it would be emptied."""
    name = os.path.abspath(path)
    folder, _, number = name.rpartition("/")
    if folder in ("/dev/fd", "/proc/self/fd") and number.isascii() and number.isdigit():
        return int(number)
    return _STREAMS.get(name)


def _write_in_place(path: Path | str, parts: Iterable[bytes]) -> None:
    with open(path, "wb") as file:
        file.writelines(parts)


def _replace(target: Path, parts: Iterable[bytes]) -> None:
    old = target.stat() if target.exists() else None
    if old and not os.access(target, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    new = target.with_name(f".quebra-{os.getpid()}-{token_hex(4)}")
    try:
        file = new.open("xb")
    except PermissionError:
        if old is None:
            raise
        _write_in_place(target, parts)  # a folder in which no file can be made
        return
    try:
        with file:
            if old:
                _keep_permissions(file, old)
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)


def _keep_permissions(file: BinaryIO, old: os.stat_result) -> None:
    """Give a new file the owner and the permissions of the old one, as far as that is allowed."""
    if hasattr(os, "fchown"):
        with suppress(OSError):
            os.fchown(file.fileno(), old.st_uid, old.st_gid)
        os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
