"""Size limits of outlines: input that would take long to process is refused at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from quebra.contract.errors import BadInput
from quebra.geometry.edges import Box, Curve, Edge
from quebra.geometry.spatial_index import close_pairs
from quebra.i18n.text import Text

MAX_EDGES = 4_000
"""Edges of all outlines of a puzzle together."""
MAX_CONTOURS = 100
"""Contours of one outline."""
MAX_OUTLINE_LENGTH = 500_000
"""Characters of the path data of one outline."""
MAX_CLOSE_PAIRS = 20_000
"""Pairs of edges of one outline whose boxes overlap; usual outlines have a few for each edge."""
EDGES_PER_CURVE = 20
"""Edges that a curve counts as: it is replaced by at most 512 arcs."""


def edge_count(edges: Iterable[Edge]) -> int:
    """The number of edges, where a curve counts as `EDGES_PER_CURVE`.

    >>> edge_count([Curve(0, 1, 2, 3)])
    20
    """
    return sum(EDGES_PER_CURVE if isinstance(edge, Curve) else 1 for edge in edges)


def refuse_too_close(boxes: Sequence[Box], margin: float, what: Text) -> None:
    """Raise `BadInput` where more than `MAX_CLOSE_PAIRS` pairs of boxes come within the margin."""
    if len(list(islice(close_pairs(boxes, margin), MAX_CLOSE_PAIRS + 1))) > MAX_CLOSE_PAIRS:
        raise BadInput(
            Text("{outline} has too many edges that are close together or cross.", outline=what)
        )
