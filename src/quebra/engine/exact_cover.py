"""Exact cover: all choices of options that use every piece and cover every required cell once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.errors import Cut
from quebra.engine import cover_kernel
from quebra.engine.budget import Budget
from quebra.engine.cover_kernel import Cover, new_cover
from quebra.engine.kernels import Ended, Kernels, Runner, Slices

KERNELS = Kernels((cover_kernel.search,), cover_kernel)
SLICES = Slices(plain=40, compiled=8_000)
"""Nodes between two checks of the budget."""
LARGEST = 50_000_000
"""The most entries in the lists of possible options."""


def covers(
    cells: int,
    required: int,
    counts: Sequence[int],
    options: Sequence[tuple[int, Sequence[int]]],
    budget: Budget,
) -> Iterator[list[int]]:
    """The numbers of the options of each cover; an option is a kind of piece and its cells.

    Of each kind as many options are chosen as `counts` says, and the `required` first cells are
    covered.

    >>> [*covers(3, 3, [1, 1], [(0, [0, 1]), (0, [1, 2]), (1, [2])], Budget())]
    [[0, 2]]
    """
    if sum(counts) * len(options) > LARGEST:
        raise Cut("memory")
    if not any(counts):
        if not required:
            yield []
        return
    runner = Runner(KERNELS, budget, new_cover(cells, required, counts, options))
    while runner.run_slices(cover_kernel.search, SLICES) == Ended.FOUND:
        cover: Cover = runner.parts[0]
        yield [int(option) for option in cover.chosen]
