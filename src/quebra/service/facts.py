"""The description of a family: its formats, engines, rules and options, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from quebra.contract.family import (
    DESCRIBED,
    FILE,
    GRADES,
    METAVAR,
    OPTION_TEXT,
    Choice,
    Preset,
    format_options,
)
from quebra.contract.registry import AnyFamily
from quebra.contract.results import Technique
from quebra.engine.search import engine_options
from quebra.i18n.text import Text


class Option(msgspec.Struct, frozen=True):
    """An option of a generator, engine or format: `flag`, `choice`, `number`, `text` or `lines`.

    `lines` is a text of several lines. `described` has descriptions of the choices, if any.
    """

    name: str
    kind: str
    choices: tuple[str, ...]
    text: Text
    default: object
    described: Mapping[str, Choice] = {}


class Facts(msgspec.Struct, frozen=True):
    """The facts about a family that the page and the command line show."""

    name: str
    title: Text
    summary: Text
    rules: tuple[Text, ...]
    formats: tuple[str, ...]
    format_options: Mapping[str, tuple[Option, ...]]
    answer_formats: tuple[str, ...]
    engines: tuple[str, ...]
    engine_options: Mapping[str, tuple[Option, ...]]
    goals: tuple[str, ...]
    violations: Mapping[str, Text]
    techniques: tuple[Technique, ...]
    size: tuple[int, int] | None
    options: tuple[Option, ...]
    presets: Mapping[str, Preset]
    cut_outs: bool


def facts(family: AnyFamily) -> Facts:
    """The facts about a family."""
    return Facts(
        name=family.name,
        title=family.title,
        summary=family.rules.summary,
        rules=family.rules.texts,
        formats=tuple(codec.name for codec in family.formats.puzzles),
        format_options={
            codec.name: found
            for codec in family.formats.puzzles
            if (found := _options(format_options(codec), describe=True))
        },
        answer_formats=tuple(codec.name for codec in family.formats.answers),
        engines=family.solve.engine_names,
        engine_options={
            name: _options(kind, describe=True) for name, kind in engine_options(family).items()
        },
        goals=("any", *family.solve.goals),
        violations=family.rules.codes,
        techniques=family.explain.techniques,
        size=family.model.default_size,
        options=options(family, describe=True),
        presets=family.generate.presets,
        cut_outs=family.cut_outs is not None,
    )


def options(family: AnyFamily, *, describe: bool = False) -> tuple[Option, ...]:
    """One option for each field of the family's recipe but the size; with `describe`, its choices.

    >>> from quebra.contract.registry import get_family
    >>> options(get_family("tangram"), describe=True)[1].described["egg"].title
    'Egg of Columbus'
    """
    return _options(family.generate.recipe, describe)


def _options(kind: type[msgspec.Struct], describe: bool) -> tuple[Option, ...]:
    return tuple(_option(field, describe) for field in option_fields(kind))


def option_fields(kind: type[msgspec.Struct]) -> Iterator[msgspec.inspect.Field]:
    """The fields of a recipe or a request that are options: those with a description."""
    struct = msgspec.inspect.type_info(kind)
    assert isinstance(struct, msgspec.inspect.StructType)
    return (field for field in struct.fields if described_type(field)[1])


def _option(field: msgspec.inspect.Field, describe: bool) -> Option:
    kinds, text, extra = described_type(field)
    text = Text("{text}.", text=text)
    default = None if field.default is msgspec.NODEFAULT else field.default
    match kinds[0]:
        case msgspec.inspect.BoolType():
            return Option(field.name, "flag", (), text, default)
        case msgspec.inspect.LiteralType() as literal:
            described = extra.get(DESCRIBED, dict)() if describe else {}
            return Option(field.name, "choice", ordered_choices(literal), text, default, described)
        case msgspec.inspect.StrType():
            lines = extra.get(METAVAR) == FILE
            return Option(field.name, "lines" if lines else "text", (), text, default)
    return Option(field.name, "number", (), text, default)


def described_type(
    field: msgspec.inspect.Field,
) -> tuple[Sequence[msgspec.inspect.Type], Text, Mapping[str, Any]]:
    """The types of a field, its description (empty if it is no option), and its extra."""
    kind, text = field.type, Text()
    extra: Mapping[str, Any] = {}
    if isinstance(kind, msgspec.inspect.Metadata):
        extra = kind.extra or {}
        text, kind = extra.get(OPTION_TEXT, text), kind.type
    return getattr(kind, "types", (kind,)), text, extra


def ordered_choices(literal: msgspec.inspect.LiteralType) -> tuple[str, ...]:
    """The choices of a field, grades from easy to hard."""
    order = {name: place for place, name in enumerate(GRADES)}
    return tuple(sorted(map(str, literal.values), key=lambda name: order.get(name, 0)))
