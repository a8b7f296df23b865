"""Atomic writing of files: the old content stays until the new one is complete."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}


def write_file(path: Path | str, content: bytes | Iterable[bytes]) -> None:
    """Write a temporary file beside the target, then rename it to the target.

    Symbolic links stay links, and the permissions of a file that is replaced are preserved. A pipe,
    a device or an open stream is written to directly.
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
    """The open stream that a path denotes; opening the path again would empty a file behind it."""
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
    from secrets import token_hex

    new = target.with_name(f".quebra-{os.getpid()}-{token_hex(4)}")
    try:
        file = new.open("xb")
    except PermissionError:
        if old is None:
            raise
        _write_in_place(target, parts)  # no file can be created in the folder
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
    """Copy the owner, where that is allowed, and the permissions of the old file."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.fchown(file.fileno(), old.st_uid, old.st_gid)
        os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
