"""Kernels that run twice: as they are on lists at first, and compiled on arrays when work lasts.

A kernel is a function of named tuples, of numbers and flat sequences of 64-bit integers, and of
plain numbers after those; it returns a number. Nobody waits for a compiler: work begins in plain
Python, the compiler runs beside it, and what it makes is kept on disk for the next time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import getmembers, getsource, isfunction, signature
from threading import Lock, Thread, local
from types import ModuleType
from typing import Any
from zlib import crc32

from quebra.engine.budget import Budget

Kernel = Callable[..., int]
Parts = tuple[Any, ...]
Compiled = Callable[[Parts, tuple[int, ...]], int]

PLAIN_SECONDS = 0.3
"""Work in plain Python, over all searches of a process, before compiling is worth it."""


class Kernels:
    """Kernels that work upon the same parts, and the modules of all functions that they call.

    >>> from types import ModuleType
    >>> def add(state, number):
    ...     state[0] += number
    ...     return state[0]
    >>> Runner(Kernels((add,), ModuleType("none")), Budget(), [1]).run(add, 2)
    3
    """

    def __init__(self, functions: tuple[Kernel, ...], *modules: ModuleType) -> None:
        self.functions = functions
        self.modules = modules
        self.compiled: dict[Kernel, Compiled] = {}
        self.plain_seconds = 0.0
        self._thread: Thread | None = None

    def hasten(self, parts: Parts) -> None:
        """Compile beside the work, once."""
        if self._thread is None:
            self._thread = Thread(
                target=self._try_to_compile, args=(parts,), name="compile", daemon=True
            )
            self._thread.start()

    def _try_to_compile(self, parts: Parts) -> None:
        # Where that cannot be, the answers are the same, and only slower.
        with suppress(Exception):
            self.compile(parts)

    def compile(self, parts: Parts) -> None:
        """Compile for parts like these; the first time on a machine, or else load."""
        import numba

        njit: Any = numba.njit
        typeof: Any = numba.typeof
        tuple_of: Any = numba.types.Tuple
        with _compiling:
            if self.compiled:
                return
            _silence_pulse()
            _enable(self.modules)
            kinds = tuple_of([typeof(as_arrays(part)) for part in parts])
            stamp = crc32("".join(map(getsource, self.modules)).encode())
            ready: dict[Kernel, Compiled] = {}
            for function in self.functions:
                count = len(signature(function).parameters) - len(parts)
                # Kernels own nothing; counting references to arrays would take most of their time.
                run = njit(cache=True, nogil=True, _nrt=False)(_stamped(function, stamp))
                run.compile((kinds, tuple_of([numba.types.int64] * count)))
                ready[function] = run
            self.compiled = ready


class Runner:
    """What kernels work upon, and the budget that they keep.

    Compiled kernels know only 64 bits: `fits` tells whether those are enough.
    """

    def __init__(self, kernels: Kernels, budget: Budget, *parts: Any, fits: bool = True) -> None:
        self.budget = budget
        self.parts: Parts = parts
        self.plain = True
        self._kernels = kernels
        self._fits = fits

    def run(self, kernel: Kernel, *numbers: int) -> int:
        """What the kernel says of the parts and these numbers."""
        if self.plain and self._fits:
            self._hasten()
        if not self.plain:
            return self._kernels.compiled[kernel](self.parts, numbers)
        started = time.perf_counter()
        _keeper.budget = self.budget
        try:
            return kernel(*self.parts, *numbers)
        finally:
            _keeper.budget = None
            self._kernels.plain_seconds += time.perf_counter() - started

    def _hasten(self) -> None:
        """Change over to the compiled kernels as soon as they are there."""
        if self._kernels.compiled:
            self.parts = tuple(as_arrays(part) for part in self.parts)
            self.plain = False
        elif self._kernels.plain_seconds > PLAIN_SECONDS:
            self._kernels.hasten(self.parts)


def pulse() -> None:
    """For kernels to call now and then: keeps the budget in plain Python, nothing when compiled."""
    budget: Budget | None = getattr(_keeper, "budget", None)
    if budget is not None:
        budget.pause()


def as_arrays(part: Any) -> Any:
    """The same numbers for a compiled kernel."""
    import numpy as np

    return type(part)(
        *(np.array(each, dtype=np.int64) if isinstance(each, list) else each for each in part)
    )


_keeper = local()
_compiling = Lock()
_enabled: set[Kernel] = set()


def _enable(modules: tuple[ModuleType, ...]) -> None:
    """Let numba compile the functions of these modules where a kernel calls them."""
    from numba.extending import register_jitable

    for module in modules:
        for _, function in getmembers(module, isfunction):
            if function not in _enabled and function.__module__ == module.__name__:
                _enabled.add(function)
                register_jitable(function)


@cache
def _silence_pulse() -> None:
    from numba.extending import overload

    overload(pulse)(lambda: lambda: None)


def _stamped(function: Kernel, stamp: int) -> Compiled:
    """The same under a name of its own, by which numba keeps it on disk.

    The stamp of its sources in that name never lets older ones be served, and a file for each
    kernel lets several processes compile at once.
    """

    def run(parts: Parts, numbers: tuple[int, ...]) -> int:
        return function(*(parts + numbers))

    run.__qualname__ = f"{function.__module__}.{function.__qualname__}.{stamp:x}"
    return run
