"""Objects of JSON that name a key twice, which decoders accept without a word."""

from __future__ import annotations

import json
from typing import Any

from quebra.contract.errors import BadInput
from quebra.contract.quoting import shown

_MAX_STEPS = 12
"""Steps of a path in a message."""


class _Found(Exception):
    """A key is there twice."""


def refuse_repeated_keys(text: str) -> None:
    """Refuse JSON in which an object has a key twice; what is no JSON is left to its decoder.

    >>> refuse_repeated_keys('{"a": 1, "b": [0, {"c": 1, "\\\\u0063": 2}]}')
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: JSON at $.b[1]: the key 'c' is there twice.
    """
    try:
        if _has_repeated(text):
            path, key = _first_repeated(_KEEP.decode(text))
            sentence = f"JSON at {path}: the key {shown(key)} is there twice."
            raise BadInput(sentence, path=path)
    except json.JSONDecodeError:
        return


def _has_repeated(text: str) -> bool:
    """Whether a key is there twice, which is found without keeping what is read."""
    try:
        _CHECK.decode(text)
    except _Found:
        return True
    return False


class _Object(list[tuple[str, Any]]):
    """An object as the pairs that are written."""

    def repeated(self) -> str | None:
        """The first key that is there twice."""
        seen: set[str] = set()
        for key, _ in self:
            if key in seen:
                return key
            seen.add(key)
        return None


def _check(pairs: list[tuple[str, Any]]) -> None:
    """Nothing of an object is kept, so that the check needs little memory."""
    if len(pairs) > 1 and len({key for key, _ in pairs}) < len(pairs):
        raise _Found


def _first_repeated(value: object) -> tuple[str, str]:
    """The path of the first object with a repeated key, and that key."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), value)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Object):
            if (key := value.repeated()) is not None:
                return _path(path), key
            inside = [((*path, _step(key)), part) for key, part in value]
        elif isinstance(value, list):
            inside = [((*path, f"[{number}]"), part) for number, part in enumerate(value)]
        else:
            continue
        waiting += reversed([(way, part) for way, part in inside if isinstance(part, list)])
    raise AssertionError("there is a repeated key")


def _step(key: str) -> str:
    return f".{key}" if len(key) <= 20 and key.isidentifier() else "[...]"


def _path(steps: tuple[str, ...]) -> str:
    return f"${''.join(steps[:_MAX_STEPS])}{'…' if len(steps) > _MAX_STEPS else ''}"


# Numbers stay text: their values do not matter here, and very long ones could not be converted.
_CHECK, _KEEP = (
    json.JSONDecoder(object_pairs_hook=hook, parse_int=str, parse_float=str, strict=False)
    for hook in (_check, _Object)
)
