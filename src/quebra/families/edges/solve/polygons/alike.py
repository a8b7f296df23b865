"""Which fillings are the same but for a turn of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.polygons import Side, figure_sides, piece_sides, tolerance
from quebra.geometry.edges import Point, box_of

ROUGHLY = 10
"""Points are told in steps of so many tolerances."""
ASIDE = 0.3819660113
"""By how many steps, so that numbers with few digits do not lie between two."""

Picture = tuple[tuple[int, ...], ...]


def polygons_alike(puzzle: Edges, answer: Filling) -> Picture:
    """What a filling looks like in the first of all turns that leave the figure as it is.

    >>> from quebra.families.edges.model import Laid
    >>> square, half = ((0, 0), (2, 0), (2, 2), (0, 2)), ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> pieces = ((0, 0, 1, 0), (1, 0, 0, 0))
    >>> puzzle = Edges(
    ...     pieces, shape="polygon", outlines=(half,) * 2, figure=square, frame=0, rotate=True
    ... )
    >>> flat = Filling(places=(Laid(0, 0, 0), Laid(1, 0, 1)))
    >>> upright = Filling(places=(Laid(0, 2, 0, 1), Laid(1, 1, 0, 1)))
    >>> polygons_alike(puzzle, flat) == polygons_alike(puzzle, upright)
    True
    """
    rim = figure_sides(puzzle)
    left, low, right, high = box_of(tuple(side.start for side in rim))
    middle, step = complex(left + right, low + high) / 2, ROUGHLY * tolerance(puzzle)
    turns = range(4) if puzzle.turns_freely else range(1)
    still = _picture(rim, middle, 0, step)
    sides = [side for laid in answer.places for side in piece_sides(puzzle, laid)]
    return min(
        _picture(sides, middle, turn, step)
        for turn in turns
        if _picture(rim, middle, turn, step) == still
    )


def _picture(sides: Sequence[Side], middle: Point, turn: int, step: float) -> Picture:
    return tuple(
        sorted(
            (*_steps((side.start - middle, side.end - middle), turn, step), side.colour or 0)
            for side in sides
        )
    )


def _steps(points: Iterable[Point], turn: int, step: float) -> list[int]:
    turned = [point * 1j**turn for point in points]
    return [round(at / step + ASIDE) for point in turned for at in (point.real, point.imag)]
