"""The file that `quebra draw` writes: its format, its options, and where it goes."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click

from quebra.cli.common import BAD_INPUT, echo_drawing, echo_json, save, stop, usage_error
from quebra.cli.language import language
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text, Verbatim, sentences
from quebra.render import Drawing, Theme
from quebra.render.animation import to_apng
from quebra.render.export import SUFFIXES, Format, PictureOptions, encoded, format_of
from quebra.render.sheet import Picture, stacked

HTML, APNG = "html", "apng"
"""The formats that are not made from pages."""
BINARY = ("png", "pdf", APNG)
FORMATS = {**SUFFIXES, ".html": HTML, ".apng": APNG}


def format_wanted(wanted: str | None, path: Path | None) -> str:
    """The format of the output, as given or by the suffix of the file."""
    if path is None:
        return wanted or "text"
    by_suffix = FORMATS.get(path.suffix.lower())
    if wanted and by_suffix and wanted != by_suffix:
        raise usage_error(
            Text(
                "The file {name} ends in {suffix}, but --to is {format}.",
                name=quoted(path.name, MAX_PATH),
                suffix=Verbatim(path.suffix.lower()),
                format=Verbatim(wanted),
            )
        )
    try:
        return wanted or by_suffix or format_of(path, FORMATS)
    except ValueError as error:
        stop(sentences(error.args[0], Text("Use --to.")), BAD_INPUT)


@dataclass(frozen=True)
class PictureFile:
    """A file to write, or standard output; as JSON if `as_json` is set."""

    format: str
    output: str | None
    theme: Theme | None
    options: PictureOptions
    as_json: bool

    def admit(self) -> None:
        """Refuse options that the format does not have."""
        options, kind = self.options, self.format
        if options.outlined and kind != "svg":
            raise usage_error(Text("--outlines is for SVG; PNG and PDF need no font either."))
        if options.width and kind not in ("svg", "png", APNG):
            raise usage_error(Text("--width is for SVG, PNG and APNG."))
        if options.dpi and kind not in ("png", APNG):
            raise usage_error(Text("--dpi is for PNG and APNG."))
        if options.transparent and kind not in ("svg", "png", "pdf"):
            raise usage_error(Text("--transparent is for SVG, PNG and PDF."))
        if kind in BINARY and not (self.output or self.as_json) and sys.stdout.isatty():
            raise usage_error(
                Text(
                    "A terminal cannot show {format}: name a file with -o.",
                    format=Verbatim(kind.upper()),
                )
            )

    def write_pages(self, sheets: Sequence[Drawing], puzzles: Sequence[Puzzle]) -> None:
        """Write pages."""
        if self.format == "text" and not (self.output or self.as_json):
            echo_drawing(stacked(sheets))
            return
        try:
            translated = [sheet.in_language(language()) for sheet in sheets]
            content = encoded(translated, cast(Format, self.format), self.theme, self.options)
        except ValueError as error:
            raise BadInput(error.args[0]) from None
        self.write(content, puzzles)

    def write_animation(self, pictures: Sequence[Picture], puzzles: Sequence[Puzzle]) -> None:
        """Write pictures with captions as an animation."""
        try:
            content = to_apng(pictures, self.theme or "light", self.options)
        except ValueError as error:
            raise BadInput(error.args[0]) from None
        self.write(content, puzzles)

    def write(self, content: bytes, puzzles: Sequence[Puzzle]) -> None:
        """Write the content; JSON names the families of the puzzles."""
        if self.output:
            save(self.output, content)
        if self.as_json:
            family = ",".join(dict.fromkeys(puzzle.family for puzzle in puzzles))
            text = (b64encode(content) if self.format in BINARY else content).decode()
            echo_json({"family": family, "format": self.format, "content": text})
        elif not self.output:
            click.echo(content, nl=False)
