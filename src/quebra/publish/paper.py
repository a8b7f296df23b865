"""The paper of a document: its size and margins in millimetres, and the size of its text."""

from __future__ import annotations

from typing import Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.i18n.text import Text
from quebra.render import Theme

PaperName = Literal["a4", "letter", "a5"]
SIZES: dict[PaperName, tuple[float, float]] = {
    "a4": (210, 297),
    "letter": (215.9, 279.4),
    "a5": (148, 210),
}
"""Width and height in millimetres."""
MARGINS: dict[PaperName, float] = {"a4": 18, "letter": 18, "a5": 13}
SMALLEST_AREA = 60
"""The smallest width and height between the margins."""
TEXT_POINTS, LARGE_TEXT_POINTS = 10.0, 14.0
MILLIMETRES = 25.4 / 72
"""Millimetres of a point."""


class Paper(msgspec.Struct, frozen=True):
    """A paper with margins; the `gutter` is added where the sheets are bound.

    >>> Paper("a5", gutter=5).area
    (117, 184)
    """

    name: PaperName = "a4"
    margin: float | None = None
    gutter: float = 0
    large: bool = False
    grey: bool = False

    def __post_init__(self) -> None:
        if min(self.area) < SMALLEST_AREA:
            raise BadInput(Text("The margins leave too little of the page."))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole page."""
        return SIZES[self.name]

    @property
    def edge(self) -> float:
        """The margin on all four sides."""
        return MARGINS[self.name] if self.margin is None else self.margin

    @property
    def area(self) -> tuple[float, float]:
        """Width and height between the margins."""
        width, height = self.size
        return width - 2 * self.edge - self.gutter, height - 2 * self.edge

    @property
    def points(self) -> float:
        """The font size of running text, in points."""
        return LARGE_TEXT_POINTS if self.large else TEXT_POINTS

    @property
    def line(self) -> float:
        """The height of a line of text, in millimetres."""
        return 1.45 * self.points * MILLIMETRES

    @property
    def theme(self) -> Theme:
        """The colours of pictures."""
        return "grey" if self.grey else "print"

    @property
    def data(self) -> dict[str, float]:
        """What templates know of the paper; lengths are in millimetres."""
        width, height = self.size
        return {
            "width": width,
            "height": height,
            "margin": self.edge,
            "gutter": self.gutter,
            "points": self.points,
        }
