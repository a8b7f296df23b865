"""Texts as data: an English template with its values, which can be said in other languages.

    >>> cell = Text("row {row}, column {column}", row=3, column=5)
    >>> Text("{cell} is still empty.", cell=cell)
    'Row 3, column 5 is still empty.'

A template is the message id of a gettext catalogue, `catalogues/LANGUAGE.po`. Values are formatted
in the language of the sentence: texts are translated, numbers get the separators of the language,
and what is `Verbatim` stands as it is. A template that ends with a full stop is a sentence: it
begins with a capital letter also where its first word is a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Self

ENGLISH = "en"
SENTENCE_ENDS = (".", "!", "?")


class Verbatim(str):
    """A string that is the same in all languages: input, a name, a symbol."""

    __slots__ = ()


class Text(str):
    """A phrase or sentence: the string is English; `template` and `values` are how it is made.

    >>> text = Text("{n:,} nodes of {file}", n=12345, file=Verbatim("a.txt"))
    >>> text, text.template, text.values["n"]
    ('12,345 nodes of a.txt', '{n:,} nodes of {file}', 12345)
    """

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str
    values: Mapping[str, Value]

    def __new__(cls, template: str = "", /, **values: Value) -> Self:
        return cls._made(template, "", values)

    @classmethod
    def _made(cls, template: str, plural: str, values: Mapping[str, Value]) -> Self:
        english = plural if plural and values["n"] != 1 else template
        text = super().__new__(cls, as_sentence(english, english.format_map(values)))
        text.template, text.plural, text.values = template, plural, values
        return text

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._made, (self.template, self.plural, self.values)


class Plural(Text):
    """A text with a form for one and a form for other numbers; the number is the value `n`.

    >>> Plural("{n} cell is empty.", "{n} cells are empty.", n=2)
    '2 cells are empty.'
    """

    __slots__ = ()

    def __new__(cls, one: str, other: str, /, *, n: int, **values: Value) -> Self:
        return cls._made(one, other, {"n": n, **values})


class Name(Text):
    """A name in a puzzle: translated where the catalogue has it, such as that of a usual piece.

    >>> Name("half {1}")
    'half {1}'
    """

    __slots__ = ()

    def __new__(cls, name: str, /) -> Self:
        return cls._made(name.replace("{", "{{").replace("}", "}}"), "", {})


class Series(tuple["Value", ...]):
    """Values with commas between them."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(format(each, spec) for each in self)


Value = Text | Verbatim | Series | int | float
"""What a placeholder may stand for; a plain string would not be translated."""


def as_is(text: str) -> Text:
    """A text that is the same in all languages, such as one that is translated already."""
    return Text("{text}", text=Verbatim(text))


def names(items: Iterable[object]) -> Series:
    """Names that are the same in all languages, with commas between them.

    >>> f"{names(['any', 'least'])}"
    'any, least'
    """
    return Series(Verbatim(item) for item in items)


def sentences(*texts: Text) -> Text:
    """Several sentences as one text; empty ones are left out.

    >>> sentences(Text("Not known."), Text(), Text("Try more time."))
    'Not known. Try more time.'
    """
    found = [text for text in texts if text]
    if len(found) == 1:
        return found[0]
    return Text(
        " ".join(f"{{s{i}}}" for i in range(len(found))),
        **{f"s{i}": text for i, text in enumerate(found)},
    )


def all_of(items: Iterable[Value]) -> Text:
    """The items as a list with "and".

    >>> all_of([1, 2, 3]), all_of([Verbatim("A")])
    ('1, 2 and 3', 'A')
    """
    items = tuple(items)
    if len(items) < 2:
        return Text("{items}", items=Series(items))
    return Text("{items} and {last}", items=Series(items[:-1]), last=items[-1])


def any_of(items: Iterable[Value]) -> Text:
    """The items as a list with "or".

    >>> any_of([1, 2, 3])
    '1, 2 or 3'
    """
    items = tuple(items)
    if len(items) < 2:
        return Text("{items}", items=Series(items))
    return Text("{items} or {last}", items=Series(items[:-1]), last=items[-1])


def none_of(items: Iterable[Value]) -> Text:
    """The items as a list with "or", after a negation: some languages have another word there.

    >>> none_of([1, 2])
    '1 or 2'
    """
    items = tuple(items)
    if len(items) < 2:
        return Text("{items}", items=Series(items))
    return Text("{denied} or {last}", denied=Series(items[:-1]), last=items[-1])


def as_sentence(template: str, text: str) -> str:
    """The formatted text, with a capital letter if the template is a sentence."""
    is_sentence = template.startswith("{") and template.endswith(SENTENCE_ENDS)
    return text[:1].upper() + text[1:] if is_sentence else text


class ValueFormatter(Formatter):
    """Formats templates of a language: texts by `translate`, numbers with signs for "." and ","."""

    def __init__(self, translate: Callable[[str], str], signs: str) -> None:
        self.translate, self.signs = translate, str.maketrans(".,", signs)

    def format_field(self, value: Value, spec: str) -> str:
        """The value in the language."""
        match value:
            case Text() | Verbatim():
                return format(self.translate(value), spec)
            case Series():
                return ", ".join(self.format_field(each, spec) for each in value)
        return format(value, spec).translate(self.signs)
