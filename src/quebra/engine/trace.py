"""The trace of an engine that works in iterations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quebra.i18n.text import Series, Text, Verbatim
from quebra.render import Drawing


@dataclass(frozen=True)
class Frame:
    """One iteration: its numbers, and a drawing of the current state, made on request.

    >>> frame = Frame({"iteration": 1, "distance": 0.5}, lambda: Drawing(1, 1, Text("half"), ()))
    >>> frame.caption, frame.draw().title
    ('iteration 1, distance 0.5', 'half')
    """

    numbers: Mapping[str, int | float]
    draw: Callable[[], Drawing]

    @property
    def caption(self) -> Text:
        """The names and values; the names are those of the file of numbers in all languages."""
        parts = (
            Text("{name} {value:.3g}", name=Verbatim(name.replace("_", " ")), value=value)
            for name, value in self.numbers.items()
        )
        return Text("{parts}", parts=Series(parts))


Trace = Callable[[Frame], None]
