"""Shuffled boards with planted deadlocks, which may be boards that cannot be cleared."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.random import Source
from quebra.families.shisen.generate.planted import plant_deadlocks, shuffled_board
from quebra.families.shisen.model import Shisen
from quebra.grid.cells import cells


def with_deadlocks(
    tiles: Sequence[str],
    size: tuple[int, int],
    number: int,
    source: Source,
    kinds: int | None = None,
) -> Shisen | None:
    """A shuffled board of these tiles with a number of deadlocks; None if they do not fit."""
    places = list(cells(*size))
    planted = plant_deadlocks(tiles, places, number, source, kinds)
    return None if planted is None else shuffled_board(size, places, tiles, planted, source)
