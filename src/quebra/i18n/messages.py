"""Other tongues: an English sentence is matched with templates, and said again in theirs.

Families write English. A catalogue, such as `pt.toml` beside the code of a family, has a section
for each kind of phrase, and in it templates with their counterparts:

    [text]
    "{place}: {n} stands in a hole." = "{place}: {n} está em um buraco."

    [place]
    "row {n1}, column {n2}" = "linha {n1}, coluna {n2}"

A placeholder is named by the kind of what stands there, with a digit where there are several, and
is matched and said again by itself. The section `kinds` has the kinds that are copied, as regular
expressions. `"{cell}, … and {cell}"` stands for a list of one or more. A sentence also matches a
template without its capital letter or full stop. What all families say is in the catalogue beside
this file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from quebra.contract.registry import AnyFamily, families, family_names, get_family

ENGLISH = "en"
SENTENCES = "text"
"""The section of whole sentences and of names."""
COPIED = "kinds"
NUMBER = "n"
"""The kind of numbers, whose points and commas are exchanged as the section `signs` tells."""

SPOKEN = frozenset(
    ("text", "error", "title", "summary", "rules", "violations", "technique", "techniques", "why")
)
"""The fields that hold words, be it in lists or by name."""
NAMED = frozenset(("techniques",))
"""The fields of figures by names that are words too."""
TOLD = frozenset(("moves", "edits"))
"""The fields of pairs: how something is written, and what it means in words."""
DATA = frozenset(("code", "puzzle", "answer", "solution", "solutions", "changes", "game", "svg"))
"""The fields that hold no words, whatever is in them."""
LONGEST = 10_000
"""A text of more characters is no sentence."""

_SHARED = "quebra.i18n"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LIST = re.compile(r"\{(\w+)\}([^{}…]+)…([^{}…]+)\{\1\}")


@cache
def languages() -> tuple[str, ...]:
    """The tongues that there are.

    >>> languages()
    ('en', 'pt')
    """
    names = (file.name for file in files(_SHARED).iterdir())
    return (ENGLISH, *sorted(name[:-5] for name in names if name.endswith(".toml")))


def translate(text: str, lang: str, family: AnyFamily | None = None) -> str:
    """A sentence in another tongue; what no template matches stays as it is.

    Without a family, it may be a sentence of any.

    >>> translate("Row 3, column 5 is still empty.", "pt")
    'Linha 3, coluna 5: ainda vazia.'
    """
    if lang == ENGLISH or lang not in languages() or len(text) > LONGEST or "\n" in text:
        return text
    speakers = (family,) if family else families()
    ways = (said(Tongue.of(lang, each.package), SENTENCES, text) for each in speakers)
    return next((words for words in ways if words is not None), text)


def translated(value: object, lang: str, family: AnyFamily | None = None) -> object:
    """What a verb answers, as it is in JSON, with its words in another tongue.

    The names of techniques are words too; codes, and the parts of progress, are for programs. An
    answer that names its family needs no other.

    >>> translated({"code": "blank", "text": "3 cells are still empty."}, "pt")
    {'code': 'blank', 'text': '3 casas ainda estão vazias.'}
    """
    return value if lang == ENGLISH else _walked(value, lang, family, spoken=False)


def _walked(value: object, lang: str, family: AnyFamily | None, spoken: bool) -> object:
    if isinstance(value, str):
        return translate(value, lang, family) if spoken else value
    if isinstance(value, list | tuple):
        return [_walked(part, lang, family, spoken) for part in value]
    if not isinstance(value, Mapping):
        return value
    if value.get("family") in family_names():
        family = get_family(value["family"])
    found = {}
    for name, part in value.items():
        if name in NAMED and isinstance(part, Mapping):
            part = {translate(key, lang, family): figure for key, figure in part.items()}
        elif name in TOLD and isinstance(part, list | tuple):
            part = [_told(each, lang, family) for each in part]
        inside = spoken or name in SPOKEN
        found[name] = part if name in DATA else _walked(part, lang, family, inside)
    return found


def _told(pair: object, lang: str, family: AnyFamily | None) -> object:
    match pair:
        case [written, str(words)]:
            return [written, translate(words, lang, family)]
        case _:
            return pair


@dataclass(frozen=True)
class Template:
    """A sentence with gaps, as literals and kinds by turns, and how it is said in the tongue."""

    parts: tuple[str, ...]
    words: str

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """What stands around and between the gaps."""
        return self.parts[::2]

    @property
    def weight(self) -> int:
        """How much of a sentence it tells by itself: such templates come first."""
        return sum(map(len, self.literals))

    def read(self, tongue: Tongue, text: str) -> str | None:
        """The text in the tongue, or None where it does not match."""
        found = _gaps(tongue, self.parts, text) if self._may_match(text) else None
        return None if found is None else _PLACEHOLDER.sub(lambda gap: found[gap[1]], self.words)

    def _may_match(self, text: str) -> bool:
        """Whether the literals are there one after another, which is quickly known."""
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
    """A list of phrases of one kind: what stands between them, and before the last."""

    kind: str
    english: tuple[str, str]
    words: tuple[str, str]
    weight = 0

    def read(self, tongue: Tongue, text: str) -> str | None:
        """The text in the tongue, or None where it is no such list."""
        (comma, last), (new_comma, new_last) = self.english, self.words
        for at in reversed(list(_places(text, last))):
            tail = said(tongue, self.kind, text[at + len(last) :])
            if tail and (row := self._row(tongue, text[:at].split(comma), comma)):
                return f"{new_comma.join(row)}{new_last}{tail}"
        return said(tongue, self.kind, text)

    def _row(self, tongue: Tongue, words: list[str], comma: str) -> list[str] | None:
        """The phrases of a list, some of which may have commas of their own."""
        rows: list[list[str] | None] = [[]]
        for end in range(1, len(words) + 1):
            rows.append(None)
            for start in reversed(range(end)):
                before = rows[start]
                if before is not None:
                    phrase = said(tongue, self.kind, comma.join(words[start:end]))
                    if phrase is not None:
                        rows[end] = [*before, phrase]
                        break
        return rows[-1]


@dataclass(frozen=True, eq=False)
class Tongue:
    """The catalogue of a family, with that of all families, ready to read."""

    sections: Mapping[str, tuple[Template | Listing, ...]]
    copied: Mapping[str, re.Pattern[str]]
    signs: Mapping[int, str]

    @staticmethod
    @cache
    def of(lang: str, package: str) -> Tongue:
        """The tongue of the family that lives in this package."""
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
        return Tongue(sections, copied, signs)

    def copy(self, kind: str, text: str) -> str | None:
        """A text that is copied, if it is of that kind."""
        if not self.copied[kind].fullmatch(text):
            return None
        return text.translate(self.signs) if kind == NUMBER else text


@lru_cache(maxsize=1 << 12)
def said(tongue: Tongue, kind: str, text: str) -> str | None:
    """A phrase of some kind in the tongue; None where nothing of that kind matches it."""
    if kind in tongue.copied:
        return tongue.copy(kind, text)
    ways = (template.read(tongue, text) for template in tongue.sections.get(kind, ()))
    words = next((words for words in ways if words is not None), None)
    return _dressed(tongue, text) if words is None and kind == SENTENCES else words


def _dressed(tongue: Tongue, text: str) -> str | None:
    """A phrase that was made a sentence, by a capital letter and a full stop."""
    if text[:1].isupper():
        words = said(tongue, SENTENCES, text[0].lower() + text[1:])
        return words and words[0].upper() + words[1:]
    if text.endswith(".") and not text.endswith(".."):
        words = said(tongue, SENTENCES, text[:-1])
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


def _gaps(tongue: Tongue, parts: tuple[str, ...], text: str) -> dict[str, str] | None:
    """What stands in the gaps of a template, said in the tongue; None where it does not fit."""
    if not text.startswith(parts[0]):
        return None
    text = text[len(parts[0]) :]
    if len(parts) == 1:
        return None if text else {}
    name, literal = parts[1], parts[2]
    ends = [len(text) - len(literal)] if len(parts) == 3 else _places(text, literal)
    for end in ends:
        words = said(tongue, _kind(name), text[:end]) if end >= 0 else None
        if words is not None:
            others = _gaps(tongue, parts[2:], text[end:])
            if others is not None:
                return {name: words, **others}
    return None


def _places(text: str, literal: str) -> Iterator[int]:
    """Where a literal begins in a text."""
    at = text.find(literal)
    while at >= 0:
        yield at
        at = text.find(literal, at + 1)
