"""Reads the texts of puzzles and answers: from which source, in which format, of which family."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

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
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.contract.registry import AnyFamily, families, family_names, get_family
from quebra.contract.settings import settings
from quebra.grid.text import lines_of
from quebra.i18n.text import Text, Verbatim, all_of, names, sentences
from quebra.service.arguments import admit_type

T = TypeVar("T")
Codecs = Sequence[Codec[Any]]
HEAD_BYTES = 4096
"""Bytes of a file in which the name of a family is looked for."""
GENRE = re.compile(r"https?://[\w.-]+/p(?:\.html)?\?([a-z0-9_-]{1,40})/")
"""A link of puzz.link or of a copy of it, with the genre of its puzzle."""
LINK = re.compile(r"https?://\S+")
"""A link, of any site."""
COMMENT = "#"
"""How comments in a file of links begin."""
_TAG = re.compile(r'"family"\s*:\s*"([^"]*)"')


def read_source(source: str | Path, codecs: Callable[[], Codecs] = tuple) -> str:
    """The text of a path or of standard input, `-`; a link or a text is returned unchanged.

    `codecs` are called only where a text could be a path; without them, it is one.
    """
    admit_type("source", source, str, Path)
    if isinstance(source, str):
        if source == "-":
            return decode_text(_read_stdin())
        if not source.strip():
            raise BadInput(Text("The input is empty."))
        if _is_text(source, codecs):
            return source
    return decode_text(_read_file(Path(source)))


def _is_text(source: str, codecs: Callable[[], Codecs]) -> bool:
    if "\n" in source or "://" in source or source.lstrip()[:1] in ("{", "[", "("):
        return True
    return not os.path.exists(source) and any(codec.recognises(source) for codec in codecs())


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise BadInput(Text("There is no standard input."))
    return sys.stdin.buffer.read(settings().max_bytes + 1)


def _read_file(path: Path) -> bytes:
    most = settings().max_bytes
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise BadInput(Text("There is no file {path}.", path=quoted(path, MAX_PATH))) from None
    except IsADirectoryError:
        raise BadInput(
            Text("{path} is a folder, not a file.", path=quoted(path, MAX_PATH))
        ) from None
    except (OSError, ValueError) as error:
        raise BadInput(
            Text(
                "The file {path} cannot be read: {reason}.",
                path=quoted(path, MAX_PATH),
                reason=Verbatim(getattr(error, "strerror", None) or error),
            )
        ) from None


def load_families(source: str, family: str | None) -> None:
    """Import the families that may be needed to read a source."""
    if not family and not named_family(source):
        families()


def named_family(source: str) -> AnyFamily | None:
    """The family that a file or a text names at its beginning."""
    return _named_family(_head(source))


def _head(source: str) -> str:
    """The first bytes of a file as text; of anything else, the source itself."""
    with suppress(OSError):
        if os.path.isfile(source):
            with open(source, "rb") as file:
                return file.read(HEAD_BYTES).decode("utf-8-sig", errors="replace")
    return source


def _named_family(text: str) -> AnyFamily | None:
    """The family that is named by the tag of JSON, or by the first word of another text."""
    if text.lstrip().startswith("{"):
        tag = _TAG.search(text)
        name = tag[1] if tag else ""
    else:
        name = next(lines_of(text), (0, ""))[1].partition(" ")[0].lower()
    with suppress(BadInput):
        return get_family(name) if name in family_names() else None
    return None


def read_puzzle(text: str, family: str | None, format: str | None) -> Puzzle:
    """A puzzle in a format of any family, or in those given.

    The family that a text names is tried alone, so that no other one is imported. If it does not
    accept the text, another family may: one of its formats is tried `first`.
    """
    named = None if family or format else _named_family(text)
    codecs: Sequence[Codec[Puzzle]] = named.formats.puzzles if named else ()
    for own in codecs:
        if own.recognises(text) and not own.bare:
            try:
                return own.read(text)
            except BadInput:
                other = codec_for(text, codecs_of(None), None)
                if other is own:
                    raise
                return other.read(text)
    return codec_for(text, codecs_of(family), format).read(text)


def codecs_of(family: str | None) -> tuple[Codec[Puzzle], ...]:
    """The formats of puzzles of a family, or of all families."""
    known = (get_family(family),) if family else families()
    return tuple(codec for each in known for codec in each.formats.puzzles)


def codec_for(
    text: str, codecs: Sequence[Codec[T]], format: str | None, *, is_answer: bool = False
) -> Codec[T]:
    """The codec of that format, or else the first that recognises the text."""
    if format:
        return choose_codec(codecs, format)
    if not text.strip():
        raise BadInput(Text("The answer is empty.") if is_answer else Text("The puzzle is empty."))
    for codec in sorted(codecs, key=lambda codec: (codec.bare, not codec.first)):
        if codec.recognises(text):
            return codec
    if text.lstrip().startswith("{"):
        raise BadInput(_family_complaint(family_named(text)))
    if is_answer:
        known = names(dict.fromkeys(codec.name for codec in codecs))
        raise BadInput(
            Text("This is no answer in a format that Quebra knows ({known}).", known=known)
        )
    if genre := GENRE.match(text.strip()):
        raise BadInput(
            sentences(
                Text("{genre} is not one of Quebra's families.", genre=Verbatim(genre[1])),
                Text(
                    "They are {known}.",
                    known=all_of(get_family(each).title for each in family_names()),
                ),
            )
        )
    raise BadInput(
        Text(
            "This is no puzzle that Quebra can read: a file or text of Quebra, a link of puzz.link "
            "or penpa, or another known format."
        )
    )


def _family_complaint(name: str) -> Text:
    """The error for JSON that no codec recognises, by the family that it names."""
    if not name:
        return Text("The JSON names no family; there are: {known}.", known=names(family_names()))
    return Text(
        "The JSON is a puzzle of the family {name}, which is not asked for.",
        name=quoted(get_family(name).name),
    )


def puzzle_lines(text: str) -> tuple[tuple[int, str], ...]:
    """The lines of a text with a puzzle on each, JSON or a link, by number; empty for other texts.

    Blank lines, and comments that begin with `#`, do not count.

    >>> puzzle_lines("# easy\\nhttps://puzz.link/p?cojun/2/1/02g\\n")
    ((2, 'https://puzz.link/p?cojun/2/1/02g'),)
    >>> puzzle_lines("https://puzz.link/p?cojun/2/1/02g")
    ()
    """
    if text.lstrip()[:1] not in ("{", "#", "h"):
        return ()
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line]
    found = tuple((number, line) for number, line in lines if not line.startswith(COMMENT))
    if len(lines) < 2 or not all(is_puzzle_line(line) for _, line in found):
        return ()
    return found


def is_puzzle_line(line: str) -> bool:
    """Whether a line may hold a puzzle of its own: JSON or a link."""
    return line.startswith("{") or LINK.fullmatch(line) is not None


class _Outcome(msgspec.Struct):
    """The fields of an outcome from which an answer is read."""

    family: str
    status: str
    solutions: tuple[msgspec.Raw, ...]


_OUTCOME = msgspec.json.Decoder(_Outcome)


def first_solution(puzzle: Puzzle, text: str) -> str:
    """The first solution in the JSON of an outcome; any other text is returned unchanged."""
    try:
        outcome = _OUTCOME.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return text
    refuse_repeated_keys(text)
    if outcome.family != puzzle.family:
        raise BadInput(
            Text(
                "These are solutions for {other}, not for {family}.",
                other=Verbatim(outcome.family),
                family=Verbatim(puzzle.family),
            )
        )
    if not outcome.solutions:
        raise BadInput(
            Text(
                "There is no solution in it: its status is {status}.",
                status=Verbatim(outcome.status),
            )
        )
    return bytes(outcome.solutions[0]).decode()
