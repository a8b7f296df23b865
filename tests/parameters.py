"""Parameters of tests of which some are marked as slow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow_where(is_slow: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """The values, with those for which `is_slow` is true marked as slow."""
    return [_slow(value) if is_slow(value) else value for value in values]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """The values, with all but the first of every `step` marked as slow."""
    return [_slow(value) if i % step else value for i, value in enumerate(values)]


def few_or_many(few: int, many: int) -> list[Any]:
    """Two numbers of cases, of which the larger one is marked as slow."""
    return [few, pytest.param(many, marks=pytest.mark.slow)]


def _slow(value: Any) -> Any:
    if hasattr(value, "marks"):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    return pytest.param(value, marks=pytest.mark.slow)
