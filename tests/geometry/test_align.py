"""Motions that bring a figure onto an assembly."""

from __future__ import annotations

from quebra.geometry.align import refined
from quebra.geometry.edges import Line
from quebra.geometry.motion import Motion


def test_edges_that_are_nearly_parallel_do_not_send_the_figure_away() -> None:
    """Least squares moved such a figure by thousands, where no polygon can be told."""
    figure = [(Line(0, 10), Line(10, 20 + 1e-6j))]
    pieces = [[(Line(1e-3j, 10 + 1e-3j),)], [(Line(10, 20 + 1e-6j),)]]
    motion = refined(Motion(), figure, pieces, tolerance=1e-3)
    assert all(abs(motion(edge.start) - edge.start) <= 0.1 for edge in figure[0])
