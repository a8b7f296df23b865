"""Copies of families with some functions replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quebra.contract.registry import AnyFamily


def changed(family: AnyFamily, **rooms: Mapping[str, Any]) -> AnyFamily:
    """A copy of the family with new values in some of its rooms."""
    return replace(
        family,
        **{name: replace(getattr(family, name), **values) for name, values in rooms.items()},
    )
