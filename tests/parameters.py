"""Parameters of tests of which only some belong to the usual run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow_where(is_slow: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """The values, those marked as slow for which it is true."""
    return [
        pytest.param(value, marks=pytest.mark.slow) if is_slow(value) else value for value in values
    ]
