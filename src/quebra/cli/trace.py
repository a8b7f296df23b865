"""The files of `solve --trace`: the numbers or the drawings of an engine's iterations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quebra.cli.common import dim, echo, save
from quebra.cli.language import language, say
from quebra.contract.errors import BadInput
from quebra.contract.results import Outcome
from quebra.engine.trace import Frame
from quebra.i18n.text import Text, Verbatim, names

if TYPE_CHECKING:
    from quebra.render.export import Format

NUMBERS = ".jsonl"
PICTURES: dict[str, Format] = {".svg": "svg", ".png": "png", ".pdf": "pdf"}


class TraceFiles:
    """Collects the frames of an engine, and writes them to files by their suffixes."""

    def __init__(self, paths: Sequence[Path]) -> None:
        for path in paths:
            if path.suffix.lower() not in (NUMBERS, *PICTURES):
                known = names((NUMBERS, *PICTURES))
                raise BadInput(
                    Text("A trace is written to a file that ends in one of {known}.", known=known)
                )
        self.paths = paths
        self.frames: list[Frame] = []

    def write(self, outcome: Outcome[object]) -> None:
        """Write all files, or print that there are no iterations."""
        if self.paths and not self.frames:
            text = Text(
                "Engine {engine} has no iterations to trace.", engine=Verbatim(outcome.engine)
            )
            echo(text, dim, err=True)
            return
        for path in self.paths:
            content = self._numbers() if path.suffix.lower() == NUMBERS else self._pictures(path)
            save(path, content)

    def _numbers(self) -> bytes:
        return b"".join(msgspec.json.encode(frame.numbers) + b"\n" for frame in self.frames)

    def _pictures(self, path: Path) -> bytes:
        from quebra.render.export import encoded
        from quebra.render.sheet import Picture
        from quebra.render.strip import strip

        pictures = [Picture(frame.draw(), say(frame.caption)) for frame in self.frames]
        title = Text("{title}: the iterations", title=pictures[0].drawing.title)
        drawing = strip(pictures, title).in_language(language())
        return encoded([drawing], PICTURES[path.suffix.lower()])
