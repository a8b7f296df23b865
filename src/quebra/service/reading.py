"""Texts of puzzles and answers: where they come from, and which format they have."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from quebra.contract.codec import (
    Codec,
    choose_codec,
    decode_text,
    family_named,
    refuse_repeated_keys,
)
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import MAX_PATH, shown
from quebra.contract.registry import families, family_names, get_family
from quebra.contract.settings import settings
from quebra.service.arguments import admit_type


def read_source(source: str | Path, codecs: Sequence[Codec[Any]]) -> str:
    """The text behind a path, a link, the text itself in one of the formats, or `-`."""
    admit_type("source", source, str, Path)
    if isinstance(source, str):
        if source == "-":
            return decode_text(_read_stdin())
        if not source.strip():
            raise BadInput("The input is empty.")
        if _is_text(source, codecs):
            return source
    return decode_text(_read_file(Path(source)))


def _is_text(source: str, codecs: Sequence[Codec[Any]]) -> bool:
    if "\n" in source or "://" in source or source.lstrip()[:1] in ("{", "[", "("):
        return True
    return not os.path.exists(source) and any(codec.recognises(source) for codec in codecs)


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise BadInput("There is no standard input.")
    return sys.stdin.buffer.read(settings().max_bytes + 1)


def _read_file(path: Path) -> bytes:
    most = settings().max_bytes
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise BadInput(f"There is no file {shown(path, MAX_PATH)}.") from None
    except IsADirectoryError:
        raise BadInput(f"{shown(path, MAX_PATH)} is a folder, not a file.") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"The file {shown(path, MAX_PATH)} cannot be read: {why}.") from None


def codecs_of(family: str | None) -> tuple[Codec[Any], ...]:
    """The formats of puzzles, of all families or of the one named."""
    known = (get_family(family),) if family else families()
    return tuple(codec for each in known for codec in each.formats.puzzles)


def codec_for(text: str, codecs: Sequence[Codec[Any]], format: str | None, what: str) -> Codec[Any]:
    """The format named, or else the first that recognises the text."""
    if format:
        return choose_codec(codecs, format)
    if not text.strip():
        raise BadInput(f"The {what} is empty.")
    for codec in sorted(codecs, key=lambda codec: (codec.bare, not codec.first)):
        if codec.recognises(text):
            return codec
    if text.lstrip().startswith("{"):
        raise BadInput(_family_complaint(family_named(text)))
    known = ", ".join(dict.fromkeys(codec.name for codec in codecs))
    raise BadInput(f"This is no {what} in a format that Quebra knows ({known}).")


def _family_complaint(name: str) -> str:
    """What is wrong with the family that JSON names, if no family asked for knows the JSON."""
    if not name:
        return f"The JSON names no family; there are: {', '.join(family_names())}."
    return f"The JSON is a puzzle of the family {get_family(name).name!r}, which is not asked for."


def holds_lines_of_json(text: str) -> bool:
    """Whether there are two lines or more, and all that are not empty begin with an object."""
    if not text.lstrip().startswith("{"):
        return False
    lines = [line[:1] for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and all(line == "{" for line in lines)


class _Solved(msgspec.Struct):
    """As much of an outcome as an answer is taken from."""

    family: str
    status: str
    solutions: tuple[msgspec.Raw, ...]


_SOLVED = msgspec.json.Decoder(_Solved)


def first_solution(puzzle: Puzzle, text: str) -> str:
    """The first solution of an outcome; any other text as it is."""
    try:
        solved = _SOLVED.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return text
    refuse_repeated_keys(text)
    if solved.family != puzzle.family:
        raise BadInput(f"These are solutions for {solved.family}, not for {puzzle.family}.")
    if not solved.solutions:
        raise BadInput(f"There is no solution in it: its status is {solved.status}.")
    return bytes(solved.solutions[0]).decode()
