"""Where the puzzles of a batch come from: files, folders, JSON lines, recipes and databases."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from quebra.batch.recipes import read_recipe
from quebra.batch.records import Line, as_line, entry_of
from quebra.contract.codec import decode_text, what_and_where
from quebra.contract.errors import BadInput, Cut, Trouble
from quebra.contract.puzzle import Puzzle
from quebra.contract.repeated_keys import refuse_repeated_keys
from quebra.contract.settings import admit_bytes, settings
from quebra.engine.budget import Budget
from quebra.engine.time_limit import reading_within
from quebra.service import verbs
from quebra.service.request import NOTHING, Json, given
from quebra.service.results import CUTS
from quebra.store import Entry, Store

LINES = (".jsonl", ".ndjson")
RECIPE = ".toml"
SQLITE = b"SQLite format 3\0"
DATABASES = ("postgres", "sqlite")
STDIN = "standard input"


class Item(msgspec.Struct, frozen=True):
    """A puzzle and where it came from: its JSON, a recipe for it, or what is wrong with it.

    There may be an answer with it, and something that is known of the puzzle.
    """

    source: str
    puzzle: Json | None = None
    recipe: Json | None = None
    answer: Json | None = None
    failure: str | None = None
    known: Entry | None = None


class _Pair(msgspec.Struct):
    """What a line of JSON may hold: a puzzle, or one with an answer, or a record of a batch."""

    puzzle: Json = NOTHING
    answer: Json = NOTHING
    input: Json = NOTHING


def read_sources(
    sources: Iterable[str],
    *,
    family: str | None = None,
    format: str | None = None,
    besides: Iterable[str] = (),
    with_history: bool = False,
    seconds: float | None = None,
) -> Iterator[Item]:
    """All puzzles of all sources. One that cannot be read is told as such, and the rest goes on.

    Files that are `besides` the sources, as the output is, are not taken for a part of a folder.
    Of a database each puzzle is taken once; with its history, once for each record of it. Reading
    a puzzle may take some `seconds`; most puzzles in JSON lines are read later, by workers.
    """
    reader = _Reader(family, format, seconds)
    passed = {Path(address).resolve() for address in besides}
    for source in sources:
        if not os.path.isdir(source):
            yield from _read_source(source, reader, with_history)
            continue
        for path in _files_in(Path(source), passed):
            try:
                yield from _read_source(str(path), reader, with_history)
            except (BadInput, Trouble) as error:
                yield Item(_name(path), failure=str(error))


@dataclass(frozen=True)
class _Reader:
    """How the texts of puzzles are read, and how many seconds each may take."""

    family: str | None
    format: str | None
    seconds: float | None

    def load(self, source: Path | str) -> Item:
        """The puzzle behind a path or a link."""
        return self._item(_name(source), partial(verbs.load, source))

    def parse(self, source: str, text: str) -> Item:
        """The puzzle in a text."""
        return self._item(source, partial(verbs.parse, text))

    def _item(self, source: str, read: Callable[..., Puzzle]) -> Item:
        try:
            with reading_within(Budget(self.seconds)):
                puzzle = read(family=self.family, format=self.format)
        except BadInput as error:
            return Item(source, failure=str(error))
        except Cut as cut:
            return Item(source, failure=CUTS[cut.reason])
        return Item(source, puzzle=_json(puzzle))


def _files_in(folder: Path, passed: Container[Path]) -> Iterator[Path]:
    """The files of a folder and of those in it, in order, but for hidden ones."""
    for path in sorted(folder.rglob("[!.]*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and not _is_log(path) and path.resolve() not in passed:
            yield path


def _is_log(path: Path) -> bool:
    """Whether SQLite keeps this file beside a database that is in use."""
    database, _, what = path.name.rpartition("-")
    return what in ("wal", "shm", "journal") and path.with_name(database or ".").is_file()


def _read_source(source: str, reader: _Reader, with_history: bool) -> Iterator[Item]:
    path = Path(source)
    if source == "-":
        yield from _read_stdin(reader)
    elif "://" not in source and not os.path.isfile(source):
        raise BadInput(f"There is no file {source[:80]!r}.")
    elif is_database(source):
        items = _read_database(source)
        yield from items if with_history else _each_once(items)
    elif "://" in source:
        yield reader.load(source)
    elif path.suffix.lower() == RECIPE:
        for name, task in read_recipe(path).tasks():
            yield Item(name, recipe=_json(task))
    elif path.suffix.lower() in LINES or _holds_lines(path):
        with _opened(path) as file:
            yield from _read_lines(file, _name(path), reader)
    else:
        yield reader.load(path)


def is_database(source: str) -> bool:
    """Whether this is the address of a database, or a file that is one."""
    kind, found, _ = source.partition("://")
    if found:
        return kind.startswith(DATABASES)
    with _opened(Path(source)) as file:
        return file.read(len(SQLITE)) == SQLITE


def _read_stdin(reader: _Reader) -> Iterator[Item]:
    """JSON lines, or else the text of one puzzle."""
    if sys.stdin is None:
        raise BadInput("There is no standard input.")
    lines, head = sys.stdin.buffer, list[bytes]()
    for line in lines:
        head.append(line)
        if line.strip():
            break
    if not head or head[-1].startswith((b'{"', b'"')):
        yield from _read_lines(chain(head, lines), STDIN, reader)
        return
    try:
        text = decode_text(b"".join(head) + lines.read(settings().max_bytes + 1))
    except BadInput as error:
        yield Item(STDIN, failure=str(error))
    else:
        yield reader.parse(STDIN, text)


def _holds_lines(path: Path) -> bool:
    """Whether a file begins with two lines that each begin with an object, as JSON lines do."""
    with _opened(path) as file:
        lines = file.read(settings().max_bytes).split(b"\n")
    starts = (line[:2] for line in lines if line.strip())
    return list(islice(starts, 2)) == [b'{"', b'{"']


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise BadInput(f"The file {str(path)[:80]!r} cannot be read: {error.strerror}.") from None


def _name(source: object) -> str:
    """A source as it is told and kept: names of files may hold bytes that are no text."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in str(source))


def _read_lines(lines: Iterable[bytes], name: str, reader: _Reader) -> Iterator[Item]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _read_line(line.strip(), f"{name}:{number}", reader)


def _read_line(line: bytes, source: str, reader: _Reader) -> Item:
    try:
        admit_bytes(len(line))
        if line.startswith(b'"'):
            text = msgspec.json.decode(line, type=str)
            return replace(reader, family=None, format=None).parse(source, text)
        pair = msgspec.json.decode(line, type=_Pair)
        refuse_repeated_keys(line.decode())
        if given(pair.input):
            return _of_record(msgspec.json.decode(line, type=Line))
        if given(pair.puzzle):
            answer = pair.answer if given(pair.answer) else None
            return Item(source, puzzle=pair.puzzle, answer=answer)
        # Whether it is a good puzzle is told by whoever works on it.
        return Item(source, puzzle=Json(line))
    except BadInput as error:
        return Item(source, failure=str(error))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what, _ = what_and_where(str(error))
        return Item(source, failure=f"The line is no JSON of a puzzle or record: {what}.")


def _of_record(line: Line) -> Item:
    entry, name = entry_of(line), _name(line.source)
    if entry is None:
        return Item(name, failure=line.failure or "The record has no puzzle.")
    return Item(name, puzzle=_json(entry.puzzle), answer=entry.solution, known=entry)


def _read_database(address: str) -> Iterator[Item]:
    """The puzzles of the bank and of the batches of a database."""
    with Store(address, create=False) as store:
        yield from (_of_entry(entry) for entry in store.bank.find())
        for record in store.jobs.records():
            try:
                item = _of_record(as_line(record))
            except (BadInput, msgspec.DecodeError, RecursionError) as error:
                what, _ = what_and_where(str(error))
                yield Item(_name(record.source), failure=f"Job {record.id} is damaged: {what}.")
            else:
                if item.puzzle is not None:
                    yield item


def _each_once(items: Iterable[Item]) -> Iterator[Item]:
    seen: set[bytes] = set()
    for item in items:
        if item.puzzle is None:
            yield item
            continue
        sign = blake2b(bytes(item.puzzle), digest_size=16).digest()
        if sign not in seen:
            seen.add(sign)
            yield item


def _of_entry(entry: Entry) -> Item:
    name = f"bank {entry.id}"
    return Item(name, puzzle=_json(entry.puzzle), answer=entry.solution, known=entry)


def _json(value: object) -> Json:
    return Json(msgspec.json.encode(value))
