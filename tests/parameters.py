"""Parameters of tests of which only some belong to the usual run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow_where(is_slow: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """The values, those marked as slow for which it is true."""
    return [_slow(value) if is_slow(value) else value for value in values]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """The values, the first of each `step` as it is, the others marked as slow."""
    return [_slow(value) if i % step else value for i, value in enumerate(values)]


def _slow(value: Any) -> Any:
    if hasattr(value, "marks"):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    return pytest.param(value, marks=pytest.mark.slow)
