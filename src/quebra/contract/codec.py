"""Formats: one object each, both ways, that recognises its own input."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.quoting import cut, shown
from quebra.contract.repeated_keys import refuse_repeated_keys
from quebra.contract.settings import admit_bytes

T = TypeVar("T")

MAX_QUOTED = 60
"""Characters of a name or path that a decoder quotes."""

TOO_DEEP = "The JSON is nested too deeply."

_MALFORMED = re.compile(r"JSON is malformed: (.*) \(byte ([0-9]+)\)")


@dataclass(frozen=True)
class Codec(Generic[T]):
    """One format. `read` raises `BadInput`; so does `write` for what the format cannot carry.

    An answer that is told in terms of its puzzle has `read_for`, which is given that puzzle too.
    A format without a heading, `bare`, is recognised by the look of its rows, and so it is asked
    only after those that say what they are. One that reads what another format would take for its
    own, such as a puzzle of an earlier version, is asked `first`.
    """

    name: str
    text: str
    recognises: Callable[[str], bool]
    read: Callable[[str], T]
    write: Callable[[T], str]
    read_for: Callable[[Any, str], T] | None = None
    bare: bool = False
    first: bool = False


def decode_text(data: bytes) -> str:
    """Text from bytes, or a sentence that says where it stops being text.

    >>> decode_text(b"kojun \\xff")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The input is not UTF-8 text: byte 7 is 0xff.
    """
    admit_bytes(len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        sentence = f"The input is not UTF-8 text: byte {place + 1} is 0x{data[place]:02x}."
        line, column = _line_and_column(data[: place + 1].decode(errors="replace"))
        raise BadInput(sentence, line=line, column=column) from None
    if "\0" in text:
        place = text.index("\0") + 1
        line, column = _line_and_column(text[:place])
        sentence = f"The input is not text: character {place} is a null."
        raise BadInput(sentence, line=line, column=column)
    return text


def choose_codec(codecs: Sequence[Codec[T]], name: str) -> Codec[T]:
    """The codec of that name, or a sentence that lists the names there are."""
    for codec in codecs:
        if codec.name == name:
            return codec
    known = ", ".join(dict.fromkeys(codec.name for codec in codecs))
    raise BadInput(f"There is no format {shown(name)} here; there are: {known}.")


class _Head(msgspec.Struct):
    family: str = ""


def json_codec(kind: type[T], family: str | None = None) -> Codec[T]:
    """The native JSON of a struct: unknown fields refused, errors with their path.

    With a family, only objects that name it are recognised.
    """
    decoder = msgspec.json.Decoder(kind)
    head = msgspec.json.Decoder(_Head)

    def recognises(text: str) -> bool:
        if not text.lstrip().startswith("{"):
            return False
        try:
            return family is None or head.decode(text).family == family
        except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
            return family is not None and f'"{family}"' in text

    def read(text: str) -> T:
        admit_bytes(len(text))
        return read_json(text, decoder)

    def write(value: T) -> str:
        return msgspec.json.encode(value).decode()

    return Codec("json", "native JSON", recognises, read, write)


def read_json(text: str, decoder: msgspec.json.Decoder[T]) -> T:
    """A value from JSON, or a sentence about what is wrong with it, and where.

    >>> read_json('{"family": "kojun", "family": "edges"}', msgspec.json.Decoder(dict))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: JSON at $: the key 'family' is there twice.
    """
    try:
        refuse_repeated_keys(text)
    except RecursionError:
        _decoded(text, decoder)  # where that fails, it tells the place
        raise BadInput(TOO_DEEP) from None
    return _decoded(text, decoder)


def _decoded(text: str, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(text)
    except RecursionError:
        raise BadInput(TOO_DEEP) from None
    except UnicodeEncodeError as error:
        raise BadInput(
            f"The JSON is not text: character {error.start + 1} is half of one."
        ) from None
    except msgspec.MsgspecError as error:
        raise json_error(error, text) from None


def family_named(text: str) -> str:
    """The family that the JSON of a puzzle names, or a sentence about what is wrong with it.

    >>> family_named('{"family": "kojun", "regions": [')
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The JSON breaks off after line 1, character 32.
    """
    return json_codec(_Head).read(text).family


def json_complaint(message: str, text: str = "") -> str:
    """A decoder's message as one of our sentences, with its place in the text.

    >>> json_complaint("Expected `array`, got `int` - at `$.regions[0]`")
    'JSON at $.regions[0]: expected array, got int.'
    >>> json_complaint("JSON is malformed: invalid character (byte 2)", "[[NaN]]")
    'JSON at line 1, character 3: invalid character.'
    >>> json_complaint("Input data was truncated", "[[1,0],\\n[2,")
    'The JSON breaks off after line 2, character 3.'
    """
    return str(json_error(message, text))


def json_error(error: object, text: str = "") -> BadInput:
    """A decoder's error as `BadInput`, with its path, or its line and column in the text.

    >>> json_error("Expected `array`, got `int` - at `$.regions[0]`").path
    '$.regions[0]'
    """
    message = str(error)
    what, where = what_and_where(message)
    if where:
        path = message.rpartition(" - at ")[2].strip("`.")
        return BadInput(f"JSON at {where}: {what}.", path=path)
    if text and what == "input data was truncated":
        line, column = _line_and_column(text.rstrip())
        sentence = f"The JSON breaks off after line {line}, character {column}."
        return BadInput(sentence, line=line, column=column)
    if text and (found := _MALFORMED.fullmatch(message)):
        what, byte = found[1], int(found[2])
        # The decoder counts bytes from 0, but from 1 where something follows the end.
        count = byte if what == "trailing characters" else byte + 1
        line, column = _line_and_column(text.encode()[:count].decode(errors="replace"))
        sentence = f"JSON at line {line}, character {column}: {what}."
        return BadInput(sentence, line=line, column=column)
    return BadInput(f"{what[0].upper()}{what[1:]}.")


def what_and_where(message: str) -> tuple[str, str]:
    """A decoder's message taken apart, in plain words.

    >>> what_and_where("Expected `int` <= 9 - at `$.shapes`")
    ('expected a whole number of at most 9', '$.shapes')
    """
    parts = message.split("`")
    parts[1::2] = (cut(quoted, MAX_QUOTED) for quoted in parts[1::2])
    what, _, where = "".join(parts).rstrip(".").partition(" - at ")
    for sign, words in (("<=", "at most"), (">=", "at least")):
        what = what.replace(f"Expected int {sign}", f"expected a whole number of {words}")
    return what[0].lower() + what[1:], where


def _line_and_column(text: str) -> tuple[int, int]:
    """Where a text ends, counted from 1."""
    return text.count("\n") + 1, len(text.rpartition("\n")[2])
