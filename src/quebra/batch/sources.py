"""Where the puzzles of a batch come from: files, folders, JSON lines, recipes and databases."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import msgspec

from quebra import verbs
from quebra.batch.recipes import read_recipe
from quebra.batch.records import Line, as_line, entry_of
from quebra.core.errors import BadInput, Trouble
from quebra.core.settings import admit_bytes
from quebra.store import Entry, Store
from quebra.work.task import NOTHING, Json, given

LINES = (".jsonl", ".ndjson")
RECIPE = ".toml"
SQLITE = b"SQLite format 3\0"


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
) -> Iterator[Item]:
    """All puzzles of all sources. One that cannot be read is told as such, and the rest goes on.

    Files that are `besides` the sources, as the output is, are not taken for a part of a folder.
    """
    passed = {Path(address).resolve() for address in besides}
    for source in sources:
        if not os.path.isdir(source):
            yield from _read_source(source, family, format)
            continue
        for path in _files_in(Path(source), passed):
            try:
                yield from _read_source(str(path), family, format)
            except (BadInput, Trouble) as error:
                yield Item(_name(path), failure=str(error))


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


def _read_source(source: str, family: str | None, format: str | None) -> Iterator[Item]:
    path = Path(source)
    if source == "-":
        yield from _read_lines(sys.stdin.buffer, "standard input")
    elif "://" not in source and not os.path.isfile(source):
        raise BadInput(f"There is no file {source[:80]!r}.")
    elif is_database(source):
        yield from _read_database(source)
    elif path.suffix.lower() in LINES:
        with _opened(path) as file:
            yield from _read_lines(file, _name(path))
    elif path.suffix.lower() == RECIPE:
        for name, task in read_recipe(path).tasks():
            yield Item(name, recipe=_json(task))
    else:
        yield _read_puzzle(path, family, format)


def is_database(source: str) -> bool:
    """Whether this is the address of a database that is there."""
    if "://" in source:
        return True
    with _opened(Path(source)) as file:
        return file.read(len(SQLITE)) == SQLITE


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


def _read_puzzle(path: Path, family: str | None, format: str | None) -> Item:
    try:
        puzzle = verbs.load(path, family=family, format=format)
    except BadInput as error:
        return Item(_name(path), failure=str(error))
    return Item(_name(path), puzzle=_json(puzzle))


def _read_lines(lines: Iterable[bytes], name: str) -> Iterator[Item]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _read_line(line.strip(), f"{name}:{number}")


def _read_line(line: bytes, source: str) -> Item:
    try:
        admit_bytes(len(line))
        if line.startswith(b'"'):
            puzzle = verbs.parse(msgspec.json.decode(line, type=str))
            return Item(source, puzzle=_json(puzzle))
        pair = msgspec.json.decode(line, type=_Pair)
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
        return Item(source, failure=f"The line is no JSON of a puzzle or record: {error}.")


def _of_record(line: Line) -> Item:
    entry, name = entry_of(line), _name(line.source)
    if entry is None:
        return Item(name, failure=line.failure or "The record has no puzzle.")
    return Item(name, puzzle=_json(entry.puzzle), answer=entry.solution, known=entry)


def _read_database(address: str) -> Iterator[Item]:
    """The puzzles of the bank and of the batches of a database, each once."""
    seen: set[bytes] = set()
    with Store(address, create=False) as store:
        banked = (_of_entry(entry) for entry in store.bank.find())
        recorded = (_of_record(as_line(record)) for record in store.jobs.records())
        for items in (banked, recorded):
            for item in items:
                sign = blake2b(bytes(item.puzzle or b""), digest_size=16).digest()
                if item.puzzle is not None and sign not in seen:
                    seen.add(sign)
                    yield item


def _of_entry(entry: Entry) -> Item:
    name = f"bank {entry.id}"
    return Item(name, puzzle=_json(entry.puzzle), answer=entry.solution, known=entry)


def _json(value: object) -> Json:
    return Json(msgspec.json.encode(value))
