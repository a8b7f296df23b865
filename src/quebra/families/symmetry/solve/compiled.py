"""The kernel compiled by numba: imported and compiled only when a search lasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Thread

from quebra.families.symmetry.solve import kernel
from quebra.families.symmetry.solve.kernel import State

LONGEST = 61
"""Cells of a line that fit, with one to spare, into the bits of a signed 64-bit integer."""

Search = Callable[[State, int], int]


def fits(state: State) -> bool:
    """Whether the lines of a board are short enough for the compiled kernel."""
    return max(state.rows, state.cols) <= LONGEST


@cache
def compiled_search() -> Search:
    """The compiled search; the first call on a machine compiles it, later ones load it."""
    from numba import njit, types
    from numba.extending import register_jitable

    for part in kernel.PARTS:
        register_jitable(part)
    search = njit(cache=True, nogil=True)(kernel.search)
    numbers = types.int64[::1]
    fields = [types.int64] * 3 + [numbers] * (len(State._fields) - 3)
    board = types.NamedTuple(fields, State)  # type: ignore[no-untyped-call]
    search.compile((board, types.int64))
    return search


@cache
def _compiler() -> Thread:
    thread = Thread(target=compiled_search, daemon=True)
    thread.start()
    return thread


def ready(begin: bool) -> bool:
    """Whether the compiled search is there; if not, begin to compile it beside the other work."""
    if begin:
        return not _compiler().is_alive()
    return compiled_search.cache_info().currsize > 0


def as_arrays(state: State) -> State:
    """The same state for the compiled search."""
    import numpy as np

    return State(
        *state[:3],
        *(np.array(numbers, dtype=np.int64) for numbers in state[3:]),  # type: ignore[arg-type]
    )
