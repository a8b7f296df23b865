"""Formats: one object each, both ways, that recognises its own input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from quebra.core.errors import BadInput
from quebra.core.settings import admit_bytes

T = TypeVar("T")


@dataclass(frozen=True)
class Codec(Generic[T]):
    """One format. `read` raises `BadInput`; so does `write` for what the format cannot carry."""

    name: str
    text: str
    recognises: Callable[[str], bool]
    read: Callable[[str], T]
    write: Callable[[T], str]


def decode_text(data: bytes) -> str:
    """Text from bytes, or a sentence that says where it stops being text.

    >>> decode_text(b"kojun \\xff")
    Traceback (most recent call last):
    quebra.core.errors.BadInput: The input is not UTF-8 text: byte 7 is 0xff.
    """
    admit_bytes(len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        byte = data[place]
        raise BadInput(f"The input is not UTF-8 text: byte {place + 1} is 0x{byte:02x}.") from None
    if "\0" in text:
        raise BadInput(f"The input is not text: character {text.index(chr(0)) + 1} is a null.")
    return text


def choose_codec(codecs: Sequence[Codec[T]], name: str) -> Codec[T]:
    """The codec of that name, or a sentence that lists the names there are."""
    for codec in codecs:
        if codec.name == name:
            return codec
    known = ", ".join(codec.name for codec in codecs)
    raise BadInput(f"There is no format {name!r} here; there are: {known}.")


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
        try:
            return decoder.decode(text)
        except RecursionError:
            raise BadInput("The JSON is nested too deeply.") from None
        except UnicodeEncodeError as error:
            raise BadInput(
                f"The JSON is not text: character {error.start + 1} is half of one."
            ) from None
        except msgspec.MsgspecError as error:
            raise BadInput(json_complaint(str(error))) from None

    def write(value: T) -> str:
        return msgspec.json.encode(value).decode()

    return Codec("json", "native JSON", recognises, read, write)


def json_complaint(message: str) -> str:
    """A decoder's message as one of our sentences.

    >>> json_complaint("Expected `array`, got `int` - at `$.regions[0]`")
    'JSON at $.regions[0]: expected array, got int.'
    """
    message = message.replace("`", "").rstrip(".")
    if " - at " in message:
        what, where = message.rsplit(" - at ", 1)
        return f"JSON at {where}: {what[0].lower()}{what[1:]}."
    return f"{message}."
