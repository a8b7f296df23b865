"""quebra convert"""

from __future__ import annotations

from base64 import b64decode

import click

from quebra.cli.common import (
    echo_json,
    errors_as_messages,
    json_option,
    loaded,
    puzzle_argument,
    save,
    usage_error,
)
from quebra.cli.language import option
from quebra.cli.options import request_options
from quebra.contract.codec import choose_codec
from quebra.contract.registry import family_of
from quebra.engine.budget import Budget
from quebra.i18n.text import Text, Verbatim
from quebra.service import verbs
from quebra.service.arguments import read_named_value
from quebra.service.requests import NOTHING, Convert


@click.command()
@puzzle_argument
@request_options(Convert)
@option(
    "--answer",
    metavar="A",
    help=Text("Write this answer to it instead: a path, -, or the answer itself."),
)
@option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help=Text("An option of the format; may be repeated. See `quebra families NAME`."),
)
@option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help=Text("A file to write; formats that are not text need one."),
)
@json_option
def command(
    source: str,
    family: str | None,
    format: str | None,
    to: str,
    answer: str | None,
    options: tuple[str, ...],
    output: str | None,
    as_json: bool,
) -> None:
    if source == answer == "-":
        raise usage_error(Text("INPUT and ANSWER cannot both be standard input."))
    with loaded(source, family, format) as puzzle:
        with errors_as_messages(answer or ""):
            attempt = verbs.load_answer(puzzle, answer) if answer else None
        given = dict(map(read_named_value, options))
        request = Convert(puzzle=puzzle, to=to, answer=attempt or NOTHING, options=given)
        converted = request.run(Budget())
    if as_json:
        echo_json(converted)
        return
    binary = attempt is None and choose_codec(family_of(puzzle).formats.puzzles, to).binary
    if output:
        text = converted.text.removesuffix("\n")
        content = b64decode(text) if binary else f"{text}\n".encode()
        with errors_as_messages():
            save(output, content)
    elif binary:
        raise usage_error(
            Text("A terminal cannot show {format}: name a file with -o.", format=Verbatim(to))
        )
    else:
        click.echo(converted.text.removesuffix("\n"))
