"""Finds texts in results, and what of them has no translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from string import Formatter

import msgspec
from babel.messages.pofile import read_po

from quebra.i18n.catalogue import languages
from quebra.i18n.text import ENGLISH, Name, Series, Text

OTHERS = [lang for lang in languages() if lang != ENGLISH]


def texts_in(value: object) -> Iterator[Text]:
    """The texts in a result, at any depth."""
    match value:
        case Text():
            yield value
        case Mapping():
            for pair in value.items():
                yield from texts_in(pair)
        case tuple() | list():
            for part in value:
                yield from texts_in(part)
        case msgspec.Struct():
            yield from texts_in(msgspec.structs.astuple(value))


def untranslated(text: Text) -> Iterator[str]:
    """The templates in a text that a catalogue does not have, and strings that are no texts."""
    if isinstance(text, Name):
        return
    if any(char.isalpha() for literal, *_ in Formatter().parse(text.template) for char in literal):
        yield from (
            f"{lang}: {text.template}" for lang in OTHERS if text.template not in _templates(lang)
        )
    for value in text.values.values():
        for part in value if isinstance(value, Series) else (value,):
            if isinstance(part, Text):
                yield from untranslated(part)
            elif type(part) is str:
                yield f"{part!r} in {text.template!r}"


@cache
def _templates(lang: str) -> frozenset[str]:
    with (files("quebra.i18n") / "catalogues" / f"{lang}.mo").open("rb") as file:
        catalogue: dict[object, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return frozenset(key[0] if isinstance(key, tuple) else str(key) for key in catalogue)


def entries(lang: str) -> Iterator[tuple[str, str]]:
    """The messages of a catalogue with their translations, each form of a plural by itself."""
    with (files("quebra.i18n") / "catalogues" / f"{lang}.po").open("rb") as file:
        for message in read_po(file):
            yield from zip(_forms(message.id), _forms(message.string), strict=True)


def _forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text) if isinstance(text, tuple) else []
