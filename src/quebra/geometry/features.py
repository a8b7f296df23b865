"""Sizes of small features of an outline: short edges, nearly flat vertices, narrow passages."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.geometry.edges import Contours, Line, cross, edges_of
from quebra.geometry.spatial_index import close_pairs


def features_below(contours: Contours, limit: float) -> Iterator[float]:
    """The sizes of the features of an outline that are smaller than a limit.

    >>> from quebra.geometry.edges import chained
    >>> [round(size, 6) for size in features_below([chained([0, 1 + 0.01j, 2, 1j])], 0.1)]
    [0.01]
    """
    found = (*edge_lengths(contours), *_bends(contours), *distances_below(contours, limit))
    return (size for size in found if size < limit)


def edge_lengths(contours: Contours) -> Iterator[float]:
    """The lengths of the edges of all contours."""
    return (edge.length for edge in edges_of(contours))


def _bends(contours: Contours) -> Iterator[float]:
    """The distances of vertices between straight edges from the line through their neighbours."""
    for contour in contours:
        for before, after in zip((contour[-1], *contour), contour, strict=False):
            if isinstance(before, Line) and isinstance(after, Line):
                along = after.end - before.start
                if along:
                    yield abs(cross(along, after.start - before.start)) / abs(along)


def distances_below(contours: Contours, limit: float) -> Iterator[float]:
    """The distances below a limit, and some above, of vertices from edges that do not end there."""
    edges = edges_of(contours)
    for pair in close_pairs([edge.box for edge in edges], limit / 2):
        for i, j in (pair, pair[::-1]):
            spot, edge = edges[i].start, edges[j]
            if spot not in (edge.start, edge.end):
                yield abs(edge.at(edge.nearest(spot)) - spot)
