"""Figures from arrangements: the silhouette of placed pieces as a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quebra.contract.results import BrokenRules
from quebra.families.tangram.model import Assembly, Placement, Tangram, admit_places, placed_regions
from quebra.families.tangram.rules import check
from quebra.families.tangram.silhouette import rounded_region
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.outline import write_outline
from quebra.geometry.region import merged


def figure_of(pieces: Tangram, places: Sequence[Placement]) -> Tangram:
    """The puzzle whose figure is the silhouette of an arrangement of all its pieces.

    The figure of `pieces` is not used. Raises `BrokenRules` if pieces overlap or are missing.

    >>> from quebra.families.tangram.model import Piece
    >>> half = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> halves = Tangram(pieces=(half,), figure="M0 0 H1 V1 H0 Z")
    >>> figure_of(halves, [Placement(0, 0, 0), Placement(0, 2, 0, 180, flip=True)]).figure
    'M0 0 L2 0 L1 1 Z'
    """
    answer = Assembly(places=tuple(places))
    admit_places(pieces, answer)
    puzzle = silhouette_puzzle(pieces, answer)
    if violations := check(puzzle, answer):
        raise BrokenRules(violations[0].text, violations)
    return puzzle


def silhouette_puzzle(pieces: Tangram, answer: Assembly) -> Tangram:
    """The puzzle whose figure is the union of placed pieces, which must be right."""
    regions = [region for _, region in placed_regions(pieces, answer)]
    tolerance = pieces.tolerance_used
    contours = Arrangement(regions, tolerance).contours(bool)
    outline = tuple(merged(contour, tolerance) for contour in contours)
    return msgspec.structs.replace(pieces, figure=write_outline(rounded_region(outline)))
