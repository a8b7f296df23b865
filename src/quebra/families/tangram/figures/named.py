"""The type of a named figure, and the categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quebra.families.tangram.figures.arranged import silhouette_puzzle
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.sets import piece_set
from quebra.i18n.text import Name, Text

Category = Literal[
    "animals",
    "birds",
    "people",
    "letters",
    "digits",
    "boats",
    "buildings",
    "nature",
    "things",
    "shapes",
    "paradoxes",
]
"""The categories of named figures."""

CATEGORY_TITLES: dict[Category, Text] = {
    "animals": Text("Animals"),
    "birds": Text("Birds"),
    "people": Text("People"),
    "letters": Text("Letters"),
    "digits": Text("Digits"),
    "boats": Text("Boats"),
    "buildings": Text("Buildings"),
    "nature": Text("Nature"),
    "things": Text("Things"),
    "shapes": Text("Shapes"),
    "paradoxes": Text("Paradoxes"),
}


@dataclass(frozen=True)
class NamedFigure:
    """A figure with a name: the set whose pieces form it, and an arrangement of them.

    `pair` is the name of the other figure of a paradox: both have all the pieces, and one of them
    seems to have a piece less.
    """

    name: str
    set_name: str
    category: Category
    places: tuple[Placement, ...]
    pair: str | None = None

    @property
    def title(self) -> Text:
        """The name as a text, which has translations."""
        return Name(self.name)

    def puzzle(self) -> Tangram:
        """The puzzle to form the figure."""
        return silhouette_puzzle(piece_set(self.set_name).puzzle(), self.answer())

    def answer(self) -> Assembly:
        """The assembly that forms the figure."""
        return Assembly(places=self.places)
