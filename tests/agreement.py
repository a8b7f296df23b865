"""Whether compiled kernels do the same as plain ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quebra.engine.kernels import Kernel, Kernels, as_arrays
from quebra.engine.native import NativePart

Call = tuple[Kernel, *tuple[int, ...]]
"""A kernel and the numbers that it is called with."""


def assert_agreement(kernels: Kernels, parts: tuple[Any, ...], calls: Iterable[Call]) -> list[int]:
    """Make the same calls in plain Python and compiled; the results, and all of the state, agree.

    The calls may depend on `parts`, which the plain kernels change. Returns the results.
    """
    kernels.compile(parts)
    arrays = tuple(map(as_arrays, parts))
    results = []
    for kernel, *numbers in calls:
        results.append(kernel(*parts, *numbers))
        native = tuple(map(NativePart, arrays))
        assert kernels.compiled[kernel](native, tuple(numbers)) == results[-1], kernel.__name__
        for part, array in zip(parts, arrays, strict=True):
            for name, plain, compiled in zip(part._fields, part, array, strict=True):
                same = list(compiled) == plain if isinstance(plain, list) else compiled == plain
                assert same, f"{kernel.__name__} differs in {name}"
    return results
