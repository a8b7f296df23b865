"""The language of the command line: by `--lang`, `QUEBRA_LANG` or the locale."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click
import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

from quebra.i18n.text import ENGLISH, Text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

FLAG = "--lang"
VARIABLE = "QUEBRA_LANG"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")

_language = ENGLISH
_explicit = ENGLISH


def language() -> str:
    """The language of what this command prints for a person."""
    return _language


def json_language() -> str:
    """The language of the texts in JSON: English, unless `--lang` is given."""
    return _explicit


def say(text: str) -> str:
    """The text in the language of this command."""
    if _language == ENGLISH:
        return str(text)
    from quebra.i18n.catalogue import translate

    return translate(text, _language)


def choose_language(arguments: Sequence[str]) -> None:
    """Set the language, also of the messages of click.

    The arguments are searched before they are parsed, so that errors and help are in the language
    wherever `--lang` stands. `LanguageOption` refuses an unknown one.
    """
    global _language, _explicit
    wanted = _value_in(arguments)
    _explicit = _known(wanted) or ENGLISH
    _language = _known(wanted or os.environ.get(VARIABLE, "")) or _of_locale()
    if _language != ENGLISH:
        _translate_click()


def _value_in(arguments: Sequence[str]) -> str:
    values = [after for flag, after in pairwise(arguments) if flag == FLAG]
    values += [each.partition("=")[2] for each in arguments if each.startswith(f"{FLAG}=")]
    return values[-1] if values else ""


def _of_locale() -> str:
    """The language of the locale, if there is a catalogue."""
    locale = next(filter(None, map(os.environ.get, LOCALE)), "")
    return _known(locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()) or ENGLISH


def _known(lang: str) -> str:
    """The language, if there is a catalogue of it; empty otherwise."""
    # Most calls are for English or for no language, and need no catalogues.
    return lang if lang == ENGLISH or (lang and lang in _languages()) else ""


def _languages() -> tuple[str, ...]:
    from quebra.i18n.catalogue import languages

    return languages()


class Option(click.Option):
    """An option whose help is a text."""

    def __init__(self, declarations: Sequence[str], *, help: Text, **attributes: Any) -> None:
        super().__init__(declarations, help=help, **attributes)
        self.text = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = say(self.text)
        return super().get_help_record(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return _completions(ctx, self, incomplete) or super().shell_complete(ctx, incomplete)


class Argument(click.Argument):
    """An argument that a shell completes."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return _completions(ctx, self, incomplete) or super().shell_complete(ctx, incomplete)


def _completions(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from quebra.cli.completion import completions

    return completions(ctx, parameter, incomplete)


option = partial(click.option, cls=Option)
"""As `click.option`, with a text as `help`."""
argument = partial(click.argument, cls=Argument)
"""As `click.argument`, completed by shells."""


def language_option() -> Option:
    """The option `--lang`, which is read by `choose_language`, and here only validated."""
    return Option(
        [FLAG],
        metavar="LANG",
        envvar=VARIABLE,
        is_eager=True,
        expose_value=False,
        callback=_validate,
        help=Text("The language, such as pt; that of the system by default, and English in JSON."),
    )


def _validate(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value and not _known(value):
        from quebra.contract.quoting import quoted
        from quebra.i18n.text import names

        text = Text(
            "There is no language {name}; there are: {known}.",
            name=quoted(value),
            known=names(_languages()),
        )
        raise click.BadParameter(say(text), ctx, param)


CLICK = (
    Text("Usage:"),
    Text("Options"),
    Text("Show this message and exit."),
    Text("default: {default}", default=0),
    Text("required"),
    Text("Error: {message}", message=0),
    Text("Try '{command} {option}' for help.", command=0, option=0),
    Text("Invalid value: {message}", message=0),
    Text("Invalid value for {param_hint}: {message}", param_hint=0, message=0),
    Text("Missing argument"),
    Text("Missing option"),
    Text("Choose from:\n\t{choices}", choices=0),
    Text("Missing command."),
    Text("No such option {name!r}.", name=0),
    Text("No such command {name!r}.", name=0),
    Text("Option {name!r} requires an argument.", name=0),
    Text("Option {name!r} does not take a value.", name=0),
    Text("{value!r} is not one of {choices}.", value=0, choices=0),
    Text("Got unexpected extra argument ({args})", args=0),
    Text("Got unexpected extra arguments ({args})", args=0),
    Text("{value!r} is not a valid {number_type}.", value=0, number_type=0),
    Text("{value} is not in the range {range}.", value=0, range=0),
)
"""Messages of click, which looks them up by `gettext`."""


def _translate_click() -> None:
    """Let click look its messages up in the catalogues."""
    for module in (
        *(click.core, click.decorators, click.exceptions),
        *(click.formatting, click.parser, click.types),
    ):
        for name, function in (("_", _gettext), ("ngettext", _ngettext)):
            if hasattr(module, name):
                setattr(module, name, function)


def _gettext(message: str) -> str:
    from quebra.i18n.catalogue import lookup

    return lookup(message, _language)


def _ngettext(one: str, other: str, n: int) -> str:
    return _gettext(one) if n == 1 else _gettext(other)
