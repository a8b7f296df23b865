"""Running a kernel in slices that keep the budget: plain at first, compiled when it lasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import getsource
from threading import Thread
from typing import Any
from zlib import crc32

from quebra.core.budget import Budget
from quebra.families.symmetry.solve import kernel, prices
from quebra.families.symmetry.solve.kernel import NODES, PAUSED, State
from quebra.families.symmetry.solve.prices import Costs

LONGEST = 61
"""Cells of a line that fit, with one to spare, into the bits of a signed 64-bit integer."""
PLAIN_WORK = 40_000
"""Work done in plain Python, some 0.3 s, before a search is worth compiling."""
PLAIN_SLICE = 4_000
COMPILED_SLICE = 500_000
"""Work between two looks at the budget, some 20 ms. The unit is a cell of a line, or a pair."""

Parts = tuple[Any, ...]
Kernel = Callable[..., int]
Compiled = Callable[[Parts, int], int]


class Run:
    """A kernel and what it works upon.

    A search begins in plain Python, so that nobody waits for a compiler, and goes on compiled when
    it lasts; the compiler works beside it in the meantime.
    """

    def __init__(self, kernel: Kernel, budget: Budget, state: State, *costs: Costs) -> None:
        self.kernel = kernel
        self.budget = budget
        self.parts: Parts = (state, *costs)
        self.done = 0
        longest = max(state.rows, state.cols)
        self.weight = longest ** len(self.parts)
        self.fits = longest <= LONGEST
        self.plain = True

    @property
    def state(self) -> State:
        """The state as it is now."""
        state: State = self.parts[0]
        return state

    def go(self, most: int | None = None) -> int:
        """Go on until the kernel ends with something, or that much work is done."""
        until = None if most is None else self.done + most
        ended = PAUSED
        while ended == PAUSED and (until is None or self.done < until):
            self._hasten()
            self.budget.pause()
            work = PLAIN_SLICE if self.plain else COMPILED_SLICE
            nodes = self.state.at[NODES]
            ended = self._slice(max(1, work // self.weight))
            self.done += work
            self.budget.spend(int(self.state.at[NODES] - nodes))
        return ended

    def _slice(self, work: int) -> int:
        if self.plain:
            return self.kernel(*self.parts, work)
        return compiled(self.kernel)(self.parts, work)

    def _hasten(self) -> None:
        """Change over to the compiled kernel as soon as it is there."""
        if self.plain and self.fits:
            if self.done > PLAIN_WORK:
                _compiler(self.kernel)
            if self.kernel in _ready:
                self.parts = tuple(_as_arrays(part) for part in self.parts)
                self.plain = False


_ready: dict[Kernel, Compiled] = {}


@cache
def _compiler(kernel: Kernel) -> Thread:
    thread = Thread(target=compiled, args=(kernel,), daemon=True)
    thread.start()
    return thread


def compiled(function: Kernel) -> Compiled:
    """A kernel compiled; the first call on a machine compiles it, later ones load it."""
    if function not in _ready:
        _ready[function] = _compile(function)
    return _ready[function]


def _compile(function: Kernel) -> Compiled:
    from numba import njit, types
    from numba.extending import register_jitable

    for part in (*kernel.PARTS, *prices.PARTS):
        register_jitable(part)
    numbers = types.int64[::1]
    fields = [types.int64] * 3 + [numbers] * (len(State._fields) - 3)
    parts: list[Any] = [types.NamedTuple(fields, State)]  # type: ignore[no-untyped-call]
    if function is prices.cheapen:
        count = len(Costs._fields)
        parts.append(types.NamedUniTuple(numbers, count, Costs))  # type: ignore[no-untyped-call]
    search = njit(cache=True, nogil=True)(_stamped(function))
    search.compile((types.Tuple(parts), types.int64))  # type: ignore[no-untyped-call]
    return search


def _stamped(function: Kernel) -> Compiled:
    """The same with a mark of its sources, so that numba's cache never serves older ones."""
    stamp = crc32((getsource(kernel) + getsource(prices)).encode())

    def run(parts: Parts, work: int) -> int:
        return function(*parts, work) if stamp >= 0 else 0

    return run


def _as_arrays(part: Any) -> Any:
    """The same numbers for a compiled kernel."""
    import numpy as np

    return type(part)(
        *(np.array(each, dtype=np.int64) if isinstance(each, list) else each for each in part)
    )
