"""Codecs: each reads, writes and recognises one format; JSON is read with exact errors."""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted, shortened
from quebra.contract.settings import admit_bytes, settings
from quebra.i18n.text import Text, Value, Verbatim, as_is, names

T = TypeVar("T")

MAX_QUOTED = 60
"""Characters of a name or path that a decoder quotes."""

GZIP = b"\x1f\x8b"
"""The first bytes of a file of gzip, as BurrTools writes them."""
ZIP = b"PK\x03\x04"
"""The first bytes of a zipped folder, such as 3MF, which is the file of a `binary` format."""
_MAX_STEPS = 12
"""Steps of a path in a message."""
TOO_DEEP = Text("The JSON is nested too deeply.")

_MALFORMED = re.compile(r"JSON is malformed: (.*) \(byte ([0-9]+)\)")


@dataclass(frozen=True)
class Codec(Generic[T]):
    """One format. `read` raises `BadInput`, and so does `write` for what the format cannot express.

    A format of answers that depends on the puzzle has `read_for` or `write_for`, which get the
    puzzle too. A `bare` format has no heading and is recognised by its rows, so it is tried after
    all others. A format is tried `first` if another one recognises its input too, as with older
    versions. The text of a `binary` format is a file in base64; `convert --output` writes the file.
    """

    name: str
    text: Text
    recognises: Callable[[str], bool]
    read: Callable[[str], T]
    write: Callable[[T], str]
    read_for: Callable[[Any, str], T] | None = None
    write_for: Callable[[Any, T], str] | None = None
    bare: bool = False
    first: bool = False
    binary: bool = False

    def bound_to(self, puzzle: object) -> Codec[T]:
        """The format for answers to this puzzle."""
        read = partial(self.read_for, puzzle) if self.read_for else self.read
        write = partial(self.write_for, puzzle) if self.write_for else self.write
        return replace(self, read=read, write=write)


def decode_text(data: bytes) -> str:
    """The text of bytes in UTF-8, also zipped; `BadInput` with the place of the first wrong byte.

    The text of the file of a `binary` format is its base64.

    >>> decode_text(b"kojun \\xff")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The input is not UTF-8 text: byte 7 is 0xff.
    """
    admit_bytes(len(data))
    if data.startswith(ZIP):
        return b64encode(data).decode()
    if data.startswith(GZIP):
        data = _unzipped(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        sentence = Text(
            "The input is not UTF-8 text: byte {place} is {byte}.",
            place=place + 1,
            byte=Verbatim(f"0x{data[place]:02x}"),
        )
        line, column = _line_and_column(data[: place + 1].decode(errors="replace"))
        raise BadInput(sentence, line=line, column=column) from None
    if "\0" in text:
        place = text.index("\0") + 1
        line, column = _line_and_column(text[:place])
        sentence = Text("The input is not text: character {place} is a null.", place=place)
        raise BadInput(sentence, line=line, column=column)
    return text


def _unzipped(data: bytes) -> bytes:
    """The content of a file of gzip, which is read only as far as the settings allow."""
    try:
        with gzip.open(io.BytesIO(data)) as file:
            content = file.read(settings().max_bytes + 1)
    except (OSError, EOFError, zlib.error):
        raise BadInput(Text("The zipped input is damaged.")) from None
    admit_bytes(len(content))
    return content


def choose_codec(codecs: Sequence[Codec[T]], name: str) -> Codec[T]:
    """The codec of that name; raises `BadInput` with the existing names."""
    for codec in codecs:
        if codec.name == name:
            return codec
    raise BadInput(
        Text(
            "There is no format {name} here; there are: {known}.",
            name=quoted(name),
            known=names(dict.fromkeys(codec.name for codec in codecs)),
        )
    )


class _Tag(msgspec.Struct):
    family: str = ""


def json_codec(kind: type[T], family: str | None = None) -> Codec[T]:
    """The codec of a struct's own JSON; with a family, it recognises only objects with this tag."""
    decoder = msgspec.json.Decoder(kind)
    tag = msgspec.json.Decoder(_Tag)

    def recognises(text: str) -> bool:
        if not text.lstrip().startswith("{"):
            return False
        try:
            return family is None or tag.decode(text).family == family
        except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
            return family is not None and f'"{family}"' in text

    def read(text: str) -> T:
        admit_bytes(len(text))
        return read_json(text, decoder)

    def write(value: T) -> str:
        return msgspec.json.encode(value).decode()

    return Codec("json", Text("native JSON"), recognises, read, write)


def read_json(text: str, decoder: msgspec.json.Decoder[T]) -> T:
    """A value from JSON; raises `BadInput` with the place of an error.

    >>> read_json('{"family": "kojun", "family": "edges"}', msgspec.json.Decoder(dict))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: JSON at $: the key 'family' is there twice.
    """
    try:
        refuse_repeated_keys(text)
    except RecursionError:
        _decode(text, decoder)  # raises an error with the place, if there is one
        raise BadInput(TOO_DEEP) from None
    return _decode(text, decoder)


def _decode(text: str, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(text)
    except RecursionError:
        raise BadInput(TOO_DEEP) from None
    except UnicodeEncodeError as error:
        raise BadInput(
            Text("The JSON is not text: character {n} is half of one.", n=error.start + 1)
        ) from None
    except msgspec.MsgspecError as error:
        raise json_error(error, text) from None


def family_named(text: str) -> str:
    """The tag of a puzzle's JSON; raises `BadInput` if it is malformed.

    >>> family_named('{"family": "kojun", "regions": [')
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The JSON breaks off after line 1, character 32.
    """
    return json_codec(_Tag).read(text).family


def json_error(error: object, text: str = "") -> BadInput:
    """A decoder's error as `BadInput`, with its path, or its line and column in the text.

    The sentence of a `BadInput` that a type raised is kept.

    >>> print(json_error("Expected `array`, got `int` - at `$.regions[0]`"))
    JSON at $.regions[0]: expected array, got int.
    >>> print(json_error("JSON is malformed: invalid character (byte 2)", "[[NaN]]"))
    JSON at line 1, character 3: invalid character.
    >>> print(json_error("Input data was truncated", "[[1,0],\\n[2,"))
    The JSON breaks off after line 2, character 3.
    """
    message = str(error)
    what, where = what_and_where(message)
    cause = getattr(error, "__cause__", None)
    if isinstance(cause, BadInput) and not where:
        return cause
    if where:
        path = message.rpartition(" - at ")[2].strip("`.")
        if isinstance(cause, BadInput):
            sentence = Text("JSON at {path}: {sentence}", path=Verbatim(where), sentence=cause.text)
            return BadInput(sentence, path=path)
        return BadInput(Text("JSON at {path}: {what}.", path=Verbatim(where), what=what), path=path)
    if text and message == "Input data was truncated":
        line, column = _line_and_column(text.rstrip())
        sentence = Text(
            "The JSON breaks off after line {line}, character {column}.", line=line, column=column
        )
        return BadInput(sentence, column=column)
    if text and (found := _MALFORMED.fullmatch(message)):
        what, byte = _fault(found[1]), int(found[2])
        # The decoder counts bytes from 0, except trailing characters, which it counts from 1.
        count = byte if found[1] == "trailing characters" else byte + 1
        line, column = _line_and_column(text.encode()[:count].decode(errors="replace"))
        sentence = Text(
            "JSON at line {line}, character {column}: {what}.", line=line, column=column, what=what
        )
        return BadInput(sentence, column=column)
    return BadInput(Text("{what}.", what=what))


def what_and_where(message: str) -> tuple[Text, str]:
    """The error and the path of a decoder's message, without code marks.

    >>> what_and_where("Expected `int` <= 9 - at `$.shapes`")
    ('expected a whole number of at most 9', '$.shapes')
    >>> what_and_where("JSON is malformed: invalid character (byte 0)")
    ('invalid character', '')
    """
    if found := _MALFORMED.fullmatch(message):
        return _fault(found[1]), ""
    parts = message.split("`")
    parts[1::2] = (shortened(quoted, MAX_QUOTED) for quoted in parts[1::2])
    what, _, where = "".join(parts).rstrip(".").partition(" - at ")
    for sign, words in (("<=", "at most"), (">=", "at least")):
        what = what.replace(f"Expected int {sign}", f"expected a whole number of {words}")
    return _fault(what[0].lower() + what[1:]), where


def _fault(message: str) -> Text:
    """The text for a decoder's message; one that is not known stays English.

    >>> _fault("expected str | null, got int").values["found"]
    'int'
    """
    for example in _FAULTS:
        if (values := _values(example, message)) is not None:
            return Text(example.template, **values)
    return as_is(message)


def _values(example: Text, message: str) -> dict[str, Value] | None:
    """The values of a message that has the form of an example; None for any other message."""
    first, *literals = re.split(r"\{\w+\}", example.template)
    if not message.startswith(first):
        return None
    rest = message[len(first) :]
    values: dict[str, Value] = {}
    for (name, kind), literal in zip(example.values.items(), literals, strict=True):
        part, found, rest = rest.partition(literal) if literal else (rest, "", "")
        value = _value(kind, part)
        if found != literal or value is None:
            return None
        values[name] = value
    return None if rest else values


def _value(example: Value, part: str) -> Value | None:
    """A part of a message as a value of the same type as in an example."""
    match example:
        case int():
            return int(part) if part.isascii() and part.isdigit() and len(part) < 20 else None
        case Text():
            return _kind(part) if all(char.islower() or char in " |" for char in part) else None
    return Verbatim(part)


def _kind(kinds: str) -> Text:
    """The type of a JSON value, or several with bars between them."""
    first, bar, others = kinds.partition(" | ")
    if bar:
        return Text("{kind} | {others}", kind=_kind(first), others=_kind(others))
    return _KINDS.get(kinds) or as_is(kinds)


_KINDS = {
    str(kind): kind
    for kind in (
        *(Text("int"), Text("float"), Text("str")),
        *(Text("bool"), Text("array"), Text("object")),
    )
}
_FAULTS = (
    Text("expected a whole number of at most {most}", most=0),
    Text("expected a whole number of at least {least}", least=0),
    Text("expected array of length {length}", length=0),
    Text("expected array of length {length}, got {found}", length=0, found=0),
    Text("expected array of at least length {length}, got {found}", length=0, found=0),
    Text("expected array of at most length {length}, got {found}", length=0, found=0),
    Text("expected {kind}", kind=Text()),
    Text("expected {kind}, got {found}", kind=Text(), found=Text()),
    Text("expected {one} or {other}", one=Verbatim(), other=Verbatim()),
    Text("expected {sign}", sign=Verbatim()),
    Text("object missing required field {name}", name=Verbatim()),
    Text("object contains unknown field {name}", name=Verbatim()),
    Text("invalid enum value {value}", value=Verbatim()),
    Text("invalid value {value}", value=Verbatim()),
    Text("input data was truncated"),
    Text("invalid character"),
    Text("trailing characters"),
    Text("object keys must be strings"),
    Text("trailing comma in array"),
    Text("trailing comma in object"),
    Text("invalid number"),
    Text("invalid escape character in string"),
    Text("integer value out of range"),
    Text("number out of range"),
)
"""The messages of decoders, as examples of texts."""


def _line_and_column(text: str) -> tuple[int, int]:
    """The line and column of the end of a text, counted from 1."""
    return text.count("\n") + 1, len(text.rpartition("\n")[2])


def refuse_repeated_keys(text: str) -> None:
    """Refuse JSON in which an object has a key twice, which decoders accept; ignore malformed JSON.

    >>> refuse_repeated_keys('{"a": 1, "b": [0, {"c": 1, "\\\\u0063": 2}]}')
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: JSON at $.b[1]: the key 'c' is there twice.
    """
    with suppress(json.JSONDecodeError):
        try:
            _CHECK.decode(text)
        except _RepeatedKey:
            path, key = _first_repeated(_KEEP.decode(text))
            sentence = Text(
                "JSON at {path}: the key {key} is there twice.",
                path=Verbatim(path),
                key=quoted(key),
            )
            raise BadInput(sentence, path=path) from None


class _RepeatedKey(Exception):
    """An object has a key twice."""


class _Object(list[tuple[str, Any]]):
    """A JSON object as a list of its pairs."""

    def repeated(self) -> str | None:
        """The first key that occurs twice."""
        seen: set[str] = set()
        for key, _ in self:
            if key in seen:
                return key
            seen.add(key)
        return None


def _check(pairs: list[tuple[str, Any]]) -> None:
    """Check the keys of an object; it is not kept, so that the check needs little memory."""
    if len(pairs) > 1 and len({key for key, _ in pairs}) < len(pairs):
        raise _RepeatedKey


def _first_repeated(value: object) -> tuple[str, str]:
    """The path of the first object with a repeated key, and the key."""
    pending: list[tuple[tuple[str, ...], object]] = [((), value)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, _Object):
            if (key := value.repeated()) is not None:
                return _path(path), key
            inside = [((*path, _step(key)), part) for key, part in value]
        elif isinstance(value, list):
            inside = [((*path, f"[{number}]"), part) for number, part in enumerate(value)]
        else:
            continue
        pending += reversed([(place, part) for place, part in inside if isinstance(part, list)])
    raise AssertionError("there is a repeated key")


def _step(key: str) -> str:
    return f".{key}" if len(key) <= 20 and key.isidentifier() else "[...]"


def _path(steps: tuple[str, ...]) -> str:
    return f"${''.join(steps[:_MAX_STEPS])}{'…' if len(steps) > _MAX_STEPS else ''}"


# Numbers stay text, because very long ones cannot be converted.
_CHECK, _KEEP = (
    json.JSONDecoder(object_pairs_hook=hook, parse_int=str, parse_float=str, strict=False)
    for hook in (_check, _Object)
)
