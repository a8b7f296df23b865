"""Options of commands, derived from the fields of requests and recipes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec import Struct, inspect

from quebra.cli.common import errors_as_messages
from quebra.cli.language import Option, option, say
from quebra.contract.family import FILE, METAVAR
from quebra.contract.quoting import quoted
from quebra.contract.results import Place
from quebra.i18n.text import Text
from quebra.service.facts import described_type, option_fields, ordered_choices
from quebra.service.reading import read_source
from quebra.service.requests import VerbRequest

F = TypeVar("F", bound=Callable[..., Any])


def request_options(kind: type[VerbRequest]) -> Callable[[F], F]:
    """Add the options of a request to a command, which gets them as parameters of the same names.

    Quick requests have no option `--time`.
    """
    names = [field.name for field in option_fields(kind) if field.name != "time" or not kind.quick]

    def decorate(function: F) -> F:
        for name in reversed(names):
            function = request_option(kind, name)(function)
        return function

    return decorate


def request_option(kind: type[Struct], name: str, **attributes: Any) -> Callable[[F], F]:
    """Add one option of a request to a command; attributes override its own."""
    (field,) = (field for field in option_fields(kind) if field.name == name)
    return field_option(field, **attributes)


def field_option(field: inspect.Field, **attributes: Any) -> Callable[[F], F]:
    """Add the option for a field to a command; attributes override its own."""
    flag, declared = _declaration(field)
    return option(flag, **{**declared, **attributes})


def click_option(field: inspect.Field, **attributes: Any) -> Option:
    """The click option for a field; attributes override its own."""
    flag, declared = _declaration(field)
    return Option([flag], **{**declared, **attributes})


def _declaration(field: inspect.Field) -> tuple[str, dict[str, Any]]:
    """The flag of an option, and its attributes for click."""
    kinds, text, extra = described_type(field)
    attributes: dict[str, Any] = {
        "help": Text("{text}.", text=text),
        "required": field.required,
    }
    if isinstance(field.default, str):
        attributes |= {"default": field.default, "show_default": True}
    metavar: str | None = "TEXT"
    match kinds[0]:
        case inspect.BoolType():
            attributes["is_flag"] = True
            metavar = None
        case inspect.LiteralType() as literal:
            attributes["type"] = click.Choice(ordered_choices(literal))
            metavar = None
        case inspect.IntType() as number:
            bounded = number.ge is not None or number.le is not None
            attributes["type"] = click.IntRange(number.ge, number.le) if bounded else int
            metavar = "N"
        case inspect.FloatType() as number:
            attributes |= {"type": click.FloatRange(number.ge, number.le), "callback": _refuse_nan}
        case inspect.VarTupleType(inspect.StrType()):
            attributes["multiple"] = True
        case inspect.VarTupleType():
            attributes["callback"] = _read_place
    attributes["metavar"] = extra.get(METAVAR) or metavar
    if attributes["metavar"] == FILE:
        attributes["callback"] = _read_text
    return f"--{field.name.replace('_', '-')}", attributes


def _read_text(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """The text of a file; a link or a text of several lines is one already."""
    with errors_as_messages():
        return None if value is None else read_source(value)


def _refuse_nan(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    if value is not None and value != value:
        raise click.BadParameter(say(Text("nan is not a number of seconds.")))
    return value


def _read_place(ctx: click.Context, param: click.Parameter, value: str | None) -> Place | None:
    """A place from its text, which counts from 1: row and column, or the number of a piece."""
    if value is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,5}(,[1-9][0-9]{0,5})*", value):
        text = Text("{value} is not of the form ROW,COL, such as 3,5.", value=quoted(value))
        raise click.BadParameter(say(text), ctx, param)
    return tuple(int(part) - 1 for part in value.split(","))
