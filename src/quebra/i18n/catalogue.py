"""The catalogues: one file of gettext for each language, compiled when the package is built."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

from quebra.i18n.text import ENGLISH, Text, ValueFormatter, as_sentence

NUMBER = "1,234.5"
"""The message whose translation shows the separators of numbers."""

_packages = ["quebra.i18n"]


def add_catalogues(package: str) -> None:
    """Use the folder `catalogues` of a package too, where there is one: that of a family."""
    if package not in _packages and _folder(package).is_dir():
        _packages.append(package)
        for cached in (languages, _catalogue, _formatter):
            cached.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages: English, and those that have a catalogue.

    >>> languages()
    ('en', 'es', 'pt')
    """
    found = {file.name for package in _packages for file in _folder(package).iterdir()}
    return (ENGLISH, *sorted(name[:-3] for name in found if name.endswith(".mo")))


def _folder(package: str) -> Traversable:
    return files(package) / "catalogues"


def translate(text: str, lang: str) -> str:
    """The text in a language; a string that is no `Text`, or has no translation, is unchanged.

    >>> from quebra.i18n.text import all_of
    >>> translate(all_of([1, 2.5]), "pt")
    '1 e 2,5'
    """
    if lang == ENGLISH or lang not in languages() or not text or not isinstance(text, Text):
        return str(text)
    found, n = _catalogue(lang), text.values.get("n")
    if text.plural and isinstance(n, int):
        template = found.ngettext(text.template, text.plural, n)
    else:
        template = found.gettext(text.template)
    return as_sentence(template, _formatter(lang).vformat(template, (), text.values))


def longest(text: str) -> int:
    """The number of characters of a text in the language in which it has most.

    >>> from quebra.i18n.text import Text
    >>> len("square"), longest(Text("square"))
    (6, 8)
    """
    return max(len(translate(text, lang)) for lang in languages())


def lookup(message: str, lang: str) -> str:
    """The translation of a message with placeholders, as other programs than this one format it."""
    return message if lang == ENGLISH else _catalogue(lang).gettext(message)


def lookup_plural(one: str, other: str, lang: str) -> tuple[str, str]:
    """The translations of a message for one and for other numbers.

    >>> lookup_plural("{n} cell", "{n} cells", "pt")
    ('{n} casa', '{n} casas')
    """
    if lang == ENGLISH:
        return one, other
    found = _catalogue(lang)
    return found.ngettext(one, other, 1), found.ngettext(one, other, 2)


@cache
def translator(lang: str) -> Callable[[str], str]:
    """A function that translates into a language: what `enc_hook` of an encoder wants.

    >>> import msgspec
    >>> from quebra.i18n.text import all_of
    >>> msgspec.json.encode({"numbers": all_of([1, 2])}, enc_hook=translator("pt"))
    b'{"numbers":"1 e 2"}'
    """
    return lambda text: translate(text, lang)


@cache
def _catalogue(lang: str) -> NullTranslations:
    found: NullTranslations = NullTranslations()
    for package in reversed(_packages):
        file = _folder(package) / f"{lang}.mo"
        if file.is_file():
            found = _chained(file, found)
    return found


def _chained(file: Traversable, others: NullTranslations) -> NullTranslations:
    with file.open("rb") as stream:
        found = GNUTranslations(stream)
    found.add_fallback(others)
    return found


@cache
def _formatter(lang: str) -> ValueFormatter:
    number = _catalogue(lang).gettext(NUMBER)
    return ValueFormatter(translator(lang), signs=number[-2] + number[1])
