"""Reads the puzzles of a batch from files, folders, JSON lines, recipes and databases."""

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
from quebra.contract.codec import decode_text, refuse_repeated_keys, what_and_where
from quebra.contract.errors import BadInput, Cut, ExternalError
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.results import CUTS
from quebra.contract.settings import admit_bytes, settings
from quebra.engine.budget import Budget, reading_within
from quebra.i18n.text import Text, Verbatim, as_is
from quebra.service import verbs
from quebra.service.reading import COMMENT, puzzle_lines
from quebra.service.requests import NOTHING, Json, given
from quebra.store import Entry, Store

LINES = (".jsonl", ".ndjson")
RECIPE = ".toml"
SQLITE = b"SQLite format 3\0"
DATABASES = ("postgres", "sqlite")
STDIN = "standard input"


class Item(msgspec.Struct, frozen=True):
    """A source with its puzzle as JSON, a recipe for one, or the reason why there is none.

    There may be an answer to the puzzle, and an entry of the bank for it.
    """

    source: str
    puzzle: Json | None = None
    recipe: Json | None = None
    answer: Json | None = None
    failure: Text | None = None
    entry: Entry | None = None


class _Pair(msgspec.Struct):
    """The fields of a line of JSON: of a puzzle with an answer, or of a record of a batch."""

    puzzle: Json = NOTHING
    answer: Json = NOTHING
    input: Json = NOTHING


def read_sources(
    sources: Iterable[str],
    *,
    family: str | None = None,
    format: str | None = None,
    exclude: Iterable[str] = (),
    with_history: bool = False,
    seconds: float | None = None,
) -> Iterator[Item]:
    """The puzzles of all sources; one that cannot be read is an item with a failure.

    Files to `exclude`, such as the output, are skipped in folders. A database gives each puzzle
    once, or with its history once for each record. `seconds` limits the reading of each puzzle;
    most puzzles in JSON lines are read later, by workers.
    """
    reader = _Reader(family, format, seconds)
    excluded = {Path(address).resolve() for address in exclude}
    for source in sources:
        if not os.path.isdir(source):
            yield from _read_source(source, reader, with_history)
            continue
        for path in _files_in(Path(source), excluded):
            try:
                yield from _read_source(str(path), reader, with_history)
            except (BadInput, ExternalError) as error:
                yield Item(_name(path), failure=error.text)


@dataclass(frozen=True)
class _Reader:
    """Reads puzzles with the family, format and time limit of the command."""

    family: str | None
    format: str | None
    seconds: float | None

    def load(self, source: Path | str) -> Item:
        """The puzzle of a path or a link."""
        return self._item(_name(source), partial(verbs.load, source))

    def parse(self, source: str, text: str) -> Item:
        """The puzzle that a text contains."""
        return self._item(source, partial(verbs.parse, text))

    def _item(self, source: str, read: Callable[..., Puzzle]) -> Item:
        try:
            with reading_within(Budget(self.seconds)):
                puzzle = read(family=self.family, format=self.format)
        except BadInput as error:
            return Item(source, failure=error.text)
        except Cut as cut:
            return Item(source, failure=CUTS[cut.reason])
        return Item(source, puzzle=_json(puzzle))


def _files_in(folder: Path, excluded: Container[Path]) -> Iterator[Path]:
    """The files of a folder and its subfolders, sorted, without hidden ones."""
    for path in sorted(folder.rglob("[!.]*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and not _is_log(path) and path.resolve() not in excluded:
            yield path


def _is_log(path: Path) -> bool:
    """Whether this is a temporary file of an SQLite database."""
    database, _, suffix = path.name.rpartition("-")
    return suffix in ("wal", "shm", "journal") and path.with_name(database or ".").is_file()


def _read_source(source: str, reader: _Reader, with_history: bool) -> Iterator[Item]:
    path = Path(source)
    if source == "-":
        yield from _read_stdin(reader)
    elif "://" not in source and not os.path.isfile(source):
        raise BadInput(Text("There is no file {path}.", path=quoted(source, 80)))
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
    """Whether the source is the address of a database, or a file that is one."""
    kind, found, _ = source.partition("://")
    if found:
        return kind.startswith(DATABASES)
    with _opened(Path(source)) as file:
        return file.read(len(SQLITE)) == SQLITE


def _read_stdin(reader: _Reader) -> Iterator[Item]:
    """The puzzles of lines with JSON or links, or else of a text."""
    if sys.stdin is None:
        raise BadInput(Text("There is no standard input."))
    lines, head = sys.stdin.buffer, list[bytes]()
    for line in lines:
        head.append(line)
        if line.strip():
            break
    if not head or head[-1].startswith((b'{"', b'"', b"http")):
        yield from _read_lines(chain(head, lines), STDIN, reader)
        return
    try:
        text = decode_text(b"".join(head) + lines.read(settings().max_bytes + 1))
    except BadInput as error:
        yield Item(STDIN, failure=error.text)
    else:
        yield reader.parse(STDIN, text)


def _holds_lines(path: Path) -> bool:
    """Whether a file has a puzzle on each line, judged by its first two lines with content."""
    with _opened(path) as file:
        lines = file.read(settings().max_bytes).split(b"\n")
    texts = (line.strip().decode(errors="replace") for line in lines)
    first_lines = list(islice((text for text in texts if text), 2))
    return bool(puzzle_lines("\n".join(first_lines)))


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise BadInput(
            Text(
                "The file {path} cannot be read: {reason}.",
                path=quoted(path, 80),
                reason=Verbatim(error.strerror),
            )
        ) from None


def _name(source: object) -> str:
    """The name of a source without characters that cannot be printed."""
    return "".join(char if char.isprintable() else "\ufffd" for char in str(source))


def _read_lines(lines: Iterable[bytes], name: str, reader: _Reader) -> Iterator[Item]:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith(COMMENT.encode()):
            yield _read_line(line.strip(), f"{name}:{number}", reader)


def _read_line(line: bytes, source: str, reader: _Reader) -> Item:
    try:
        admit_bytes(len(line))
        if line.startswith(b'"'):
            text = msgspec.json.decode(line, type=str)
            return replace(reader, family=None, format=None).parse(source, text)
        if line.startswith(b"http"):
            return reader.parse(source, decode_text(line))
        pair = msgspec.json.decode(line, type=_Pair)
        refuse_repeated_keys(line.decode())
        if given(pair.input):
            return _of_record(msgspec.json.decode(line, type=Line))
        if given(pair.puzzle):
            answer = pair.answer if given(pair.answer) else None
            return Item(source, puzzle=pair.puzzle, answer=answer)
        # The worker that runs the job validates the puzzle.
        return Item(source, puzzle=Json(line))
    except BadInput as error:
        return Item(source, failure=error.text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what, _ = what_and_where(str(error))
        sentence = Text("The line is no JSON of a puzzle or record: {what}.", what=what)
        return Item(source, failure=sentence)


def _of_record(line: Line) -> Item:
    entry, name = entry_of(line), _name(line.source)
    if entry is None:
        failure = as_is(line.failure) if line.failure else Text("The record has no puzzle.")
        return Item(name, failure=failure)
    return Item(name, puzzle=_json(entry.puzzle), answer=entry.solution, entry=entry)


def _read_database(address: str) -> Iterator[Item]:
    """The puzzles of the bank and of the batches of a database."""
    with Store(address, create=False) as store:
        yield from (_of_entry(entry) for entry in store.bank.find())
        for record in store.jobs.records():
            try:
                item = _of_record(as_line(record))
            except (BadInput, msgspec.DecodeError, RecursionError) as error:
                what, _ = what_and_where(str(error))
                sentence = Text("Job {id} is damaged: {what}.", id=record.id, what=what)
                yield Item(_name(record.source), failure=sentence)
            else:
                if item.puzzle is not None:
                    yield item


def _each_once(items: Iterable[Item]) -> Iterator[Item]:
    seen: set[bytes] = set()
    for item in items:
        if item.puzzle is None:
            yield item
            continue
        digest = blake2b(bytes(item.puzzle), digest_size=16).digest()
        if digest not in seen:
            seen.add(digest)
            yield item


def _of_entry(entry: Entry) -> Item:
    name = f"bank {entry.id}"
    return Item(name, puzzle=_json(entry.puzzle), answer=entry.solution, entry=entry)


def _json(value: object) -> Json:
    return Json(msgspec.json.encode(value))
