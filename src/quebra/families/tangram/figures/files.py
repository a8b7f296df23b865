"""Reads named figures from TOML files, one for each set of pieces.

    [birds]
    swan = { places = "0 0 45, 1+r2 0, …" }

The placements of a figure are in the order of the pieces of the set, copies one after the other,
in the notation of the sets. Figures of a pair name one another as `pair`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from quebra.families.tangram.figures.named import Category, NamedFigure
from quebra.families.tangram.sets import piece_set
from quebra.families.tangram.sets.files import placement


class _FigureData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure in the form of the file."""

    places: str
    pair: str | None = None


@cache
def named_figures(set_name: str) -> Mapping[str, NamedFigure]:
    """The named figures of a set; empty if it has none.

    >>> named_figures("classic")["swan"].category
    'birds'
    >>> len(named_figures("egg"))
    0
    """
    file = files(__package__) / "data" / f"{set_name}.toml"
    if not file.is_file():
        return MappingProxyType({})
    tables = msgspec.convert(
        tomllib.loads(file.read_text(encoding="utf-8")), dict[Category, dict[str, _FigureData]]
    )
    kinds = [
        kind for kind, piece in enumerate(piece_set(set_name).pieces) for _ in range(piece.count)
    ]
    return MappingProxyType(
        {
            name: _figure(name, set_name, category, data, kinds)
            for category, figures in tables.items()
            for name, data in figures.items()
        }
    )


def _figure(
    name: str, set_name: str, category: Category, data: _FigureData, kinds: list[int]
) -> NamedFigure:
    spots = data.places.split(", ")
    places = tuple(placement(kind, spot) for kind, spot in zip(kinds, spots, strict=True))
    return NamedFigure(name, set_name, category, places, data.pair)
