"""Kernels: search loops that run in plain Python at first and compiled by numba when work lasts.

A kernel is a function that takes named tuples (integers and flat sequences of 64-bit integers) and
then plain integers, and returns an integer. The same source runs twice: on lists in plain Python,
and on numpy arrays when compiled. A search never waits for the compiler: it starts in plain Python
while a background thread compiles, and the compiled code is cached on disk.

A kernel that may run long works in slices, between which the budget is checked. It returns `Ended`,
keeps its position in the state, and counts its work in `at[NODES]` of its first named tuple.
"""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from enum import IntEnum
from functools import cache
from inspect import getmembers, getsource, isfunction, signature
from threading import Lock, Thread, local
from threading import enumerate as enumerate_threads
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from zlib import crc32

from quebra.engine.budget import Budget

if TYPE_CHECKING:
    from quebra.engine.native import NativePart

Kernel = Callable[..., int]
Parts = tuple[Any, ...]
Inlined = TypeVar("Inlined", bound=Kernel)
Compiled = Callable[[tuple["NativePart", ...], tuple[int, ...]], int]

PLAIN_SECONDS = 0.3
"""Time spent in plain Python, over all searches of a process, before compiling is worth it."""
COMPILER = "compile"
"""The name of threads that compile."""
NODES = 0
"""The slot of `at` in which every sliced kernel counts its work, such as pieces placed."""


class Ended(IntEnum):
    """How a slice of a kernel ended: the search is over, has a result, or used up its work."""

    EXHAUSTED = 0
    FOUND = 1
    PAUSED = 2


_ENDED = tuple(Ended)


class Slices(NamedTuple):
    """The work of a kernel between two checks of the budget: about 20 ms."""

    plain: int
    compiled: int


class Kernels:
    """Kernels that work on the same parts, and the modules of all functions that they call.

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

    def compile_in_background(self, parts: Parts) -> None:
        """Start the compiler in a thread, the first time this is called."""
        if self._thread is None:
            self._thread = Thread(
                target=self._try_to_compile, args=(parts,), name=COMPILER, daemon=True
            )
            self._thread.start()

    def _try_to_compile(self, parts: Parts) -> None:
        # Where numba fails, searches stay in plain Python: slower, with the same results.
        with suppress(Exception):
            self.compile(parts)

    def compile(self, parts: Parts) -> None:
        """Compile for parts of these types, or load from the cache on disk."""
        import numba

        from quebra.engine import native

        njit: Any = numba.njit
        typeof: Any = numba.typeof
        tuple_of: Any = numba.types.Tuple
        with _compiling:
            if self.compiled:
                return
            _enable_helpers()
            _enable(self.modules)
            types = tuple_of([typeof(native.NativePart(as_arrays(part))) for part in parts])
            stamp = crc32("".join(map(getsource, (native, *self.modules))).encode())
            ready: dict[Kernel, Compiled] = {}
            for function in self.functions:
                count = len(signature(function).parameters) - len(parts)
                # Kernels own nothing; counting references to arrays would take most of their time.
                run = njit(cache=True, nogil=True, _nrt=False)(_stamped(function, stamp))
                run.compile((types, tuple_of([numba.types.int64] * count)))
                ready[function] = run
            self.compiled = ready


def finish_compiling() -> None:
    """Wait for the compiler, whose CPU time would count for the search that is measured next."""
    for thread in enumerate_threads():
        if thread.name == COMPILER:
            thread.join()


class Runner:
    """Runs kernels on parts, under a budget: in plain Python until they are compiled.

    `fits` is False where numbers need more than 64 bits: such kernels are never compiled.
    """

    def __init__(self, kernels: Kernels, budget: Budget, *parts: Any, fits: bool = True) -> None:
        self.budget = budget
        self.parts: Parts = parts
        self.is_compiled = False
        self._native: tuple[NativePart, ...] = ()
        self._kernels = kernels
        self._fits = fits

    def run(self, kernel: Kernel, *numbers: int) -> int:
        """Call the kernel with the parts and these numbers."""
        if not self.is_compiled and self._fits:
            self._switch_if_compiled()
        if self.is_compiled:
            return self._kernels.compiled[kernel](self._native_parts(), numbers)
        started = time.perf_counter()
        _checked.budget = self.budget
        try:
            return kernel(*self.parts, *numbers)
        finally:
            _checked.budget = None
            self._kernels.plain_seconds += time.perf_counter() - started

    def run_slices(
        self,
        kernel: Kernel,
        slices: Slices,
        most: int | None = None,
        after_slice: Callable[[], None] | None = None,
    ) -> Ended:
        """Run a kernel slice by slice until it ends, or has done `most` work and is paused.

        The last argument of the kernel is the work of a slice. The budget is charged with the
        growth of `at[NODES]`, after `after_slice` was called.
        """
        ended, done = Ended.PAUSED, 0
        while ended == Ended.PAUSED and (most is None or done < most):
            self.budget.pause()
            work = slices.compiled if self.is_compiled else slices.plain
            if most is not None:
                work = min(work, most - done)
            if self.budget.most_nodes is not None:
                work = min(work, self.budget.most_nodes)
            before = self.parts[0].at[NODES]
            ended = _ENDED[self.run(kernel, work)]
            done += work
            if after_slice is not None:
                after_slice()
            self.budget.spend(int(self.parts[0].at[NODES] - before))
        return ended

    def _native_parts(self) -> tuple[NativePart, ...]:
        """The parts for compiled kernels, made again when `parts` has been replaced."""
        from quebra.engine.native import NativePart

        if [id(native.part) for native in self._native] != [*map(id, self.parts)]:
            self._native = tuple(map(NativePart, self.parts))
        return self._native

    def _switch_if_compiled(self) -> None:
        """Use the compiled kernels if they are ready; start compiling when that is worth it."""
        if self._kernels.compiled:
            self.parts = tuple(as_arrays(part) for part in self.parts)
            self.is_compiled = True
        elif self._kernels.plain_seconds > PLAIN_SECONDS:
            self._kernels.compile_in_background(self.parts)


def check_budget() -> None:
    """Raise `Cut` from within a kernel at the end of its budget; does nothing when compiled."""
    budget: Budget | None = getattr(_checked, "budget", None)
    if budget is not None:
        budget.pause()


def draw_below(at: MutableSequence[int], slot: int, count: int) -> int:
    """A random integer from 0 to count - 1; the slot of `at` holds the state of the generator.

    A linear congruential generator, of which the low bits are not used.
    """
    at[slot] = (at[slot] * 1103515245 + 12345) & 0x7FFFFFFF
    return (at[slot] >> 8) % count


def as_arrays(part: Any) -> Any:
    """The same named tuple with arrays of 64-bit integers in place of lists."""
    import numpy as np

    return type(part)(
        *(each if isinstance(each, int) else np.asarray(each, dtype=np.int64) for each in part)
    )


_checked = local()
_compiling = Lock()
_enabled: set[Kernel] = set()
_inlined: set[Kernel] = set()


def inline(function: Inlined) -> Inlined:
    """Decorate a function of an innermost loop: it is compiled into its callers.

    A call takes longer than a few array accesses, but code that is repeated compiles slowly.
    """
    _inlined.add(function)
    return function


def _enable(modules: tuple[ModuleType, ...]) -> None:
    """Let numba compile the functions of these modules where a kernel calls them."""
    from numba.extending import register_jitable

    for module in modules:
        for _, function in getmembers(module, isfunction):
            if function not in _enabled and function.__module__ == module.__name__:
                _enabled.add(function)
                inlined = function in _inlined
                register_jitable(no_cfunc_wrapper=True, forceinline=inlined)(function)


@cache
def _enable_helpers() -> None:
    """Let numba compile `draw_below`, and compile `check_budget` away."""
    from numba.extending import overload, register_jitable

    register_jitable(draw_below)
    overload(check_budget)(lambda: lambda: None)


def _stamped(function: Kernel, stamp: int) -> Compiled:
    """The kernel under a unique name, by which numba caches it on disk.

    The checksum of its sources in the name keeps outdated code from being loaded, and one file for
    each kernel lets several processes compile at once.
    """

    def run(parts: tuple[NativePart, ...], numbers: tuple[int, ...]) -> int:
        # The sum is a plain integer, which numba returns faster than a member of `Ended`.
        return function(*(parts + numbers)) + 0

    run.__qualname__ = f"{function.__module__}.{function.__qualname__}.{stamp:x}"
    return run
