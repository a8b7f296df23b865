"""Families that differ from others in a few of their functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quebra.contract.registry import AnyFamily


def changed(family: AnyFamily, **rooms: Mapping[str, Any]) -> AnyFamily:
    """A family with other values in some of its rooms."""
    return replace(
        family,
        **{name: replace(getattr(family, name), **values) for name, values in rooms.items()},
    )
