"""The trace of an engine that works in iterations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quebra.render import Drawing


@dataclass(frozen=True)
class Frame:
    """One iteration: its numbers, and a drawing of the current state, made on request.

    >>> frame = Frame({"iteration": 1, "distance": 0.5}, lambda: Drawing(1, 1, "half way", ()))
    >>> frame.caption, frame.draw().title
    ('iteration 1, distance 0.5', 'half way')
    """

    numbers: Mapping[str, int | float]
    draw: Callable[[], Drawing]

    @property
    def caption(self) -> str:
        """The names and values as text."""
        return ", ".join(
            f"{name.replace('_', ' ')} {value:.3g}" for name, value in self.numbers.items()
        )


Trace = Callable[[Frame], None]
