"""Translation: an English sentence is matched with templates, and written in another language.

Families write English. A catalogue, such as `pt.toml` beside the code of a family, has a section
for each kind of phrase, and in it templates with their counterparts:

    [text]
    "{place}: {n} stands in a hole." = "{place}: {n} está em um buraco."

    [place]
    "row {n1}, column {n2}" = "linha {n1}, coluna {n2}"

A placeholder is named by the kind of its phrase, with a digit if there are several, and the phrase
is translated by itself. The section `kinds` has the kinds that are copied, as regular expressions.
`"{cell}, … and {cell}"` is a list of one or more phrases. A sentence also matches a template
without its capital letter or full stop. Texts of all families are in the catalogue beside this
file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from quebra.contract.registry import AnyFamily, families, family_names, get_family
from quebra.i18n import catalogue
from quebra.i18n.text import Text

ENGLISH = "en"
SENTENCES = "text"
"""The section of whole sentences and of names."""
COPIED = "kinds"
"""The section of kinds that are copied."""
NUMBER = "n"
"""The kind of numbers, whose points and commas are exchanged by the section `signs`."""

TEXT_FIELDS = frozenset(
    ("text", "error", "title", "summary", "rules", "violations", "technique", "techniques", "why")
)
"""Fields of JSON that hold texts, also in lists or objects."""
KEYED_BY_TEXT = frozenset(("techniques",))
"""Fields of JSON that are objects whose keys are texts."""
PAIRS = frozenset(("moves", "edits"))
"""Fields of JSON with pairs of a notation and its meaning as a text."""
DATA_FIELDS = frozenset(
    ("code", "puzzle", "answer", "solution", "solutions", "changes", "game", "svg")
)
"""Fields of JSON that hold no texts at any depth."""
MAX_SENTENCE_LENGTH = 10_000
"""Longer texts are not translated."""

_SHARED = "quebra.i18n"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LIST = re.compile(r"\{(\w+)\}([^{}…]+)…([^{}…]+)\{\1\}")


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that have a catalogue, and English.

    >>> languages()
    ('en', 'pt')
    """
    names = (file.name for file in files(_SHARED).iterdir())
    return (ENGLISH, *sorted(name[:-5] for name in names if name.endswith(".toml")))


def translate(text: str, lang: str, family: AnyFamily | None = None) -> str:
    """The sentence in another language; unchanged where no template matches.

    Without a family, the templates of all families are tried.

    >>> translate("Row 3, column 5 is still empty.", "pt")
    'Linha 3, coluna 5: ainda vazia.'
    """
    if isinstance(text, Text):
        return catalogue.translate(text, lang)
    if (
        lang == ENGLISH
        or lang not in languages()
        or len(text) > MAX_SENTENCE_LENGTH
        or "\n" in text
    ):
        return text
    candidates = (
        translate_phrase(Translator.of(lang, each.package), SENTENCES, text)
        for each in ((family,) if family else families())
    )
    return next((words for words in candidates if words is not None), text)


def translated(value: object, lang: str, family: AnyFamily | None = None) -> object:
    """The JSON result of a verb with its texts in another language.

    The names of techniques are texts too; codes, and the parts of progress, are not. A result that
    names its family is translated by that family's catalogue.

    >>> translated({"code": "blank", "text": "3 cells are still empty."}, "pt")
    {'code': 'blank', 'text': '3 casas ainda estão vazias.'}
    """
    return value if lang == ENGLISH else _translate_value(value, lang, family, is_text=False)


def _translate_value(value: object, lang: str, family: AnyFamily | None, is_text: bool) -> object:
    if isinstance(value, str):
        return translate(value, lang, family) if is_text else value
    if isinstance(value, list | tuple):
        return [_translate_value(part, lang, family, is_text) for part in value]
    if not isinstance(value, Mapping):
        return value
    if value.get("family") in family_names():
        family = get_family(value["family"])
    found = {}
    for name, part in value.items():
        if name in KEYED_BY_TEXT and isinstance(part, Mapping):
            part = {translate(key, lang, family): figure for key, figure in part.items()}
        elif name in PAIRS and isinstance(part, list | tuple):
            part = [_translate_pair(each, lang, family) for each in part]
        inside = is_text or name in TEXT_FIELDS
        found[name] = part if name in DATA_FIELDS else _translate_value(part, lang, family, inside)
    return found


def _translate_pair(pair: object, lang: str, family: AnyFamily | None) -> object:
    match pair:
        case [written, str(words)]:
            return [written, translate(words, lang, family)]
        case _:
            return pair


@dataclass(frozen=True)
class Template:
    """A sentence with placeholders, as alternating literals and names, and its translation."""

    parts: tuple[str, ...]
    words: str

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """The texts around and between the placeholders."""
        return self.parts[::2]

    @property
    def weight(self) -> int:
        """The length of the literals: templates are tried in descending order of it."""
        return sum(map(len, self.literals))

    def read(self, translator: Translator, text: str) -> str | None:
        """The translation of a text, or None where it does not match."""
        found = _phrases(translator, self.parts, text) if self._may_match(text) else None
        return (
            None
            if found is None
            else _PLACEHOLDER.sub(lambda placeholder: found[placeholder[1]], self.words)
        )

    def _may_match(self, text: str) -> bool:
        """Whether the literals occur one after another: a quick rejection."""
        if not (text.startswith(self.literals[0]) and text.endswith(self.literals[-1])):
            return False
        at = 0
        for literal in self.literals:
            at = text.find(literal, at) + len(literal)
            if at < len(literal):
                return False
        return True


@dataclass(frozen=True)
class Listing:
    """A list of phrases of one kind, with its separators: between phrases, and before the last."""

    kind: str
    english: tuple[str, str]
    words: tuple[str, str]
    weight = 0

    def read(self, translator: Translator, text: str) -> str | None:
        """The translation of a text, or None where it is not such a list."""
        (comma, last), (new_comma, new_last) = self.english, self.words
        for at in reversed(list(_places(text, last))):
            tail = translate_phrase(translator, self.kind, text[at + len(last) :])
            if tail and (row := self._row(translator, text[:at].split(comma), comma)):
                return f"{new_comma.join(row)}{new_last}{tail}"
        return translate_phrase(translator, self.kind, text)

    def _row(self, translator: Translator, words: list[str], comma: str) -> list[str] | None:
        """The translated phrases of a list; phrases may contain the separator themselves."""
        rows: list[list[str] | None] = [[]]
        for end in range(1, len(words) + 1):
            rows.append(None)
            for start in reversed(range(end)):
                before = rows[start]
                if before is not None:
                    phrase = translate_phrase(translator, self.kind, comma.join(words[start:end]))
                    if phrase is not None:
                        rows[end] = [*before, phrase]
                        break
        return rows[-1]


@dataclass(frozen=True, eq=False)
class Translator:
    """The parsed catalogues of a family and of all families, for one language."""

    sections: Mapping[str, tuple[Template | Listing, ...]]
    copied: Mapping[str, re.Pattern[str]]
    signs: Mapping[int, str]

    @staticmethod
    @cache
    def of(lang: str, package: str) -> Translator:
        """The translator for a language and the family in a package."""
        entries: dict[str, dict[str, str]] = {}
        for place in (_SHARED, package):
            file = files(place) / f"{lang}.toml"
            if file.is_file():
                for section, found in tomllib.loads(file.read_text(encoding="utf-8")).items():
                    entries.setdefault(section, {}).update(found)
        copied = {kind: re.compile(pattern) for kind, pattern in entries.pop(COPIED, {}).items()}
        signs = str.maketrans(entries.pop("signs", {}))
        sections = {
            section: tuple(sorted(_templates(found), key=lambda each: -each.weight))
            for section, found in entries.items()
        }
        return Translator(sections, copied, signs)

    def copy(self, kind: str, text: str) -> str | None:
        """The copied text, or None where it is not of that kind."""
        if not self.copied[kind].fullmatch(text):
            return None
        return text.translate(self.signs) if kind == NUMBER else text


@lru_cache(maxsize=1 << 12)
def translate_phrase(translator: Translator, kind: str, text: str) -> str | None:
    """The translation of a phrase of some kind; None where no template of that kind matches."""
    if kind in translator.copied:
        return translator.copy(kind, text)
    found = (template.read(translator, text) for template in translator.sections.get(kind, ()))
    words = next((words for words in found if words is not None), None)
    return (
        _translate_as_sentence(translator, text) if words is None and kind == SENTENCES else words
    )


def _translate_as_sentence(translator: Translator, text: str) -> str | None:
    """The translation of a text whose template has no capital letter or no full stop."""
    if text[:1].isupper():
        words = translate_phrase(translator, SENTENCES, text[0].lower() + text[1:])
        return words and words[0].upper() + words[1:]
    if text.endswith(".") and not text.endswith(".."):
        words = translate_phrase(translator, SENTENCES, text[:-1])
        return words and f"{words}."
    return None


def _templates(entries: Mapping[str, str]) -> Iterator[Template | Listing]:
    for english, words in entries.items():
        if found := _LIST.fullmatch(english):
            comma, last = _LIST.sub(r"\2…\3", words).split("…")
            yield Listing(_kind(found[1]), (found[2], found[3]), (comma, last))
        else:
            yield Template(tuple(_PLACEHOLDER.split(english)), words)


def _kind(placeholder: str) -> str:
    return placeholder.rstrip("0123456789")


def _phrases(translator: Translator, parts: tuple[str, ...], text: str) -> dict[str, str] | None:
    """The translated phrase for each placeholder of a template; None where it does not match."""
    if not text.startswith(parts[0]):
        return None
    text = text[len(parts[0]) :]
    if len(parts) == 1:
        return None if text else {}
    name, literal = parts[1], parts[2]
    ends = [len(text) - len(literal)] if len(parts) == 3 else _places(text, literal)
    for end in ends:
        words = translate_phrase(translator, _kind(name), text[:end]) if end >= 0 else None
        if words is not None:
            others = _phrases(translator, parts[2:], text[end:])
            if others is not None:
                return {name: words, **others}
    return None


def _places(text: str, literal: str) -> Iterator[int]:
    """The positions at which a literal begins in a text."""
    at = text.find(literal)
    while at >= 0:
        yield at
        at = text.find(literal, at + 1)
