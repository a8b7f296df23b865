"""Finds the name of a figure: puzzles do not carry it, so that equal puzzles are equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from quebra.families.tangram.figures.files import named_figures
from quebra.families.tangram.figures.named import NamedFigure
from quebra.families.tangram.model import Piece, Tangram, placed_regions
from quebra.families.tangram.sets import SETS, piece_set
from quebra.geometry.edges import Edge, box_around, edges_of
from quebra.i18n.text import Name, Text

Box = tuple[float, ...]
DIGITS = 4
"""Boxes are compared after rounding to this many decimals."""


@lru_cache(maxsize=256)
def figure_name(puzzle: Tangram) -> Text | None:
    """The name of the figure of a set that ships; None if it is another figure.

    >>> from quebra.families.tangram.figures import figure_puzzle
    >>> figure_name(figure_puzzle("classic", "swan"))
    'swan'
    """
    set_name = _set_names().get(_piece_names(puzzle.pieces))
    if set_name is None or puzzle.pieces != piece_set(set_name).puzzle().pieces:
        return None
    if found := _set_figures(set_name).get(puzzle.figure):
        return Name(found)
    for named in _figures_by_box(set_name).get(_box(edges_of(puzzle.target)), ()):
        if named.puzzle().figure == puzzle.figure:
            return named.title
    return None


def _piece_names(pieces: Iterable[Piece]) -> tuple[tuple[str, int], ...]:
    return tuple((piece.name, piece.count) for piece in pieces)


@cache
def _set_names() -> Mapping[tuple[tuple[str, int], ...], str]:
    return {_piece_names(found.pieces): name for name, found in SETS.items()}


@cache
def _set_figures(set_name: str) -> Mapping[str, str]:
    """The names of the figures that belong to the set itself, by outline."""
    chosen = piece_set(set_name)
    return {chosen.puzzle(name).figure: name for name in chosen.figures}


@cache
def _figures_by_box(set_name: str) -> Mapping[Box, list[NamedFigure]]:
    """The named figures of a set by bounding box, which is much faster to find than an outline."""
    pieces = piece_set(set_name).puzzle()
    found: dict[Box, list[NamedFigure]] = defaultdict(list)
    for figure in named_figures(set_name).values():
        regions = (region for _, region in placed_regions(pieces, figure.answer()))
        found[_box(edge for region in regions for edge in edges_of(region))].append(figure)
    return found


def _box(edges: Iterable[Edge]) -> Box:
    return tuple(round(length, DIGITS) + 0.0 for length in box_around(edges))
